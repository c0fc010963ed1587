import 'server-only';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { type Acted, type requests } from '@/contract/api';
import { checklistOf, ticksForHistory, withTick } from '@/core/checklist';
import { takenOne } from '@/core/counter';
import {
  answerableOccurrence,
  finish,
  type FiringState,
  pause,
  type Plan,
  postpone,
  putOff,
  quiet,
  replanFiring,
  restoredFiring,
  resume,
  skip,
} from '@/core/firing';
import { DOUBLE_TAP_MS, LAST_DATE } from '@/core/limits';
import { readSnoozePreset } from '@/core/presets';
import { type Settings } from '@/core/settings';
import { type SnoozePreset } from '@/texts/presets';
import { validationTexts } from '@/texts/validation';
import { type Account } from '../accounts/accounts';
import { type Visit } from '../accounts/routes';
import { checkCategoryStays, presentCategory } from '../categories/categories';
import { creating } from '../platform/create-once';
import { type Db } from '../platform/db/client';
import { loadReference } from '../platform/db/reference';
import {
  deliveryState,
  notes,
  occurrenceOutcome,
  reminders,
  reminderTypes,
  users,
} from '../platform/db/schema';
import { firingColumns, storedState } from './columns';
import { nudgeDelivery } from '../outbox/nudge';
import { AppError, found } from '../platform/errors';
import { historyOf, type Outcome, readOutcome, writeOutcome } from './history';
import {
  checkReadable,
  counterColumns,
  lockLive,
  ownLive,
  type ReminderRow,
  writeChange,
} from './reminders';
import { toWire, waitsSince } from './wire';
import { bytesOf, checkQuotaToGrow } from '../accounts/quota';
import { clockOf, settingsOf } from '../accounts/settings';

/** Puts a reminder to rest until an instant, or until `resume` (null). */
export type Pause = { pauseUntil: Date | null };
/** What a user does about a reminder; a date puts it off until then, a plan says anew when it comes. */
export type Act = 'done' | 'skip' | 'resume' | 'quiet' | SnoozePreset | Date | Pause | Plan;

export type Target = { userId: number; reminderId: number; now: Date };

export type UserClock = ReturnType<typeof clockOf>;

export interface ActedRow {
  reminder: ReminderRow;
  typeName: string;
  /** Of the note that it stands on. */
  noteContent: string | null;
  timeZone: string;
  settings: Settings;
  changed: boolean;
}

/** A state to act on, which may be ahead of what is stored, and what to do to it. */
interface Decision {
  from: FiringState;
  act: Act;
  /** What asked for it, where the same may ask again: see `lastAct`. */
  by?: string | undefined;
  columns?: { liveMessageId?: number | null };
}

function stateAfter({ from, act }: Decision, { now, timeZone, dayParts }: UserClock): FiringState {
  if (act === 'done') return finish(from, now);
  if (act === 'skip') return skip(from, now);
  if (act === 'resume') return resume(from, now);
  if (act === 'quiet') return quiet(from, now);
  if (act instanceof Date) return putOff(from, act, now);
  if (typeof act === 'string') return postpone(from, act, now, timeZone, dayParts);
  return isPlan(act) ? replanFiring(from, act, timeZone, now) : pause(from, act.pauseUntil, now);
}

/**
 * In one transaction: the new state, its history, and what takes the act back. Null, or an act without
 * effect, changes nothing. Undefined where the user has no such reminder.
 */
