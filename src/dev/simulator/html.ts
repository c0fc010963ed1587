import { badCall } from './call';

/** A stretch of a message's text; offset and length in UTF-16 code units, as the Bot API counts. */
export interface Entity {
  type: string;
  offset: number;
  length: number;
  url?: string;
  unix_time?: number;
  date_time_format?: string;
}

export interface FormattedText {
  text: string;
  entities: Entity[];
}

const tagTypes = new Map([
  ['b', 'bold'],
  ['i', 'italic'],
  ['u', 'underline'],
  ['s', 'strikethrough'],
  ['a', 'text_link'],
  ['code', 'code'],
]);
const TIME = /^<tg-time unix="(\d+)" format="(r|w?[dD]?[tT]?)">$/;
/** A moment may lie so far ahead. */
const TIME_AHEAD_S = 1_098 * 86_400;
const named = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&amp;', '&'],
  ['&quot;', '"'],
]);

const fault = (what: string) => badCall(`can't parse entities: ${what}`);

/**
 * Reads parse_mode HTML as the product writes it: seven tags in lower case, an address for a link, a moment
 * for a time, four references. Telegram reads more; what it would read otherwise than it was meant, such as a character of a
 * person's text that was not escaped, is refused here. An entity around nothing is dropped, and tags must nest.
 * https://core.telegram.org/bots/api#html-style
 */
export function parseHtml(source: string): FormattedText {
  const entities: Entity[] = [];
  const open: { name: string; entity: Omit<Entity, 'length'> }[] = [];
  let text = '';
  for (const [token] of source.matchAll(/<[^>]*>?|[^<]+/g)) {
    const [, name = '', href = ''] = /^<(\w+)(?: href="([^"]+)")?>$/.exec(token) ?? [];
    const [, unix, date_time_format = ''] = TIME.exec(token) ?? [];
    const type = tagTypes.get(name);
    const offset = text.length;
    if (!token.startsWith('<')) {
      text += withoutReferences(token);
    } else if (token.startsWith('</')) {
      const last = open.pop();
      if (!last || token !== `</${last.name}>`) throw fault(`Unexpected end tag ${token}`);
      const length = offset - last.entity.offset;
      if (length > 0) entities.push({ ...last.entity, length });
    } else if (unix !== undefined) {
      const unix_time = Number(unix);
      if (unix_time > Date.now() / 1000 + TIME_AHEAD_S)
        throw fault('simulator: a time too far ahead');
      const entity = { type: 'date_time', offset, unix_time, date_time_format };
      open.push({ name: 'tg-time', entity });
    } else if (type !== undefined && (name === 'a') === (href !== '')) {
      const url = withoutReferences(href);
      open.push({ name, entity: { type, offset, ...(url !== '' && { url }) } });
    } else throw fault(`Unsupported start tag ${token}`);
  }
  const unclosed = open.at(-1);
  if (unclosed) {
    throw fault(`Can't find end tag corresponding to start tag "${unclosed.name}"`);
  }
  return trimmed(text, entities);
}

const withoutReferences = (text: string): string =>
  text.replace(/&[a-z]*;?/g, (reference) => {
    const character = named.get(reference);
    if (character === undefined) throw fault(`Unknown reference ${reference}`);
    return character;
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
