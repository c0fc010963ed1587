import 'server-only';
import { appendFile } from 'node:fs/promises';
import { and, asc, eq, gt, inArray, lte, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { type PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { daysEarlier } from '@/core/calendar';
import { INACTIVITY_REMOVAL_DAYS, REFUSED_DAYS } from '@/core/limits';
import { type Db } from '../platform/db/client';
import { safeFault } from '../platform/db/faults';
import { LOCKS } from '../platform/db/locks';
import {
  deliveries,
  drafts,
  erasures,
  notes,
  ratePermits,
  reminders,
  users,
} from '../platform/db/schema';
import { forgetEarlyMessages } from '../accounts/before-terms';
import { env } from '../platform/env';
import { log } from '../platform/log';
import { keysToErase } from '../platform/rate-limit';
import { signatureOf } from '../platform/secrets';
import { lockJointsOf } from '../reminders/joint';
import { handOnJoints } from '../reminders/joint-hand-on';
import { BATCH, removeBatch, type StepOptions, untilDeadline } from './step';
import { WARNED_DAYS } from './warn';

/** Rows of one person, the deleted but not yet erased ones among them. */
export interface StoredCounts {
  reminders: number;
  notes: number;
  drafts: number;
  deliveries: number;
}

export async function countStored(db: Db, userId: number): Promise<StoredCounts> {
  type Table = typeof reminders | typeof notes | typeof drafts | typeof deliveries;
  const countOf = (table: Table) => db.$count(table, eq(table.userId, userId));
  // One after another: `db` may be a transaction, which is one connection.
  return {
    reminders: await countOf(reminders),
    notes: await countOf(notes),
    drafts: await countOf(drafts),
    deliveries: await countOf(deliveries),
  };
}

/** Statements that take out the ledger at once; what they leave is the daily cleanup's. */
const AT_ONCE_MAX = 20;
/**
 * The clock of a send and the database's may differ by so much: younger rows than the erasure may
 * belong to it by this much. After it they are of somebody who came back.
 */
const CLOCKS_APART = sql`interval '1 minute'`;

/**
 * Erases a person for good and answers what went; undefined where nobody of that id fits the
 * condition. The ledger goes right behind the rest, by the index on its users; the id is remembered
 * for a day, for what is too much to go at once, and for the row that a send under way may still add.
 */
export async function eraseAccount(
  db: Db,
  userId: number,
  condition?: SQL,
): Promise<StoredCounts | undefined> {
  const erased = await db.transaction(async (tx) => {
    // Creates of this person wait here, so that what is counted is what goes.
    await tx.execute(LOCKS.ofPerson(userId));
    // Before their row: acts of others hold a joint, and then look at its people.
    await lockJointsOf(tx, userId);
    const [person] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), condition))
      .for('update');
    if (!person) return undefined;
    const stored = await countStored(tx, userId);
    const erasedAt = sql`clock_timestamp()`;
    const [record] = await tx
      .insert(erasures)
      .values({ userId, erasedAt })
      .onConflictDoUpdate({ target: erasures.userId, set: { erasedAt } })
      .returning({ at: erasures.erasedAt });
    await tx.delete(ratePermits).where(inArray(ratePermits.key, keysToErase(userId)));
    await forgetEarlyMessages(tx, userId);
    await handOnJoints(tx, userId, new Date());
    // Reminders, notes and drafts go with it.
    await tx.delete(users).where(eq(users.id, userId));
    return { stored, at: record?.at ?? new Date() };
  });
  if (!erased) return undefined;
  await recordErasure(userId, erased.at);
  await removeLedgerAtOnce(db, userId);
  return erased.stored;
}

async function removeLedgerAtOnce(db: Db, userId: number): Promise<void> {
  try {
    for (let times = 0, gone = BATCH; gone >= BATCH && times < AT_ONCE_MAX; times += 1) {
      gone = await removeLedger(db, userId);
    }
  } catch (error) {
    // Everything else is gone for good, and the id is remembered.
    log.warn({ fault: safeFault(error) }, 'a ledger is left to the cleanup');
  }
}

/** Removes up to BATCH rows that the ledger has of somebody erased; fewer mean that none is left. */
function removeLedger(db: Db, userId: number): Promise<number> {
  const { id: key, sentAt } = deliveries;
  const until = sql`(select erased_at + ${CLOCKS_APART} from ${erasures} where user_id = ${userId})`;
  const condition = and(eq(deliveries.userId, userId), lte(sentAt, until));
  return removeBatch(db, { key, condition });
}

/**
 * The hash of an erasure that leaves the database, for `db:after-restore`: no one without the token learns whose it
 * was.
 */
