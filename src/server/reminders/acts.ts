import 'server-only';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Acted, type requests } from '@/contract/api';
import {
  answerableOccurrence,
  answeredOccurrence,
  finish,
  type FiringState,
  pause,
  type Plan,
  postpone,
  putOff,
  quiet,
  replanFiring,
  resume,
  skip,
} from '@/core/firing';
import { DOUBLE_TAP_MS, LAST_INSTANT } from '@/core/limits';
import { readSnoozePreset } from '@/core/presets';
import { type SnoozePreset } from '@/texts/presets';
import { validationTexts } from '@/texts/validation';
import { type Account } from '../accounts/accounts';
import { type Db } from '../platform/db/client';
import { loadReference } from '../platform/db/reference';
import { reminders } from '../platform/db/schema';
import { AppError } from '../platform/errors';
import {
  beginsAnew,
  checkOwner,
  type ForAll,
  lockJoint,
  replanned,
  sharedEdit,
  writeForAll,
} from './joint';
import { type ReminderRow } from './rows';
import { describeAnsweredBy } from './message';
import { checkPlan } from './plan-quota';
import { toWire } from './wire';
import { type CalledOffBy } from './write/history';
import { type Answer, type Change, writeChange } from './write/change';
import { type Undo } from './write/last-act';
import { clockOf } from '../accounts/settings';
import {
  type PresentRow,
  type Target,
  mayMoveAll,
  presentRow,
  readReminder,
  selectPresent,
} from './present';
import { takeBack } from './take-back';

/** Puts a reminder to rest until an instant, or until `resume` (null). */
export type Pause = { pauseUntil: Date | null };

/** An act is what a user does about a reminder; a date puts it off until then, a plan says anew when it comes. */
export type Act = 'done' | 'skip' | 'resume' | 'quiet' | SnoozePreset | Date | Pause | Plan;

export type UserClock = ReturnType<typeof clockOf>;

type ActedRow = PresentRow & { changed: boolean };

/** A state to act on, which may be ahead of what is stored, and what to do to it. */
interface Decision {
  from: FiringState;
  /** The message of `from` is in the chat and not settled yet: its send is written down first. */
  isSent?: boolean;
  act: Act;
  /** The request or message that asked for it, where the same may ask again. */
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
    const { act, from, isSent = false, by: askedBy, columns } = decision;
    const why = { by: changeOf(act), now };
    // What settling will find done; undo comes back to this state.
    const sent = { row: row.reminder, next: from };
    const before = isSent ? await writeChange(tx, sent, why) : row.reminder;
    if (isPlan(act)) await checkPlan(tx, userId, before, asked);
    const change = changeForAll(before, decision, asked, now);
    const next = isPlan(act) ? replanned(from, asked, now) : asked;
    const movesAhead = change?.is === 'snooze' && !mayMoveAll(joint, reminderId, from, now);
    if (movesAhead || beginsAnew(from, next)) await checkOwner(tx, joint, reminderId);
    const done = { actId: randomUUID(), name: nameOf(act), key: askedBy };
    const partners = await writeForAll(tx, joint, before, change, { act: done, now });
    const written: Change = {
      row: before,
      next,
      answer: answerOf(act, from, now),
      ...(columns && { columns }),
      // It goes on with a new occurrence.
      ...(isPlan(act) && from.completed && { ticks: null }),
      act: { ...done, partners },
    };
    const reminder = await writeChange(tx, written, why);
    return { ...(await presentRow(tx, { ...found, reminder }, joint, now)), changed: true };
  });
}

