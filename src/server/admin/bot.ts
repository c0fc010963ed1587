import 'server-only';
import { type Notice, type WebhookState } from '@/contract/admin';
import { html } from '@/texts/html';
import { adminTexts } from '@/texts/admin';
import { type Db } from '../platform/db/client';
import { env } from '../platform/env';
import { findUnstartedNotice, markPreviewed, sendToOneself } from '../notices/notices';
import { type OutgoingNotice } from '../notices/due';
import { type BotApi, ownBot, type Send, sendMessageVia } from '../telegram/send';
import { readWebhookState } from '../telegram/setup';

/** A notice goes out as it was typed: nothing in it is markup. */
export const sendNoticeVia = (botApi: BotApi): Send<OutgoingNotice> => {
  const send = sendMessageVia(botApi);
  return ({ chatId, text }, signal) =>
    send({ chatId, message: { text: html`${text}`, keyboard: [] } }, signal);
};

export const webhookState = (): Promise<WebhookState> => readWebhookState(ownBot(), env());

const own = (db: Db) => ({
  db,
  send: sendNoticeVia(ownBot()),
  maxPerSecond: env().maxPerSecond,
});

export const sendTestMessage = (db: Db, adminId: number): Promise<void> =>
  sendToOneself(own(db), { chatId: adminId, text: adminTexts.test.message });

export async function previewNotice(db: Db, adminId: number, id: number): Promise<Notice> {
  const draft = await findUnstartedNotice(db, adminId, id);
  await sendToOneself(own(db), { chatId: adminId, text: draft.text });
  return markPreviewed(db, draft, new Date());
}
