import { LinkifyIt } from 'linkify-it';

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

type Piece = Omit<TextPart, 'at'>;

/** The pieces of a text, in its order; together they are the text. Takes time in proportion to its length. */
export function partsOf(text: string): TextPart[] {
  let at = 0;
  return text
    .split(/(\s+)/)
    .flatMap((word) => (word.length > WORD_MAX ? [{ text: word, href: null }] : inWord(word)))
    .reduce<Piece[]>(joinPlain, [])
    .flatMap((part) => (part.href === null ? withPhones(part.text) : [part]))
    .map((part) => {
      at += part.text.length;
      return { ...part, at: at - part.text.length };
    });
}

/** No web address and no address of mail has a space in it. */
function inWord(word: string): Piece[] {
  return cutOut(
    word,
    (finder.match(word) ?? []).map(({ index, lastIndex, url }) => ({
      from: index,
      to: lastIndex,
      href: safeHref(url),
    })),
  );
}

function withPhones(text: string): Piece[] {
  return cutOut(
    text,
    [...text.matchAll(PHONE)].map(({ 0: found, index }) => ({
      from: index,
      to: index + found.length,
      href: `tel:${dialled(found)}`,
    })),
  );
}

/** Of «8 (900) …» too: a phone abroad needs the country's own number. */
const dialled = (found: string): string => found.replace(/[^\d+]/g, '').replace(/^8/, '+7');

/** Only what a browser reads as an address of the web or of mail; null for anything else. */
function safeHref(url: string): string | null {
  try {
    const { protocol, href } = new URL(url);
    return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : null;
  } catch {
    return null;
  }
}

function cutOut(
  text: string,
  found: readonly { from: number; to: number; href: string | null }[],
): Piece[] {
  const parts: Piece[] = [];
  let at = 0;
  for (const { from, to, href } of found) {
    if (from > at) parts.push({ text: text.slice(at, from), href: null });
    parts.push({ text: text.slice(from, to), href });
    at = to;
  }
  if (at < text.length) parts.push({ text: text.slice(at), href: null });
  return parts;
}

function joinPlain(parts: Piece[], next: Piece): Piece[] {
  const last = parts.at(-1);
  if (last?.href === null && next.href === null) last.text += next.text;
  else parts.push({ ...next });
  return parts;
}
