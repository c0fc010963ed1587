import 'server-only';

/**
 * Callback data of the lists: `l:<list>:<page>` turns a list's page,
 * `i:<reminder id>:<action>:<list>:<page>:<version>` is about one reminder of it.
 */
export const LIST_PREFIX = 'l';
export const ITEM_PREFIX = 'i';

const LISTS = ['list', 'today', 'tomorrow', 'missed'] as const;
export type List = (typeof LISTS)[number];

/** A page of a list, to which an item of it leads back. */
export interface ListPage {
  which: List;
  page: number;
}
/** Where an item leads back to that was opened from no list. */
export const FIRST_PAGE: ListPage = { which: 'list', page: 0 };

export const readListPage = (which: string | undefined, page: string | undefined): ListPage => ({
  which: LISTS.find((each) => each === which) ?? 'list',
  page: /^\d{1,6}$/.test(page ?? '') ? Number(page) : 0,
});

export const listData = ({ which, page }: ListPage): string => `${LIST_PREFIX}:${which}:${page}`;

/** A press about a reminder; with the version that was shown, so that a double tap acts once. */
export const itemData = (
  reminderId: number,
  action: string,
  { which, page }: ListPage,
  version?: number,
): string =>
  `${ITEM_PREFIX}:${reminderId}:${action}:${which}:${page}${version === undefined ? '' : `:${version}`}`;

export const readId = (word: string | undefined): number =>
  /^[1-9]\d{0,14}$/.test(word ?? '') ? Number(word) : 0;
