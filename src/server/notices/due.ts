import 'server-only';
import { and, eq, inArray, isNotNull, sql, type SQL } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { quietUntil } from '@/core/quiet-hours';
import {
  type Claim,
  type Claimed,
  type ClaimOptions,
  type Kind,
  type Sent,
  type Settled,
} from '../outbox/kind';
import { type Send } from '../telegram/send';
import { type Attempt, recordAttempts } from '../outbox/ledger';
import { PATIENCE, verdictOf } from '../outbox/verdict';
import { type Db } from '../platform/db/client';
import { ms } from '../platform/db/epoch';
import { noticeClaims, notices, users } from '../platform/db/schema';
import { hold } from '../days/digest';
import { settingsOf } from '../accounts/settings';
import { CHAT_SPACING_MS, isFree, LEASE_MS, SILENCE_MAX_MS } from '../outbox/pace';

export type OutgoingNotice = { chatId: number; text: string };

/** On their way, or out and not yet settled: what a kill -9 may repeat. */
export const NOTICES_HELD_MAX = 16;
/** Slots further off were taken by reminders after we looked. */
const SLOT_WITHIN_MS = 500;

/** The running notice to all users. It gives way to everything before it. */
export const dueNotices = (db: Db, send: Send<OutgoingNotice>): Kind<NoticeClaim> => ({
  name: 'notice',
  heldMax: NOTICES_HELD_MAX,
  slotWithinMs: SLOT_WITHIN_MS,
  claim: claimNotice,
  release,
  send: async (claim, signal) => {
    // Asked at the last moment: a stop is meant for the very next message.
    if (!(await isStillToSend(db, claim).catch(() => false))) return null;
    return send({ chatId: claim.userId, text: claim.text }, signal);
  },
  settle,
});

const ours = ({ noticeId, userId, token }: NoticeClaim) =>
  and(
    eq(noticeClaims.noticeId, noticeId),
    eq(noticeClaims.userId, userId),
    eq(noticeClaims.leaseToken, token),
  );

async function isStillToSend(db: Db, claim: NoticeClaim): Promise<boolean> {
  const rows = await db
    .select({ id: notices.id })
    .from(noticeClaims)
    .innerJoin(notices, eq(notices.id, noticeClaims.noticeId))
    .where(and(ours(claim), eq(notices.state, 'running')));
  return rows.length > 0;
}

/** In one transaction for each notice of these; everybody takes its row first, and claims after it. */
async function eachNotice(
  db: Db,
  claims: readonly NoticeClaim[],
  work: (tx: Db, noticeId: number, isRunning: boolean) => Promise<void>,
): Promise<void> {
  for (const id of new Set(claims.map(({ noticeId }) => noticeId))) {
    await db.transaction(async (tx) => {
      const [row] = await tx.select().from(notices).where(eq(notices.id, id)).for('update');
      await work(tx, id, row?.state === 'running');
    });
  }
}

/** The claim is free again, or gone with a notice that was stopped. */
async function putBack(
  tx: Db,
  claim: NoticeClaim,
  isRunning: boolean,
  again: Partial<Pick<typeof noticeClaims.$inferInsert, 'notBefore' | 'attempts'>>,
): Promise<void> {
  const free = { ...again, leaseToken: null, leaseUntil: null };
  await (isRunning ? tx.update(noticeClaims).set(free) : tx.delete(noticeClaims)).where(
    ours(claim),
  );
}

const release = (db: Db, claims: readonly NoticeClaim[], notBefore: Date | null = null) =>
  eachNotice(db, claims, async (tx, noticeId, isRunning) => {
    for (const claim of claims) {
      if (claim.noticeId === noticeId) await putBack(tx, claim, isRunning, { notBefore });
    }
  });

async function settle(db: Db, group: readonly Sent<NoticeClaim>[]): Promise<Settled> {
  const claims = group.map(({ claim }) => claim);
  await eachNotice(db, claims, async (tx, noticeId, isRunning) => {
    const theirs = group.filter(({ claim }) => claim.noticeId === noticeId);
    const attempts = theirs.map(({ claim: { userId }, at, result }): Attempt => {
      return { userId, kind: 'notice', scheduledAt: at, sentAt: at, result };
    });
    await recordAttempts(tx, attempts);
    const counts = { sent: 0, unreachable: 0, failed: 0 };
    for (const { claim, result, at } of theirs) {
      const verdict = verdictOf(result, at, claim.attempts, PATIENCE.notice);
      if (verdict.over === null) {
        const { notBefore, attempts } = verdict;
        await putBack(tx, claim, isRunning, { notBefore, attempts });
        continue;
      }
      const gone = await tx.delete(noticeClaims).where(ours(claim)).returning();
      counts[verdict.over === 'rejected' ? 'failed' : verdict.over] += gone.length;
    }
    const plus = (key: keyof typeof counts) => sql`${notices[key]} + ${counts[key]}`;
    const sums = { sent: plus('sent'), unreachable: plus('unreachable'), failed: plus('failed') };
    await tx.update(notices).set(sums).where(eq(notices.id, noticeId));
  });
  return {};
}

