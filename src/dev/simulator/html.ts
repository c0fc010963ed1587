import { badRequest } from './bot-api-error';

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
]);
const named = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
]);

const bytes = (text: string) => Buffer.byteLength(text);
const fault = (what: string) => badRequest(`can't parse entities: ${what}`);

/**
 * Reads parse_mode HTML as Telegram does: the same tags, the four named references, the same
 * complaints. https://core.telegram.org/bots/api#html-style
 */
export function parseHtml(source: string): FormattedText {
  const entities: Entity[] = [];
  const open: { tag: string; entity: Entity }[] = [];
  let text = '';
  let at = 0;
  while (at < source.length) {
    const char = source[at];
    if (char === '&') {
      const [decoded, length] = reference(source.slice(at));
      text += decoded;
      at += length;
    } else if (char !== '<') {
      text += char ?? '';
      at += 1;
    } else {
      const offset = bytes(source.slice(0, at));
      const end = source.indexOf('>', at);
      const closing = source[at + 1] === '/';
      if (end < 0)
        throw fault(`Unclosed ${closing ? 'end' : 'start'} tag at byte offset ${offset}`);
      const inside = source.slice(at + (closing ? 2 : 1), end);
      if (closing) {
        close(inside.trim().toLowerCase(), offset);
      } else {
        const tag = /^[^\s]*/.exec(inside)?.[0].toLowerCase() ?? '';
        const entity = startEntity(tag, inside, offset);
        open.push({ tag, entity: { ...entity, offset: text.length } });
      }
      at = end + 1;
    }
  }
  const unclosed = open.at(-1);
  if (unclosed) {
    throw fault(`Can't find end tag corresponding to start tag "${unclosed.tag}"`);
  }
  return trimmed(text, entities);

  function close(tag: string, offset: number): void {
    const last = open.pop();
    if (!last) throw fault(`Unexpected end tag at byte offset ${offset}`);
    if (tag !== '' && tag !== last.tag) {
      throw fault(
        `Unmatched end tag at byte offset ${offset}, expected "</${last.tag}>", found "</${tag}>"`,
      );
    }
    last.entity.length = text.length - last.entity.offset;
    if (last.entity.length > 0) entities.push(last.entity);
  }
}

function startEntity(tag: string, inside: string, offset: number): Entity {
  const attribute = (name: string) => {
    const pattern = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i');
    const match = pattern.exec(inside);
    return match?.[1] ?? match?.[2] ?? match?.[3];
  };
  const type = tagTypes.get(tag);
  if (!type) throw fault(`Unsupported start tag "${tag}" at byte offset ${offset}`);
  if (tag === 'span' && attribute('class') !== 'tg-spoiler') {
    throw fault(`Tag "span" must have class "tg-spoiler" at byte offset ${offset}`);
  }
  const url = tag === 'a' ? attribute('href') : undefined;
  const language = tag === 'code' ? attribute('class')?.replace(/^language-/, '') : undefined;
  return {
    type,
    offset: 0,
    length: 0,
    ...(url !== undefined && { url: decodeReferences(url) }),
    ...(language !== undefined && { language }),
  };
}

/** What a reference at the start of `rest` stands for, and its length; an unknown one stands for itself. */
function reference(rest: string): [string, number] {
  const match = /^&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));?/i.exec(rest);
  if (!match) return ['&', 1];
  const [whole, decimal, hexadecimal, name] = match;
  if (name !== undefined) {
    const char = named.get(name);
    return char === undefined ? ['&', 1] : [char, whole.length];
  }
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? [String.fromCodePoint(code), whole.length] : ['&', 1];
}

const decodeReferences = (text: string): string =>
  text.replace(/&[#\w]+;?/g, (found) => {
    const [decoded, length] = reference(found);
    return decoded + found.slice(length);
  });

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
