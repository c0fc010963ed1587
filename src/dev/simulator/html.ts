import { badCall } from './bot-api-error';

/** A stretch of a message's text; offset and length in UTF-16 code units, as the Bot API counts. */
export interface Entity {
  type: string;
  offset: number;
  length: number;
  url?: string;
  language?: string;
}

export interface FormattedText {
  text: string;
  entities: Entity[];
}

const tagTypes = new Map([
  ['b', 'bold'],
  ['strong', 'bold'],
  ['i', 'italic'],
  ['em', 'italic'],
  ['u', 'underline'],
  ['ins', 'underline'],
  ['s', 'strikethrough'],
  ['strike', 'strikethrough'],
  ['del', 'strikethrough'],
  ['tg-spoiler', 'spoiler'],
  ['span', 'spoiler'],
  ['a', 'text_link'],
  ['code', 'code'],
  ['pre', 'pre'],
  ['blockquote', 'blockquote'],
  ['tg-emoji', 'custom_emoji'],
  ['tg-time', 'date_time'],
]);
const named = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
]);

/** A tag that is open; `argument` is what its attributes say: an address, a language, an id. */
interface OpenTag {
  name: string;
  argument: string;
  /** Where it began in the text without markup. */
  offset: number;
}

const fault = (what: string) => badCall(`can't parse entities: ${what}`);

/**
 * Reads parse_mode HTML by the rules of TDLib's `parse_html`, which Telegram's server for bots calls:
 * the same tags, attributes, references and complaints. An end tag may be empty (`</>`), tags must
 * nest, an entity around nothing is dropped, and so is a link whose address is none.
 * https://core.telegram.org/bots/api#html-style
 */
export function parseHtml(source: string): FormattedText {
  const reader = new Reader(source);
  const entities: Entity[] = [];
  const open: OpenTag[] = [];
  let text = '';
  let halves = false;
  while (!reader.done()) {
    if (reader.peek() === '&') {
      const code = reader.reference();
      // A pair of halves makes no whole one either: each is encoded by itself.
      halves ||= code.length === 1 && /\p{Surrogate}/u.test(code);
      text += code;
    } else if (reader.peek() !== '<') {
      text += reader.take();
    } else if (reader.peek(1) === '/') {
      const begin = reader.at;
      const last = open.at(-1);
      if (!last) throw fault(`Unexpected end tag at byte offset ${reader.byteOffset(begin)}`);
      const name = reader.endTag();
      if (name !== '' && name !== last.name) {
        throw fault(
          `Unmatched end tag at byte offset ${reader.byteOffset(begin)}, expected "</${last.name}>", found "</${name}>"`,
        );
      }
      open.pop();
      if (text.length > last.offset) entities.push(...entityOf(last, text));
    } else {
      open.push({ ...reader.startTag(), offset: text.length });
    }
  }
  const unclosed = open.at(-1);
  if (unclosed) {
    throw fault(`Can't find end tag corresponding to start tag "${unclosed.name}"`);
  }
  if (halves) {
    throw fault(
      'Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code units',
    );
  }
  return trimmed(text, entities);
}

/** What a closed tag makes of the text behind it. */
function entityOf({ name, argument, offset }: OpenTag, text: string): Entity[] {
  const type = tagTypes.get(name) ?? '';
  const entity = { type, offset, length: text.length - offset };
  if (name === 'a') {
    const url = argument === '' ? text.slice(offset) : argument;
    return isLink(url) ? [{ ...entity, url }] : [];
  }
  if (name === 'tg-emoji' && !/^-?[1-9]\d*$/.test(argument)) {
    throw fault('Invalid custom emoji identifier specified');
  }
  if (name === 'blockquote' && argument !== '') {
    return [{ ...entity, type: 'expandable_blockquote' }];
  }
  if (name === 'code' && argument !== '') return [{ ...entity, language: argument }];
  return [entity];
}

/** A link without a scheme is read as http; of hosts, those without a dot are none. */
function isLink(url: string): boolean {
  if (/^(tg|ton):/i.test(url)) return true;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `http://${url}`;
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && (hostname.includes('.') || hostname === 'localhost');
}

/** The end of the source counts as white space, as the zero behind a string in C. */
const isSpace = (char: string) => char === '' || ' \t\r\n\0\v'.includes(char);

class Reader {
  at = 0;
  constructor(readonly source: string) {}