type NoticeRow = typeof notices.$inferSelect;

/** A notice takes at most this share of the pace, however quiet it is. */
const PACE_SHARE = 0.5;
/** Slots taken at a time, in seconds of the whole pace: what a reminder may have to wait for. */
const BATCH_S = 0.1;
const LOOK_MS = 100;
/** A chat is left alone around a reminder of its own that falls due within this time. */
const CHAT_AHEAD_MS = 2_000;
const CHAT_BUSY_MS = 3_000;
/** A share of the pace is never booked further ahead; if it is, the clock was set back. */
const CLAIM_AHEAD_MAX_MS = 60_000;

export type NoticeClaim = Claim & { noticeId: number; text: string; attempts: number };

/** Who gets a notice that started at `startedAt`: whoever accepted the terms, and can be written to. */
export const recipients = (startedAt: Date): SQL => sql`unreachable_since is null
  and terms_version is not null and created_at <= ${startedAt.toISOString()}`;

/**
 * Claims the next few recipients of the running notice, or says how long it has to wait: for whatever
 * goes first, for its own share of the pace. Any number of instances may ask; the notice's row makes them
 * take turns. Ends the notice after its last recipient.
 */
export function claimNotice(db: Db, { now, limit, maxPerSecond, wayFreeAt }: ClaimOptions) {
  return db.transaction(async (tx): Promise<Claimed<NoticeClaim>> => {
    const nobody = (nextAt?: Date) => ({ claims: [], found: 0, ...(nextAt && { nextAt }) });
    const running = eq(notices.state, 'running');
    const [notice] = await tx.select().from(notices).where(running).for('update');
    if (!notice) return nobody();
    const ahead = (notice.claimAfter?.getTime() ?? 0) - now.getTime();
    if (notice.claimAfter && ahead > 0 && ahead < CLAIM_AHEAD_MAX_MS) {
      return nobody(notice.claimAfter);
    }
    const freeAt = await wayFreeAt(tx);
    if (freeAt) return nobody(freeAt);

    const batch = Math.max(1, Math.min(limit, Math.round(maxPerSecond * BATCH_S)));
    const again = await claimAgain(tx, notice, { now, limit: batch });
    const fresh = again.length > 0 ? [] : await claimFresh(tx, notice, { now, limit: batch });
    const found = again.length + fresh.length;
    if (found === 0) return nobody(await endOrWait(tx, notice, now));
    const awake = await holdWhereQuiet(tx, notice.id, [...again, ...fresh], now);
    const claims = awake.filter(({ busy }) => !busy);

    const takes = (claims.length * 1_000) / (maxPerSecond * PACE_SHARE);
    const nextAt = new Date(now.getTime() + takes);
    await tx
      .update(notices)
      .set({ claimAfter: nextAt, ...(fresh.length > 0 && { cursor: lastOf(fresh) }) })
      .where(eq(notices.id, notice.id));
    return { claims, found, nextAt };
  });
}

/**
 * Hands the notice over to the one message that waits for the end of quiet hours, for those recipients
 * who have them now; answers the others.
 */
async function holdWhereQuiet<C extends NoticeClaim>(
  tx: Db,
  noticeId: number,
  claims: readonly C[],
  now: Date,
): Promise<C[]> {
  if (claims.length === 0) return [];
  const ids = claims.map(({ userId }) => userId);
  const { id, settings, timeZone } = users;
  const set = and(inArray(id, ids), isNotNull(settings));
  const withSettings = await tx.select({ id, settings, timeZone }).from(users).where(set);
  const quiet = new Set<number>();
  for (const { id, settings, timeZone } of withSettings) {
    const until = quietUntil(settingsOf(settings).quietHours, now, timeZone);
    if (!until) continue;
    await hold(tx, id, { kind: 'notice', noticeId }, until);
    quiet.add(id);
  }
  if (quiet.size > 0) {
    const theirs = inArray(noticeClaims.userId, [...quiet]);
    await tx.delete(noticeClaims).where(and(eq(noticeClaims.noticeId, noticeId), theirs));
  }
  return claims.filter(({ userId }) => !quiet.has(userId));
}

const lastOf = (claims: readonly { userId: number }[]): number =>
  Math.max(...claims.map(({ userId }) => userId));

