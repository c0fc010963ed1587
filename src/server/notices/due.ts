import 'server-only';
import { and, eq, gt, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { quietEndOf } from '../accounts/settings';
import { type ClaimOptions } from '../outbox/kind';
import {
  isOurs,
  type Lease,
  leasedRows,
  type Prepared,
  type Refilled,
} from '../outbox/leased-rows';
import { PATIENCE } from '../outbox/verdict';
import { type Db } from '../platform/db/client';
import { readRow } from '../platform/db/read-rows';
import { timestamp } from '../platform/db/time-in-sql';
import { noticeRecipients, notices, users } from '../platform/db/schema';
import { type Send } from '../telegram/send';

export type OutgoingNotice = { chatId: number; text: string };

/** On their way, or out and not yet settled: what a kill -9 may repeat. */
export const NOTICES_HELD_MAX = 16;
/** Slots further off were taken by reminders after we looked. */
const SLOT_WITHIN_MS = 500;
/** A notice takes at most this share of the pace, however quiet it is. */
const PACE_SHARE = 0.5;
/** Slots taken at a time, in seconds of the whole pace: what a reminder may have to wait for. */
const BATCH_S = 0.1;
const LOOK_MS = 100;
/** A chat is left alone around a reminder of its own that falls due within this time. */
const CHAT_AHEAD_MS = 2_000;
const CHAT_BUSY_MS = 3_000;
/** A chat, or a share of the pace, is never booked further ahead; if it is, the clock was set back. */
const AHEAD_MAX_MS = 60_000;

interface NoticeToSend extends Prepared {
  noticeId: number;
  text: string;
}

/** The running notice to all users. It gives way to reminders, and while slots are taken ahead. */
export const dueNotices = (db: Db, send: Send<OutgoingNotice>) =>
  leasedRows<NoticeToSend>({
    name: 'notice',
    table: noticeRecipients,
    heldMax: NOTICES_HELD_MAX,
    slotWithinMs: SLOT_WITHIN_MS,
    refill: addRecipients,
    prepare: prepareNotice,
    send: async ({ text, ...lease }, signal) => {
      // Asked at the last moment: a stop is meant for the very next message.
      const isRunning = await isStillRunning(db, lease).catch(() => false);
      return isRunning ? send({ chatId: lease.userId, text }, signal) : null;
    },
    patience: PATIENCE.notice,
    ledgerKind: () => 'notice',
    end: async (tx, { noticeId, ...lease }, { over }) => {
      const own = isOurs(noticeRecipients, lease);
      const { rowCount } = await tx.delete(noticeRecipients).where(own);
      const counted = over === 'rejected' ? 'failed' : over;
      const count = { [counted]: sql`${notices[counted]} + 1` };
      if (rowCount) await tx.update(notices).set(count).where(eq(notices.id, noticeId));
    },
  });

async function isStillRunning(db: Db, lease: Pick<Lease, 'userId' | 'token'>): Promise<boolean> {
  const [notice] = await db
    .select({ state: notices.state })
    .from(noticeRecipients)
    .innerJoin(notices, eq(notices.id, noticeRecipients.noticeId))
    .where(isOurs(noticeRecipients, lease));
  return notice?.state === 'running';
}

/** Who gets a notice that started at `startedAt`: whoever accepted the terms, and can be written to. */
export const recipients = (startedAt: Date): SQL => sql`unreachable_since is null
  and terms_version is not null and created_at <= ${timestamp(startedAt)}`;

/**
 * Gives the next few recipients of the running notice their rows, or says how long it has to wait: for whatever
 * goes first, for its own share of the pace. Any number of instances may ask; the notice's row makes them
 * take turns. Ends the notice after its last recipient. Where none is running, all that is left are recipients of
 * one that was stopped.
 */
async function addRecipients(
  db: Db,
  { now, limit, maxPerSecond, wayFreeAt }: ClaimOptions,
): Promise<Refilled> {
  return db.transaction(async (tx) => {
    const running = eq(notices.state, 'running');
    const [notice] = await tx.select().from(notices).where(running).for('update');
    if (!notice) return { limit };
    const { id: noticeId, cursor, claimAfter, startedAt } = notice;
    const ahead = (claimAfter?.getTime() ?? 0) - now.getTime();
    if (claimAfter && ahead > 0 && ahead < AHEAD_MAX_MS) return { limit: 0, nextAt: claimAfter };
    const freeAt = await wayFreeAt(tx);
    if (freeAt) return { limit: 0, nextAt: freeAt };

    const batch = Math.max(1, Math.min(limit, Math.round(maxPerSecond * BATCH_S)));
    const batchEnd = new Date(now.getTime() + (batch * 1_000) / (maxPerSecond * PACE_SHARE));
    const write = (columns: Partial<typeof notices.$inferInsert>) =>
      tx.update(notices).set(columns).where(eq(notices.id, noticeId));
    const nextAt = await nextClaimableAt(tx, noticeId, now);
    if (nextAt && nextAt <= now) {
      await write({ claimAfter: batchEnd });
      return { limit: batch, nextAt: batchEnd };
    }
    // Whoever is being erased is waited for: the cursor passes everybody for good.
    const next = await tx
      .select({ userId: users.id })
      .from(users)
      .where(and(gt(users.id, cursor), recipients(startedAt ?? now)))
      .orderBy(users.id)
      .limit(batch)
      .for('key share');
    const last = next.at(-1);
    if (last) {
      const rows = next.map(({ userId }) => ({ userId, noticeId, dueAt: now }));
      await tx.insert(noticeRecipients).values(rows);
      await write({ claimAfter: batchEnd, cursor: last.userId });
      return { limit: batch, nextAt: batchEnd };
    }
    // A chat may accept nothing, or its quiet hours last, for hours: until then there is nothing to lease.
    const soon = new Date(now.getTime() + LOOK_MS);
    if (nextAt) return { limit: batch, nextAt: nextAt > soon ? nextAt : soon };
    // Whoever has leased the last rows may have a clock that is ahead of ours.
    if (await hasRecipients(tx, noticeId)) return { limit, nextAt: soon };
    await write({ state: 'done', finishedAt: now });
    return { limit };
  });
}

/** Whether somebody's row is left, leased or not. */
async function hasRecipients(tx: Db, noticeId: number): Promise<boolean> {
  const { noticeId: ofNotice } = noticeRecipients;
  const rows = tx.select({ ofNotice }).from(noticeRecipients).where(eq(ofNotice, noticeId));
  return (await rows.limit(1)).length > 0;
}

const nextClaimable = z.object({ at: z.coerce.date().nullable() });

/**
 * When somebody's row can be leased next; null where the notice has none, or none but those that a clock ahead of ours
 * has leased. Reads the front of the index: of those whom it waits for there may be many.
 */
async function nextClaimableAt(tx: Db, noticeId: number, now: Date): Promise<Date | null> {
  const at = timestamp(now);
  const ofNotice = sql`from notice_recipients where notice_id = ${noticeId}`;
  const next = sql`
    select case when free_at <= ${at} then free_at else least(free_at, (
      select min(lease_until) ${ofNotice} and due_at <= ${at} and lease_until is not null)) end as at
    from (select (
      select due_at ${ofNotice} and lease_until is null order by due_at limit 1) as free_at) as first`;
  return (await readRow(tx, next, nextClaimable)).at;
}

/** What a recipient gets now; when to look again, where it is quiet, or the chat in use or about to be. */
async function prepareNotice(db: Db, lease: Lease, now: Date): Promise<NoticeToSend | Date | null> {
  const own = isOurs(noticeRecipients, lease);
  const [found] = await db
    .select({
      notice: { id: notices.id, state: notices.state, text: notices.text },
      account: users,
      hasReminderSoon: hasReminderSoon(now),
    })
    .from(noticeRecipients)
    .innerJoin(notices, eq(notices.id, noticeRecipients.noticeId))
    .innerJoin(users, eq(users.id, noticeRecipients.userId))
    .where(own);
  if (!found) return null;
  const { notice, account } = found;
  if (notice.state !== 'running') {
    // A stop is meant for everybody who has not got it.
    await db.delete(noticeRecipients).where(own);
    return null;
  }
  const quietEnd = quietEndOf(account, now);
  if (quietEnd) return quietEnd;
  const busyMs = (account.chatFreeAt?.getTime() ?? 0) - now.getTime();
  const isBusy = busyMs > 0 && busyMs < AHEAD_MAX_MS;
  if (isBusy || found.hasReminderSoon) return new Date(now.getTime() + CHAT_BUSY_MS);
  return { id: String(notice.id), noticeId: notice.id, text: notice.text };
}

/** Of a row of `users`: whether a reminder falls due in the chat about now. */
const hasReminderSoon = (now: Date): SQL<boolean> => sql<boolean>`exists (
  select from reminders
  where reminders.user_id = ${users.id} and delivery_state = 'scheduled' and deleted_at is null
    and due_at <= ${timestamp(new Date(now.getTime() + CHAT_AHEAD_MS))})`;
