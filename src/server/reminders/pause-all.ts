import 'server-only';
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { and, eq, gt, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type ActedOnAll } from '@/contract/reminder';
import { type FiringState, pauseWithAll, restoredFiring, resumeWithAll } from '@/core/firing';
import { DOUBLE_TAP_MS } from '@/core/limits';
import { type CalledOff, calledOffBy, writeCalledOff, writeOutcome } from './history';
import { dayHasChanged } from '../accounts/day-plans';
import { type Db } from '../platform/db/client';
import { reminders } from '../platform/db/schema';
import { nudgeDelivery } from '../outbox/nudge';
import { AppError } from '../platform/errors';
import { givingWay } from '../platform/give-way';
import { messageIsOutdated } from './outdated';
import { takePersonalPermit } from '../platform/rate-limit';
import { BY_ALL, byAll, givesUp, type Pause, takeBack } from './acts';
import { recordOutcome, undoFor, undoOf, wasBeside } from './undo';
import { type ReminderRow } from './rows';

/**
 * Pauses and resumes all series of a user, and takes that back; what is paused by itself stays. Rows
 * change in parts, each in its transaction: an interrupted act is completed when asked for again by its
 * key.
 */

/** Rows that are locked, worked out and written at once. */
const PART = 200;
/** Of the messages in the chat that an act on all makes untrue, so many of the newest are brought up to date. */
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
    now,
    key,
  });

/** «Возобновить всё»: nothing rings that the pause has kept back. */
export const resumeAll = (db: Db, userId: number, { now, key }: Call): Promise<ActedOnAll> =>
  actOnAll(db, userId, {
    name: 'resume-all',
    where: and(reminders.pausedWithAll, isNotNull(reminders.pausedFrom)),
    act: (row) => resumeWithAll(row, now),
    now,
    key,
  });

interface ActOnAll extends Call {
  name: string;
  where: SQL | undefined;
  act: (row: ReminderRow) => FiringState;
}

async function actOnAll(db: Db, userId: number, { name, where, act, now, key }: ActOnAll) {
  await takePersonalPermit(db, 'actsOnAll', userId, now);
  const by = byAll(key ?? randomUUID());
  await changeInParts(db, { userId, where, now }, async (tx, row) => {
    const next = act(row);
    if (next === row) return null;
    const unanswered = { outcome: 'unanswered', now } as const;
    const answered = givesUp(row, next) ? await recordOutcome(tx, row, row, unanswered) : null;
    return {
      state: next,
      // The message in the chat is about another occurrence than the one that lay ahead.
      liveMessageId: row.openOccurrenceAt === null ? null : row.liveMessageId,
      deliveryState: 'scheduled',
      lastError: null,
      ...{ counterLeft: row.counterLeft, counterLow: row.counterLow },
      ticked: answered ? null : row.ticked,
      undo: undoOf(row, { act: name, by, next, answered }),
    };
  });
  const since = new Date(now.getTime() - DOUBLE_TAP_MS);
  const [changed, standing] = await Promise.all([
    changedBy(db, userId, { name, by, since }),
    standingOf(db, userId, now),
  ]);
  const { together, alone, until } = standing;
  return {
    count: name === 'resume-all' ? (changed?.count ?? 0) : together,
    pausedUntil: until?.toISOString() ?? null,
    pausedAlone: alone,
    undo: changed?.by.slice(BY_ALL.length) ?? null,
  };
}

/** Takes an act on all back by what it answered: of rows neither changed nor sent since; `conflict` where none is. */
export async function undoAll(
  db: Db,
  userId: number,
  { undo: key, now }: { undo: string; now: Date },
): Promise<ActedOnAll> {
  await takePersonalPermit(db, 'actsOnAll', userId, now);
  const where = sql`${reminders.undo} ->> 'by' = ${byAll(key)}`;
  // What others have with it goes back with it.
  const { id, version } = reminders;
  const ofJoints = and(
    ofUser({ userId, where, now }),
    sql`${reminders.undo} -> 'together' is not null`,
  );
  let back = 0;
  for (const row of await db.select({ id, version }).from(reminders).where(ofJoints).orderBy(id)) {
    if (await takeBack(db, { userId, reminderId: row.id, now }, row.version)) back += 1;
  }
  const changed = await changeInParts(db, { userId, where, now }, async (tx, row) => {
    const undo = undoFor(row);
    if (!undo || undo.together) return null;
    if (undo.answered) {
      const { occurrenceAt, before } = undo.answered;
      await writeOutcome(tx, { reminderId: row.id, userId, occurrenceAt }, before);
    }
    return {
      state: restoredFiring(undo.was, now),
      liveMessageId: row.liveMessageId,
      ...wasBeside(undo),
      undo: null,
    };
  });
  const count = back + changed;
  if (count === 0) throw new AppError('conflict');
  const { alone, until } = await standingOf(db, userId, now);
  return { count, pausedUntil: until?.toISOString() ?? null, pausedAlone: alone, undo: null };
}

/** What is written of a row; the rest of its state is not changed by acts on all. */
interface Written extends Pick<
  ReminderRow,
  'liveMessageId' | 'deliveryState' | 'lastError' | 'counterLeft' | 'counterLow' | 'ticked'
> {
  state: FiringState;
  undo: object | null;
}
type Change = (tx: Db, row: ReminderRow) => Promise<Written | null>;
type Rows = { userId: number; where: SQL | undefined; now: Date };
type ChangedRow = Pick<ReminderRow, 'id' | 'liveMessageId'>;

