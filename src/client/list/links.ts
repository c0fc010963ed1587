import { LinkifyIt } from 'linkify-it';
import { attempt } from '../host/attempt';

/* What in a text can be tapped; lazily loaded, for texts that may hold any. */

/** A piece of a text, where it begins there, and what a tap on it opens. */
export interface TextPart {
  at: number;
  text: string;
  href: string | null;
}

/** An address without `https://` counts under these domains only: «файл.py» and «и т.д» are none. */
const BARE_DOMAINS =
  'ru рф su рус москва дети сайт онлайн com org net info biz pro io me app dev ai tv online site store shop by kz ua uz kg am ge md az tj de fr uk it es pl cz fi tr il cn jp eu us';

const finder = new LinkifyIt({ fuzzyLink: true, tlds: BARE_DOMAINS.split(' ') })
  .add('ftp:', null)
  .add('//', null);

/** Nothing longer is an address; what the library costs grows with the square of a word. */
const WORD_MAX = 2_048;

const GAP = '[)]?[\\s(\u2010-\u2015.-]{0,2}';
/** «8 (900) 123-45-67», «+7 900 123 45 67», and other countries' numbers with their plus. */
const PHONE = new RegExp(
  `(?<![\\p{L}\\d+.,:/@-])(?:(?:\\+7|8)${GAP}\\d{3}${GAP}\\d{3}${GAP}\\d{2}${GAP}\\d{2}|\\+(?!7)\\d(?:${GAP}\\d){7,13})(?![\\p{L}\\d@])`,
  'gu',
);

/** Where something is in a text that can be tapped, and what that opens. */
interface Found {
  from: number;
  to: number;
  href: string;
}

/** The pieces of a text, in its order; together they are the text. Takes time in proportion to its length. */
export const partsOf = (text: string): TextPart[] =>
  cutOut({ at: 0, text }, addressesIn(text)).flatMap((part) =>
    part.href === null ? cutOut(part, phonesIn(part.text)) : [part],
  );

function cutOut({ at, text }: Omit<TextPart, 'href'>, found: readonly Found[]): TextPart[] {
  const parts: TextPart[] = [];
  let last = 0;
  const add = (to: number, href: string | null) => {
    if (to > last) parts.push({ at: at + last, text: text.slice(last, to), href });
    last = to;
  };
  for (const { from, to, href } of found) {
    add(from, null);
    add(to, href);
  }
  add(text.length, null);
  return parts;
}

/** No web address and no address of mail has a space in it. */
const addressesIn = (text: string): Found[] =>
  [...text.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    const matches = word.length > WORD_MAX ? null : finder.match(word);
    return (matches ?? []).flatMap(({ index: from, lastIndex, url }) => {
      const href = safeHref(url);
      return href === null ? [] : [{ from: index + from, to: index + lastIndex, href }];
    });
  });

const phonesIn = (text: string): Found[] =>
  [...text.matchAll(PHONE)].map(({ 0: found, index: from }) => {
    // Of «8 (900) …» too: a phone abroad needs the country's own number.
    const dialled = found.replace(/[^\d+]/g, '').replace(/^8/, '+7');
    return { from, to: from + found.length, href: `tel:${dialled}` };
  });

/** Only what a browser reads as an address of the web or of mail; null for anything else. */
function safeHref(url: string): string | null {
  const read = attempt(() => new URL(url), null);
  return read && ['http:', 'https:', 'mailto:'].includes(read.protocol) ? read.href : null;
}
