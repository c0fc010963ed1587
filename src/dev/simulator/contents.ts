import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { badRequest } from './call';
import { botJson } from './message-json';
import { oggOpusOf } from './ogg-opus';
import { type World } from './world';

/** Hills under the sun, 160 by 120: what every picture and every thumbnail here is. */
export const samplePicture = readFileSync('src/dev/simulator/sample-picture.jpg');

/** Stands for the number that tells a file from the others. */
const NUMBER = '#';

/**
 * What people send or forward to a bot besides text, each as the field of the Bot API's Message that
 * makes it that kind (Bot API 10.1): enough for a bot that looks which field is there.
 */
const file = (kind: string, mime_type?: string, file_size = 12_345) => ({
  file_id: `${kind}-${NUMBER}`,
  file_unique_id: `${kind}-unique-${NUMBER}`,
  file_size,
  ...(mime_type !== undefined && { mime_type }),
});
const picture = (kind: string, width: number, height: number) => ({
  ...file(kind, undefined, samplePicture.length),
  ...{ width, height },
});
const thumbnail = (kind: string) => ({ thumbnail: picture(`thumbnail-${kind}`, 320, 240) });
const video = {
  ...file('video', 'video/mp4'),
  ...thumbnail('video'),
  ...{ width: 640, height: 360, duration: 12 },
};
const place = { latitude: 55.7558, longitude: 37.6173 };
const channel = { id: -1_001_234_567_890, type: 'channel', title: 'Канал' };

const contents = {
  photo: {
    photo: [
      picture('photo-small', 90, 67),
      picture('photo-medium', 320, 240),
      picture('photo', 640, 480),
    ],
  },
  video: { video },
  animation: { animation: video, document: video },
  document: {
    document: {
      ...file('document', 'application/pdf'),
      ...thumbnail('document'),
      file_name: 'счёт.pdf',
    },
  },
  audio: { audio: { ...file('audio', 'audio/mpeg'), duration: 180, title: 'Песня' } },
  voice: { voice: { ...file('voice', 'audio/ogg'), duration: 4 } },
  video_note: {
    video_note: {
      ...file('video_note', 'video/mp4'),
      ...thumbnail('video_note'),
      ...{ length: 240, duration: 6 },
    },
  },
  sticker: {
    sticker: {
      ...picture('sticker', 512, 512),
      ...thumbnail('sticker'),
      ...{ is_animated: false, is_video: false, emoji: '👍' },
    },
  },
  dice: { dice: { emoji: '🎲', value: 4 } },
  location: { location: place },
  venue: { venue: { location: place, title: 'Почта', address: 'Тверская, 1' }, location: place },
  contact: { contact: { phone_number: '+79990000000', first_name: 'Оля' } },
  poll: {
    poll: {
      question: 'Когда встречаемся?',
      options: [{ text: 'В пятницу' }, { text: 'В субботу' }],
    },
  },
  story: { story: { chat: channel, id: 7 } },
  checklist: {
    checklist: {
      title: 'Покупки',
      tasks: [
        { id: 1, text: 'Молоко' },
        { id: 2, text: 'Хлеб', completion_date: 0 },
      ],
    },
  },
  paid_media: {
    paid_media: {
      star_count: 5,
      paid_media: [{ type: 'preview', width: 640, height: 360, duration: 12 }],
    },
  },
  giveaway: {
    giveaway: { chats: [channel], winners_selection_date: 1_893_456_000, winner_count: 3 },
  },
  giveaway_winners: { giveaway_winners: { chat: channel, winner_count: 1, winners: [] } },
  rich_message: {
    rich_message: {
      blocks: [
        { type: 'heading', text: 'План', size: 1 },
        { type: 'paragraph', text: 'Завтра в 9 оплатить интернет' },
      ],
    },
  },
  /** Nobody said anything in these: the bot is to keep quiet. */
  pinned_message: {
    pinned_message: { message_id: 1, date: 0, chat: { id: 1, type: 'private' } },
  },
  poll_option_added: { poll_option_added: { option_text: 'В воскресенье' } },
  poll_option_deleted: { poll_option_deleted: { option_text: 'В воскресенье' } },
  managed_bot_created: { managed_bot_created: { bot: { id: 2, is_bot: true, first_name: 'Бот' } } },
} satisfies Record<string, Record<string, unknown>>;

