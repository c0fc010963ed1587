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
  type AnswerForAll,
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
import { writeChange } from './write/change';
import { type CalledOffBy } from './write/history';
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

/** What a user does about a reminder; a date puts it off until then, a plan says anew when it comes. */
export type ReminderAct = 'done' | 'skip' | 'resume' | 'quiet' | SnoozePreset | Date | Pause | Plan;

export type UserClock = ReturnType<typeof clockOf>;

/** A state to act on, which may be ahead of what is stored, and what to do to it. */
interface Decision {
  from: FiringState;
  /** The message of `from` is in the chat and not settled yet: its send is written down first. */
  isSent?: boolean;
  act: ReminderAct;
  /** The request or message that asked for it, where the same may ask again. */
  by?: string | undefined;
  columns?: { liveMessageId?: number | null };
  /** A date puts it off for everybody of its joint. */
  forAll?: boolean | undefined;
}

/** An act that has an effect: the row on which it is done, and the state that it leads to. */
interface Step extends Decision {
  row: ReminderRow;
  next: FiringState;
}

/** All that one sort of act is; what is the same of each is done by `actOnRow`. */
interface Verb {
  /** Names it in the table `acts`: an undo goes by it, and an act that comes twice is known by it. */
  name: string;
  /** What is stored as the reason why a message does not come that was to come. */
  calledOffBy: CalledOffBy;
  /** The state that it leads to; the very one it was given where it has no effect. */
  next: (from: FiringState, now: Date, clock: UserClock) => FiringState;
  /** How the others of a joint, and the history, have the answer that it gives. */
  answers?: Omit<AnswerForAll, 'occurrenceAt'>;
  /** Of what answers nothing: the part that holds for everybody of a joint. */
  forAll?: (step: Step) => ForAll | null;
  /** It needs room in the account for its rule; what was over goes on with a new occurrence. */
  plansAnew?: true;
}

const VERBS = {
  done: {
    name: 'done',
    calledOffBy: 'done',
    next: finish,
    answers: { is: 'done', outcome: 'done' },
  },
  skip: {
    name: 'skip',
    calledOffBy: 'skip',
    next: skip,
    answers: { is: 'skip', outcome: 'skipped' },
  },
  resume: { name: 'resume', calledOffBy: 'resume', next: resume },
  quiet: { name: 'quiet', calledOffBy: 'edit', next: quiet },
  pause: ({ pauseUntil }: Pause) => ({
    name: `pause ${pauseUntil?.toISOString() ?? ''}`,
    calledOffBy: 'pause',
    next: (from, now) => pause(from, pauseUntil, now),
  }),
  snooze: (preset: SnoozePreset) => ({
    name: preset,
    calledOffBy: 'snooze',
    next: (from, now, { timeZone, dayParts }) => postpone(from, preset, now, timeZone, dayParts),
    forAll: putOffForAll,
  }),
  putOff: (until: Date) => ({
    name: until.toISOString(),
    calledOffBy: 'snooze',
    next: (from, now) => putOff(from, until, now),
    forAll: (step) => putOffForAll(step, until),
  }),
  plan: (plan: Plan) => ({
    name: 'plan',
    calledOffBy: 'edit',
    next: (from, now, { timeZone }) =>
      replanned(from, replanFiring(from, plan, timeZone, now), now),
    forAll: ({ row, next }) => sharedEdit(row, { ...row, ...next }),
    plansAnew: true,
  }),
} satisfies Record<string, Verb | ((said: never) => Verb)>;

/** What is put off for everybody, until then; a reminder that is over for all begins anew for all, whoever puts it off. */
function putOffForAll({ from, next, forAll }: Step, asked: Date | null = null): ForAll | null {
  const until = beginsAnew(from, next) ? next.nextFireAt : forAll === true ? asked : null;
  return (
    until && { is: 'snooze', occurrenceAt: answerableOccurrence(from) ?? from.dateTime, until }
  );
}

