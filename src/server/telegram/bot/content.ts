import 'server-only';
import { type Message } from 'telegraf/types';
import { type HeardText } from './quick-add';

/** What a private message holds, as far as the bot cares. */
export type Content =
  | { kind: 'command'; name: string; args: string }
  | ({ kind: 'text' } & HeardText)
  | { kind: 'voice' | 'sticker' | 'location' | 'generic' }
  /** Nobody said anything: a pinned message, a changed setting. */
  | { kind: 'service' };

const KINDS = {
  voice: ['voice', 'video_note', 'audio'],
  sticker: ['sticker', 'dice', 'animation'],
  location: ['location', 'venue'],
  generic: ['photo', 'video', 'document', 'contact', 'poll', 'game', 'story', 'invoice'],
} as const;

export function contentOf(message: Message): Content {
  const forwarded = 'forward_origin' in message;
  const text = textOf(message);
  const command = /^\/([a-z0-9_]*)(?:@\w+)?(?:\s+([\s\S]*))?$/i.exec(text);
  if (command && !forwarded) {
    const [, name = '', args = ''] = command;
    return { kind: 'command', name: name.toLowerCase(), args: args.trim() };
  }
  if (text !== '') {
    const repliedTo =
      'reply_to_message' in message ? message.reply_to_message.message_id : undefined;
    return { kind: 'text', text, forwarded, repliedTo };
  }
  for (const kind of ['voice', 'sticker', 'location', 'generic'] as const) {
    if (KINDS[kind].some((key) => key in message)) return { kind };
  }
  return { kind: 'service' };
}

/** A caption counts as the text: «оплатить завтра» under the photo of a bill. */
function textOf(message: Message): string {
  if ('text' in message) return storable(message.text);
  return 'caption' in message ? storable(message.caption) : '';
}

/** Postgres takes neither NUL nor half a surrogate pair. */
const storable = (text: string): string => text.replace(/\0|\p{Surrogate}/gu, '').trim();