/** Changes the user's rows part by part; answers how many. A row for which `change` answers null stays. */
async function changeInParts(db: Db, rows: Rows, change: Change): Promise<number> {
  const changed: ChangedRow[] = [];
  const seen = new Set<number>();
  const take = async (where: SQL, limit?: number) => {
    const part = await changePart(db, { ...rows, where: and(rows.where, where) }, change, limit);
    changed.push(...part.changed);
    return part.ids;
  };
  for (let after = 0; ;) {
    // Rows that others have locked are skipped here and taken one by one below: two such acts cannot deadlock.
    const ids = await take(gt(reminders.id, after), PART);
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

function ofUser({ userId, where }: Rows) {
  const live = and(eq(reminders.userId, userId), isNull(reminders.deletedAt));
  return and(live, where);
}

/** Changes the first rows by id that nobody holds; without a limit waits for whoever holds them. */
async function changePart(db: Db, rows: Rows, change: Change, limit?: number) {
  return db.transaction(async (tx) => {
    const query = tx.select().from(reminders).where(ofUser(rows)).orderBy(reminders.id);
    const found =
      limit === undefined
        ? await query.for('no key update')
        : await query.limit(limit).for('no key update', { skipLocked: true });
    const changes: { row: ReminderRow; next: Written }[] = [];
    const calledOff: CalledOff[] = [];
    const giveWay = givingWay();
    for (const row of found) {
      await giveWay();
      const next = await change(tx, row);
      if (!next) continue;
      changes.push({ row, next });
      await giveWay();
      if (next.state.pausedWithAll) calledOff.push(...calledOffBy(row, next.state, rows.now));
    }
    if (changes.length > 0) {
      await write(tx, rows, changes);
      await writeCalledOff(tx, calledOff, { by: 'pause-all', at: rows.now });
      await dayHasChanged(tx, rows.userId, rows.now);
    }
    const ids = found.map(({ id }) => id);
    const changed = changes.map(({ row: { id, liveMessageId } }) => ({ id, liveMessageId }));
    const fires = changes.flatMap(({ next }) => next.state.nextFireAt ?? []);
    const [soonest = null] = fires.sort((a, b) => a.getTime() - b.getTime());
    nudgeDelivery(tx, soonest);
    return { ids, changed };
  });
}

const WRITTEN = [
  ...(['dateTime', 'nextFireAt', 'openOccurrenceAt', 'waitingSince', 'nagCount'] as const),
  ...(['snoozedUntil', 'pausedFrom', 'pausedUntil', 'pausedWithAll'] as const),
  // Of answers to all that has rung, which are taken back here as well.
  ...(['completed', 'doneAt', 'firstWallTime', 'counterLeft', 'counterLow', 'ticked'] as const),
  ...(['liveMessageId', 'deliveryState', 'lastError', 'undo'] as const),
];

/** One statement for the part. As with every change by the user, what delivery holds of a row is void. */
async function write(
  tx: Db,
  { userId, now }: Rows,
  changes: readonly { row: ReminderRow; next: Written }[],
): Promise<void> {
  const input = changes.map(({ row: { id }, next: { state, ...rest } }) => {
    const values = { ...state, ...rest };
    return { id, ...Object.fromEntries(WRITTEN.map((key) => [key, values[key]])) };
  });
  const set = WRITTEN.map(
    (key) => sql`${sql.identifier(reminders[key].name)} = input.${sql.identifier(key)}`,
  );
  const types = WRITTEN.map(
    (key) => sql`${sql.identifier(key)} ${sql.raw(reminders[key].getSQLType())}`,
  );
  await tx.execute(sql`
    update reminders set ${sql.join(set, sql`, `)},
      lease_token = null, lease_until = null, not_before = null, attempts = 0,
      version = version + 1, updated_at = ${now.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(input)}::json)
      as input (id bigint, ${sql.join(types, sql`, `)})
    where reminders.id = input.id and reminders.user_id = ${userId}`);
}

const changedRows = z.array(z.object({ by: z.string(), count: z.number() }));

/** The rows' last word of this name, and how many: the act with this `by`, else that of a double tap. */
async function changedBy(
  db: Db,
  userId: number,
  { name, by, since }: { name: string; by: string; since: Date },
): Promise<{ by: string; count: number } | undefined> {
  const { rows } = await db.execute(sql`
    select undo ->> 'by' as by, count(*)::int as count from reminders
    where user_id = ${userId} and deleted_at is null
      and undo ->> 'act' = ${name} and starts_with(undo ->> 'by', ${BY_ALL})
      and (undo ->> 'version')::int = version
      and (undo ->> 'by' = ${by} or updated_at > ${since.toISOString()}::timestamptz)
    group by 1 order by undo ->> 'by' = ${by} desc, max(updated_at) desc limit 1`);
  return changedRows.parse(rows)[0];
}

const standingRows = z.tuple([
  z.object({ together: z.number(), alone: z.number(), until: z.coerce.date().nullable() }),
]);

/** How many are paused together and by themselves, and until when together. */
async function standingOf(db: Db, userId: number, now: Date) {
  const { rows } = await db.execute(sql`
    select (count(*) filter (where paused_with_all))::int as together,
      (count(*) filter (where not paused_with_all))::int as alone,
      max(paused_until) filter (where paused_with_all) as until
    from reminders
    where user_id = ${userId} and deleted_at is null and not completed and paused_from is not null
      and (paused_until is null or paused_until > ${now.toISOString()}::timestamptz)`);
  return standingRows.parse(rows)[0];
}
