import 'server-only';
import { and, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { notice, type Notice } from '@/contract/admin';
import { NOTICE_TEXT_MAX } from '@/core/limits';
import { cleanText } from '@/core/reminder-rules';
import { adminErrors } from '@/texts/admin';
import { type Db } from '../platform/db/client';
import { safeFault } from '../platform/db/faults';
import { noticeRecipients, notices, users } from '../platform/db/schema';
import { nudgeDelivery } from '../platform/nudge';
import { AppError, found } from '../platform/errors';
import { type OutgoingNotice, recipients } from './due';
import { type Send } from '../telegram/send';
import { sendOne } from '../outbox/send-one';
import { takePersonalPermit } from '../platform/rate-limit';

type NoticeRow = typeof notices.$inferSelect;

const NOTICES_SHOWN = 10;

/** Those that were started, the latest first, and before them this administrator's own draft. */
export async function listNotices(db: Db, adminId: number): Promise<Notice[]> {
  const shown = or(ne(notices.state, 'draft'), eq(notices.createdBy, adminId));
  const order = sql`${notices.state} <> 'draft', ${notices.startedAt} desc`;
  const rows = db.select().from(notices).where(shown).orderBy(order);
  return (await rows.limit(NOTICES_SHOWN)).map(toWire);
}

/** Writes the administrator's one draft; a changed text has to be previewed anew. */
export async function saveNotice(
  db: Db,
  { adminId, text: raw, now }: { adminId: number; text: string; now: Date },
): Promise<Notice> {
  const text = cleanText(raw);
  const tooLong = text.length > NOTICE_TEXT_MAX && adminErrors.noticeTooLong(NOTICE_TEXT_MAX);
  const message = text === '' ? adminErrors.noticeEmpty : tooLong;
  if (message) throw new AppError('invalid', { errors: [{ field: 'text', message }] });
  const [row] = await db
    .insert(notices)
    .values({ text, state: 'draft', createdBy: adminId, createdAt: now })
    .onConflictDoUpdate({
      target: notices.createdBy,
      targetWhere: sql`state = 'draft'`,
      set: {
        text,
        previewedAt: sql`case when ${notices.text} = excluded.text then ${notices.previewedAt} end`,
      },
    })
    .returning();
  return toWire(found(row));
}

/** This administrator's draft, or `not-found`. */
export async function findUnstartedNotice(db: Db, adminId: number, id: number): Promise<NoticeRow> {
  const [row] = await db.select().from(notices).where(ownDraft(adminId, id));
  return found(row);
}

const ownDraft = (adminId: number, id: number) =>
  and(eq(notices.id, id), eq(notices.createdBy, adminId), eq(notices.state, 'draft'));

/** Notes that the author has got this text, and how many users would get it now. */
export async function markPreviewed(db: Db, draft: NoticeRow, now: Date): Promise<Notice> {
  const [row] = await db
    .update(notices)
    .set({ previewedAt: now, recipients: await countRecipients(db, now) })
    .where(and(ownDraft(draft.createdBy, draft.id), eq(notices.text, draft.text)))
    .returning();
  return toWire(found(row));
}

/**
 * Starts a previewed draft, once, however often it is asked for: a notice that was started answers
 * its present state. Refused while another is running; `conflict` where its text is not the one that was confirmed, since
 * another tab has written another.
 */
export async function startNotice(
  db: Db,
  { adminId, id, text, now }: { adminId: number; id: number; text: string; now: Date },
): Promise<Notice> {
  const own = and(eq(notices.id, id), eq(notices.createdBy, adminId));
  const readConfirmed = async () => {
    const row = found((await db.select().from(notices).where(own))[0]);
    if (row.text === text) return row;
    throw new AppError('conflict', { message: adminErrors.noticeChanged });
  };
  const row = await readConfirmed();
  if (row.state !== 'draft') return toWire(row);
  const count = await countRecipients(db, now);
  const [started] = await db
    .update(notices)
    .set({ state: 'running', startedAt: now, recipients: count })
    .where(and(ownDraft(adminId, id), eq(notices.text, text), isNotNull(notices.previewedAt)))
    .returning()
    .catch((error: unknown) => {
      // PostgreSQL's unique_violation: only one notice may be running.
      if (safeFault(error).code !== '23505') throw error;
      throw new AppError('invalid', { message: adminErrors.otherNoticeRuns });
    });
  if (started) {
    nudgeDelivery(db, now);
    return toWire(started);
  }
  // Another tap was quicker, or the draft has not been previewed as it is.
  const other = await readConfirmed();
  if (other.state === 'draft') throw new AppError('invalid', { message: adminErrors.previewFirst });
  return toWire(other);
}

/**
 * Stops a notice for good, by any administrator. What is on its way settles itself, and nobody else gets it, also none of
 * those for whose quiet hours it waits.
 */
export async function stopNotice(db: Db, id: number, now: Date): Promise<Notice> {
  const running = and(eq(notices.id, id), eq(notices.state, 'running'));
  const stop = { state: 'stopped', finishedAt: now } as const;
  const [stopped] = await db.update(notices).set(stop).where(running).returning();
  if (stopped) {
    const { noticeId, leaseToken } = noticeRecipients;
    await db.delete(noticeRecipients).where(and(eq(noticeId, id), isNull(leaseToken)));
    return toWire(stopped);
  }
  const started = and(eq(notices.id, id), ne(notices.state, 'draft'));
  const [row] = await db.select().from(notices).where(started);
  return toWire(found(row));
}

const countRecipients = (db: Db, now: Date): Promise<number> => db.$count(users, recipients(now));

const toWire = (row: NoticeRow): Notice => notice.parse(JSON.parse(JSON.stringify(row)));

/**
 * Sends one message to the administrator who asks. Rejects with an AppError that says why it did not
 * arrive.
 */
export async function sendToOneself(
  { db, send, maxPerSecond }: { db: Db; send: Send<OutgoingNotice>; maxPerSecond: number },
  message: OutgoingNotice,
): Promise<void> {
  await takePersonalPermit(db, 'ownNotices', message.chatId, new Date());
  const result = await sendOne({ db, send, maxPerSecond }, message);
  const unavailable = (text: string, retryAfter?: number) =>
    new AppError('unavailable', { message: text, ...(retryAfter && { retryAfter }) });
  switch (result.status) {
    case 'sent':
      return;
    case 'unreachable':
      throw new AppError('invalid', { message: adminErrors.cannotWriteToYou });
    case 'rejected':
    case 'refused':
      throw new AppError('invalid', { message: adminErrors.messageRejected(result.code) });
    case 'halted':
    case 'rate-limited':
      throw unavailable(adminErrors.telegramPaused, result.retryAfterS);
    case 'unauthorized':
      throw unavailable(adminErrors.tokenRefused);
    case 'fault':
      throw new AppError('internal');
    case 'retry':
      throw unavailable(adminErrors.telegramSilent);
  }
}
