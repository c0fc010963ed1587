import { checkCategory, foldedName } from '../../category-rules';
import { CATEGORY_COLORS } from '../../limits';
import { characterPattern, type Named } from '../../lists';

/** A name as a pattern: any case, ё or е; its words may be written together or with «_» between them. */
const patternOf = (name: string): string =>
  name
    .split(/[\s_-]+/)
    .filter(Boolean)
    .map((word) => Array.from(word.normalize('NFC')).map(characterPattern).join(''))
    .join('[\\s_-]*');

/** What a name needs to be told behind a «#»: of signs alone a pattern would find every «#». */
const TELLING = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

/** The name, and the same without its emoji and signs, which nobody types behind a «#». */
const formsOf = ({ id, name }: Named): { id: number; form: string }[] => {
  const plain = (name.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
  return [name, plain].filter((form) => TELLING.test(form)).map((form) => ({ id, form }));
};

/**
 * Takes the names of known categories behind a «#» out of a line: «купить хлеб #дом». The first of them
 * says the category; undefined where there is none. Other words behind a «#» stay.
 */
export function takeCategoryTag(
  line: string,
  categories: readonly Named[],
): { rest: string; categoryId: number } | undefined {
  if (!line.includes('#') || categories.length === 0) return undefined;
  // Of «Дом» and «Дом и сад» the longer one is meant where it stands there.
  const forms = categories.flatMap(formsOf).toSorted((a, b) => b.form.length - a.form.length);
  if (forms.length === 0) return undefined;
  const names = forms.map(({ form }) => `(${patternOf(form)})`).join('|');
  const tags = new RegExp(`(?:^|\\s)#(?:${names})(?![\\p{L}\\p{N}_]|-[\\p{L}\\p{N}])`, 'giu');
  let categoryId: number | undefined;
  const rest = line.replace(tags, (...[, ...groups]: unknown[]) => {
    categoryId ??= forms.find((_, at) => groups[at] !== undefined)?.id;
    return '';
  });
  return categoryId === undefined ? undefined : { rest, categoryId };
}

const TAG = /^#\p{L}[\p{L}\p{N}_-]*$/u;

/** A line without the words behind a «#» that stand at its end, and these with the space before them. */
export function splitTagsAtEnd(line: string): [words: string, tags: string] {
  const trimmed = line.trimEnd();
  let end = trimmed.length;
  for (const word of trimmed.split(/\s+/).reverse()) {
    if (!TAG.test(word)) break;
    end = trimmed.slice(0, end - word.length).trimEnd().length;
  }
  return [trimmed.slice(0, end), trimmed.slice(end)];
}

/** What may be a new category: a word that begins with a letter, and nothing but a mark or a space behind it. */
const WORD = /(?<=^|\s)#(\p{L}[\p{L}\p{N}_-]*)(?=$|[\s.,;:!?)»"…])/gu;

/** So many different names of a text are looked at: each is looked for in the whole text. */
const NAMES_MAX = 10;

/**
 * The names behind a «#» that a category could have, «_» being a space; none where nothing else would be
 * left of the text. Of spellings of one name it is the first; of very many names the first ones.
 */
export function categoryNamesIn(text: string): string[] {
  const names = new Map<string, string>();
  for (const [, word = ''] of text.matchAll(WORD)) {
    const name = word
      .replace(/[_-]+$/, '')
      .replaceAll('_', ' ')
      .normalize('NFC');
    const key = foldedName(name);
    if (!names.has(key)) names.set(key, name);
    if (names.size === NAMES_MAX) break;
  }
  return [...names.values()].filter(
    (name) =>
      checkCategory({ name, color: CATEGORY_COLORS[0] }, []).ok &&
      ![text, ''].includes(withoutCategory(text, name)),
  );
}

/** What is alike in all spellings of a name that `takeCategoryTag` takes: its letters and digits. */
const lettersOf = (name: string): string =>
  (foldedName(name).match(/[\p{L}\p{N}]+/gu) ?? []).join('');

/** The first of them that is none of these categories. */
export function newCategoryIn(text: string, categories: readonly Named[]): string | undefined {
  const names = categoryNamesIn(text);
  if (names.length === 0) return undefined;
  const known = new Set(categories.map(({ name }) => lettersOf(name)));
  return names.find((name) => !known.has(lettersOf(name)));
}

/** A text without the name of a category behind a «#»; '' where nothing else is in it. */
export const withoutCategory = (text: string, name: string): string =>
  (takeCategoryTag(text, [{ id: 0, name }])?.rest ?? text).trim().replace(/\s*[,;:]$/, '');
