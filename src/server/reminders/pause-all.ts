import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, eq, exists, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type ActedOnAll } from '@/contract/reminder';
import { type FiringState, pauseWithAll, restoredFiring, resumeWithAll } from '@/core/firing';
import { DOUBLE_TAP_MS } from '@/core/limits';
import { type CalledOffBy } from './write/history';
import { type Db } from '../platform/db/client';
import { livingOf } from '../platform/db/living';
import { readRow, readRows } from '../platform/db/read-rows';
import { timestamp } from '../platform/db/time-in-sql';
import { acts, reminders } from '../platform/db/schema';
import { creating } from '../platform/create-once';
import { AppError } from '../platform/errors';
import { givingWay } from '../platform/give-way';
import { messageIsOutdated } from '../telegram/outdated';
import { takePersonalPermit } from '../platform/rate-limit';
import { type Pause } from './acts';
import { BY_ALL, byAll, takeBack } from './take-back';
import { type ReminderRow } from './rows';
import { type Change, takenBack, writeChanges } from './write/change';
import { type LastAct, undosOf } from './write/last-act';

/** Pauses and resumes all series of a user, and takes that back; what is paused by itself stays. */

interface Call {
  now: Date;
  /** An act that is asked for again by its key is the same act, whose undo takes back all of it. An undone act is forgotten. */
  key: string | null;
}

/** «Всё на паузу» until an instant, or until `resumeAll` (null). What is paused like that has the new end. */
export const pauseAll = (db: Db, userId: number, { pauseUntil, now, key }: Call & Pause) =>
  actOnAll(db, userId, {
    name: `pause-all ${pauseUntil?.toISOString() ?? ''}`,
    where: and(
      isNotNull(reminders.rule),
      eq(reminders.completed, false),
      ne(reminders.deliveryState, 'failed'),
      or(isNull(reminders.pausedFrom), isNotNull(reminders.pausedUntil), reminders.pausedWithAll),
    ),
    act: (row) => pauseWithAll(row, pauseUntil, now),
    why: 'pause-all',
    now,
    key,
  });

/** «Возобновить всё»: nothing rings that the pause has kept back. */
export const resumeAll = (db: Db, userId: number, { now, key }: Call): Promise<ActedOnAll> =>
  actOnAll(db, userId, {
    name: 'resume-all',
    where: and(reminders.pausedWithAll, isNotNull(reminders.pausedFrom)),
    act: (row) => resumeWithAll(row, now),
    why: 'resume',
    now,
    key,
  });

interface ActOnAll extends Call {
  name: string;
  where: SQL | undefined;
  act: (row: ReminderRow) => FiringState;
  why: CalledOffBy;
}

async function actOnAll(
  db: Db,
  userId: number,
  { name, where, act, why, now, key: asked }: ActOnAll,
): Promise<ActedOnAll> {
  await takePersonalPermit(db, 'actsOnAll', userId, now);
  const key = byAll(asked ?? randomUUID());
  const done = { actId: randomUUID(), name, key };
  await changeAll(db, { userId, where, why, now }, (row) => {
    const next = act(row);
    return next === row ? null : { row, next, answer: null, act: done };
  });
  const since = new Date(now.getTime() - DOUBLE_TAP_MS);
  const [changed, paused] = await Promise.all([
    changedBy(db, userId, { name, key, since }),
    countPaused(db, userId, now),
  ]);
  const { withAll, alone, until } = paused;
  return {
    count: name === 'resume-all' ? (changed?.count ?? 0) : withAll,
    pausedUntil: until?.toISOString() ?? null,
    pausedAlone: alone,
    undo: changed?.key.slice(BY_ALL.length) ?? null,
  };
}

/** Takes an act on all back by what it answered: of rows neither changed nor sent since; `conflict` where none is. */
export async function undoAll(
  db: Db,
  userId: number,
  { undo: key, now }: { undo: string; now: Date },
): Promise<ActedOnAll> {
  await takePersonalPermit(db, 'actsOnAll', userId, now);
  const count = await takeBackAll(db, userId, byAll(key), now);
  if (count === 0) throw new AppError('conflict');
  const { alone, until } = await countPaused(db, userId, now);
  return { count, pausedUntil: until?.toISOString() ?? null, pausedAlone: alone, undo: null };
}