function verbOf(act: ReminderAct): Verb {
  if (act instanceof Date) return VERBS.putOff(act);
  if (typeof act === 'object') return 'dateTime' in act ? VERBS.plan(act) : VERBS.pause(act);
  const isWord = act === 'done' || act === 'skip' || act === 'resume' || act === 'quiet';
  return isWord ? VERBS[act] : VERBS.snooze(act);
}

/**
 * In one transaction: the new state, its history, and what takes the act back. Null, or an act without
 * effect, changes nothing. Undefined where the user has no such reminder.
 */
export async function actOnRow(
  db: Db,
  { userId, reminderId, now }: Target,
  decide: (row: ReminderRow, clock: UserClock, undo: Undo | null) => Decision | null,
): Promise<(PresentRow & { changed: boolean }) | undefined> {
  return db.transaction(async (tx) => {
    const joint = await lockJoint(tx, userId, reminderId);
    const [found] = await selectPresent(tx, userId, reminderId).for('no key update', {
      of: reminders,
    });
    if (!found) return undefined;
    // Once the row is held: beside one that was waited for a join would show the act before.
    const row = await presentRow(tx, found, joint, now);
    const clock = clockOf(found, now);
    const decision = decide(row.reminder, clock, row.undo);
    if (!decision) return { ...row, changed: false };
    const verb = verbOf(decision.act);
    const next = verb.next(decision.from, now, clock);
    if (next === decision.from) return { ...row, changed: false };
    const { from, isSent = false, by: key, columns } = decision;
    const why = { by: verb.calledOffBy, now };
    // What settling will find done; undo comes back to this state.
    const sent = { row: row.reminder, next: from };
    const before = isSent ? await writeChange(tx, sent, why) : row.reminder;
    if (verb.plansAnew) await checkPlan(tx, userId, before, next);
    const occurrenceAt = answeredOccurrence(from, now);
    const answer = verb.answers && occurrenceAt ? { ...verb.answers, occurrenceAt } : null;
    const change = answer ?? verb.forAll?.({ ...decision, row: before, next }) ?? null;
    const movesAhead = change?.is === 'snooze' && !mayMoveAll(joint, reminderId, from, now);
    if (movesAhead || beginsAnew(from, next)) await checkOwner(tx, joint, reminderId);
    const done = { actId: randomUUID(), name: verb.name, key };
    const partners = await writeForAll(tx, joint, before, change, { act: done, now });
    const reminder = await writeChange(
      tx,
      {
        row: before,
        next,
        answer,
        ...(columns && { columns }),
        ...(verb.plansAnew && from.completed && { ticks: null }),
        act: { ...done, partners },
      },
      why,
    );
    return { ...(await presentRow(tx, { ...found, reminder }, joint, now)), changed: true };
  });
}

/** What a caller saw of a reminder: an act is about that; without either it is about whatever is there. */
export interface Expected {
  version?: number | undefined;
  /** The occurrence that an answer would be about. */
  occurrence?: Date | undefined;
}

export const isAsExpected = (row: ReminderRow, { version, occurrence }: Expected): boolean =>
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
  act: ReminderAct,
  { now, ...expected }: Expected & { now: Date },
): Promise<Acted> {
  const { version, occurrence } = expected;
  const verdict = { refused: false };
  const acted = await actOnRow(db, { userId: account.id, reminderId, now }, (row, _, undo) => {
    const last = undo?.name === verbOf(act).name;
    if (version === undefined && occurrence === undefined) {
      const doubled = last && now.getTime() - row.updatedAt.getTime() < DOUBLE_TAP_MS;
      return doubled ? null : { from: row, act };
    }
    if (isAsExpected(row, expected)) return { from: row, act };
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
  return { notification, undo: acted.undo && String(acted.undo.version) };
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
export function snoozeAct(until: string, now: Date): ReminderAct {
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