export async function actOnRow(
  db: Db,
  { userId, reminderId, now }: Target,
  decide: (row: ReminderRow, clock: UserClock) => Decision | null,
): Promise<ActedRow | undefined> {
  const acted = await db.transaction(async (tx) => {
    const { timeZone, settings } = users;
    const [found] = await tx
      .select({
        ...{ reminder: reminders, typeName: reminderTypes.name, timeZone, settings },
        noteContent: notes.content,
      })
      .from(reminders)
      .innerJoin(users, eq(users.id, reminders.userId))
      .innerJoin(reminderTypes, eq(reminderTypes.id, reminders.typeId))
      .leftJoin(notes, noteOfReminder)
      .where(ownLive(userId, reminderId))
      .for('no key update', { of: reminders });
    if (!found) return undefined;
    checkReadable(found.reminder);
    const row = { ...found, settings: settingsOf(found.settings) };
    const clock = clockOf(found, now);
    const decision = decide(row.reminder, clock);
    const next = decision && stateAfter(decision, clock);
    if (!next || next === decision.from) return { ...row, changed: false };
    const { act, from, by, columns } = decision;
    const outcome = outcomeOf(act, from, next);
    const answered = outcome && (await recordOutcome(tx, row.reminder, from, { outcome, now }));
    const changed = await writeChange(
      tx,
      row.reminder,
      { next, by: changeOf(act), now },
      {
        // The message in the chat is about another occurrence than the one that lay ahead.
        ...(from.openOccurrenceAt === null && { liveMessageId: null }),
        ...(outcome === 'done' && takenOne(row.reminder)),
        // What is ticked is of one occurrence.
        ...((outcome ? from.rule !== null : isPlan(act) && from.completed) && { ticked: null }),
        ...columns,
        undo: undoOf(row.reminder, { act: nameOf(act), by, next, answered }),
      },
    );
    return { ...row, reminder: changed, changed: true };
  });
  if (acted?.changed) nudgeDelivery(acted.reminder.nextFireAt);
  return acted;
}

/** The note that a reminder stands on, while it is there. */
export const noteOfReminder = and(
  eq(notes.id, reminders.noteId),
  eq(notes.userId, reminders.userId),
  isNull(notes.deletedAt),
);

/** Whether what waits of a series gives way to another occurrence: to its last one, after a pause. */
export const givesUp = ({ rule, openOccurrenceAt }: FiringState, next: FiringState): boolean =>
  rule !== null &&
  openOccurrenceAt !== null &&
  next.openOccurrenceAt !== null &&
  next.openOccurrenceAt.getTime() !== openOccurrenceAt.getTime();

const isPlan = (act: Act): act is Plan =>
  typeof act === 'object' && !(act instanceof Date) && 'dateTime' in act;

/** What an act says of its occurrence. A new plan ends the wait of a series; a one-shot's own moves with it. */
function outcomeOf(act: Act, from: FiringState, next: FiringState): Outcome['outcome'] | null {
  if (act === 'done') return 'done';
  if (act === 'skip') return 'skipped';
  const replanned = isPlan(act) && from.rule !== null && waitsSince(from) !== null;
  return replanned || givesUp(from, next) ? 'unanswered' : null;
}

/** Writes what became of the occurrence that an act is about; answers what undoes that. */
export async function recordOutcome(
  tx: Db,
  { id, userId, ticked }: ReminderRow,
  from: FiringState,
  { outcome, now }: { outcome: Outcome['outcome']; now: Date },
): Promise<Undo['answered']> {
  const occurrenceAt = answerableOccurrence(from);
  if (occurrenceAt === null) return null;
  const key = { reminderId: id, userId, occurrenceAt };
  const before = await readOutcome(tx, key);
  const cameAt = from.waitingSince ?? before?.cameAt ?? null;
  const entry = { outcome, cameAt, endedAt: now, ticked: ticksForHistory(ticked) };
  await writeOutcome(tx, key, entry);
  return { occurrenceAt, before };
}

function nameOf(act: Act): string {
  if (act instanceof Date) return act.toISOString();
  if (typeof act === 'string') return act;
  return isPlan(act) ? 'plan' : `pause ${act.pauseUntil?.toISOString() ?? ''}`;
}

function changeOf(act: Act) {
  if (act === 'done' || act === 'skip' || act === 'resume') return act;
  if (act === 'quiet') return 'edit';
  if (typeof act === 'string' || act instanceof Date) return 'snooze';
  return isPlan(act) ? 'edit' : 'pause';
}

/** What stands in `undo.by` in front of the key of an act on several rows. */
export const BY_ALL = 'all:';
export const byAll = (key: string): string => BY_ALL + key;

