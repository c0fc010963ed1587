import 'server-only';
import { randomUUID } from 'node:crypto';
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
import { historyOf } from './history';
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
import { counterColumns, lockLive, ownLive, type ReminderRow } from './rows';
import { describeAnsweredBy } from './message';
import { checkMessagesAWeek } from './weekly-quota';
import { toWire, waitsSince } from './wire';
import { type CalledOffBy, type Outcome } from './write/history';
import { type Change, takenBack, writeChange, writeChanges } from './write/change';
import {
  type Act as StoredAct,
  ifUndoable,
  isAnswer,
  type LastAct,
  storedActs,
  type Undo,
  undoOf,
} from './write/last-act';
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
  /** What takes its latest act back. */
  undo: Undo | null;
}
export type ActedRow = PresentRow & { changed: boolean };

/** A state to act on, which may be ahead of what is stored, and what to do to it. */
interface Decision {
  from: FiringState;
  act: Act;
  /** What asked for it, where the same may ask again. */
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
  decide: (row: ReminderRow, clock: UserClock, undo: Undo | null) => Decision | null,
): Promise<ActedRow | undefined> {
  return db.transaction(async (tx) => {
    const joint = await lockJoint(tx, userId, reminderId);
    const held = selectPresent(tx, userId, reminderId).for('no key update', { of: reminders });
    const [found] = await held;
    if (!found) return undefined;
    // Once the row is held: beside one that was waited for a join would show the act before.
    const row = await presentRow(tx, found, joint, now);
    const clock = clockOf(found, now);
    const decision = decide(row.reminder, clock, row.undo);
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
    const done = { actId: randomUUID(), name: nameOf(act), key: askedBy };
    const partners = await writeForAll(tx, joint, row.reminder, change, { act: done, now });
    const written: Change = {
      row: row.reminder,
      next,
      answer: { from, outcome: outcomeOf(act, from, next) },
      columns: {
        // It goes on with a new occurrence.
        ...(isPlan(act) && from.completed && { ticked: null }),
        ...columns,
      },
      act: { ...done, partners },
    };
    const changed = await writeChange(tx, written, { by: changeOf(act), now });
    nudgeDelivery(tx, changed.nextFireAt);
    const mayStillMove = mayMoveAll(joint, reminderId, changed, now);
    const present = { ...row, reminder: changed, answeredBy: null, mayMoveAll: mayStillMove };
    return { ...present, undo: undoAfter(done, changed), changed: true };
  });
}

/** What takes an act back whose person has just made it. */
const undoAfter = ({ name, key }: StoredAct, { version }: ReminderRow): Undo => ({
  name,
  key: key ?? null,
  version,
});

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
  const lastAct = (await storedActs(db, [reminder.id])).get(reminder.id);
  return {
    ...found,
    settings: settingsOf(found.settings),
    answeredBy: joint && (await answeredBy(db, reminder, lastAct ?? null)),
    together: liveRows(joint).length > 1,
    mayMoveAll: mayMoveAll(joint, reminder.id, reminder, now),
    undo: ifUndoable(reminder, lastAct),
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

/** With what the key of an act on several rows begins. */
export const BY_ALL = 'all:';
export const byAll = (key: string): string => BY_ALL + key;

/** Throws `conflict` where a row is not what it was when somebody read it. */
export function checkVersion(row: ReminderRow, version: number | undefined): void {
  if (version !== undefined && version !== row.version) throw new AppError('conflict');
}

interface Said extends Partial<
  Pick<ReminderRow, 'text' | 'categoryId' | 'counterLeft' | 'counterLow' | 'ticked'>
> {
  /** Its key takes it back: so nothing else does. */
  act?: null;
}
interface Rewritten {
  row: ReminderRow;
  undo: Undo | null;
}
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
): Promise<Rewritten | undefined> {
  return creating(db, userId, async (tx) => {
    const joint = await lockJoint(tx, userId, reminderId);
    const row = await lockLive(tx, userId, reminderId);
    if (!row) return undefined;
    const undo = await undoOf(tx, row);
    if (by !== undefined && undo?.key === by) return { row, undo };
    const { act: noAct, ...said } = await change(row, tx);
    if (isDeepStrictEqual({ ...row, ...said }, row)) return { row, undo };
    checkVersion(row, version);
    const { text = row.text } = said;
    await checkQuotaToGrow(tx, userId, bytesOf(text) - bytesOf(row.text));
    const isNew = text !== row.text;
    const forAll: ForAll | null = isNew
      ? { is: 'edit', before: row, after: { ...row, text } }
      : null;
    const done = { actId: randomUUID(), name: 'rewrite', key: by };
    const partners = await writeForAll(tx, joint, row, forAll, { act: done, now });
    const before = { categoryId: row.categoryId, ...(isNew && { text: row.text }) };
    const act = noAct === null ? null : { ...done, partners, before };
    const written = { row, next: row, columns: said, act };
    const rewritten = await writeChange(tx, written, { by: 'edit', now });
    return { row: rewritten, undo: act && undoAfter(act, rewritten) };
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
    if (!row) return false;
    const ids = [row, ...liveRows(joint)].map(({ id }) => id);
    const acts = await storedActs(tx, ids);
    const act = ifUndoable(row, acts.get(row.id));
    if (!act || (version !== 'latest' && act.version !== version)) return false;
    const partners = partnersOf(joint, row, act, acts);
    if (!partners) return false;
    const changes: Change[] = [];
    for (const each of [row, ...partners]) {
      changes.push(await restoring(tx, each, found(acts.get(each.id)), now));
    }
    const [own, ...followed] = await writeChanges(tx, changes, { by: 'undo', now });
    const unseen = followed.filter((each) => !isAnswer(act) || !isSeen(each));
    const news = isAnswer(act) ? 'returned' : 'changed';
    await tellMembers(tx, unseen, news, now, row.id);
    nudgeDelivery(tx, found(own).nextFireAt);
    followersChanged(tx, followed, now);
    return true;
  });
}

/** The change that puts a row back to what it was before its latest act, which is its last word. */
async function restoring(tx: Db, row: ReminderRow, act: LastAct, now: Date): Promise<Change> {
  const { text = row.text, categoryId } = act.before;
  // Its category may be gone by now: then it stays where its person has put all that was in it.
  const reference = categoryId === undefined ? undefined : await loadReference(tx, row.userId);
  const category = reference?.category(categoryId ?? 0);
  const { columns, ...change } = takenBack(row, act, restoredFiring(act.before, now));
  const said = { text, categoryId: category?.id ?? row.categoryId };
  return { ...change, columns: { ...columns, ...said } };
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
  const acted = await actOnRow(db, { userId: account.id, reminderId, now }, (row, _, undo) => {
    const last = undo?.name === nameOf(act);
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
  const { undo } = acted;
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
  return isNew ? { ticked: withTick(points, keys, done), act: null } : {};
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
  const { row, undo } = found(
    await rewriteRow(db, { userId: account.id, reminderId, now }, change, { version }),
  );
  return { notification: toWire(row, reference, account), undo: undo && String(undo.version) };
}
