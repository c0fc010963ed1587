import { type SnoozePreset } from '@/texts/presets';
import { DAY_MS } from './calendar';
import { type DayParts } from './day-parts';
import { FLOOD_RESENDS_MAX, LATE_AFTER_MS, WAITING_DAYS } from './limits';
import { preAlertAt } from './pre-alerts';
import { postponedTo } from './presets';
import {
  firstOccurrence,
  latestOccurrence,
  nextOccurrence,
  type RecurrenceRule,
  type Schedule,
  scheduleAfterDone,
  scheduleAt,
} from './recurrence';
import { exactWallTime, wallTimeToInstant } from './time-zone';

/**
 * The life cycle of one reminder, without I/O or clock.
 *
 *     scheduled ── due ──▶ first send ──▶ waiting ── «Готово» ──▶ completed, with doneAt
 *                                         │  ▲  │
 *                         flood, snooze   ▼  │  └── WAITING_DAYS over ─────▶ completed, without
 *                                       sent again
 *
 * Sent is not done: what was sent waits for an answer. A series is scheduled for its next occurrence
 * all the while, and that one replaces what waits. A one-shot, and a series after its last occurrence,
 * stays current until «Готово», for WAITING_DAYS at most. What was archived without an answer keeps its
 * open occurrence, so that the buttons of its message go on working.
 *
 * A rule that counts from «Готово» (`afterDone`) has one occurrence at a time: it is sent, and waits for
 * an answer as long as that takes, since all that follows depends on it. «Готово» and skip begin the
 * next round, with a new `firstWallTime`.
 *
 * A paused reminder rests: nothing of it comes before the pause ends, and then no more than one
 * message. What comes first after a pause with an end is worked out when the pause begins, so delivery
 * knows nothing of pauses: `nextFireAt` lies behind their end, or is null.
 *
 * Messages ahead of an occurrence («за день») change nothing but `nextFireAt`, which stands at the next
 * of them until it is sent: a reminder that was told of ahead does not wait for an answer.
 */

/** Everything the life cycle of one reminder depends on. Stored as columns of `reminders`. */
export interface FiringState extends Schedule {
  /** Minutes between re-sends, null without flood. */
  floodInterval: number | null;
  /** Minutes before an occurrence at which it is told of ahead, descending. */
  preAlerts: readonly number[];
  /** The next occurrence, as shown to the user; of a one-shot its only one, of a series that has ended its last. */
  dateTime: Date;
  completed: boolean;
  /** When delivery has to look at this reminder again; null when nothing is to come. */
  nextFireAt: Date | null;
  /** The occurrence that was sent or put off, and not answered. Equal to `dateTime` where no other follows. */
  openOccurrenceAt: Date | null;
  /** Since when the open occurrence waits for an answer; null while it is put off. */
  waitingSince: Date | null;
  /** When «Готово» completed it; null in the archive means that nobody answered. */
  doneAt: Date | null;
  /** Re-sends of the open occurrence since its first send or its latest snooze. */
  nagCount: number;
  /** The open occurrence comes again at this instant. */
  snoozedUntil: Date | null;
  /** The occurrence that would have come next when the reminder was paused; null while it is not. */
  pausedFrom: Date | null;
  /** When the pause ends by itself; null where its user ends it. */
  pausedUntil: Date | null;
  /** It was paused together with all other series, and is resumed with them. */
  pausedWithAll: boolean;
}

/** One send that is due: what it is, and the state to store once Telegram has taken it. */
export interface Firing {
  kind: 'pre-alert' | 'first' | 'nag' | 'snooze';
  occurrenceAt: Date;
  /** When it should have gone out. */
  scheduledAt: Date;
  /** Marked «с опозданием» in the message; a nag, or what is told ahead, never is. */
  late: boolean;
  /** 0 for a first send and for a snoozed one; the n-th re-send otherwise. */
  nagNumber: number;
  /** The last re-send says so. */
  last: boolean;
  /** Of a message ahead: from when on it says how long it still is. */
  toldAt?: Date;
}

const MINUTE_MS = 60_000;

const same = (a: Date | null, b: Date | null) => a?.getTime() === b?.getTime();

