import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { heldNag } from '@/core/firing';
import { quietUntil } from '@/core/quiet-hours';
import { type Db } from '../db/client';
import { type HeldItem, notices, quietDigests, reminders, users } from '../db/schema';
import { type SendResult } from '../delivery/outgoing';
import { settingsOf } from '../settings';

/** How long a claim is ours; after a crash it is claimed again. Longer than a send may take. */
const LEASE_MS = 60_000;
/** By how much the clocks of two instances may differ. */
const CLOCKS_APART_MS = 30_000;
/** Attempts that may have arrived, after which a message is given up: its floods go on without it. */
const ATTEMPTS_MAX = 5;
const BACKOFF_FIRST_MS = 5_000;
/** While Telegram cannot be reached, or refuses the bot, nothing can have arrived. */
const UNREACHED_DELAY_MS = 15_000;
/** Reminders in one message: each has its button. */
const NAGS_MAX = 20;
/** Characters of a message that hold what was held, a heading aside. Telegram's own limit is 4,096. */
const TEXT_MAX = 3_900;
/** What a line costs beside its text. */
const LINE_EXTRA = 20;

export interface DigestClaim {
  userId: number;
  token: string;
}

/** What one message tells of, in its order. */
export interface Digest {
  userId: number;
  timeZone: string;
  parts: (
    | { kind: 'nag'; reminderId: number; text: string; version: number; waitingSince: Date }
    | { kind: 'notice'; text: string }
  )[];
  /** How many of the held items it is made of, those that no longer hold included. */
  items: HeldItem[];
  attempts: number;
}

const keys = z.array(z.object({ userId: z.string().transform(Number) }));

/** Leases up to `limit` messages that are due. Skips what another instance holds. */
export async function claimDigests(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<DigestClaim[]> {
  const token = randomUUID();
  const at = sql`${now.toISOString()}::timestamptz`;
  const ms = (milliseconds: number) => sql`${milliseconds} * interval '1 ms'`;
  const { rows } = await db.execute(sql`
    with due as materialized (
      select user_id from ${quietDigests} where due_at <= ${at} and (lease_until is null
        or lease_until not between ${at} and ${at} + ${ms(LEASE_MS + CLOCKS_APART_MS)})
      order by due_at limit ${limit} for update skip locked
    )
    update ${quietDigests} as digest
    set lease_token = ${token}, lease_until = ${at} + ${ms(LEASE_MS)}
    from due where digest.user_id = due.user_id
    returning digest.user_id as "userId"`);
  return keys.parse(rows).map(({ userId }) => ({ userId, token }));
}

const ours = ({ userId, token }: DigestClaim) =>
  and(eq(quietDigests.userId, userId), eq(quietDigests.leaseToken, token));

/**
 * What a claimed message is to say now. What was answered, changed or sent since is left out, and every
 * flood in it goes on from this message. Null where there is nothing to send: it is quiet again, or
 * nothing of it holds any more.
 */
export function prepareDigest(db: Db, claim: DigestClaim, now: Date): Promise<Digest | null> {
  return db.transaction(async (tx): Promise<Digest | null> => {
    const [row] = await tx
      .select({ digest: quietDigests, settings: users.settings, timeZone: users.timeZone })
      .from(quietDigests)
      .innerJoin(users, eq(users.id, quietDigests.userId))
      .where(ours(claim))
      .for('update', { of: quietDigests });
    if (!row) return null;
    const { digest, timeZone } = row;
    const until = quietUntil(settingsOf(row.settings).quietHours, now, timeZone);
    if (until) {
      const later = { dueAt: until, leaseToken: null, leaseUntil: null };
      await tx.update(quietDigests).set(later).where(ours(claim));
      return null;
    }
    const held = eachOnce(digest.items);
    if (held.length < digest.items.length) {
      await tx.update(quietDigests).set({ items: held }).where(ours(claim));
    }
    const parts: Digest['parts'] = [];
    let [length, nags, taken] = [0, 0, 0];
    for (const item of held) {
      const part =
        item.kind === 'nag' ? await nagOf(tx, claim, item, now) : await noticeOf(tx, item);
      const size = part ? part.text.length + LINE_EXTRA : 0;
      const full = length + size > TEXT_MAX || nags === NAGS_MAX;
      if (part && parts.length > 0 && full) break;
      taken += 1;
      if (!part) continue;
      parts.push(part);
      length += size;
      nags += part.kind === 'nag' ? 1 : 0;
    }
    const items = held.slice(0, taken);
    if (parts.length === 0) {
      await dropItems(tx, claim, items.length, now);
      return null;
    }
    return { userId: claim.userId, timeZone, parts, items, attempts: digest.attempts };
  });
}

/** What was added a second time beside a message that might have been on its way stands where it was first. */
const eachOnce = (items: readonly HeldItem[]): HeldItem[] => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
];