const instant = z.coerce.date();
const count = z.number().nullable();
const ticks = z.array(z.string()).readonly().nullable();
/** The column `undo`: what takes the latest act back. */
const storedUndo = z.object({
  /** Of the row after the act, as is `nextFireAt`, which every send changes. */
  version: z.number(),
  nextFireAt: instant.nullable(),
  /** Absent in rows that an older version wrote, as is `answered`. */
  act: z.string().optional(),
  by: z.string().optional(),
  /** The occurrence that was answered, and what its history said before. */
  answered: z
    .object({
      occurrenceAt: instant,
      before: z
        .object({
          outcome: z.enum(occurrenceOutcome.enumValues),
          cameAt: instant.nullable(),
          endedAt: instant,
          ticked: ticks.default(null),
        })
        .nullable(),
    })
    .nullable()
    .default(null),
  was: storedState(instant).extend({
    deliveryState: z.enum(deliveryState.enumValues),
    lastError: z.string().nullable(),
    text: z.string().optional(),
    categoryId: z.number().optional(),
    /** Absent in what an older version wrote. */
    said: z.object({ counterLeft: count, counterLow: count, ticked: ticks }).optional(),
  }),
});
type Undo = z.infer<typeof storedUndo>;

/** The text before the latest change of it in the chat, as long as it is kept, be it taken back or not. */
export const textBefore = (row: Pick<ReminderRow, 'undo'>): string | null =>
  storedUndo.safeParse(row.undo).data?.was.text ?? null;

type Done = Pick<Undo, 'by' | 'answered'> & { act: string; next: FiringState };
export const undoOf = (row: ReminderRow, { act, by, next, answered }: Done) => ({
  version: row.version + 1,
  nextFireAt: next.nextFireAt,
  act,
  by,
  answered,
  was: {
    ...firingColumns(row),
    ...{ deliveryState: row.deliveryState, lastError: row.lastError, said: sayingOf(row) },
  },
});

const sayingOf = ({ counterLeft, counterLow, ticked }: ReminderRow) => ({
  ...{ counterLeft, counterLow, ticked },
});

/** The columns beside the life cycle as they were before the act. */
export const wasBeside = ({ was: { deliveryState, lastError, said } }: Undo, row: ReminderRow) => ({
  ...{ deliveryState, lastError, ...(said ?? sayingOf(row)) },
});

type UndoColumns = Pick<ReminderRow, 'undo' | 'version' | 'nextFireAt'>;

/** What takes the row's latest act back, as long as that is the last word: no change, no send since. */
export function undoFor(row: UndoColumns): Undo | null {
  const undo = storedUndo.safeParse(row.undo).data;
  const isLast =
    undo?.version === row.version && undo.nextFireAt?.getTime() === row.nextFireAt?.getTime();
  return isLast ? undo : null;
}

/** The version that `takeBack` takes for the row's latest act; null where there is nothing to take back. */
export const undoVersion = (row: ReminderRow): number | null => undoFor(row)?.version ?? null;

/** As `undoVersion`, where that act was an answer («Готово», skip) about this very occurrence. */
export function undoOfAnswer(
  { rule, ...row }: UndoColumns & Pick<ReminderRow, 'rule'>,
  occurrenceAt: Date,
): number | null {
  const undo = undoFor(row);
  if (undo?.act !== 'done' && undo?.act !== 'skip') return null;
  const isAbout = rule === null || undo.answered?.occurrenceAt.getTime() === occurrenceAt.getTime();
  return isAbout ? undo.version : null;
}

/** The row's latest act and what asked for it, as long as that is the last word. */
export function lastAct(row: ReminderRow): Pick<Undo, 'act' | 'by'> | null {
  const undo = undoFor(row);
  return undo && { act: undo.act, by: undo.by };
}

/** Throws `conflict` where a row is not what it was when somebody read it. */
export function checkVersion(row: ReminderRow, version: number | undefined): void {
  if (version !== undefined && version !== row.version) throw new AppError('conflict');
}

type Said = Partial<
  Pick<ReminderRow, 'text' | 'categoryId' | 'counterLeft' | 'counterLow' | 'ticked' | 'undo'>
>;
interface Rewrite {
  version?: number | undefined;
  /** The same, heard again, changes nothing. */
  by?: string | undefined;
}