/** The part of an act that holds for everybody of a joint; null where the act is its person's own. */
function changeForAll(
  before: ReminderRow,
  { from, act, forAll = false }: Decision,
  next: FiringState,
  now: Date,
): ForAll | null {
  if (act === 'done' || act === 'skip') {
    const answered = answeredOccurrence(from, now);
    return answered && { is: act, occurrenceAt: answered };
  }
  if (isPlan(act)) return sharedEdit(before, { ...before, ...next });
  const occurrenceAt = answerableOccurrence(from);
  // A reminder that is over for all begins anew for all.
  if (beginsAnew(from, next) && next.nextFireAt) {
    return { is: 'snooze', occurrenceAt: occurrenceAt ?? from.dateTime, until: next.nextFireAt };
  }
  return forAll && occurrenceAt && act instanceof Date
    ? { is: 'snooze', occurrenceAt, until: act }
    : null;
}

const isPlan = (act: Act): act is Plan =>
  typeof act === 'object' && !(act instanceof Date) && 'dateTime' in act;

/** The answer that an act gives to the occurrence it is about; null where it gives none. */
function answerOf(act: Act, from: FiringState, now: Date): Answer | null {
  const occurrenceAt = answeredOccurrence(from, now);
  if (occurrenceAt === null || (act !== 'done' && act !== 'skip')) return null;
  return { occurrenceAt, outcome: act === 'done' ? 'done' : 'skipped' };
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

/** What a caller saw of a reminder: an act is about that; without either it is about whatever is there. */
export interface Shown {
  version?: number | undefined;
  /** The occurrence that an answer would be about. */
  occurrence?: Date | undefined;
}

export const isAsShown = (row: ReminderRow, { version, occurrence }: Shown): boolean =>
  (version === undefined || version === row.version) &&
  (!occurrence || answerableOccurrence(row)?.getTime() === occurrence.getTime());

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
  { now, ...shown }: Shown & { now: Date },
): Promise<Acted> {
  const { version, occurrence } = shown;
  const verdict = { refused: false };
  const acted = await actOnRow(db, { userId: account.id, reminderId, now }, (row, _, undo) => {
    const last = undo?.name === nameOf(act);
    if (version === undefined && occurrence === undefined) {
      const doubled = last && now.getTime() - row.updatedAt.getTime() < DOUBLE_TAP_MS;
      return doubled ? null : { from: row, act };
    }
    if (isAsShown(row, shown)) return { from: row, act };
    // The last act may be this very one, whose answer was lost: then nothing else has come since.
    const hasMoreSince = version !== undefined && version < row.version - 1;
    verdict.refused = !last || hasMoreSince;
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

/**
 * Takes an act back by what it answered; where that is no longer the last word, or not what is asked for, it is a
 * `conflict`.
 */
export async function undoAct(
  db: Db,
  account: Account,
  reminderId: number,
  { undo, ofAnswer }: z.infer<typeof requests.undo>,
  now: Date,
): Promise<Acted> {
  const version = /^\d{1,9}$/.test(undo) ? Number(undo) : undefined;
  const undone = await takeBack(db, { userId: account.id, reminderId, now }, version, { ofAnswer });
  const { notification } = await readReminder(db, account, reminderId);
  if (!undone) throw new AppError('conflict', { present: { notification } });
  return { notification, undo: null };
}

/** Reads the `until` of a snooze: one of the presets, or an instant that lies ahead. */
export function snoozeAct(until: string, now: Date): Act {
  return readSnoozePreset(until) ?? futureInstant(until, now);
}

/** Reads the `until` of a pause: an instant that lies ahead; without it the user ends the pause. */
export const pauseAct = (until: string | undefined, now: Date): Pause => ({
  pauseUntil: until === undefined ? null : futureInstant(until, now),
});

function futureInstant(until: string, now: Date): Date {
  const { date } = validationTexts;
  const read = z.iso.datetime({ offset: true }).pipe(z.coerce.date()).safeParse(until);
  const refuse = (message: string) =>
    new AppError('invalid', { errors: [{ field: 'until', message }] });
  if (!read.success) throw refuse(date.invalid);
  const at = read.data;
  if (at <= now) throw refuse(validationTexts.time.past);
  if (at > LAST_INSTANT) throw refuse(date.tooFar);
  return at;
}