/** Whether `dateTime` is still to be sent for the first time. */
const awaitsOccurrence = ({ completed, openOccurrenceAt, dateTime }: FiringState) =>
  !completed && !same(openOccurrenceAt, dateTime);

const CLOSED = {
  openOccurrenceAt: null,
  waitingSince: null,
  nagCount: 0,
  snoozedUntil: null,
  doneAt: null,
} as const;
const NOT_PAUSED = { pausedFrom: null, pausedUntil: null, pausedWithAll: false } as const;

/**
 * What has waited since this moment or longer is archived as unanswered, where nothing more is to come;
 * unless its rule counts from «Готово»: to give that up would end the series in silence.
 */
export const unansweredSince = (now: Date): Date => new Date(now.getTime() - WAITING_DAYS * DAY_MS);

/** What the user asks for: when, how often, how insistently. */
export interface Plan {
  dateTime: Date;
  rule: RecurrenceRule | null;
  floodInterval: number | null;
  /** Absent leaves them as they are. */
  preAlerts?: readonly number[] | undefined;
}

/**
 * State of a new or edited reminder: nothing open, fires at its first occurrence at or after
 * `notBefore`, which may have passed a moment ago. A one-shot fires at its time in any case. A series
 * that has ended by then is completed.
 */
export function scheduleFiring(
  schedule: Schedule,
  { floodInterval, preAlerts = [] }: Pick<Plan, 'floodInterval' | 'preAlerts'>,
  notBefore: Date,
): FiringState {
  const { firstWallTime, timeZone, rule } = schedule;
  const upcoming = rule
    ? nextOccurrence(schedule, new Date(notBefore.getTime() - 1))
    : firstOccurrence(schedule);
  return {
    firstWallTime,
    timeZone,
    rule,
    floodInterval,
    preAlerts,
    dateTime: upcoming ?? latestOccurrence(schedule, notBefore) ?? notBefore,
    completed: upcoming === null,
    nextFireAt: upcoming,
    ...CLOSED,
    ...NOT_PAUSED,
  };
}

/**
 * The state of a new reminder that begins at the plan's exact instant, on the clocks of `timeZone`. Of
 * the messages ahead only those come that lie behind `now`.
 */
export const planFiring = (plan: Plan, timeZone: string, now: Date): FiringState =>
  alerting(
    scheduleFiring(scheduleAt(plan.dateTime, plan.rule, timeZone), plan, plan.dateTime),
    now,
  );

/** Whether two rules repeat alike; where they end does not matter. */
function samePattern(a: RecurrenceRule | null, b: RecurrenceRule | null): boolean {
  const pattern = (rule: RecurrenceRule | null) =>
    rule && [
      [rule.every, rule.unit, rule.weekdays, rule.monthly, rule.monthDays],
      [rule.times, rule.everyMinutes, rule.window?.from, rule.window?.to, rule.afterDone],
    ];
  return JSON.stringify(pattern(a)) === JSON.stringify(pattern(b));
}

const sameEnd = (a: RecurrenceRule | null, b: RecurrenceRule | null): boolean =>
  a?.until === b?.until && a?.count === b?.count;

/**
 * The state after an edit: what was open, nagging or snoozed ends. An edit that leaves the minute and
 * the pattern alone keeps the anchor and its zone: a series of the 31st that shows 28 February today
 * goes on at the 31st. Any other edit starts anew, in `timeZone`, and ends a pause; one that leaves the
 * end of the series alone as well keeps it.
 */
export function replanFiring(
  state: FiringState,
  plan: Plan,
  timeZone: string,
  now: Date,
): FiringState {
  const { floodInterval, preAlerts = state.preAlerts } = plan;
  return alerting(replanned(state, { ...plan, floodInterval, preAlerts }, timeZone, now), now);
}

