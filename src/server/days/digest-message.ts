import 'server-only';
import { excerpt } from '@/core/cut';
import { instantToWallTime } from '@/core/time-zone';
import { botTexts } from '@/texts/bot';
import { html, lines } from '@/texts/html';
import { type OutgoingDigest } from './digest';
import { FIRST_PAGE, itemData } from '../telegram/callback-data';
import { inRows } from '../telegram/turn';
import { type RenderedMessage } from '../telegram/message';
import { type BotApi, sendMessageVia, type Send } from '../telegram/send';

const texts = botTexts.quietDigest;
const LINE_MAX = 80;
const BUTTONS_A_ROW = 5;

/** What quiet hours held back, in one message; a button by its number opens each reminder of it. */
export function renderDigest({
  parts,
  timeZone,
}: Pick<OutgoingDigest, 'parts' | 'timeZone'>): RenderedMessage {
  const nags = parts.filter((part) => part.kind === 'nag');
  const text = parts.map((part) => {
    if (part.kind === 'notice') return html`${part.text}`;
    const since = instantToWallTime(part.waitingSince, timeZone).slice(11, 16);
    const line = excerpt(part.text.replaceAll('\n', ' '), LINE_MAX);
    return texts.waits(nags.indexOf(part) + 1, line, since);
  });
  const buttons = nags.map(({ reminderId, version }, at) => ({
    text: String(at + 1),
    callback_data: itemData(reminderId, 'show', FIRST_PAGE, version),
  }));
  return {
    html: lines(
      ...(nags.length > 0 ? [texts.heading, ''] : []),
      ...text,
      ...(nags.length > 0 ? ['', texts.pick] : []),
    ),
    keyboard: inRows(buttons, BUTTONS_A_ROW),
  };
}

export const sendDigestVia = (api: BotApi): Send<OutgoingDigest> => {
  const send = sendMessageVia(api);
  return ({ chatId, ...digest }, signal) => send({ chatId, message: renderDigest(digest) }, signal);
};
