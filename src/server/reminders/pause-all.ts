import 'server-only';
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { and, eq, exists, gt, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type ActedOnAll } from '@/contract/reminder';
import { type FiringState, pauseWithAll, restoredFiring, resumeWithAll } from '@/core/firing';
import { DOUBLE_TAP_MS } from '@/core/limits';
import { type CalledOffBy } from './write/history';
import { type Db } from '../platform/db/client';
import { acts, reminders } from '../platform/db/schema';
import { AppError } from '../platform/errors';
import { messageIsOutdated } from '../telegram/outdated';
import { takePersonalPermit } from '../platform/rate-limit';
import { givesUp, type Pause } from './acts';
import { BY_ALL, byAll, takeBack } from './take-back';
import { type ReminderRow } from './rows';
import { type Change, takenBack, writeChanges } from './write/change';
import { type LastAct, undosOf } from './write/last-act';

/**
 * Pauses and resumes all series of a user, and takes that back; what is paused by itself stays. Rows
 * change in parts, each in its transaction: an interrupted act is completed when asked for again by its
 * key.
 */

/** Rows that are locked, worked out and written at once. */
const ROWS_PER_PART = 200;
/** An act on all brings so many messages of the chat up to date, the newest of those that it makes untrue. */
const MESSAGES_REFRESHED_MAX = 10;

interface Call {
  now: Date;
  /** Repeated with the same key, an act that was interrupted is completed. An undone act is forgotten. */
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
  await changeInParts(db, { userId, where, why, now }, (row) => {
    const next = act(row);
    if (next === row) return null;
    const outcome = givesUp(row, next) ? 'unanswered' : null;
    return { row, next, answer: { from: row, outcome }, act: done };
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
  const changed = await changeInParts(db, rows, (row, undo) =>
    undo?.key === key && undo.partners === null
      ? takenBack(row, undo, restoredFiring(undo.before, now))
      : null,
  );
  return back + changed;
}

type Decide = (row: ReminderRow, undo: LastAct | undefined) => Change | null;
type Rows = { userId: number; where: SQL | undefined; why: CalledOffBy; now: Date };
type ChangedRow = Pick<ReminderRow, 'id' | 'liveMessageId'>;

/** Changes the user's rows part by part; answers how many. A row for which `decide` answers null stays. */
async function changeInParts(db: Db, rows: Rows, decide: Decide): Promise<number> {
  const changed: ChangedRow[] = [];
  const seen = new Set<number>();
  const take = async (where: SQL, limit?: number) => {
    const part = await changePart(db, { ...rows, where: and(rows.where, where) }, decide, limit);
    changed.push(...part.changed);
    return part.ids;
  };
  for (let after = 0; ;) {
    // Rows that others have locked are skipped here and taken one by one below: two such acts cannot deadlock.
    const ids = await take(gt(reminders.id, after), ROWS_PER_PART);
    const last = ids.at(-1);
    if (last === undefined) break;
    for (const id of ids) seen.add(id);
    after = last;
    await setImmediate();
  }
  const { id } = reminders;
  const remaining = await db.select({ id }).from(reminders).where(ofUser(rows)).orderBy(id);
  for (const each of remaining) if (!seen.has(each.id)) await take(eq(id, each.id));
  const outdated = changed
    .filter(({ liveMessageId }) => liveMessageId !== null)
    .sort((a, b) => (b.liveMessageId ?? 0) - (a.liveMessageId ?? 0));
  for (const { id: reminderId } of outdated.slice(0, MESSAGES_REFRESHED_MAX)) {
    messageIsOutdated(db, { userId: rows.userId, reminderId });
  }
  return changed.length;
}

function ofUser({ userId, where }: Pick<Rows, 'userId' | 'where'>) {
  const live = and(eq(reminders.userId, userId), isNull(reminders.deletedAt));
  return and(live, where);
}

/** Changes the first rows by id that nobody holds; without a limit waits for whoever holds them. */
async function changePart(db: Db, rows: Rows, decide: Decide, limit?: number) {
  return db.transaction(async (tx) => {
    const query = tx.select().from(reminders).where(ofUser(rows)).orderBy(reminders.id);
    const found =
      limit === undefined
        ? await query.for('no key update')
        : await query.limit(limit).for('no key update', { skipLocked: true });
    const undos = await undosOf(tx, found);
    const changes = found.flatMap((row) => decide(row, undos.get(row.id)) ?? []);
    await writeChanges(tx, changes, { by: rows.why, now: rows.now });
    const changed = changes.map(({ row: { id, liveMessageId } }) => ({ id, liveMessageId }));
    return { ids: found.map(({ id }) => id), changed };
  });
}

const changedRows = z.array(z.object({ key: z.string(), count: z.number() }));

/** The rows' last word of this name, and how many: the act of this key, else that of a double tap. */
async function changedBy(
  db: Db,
  userId: number,
  { name, key, since }: { name: string; key: string; since: Date },
): Promise<{ key: string; count: number } | undefined> {
  const { rows } = await db.execute(sql`
    select acts.key, count(*)::int as count
    from acts join reminders on reminders.id = reminder_id and reminders.version = acts.version
    where user_id = ${userId} and deleted_at is null
      and name = ${name} and starts_with(acts.key, ${BY_ALL})
      and (acts.key = ${key} or updated_at > ${since.toISOString()}::timestamptz)
    group by acts.key order by acts.key = ${key} desc, max(updated_at) desc limit 1`);
  return changedRows.parse(rows)[0];
}

const pausedRows = z.tuple([
  z.object({ withAll: z.number(), alone: z.number(), until: z.coerce.date().nullable() }),
]);

/** Counts the series that are paused with all others and those paused by themselves; `until` is of the former. */
async function countPaused(db: Db, userId: number, now: Date) {
  const { rows } = await db.execute(sql`
    select (count(*) filter (where paused_with_all))::int as "withAll",
      (count(*) filter (where not paused_with_all))::int as alone,
      max(paused_until) filter (where paused_with_all) as until
    from reminders
    where user_id = ${userId} and deleted_at is null and not completed and paused_from is not null
      and (paused_until is null or paused_until > ${now.toISOString()}::timestamptz)`);
  return pausedRows.parse(rows)[0];
}
