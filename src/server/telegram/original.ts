import 'server-only';
import { type InputMedia, type MessageEntity } from 'telegraf/types';
import { beginningOf } from '@/core/cut';
import { MESSAGE_TEXT_MAX } from '@/core/limits';
import {
  type Attachment,
  type AttachmentItem,
  wordsOf,
  type Brought,
} from '../platform/attachment';
import { type SendResult } from './send';
import { type BotApi, classifyFault } from './send';

/** UTF-16 units of a caption that a bot may send; people with Premium write longer ones. */
const CAPTION_MAX = 1_024;

/** What is to come into which chat; `known` is the text that its reader has anyway. */
export type Original = { chatId: number; attachment: Attachment; known?: string };

/** Messages that are in the chat now; `lost` where Telegram did not give what was asked for. */
type Arrived = Pick<Brought, 'messageIds' | 'lost'>;
/** Undefined where Telegram has nothing of it any more, and says so without a refusal. */
type Way = () => Promise<Arrived | undefined>;
/** Tried one after another until something has come. */
type Step = readonly Way[];

/**
 * Brings a kept message back into its chat: as a copy, which alone keeps spoilers, live photos, a caption
 * above and mentions of people; where the message is gone, by its file or its text; and where Telegram gives
 * neither any longer, the words that were kept of it. `before` is where an earlier
 * attempt came to; the answer goes on from there. A `failure` says that Telegram takes nothing at all at
 * the moment, and that the rest is still to be brought. Never rejects.
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
  for (const ways of stepsOf(api, original, signal).slice(before.steps)) {
    const taken = await firstTaken(ways);
    if ('status' in taken) return { brought, failure: taken };
    brought = {
      scheduledAt: before.scheduledAt,
      steps: brought.steps + 1,
      messageIds: [...brought.messageIds, ...taken.messageIds],
      ...((brought.lost ?? taken.lost) && { lost: brought.lost ?? taken.lost }),
    };
    if (brought.lost === 'all') break;
  }
  return { brought };
}

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

function stepsOf(api: BotApi, { chatId, attachment, known }: Original, signal: AbortSignal) {
  const { items } = attachment;
  const say = async (text: string, entities: MessageEntity[] = []): Promise<number[]> => {
    // The captions of an album may be longer together.
    const message = { chat_id: chatId, text: beginningOf(text, MESSAGE_TEXT_MAX), entities };
    return [(await api('sendMessage', message, signal)).message_id];
  };
  const words = wordsOf(attachment);
  const [only, ...others] = items;
  const left: Way = async () => ({
    messageIds: words === '' || words.trim() === known?.trim() ? [] : await say(words),
    lost: 'all',
  });
  if (only?.kind === 'text' && others.length === 0) {
    return [
      [
        () => copied(api, chatId, only, signal),
        async () => ({ messageIds: await say(words, only.entities) }),
        async () => ({ messageIds: await say(words) }),
      ],
    ];
  }
  const ways =
    only && others.length === 0
      ? waysOfOne(api, chatId, only, signal)
      : waysOfAlbum(api, chatId, items, signal);
  return [
    [...ways, left],
    ...items
      .filter(isTooLong)
      .map(({ text = '', entities }): Step => [
        async () => ({ messageIds: await say(text, entities) }),
        async () => ({ messageIds: await say(text) }),
      ]),
  ];
}

/** What has a caption, and is sent by its file. */
const CAPTIONED = ['photo', 'video', 'animation', 'voice', 'audio', 'document'] as const;
const isCaptioned = ({ kind }: AttachmentItem) => CAPTIONED.some((each) => each === kind);
/** Its caption comes as a text of its own. */
const isTooLong = (item: AttachmentItem): boolean =>
  isCaptioned(item) && (item.text ?? '').length > CAPTION_MAX;

type Caption = { caption?: string; caption_entities?: MessageEntity[] };
const captionOf = (item: AttachmentItem): Caption =>
  !isCaptioned(item) || isTooLong(item) || !item.text
    ? {}
    : { caption: item.text, caption_entities: item.entities ?? [] };