function replanned(
  state: FiringState,
  plan: Plan & Pick<FiringState, 'preAlerts'>,
  timeZone: string,
  now: Date,
): FiringState {
  const { floodInterval, preAlerts } = plan;
  const minute = (instant: Date) => Math.floor(instant.getTime() / MINUTE_MS);
  const keepsAnchor =
    minute(plan.dateTime) === minute(state.dateTime) && samePattern(plan.rule, state.rule);
  if (!keepsAnchor) return planFiring(plan, timeZone, now);
  if (state.pausedFrom !== null && sameEnd(plan.rule, state.rule)) {
    const { dateTime, pausedUntil } = state;
    const kept = { ...state, rule: plan.rule, floodInterval, preAlerts };
    // Nothing follows the occurrence that fell into the pause: it goes on coming again behind its end.
    if (pausedUntil !== null && dateTime < pausedUntil) return kept;
    return { ...kept, ...CLOSED, nextFireAt: comesNext(state) };
  }
  return scheduleFiring({ ...state, rule: plan.rule }, plan, state.dateTime);
}

/** When the next occurrence comes; null in a pause without an end. */
function comesNext({ dateTime, pausedFrom, pausedUntil }: FiringState): Date | null {
  if (pausedFrom === null) return dateTime;
  return pausedUntil && later(dateTime, pausedUntil);
}

const later = (a: Date, b: Date): Date => (a > b ? a : b);

/** The messages ahead of what comes next, as instants. */
const preAlertsOf = ({ preAlerts, dateTime, timeZone }: FiringState): Date[] =>
  preAlerts.map((minutes) => preAlertAt(dateTime, minutes, timeZone));

/** Whether what comes next is a message ahead of the occurrence. */
export const isPreAlert = (state: FiringState): boolean =>
  awaitsOccurrence(state) &&
  state.nextFireAt !== null &&
  state.nextFireAt < state.dateTime &&
  preAlertsOf(state).some((at) => same(at, state.nextFireAt));

/** When the reminder itself comes next, messages ahead aside; null when nothing is to come. */
export const comesAt = (state: FiringState): Date | null =>
  isPreAlert(state) ? (state.snoozedUntil ?? state.dateTime) : state.nextFireAt;

/**
 * The state in which what comes next counts as sent and waits: for an answer to a message that told of
 * it ahead. What waited before gives way to it.
 */
export const openedAhead = (state: FiringState, now: Date): FiringState =>
  afterSend(
    state,
    {
      kind: 'first',
      occurrenceAt: state.dateTime,
      scheduledAt: now,
      late: false,
      nagNumber: 0,
      last: false,
    },
    now,
  );

/** The state with the first message ahead that lies behind `after`, and behind a pause, as what comes next. */
function alerting(state: FiringState, after: Date): FiringState {
  const { nextFireAt, pausedUntil } = state;
  if (nextFireAt === null || !awaitsOccurrence(state)) return state;
  const ahead = preAlertsOf(state).filter(
    (at) => at > after && at < nextFireAt && (pausedUntil === null || at >= pausedUntil),
  );
  return { ...state, nextFireAt: earliest(nextFireAt, ...ahead) };
}

/** The state with what comes next but for messages ahead; a flood goes on from `now`. */
function withoutPreAlert(state: FiringState, now: Date): FiringState {
  const { dateTime, floodInterval, nagCount, openOccurrenceAt, snoozedUntil } = state;
  const floods =
    openOccurrenceAt !== null &&
    snoozedUntil === null &&
    floodInterval !== null &&
    nagCount < FLOOD_RESENDS_MAX;
  const nag = floods ? new Date(now.getTime() + floodInterval * MINUTE_MS) : null;
  return { ...state, nextFireAt: earliest(snoozedUntil, nag, dateTime) };
}

/**
 * What an act made of a state, with the messages ahead of what comes then; where the act changed
 * nothing, the state as it is.
 */
const acted = (state: FiringState, next: FiringState, now: Date): FiringState =>
  next === state ? state : alerting(next, now);