type NagItem = Extract<HeldItem, { kind: 'nag' }>;

/** A flood that still waits for the answer that its held re-send would have asked for. */
async function nagOf(tx: Db, { userId }: DigestClaim, item: NagItem, now: Date) {
  const [row] = await tx
    .select()
    .from(reminders)
    .where(
      and(
        eq(reminders.id, item.reminderId),
        eq(reminders.userId, userId),
        eq(reminders.completed, false),
        eq(reminders.nagCount, item.nagCount),
        eq(reminders.openOccurrenceAt, new Date(item.occurrenceAt)),
        eq(reminders.deliveryState, 'scheduled'),
        isNull(reminders.deletedAt),
        isNull(reminders.pausedFrom),
        isNull(reminders.snoozedUntil),
        // Being sent by itself at this moment.
        sql`(${reminders.leaseUntil} is null or ${reminders.leaseUntil} < ${now.toISOString()})`,
      ),
    )
    .for('no key update', { skipLocked: true });
  if (!row || row.floodInterval === null || row.waitingSince === null) return null;
  const { nextFireAt } = heldNag(row, now);
  await tx.update(reminders).set({ nextFireAt }).where(eq(reminders.id, row.id));
  const { id: reminderId, text, version, waitingSince } = row;
  return { kind: 'nag' as const, reminderId, text, version, waitingSince };
}

async function noticeOf(tx: Db, { noticeId }: Extract<HeldItem, { kind: 'notice' }>) {
  const [notice] = await tx.select().from(notices).where(eq(notices.id, noticeId));
  // Stopped meanwhile: a stop is meant for everybody who has not got it.
  if (!notice || notice.state === 'stopped') return null;
  return { kind: 'notice' as const, text: notice.text };
}

/** Takes the first items off; what was held meanwhile stays, and is due at once. */
async function dropItems(tx: Db, claim: DigestClaim, count: number, now: Date): Promise<boolean> {
  const [row] = await tx.select().from(quietDigests).where(ours(claim)).for('update');
  if (!row) return false;
  const rest = row.items.slice(count);
  if (rest.length === 0) await tx.delete(quietDigests).where(ours(claim));
  else {
    const free = { dueAt: now, leaseToken: null, leaseUntil: null, attempts: 0 };
    await tx
      .update(quietDigests)
      .set({ items: rest, ...free })
      .where(ours(claim));
  }
  return true;
}

/** What became of one call; `until` of a paused one is when it may be tried again. */
export type DigestOutcome =
  (SendResult & { at: Date }) | { status: 'paused'; at: Date; until: Date };

/** Writes down what a message came to, where the claim is still ours. */
export async function settleDigest(
  db: Db,
  claim: DigestClaim,
  { items, attempts }: Digest,
  outcome: DigestOutcome,
): Promise<void> {
  const { at } = outcome;
  const again = async (dueAt: Date, tries = attempts) => {
    const free = { dueAt, leaseToken: null, leaseUntil: null, attempts: tries };
    await db.update(quietDigests).set(free).where(ours(claim));
  };
  const over = async (counted: 'sent' | 'unreachable' | 'failed') => {
    const dropped = await db.transaction((tx) => dropItems(tx, claim, items.length, at));
    const ids = items.flatMap((item) => (item.kind === 'notice' ? [item.noticeId] : []));
    if (!dropped || ids.length === 0) return;
    // By itself: who claims a notice holds its row, and waits for the row of a digest.
    await db
      .update(notices)
      .set({ [counted]: sql`${notices[counted]} + 1` })
      .where(inArray(notices.id, ids));
  };
  const later = (ms: number) => new Date(at.getTime() + ms);
  switch (outcome.status) {
    case 'sent':
    case 'unreachable':
      return over(outcome.status);
    case 'rejected':
      return over('failed');
    case 'paused':
      return again(outcome.until);
    case 'rate-limited':
      return again(later(outcome.retryAfterS * 1_000));
    case 'unauthorized':
      return again(later(UNREACHED_DELAY_MS));
    case 'refused':
    case 'retry': {
      if (outcome.status === 'retry' && !outcome.reached) return again(later(UNREACHED_DELAY_MS));
      if (attempts + 1 >= ATTEMPTS_MAX) return over('failed');
      return again(later(BACKOFF_FIRST_MS * 2 ** attempts), attempts + 1);
    }
  }
}