/**
 * Changes what a reminder says, and nothing of when it comes: what waits goes on waiting. `takeBack` takes
 * that back.
 */
export async function rewriteRow(
  db: Db,
  { userId, reminderId, now }: Target,
  change: (row: ReminderRow, tx: Db) => Said | Promise<Said>,
  { version, by }: Rewrite = {},
) {
  return creating(db, userId, async (tx) => {
    const row = await lockLive(tx, userId, reminderId);
    if (!row || (by !== undefined && lastAct(row)?.by === by)) return row;
    const said = await change(row, tx);
    if (isDeepStrictEqual({ ...row, ...said }, row)) return row;
    checkVersion(row, version);
    const { text = row.text } = said;
    await checkQuotaToGrow(tx, userId, bytesOf(text) - bytesOf(row.text));
    const undo = undoOf(row, { act: 'rewrite', by, next: row, answered: null });
    const { categoryId } = row;
    const was = { ...undo.was, categoryId, ...(text !== row.text && { text: row.text }) };
    return writeChange(
      tx,
      row,
      { next: row, by: 'edit', now },
      { undo: { ...undo, was }, ...said },
    );
  });
}

/**
 * Restores what was before the act that made this `version`, history included, but nothing rings that
 * passed. False where the reminder was changed, deleted or sent since.
 */
export async function takeBack(
  db: Db,
  { userId, reminderId, now }: Target,
  version: number | undefined,
): Promise<boolean> {
  const restored = await db.transaction(async (tx) => {
    const row = await lockLive(tx, userId, reminderId);
    const undo = row && undoFor(row);
    if (!undo || undo.version !== version) return undefined;
    const { was, answered } = undo;
    if (answered) {
      const key = { reminderId, userId, occurrenceAt: answered.occurrenceAt };
      await writeOutcome(tx, key, answered.before);
    }
    const { text = row.text } = was;
    // Its category may be gone by now.
    const reference = await loadReference(tx, userId);
    const categoryId =
      presentCategory(reference, was.categoryId ?? row.categoryId) ?? row.categoryId;
    const next = restoredFiring(was, now);
    const columns = { ...wasBeside(undo, row), text, categoryId, undo: null };
    return writeChange(tx, row, { next, by: 'undo', now }, columns);
  });
  if (restored) nudgeDelivery(restored.nextFireAt);
  return restored !== undefined;
}

interface ApiCall {
  now: Date;
  /** The version that the caller saw; without it the act is about whatever is there. */
  version?: number | undefined;
}

/**
 * An act of the API. With an older `version` than the row's, or about another `occurrence` than the one
 * that it would answer, it is a `conflict` and nothing changes; unless the row's latest act is this very
 * one, for the answer to an earlier try was lost, or the tap was double.
 */
export async function actOnReminder(
  db: Db,
  account: Account,
  reminderId: number,
  act: Act,
  { now, version, occurrence }: ApiCall & { occurrence?: Date | undefined },
): Promise<Acted> {
  const verdict = { refused: false };
  const acted = await actOnRow(db, { userId: account.id, reminderId, now }, (row) => {
    const last = undoFor(row)?.act === nameOf(act);
    if (version === undefined && occurrence === undefined) {
      const doubled = last && now.getTime() - row.updatedAt.getTime() < DOUBLE_TAP_MS;
      return doubled ? null : { from: row, act };
    }
    const current =
      (version ?? row.version) === row.version &&
      (!occurrence || answerableOccurrence(row)?.getTime() === occurrence.getTime());
    if (current) return { from: row, act };
    verdict.refused = !last || (version !== undefined && version < row.version - 1);
    return null;
  });
  if (!acted) throw new AppError('not-found');
  const notification = toWire(acted.reminder, await loadReference(db, account.id), account);
  if (verdict.refused) throw new AppError('conflict', { present: { notification } });
  const undo = undoFor(acted.reminder);
  return { notification, undo: undo && String(undo.version) };
}