/** What is due at `now`, or null (a stale claim, nothing to send). */
export function dueFiring(state: FiringState, now: Date): Firing | null {
  const { dateTime, nextFireAt, openOccurrenceAt, snoozedUntil, nagCount } = state;
  if (nextFireAt === null || now < nextFireAt) return null;

  const sendOf = (kind: Firing['kind'], occurrenceAt: Date, scheduledAt: Date): Firing => ({
    kind,
    occurrenceAt,
    scheduledAt,
    late:
      kind !== 'nag' &&
      kind !== 'pre-alert' &&
      now.getTime() - scheduledAt.getTime() > LATE_AFTER_MS,
    nagNumber: kind === 'nag' ? nagCount + 1 : 0,
    last: kind === 'nag' && nagCount + 1 === FLOOD_RESENDS_MAX,
  });

  if (awaitsOccurrence(state) && now >= dateTime) {
    // Of the occurrences of a series that were missed only the latest is worth sending.
    const latest = state.rule ? latestOccurrence(state, now) : null;
    const occurrence = latest && latest > dateTime ? latest : dateTime;
    return sendOf('first', occurrence, occurrence);
  }
  if (isPreAlert(state)) return { ...sendOf('pre-alert', dateTime, nextFireAt), toldAt: now };
  if (openOccurrenceAt === null) return null;
  if (snoozedUntil !== null) return sendOf('snooze', openOccurrenceAt, snoozedUntil);
  return sendOf('nag', openOccurrenceAt, nextFireAt);
}

/**
 * The state of a reminder that comes back after it was away (deleted, or changed by an act that is
 * taken back) until `now`: exactly what it was, snooze, flood and waiting occurrence included, except
 * that no moment rings that passed meanwhile. A series goes on with its next occurrence, a flood with
 * its next re-send from now; a one-shot whose time is over waits for an answer, silently. What passed
 * within the last minute still counts as present.
 */
export function restoredFiring(state: FiringState, now: Date): FiringState {
  const past = new Date(now.getTime() - LATE_AFTER_MS);
  if (state.nextFireAt === null || state.nextFireAt > past) return state;
  return alerting(restored(isPreAlert(state) ? withoutPreAlert(state, now) : state, now), past);
}

function restored(state: FiringState, now: Date): FiringState {
  const past = new Date(now.getTime() - LATE_AFTER_MS);
  const { nextFireAt, rule, floodInterval, nagCount } = state;
  if (nextFireAt === null || nextFireAt > past) return state;

  const awaits = awaitsOccurrence(state);
  const missed = awaits && state.dateTime <= past;
  const following = missed && rule ? nextOccurrence(state, past) : null;
  const ended = missed && following === null;
  const last = (ended && latestOccurrence(state, now)) || state.dateTime;
  const floods =
    state.openOccurrenceAt !== null && floodInterval !== null && nagCount < FLOOD_RESENDS_MAX;
  return {
    ...state,
    dateTime: following ?? last,
    // Where no other occurrence follows, the last one is what waits, although it never rang.
    openOccurrenceAt: ended ? last : state.openOccurrenceAt,
    waitingSince: ended ? last : (state.snoozedUntil ?? state.waitingSince),
    // A snooze tells when it comes again; that has passed.
    snoozedUntil: null,
    nextFireAt: earliest(
      floods ? new Date(now.getTime() + floodInterval * MINUTE_MS) : null,
      awaits && !missed ? state.dateTime : following,
    ),
  };
}

/**
 * The state of what floods once its next re-send is told of at `until`, in one message with others: the
 * flood goes on from then. The re-send is not counted. What comes before it does so as if nothing had
 * been held: the next occurrence, and each message ahead that has not been sent, due already or not.
 */
export function heldNag(state: FiringState, until: Date): FiringState {
  const nag = new Date(until.getTime() + (state.floodInterval ?? 0) * MINUTE_MS);
  const following = awaitsOccurrence(state) ? state.dateTime : null;
  // No unsent message ahead lies before what was to come next; that may be one itself.
  const before = new Date((state.nextFireAt ?? until).getTime() - 1);
  return alerting({ ...state, nextFireAt: earliest(nag, following) }, before);
}

/** Whichever comes first; null where nothing comes. */
function earliest(...instants: (Date | null)[]): Date | null {
  let first: Date | null = null;
  for (const instant of instants) if (instant && (!first || instant < first)) first = instant;
  return first;
}

/**
 * The state after `firing` was accepted by Telegram at `sentAt`. The next occurrence is the one that
 * follows the one sent, not the moment of sending: one that fell due in between is not lost, and a
 * clock that jumps back repeats nothing.
 */
