import 'server-only';
import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { type PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { type Db } from '../db/client';
import { safeFault } from '../db/faults';
import { log } from '../log';
import {
  CLOCKS_APART_MS,
  SINGLE_MESSAGE_LEASE_MARGIN_MS,
  SINGLE_MESSAGE_LEASE_MS,
} from './lease-times';
import { type SendResult } from './outgoing';
import { realTimers, sleep, type Timers } from './timers';

/**
 * Single messages beside the reminders that are due at a time, each a row with a lease: what quiet hours
 * held back, agendas, reviews. Any number of runs may be under way, on any number of machines.
 */

const BACKOFF_FIRST_MS = 5_000;
/** While Telegram cannot be reached, or refuses the bot, nothing can have arrived. */
const UNREACHED_DELAY_MS = 15_000;
/** On their way at a time: what a kill -9 may repeat. */
const AT_ONCE = 8;
const LOOK_MS = 1_000;
const SETTLE_TRIES = 10;
const AFTER_FAULT_MS = 500;

export interface LeasedClaim {
  userId: number;
  /** Its row's alone. */
  token: string;
  /** A send of it begins before this, or not at all. */
  latest: Date;
}

export interface LeasedRun {
  db: Db;
  /** The clock that rules: delivery's. */
  now: () => Date;
  /** How it waits; time as it passes unless told. */
  timers?: Timers;
  /** Nothing is claimed from here on. */
  deadline: Date;
  /** Messages a second over all instances. */
  maxPerSecond: number;
  /** Once this is aborted the run ends where nothing is due; until then it looks each second. */
  linger?: AbortSignal;
  stop?: AbortSignal;
}

/** What is due: rows of a table with `user_id`, `due_at`, `lease_token` and `lease_until`. */
export interface LeasedWork {
  table: PgTable;
  /** The second column of its key, beside `user_id`, where it has one. */
  key?: string;
  /** Of rows that this release knows: it leaves the others to a newer one. */
  known: SQL | undefined;
  /** Sends what a claim is about and settles it. */
  tell: (claim: LeasedClaim) => Promise<void>;
  /** Of the log, where something goes wrong. */
  name: string;
}

const claimed = z.array(
  z.object({ userId: z.string().transform(Number), token: z.string(), dueAt: z.coerce.date() }),
);

/** Leases up to `limit` rows that are due, the oldest first. Skips what another instance holds. */
export async function claimLeased(
  db: Db,
  { table, key, known }: Pick<LeasedWork, 'table' | 'key' | 'known'>,
  { now, limit }: { now: Date; limit: number },
): Promise<LeasedClaim[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const ms = (milliseconds: number) => sql`${milliseconds} * interval '1 ms'`;
  const second = key === undefined ? sql`` : sql`, ${sql.identifier(key)}`;
  const sameKey =
    key === undefined
      ? sql``
      : sql` and leased.${sql.identifier(key)} = due.${sql.identifier(key)}`;
  const run = randomUUID();
  // One token a row, by which alone it is found again.
  const { rows } = await db.execute(sql`
    with due as materialized (
      select user_id${second} from ${table} where due_at <= ${at} and ${known} and (lease_until is null
        or lease_until not between ${at} and ${at} + ${ms(SINGLE_MESSAGE_LEASE_MS + CLOCKS_APART_MS)})
      order by due_at limit ${limit} for update skip locked
    )
    update ${table} as leased
    set lease_token = md5(${run} || leased.user_id${key === undefined ? sql`` : sql` || '-' || leased.${sql.identifier(key)}`})::uuid,
      lease_until = ${at} + ${ms(SINGLE_MESSAGE_LEASE_MS)}
    from due where leased.user_id = due.user_id${sameKey}
    returning leased.user_id as "userId", leased.lease_token as token, leased.due_at as "dueAt"`);
  const latest = new Date(now.getTime() + SINGLE_MESSAGE_LEASE_MS - SINGLE_MESSAGE_LEASE_MARGIN_MS);
  return claimed
    .parse(rows)
    .toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
    .map(({ userId, token }) => ({ userId, token, latest }));
}

/** Does what is due of each kind of work. Never rejects: a fault is logged, and tried again once its lease is over. */
export async function runLeased(
  { db, now, timers = realTimers, deadline, linger, stop }: LeasedRun,
  works: readonly LeasedWork[],
): Promise<void> {
  const ends = AbortSignal.any([stop, linger].filter((signal) => signal !== undefined));
  const work = async (each: LeasedWork): Promise<number> => {
    const claims = await claimLeased(db, each, { now: now(), limit: AT_ONCE }).catch(
      (error: unknown) => {
        log.warn({ fault: safeFault(error) }, `${each.name} could not be claimed`);
        return [];
      },
    );
    const told = claims.map((claim) =>
      each.tell(claim).catch((error: unknown) => {
        log.warn({ fault: safeFault(error) }, `${each.name} could not be told`);
      }),
    );
    await Promise.all(told);
    return claims.length;
  };
  while (now() < deadline && !stop?.aborted) {
    let found = 0;
    for (const each of works) found += await work(each);
    if (found > 0) continue;
    if (linger === undefined || ends.aborted) return;
    await sleep(timers, LOOK_MS, ends);
  }
}

/** What is out is written down as soon as the database takes it: else it would be sent again. */
export async function settlePatiently(settle: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await settle();
      return;
    } catch (error) {
      if (tries === SETTLE_TRIES) throw error;
      await sleep(realTimers, AFTER_FAULT_MS);
    }
  }
}