/** Takes an act back by what it answered; where that is no longer the last word it is a `conflict`. */
export async function undoAct(
  db: Db,
  account: Account,
  reminderId: number,
  undo: string,
  now: Date,
): Promise<Acted> {
  const version = /^\d{1,9}$/.test(undo) ? Number(undo) : undefined;
  const undone = await takeBack(db, { userId: account.id, reminderId, now }, version);
  const { notification } = await readReminder(db, account, reminderId);
  if (!undone) throw new AppError('conflict', { present: { notification } });
  return { notification, undo: null };
}

/** What `until` of a snooze means: one of the presets, or an instant that lies ahead. */
export function snoozeAct(until: string, now: Date): Act {
  return readSnoozePreset(until) ?? futureInstant(until, now);
}

/** What `until` of a pause means: an instant that lies ahead; without it the user ends the pause. */
export const pauseAct = (until: string | undefined, now: Date): Act => ({
  pauseUntil: until === undefined ? null : futureInstant(until, now),
});

export function futureInstant(until: string, now: Date): Date {
  const { date } = validationTexts;
  const at = z.iso.datetime({ offset: true }).safeParse(until).success ? new Date(until) : null;
  const fault =
    at === null || Number.isNaN(at.getTime())
      ? date.invalid
      : at <= now
        ? validationTexts.time.past
        : at > new Date(`${LAST_DATE}T23:59:59Z`)
          ? date.tooFar
          : null;
  if (at === null || fault !== null) {
    throw new AppError('invalid', { errors: [{ field: 'until', message: fault ?? date.invalid }] });
  }
  return at;
}

/** The points of a reminder, with its text; undefined where there is no such reminder. */
export async function readPoints(db: Db, userId: number, reminderId: number) {
  const [row] = await db
    .select({ text: reminders.text, ticked: reminders.ticked, content: notes.content })
    .from(reminders)
    .leftJoin(notes, noteOfReminder)
    .where(ownLive(userId, reminderId));
  return row && { text: row.text, points: checklistOf(row.text, row.content, row.ticked) };
}

export async function readReminder(db: Db, account: Account, reminderId: number) {
  const [reference, [row], history, read] = await Promise.all([
    loadReference(db, account.id),
    db.select().from(reminders).where(ownLive(account.id, reminderId)),
    historyOf(db, { userId: account.id, reminderId }),
    readPoints(db, account.id, reminderId),
  ]);
  if (!row) throw new AppError('not-found');
  const notification = toWire(row, reference, account);
  return { notification, history, ...(read && read.points.length > 0 && { points: read.points }) };
}

/** Ticks a point of a reminder, or unticks it; one that it has no more changes nothing. */
async function ticked(row: ReminderRow, tx: Db, { point, done }: Tick): Promise<Said> {
  const { points = [] } = (await readPoints(tx, row.userId, row.id)) ?? {};
  const meant = points.find(({ key }) => key === point);
  // Its key takes it back.
  return meant && meant.done !== done ? { ticked: withTick(points, point, done), undo: null } : {};
}
type Tick = { point: string; done: boolean };
export const tickPoint = (db: Db, target: Target, tick: Tick) =>
  rewriteRow(db, target, (row, tx) => ticked(row, tx, tick));

/** What the app changes of what a reminder says: what it counts, a point, the category. Throws `conflict`. */
export async function rewriteFromApp(visit: Visit<z.infer<typeof requests.rewriteReminder>>) {
  const { db, account, id: reminderId, now, body } = visit;
  const { version, counter, tick, categoryId } = body;
  const reference = await loadReference(db, account.id);
  const change = async (row: ReminderRow, tx: Db): Promise<Said> => {
    if (categoryId !== undefined) {
      if (!reference.category(categoryId)) throw new AppError('not-found');
      await checkCategoryStays(tx, account.id, categoryId, reference);
    }
    return {
      ...(counter !== undefined && counterColumns(counter)),
      ...(categoryId !== undefined && { categoryId }),
      ...(tick && (await ticked(row, tx, tick))),
    };
  };
  const row = found(
    await rewriteRow(db, { userId: account.id, reminderId, now }, change, { version }),
  );
  const undo = undoFor(row);
  return { notification: toWire(row, reference, account), undo: undo && String(undo.version) };
}
