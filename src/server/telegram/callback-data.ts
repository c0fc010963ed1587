import 'server-only';
import { type LocalDate, parseLocalDate } from '@/core/calendar';
import { LAST_DATE } from '@/core/limits';

/**
 * The first word of callback data says what a button is about, and with it which function of which room
 * answers a press (`chat/routes.ts`); the words behind it are read there. Buttons of long ago are pressed,
 * too: a word keeps its meaning.
 */
export const ABOUT = {
  /**
   * `r:<button>:<reminder id>:<occurrence>` under the message of a reminder, `r:undo:<reminder id>:<version>`. These are
   * answered by `pressReminder`, whatever became of the terms.
   */
  reminder: 'r',
  /** `c:<draft id>:<action>[:<argument>]`, under the card of a draft; `c:<draft id>:again` in a list. */
  card: 'c',
  /** `b:<id of the message>:<action>`, under the list of several tasks of one message. */
  batch: 'b',
  /** `w:<reminder id>[:<how>]`, `w:all`, under the question what a message is about. */
  which: 'w',
  /** `m:<reminder id>:<base-36 minutes since 1970>`, a moment that the bot suggests. */
  moment: 'm',
  /** `l:<list>:<page>` */
  list: 'l',
  /** `i:<reminder id>:<action>:<list>:<page>:<version>`, a reminder of a list. */
  item: 'i',
  /** `p:resume`, `p:undo:<key>`, about all reminders. */
  all: 'p',
  /** `n:<page>` of the notes. */
  notes: 'n',
  /** `note:<id>:<action>:<page>`; `note:<id>:tick:<page>:<line>:<print>:<0 or 1>` is about a point of it. */
  note: 'note',
  /**
   * `k:<reminder id>:show[:<list>:<page>]` opens its points as keys, `…:back` is the reminder again;
   * `k:<id>:tick:<list or ->:<page>:<print>:<0 or 1>`.
   */
  points: 'k',
  /** `z:<IANA zone>`, `z:auto`, `z:ask`, `z:ok:<zone that was asked about>`, `z:shift:<zone before>`, `z:back:<zone before>` */
  zone: 'z',
  /** `s:<what>[:<of it>[:<choice>]]`; without a choice it asks for one. */
  settings: 's',
  /**
   * `day:<button>:<reminder id>:<occurrence>`, of `undo` the version; `day:on:<kind>` and `day:no:<kind>` answer an offer.
   */
  day: 'day',
  /** Keeps everything of somebody who was away for long. */
  stay: 'stay',
  /** `cal:<what>`, the link of the calendar. */
  calendar: 'cal',
  /**
   * `share:take:<token>` under a card, in whatever chat it stands; `share:open:<reminder id>`,
   * `share:close:<reminder id>` and `share:refuse:0` in its owner's.
   */
  share: 'share',
  /** `import:go`, `import:no`, under the answer to the message with the file. */
  import: 'import',
  /** `why:<reminder id>`, «Почему не пришло?». */
  why: 'why',
  /** `inline:<key of what was typed>`, under a message that stands in any chat. */
  inline: 'inline',
  /** `guest:<key of a call>`, «Напомнить и мне» under the bot's answer in a chat that it is not in. */
  guest: 'guest',
  /** `terms:<action>:<version>[:<token of a shared reminder>]`, with the action accept, decline or show. */
  terms: 'terms',
  /** `erase:yes:<minute of the question>`, `erase:no` */
  erase: 'erase',
} as const;

/** Callback data; 64 bytes at most. */
export const dataOf = (about: keyof typeof ABOUT, ...words: readonly (string | number)[]): string =>
  [ABOUT[about], ...words].join(':');

export const readNumber = (word = '', digitsMax = 9): number | undefined =>
  /^\d+$/.test(word) && word.length <= digitsMax ? Number(word) : undefined;
/** 0, which is nothing's id, where the word is none. */
export const readId = (word: string | undefined): number => readNumber(word, 15) ?? 0;

/** An instant as a word of callback data: milliseconds since 1970, to the base 36. */
export const instantWord = (instant: Date): string => instant.getTime().toString(36);

/** The instant that such a word means; undefined where it means none. */
export function readInstant(word = ''): Date | undefined {
  const instant = new Date(/^-?[0-9a-z]{1,11}$/.test(word) ? parseInt(word, 36) : NaN);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

export const listNames = ['list', 'today', 'tomorrow', 'missed'] as const;
/** Some days as data of a button: `<first day, 20261127>x<how many>`. */
type DayList = `${number}x${number}`;
export type List = (typeof listNames)[number] | DayList;

export type ListPage = { which: List; page: number };

export const dayList = (from: LocalDate, days: number): DayList =>
  `${Number(from.replaceAll('-', ''))}x${days}`;

/** The days of such a list; undefined for any other. */
export function daysOfList(which: string): { from: LocalDate; days: number } | undefined {
  const [, year, month, day, days] = /^(\d{4})(\d\d)(\d\d)x(\d{1,2})$/.exec(which) ?? [];
  const from = `${year}-${month}-${day}`;
  const isDay = parseLocalDate(from) !== null && from <= LAST_DATE;
  return days !== undefined && isDay ? { from, days: Number(days) } : undefined;
}

/** An item that was opened from no list leads back to this page. */
export const FIRST_PAGE: ListPage = { which: 'list', page: 0 };

export const readListPage = (which: string | undefined, page: string | undefined): ListPage => ({
  which: listNames.find((each) => each === which) ?? dayListOf(which) ?? 'list',
  page: readNumber(page) ?? 0,
});

function dayListOf(which = ''): DayList | undefined {
  const days = daysOfList(which);
  return days && dayList(days.from, days.days);
}

export const listData = ({ which, page }: ListPage): string => dataOf('list', which, page);

/** A press about a reminder; with the version that was shown, so that a double tap acts once. */
export const itemData = (
  reminderId: number,
  action: string,
  { which, page }: ListPage,
  version?: number,
): string =>
  dataOf('item', reminderId, action, which, page, ...(version === undefined ? [] : [version]));