export function afterSend(state: FiringState, firing: Firing, sentAt: Date): FiringState {
  if (firing.kind === 'pre-alert') {
    return alerting(withoutPreAlert(state, sentAt), later(sentAt, firing.scheduledAt));
  }
  return alerting(afterOccurrence(state, firing, sentAt), firing.scheduledAt);
}

function afterOccurrence(state: FiringState, firing: Firing, sentAt: Date): FiringState {
  const { kind, occurrenceAt, nagNumber } = firing;
  const next = kind === 'first' && state.rule ? nextOccurrence(state, occurrenceAt) : null;
  const dateTime = kind === 'first' ? (next ?? occurrenceAt) : state.dateTime;
  const waiting: FiringState = {
    ...state,
    ...NOT_PAUSED,
    dateTime,
    openOccurrenceAt: occurrenceAt,
    waitingSince: (kind === 'nag' ? state.waitingSince : null) ?? sentAt,
    nagCount: nagNumber,
    snoozedUntil: null,
    completed: false,
  };
  const following = awaitsOccurrence(waiting) ? dateTime : null;
  const nag =
    state.floodInterval !== null && nagNumber < FLOOD_RESENDS_MAX
      ? new Date(sentAt.getTime() + state.floodInterval * MINUTE_MS)
      : null;
  return { ...waiting, nextFireAt: earliest(nag, following) };
}

/** The waiting occurrence that a send takes the place of; null where there is none. */
export const replacedBySend = (state: FiringState, { kind }: Firing): Date | null =>
  kind === 'first' ? state.openOccurrenceAt : null;

/** What an answer is about: the open occurrence, else the one to come; null in the archive. */
export const answerableOccurrence = (
  state: Pick<FiringState, 'openOccurrenceAt' | 'completed' | 'dateTime'>,
): Date | null => state.openOccurrenceAt ?? (state.completed ? null : state.dateTime);

/**
 * «Готово» on what waits or is put off: ends flood and snooze; a one-shot is completed (one that was
 * put off is dated `now`), a series goes on, or stays paused. Where nothing is open the state is
 * returned as it is.
 */
export function acknowledge(state: FiringState, now: Date): FiringState {
  return acted(state, acknowledged(state, now), now);
}

function acknowledged(state: FiringState, now: Date): FiringState {
  if (state.openOccurrenceAt === null) return state;
  if (awaitsOccurrence(state)) return { ...state, ...CLOSED, nextFireAt: comesNext(state) };
  const round = nextRound(state, now);
  if (round) return round;
  const done = completedAt(state, now);
  return state.rule === null && state.dateTime > now ? movedTo(done, now) : done;
}

/**
 * «Готово», also before its time: with nothing open the occurrence to come is done, so that a one-shot
 * is completed (it keeps its own time) and a series goes on from its next date; that ends a pause. In the archive only what
 * nobody answered can still be done; otherwise the state is returned as it is.
 */
export function finish(state: FiringState, now: Date): FiringState {
  return acted(state, finished(state, now), now);
}

function finished(state: FiringState, now: Date): FiringState {
  if (state.openOccurrenceAt !== null) return acknowledge(state, now);
  if (state.completed) return state;
  const awake = resume(state, now);
  if (awake.openOccurrenceAt !== null) return acknowledge(awake, now);
  return passedOver(awake) ?? nextRound(awake, now) ?? completedAt(awake, now);
}

/**
 * «Пропустить»: the waiting occurrence, else the next one, which ends a pause, is dropped. What counts
 * from «Готово» then counts from now, or from the date that was skipped ahead of time. Where no other follows the reminder is archived, without having been done. In the archive the state is
 * returned as it is.
 */
export function skip(state: FiringState, now: Date): FiringState {
  return acted(state, skipped(state, now), now);
}

function skipped(state: FiringState, now: Date): FiringState {
  if (state.completed) return state;
  if (state.openOccurrenceAt !== null && awaitsOccurrence(state)) {
    return { ...state, ...CLOSED, nextFireAt: comesNext(state) };
  }
  const awake = state.openOccurrenceAt === null ? resume(state, now) : state;
  const next = awake.openOccurrenceAt === null ? passedOver(awake) : null;
  const round = next ?? nextRound(awake, later(now, awake.dateTime));
  if (round) return round;
  const { openOccurrenceAt, dateTime } = awake;
  return {
    ...awake,
    ...CLOSED,
    ...NOT_PAUSED,
    openOccurrenceAt: openOccurrenceAt ?? dateTime,
    completed: true,
    nextFireAt: null,
  };
}

