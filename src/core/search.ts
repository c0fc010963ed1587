/** One spelling for what people take for the same: any case, ё and е, й in one character or two. */
const folded = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll('ё', 'е');

/**
 * Whether each word of a search begins a word of the texts, in any order. A search without any letter
 * or digit (an emoji, a sign) is looked for as it stands; an empty one finds nothing.
 */
export function wordFinder(search: string): (...texts: string[]) => boolean {
  const wanted = folded(search);
  const words = wanted.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) {
    const sign = wanted.trim();
    return (...texts) => sign !== '' && texts.some((text) => folded(text).includes(sign));
  }
  const beginnings = words.map((word) => new RegExp(`(?:^|[^\\p{L}\\p{N}])${word}`, 'u'));
  return (...texts) => {
    const said = folded(texts.join('\n'));
    return beginnings.every((beginning) => beginning.test(said));
  };
}