async function copied(api: BotApi, chatId: number, item: AttachmentItem, signal: AbortSignal) {
  const source = { chat_id: chatId, from_chat_id: chatId, message_id: item.messageId };
  const bare = isTooLong(item) && { caption: '' };
  return { messageIds: [(await api('copyMessage', { ...source, ...bare }, signal)).message_id] };
}

type SendFile = (
  api: BotApi,
  file: string,
  to: Caption & { chat_id: number },
  signal: AbortSignal,
) => Promise<{ message_id: number }>;
const byFile: Partial<Record<AttachmentItem['kind'], SendFile>> = {
  photo: (api, photo, to, signal) => api('sendPhoto', { ...to, photo }, signal),
  video: (api, video, to, signal) => api('sendVideo', { ...to, video }, signal),
  animation: (api, animation, to, signal) => api('sendAnimation', { ...to, animation }, signal),
  voice: (api, voice, to, signal) => api('sendVoice', { ...to, voice }, signal),
  audio: (api, audio, to, signal) => api('sendAudio', { ...to, audio }, signal),
  document: (api, document, to, signal) => api('sendDocument', { ...to, document }, signal),
  video_note: (api, video_note, to, signal) => api('sendVideoNote', { ...to, video_note }, signal),
  sticker: (api, sticker, to, signal) => api('sendSticker', { ...to, sticker }, signal),
};

function waysOfOne(api: BotApi, chatId: number, item: AttachmentItem, signal: AbortSignal): Way[] {
  const { fileId, kind, messageId } = item;
  const to = { chat_id: chatId };
  const arrived = ({ message_id }: { message_id: number }) => ({ messageIds: [message_id] });
  return [
    () => copied(api, chatId, item, signal),
    async () => {
      const send = byFile[kind];
      if (!send || fileId === undefined) return undefined;
      return arrived(await send(api, fileId, { ...to, ...captionOf(item) }, signal));
    },
    // Stories, checklists and the like can only be forwarded.
    async () => {
      const source = { ...to, from_chat_id: chatId, message_id: messageId };
      return arrived(await api('forwardMessage', source, signal));
    },
  ];
}

function waysOfAlbum(
  api: BotApi,
  chatId: number,
  items: readonly AttachmentItem[],
  signal: AbortSignal,
): Way[] {
  const to = { chat_id: chatId };
  const media = items.flatMap(mediaOf);
  const sentAnew = async (): Promise<Arrived | undefined> => {
    if (media.length < items.length) return undefined;
    const sent = await api('sendMediaGroup', { ...to, media }, signal);
    return { messageIds: sent.map(({ message_id }) => message_id) };
  };
  const copies = async (): Promise<Arrived | undefined> => {
    const message_ids = items.map(({ messageId }) => messageId);
    const source = { ...to, from_chat_id: chatId, message_ids };
    const sent = await api('copyMessages', source, signal);
    const messageIds = sent.map(({ message_id }) => message_id);
    if (messageIds.length === items.length) return { messageIds };
    // Telegram skips what is gone, and takes it for no fault.
    if (messageIds.length === 0) return undefined;
    const whole = await sentAnew().catch(() => undefined);
    if (!whole) return { messageIds, lost: 'part' };
    await api('deleteMessages', { ...to, message_ids: messageIds }, signal).catch(() => undefined);
    return whole;
  };
  // A copy would have the long caption, too, which Telegram refuses of a bot.
  return items.some(isTooLong) ? [sentAnew, copies] : [copies, sentAnew];
}

type AlbumMedia = Extract<InputMedia, { type: 'photo' | 'video' | 'audio' | 'document' }>;

function mediaOf(item: AttachmentItem): AlbumMedia[] {
  const { kind: type, fileId: media } = item;
  const fits = type === 'photo' || type === 'video' || type === 'audio' || type === 'document';
  return fits && media !== undefined ? [{ type, media, ...captionOf(item) }] : [];
}