/** A series behind its next occurrence; null where none follows. */
function passedOver(state: FiringState): FiringState | null {
  const following = state.rule && nextOccurrence(state, state.dateTime);
  return following && { ...state, dateTime: following, nextFireAt: following };
}

/**
 * Of a rule that counts from «Готово»: scheduled for the date that counts from `from`, or from the end
 * of a pause that lies behind it; still paused where the pause has no end. Null for any other rule, and
 * where the rule has ended.
 */
function nextRound(state: FiringState, from: Date): FiringState | null {
  const { rule, pausedFrom, pausedUntil } = state;
  if (!rule?.afterDone) return null;
  const schedule = scheduleAfterDone(state, pausedUntil ? later(from, pausedUntil) : from);
  const dateTime = schedule && firstOccurrence(schedule);
  if (!dateTime) return null;
  const endless = pausedFrom !== null && pausedUntil === null;
  return {
    ...state,
    ...schedule,
    ...CLOSED,
    ...NOT_PAUSED,
    ...(endless && { pausedFrom: dateTime, pausedWithAll: state.pausedWithAll }),
    dateTime,
    completed: false,
    nextFireAt: endless ? null : dateTime,
  };
}

const completedAt = (state: FiringState, now: Date): FiringState => ({
  ...state,
  ...CLOSED,
  ...NOT_PAUSED,
  completed: true,
  nextFireAt: null,
  doneAt: now,
});

const movedTo = (oneShot: FiringState, instant: Date): FiringState => ({
  ...oneShot,
  dateTime: instant,
  firstWallTime: exactWallTime(instant, oneShot.timeZone),
});

/**
 * The open occurrence comes again at `until`: a one-shot moves there and is current again, a series
 * stays where it is. A series whose next occurrence comes first is sent once, then; `snoozedUntil` of
 * the result tells when it comes again. Flood counts anew, since the user has reacted; a pause ends.
 * Where nothing is open, or `until` has passed, the state is returned as it is.
 */
export function snooze(state: FiringState, until: Date, now: Date): FiringState {
  return acted(state, snoozed(state, until, now), now);
}

function snoozed(state: FiringState, until: Date, now: Date): FiringState {
  if (state.openOccurrenceAt === null || until <= now) return state;
  const awake = resume(state, now);
  const comesAt = awaitsOccurrence(awake) && awake.dateTime < until ? awake.dateTime : until;
  const waiting = {
    ...awake,
    waitingSince: null,
    nagCount: 0,
    snoozedUntil: comesAt,
    nextFireAt: comesAt,
    completed: false,
  };
  return awake.rule ? waiting : { ...movedTo(waiting, until), openOccurrenceAt: until };
}

/**
 * Moves what waits, or else what comes next, to `until`: of a series only this occurrence, as by
 * `snooze`. Where nothing is to come, or `until` has passed, the state is returned as it is.
 */
export function putOff(state: FiringState, until: Date, now: Date): FiringState {
  return acted(state, movedOrPutOff(state, until, now), now);
}

function movedOrPutOff(state: FiringState, until: Date, now: Date): FiringState {
  if (state.completed && state.openOccurrenceAt === null) return state;
  if (until <= now) return state;
  const awake = resume(state, now);
  const { openOccurrenceAt, rule, dateTime } = awake;
  if (openOccurrenceAt !== null) return snooze(awake, until, now);
  if (rule === null && dateTime > now) return { ...movedTo(awake, until), nextFireAt: until };
  const following = rule && nextOccurrence(awake, dateTime);
  const opened = { ...awake, openOccurrenceAt: dateTime, dateTime: following ?? dateTime };
  return snooze(opened, until, now);
}

/**
 * «Отложить»: what is due is put off from now; what lies ahead, a snoozed occurrence too, is moved
 * from its own time. `timeZone` is the user's, and `parts` what «вечером» means to them.
 */