/** Takes the acts of one key back, of rows neither changed nor sent since; answers how many. */
export async function takeBackAll(db: Db, userId: number, key: string, now: Date): Promise<number> {
  const { id, version } = reminders;
  const ofKey = and(eq(acts.reminderId, id), eq(acts.key, key));
  const where = exists(db.select({ key: acts.key }).from(acts).where(ofKey));
  const rows: Rows = { userId, where, why: 'undo', now };
  // The others of a joint go back with it.
  const ofJoints = await db
    .select({ id, version })
    .from(reminders)
    .innerJoin(acts, ofKey)
    .where(and(ofUser(rows), isNotNull(acts.partners)))
    .orderBy(id);
  let back = 0;
  for (const row of ofJoints) {
    if (await takeBack(db, { userId, reminderId: row.id, now }, row.version)) back += 1;
  }
  const changed = await changeAll(db, rows, (row, undo) =>
    undo?.key === key && undo.partners === null
      ? takenBack(row, undo, restoredFiring(undo.before, now))
      : null,
  );
  return back + changed;
}

type Decide = (row: ReminderRow, undo: LastAct | undefined) => Change | null;
type Rows = { userId: number; where: SQL | undefined; why: CalledOffBy; now: Date };

/** Changes all of the user's rows, or none where it fails; answers how many. A row for which `decide` answers null stays. */
const changeAll = (db: Db, rows: Rows, decide: Decide): Promise<number> =>
  creating(db, rows.userId, async (tx) => {
    // All are held before any is written, in the order of their ids as everybody holds several: none can cross with these.
    const all = tx.select().from(reminders).where(ofUser(rows)).orderBy(reminders.id);
    const found = await all.for('no key update');
    const undos = await undosOf(tx, found);
    const giveWay = givingWay();
    const changes: Change[] = [];
    for (const row of found) {
      await giveWay();
      const change = decide(row, undos.get(row.id));
      if (change) changes.push(change);
    }
    await writeChanges(tx, changes, { by: rows.why, now: rows.now });
    for (const { row } of changes) {
      if (row.liveMessageId === null) continue;
      messageIsOutdated(tx, { userId: rows.userId, reminderId: row.id });
    }
    return changes.length;
  });

const ofUser = ({ userId, where }: Pick<Rows, 'userId' | 'where'>) =>
  and(livingOf(reminders, userId), where);

const changedOfKey = z.object({ key: z.string(), count: z.number() });

/** The rows' last word of this name, and how many: the act of this key, else that of a double tap. */
async function changedBy(
  db: Db,
  userId: number,
  { name, key, since }: { name: string; key: string; since: Date },
): Promise<{ key: string; count: number } | undefined> {
  const statement = sql`
    select acts.key, count(*)::int as count
    from acts join reminders on reminders.id = reminder_id and reminders.version = acts.version
    where user_id = ${userId} and deleted_at is null
      and name = ${name} and starts_with(acts.key, ${BY_ALL})
      and (acts.key = ${key} or updated_at > ${timestamp(since)})
    group by acts.key order by acts.key = ${key} desc, max(updated_at) desc limit 1`;
  return (await readRows(db, statement, changedOfKey))[0];
}

const pausedCounts = z.object({
  withAll: z.number(),
  alone: z.number(),
  until: z.coerce.date().nullable(),
});

/** Counts the series that are paused with all others and those paused by themselves; `until` is of the former. */
function countPaused(db: Db, userId: number, now: Date) {
  const statement = sql`
    select (count(*) filter (where paused_with_all))::int as "withAll",
      (count(*) filter (where not paused_with_all))::int as alone,
      max(paused_until) filter (where paused_with_all) as until
    from reminders
    where user_id = ${userId} and deleted_at is null and not completed and paused_from is not null
      and (paused_until is null or paused_until > ${timestamp(now)})`;
  return readRow(db, statement, pausedCounts);
}
