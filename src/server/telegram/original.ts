import 'server-only';
import { type InputMedia, type MessageEntity } from 'telegraf/types';
import { beginningOf } from '@/core/cut';
import { MESSAGE_TEXT_MAX } from '@/core/limits';
import {
  type Attachment,
  type AttachmentItem,
  NO_MESSAGE,
  wordsOf,
  type Brought,
} from '../platform/attachment';
import { type BotApi, classifyFault, type SendResult } from './send';

/** UTF-16 units of a caption that a bot may send; people with Premium write longer ones. */
const CAPTION_MAX = 1_024;

/** The attachment that is to come into a chat; `known` is the text that its reader has anyway. */
type Original = { chatId: number; attachment: Attachment; known?: string };

type Bot = { api: BotApi; to: { chat_id: number }; signal: AbortSignal };
/** Messages that are in the chat now; `lost` where Telegram did not give what was asked for. */
type Arrived = Pick<Brought, 'messageIds' | 'lost'>;
/** Undefined where Telegram has nothing of it any more, and says so without a refusal. */
type Way = () => Promise<Arrived | undefined>;
/** Tried one after another until something has come. */
type Step = readonly Way[];

/**
 * Brings a kept message back into its chat: as a copy, which alone keeps spoilers, live photos, a caption
 * above and mentions of people; where the message is gone, by its file or its text (an album with a caption that is too
 * long to repeat, the other way round); and where Telegram gives neither any longer, the words that were kept of it,
 * unless `original.known` holds them. `before` is where an earlier attempt came to; the answer goes on from there. A `failure`
 * says why nothing more can be brought at the moment (no answer, a 429, a bot that is shut out, a fault of ours), and
 * that the rest is still to be brought. Never rejects.
 */
export async function bringOriginal(
  api: BotApi,
  original: Original,
  before: Brought,
  signal: AbortSignal,
): Promise<{ brought: Brought; failure?: Exclude<SendResult, { status: 'sent' }> }> {
  let brought = before;
  // The words that were sent in its place hold the captions of all parts.
  if (before.lost === 'all') return { brought };
  const bot = { api, to: { chat_id: original.chatId }, signal };
  for (const ways of stepsOf(bot, original).slice(before.steps)) {
    const taken = await firstTaken(ways);
    if ('status' in taken) return { brought, failure: taken };
    // The first loss counts.
    const lost = brought.lost ?? taken.lost;
    brought = {
      scheduledAt: before.scheduledAt,
      steps: brought.steps + 1,
      messageIds: [...brought.messageIds, ...taken.messageIds],
      ...(lost && { lost }),
    };
    if (brought.lost === 'all') break;
  }
  return { brought };
}

const isHere = ({ messageId }: AttachmentItem): boolean => messageId !== NO_MESSAGE;

async function firstTaken(ways: Step): Promise<Arrived | Exclude<SendResult, { status: 'sent' }>> {
  for (const way of ways) {
    try {
      const arrived = await way();
      if (arrived) return arrived;
    } catch (error) {
      const fault = classifyFault(error);
      // Anything else is no matter of this message: a 429, a blocked bot, no answer.
      if (fault.status !== 'refused' && fault.status !== 'rejected') return fault;
    }
  }
  return { messageIds: [], lost: 'all' };
}

function stepsOf(bot: Bot, { attachment, known }: Original): Step[] {
  const { items } = attachment;
  const say = async (text: string, entities: MessageEntity[] = []): Promise<number[]> => {
    // The captions of an album may be longer together.
    const message = { ...bot.to, text: beginningOf(text, MESSAGE_TEXT_MAX), entities };
    return [(await bot.api('sendMessage', message, bot.signal)).message_id];
  };
  if (items.length === 0) return [];
  const words = wordsOf(attachment);
  const [only] = items.length === 1 ? items : [];
  /** Nothing else can be brought any more, and no captions follow. */
  const wordsAlone: Way = async () => ({
    messageIds: words === '' || words.trim() === known?.trim() ? [] : await say(words),
    lost: 'all',
  });
  if (only?.kind === 'text') {
    const formatted: Way = async () => ({ messageIds: await say(words, only.entities) });
    const plain: Way = async () => ({ messageIds: await say(words) });
    return [[...(isHere(only) ? [() => copied(bot, only)] : []), formatted, plain]];
  }
  const captions = items
    .filter(isTooLong)
    .map(({ text = '', entities }): Step => [
      async () => ({ messageIds: await say(text, entities) }),
      async () => ({ messageIds: await say(text) }),
    ]);
  return [[...(only ? waysOfOne(bot, only) : waysOfAlbum(bot, items)), wordsAlone], ...captions];
}