const byName = new Map<string, Record<string, unknown>>(Object.entries(contents));
export const CONTENT_KINDS: readonly string[] = [...byName.keys()];

const fieldsOf = z.record(z.string(), z.unknown());

/** The fields of a message of a kind, its file being number `number`. */
export function contentOfKind(kind: string, number: number): Record<string, unknown> {
  const content = byName.get(kind);
  if (!content) throw badRequest(`nobody can send a ${kind}`);
  const files = (_: string, value: unknown) =>
    typeof value === 'string' ? value.replace(NUMBER, String(number)) : value;
  return fieldsOf.parse(JSON.parse(JSON.stringify(content), files));
}

const contentFields = new Set([...byName.values()].flatMap((content) => Object.keys(content)));
/** Of a message's fields those that make it another kind than a text. */
export const contentIn = (fields: Record<string, unknown> = {}): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => contentFields.has(name)));

const aFile = z.object({
  file_id: z.string(),
  width: z.number().optional(),
  mime_type: z.string().optional(),
  thumbnail: z.object({ file_id: z.string() }).optional(),
});
/** Keeps the files of a message, of a photo's sizes each, and a content for those that are pictures. */
export function keepFiles(world: World, fields: Record<string, unknown>): void {
  const content = contentIn(fields);
  for (const [field, value] of Object.entries(content)) {
    for (const each of [value].flat()) {
      const { data } = aFile.safeParse(each);
      if (!data) continue;
      const { file_id, width, mime_type, thumbnail } = data;
      world.files.set(file_id, { field, content });
      const isPicture = width !== undefined && mime_type === undefined;
      for (const id of [isPicture ? file_id : undefined, thumbnail?.file_id]) {
        if (id === undefined) continue;
        world.uploads.set(id, { path: `photos/${id}.jpg`, content: samplePicture });
      }
    }
  }
}

/** Somebody who speaks calmly says so many characters a second. */
const SPOKEN_A_SECOND = 12;

/**
 * Somebody says these words in the voice message that is sent: its file holds them, for `startTranscriber` to hear. What
 * is told of its length is what the sender says: `sound` may be another one.
 */
export function speak(
  world: World,
  content: Record<string, unknown>,
  { words, sound }: { words: string; sound?: Buffer | undefined },
) {
  const voice = z.looseObject({ file_id: z.string() }).parse(content.voice);
  const duration = Math.ceil(words.length / SPOKEN_A_SECOND);
  const file = sound ?? oggOpusOf(words, duration);
  world.uploads.set(voice.file_id, { path: `voice/${voice.file_id}.oga`, content: file });
  return { voice: { ...voice, duration, file_size: file.length } };
}

/**
 * Kinds that the Bot API does not copy. The documentation names all but stories and checklists, of which
 * it says nothing. https://core.telegram.org/bots/api#copymessage
 */
export const NEVER_COPIED: readonly string[] = [
  'paid_media',
  'giveaway',
  'giveaway_winners',
  ...['pinned_message', 'poll_option_added', 'poll_option_deleted', 'managed_bot_created'],
  'story',
  'checklist',
];

const FORWARDED_FROM = {
  user: (world: World) => ({ sender_user: botJson(world) }),
  hidden_user: () => ({ sender_user_name: 'Пётр' }),
  channel: () => ({ chat: channel, message_id: 3 }),
};
export type Origin = keyof typeof FORWARDED_FROM;

/** A MessageOrigin. */
export const originOf = (origin: Origin, world: World): Record<string, unknown> => ({
  type: origin,
  date: Math.floor(world.now() / 1000) - 60,
  ...FORWARDED_FROM[origin](world),
});

export const forwardedFrom = (origin: Origin, world: World): Record<string, unknown> => ({
  forward_origin: originOf(origin, world),
});