export function postpone(
  state: FiringState,
  preset: SnoozePreset,
  now: Date,
  timeZone: string,
  parts?: DayParts,
): FiringState {
  const { openOccurrenceAt, snoozedUntil, dateTime } = resume(state, now);
  const own = openOccurrenceAt === null ? dateTime : snoozedUntil;
  return putOff(state, postponedTo(preset, own, now, timeZone, parts), now);
}

/**
 * «Пауза», until an instant or until `resume` (null): a flood ends, and nothing comes before. Of a
 * series what falls into the pause does not come at all, not even afterwards. What has no other
 * occurrence behind the pause (a one-shot, the last of a series) comes on the first day after it, at
 * its own time of day; what waited for an answer likewise comes again. What waits of a series goes on
 * waiting. Paused again, the pause has the new end. Where nothing is to come, or `until` has passed,
 * the state is returned as it is.
 */
export function pause(state: FiringState, until: Date | null, now: Date): FiringState {
  return acted(state, paused(state, until, now), now);
}

function paused(state: FiringState, until: Date | null, now: Date): FiringState {
  if (state.completed || (until !== null && until <= now)) return state;
  const awake = resume(state, now);
  const { dateTime, rule, snoozedUntil } = awake;
  const resting = {
    ...awake,
    ...NOT_PAUSED,
    pausedFrom: dateTime,
    pausedUntil: until,
    nextFireAt: null,
  };
  if (until === null) return resting;

  const keptSnooze = snoozedUntil !== null && snoozedUntil >= until ? snoozedUntil : null;
  const awaits = awaitsOccurrence(awake);
  const next = !awaits ? null : dateTime >= until ? dateTime : rule && occurrenceFrom(awake, until);
  if (next !== null) {
    const nextFireAt = earliest(keptSnooze, next);
    return {
      ...resting,
      dateTime: next,
      nextFireAt,
      snoozedUntil: keptSnooze,
      // What was put off into the pause waits again, silently.
      waitingSince: snoozedUntil !== null && keptSnooze === null ? now : awake.waitingSince,
    };
  }
  if (!awaits && keptSnooze !== null) return { ...resting, nextFireAt: keptSnooze };
  const comesAt = sameTimeFrom(awake, until);
  if (rule === null && awaits) return { ...movedTo(resting, comesAt), nextFireAt: comesAt };
  const last = (awaits && latestOccurrence(awake, comesAt)) || dateTime;
  const again = {
    ...resting,
    openOccurrenceAt: last,
    dateTime: last,
    waitingSince: null,
    nagCount: 0,
    snoozedUntil: comesAt,
    nextFireAt: comesAt,
  };
  return rule ? again : { ...movedTo(again, comesAt), openOccurrenceAt: comesAt };
}

/**
 * Ends a pause before its time, or one without an end. Nothing rings that the pause has kept back: a
 * series goes on with its next occurrence, a one-shot whose time has passed waits for an answer,
 * silently. The state of a reminder that is not paused is returned as it is.
 */
export function resume(state: FiringState, now: Date): FiringState {
  return acted(state, resumed(state, now), now);
}

function resumed(state: FiringState, now: Date): FiringState {
  const { pausedFrom, openOccurrenceAt, dateTime, snoozedUntil, rule } = state;
  if (pausedFrom === null || state.completed) return state;
  const awake = { ...state, ...NOT_PAUSED };
  // Its end has passed: what comes first after it is what is to come.
  if (state.pausedUntil !== null && state.pausedUntil <= now) return awake;

  const atFrom = rule ? { ...awake, dateTime: pausedFrom } : movedTo(awake, pausedFrom);
  const putOff = snoozedUntil !== null && snoozedUntil > now ? snoozedUntil : null;
  if (putOff !== null && state.pausedUntil === null && same(openOccurrenceAt, dateTime)) {
    return { ...awake, nextFireAt: putOff };
  }
  // Not its own: the pause had its last occurrence come again.
  const lastAgain = same(openOccurrenceAt, dateTime) && !same(dateTime, pausedFrom);
  if (rule !== null && (lastAgain || !same(openOccurrenceAt, dateTime))) {
    const next = pausedFrom > now ? pausedFrom : nextOccurrence(state, now);
    if (next !== null) {
      const open = lastAgain ? null : openOccurrenceAt;
      const again = open && putOff;
      return {
        ...atFrom,
        dateTime: next,
        openOccurrenceAt: open,
        nagCount: open ? state.nagCount : 0,
        snoozedUntil: again,
        waitingSince: open !== null && again === null ? (state.waitingSince ?? now) : null,
        nextFireAt: earliest(again, next),
      };
    }
  }
  if (pausedFrom > now) {
    const open = openOccurrenceAt !== null && rule === null ? pausedFrom : null;
    return {
      ...atFrom,
      openOccurrenceAt: open,
      snoozedUntil: open,
      waitingSince: null,
      nagCount: 0,
      nextFireAt: pausedFrom,
    };
  }
  const last = (rule && latestOccurrence(state, now)) ?? pausedFrom;
  return {
    ...atFrom,
    dateTime: last,
    openOccurrenceAt: last,
    snoozedUntil: null,
    waitingSince: now,
    nextFireAt: null,
  };
}