  /** The character here, or so many further on; '' behind the end. */
  peek(ahead = 0): string {
    return this.source.charAt(this.at + ahead);
  }
  done(): boolean {
    return this.at >= this.source.length;
  }
  take(): string {
    const char = this.peek();
    this.at += 1;
    return char;
  }
  byteOffset(at: number): number {
    return Buffer.byteLength(this.source.slice(0, at));
  }

  /** What the reference here stands for; one that Telegram does not know stands for its own `&`. */
  reference(): string {
    const match = /^&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+))(;?)/i.exec(
      this.source.slice(this.at, this.at + 40),
    );
    const [whole = '', decimal, hexadecimal, name, end = ''] = match ?? [];
    const digits = decimal ?? hexadecimal;
    const code = Number.parseInt(digits ?? '', decimal === undefined ? 16 : 10);
    const known =
      name === undefined
        ? code > 0 && code < 0x10ffff && whole.length - end.length < 10
        : named.has(name);
    if (!match || !known) return this.take();
    this.at += whole.length;
    return name === undefined ? String.fromCodePoint(code) : (named.get(name) ?? '');
  }

  endTag(): string {
    const begin = this.at;
    this.at += 2;
    const name = this.#until((char) => isSpace(char) || char === '>');
    this.#spaces();
    if (this.peek() !== '>') {
      throw fault(`Unclosed end tag at byte offset ${this.byteOffset(begin)}`);
    }
    this.at += 1;
    return name.toLowerCase();
  }

  startTag(): { name: string; argument: string } {
    const begin = this.byteOffset(this.at);
    this.at += 1;
    const name = this.#until((char) => isSpace(char) || char === '>').toLowerCase();
    if (this.done()) throw fault(`Unclosed start tag at byte offset ${begin}`);
    if (!tagTypes.has(name)) {
      throw fault(`Unsupported start tag "${name}" at byte offset ${begin}`);
    }
    let argument = '';
    this.#spaces();
    while (this.peek() !== '>') {
      const attribute = this.#attribute(name, begin);
      argument = argumentOf(name, attribute) ?? argument;
      this.#spaces();
    }
    this.at += 1;
    if (name === 'span' && argument !== 'spoiler') {
      throw fault(`Tag "span" must have class "tg-spoiler" at byte offset ${begin}`);
    }
    return { name, argument };
  }

  #attribute(tag: string, begin: number): { name: string; value: string | undefined } {
    const name = this.#until((char) => isSpace(char) || '=>/"\''.includes(char));
    if (name === '') {
      throw fault(`Empty attribute name in the tag "${tag}" at byte offset ${begin}`);
    }
    this.#spaces();
    const unclosed = () => fault(`Unclosed start tag "${tag}" at byte offset ${begin}`);
    if (this.done()) throw unclosed();
    if (this.peek() !== '=') return { name, value: undefined };
    this.at += 1;
    this.#spaces();
    if (this.done()) throw unclosed();
    const value = this.peek() === '"' || this.peek() === "'" ? this.#quoted() : this.#token();
    if (this.done()) throw fault(`Unclosed start tag at byte offset ${begin}`);
    return { name, value };
  }

  #quoted(): string {
    const quote = this.take();
    let value = '';
    while (!this.done() && this.peek() !== quote) {
      value += this.peek() === '&' ? this.reference() : this.take();
    }
    this.at += 1;
    return value;
  }

  #token(): string {
    const begin = this.at;
    const value = this.#until((char) => !/[a-z0-9.-]/i.test(char));
    if (!isSpace(this.peek()) && this.peek() !== '>') {
      throw fault(`Unexpected end of name token at byte offset ${this.byteOffset(begin)}`);
    }
    return value.toLowerCase();
  }

  #until(stop: (char: string) => boolean): string {
    const begin = this.at;
    while (!this.done() && !stop(this.peek())) this.at += 1;
    return this.source.slice(begin, this.at);
  }

  #spaces(): void {
    while (!this.done() && isSpace(this.peek())) this.at += 1;
  }
}

/** What an attribute says about its tag, where it says anything. */
function argumentOf(
  tag: string,
  { name, value }: { name: string; value: string | undefined },
): string | undefined {
  if (tag === 'blockquote' && name === 'expandable') return '1';
  if (value === undefined) return undefined;
  if (tag === 'a' && name === 'href') return value;
  if (tag === 'tg-emoji' && name === 'emoji-id') return value;
  if (tag === 'code' && name === 'class' && value.startsWith('language-')) return value.slice(9);
  if (tag === 'span' && name === 'class' && value.startsWith('tg-')) return value.slice(3);
  return undefined;
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
