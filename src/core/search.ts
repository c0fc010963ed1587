import { beginningOf } from './cut';
import { SEARCH_MAX, SEARCH_WORDS_MAX } from './limits';
import { composed } from './marks';

/** One spelling for what people take for the same: any case, ё and е, й in one character or two. */
export const folded = (text: string): string => composed(text).toLowerCase().replaceAll('ё', 'е');

/** An accent shows how a word is spoken; whoever looks for it writes it without. */
const sought = (text: string): string => folded(text).replaceAll('\u0301', '');

/**
 * Whether each word of a search begins a word of the texts, in any order. A search without any letter
 * or digit (an emoji, a sign) is looked for as it stands; an empty one finds nothing. Of a long search
 * the beginning counts: each word is looked for in every text of its user.
 */
export function wordFinder(search: string): (...texts: string[]) => boolean {
  const wanted = sought(beginningOf(search, SEARCH_MAX));
  const all = new Set(wanted.match(/[\p{L}\p{N}]+/gu));
  const words = [...all].slice(0, SEARCH_WORDS_MAX);
  if (words.length === 0) {
    const sign = wanted.trim();
    return (...texts) => sign !== '' && texts.some((text) => sought(text).includes(sign));
  }
  const beginnings = words.map((word) => new RegExp(`(?:^|[^\\p{L}\\p{N}])${word}`, 'u'));
  return (...texts) => {
    const said = sought(texts.join('\n'));
    return beginnings.every((beginning) => beginning.test(said));
  };
}
