import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { badCall, badRequest } from './bot-api-error';
import { type Entity, type FormattedText, parseHtml, plainEntities } from './html';
import { type Keyboard } from './markup';
import { type Params } from './request-params';
import { type Chat, type World } from './world';

export const CAPTION_MAX = 1024;

/** The chat that a call names, whatever its status. */
export function targetChat(params: Params, world: World): Chat {
  const id = params.integer('chat_id');
  if (id === undefined) throw badRequest('chat not found');
  return world.chat(id);
}

export const writable = (params: Params, world: World): Chat =>
  world.writableChat(targetChat(params, world).user.id);

const givenEntities = z.array(
  z.looseObject({ type: z.string(), offset: z.number(), length: z.number() }),
);

/** A text with its formatting, which is given as HTML or as entities. */
export function formatted(params: Params, field: 'text' | 'caption', world: World): FormattedText {
  const source = params.string(field) ?? '';
  if (world.options.lean) return { text: source, entities: [] };
  const mode = (params.string('parse_mode') ?? '').toLowerCase();
  if (mode !== '' && mode !== 'html') throw badCall(`unsupported parse_mode`);
  const name = field === 'text' ? 'entities' : 'caption_entities';
  const given = givenEntities.safeParse(params.structure(name) ?? []);
  if (!given.success) throw badCall("can't parse entities");
  const parsed = mode === 'html' ? parseHtml(source) : { text: source.trim(), entities: [] };
  const entities = mode === 'html' ? parsed.entities : entitiesIn(parsed.text, given.data);
  return { text: parsed.text, entities: [...entities, ...plainEntities(parsed.text)] };
}

/** Entities that a call gives have to lie within its text. */
function entitiesIn(text: string, given: Entity[]): Entity[] {
  const outside = given.some(({ offset, length }) => offset < 0 || offset + length > text.length);
  if (outside) throw badCall("can't parse entities: an entity lies outside of the text");
  return given;
}

export function captionOf(params: Params, world: World): FormattedText {
  const caption = formatted(params, 'caption', world);
  if (caption.text.length > CAPTION_MAX) throw badCall('message caption is too long');
  return caption;
}

/** What an edit brings; refused where nothing of the message is another. */
export function demandChange(
  { text, entities, keyboard }: FormattedText & { keyboard: Keyboard },
  change: Partial<FormattedText> & { keyboard: Keyboard },
): void {
  const before = { text, entities, keyboard };
  if (!isDeepStrictEqual({ ...before, ...change }, before)) return;
  throw badRequest(
    'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
  );
}
