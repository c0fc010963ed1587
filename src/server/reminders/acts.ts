import 'server-only';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { type Acted, type requests } from '@/contract/api';
import { checklistOf, withTick } from '@/core/checklist';
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
  withOwn,
} from '@/core/firing';
import { DOUBLE_TAP_MS, LAST_INSTANT } from '@/core/limits';
import { readSnoozePreset } from '@/core/presets';
import { type Settings } from '@/core/settings';
import { type SnoozePreset } from '@/texts/presets';
import { validationTexts } from '@/texts/validation';
import { type Account } from '../accounts/accounts';
import { type Visit } from '../accounts/routes';
import { checkCategoryStays } from '../categories/categories';
import { creating } from '../platform/create-once';
import { type Db } from '../platform/db/client';
import { loadReference } from '../platform/db/reference';
import { notes, reminders, reminderTypes, users } from '../platform/db/schema';
import { nudgeDelivery } from '../outbox/nudge';
import { AppError, found } from '../platform/errors';
import { type CalledOffBy, historyOf, type Outcome, writeOutcome } from './history';
import {
  answeredBy,
  type AnsweredBy,
  beginsAnew,
  checkOwner,
  type ForAll,
  followersChanged,
  isSeen,
  type Joint,
  lockJoint,
  liveRows,
  partnersOf,
  readJoint,
  sharedEdit,
  tellMembers,
  writeForAll,
} from './joint';
import { counterColumns, lockLive, ownLive, type ReminderRow, writeChange } from './rows';
import { describeAnsweredBy } from './message';
import { lastUndo, storedUndoOf, undoFor, undoOf, wasBeside, writeAct } from './undo';
import { checkMessagesAWeek } from './weekly-quota';
import { toWire, waitsSince } from './wire';
import { bytesOf, checkQuotaToGrow } from '../accounts/quota';
import { clockOf, settingsOf } from '../accounts/settings';

/** Puts a reminder to rest until an instant, or until `resume` (null). */
export type Pause = { pauseUntil: Date | null };
/** What a user does about a reminder; a date puts it off until then, a plan says anew when it comes. */
export type Act = 'done' | 'skip' | 'resume' | 'quiet' | SnoozePreset | Date | Pause | Plan;

export type Target = { userId: number; reminderId: number; now: Date };

export type UserClock = ReturnType<typeof clockOf>;

/** A reminder as its person sees it in the chat. */
export interface PresentRow {
  reminder: ReminderRow;
  typeName: string;
  /** Of the note that it stands on. */
  noteContent: string | null;
  timeZone: string;
  settings: Settings;
  /** Whose answer it shows, of a joint, where that was somebody else's. */
  answeredBy: AnsweredBy | null;
  /** Whether others take part in it. */
  together: boolean;
  /** Whether its person may put it off for those, too. */
  mayMoveAll: boolean;
}
export type ActedRow = PresentRow & { changed: boolean };

/** A state to act on, which may be ahead of what is stored, and what to do to it. */
interface Decision {
  from: FiringState;
  act: Act;
  /** What asked for it, where the same may ask again: see `undoFor`. */
  by?: string | undefined;
  columns?: { liveMessageId?: number | null };
  /** A date puts it off for everybody of its joint. */
  forAll?: boolean | undefined;
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
  return db.transaction(async (tx) => {
    const joint = await lockJoint(tx, userId, reminderId);
    const held = selectPresent(tx, userId, reminderId).for('no key update', { of: reminders });
    const [found] = await held;
    if (!found) return undefined;
    const row = await presentRow(tx, found, joint, now);
    const clock = clockOf(found, now);
    const decision = decide(row.reminder, clock);
    const asked = decision && stateAfter(decision, clock);
    if (!asked || asked === decision.from) return { ...row, changed: false };
    const { act, from, by: askedBy, columns } = decision;
    if (isPlan(act)) await checkMessagesAWeek(tx, userId, row.reminder, asked);
    const change = changeForAll(row.reminder, decision, asked);
    // What is one's own in a joint leaves what waits for everybody.
    const isOwn = joint && isPlan(act) && !change && from.openOccurrenceAt !== null;
    const next = isOwn ? withOwn(from, asked, now) : asked;
    const movesAhead = change?.is === 'snooze' && !mayMoveAll(joint, reminderId, from, now);
    if (movesAhead || beginsAnew(from, next)) await checkOwner(tx, joint, reminderId);
    const name = nameOf(act);
    const forAll = await writeForAll(tx, joint, row.reminder, change, { act: name, now });
    const undo = { act: name, by: askedBy, together: forAll };
    const written = {
      from,
      next,
      outcome: outcomeOf(act, from, next),
      by: changeOf(act),
      undo,
      now,
    };
    const changed = await writeAct(tx, row.reminder, written, {
      // It goes on with a new occurrence.
      ...(isPlan(act) && from.completed && { ticked: null }),
      ...columns,
    });
    nudgeDelivery(tx, changed.nextFireAt);
    const mayStillMove = mayMoveAll(joint, reminderId, changed, now);
    const present = { ...row, reminder: changed, answeredBy: null, mayMoveAll: mayStillMove };
    return { ...present, changed: true };
  });
}

