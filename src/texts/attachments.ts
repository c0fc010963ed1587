import { html, type Html, link } from './html';
import { plural, type PluralForms } from './plural';

/**
 * The kinds of message that are told apart, in the order in which to look for them: a GIF is a document
 * besides, a venue a location. `other` is whatever Telegram has or will think of besides.
 */
const names = {
  text: 'Сообщение',
  photo: 'Фото',
  video: 'Видео',
  animation: 'GIF',
  video_note: 'Видеосообщение',
  voice: 'Голосовое сообщение',
  audio: 'Аудио',
  document: 'Файл',
  sticker: 'Стикер',
  contact: 'Контакт',
  venue: 'Место',
  location: 'Место на карте',
  poll: 'Опрос',
  story: 'История',
  checklist: 'Список',
  other: 'Сообщение',
};
export type AttachmentKind = keyof typeof names;
const isKind = (name: string): name is AttachmentKind => Object.hasOwn(names, name);
export const ATTACHMENT_KINDS = Object.keys(names).filter(isKind);

/** What is said of a kept message. */
export interface AttachmentFacts {
  kind: AttachmentKind;
  /** Of a file, a song, a contact, a place, a poll: what it is called. */
  name?: string | undefined;
  /** Of what is played: how long it lasts. */
  seconds?: number | undefined;
}

const photos: PluralForms = ['фото', 'фото', 'фото'];
const files: PluralForms = ['файл', 'файла', 'файлов'];

/**
 * «Голосовое сообщение, 0:04», «Файл: счёт.pdf», «Альбом: 3 фото». `album` of one that may still grow; `chat`
 * is the name of the one that it was asked for in, of which alone there may be something to say.
 */
export function describeAttachment(
  items: readonly AttachmentFacts[],
  album: boolean,
  chat?: string,
): string {
  const things = describeThings(items, album);
  if (chat === undefined) return things;
  return things === '' ? `Чат «${chat}»` : `${things}, чат «${chat}»`;
}

function describeThings(items: readonly AttachmentFacts[], album: boolean): string {
  const [first, ...others] = items;
  if (!first) return '';
  if (others.length === 0) return album ? 'Альбом' : describeOne(first);
  const noun = items.every(({ kind }) => kind === 'photo') ? photos : files;
  return `Альбом: ${plural(items.length, noun)}`;
}

function describeOne({ kind, name = '', seconds }: AttachmentFacts): string {
  const called = name === '' ? '' : `${kind === 'sticker' ? ' ' : ': '}${name}`;
  return `${names[kind]}${called}${seconds === undefined ? '' : `, ${clockOf(seconds)}`}`;
}

/** «0:04», «12:30», «1:02:03». */
function clockOf(seconds: number): string {
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours = 0, ...rest] = parts;
  const shown = hours > 0 ? parts : rest;
  return shown.map((part, i) => (i === 0 ? `${part}` : `${part}`.padStart(2, '0'))).join(':');
}

export const attachmentTexts = {
  line: (described: string): string => `📎 ${described}`,
  /** Under a reminder that was asked for in another chat; its name leads there where Telegram has links. */
  from: (chat: string, url?: string): Html => {
    const name = `Чат «${chat}»`;
    return html`💬 ${url === undefined ? name : link(name, url)}`;
  },
  /** Telegram gives the original no longer: what was kept of it comes alone. */
  lost: 'Само сообщение Telegram больше не отдаёт: осталось только то, что сохранилось в тексте.',
  partlyLost: 'Часть альбома Telegram больше не отдаёт.',
  label: 'Вложение',
  /** Instead of the small picture, for those who do not see it; what is attached is said beside it. */
  thumbnail: 'Миниатюра вложения',
  send: 'Прислать в чат',
  sendOf: (described: string): string => `Прислать в чат: ${described}`,
  sent: 'Отправлено в чат с ботом',
  failed: 'Не удалось прислать вложение',
  unreachable: 'Бот не может вам написать. Разблокируйте его или нажмите /start в чате',
  notSent: 'Telegram пока не принимает сообщения в этот чат. Попробуйте через минуту',
  /** Under what was sent on demand and is no longer there. */
  lostOnDemand: (described: string): string =>
    `📎 ${described}. Само сообщение Telegram больше не отдаёт.`,
} as const;