/** Kinds that have a caption, and are sent by their file. */
const CAPTIONED = ['photo', 'video', 'animation', 'voice', 'audio', 'document'] as const;
const isCaptioned = ({ kind }: AttachmentItem) => CAPTIONED.some((each) => each === kind);
/** Its caption comes as a text of its own. */
const isTooLong = (item: AttachmentItem): boolean =>
  isCaptioned(item) && (item.text ?? '').length > CAPTION_MAX;

type Caption = { caption?: string; caption_entities?: MessageEntity[] };
function captionOf(item: AttachmentItem): Caption {
  if (!item.text || !isCaptioned(item) || isTooLong(item)) return {};
  return { caption: item.text, caption_entities: item.entities ?? [] };
}

async function copied({ api, to, signal }: Bot, item: AttachmentItem): Promise<Arrived> {
  const source = { ...to, from_chat_id: to.chat_id, message_id: item.messageId };
  const bare = isTooLong(item) && { caption: '' };
  return { messageIds: [(await api('copyMessage', { ...source, ...bare }, signal)).message_id] };
}

/** The call that sends each kind that has a file; its message names the file as the kind is called. */
const BY_FILE = {
  photo: 'sendPhoto',
  video: 'sendVideo',
  animation: 'sendAnimation',
  voice: 'sendVoice',
  audio: 'sendAudio',
  document: 'sendDocument',
  video_note: 'sendVideoNote',
  sticker: 'sendSticker',
} as const;
const isSentByFile = (kind: AttachmentItem['kind']): kind is keyof typeof BY_FILE =>
  kind in BY_FILE;

function waysOfOne(bot: Bot, item: AttachmentItem): Way[] {
  const { api, to, signal } = bot;
  const { fileId, kind, messageId } = item;
  const arrived = ({ message_id }: { message_id: number }) => ({ messageIds: [message_id] });
  const sentAnew: Way = async () => {
    if (!isSentByFile(kind) || fileId === undefined) return undefined;
    const message = { ...to, ...captionOf(item), [kind]: fileId };
    // @ts-expect-error Which of the fields it is that holds the file, no type follows.
    return arrived(await api(BY_FILE[kind], message, signal));
  };
  if (!isHere(item)) return [sentAnew];
  return [
    () => copied(bot, item),
    sentAnew,
    // Stories, checklists and the like can only be forwarded.
    async () => {
      const source = { ...to, from_chat_id: to.chat_id, message_id: messageId };
      return arrived(await api('forwardMessage', source, signal));
    },
  ];
}

function waysOfAlbum({ api, to, signal }: Bot, items: readonly AttachmentItem[]): Way[] {
  const media = items.flatMap(mediaOf);
  const sentAnew = async (): Promise<Arrived | undefined> => {
    if (media.length < items.length) return undefined;
    const sent = await api('sendMediaGroup', { ...to, media }, signal);
    return { messageIds: sent.map(({ message_id }) => message_id) };
  };
  const copies = async (): Promise<Arrived | undefined> => {
    const message_ids = items.map(({ messageId }) => messageId);
    const source = { ...to, from_chat_id: to.chat_id, message_ids };
    const sent = await api('copyMessages', source, signal);
    const messageIds = sent.map(({ message_id }) => message_id);
    if (messageIds.length === items.length) return { messageIds };
    // Telegram skips what is gone, and takes it for no fault.
    if (messageIds.length === 0) return undefined;
    // Whatever kept it: to try once more would send the copies again.
    const whole = await sentAnew().catch(() => undefined);
    if (!whole) return { messageIds, lost: 'part' };
    await api('deleteMessages', { ...to, message_ids: messageIds }, signal).catch(() => undefined);
    return whole;
  };
  // A copy would have the long caption, too, which Telegram refuses of a bot.
  return items.some(isTooLong) ? [sentAnew, copies] : [copies, sentAnew];
}

const ALBUM_KINDS = ['photo', 'video', 'audio', 'document'] as const;
type AlbumMedia = Extract<InputMedia, { type: (typeof ALBUM_KINDS)[number] }>;

function mediaOf(item: AttachmentItem): AlbumMedia[] {
  const { fileId: media } = item;
  const type = ALBUM_KINDS.find((kind) => kind === item.kind);
  if (type === undefined || media === undefined) return [];
  return [{ type, media, ...captionOf(item) }];
}