/** What became of one call; `until` of a paused one is when it may be tried again. */
export type LeasedOutcome =
  (SendResult & { at: Date }) | { status: 'paused'; at: Date; until: Date };

/**
 * How often a message is tried that Telegram has refused, or that may have arrived each time without
 * its answer, and how the waits between the attempts grow.
 */
export interface Patience {
  attemptsMax: number;
  growth: number;
  delayMaxMs: number;
}

/** Of what Telegram has refused: it will hardly take it later. A minute and a quarter. */
const REFUSED: Patience = { attemptsMax: 5, growth: 2, delayMaxMs: 5 * 60_000 };
/** Of a message that may have arrived: two and a half hours, with eight copies in the chat at worst. */
const UNANSWERED: Patience = { attemptsMax: 8, growth: 4, delayMaxMs: 3_600_000 };
/** For what may be done any number of times: there must be another end to it. */
export const WITHOUT_END: Patience = { ...REFUSED, attemptsMax: Infinity };

/** Whether a message is over, and how, or when it is to be tried again, where it was `unanswered` so patiently. */
export function verdictOf(
  outcome: LeasedOutcome,
  attempts: number,
  unanswered = UNANSWERED,
): { over: 'sent' | 'unreachable' | 'failed' } | { over: null; dueAt: Date; attempts: number } {
  const again = (dueAt: Date, tries = attempts) => ({ over: null, dueAt, attempts: tries });
  const later = (ms: number) => new Date(outcome.at.getTime() + ms);
  switch (outcome.status) {
    case 'sent':
    case 'unreachable':
      return { over: outcome.status };
    case 'rejected':
      return { over: 'failed' };
    case 'paused':
      return again(outcome.until);
    case 'rate-limited':
      return again(later(outcome.retryAfterS * 1_000));
    case 'unauthorized':
      return again(later(UNREACHED_DELAY_MS));
    case 'refused':
    case 'retry': {
      if (outcome.status === 'retry' && !outcome.reached) return again(later(UNREACHED_DELAY_MS));
      const { attemptsMax, growth, delayMaxMs } =
        outcome.status === 'refused' ? REFUSED : unanswered;
      if (attempts + 1 >= attemptsMax) return { over: 'failed' };
      return again(
        later(Math.min(BACKOFF_FIRST_MS * growth ** attempts, delayMaxMs)),
        attempts + 1,
      );
    }
  }
}
