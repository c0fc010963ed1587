import 'server-only';
import { and, asc, eq, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { type PgTable } from 'drizzle-orm/pg-core';
import { DAY_MS } from '@/core/calendar';
import {
  INACTIVITY_REMOVAL_DAYS,
  INACTIVITY_WARNING_DAYS,
  LEDGER_DAYS,
  PROCESSED_UPDATE_DAYS,
  RESTORE_DAYS,
} from '@/core/limits';
import { eraseAccount } from './account-erase';
import { type Db } from './db/client';
import { safeFault } from './db/faults';
import {
  cronRuns,
  deliveries,
  drafts,
  noticeClaims,
  notes,
  notices,
  processedUpdates,
  reminders,
  users,
} from './db/schema';
import { type Send } from './delivery/outgoing';
import { sendOne } from './delivery/send-one';
import { removeEndedWindows } from './rate-limit';

/** Between a warning and what it warns of. */
const NOTICE_DAYS = INACTIVITY_REMOVAL_DAYS - INACTIVITY_WARNING_DAYS;
/** What administrators may look back on. */
const CRON_RUN_DAYS = 30;
/** Rows a statement deletes at most: short locks, and a deadline that is kept. */
const BATCH = 5_000;
/** People looked at in one go. */
const PEOPLE_BATCH = 100;
/** A run that has not finished by then died; the next one may begin. */
const RUN_LIMIT_MS = 15 * 60_000;

/** Tells a person that their data will go. */
export interface InactivityWarning {
  chatId: number;
  /** When they will be erased unless they come back. */
  eraseAt: Date;
  timeZone: string;
}

export interface CleanupOptions {
  db: Db;
  warn: Send<InactivityWarning>;
  /** The clock; real time passes between two warnings. */
  now: () => Date;
  /** Nothing new is begun from here on; the next run goes on where this one ended. */
  deadline: Date;
  maxPerSecond: number;
  /** Do nothing when a run began within this time; the ticker of each instance asks often. */
  minGapMs?: number;
}

export type CleanupCounts = Record<'warned' | 'notWarned' | 'erased' | 'rows', number>;

/**
 * The daily cleanup: warns people who have been away for 83 days, erases those who have been for 90,
 * and removes rows whose time is over. Only one run is under way at a time, over all instances; null
 * where this one had nothing to do. A person is erased only 7 days after a warning, or, where the bot
 * cannot write to them, 7 days after that began: nobody can be warned who blocked the bot.
 */
export async function runCleanup(options: CleanupOptions): Promise<CleanupCounts | null> {
  const { db, now, minGapMs = 0 } = options;
  const runId = await beginRun(db, now(), minGapMs);
  if (runId === null) return null;
  const finish = (outcome: { counts: CleanupCounts } | { error: string }) =>
    db
      .update(cronRuns)
      .set({ finishedAt: now(), ...outcome })
      .where(eq(cronRuns.id, runId));
  try {
    const counts = {
      erased: await eraseInactive(options),
      rows: await removeOldRows(options),
      ...(await warnInactive(options)),
    };
    await finish({ counts });
    return counts;
  } catch (error) {
    const { code, name } = safeFault(error);
    await finish({ error: code ?? name }).catch(() => undefined);
    throw error;
  }
}

/** The id of a new run, or null while another is under way or began too lately. */
function beginRun(db: Db, now: Date, minGapMs: number): Promise<number | null> {
  const startedAfter = (ms: number) =>
    sql`${cronRuns.startedAt} > ${sql.param(new Date(now.getTime() - ms), cronRuns.startedAt)}`;
  return db.transaction(async (tx) => {
    // Any constant serves; it ends with this short transaction, not with the run.
    await tx.execute(sql`select pg_advisory_xact_lock(7316002)`);
    const [other] = await tx
      .select({ id: cronRuns.id })
      .from(cronRuns)
      .where(
        and(
          eq(cronRuns.job, 'cleanup'),
          or(
            and(isNull(cronRuns.finishedAt), startedAfter(RUN_LIMIT_MS)),
            and(isNull(cronRuns.error), startedAfter(minGapMs)),
          ),
        ),
      )
      .limit(1);
    if (other) return null;
    const [run] = await tx
      .insert(cronRuns)
      .values({ job: 'cleanup', startedAt: now })
      .returning({ id: cronRuns.id });
    return run?.id ?? null;
  });
}

const daysBefore = (instant: Date, days: number): Date =>
  new Date(instant.getTime() - days * DAY_MS);

const inactiveFor = (days: number, now: Date): SQL =>
  lte(users.lastActiveAt, daysBefore(now, days));

/** Away for long enough, and told so, or not to be told. */
const mayBeErased = (now: Date): SQL | undefined => {
  const notice = daysBefore(now, NOTICE_DAYS);
  return and(
    inactiveFor(INACTIVITY_REMOVAL_DAYS, now),
    or(lte(users.inactivityWarnedAt, notice), lte(users.unreachableSince, notice)),
  );
};

async function eraseInactive({ db, now, deadline }: CleanupOptions): Promise<number> {
  let erased = 0;
  while (now() < deadline) {
    const condition = mayBeErased(now());
    const people = await db
      .select({ id: users.id })
      .from(users)
      .where(condition)
      .orderBy(asc(users.lastActiveAt))
      .limit(PEOPLE_BATCH);
    if (people.length === 0) break;
    for (const { id } of people) {
      // Somebody who came back this very moment stays.
      if (await eraseAccount(db, id, condition)) erased += 1;
    }
  }
  return erased;
}

async function warnInactive(
  options: CleanupOptions,
): Promise<Pick<CleanupCounts, 'warned' | 'notWarned'>> {
  const { db, now, deadline } = options;
  const counts = { warned: 0, notWarned: 0 };
  let after = 0;
  while (now() < deadline) {
    const people = await db
      .select()
      .from(users)
      .where(
        and(
          inactiveFor(INACTIVITY_WARNING_DAYS, now()),
          isNull(users.inactivityWarnedAt),
          isNull(users.unreachableSince),
          sql`${users.id} > ${after}`,
        ),
      )
      .orderBy(asc(users.id))
      .limit(PEOPLE_BATCH);
    if (people.length === 0) break;
    for (const person of people) {
      after = person.id;
      if (now() >= deadline) break;
      const result = await warnOne(options, person);
      if (result === 'stop') return counts;
      counts[result] += 1;
    }
  }
  return counts;
}

/** Warns one person; `stop` where nobody can be written to at this time. */
async function warnOne(
  { db, warn, now, maxPerSecond }: CleanupOptions,
  person: typeof users.$inferSelect,
): Promise<'warned' | 'notWarned' | 'stop'> {
  const byRule = person.lastActiveAt.getTime() + INACTIVITY_REMOVAL_DAYS * DAY_MS;
  const eraseAt = new Date(Math.max(byRule, now().getTime() + NOTICE_DAYS * DAY_MS));
  const { id, timeZone } = person;
  const result = await sendOne(
    { db, send: warn, now, maxPerSecond },
    { chatId: id, eraseAt, timeZone },
  );
  switch (result.status) {
    case 'sent':
      await markWarned(db, person, result.at);
      return 'warned';
    case 'retry':
      // It may have arrived: twice is worse than an answer that got lost.
      if (result.reached) await markWarned(db, person, result.at);
      return result.reached ? 'warned' : 'notWarned';
    case 'paused':
      return result.whose === 'everybody' ? 'stop' : 'notWarned';
    case 'unauthorized':
      return 'stop';
    case 'unreachable':
    case 'rate-limited':
    case 'rejected':
    case 'refused':
      return 'notWarned';
  }
}

/** Unless they came back between the warning and now. */
async function markWarned(db: Db, person: typeof users.$inferSelect, at: Date): Promise<void> {
  await db
    .update(users)
    .set({ inactivityWarnedAt: at })
    .where(and(eq(users.id, person.id), eq(users.lastActiveAt, person.lastActiveAt)));
}

/** Removes what is past its time and answers how many rows went. */
async function removeOldRows({ db, now, deadline }: CleanupOptions): Promise<number> {
  const at = now();
  const deleted = daysBefore(at, RESTORE_DAYS);
  const old: [PgTable, SQL | undefined][] = [
    [reminders, and(isNotNull(reminders.deletedAt), lte(reminders.deletedAt, deleted))],
    [notes, and(isNotNull(notes.deletedAt), lte(notes.deletedAt, deleted))],
    [drafts, lte(drafts.expiresAt, at)],
    [deliveries, lte(deliveries.sentAt, daysBefore(at, LEDGER_DAYS))],
    // Left by a send that was under way while its person was erased.
    [deliveries, sql`not exists (select 1 from ${users} where ${users.id} = ${deliveries.userId})`],
    [processedUpdates, lte(processedUpdates.receivedAt, daysBefore(at, PROCESSED_UPDATE_DAYS))],
    // Left by a process that died with them before its notice was stopped: nobody settles them.
    [
      noticeClaims,
      and(
        or(isNull(noticeClaims.leaseUntil), lte(noticeClaims.leaseUntil, daysBefore(at, 1))),
        sql`exists (select 1 from ${notices} where ${notices.id} = ${noticeClaims.noticeId} and ${notices.state} <> 'running')`,
      ),
    ],
    [cronRuns, lte(cronRuns.startedAt, daysBefore(at, CRON_RUN_DAYS))],
  ];
  let rows = 0;
  for (const [table, condition] of old) {
    for (let gone = BATCH; gone === BATCH && now() < deadline; rows += gone) {
      const result = await db.execute(
        sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${BATCH}))`,
      );
      gone = result.count;
    }
  }
  await removeEndedWindows(db, at);
  return rows;
}