/**
 * «Всё на паузу»: `pause` for a series, marked as paused with all others. A one-shot, and what its user
 * has paused by itself, is returned as it is; what was paused with all has the new end.
 */
export function pauseWithAll(state: FiringState, until: Date | null, now: Date): FiringState {
  const { rule, pausedFrom, pausedUntil, pausedWithAll } = state;
  const isPaused = pausedFrom !== null && (pausedUntil === null || pausedUntil > now);
  if (rule === null || (isPaused && (!pausedWithAll || same(pausedUntil, until)))) return state;
  const resting = pause(state, until, now);
  return resting === state ? state : { ...resting, pausedWithAll: true };
}

/** «Возобновить всё»: `resume` for what was paused with all; anything else is returned as it is. */
export const resumeWithAll = (state: FiringState, now: Date): FiringState =>
  state.pausedWithAll ? resume(state, now) : state;

/**
 * The state on the clocks of another zone: what is to come does so at the same time of day there. A
 * series keeps its beginning and its count, and leaves out an occurrence that has passed there. What
 * waits, is put off or is paused stays so. What cannot move is returned as it is: a one-shot whose time
 * has passed there, and what has nothing to come.
 */
export function inZone(state: FiringState, timeZone: string, now: Date): FiringState {
  if (state.completed || state.timeZone === timeZone) return state;
  const { pausedFrom, pausedUntil, pausedWithAll } = state;
  if (pausedFrom !== null && (pausedUntil === null || pausedUntil > now)) {
    const awake = resume(state, now);
    const moved = inZone(awake, timeZone, now);
    return moved === awake ? state : { ...pause(moved, pausedUntil, now), pausedWithAll };
  }
  const { dateTime, nextFireAt, rule } = state;
  if (!awaitsOccurrence(state)) return state;
  const there = wallTimeToInstant(exactWallTime(dateTime, state.timeZone), timeZone);
  const isSeries = rule !== null && rule.afterDone !== true;
  const from = isSeries ? later(there, new Date(now.getTime() + 1)) : there;
  const next = isSeries ? occurrenceFrom({ ...state, timeZone }, from) : there > now ? there : null;
  if (next === null) return state;
  const schedule = isSeries ? { timeZone } : scheduleAt(next, rule, timeZone);
  const moved = { ...state, ...schedule, dateTime: next };
  // A re-send, or what was put off, comes when it would have come.
  const own = nextFireAt !== null && nextFireAt < dateTime && !isPreAlert(state);
  const ahead = own
    ? { ...moved, nextFireAt: earliest(nextFireAt, next) }
    : withoutPreAlert(moved, now);
  return alerting(ahead, now);
}

/** The first occurrence of a series at or after an instant; null where none is left. */
const occurrenceFrom = (schedule: Schedule, instant: Date): Date | null =>
  nextOccurrence(schedule, new Date(instant.getTime() - 1));

/** The time of day of `dateTime`, on the first day on which it comes at or after `from`. */
function sameTimeFrom({ dateTime, timeZone }: FiringState, from: Date): Date {
  const daily = scheduleAt(dateTime, { every: 1, unit: 'DAY' }, timeZone);
  return occurrenceFrom(daily, from) ?? from;
}
