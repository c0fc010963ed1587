import { characterPattern } from '../lists';

interface Named {
  id: number;
  name: string;
}

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
