import { badCall } from './call';

/** A stretch of a message's text; offset and length in UTF-16 code units, as the Bot API counts. */
export interface Entity {
  type: string;
  offset: number;
  length: number;
  url?: string;
}

export interface FormattedText {
  text: string;
  entities: Entity[];
}

/** The tags that the product uses. */
const tagTypes = new Map([
  ['b', 'bold'],
  ['i', 'italic'],
  ['u', 'underline'],
  ['s', 'strikethrough'],
  ['a', 'text_link'],
  ['code', 'code'],
]);
/** Others that Telegram knows. */
const UNUSED = /^(strong|em|ins|strike|del|pre|blockquote|span|tg-(spoiler|emoji|time))$/;
const named = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
]);

/** A tag that is open. */
interface OpenTag {
  name: string;
  /** Of a link. */
  href: string;
  /** Where it began in the text without markup. */
  offset: number;
}

const fault = (what: string) => badCall(`can't parse entities: ${what}`);

/** Reads a text from its beginning on, by sticky patterns. */
class Scanner {
  at = 0;
  constructor(readonly source: string) {}

  isDone(): boolean {
    return this.at >= this.source.length;
  }
  get where(): string {
    return `at byte offset ${Buffer.byteLength(this.source.slice(0, this.at))}`;
  }
  /** What the pattern's group takes here; undefined where the pattern does not fit. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source);
    if (found) this.at = pattern.lastIndex;
    return found?.[1];
  }
}

/**
 * Reads parse_mode HTML by the rules of TDLib's `parse_html`, which Telegram's server for bots calls:
 * the same references and complaints, and those of its tags that the product uses. An end tag may be empty (`</>`), tags must
 * nest, an entity around nothing is dropped, and so is a link whose address is none.
 * https://core.telegram.org/bots/api#html-style
 */
export function parseHtml(source: string): FormattedText {
  const scanner = new Scanner(source);
  const entities: Entity[] = [];
  const open: OpenTag[] = [];
  let text = '';
  while (!scanner.isDone()) {
    const plain = scanner.take(/([^<]+)/y);
    if (plain !== undefined) {
      text += withoutReferences(plain);
    } else if (source.startsWith('</', scanner.at)) {
      const last = open.pop();
      closeTag(scanner, last);
      if (last && text.length > last.offset) entities.push(...entityOf(last, text));
    } else {
      open.push({ ...openTag(scanner), offset: text.length });
    }
  }
  const unclosed = open.at(-1);
  if (unclosed) {
    throw fault(`Can't find end tag corresponding to start tag "${unclosed.name}"`);
  }
  return trimmed(text, entities);
}

function closeTag(scanner: Scanner, last: OpenTag | undefined): void {
  const { where } = scanner;
  if (!last) throw fault(`Unexpected end tag ${where}`);
  const name = (scanner.take(/<\/([^\s>]*)\s*/y) ?? '').toLowerCase();
  if (scanner.take(/(>)/y) === undefined) throw fault(`Unclosed end tag ${where}`);
  if (name !== '' && name !== last.name) {
    throw fault(`Unmatched end tag ${where}, expected "</${last.name}>", found "</${name}>"`);
  }
}

function openTag(scanner: Scanner): Pick<OpenTag, 'name' | 'href'> {
  const { where } = scanner;
  const name = (scanner.take(/<([^\s>]*)/y) ?? '').toLowerCase();
  if (scanner.isDone()) throw fault(`Unclosed start tag ${where}`);
  if (UNUSED.test(name)) throw badCall(`simulator: the product uses no <${name}>`);
  if (!tagTypes.has(name)) throw fault(`Unsupported start tag "${name}" ${where}`);
  const unclosed = () => fault(`Unclosed start tag "${name}" ${where}`);
  let href = '';
  scanner.take(/(\s*)/y);
  while (scanner.take(/(>)/y) === undefined) {
    const attribute = scanner.take(/([^\s=>/"']*)\s*/y) ?? '';
    if (attribute === '') throw fault(`Empty attribute name in the tag "${name}" ${where}`);
    if (scanner.isDone()) throw unclosed();
    if (scanner.take(/(=)\s*/y) !== undefined) {
      if (scanner.isDone()) throw unclosed();
      const value = attributeValue(scanner);
      if (scanner.isDone()) throw fault(`Unclosed start tag ${where}`);
      if (attribute === 'href') href = value;
    }
    scanner.take(/(\s*)/y);
  }
  return { name, href };
}

function attributeValue(scanner: Scanner): string {
  const { where } = scanner;
  const quoted = scanner.take(/"([^"]*)"?/y) ?? scanner.take(/'([^']*)'?/y);
  if (quoted !== undefined) return withoutReferences(quoted);
  const token = scanner.take(/([a-z0-9.-]*)(?=[\s>]|$)/iy);
  if (token === undefined) throw fault(`Unexpected end of name token ${where}`);
  return token.toLowerCase();
}

/** A text with what its references stand for; one that Telegram does not know stands for itself. */
const withoutReferences = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));?/gi,
    (whole, decimal?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) return named.get(name) ?? whole;
      const code = Number.parseInt(decimal ?? hexadecimal ?? '', decimal === undefined ? 16 : 10);
      // A pair of halves makes no whole one either: each is encoded by itself.
      if (code >= 0xd800 && code < 0xe000) {
        throw fault(
          'Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code units',
        );
      }
      return code > 0 && code < 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );

/** What a closed tag makes of the text behind it. */
function entityOf({ name, href, offset }: OpenTag, text: string): Entity[] {
  const type = tagTypes.get(name) ?? '';
  const entity = { type, offset, length: text.length - offset };
  if (name !== 'a') return [entity];
  const url = href || text.slice(offset);
  return isLink(url) ? [{ ...entity, url }] : [];
}

/** A link without a scheme is read as http; of hosts, those without a dot are none. */
function isLink(url: string): boolean {
  if (/^(tg|ton):/i.test(url)) return true;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `http://${url}`;
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && (hostname.includes('.') || hostname === 'localhost');
}

/** Telegram cuts white space off both ends of a text. */
function trimmed(text: string, entities: Entity[]): FormattedText {
  const lead = text.length - text.trimStart().length;
  const kept = text.trim();
  const moved = entities.flatMap((entity) => {
    const start = Math.max(entity.offset - lead, 0);
    const end = Math.min(entity.offset + entity.length - lead, kept.length);
    return end > start ? [{ ...entity, offset: start, length: end - start }] : [];
  });
  return {
    text: kept,
    entities: moved.toSorted((a, b) => a.offset - b.offset || b.length - a.length),
  };
}

const commands = /(?<=^|\s)\/[a-zA-Z0-9_]{1,32}(?:@\w+)?(?![\w/])/g;
const links = /https?:\/\/[^\s<>"']+/g;

/** Entities that Telegram finds by itself in plain text. */
export function plainEntities(text: string): Entity[] {
  const found = (pattern: RegExp, type: string) =>
    [...text.matchAll(pattern)].map((match) => ({
      type,
      offset: match.index,
      length: match[0].length,
    }));
  return [...found(commands, 'bot_command'), ...found(links, 'url')];
}