/** A reminder to be looked at: nothing is held, nor waited for. Undefined where the user has no such reminder. */
export async function readPresent(
  db: Db,
  { userId, reminderId, now }: Target,
): Promise<PresentRow | undefined> {
  const [found] = await selectPresent(db, userId, reminderId);
  return found && presentRow(db, found, await readJoint(db, userId, reminderId), now);
}

const selectPresent = (db: Db, userId: number, reminderId: number) =>
  db
    .select({
      reminder: reminders,
      typeName: reminderTypes.name,
      timeZone: users.timeZone,
      settings: users.settings,
      noteContent: notes.content,
    })
    .from(reminders)
    .innerJoin(users, eq(users.id, reminders.userId))
    .innerJoin(reminderTypes, eq(reminderTypes.id, reminders.typeId))
    .leftJoin(notes, noteOfReminder)
    .where(ownLive(userId, reminderId));

async function presentRow(
  db: Db,
  found: Awaited<ReturnType<typeof selectPresent>>[number],
  joint: Joint | null,
  now: Date,
): Promise<PresentRow> {
  const { reminder } = found;
  return {
    ...found,
    settings: settingsOf(found.settings),
    answeredBy: joint && (await answeredBy(db, reminder, storedUndoOf(reminder))),
    together: liveRows(joint).length > 1,
    mayMoveAll: mayMoveAll(joint, reminder.id, reminder, now),
  };
}

/** Everybody of a joint may put off for all what waits, but only its owner what lies ahead. */
const mayMoveAll = (
  joint: Joint | null,
  reminderId: number,
  state: FiringState,
  now: Date,
): boolean =>
  liveRows(joint).length > 1 && (joint?.ownerReminderId === reminderId || hasCome(state, now));

export const noteOfReminder = and(
  eq(notes.id, reminders.noteId),
  eq(notes.userId, reminders.userId),
  isNull(notes.deletedAt),
);

/** Whether what is open has come; of a series what was moved before its time is open, too, and has not. */
const hasCome = ({ openOccurrenceAt: open, rule }: FiringState, now: Date): boolean =>
  open !== null && (rule === null || open <= now);

/** What of an act holds for everybody of a joint; null where it is its person's own. */
function changeForAll(
  before: ReminderRow,
  { from, act, forAll = false }: Decision,
  next: FiringState,
): ForAll | null {
  const occurrenceAt = answerableOccurrence(from);
  if (act === 'done' || act === 'skip') return occurrenceAt && { is: act, occurrenceAt };
  if (isPlan(act)) return sharedEdit(before, { ...before, ...next });
  // What is over for all begins anew for all.
  if (beginsAnew(from, next) && next.nextFireAt) {
    return { is: 'snooze', occurrenceAt: occurrenceAt ?? from.dateTime, until: next.nextFireAt };
  }
  return forAll && occurrenceAt && act instanceof Date
    ? { is: 'snooze', occurrenceAt, until: act }
    : null;
}

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
  const ended = next.openOccurrenceAt === null && waitsSince(from) !== null;
  const replanned = isPlan(act) && from.rule !== null && ended;
  return replanned || givesUp(from, next) ? 'unanswered' : null;
}

function nameOf(act: Act): string {
  if (act instanceof Date) return act.toISOString();
  if (typeof act === 'string') return act;
  return isPlan(act) ? 'plan' : `pause ${act.pauseUntil?.toISOString() ?? ''}`;
}

function changeOf(act: Act): CalledOffBy {
  if (act === 'done' || act === 'skip' || act === 'resume') return act;
  if (act === 'quiet') return 'edit';
  if (typeof act === 'string' || act instanceof Date) return 'snooze';
  return isPlan(act) ? 'edit' : 'pause';
}

/** What stands in `undo.by` in front of the key of an act on several rows. */
export const BY_ALL = 'all:';
export const byAll = (key: string): string => BY_ALL + key;

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
    const joint = await lockJoint(tx, userId, reminderId);
    const row = await lockLive(tx, userId, reminderId);
    if (!row || (by !== undefined && undoFor(row)?.by === by)) return row;
    const said = await change(row, tx);
    if (isDeepStrictEqual({ ...row, ...said }, row)) return row;
    checkVersion(row, version);
    const { text = row.text } = said;
    await checkQuotaToGrow(tx, userId, bytesOf(text) - bytesOf(row.text));
    const isNew = text !== row.text;
    const forAll: ForAll | null = isNew
      ? { is: 'edit', before: row, after: { ...row, text } }
      : null;
    const together = await writeForAll(tx, joint, row, forAll, { act: 'rewrite', now });
    const was = { categoryId: row.categoryId, ...(isNew && { text: row.text }) };
    const done = { act: 'rewrite', by, next: row, answered: null, together, was };
    const columns = { undo: undoOf(row, done), ...said };
    return writeChange(tx, row, { next: row, by: 'edit', now }, columns);
  });
}

