import 'server-only';
import { type Category } from '@/contract/category';
import { excerpt } from '@/core/cut';
import { cardTexts } from '@/texts/bot-cards';
import { type Account } from '../accounts/accounts';
import { settingsOf } from '../accounts/settings';
import { PERSONAL_CATEGORY } from '../platform/db/reference';
import { inRows, type Keyboard } from '../telegram/turn';

/** So many letters of a name fit beside another key, or alone, where all of them are the widest ones. */
const BESIDE_MAX = 8;
const ALONE_MAX = 18;
/** And so many behind «🏷 Создать». */
const NEW_MAX = 12;

const fitsBeside = (name: string): boolean => name.length <= BESIDE_MAX;

export const nameBesideKey = (name: string): string => excerpt(name, BESIDE_MAX);

const nameOnKey = (name: string): string => excerpt(name, ALONE_MAX);

/** The category of a row as a line of a list says it; '' where its owner has everything as a rule. */
export function categoryMark(
  { id, name }: Category,
  { settings }: Pick<Account, 'settings'>,
): string {
  const { categoryId } = settingsOf(settings);
  const isUsual = categoryId === null ? name === PERSONAL_CATEGORY : id === categoryId;
  return isUsual ? '' : nameOnKey(name);
}

/** «Создать категорию „дача“», in fewer words for a longer name. */
export const newCategoryLabel = (name: string): string =>
  fitsBeside(name)
    ? cardTexts.buttons.newCategory(name)
    : cardTexts.buttons.newLongCategory(excerpt(name, NEW_MAX));

/** Categories as keys: short names two in a row, each long one in a row of its own. */
export const categoryRows = (
  categories: readonly Category[],
  key: (name: string, id: number) => Keyboard[number][number],
): Keyboard => {
  const short = categories.filter(({ name }) => fitsBeside(name));
  const long = categories.filter(({ name }) => !fitsBeside(name));
  return [
    ...inRows(
      short.map(({ id, name }) => key(name, id)),
      2,
    ),
    ...long.map(({ id, name }) => [key(nameOnKey(name), id)]),
  ];
};
