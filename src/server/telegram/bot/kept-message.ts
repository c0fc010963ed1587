import 'server-only';
import { type Message } from 'telegraf/types';
import { z } from 'zod';
import { THUMBNAIL_MAX_BYTES, THUMBNAIL_PX } from '@/core/limits';
import { type AttachmentKind } from '@/texts/attachments';
import {
  type Attachment,
  type AttachmentItem,
  fitted,
  formatsOf,
  storable,
} from '../../attachment';

/** What a field of the Bot API's Message says of what it holds. */
type Known = Pick<AttachmentItem, 'fileId' | 'thumbnailId' | 'name' | 'seconds' | 'text'>;

const word = z.string().optional().catch(undefined);
const fileId = z.string().min(1).max(256).optional().catch(undefined);
const seconds = z.number().int().nonnegative().optional().catch(undefined);
const picture = z.object({
  file_id: fileId,
  width: z.number().catch(0),
  height: z.number().catch(0),
  file_size: z.number().catch(0),
});
const file = z.object({
  file_id: fileId,
  file_size: z.number().catch(0),
  thumbnail: picture.optional().catch(undefined),
  duration: seconds,
  file_name: word,
  title: word,
  performer: word,
  emoji: word,
});
const sizes = z.array(picture);
const place = z.object({ latitude: z.number(), longitude: z.number() });
const tasks = z.array(z.object({ text: z.string() }));

const bullets = (head: string, points: readonly { text: string }[]): string =>
  [head, ...points.map(({ text }) => `• ${text}`)].join('\n');

/** The smallest that is sharp enough, else the sharpest; never one that is too large to be fetched. */
function thumbnailOf(pictures: readonly z.infer<typeof picture>[]): string | undefined {
  const small = pictures
    .filter(({ file_size }) => file_size <= THUMBNAIL_MAX_BYTES)
    .map(({ file_id, width, height }) => ({ file_id, side: Math.max(width, height) }))
    .sort((a, b) => a.side - b.side);
  return (small.find(({ side }) => side >= THUMBNAIL_PX) ?? small.at(-1))?.file_id;
}

const fileOf =
  (name: (of: z.infer<typeof file>) => string | undefined = () => undefined) =>
  (value: unknown): Known => {
    const known = file.parse(value);
    const { file_id, duration, thumbnail } = known;
    const thumbnailId = thumbnail && thumbnailOf([thumbnail]);
    return { fileId: file_id, seconds: duration, name: name(known), thumbnailId };
  };

const sticker = picture.extend({
  is_animated: z.boolean().catch(true),
  is_video: z.boolean().catch(true),
});
/** One that does not move is a picture itself. */
function stickerOf(value: unknown): Known {
  const known = fileOf(({ emoji }) => emoji)(value);
  const { is_animated, is_video, ...itself } = sticker.parse(value);
  const still = is_animated || is_video ? undefined : thumbnailOf([itself]);
  return { ...known, thumbnailId: known.thumbnailId ?? still };
}

/** By field, in the order in which to look: a GIF is a document besides, a venue a location. */
const readers: readonly [AttachmentKind, (value: unknown) => Known][] = [
  [
    'photo',
    (value) => {
      const pictures = sizes.parse(value);
      return { fileId: pictures.at(-1)?.file_id, thumbnailId: thumbnailOf(pictures) };
    },
  ],
  ['animation', fileOf()],
  ['video', fileOf()],
  ['video_note', fileOf()],
  ['voice', fileOf()],
  [
    'audio',
    fileOf(({ performer, title, file_name }) =>
      title === undefined ? file_name : [performer, title].filter(Boolean).join(' — '),
    ),
  ],
  ['document', fileOf(({ file_name }) => file_name)],
  ['sticker', stickerOf],
  [
    'contact',
    (value) => {
      const { first_name, last_name, phone_number } = z
        .object({ first_name: word, last_name: word, phone_number: word })
        .parse(value);
      const name = [first_name, last_name].filter(Boolean).join(' ');
      return { name, text: [name, phone_number].filter(Boolean).join(', ') };
    },
  ],
  [
    'venue',
    (value) => {
      const { title, address, location } = z
        .object({ title: z.string(), address: z.string(), location: place })
        .parse(value);
      return { name: title, text: [title, address, coordinates(location)].join('\n') };
    },
  ],
  ['location', (value) => ({ text: coordinates(place.parse(value)) })],
  [
    'poll',
    (value) => {
      const { question, options } = z.object({ question: z.string(), options: tasks }).parse(value);
      return { name: question, text: bullets(question, options) };
    },
  ],
  ['story', () => ({})],
  [
    'checklist',
    (value) => {
      const list = z.object({ title: z.string(), tasks }).parse(value);
      return { name: list.title, text: bullets(list.title, list.tasks) };
    },
  ],
];

const coordinates = ({ latitude, longitude }: z.infer<typeof place>): string =>
  `${latitude}, ${longitude}`;

/**
 * A message of a chat with the bot as it is kept: everything that somebody sends or forwards, whatever
 * Telegram will think of. What a field does not say as expected is left out, and never a fault.
 */
export function keptOf(message: Message): Attachment {
  const fields = new Map<string, unknown>(Object.entries(message));
  const [kind, known] = kindOf(fields);
  const caption = z
    .string()
    .catch('')
    .parse(fields.get('text') ?? fields.get('caption'));
  const groupId = z
    .string()
    .max(64)
    .optional()
    .catch(undefined)
    .parse(fields.get('media_group_id'));
  return fitted({
    ...(groupId !== undefined && { groupId }),
    items: [
      storable({
        kind,
        messageId: message.message_id,
        ...(known.fileId !== undefined && { fileId: known.fileId }),
        ...(known.thumbnailId !== undefined && { thumbnailId: known.thumbnailId }),
        ...(known.seconds !== undefined && { seconds: known.seconds }),
        name: known.name,
        text: caption === '' ? known.text : caption,
        entities: formatsOf(fields.get('entities') ?? fields.get('caption_entities')),
      }),
    ],
  });
}

function kindOf(fields: ReadonlyMap<string, unknown>): [AttachmentKind, Known] {
  if (fields.has('text')) return ['text', {}];
  for (const [kind, read] of readers) {
    if (!fields.has(kind)) continue;
    try {
      return [kind, read(fields.get(kind))];
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      return [kind, {}];
    }
  }
  return ['other', {}];
}
