import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, eq, exists, isNotNull, or, type SQL } from 'drizzle-orm';
import { type ActedOnAll } from '@/contract/reminder';
import { type FiringState, pauseWithAll, resumeWithAll, undoneFiring } from '@/core/firing';
import { DOUBLE_TAP_MS } from '@/core/limits';
import { type CalledOffBy } from './write/history';
import { type Db } from '../platform/db/client';
import { livingOf } from '../platform/db/living';
import { acts, jointMembers, reminders } from '../platform/db/schema';
import { withPersonLocked } from '../platform/db/locks';
import { AppError } from '../platform/errors';
import { givingWay } from '../platform/give-way';
import { messageIsOutdated } from '../telegram/outdated';
import { takePersonalPermit } from '../platform/rate-limit';
import { type Pause } from './acts';
import { lockJointsOf } from './joint';
import { BY_ALL, byAll, takeBack } from './take-back';
import { restoreReminder } from './deletion';
import { type ReminderRow } from './rows';
import { type Change, takenBack, writeChanges } from './write/change';
import { type LastAct, undosOf } from './write/last-act';

/** What is done to all of a user's reminders at once, as pausing and resuming all series, and what takes it back. */

interface Call {
  now: Date;
  /** An act that is asked for again by its key is the same act, whose undo takes back all of it. An undone act is forgotten. */
  key: string | null;
}

/** «Всё на паузу» until an instant, or until `resumeAll` (null). What is paused like that has the new end. */
export const pauseAll = (db: Db, userId: number, { pauseUntil, now, key }: Call & Pause) =>
  changeEverySeries(db, userId, {
    name: `pause-all ${pauseUntil?.toISOString() ?? ''}`,
    act: (row) => (row.deliveryState === 'failed' ? row : pauseWithAll(row, pauseUntil, now)),
    why: 'pause-all',
    now,
    key,
  });

/** «Возобновить всё»: nothing rings that the pause has kept back. */
export const resumeAll = (db: Db, userId: number, { now, key }: Call): Promise<ActedOnAll> =>
  changeEverySeries(db, userId, {
    name: 'resume-all',
    act: (row) => resumeWithAll(row, now),
    why: 'resume',
    now,
    key,
  });

interface SeriesChange extends Call {
  name: string;
  act: (row: ReminderRow) => FiringState;
  why: CalledOffBy;
}

async function changeEverySeries(
  db: Db,
  userId: number,
  { name, act, why, now, key: asked }: SeriesChange,
): Promise<ActedOnAll> {
  await takePersonalPermit(db, 'actsOnAll', userId, now);
  const ownKey = byAll(asked ?? randomUUID());
  const done = { actId: randomUUID(), name, key: ownKey };
  const where = eq(reminders.completed, false);
  await changeAll(db, { userId, where, why, now }, (row) => {
    const next = act(row);
    return next === row ? null : { row, next, answer: null, act: done };
  });
  const current = await readCurrent(db, userId);
  const { withAll, ...paused } = pausedAmong(current, now);
  const keys = keysOfAct(current, done, now);
  // The first of two taps may have changed them all: then its key takes them back.
  const key = keys.includes(ownKey) ? ownKey : keys[0];
  const acted = keys.filter((each) => each === key).length;
  return {
    ...paused,
    count: name === 'resume-all' ? acted : withAll,
    undo: key?.slice(BY_ALL.length) ?? null,
  };
}

/** Takes an act on all back by what it answered: of rows neither changed nor sent since; `conflict` where none is. */
export async function undoAll(
  db: Db,
  userId: number,
  { undo: key, now }: { undo: string; now: Date },
): Promise<ActedOnAll> {
  await takePersonalPermit(db, 'actsOnAll', userId, now);
  const back = await takeBackByKey(db, userId, byAll(key), now);
  const count = back + (await restoreByKey(db, userId, byAll(key), now));
  if (count === 0) throw new AppError('conflict');
  const { withAll, ...paused } = pausedAmong(await readCurrent(db, userId), now);
  return { ...paused, count, undo: null };
}

/** Takes the acts of one key back, whatever they did, of rows neither changed nor sent since; answers how many. */
export async function takeBackByKey(
  db: Db,
  userId: number,
  key: string,
  now: Date,
): Promise<number> {
  const { id, version } = reminders;
  const ofKey = and(eq(acts.reminderId, id), eq(acts.key, key));
  const where = exists(db.select({ key: acts.key }).from(acts).where(ofKey));
  const rows: Rows = { userId, where, why: 'undo', now };
  // Of acts on joints the other people's rows go back, too; of rewriting what the reminder said before.
  const needsTakeBack = or(isNotNull(acts.partners), eq(acts.name, 'rewrite'));
  const byOne = await db
    .select({ id, version })
    .from(reminders)
    .innerJoin(acts, ofKey)
    .where(and(ofUser(rows), needsTakeBack))
    .orderBy(id);
  let back = 0;
  for (const row of byOne) {
    if (await takeBack(db, { userId, reminderId: row.id, now }, row.version)) back += 1;
  }
  const { changed } = await changeAll(db, rows, (row, undo) =>
    undo?.key === key && undo.partners === null
      ? takenBack(row, undo, undoneFiring(row, undo.before, now))
      : null,
  );
  return back + changed;
}

