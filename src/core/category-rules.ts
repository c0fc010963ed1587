import { validationTexts } from '@/texts/validation';
import { ALL, CATEGORY_COLORS, CATEGORY_NAME_MAX } from './limits';
import { type Checked, cleanText, type Fault, outcomeOf } from './reminder-rules';
import { folded } from './search';

export type CategoryColor = (typeof CATEGORY_COLORS)[number];
/** A field of the form of a category, as validation errors name it. */
export type CategoryField = 'name' | 'color';

export interface UncheckedCategory {
  name?: string | undefined;
  color?: string | undefined;
}

/** A checked category; the name is trimmed, and its spaces are single ones. */
export interface ValidCategory {
  name: string;
  color: CategoryColor;
}

/** Names that differ in nothing else than case, ё and е, or spaces are one name. */
export const foldedName = (name: string): string => folded(nameOf(name));

/** Without the marks that lines write before a category's name, so that a name that is kept is its own. */
const nameOf = (raw: string | undefined): string =>
  cleanText(cleanText(raw).replace(/^[#\s]+/, ''))
    .normalize('NFC')
    .replace(/\s+/g, ' ');

/** Checks the form of a category; `taken` are the names of all the others that the user has. */
export function checkCategory(
  given: UncheckedCategory,
  taken: readonly string[],
): Checked<ValidCategory, CategoryField> {
  const errors: Fault<CategoryField>[] = [];
  const texts = validationTexts.category;
  const name = nameOf(given.name);
  if (name === '') errors.push({ field: 'name', message: texts.nameMissing });
  else if (name.length > CATEGORY_NAME_MAX) {
    errors.push({ field: 'name', message: texts.nameTooLong(CATEGORY_NAME_MAX) });
  } else if ([ALL, ...taken].some((other) => foldedName(other) === foldedName(name))) {
    errors.push({ field: 'name', message: texts.nameTaken });
  }
  const color = CATEGORY_COLORS.find((each) => each === given.color);
  if (color === undefined) errors.push({ field: 'color', message: texts.colorMissing });
  return outcomeOf(errors, color === undefined ? null : { name, color });
}

/** The colour that a new category is offered: the one that the fewest of the others have. */
export function freeColor(used: readonly (string | undefined)[]): CategoryColor {
  const times = (color: CategoryColor) => used.filter((each) => each === color).length;
  return CATEGORY_COLORS.toSorted((a, b) => times(a) - times(b))[0] ?? 'red';
}