/**
 * Restores what was before the act that made this `version`, or before the latest by then, history included, but
 * nothing rings that passed. False where the reminder was changed, deleted or sent since.
 */
export async function takeBack(
  db: Db,
  { userId, reminderId, now }: Target,
  version: number | 'latest' | undefined,
): Promise<boolean> {
  // The person first: its category is not to go meanwhile.
  return creating(db, userId, async (tx) => {
    const joint = await lockJoint(tx, userId, reminderId);
    const row = await lockLive(tx, userId, reminderId);
    const undo = row && undoFor(row);
    if (!undo || (version !== 'latest' && undo.version !== version)) return false;
    const partners = partnersOf(joint, row, undo);
    if (!partners) return false;
    const own = await restoreRow(tx, row, now);
    const followed: ReminderRow[] = [];
    for (const partner of partners) followed.push(await restoreRow(tx, partner, now));
    const isAnswer = undo.act === 'done' || undo.act === 'skip';
    const unseen = followed.filter((each) => !isAnswer || !isSeen(each));
    const news = isAnswer ? 'returned' : 'changed';
    await tellMembers(tx, unseen, news, now, row.id);
    nudgeDelivery(tx, own.nextFireAt);
    followersChanged(tx, followed, now);
    return true;
  });
}

/** Puts a row back to what it was before its latest act, which is its last word. */
async function restoreRow(tx: Db, row: ReminderRow, now: Date): Promise<ReminderRow> {
  const undo = lastUndo(row);
  if (!undo) throw new AppError('conflict');
  const { was, answered } = undo;
  if (answered) {
    const key = { reminderId: row.id, userId: row.userId, occurrenceAt: answered.occurrenceAt };
    await writeOutcome(tx, key, answered.before);
  }
  const { text = row.text } = was;
  // Its category may be gone by now: then it stays where its person has put all that was in it.
  const reference = await loadReference(tx, row.userId);
  const before = was.categoryId === undefined ? undefined : reference.category(was.categoryId);
  const categoryId = before?.id ?? row.categoryId;
  const next = restoredFiring(was, now);
  const columns = { ...wasBeside(undo), text, categoryId, undo: null };
  return writeChange(tx, row, { next, by: 'undo', now }, columns);
}

interface ApiCall {
  now: Date;
  /** The version that the caller saw; without it the act is about whatever is there. */
  version?: number | undefined;
  occurrence?: Date | undefined;
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
  { now, version, occurrence }: ApiCall,
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
  if (verdict.refused) {
    const { answeredBy: by } = acted;
    const message = by && { message: describeAnsweredBy(by, account.timeZone) };
    throw new AppError('conflict', { ...message, present: { notification } });
  }
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
export const pauseAct = (until: string | undefined, now: Date): Pause => ({
  pauseUntil: until === undefined ? null : futureInstant(until, now),
});

function futureInstant(until: string, now: Date): Date {
  const { date } = validationTexts;
  const read = z.iso.datetime({ offset: true }).pipe(z.coerce.date()).safeParse(until);
  const at = read.data ?? new Date(NaN);
  const message = !read.success
    ? date.invalid
    : at <= now
      ? validationTexts.time.past
      : at > LAST_INSTANT
        ? date.tooFar
        : null;
  if (message === null) return at;
  throw new AppError('invalid', { errors: [{ field: 'until', message }] });
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
  const [reference, [read], history] = await Promise.all([
    loadReference(db, account.id),
    db
      .select({ row: reminders, content: notes.content })
      .from(reminders)
      .leftJoin(notes, noteOfReminder)
      .where(ownLive(account.id, reminderId)),
    historyOf(db, { userId: account.id, reminderId }),
  ]);
  const { row, content } = found(read);
  const points = checklistOf(row.text, content, row.ticked);
  const notification = toWire(row, reference, account);
  return { notification, history, ...(points.length > 0 && { points }) };
}

/** Ticks points of a reminder, or unticks them; those that it has no more change nothing. */
async function ticked(row: ReminderRow, tx: Db, { keys, done }: Ticks): Promise<Said> {
  const { points = [] } = (await readPoints(tx, row.userId, row.id)) ?? {};
  const isNew = points.some((point) => keys.includes(point.key) && point.done !== done);
  // Its key takes it back.
  return isNew ? { ticked: withTick(points, keys, done), undo: null } : {};
}
type Ticks = { keys: readonly string[]; done: boolean };
export const tickPoints = (db: Db, target: Target, ticks: Ticks) =>
  rewriteRow(db, target, (row, tx) => ticked(row, tx, ticks));

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
      ...(tick && (await ticked(row, tx, { keys: [tick.point], done: tick.done }))),
    };
  };
  const row = found(
    await rewriteRow(db, { userId: account.id, reminderId, now }, change, { version }),
  );
  const undo = undoFor(row);
  return { notification: toWire(row, reference, account), undo: undo && String(undo.version) };
}