/** Brings back what an act on several has deleted, where it is as that left it; answers how many. */
async function restoreByKey(db: Db, userId: number, key: string, now: Date): Promise<number> {
  const { id, version, deletedAt } = reminders;
  const ofKey = and(eq(acts.reminderId, id), eq(acts.key, key), eq(acts.version, version));
  const deleted = await db
    .select({ id })
    .from(reminders)
    .innerJoin(acts, ofKey)
    .where(and(eq(reminders.userId, userId), isNotNull(deletedAt)))
    .orderBy(id);
  for (const row of deleted) await restoreReminder(db, userId, row.id, now);
  return deleted.length;
}

type Decide = (
  row: ReminderRow,
  undo: LastAct | undefined,
  jointId: number | null,
) => Change | null;
type Rows = { userId: number; where: SQL | undefined; why: CalledOffBy; now: Date };

/**
 * Changes all of the user's rows, or none where it fails; answers how many, of how many that it held. A row for which
 * `decide` answers null stays.
 */
export const changeAll = (db: Db, rows: Rows, decide: Decide) =>
  withPersonLocked(db, rows.userId, async (tx) => {
    // From here on nobody joins; before the rows, as acts on one joint take them.
    await lockJointsOf(tx, rows.userId);
    // All are held before any is written, in the order of their ids as everybody holds several: none can cross with these.
    const found = await tx
      .select({ row: reminders, jointId: jointMembers.jointId })
      .from(reminders)
      .leftJoin(jointMembers, eq(jointMembers.reminderId, reminders.id))
      .where(ofUser(rows))
      .orderBy(reminders.id)
      .for('no key update', { of: reminders });
    const undos = await undosOf(
      tx,
      found.map(({ row }) => row),
    );
    const giveWay = givingWay();
    const changes: Change[] = [];
    for (const { row, jointId } of found) {
      await giveWay();
      const change = decide(row, undos.get(row.id), jointId);
      if (change) changes.push(change);
    }
    await writeChanges(tx, changes, { by: rows.why, now: rows.now });
    for (const { row } of changes) {
      if (row.liveMessageId === null) continue;
      messageIsOutdated(tx, { userId: rows.userId, reminderId: row.id });
    }
    return { changed: changes.length, held: found.length };
  });

const ofUser = ({ userId, where }: Pick<Rows, 'userId' | 'where'>) =>
  and(livingOf(reminders, userId), where);

type Current = Awaited<ReturnType<typeof readCurrent>>;

/** What a user has that is not over, each row with the act that has made its version. */
const readCurrent = (db: Db, userId: number) =>
  db
    .select({ row: reminders, act: acts })
    .from(reminders)
    .leftJoin(acts, and(eq(acts.reminderId, reminders.id), eq(acts.version, reminders.version)))
    .where(and(livingOf(reminders, userId), eq(reminders.completed, false)));

/** The keys of what was done to rows by this act on all, or by a double tap, a moment ago; one a row. */
function keysOfAct(
  current: Current,
  { name, key: ownKey }: { name: string; key: string },
  now: Date,
): string[] {
  const since = new Date(now.getTime() - DOUBLE_TAP_MS);
  return current.flatMap(({ row, act }) => {
    const key = act?.name === name ? (act.key ?? '') : '';
    const isRecent = key.startsWith(BY_ALL) && row.updatedAt > since;
    return key === ownKey || isRecent ? [key] : [];
  });
}

/** How many are paused with all others, until when that lasts, and how many by themselves. */
function pausedAmong(current: Current, now: Date) {
  const paused = current
    .map(({ row }) => row)
    .filter(({ pausedFrom, pausedUntil }) => pausedFrom && (!pausedUntil || pausedUntil > now));
  const withAll = paused.filter(({ pausedWithAll }) => pausedWithAll);
  const ends = withAll.flatMap(({ pausedUntil }) => pausedUntil?.toISOString() ?? []);
  return {
    withAll: withAll.length,
    // What comes back from deletion may have the end of an earlier pause.
    pausedUntil: ends.toSorted().at(-1) ?? null,
    pausedAlone: paused.length - withAll.length,
  };
}