const erasureLine = z.object({ erasure: z.string(), at: z.iso.datetime().pipe(z.coerce.date()) });
export type ErasureLine = z.infer<typeof erasureLine>;

export const erasureHash = (userId: number, botToken: string): string =>
  signatureOf('erasure', String(userId), botToken);

/**
 * Tells the log of an erasure, and ERASURES_FILE where one is configured: on the disk when this resolves.
 * The erasure stands whatever becomes of that.
 */
export async function recordErasure(userId: number, at: Date): Promise<void> {
  try {
    const { botToken, erasuresFile } = env();
    const line = { erasure: erasureHash(userId, botToken), at: at.toISOString() };
    // The level is one that is not turned off with the lines of requests.
    log.warn(line, 'a person was erased');
    if (erasuresFile === undefined) return;
    await appendFile(erasuresFile, `${JSON.stringify(line)}\n`, { mode: 0o600, flush: true });
  } catch (error) {
    log.fatal({ fault: safeFault(error) }, 'an erasure is not on record: a backup would undo it');
  }
}

/** The erasures among lines of a log or of ERASURES_FILE, and how many lines are not JSON. Throws without any erasure. */
export function readErasures(text: string) {
  let notJson = 0;
  const erasures = text.split('\n').flatMap((line) => {
    try {
      const read = erasureLine.safeParse(JSON.parse(line));
      return read.success ? [read.data] : [];
    } catch {
      if (line.trim() !== '') notJson += 1;
      return [];
    }
  });
  if (erasures.length === 0) throw new Error(`no erasure in it (${notJson} lines are not JSON)`);
  return { erasures, notJson };
}

const PEOPLE_BATCH = 100;
/**
 * So many people who cannot be erased are skipped. With more of them the fault is not theirs, and
 * the step fails.
 */
const FAULTS_MAX = 10;

/**
 * Away for INACTIVITY_REMOVAL_DAYS, and told so WARNED_DAYS ago or earlier. Nobody can be warned who
 * blocked the bot: for them these days count from when the bot learnt of it.
 */
function mayBeErased(now: Date): SQL | undefined {
  const warned = daysEarlier(now, WARNED_DAYS);
  return and(
    lte(users.lastActiveAt, daysEarlier(now, INACTIVITY_REMOVAL_DAYS)),
    or(lte(users.inactivityWarnedAt, warned), lte(users.unreachableSince, warned)),
  );
}

/** Refused the terms REFUSED_DAYS ago. */
const refusedLongAgo = (now: Date): SQL | undefined =>
  lte(users.termsRefusedAt, daysEarlier(now, REFUSED_DAYS));

export const eraseInactive = (options: StepOptions) =>
  eraseDue(options, mayBeErased, users.lastActiveAt);
export const eraseRefused = (options: StepOptions) =>
  eraseDue(options, refusedLongAgo, users.termsRefusedAt);

/** Erases those whose time is over. One who cannot be erased does not keep the others. */
async function eraseDue(
  options: StepOptions,
  isOver: (now: Date) => SQL | undefined,
  since: PgColumn,
): Promise<void> {
  const { db, now, counts } = options;
  const failed: number[] = [];
  const people = untilDeadline(options, () =>
    db
      .select({ id: users.id })
      .from(users)
      .where(and(isOver(now()), notInArray(users.id, failed)))
      .orderBy(asc(since))
      .limit(PEOPLE_BATCH),
  );
  for await (const { id } of people) {
    try {
      // Somebody who came back this very moment stays.
      if (await eraseAccount(db, id, isOver(now()))) counts.erased += 1;
    } catch (error) {
      failed.push(id);
      if (failed.length === FAULTS_MAX) throw error;
      log.error({ userId: id, fault: safeFault(error) }, 'a person could not be erased');
    }
  }
}

/**
 * Removes what the ledger still has of people from before they were erased: more rows than could go at once, or
 * one of a send that was under way. Who came back keeps what is newer. Their ids are forgotten after a day, once nothing is left.
 */
export async function removeErasedLedgers(options: StepOptions): Promise<void> {
  const { db, now, deadline, counts } = options;
  const { userId: key, erasedAt } = erasures;
  const people = untilDeadline<{ userId: number; over: boolean }>(options, (last) =>
    db
      .select({ userId: key, over: sql<boolean>`${erasedAt} <= now() - interval '1 day'` })
      .from(erasures)
      .where(last && gt(key, last.userId))
      .orderBy(key)
      .limit(PEOPLE_BATCH),
  );
  for await (const { userId, over } of people) {
    let gone = BATCH;
    while (gone >= BATCH && now() < deadline) {
      gone = await removeLedger(db, userId);
      counts.rows += gone;
    }
    if (gone < BATCH && over) await db.delete(erasures).where(eq(erasures.userId, userId));
  }
}