const claimed = z.array(
  z.object({
    userId: z.string().transform(Number),
    token: z.string().nullable(),
    attempts: z.number(),
  }),
);

/**
 * Leases the recipients that `picked` selects (`user_id`, `attempts`) and marks their chats as taken.
 * One whose chat is in use, or about to be, only gets a row that says when to look again.
 */
async function lease(db: Db, { id: noticeId, text }: NoticeRow, picked: SQL, now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`;
  const token = randomUUID();
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const { rows } = await db.execute(sql`
    with picked as materialized (${picked}), chats as materialized (
      select user_id, attempts,
        case when chat_silent_until between ${at} and ${at} + ${ms(SILENCE_MAX_MS)}
          then chat_silent_until end as silent_until,
        coalesce(chat_free_at between ${at} and ${at} + interval '1 minute', false)
        or coalesce(chat_silent_until between ${at} and ${at} + ${ms(SILENCE_MAX_MS)}, false)
        or exists (
          select 1 from reminders where reminders.user_id = picked.user_id and deleted_at is null
            and delivery_state = 'scheduled' and due_at <= ${at} + ${ms(CHAT_AHEAD_MS)}
        ) as busy
      from picked join users on users.id = picked.user_id
    ), taken as (
      update users set chat_free_at = ${at} + ${ms(CHAT_SPACING_MS)}
      from chats where chats.user_id = users.id and not busy
    )
    insert into ${noticeClaims} as claim
      (user_id, notice_id, lease_token, lease_until, not_before, attempts)
    select user_id, ${noticeId},
      case when not busy then ${token}::uuid end,
      case when not busy then ${leaseUntil.toISOString()}::timestamptz end,
      case when busy then greatest(silent_until, ${at} + ${ms(CHAT_BUSY_MS)}) end, attempts
    from chats
    on conflict (user_id, notice_id) do update set lease_token = excluded.lease_token,
      lease_until = excluded.lease_until, not_before = excluded.not_before
    returning user_id as "userId", lease_token as token, claim.attempts`);
  return claimed.parse(rows).map(({ userId, attempts, token }) => ({
    ...{ userId, attempts, noticeId, text, leaseUntil, chatFreeAt: now, messages: 1 },
    ...{ key: `${noticeId}:${userId}`, token: token ?? '', busy: token === null },
  }));
}

/** Those who have to be tried again, or whose claim outlived its holder. */
function claimAgain(db: Db, notice: NoticeRow, { now, limit }: { now: Date; limit: number }) {
  const at = sql`${now.toISOString()}::timestamptz`;
  // Skips whoever is locked, so that nobody can wait for us while we wait for them.
  const picked = sql`
    select claim.user_id, claim.attempts from ${noticeClaims} as claim
      join ${users} on users.id = claim.user_id
    where claim.notice_id = ${notice.id} and ${isFree(sql`claim.lease_until`, at)}
      and (claim.not_before is null or claim.not_before <= ${at})
    limit ${limit} for no key update skip locked`;
  return lease(db, notice, picked, now);
}

/** The next ones, in the order of their ids; none is skipped, since the cursor passes them for good. */
function claimFresh(db: Db, notice: NoticeRow, { now, limit }: { now: Date; limit: number }) {
  const picked = sql`
    select id as user_id, 0 as attempts from ${users}
    where id > ${notice.cursor} and ${recipients(notice.startedAt ?? now)}
    order by id limit ${limit} for no key update`;
  return lease(db, notice, picked, now);
}

/** Nobody could be claimed: the notice is through, or waits for those who are being sent it. */
async function endOrWait(db: Db, { id, cursor, startedAt }: NoticeRow, now: Date) {
  const behind = sql`${users.id} > ${cursor} and ${recipients(startedAt ?? now)}`;
  const fresh = await db.select({ id: users.id }).from(users).where(behind).limit(1);
  const nextClaimable = sql`coalesce(${noticeClaims.leaseUntil}, ${noticeClaims.notBefore})`;
  const at = nextClaimable.mapWith(noticeClaims.notBefore);
  const claims = db.select({ at }).from(noticeClaims).where(eq(noticeClaims.noticeId, id));
  const [next] = await claims.orderBy(nextClaimable).limit(1);
  if (fresh.length > 0 || next) {
    const soon = now.getTime() + LOOK_MS;
    // A chat may accept nothing for hours: until then there is nothing to claim.
    return new Date(fresh.length > 0 ? soon : Math.max(soon, next?.at.getTime() ?? 0));
  }
  await db.update(notices).set({ state: 'done', finishedAt: now }).where(eq(notices.id, id));
  return undefined;
}
