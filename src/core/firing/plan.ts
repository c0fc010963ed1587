import { MINUTE_MS } from '../calendar';
import {
  firstOccurrence,
  latestOccurrence,
  nextOccurrence,
  type RecurrenceRule,
  type Schedule,
  scheduleAt,
  withoutAge,
} from '../recurrence';
import {
  alerting,
  comesBehind,
  type Current,
  dateTimeOf,
  type FiringState,
  later,
  type Life,
  lifeOf,
  rowOf,
  tellsAhead,
  comingAnew,
} from './life';

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
export const scheduleFiring = (
  schedule: Schedule,
  plan: Pick<Plan, 'floodInterval' | 'preAlerts'>,
  notBefore: Date,
): FiringState => rowOf(scheduled(schedule, plan, notBefore));

function scheduled(
  { firstWallTime, timeZone, rule }: Schedule,
  { floodInterval, preAlerts = [] }: Pick<Plan, 'floodInterval' | 'preAlerts'>,
  notBefore: Date,
): Life {
  const terms = { firstWallTime, timeZone, rule, floodInterval, preAlerts };
  const next = rule
    ? nextOccurrence(terms, new Date(notBefore.getTime() - 1))
    : firstOccurrence(terms);
  return next
    ? { ...terms, is: 'current', next, open: null, pause: null, comes: next }
    : {
        ...terms,
        is: 'done',
        occurrence: latestOccurrence(terms, notBefore) ?? notBefore,
        at: null,
      };
}

/**
 * The state of a new reminder that begins at the plan's exact instant, on the clocks of `timeZone`. Of
 * the messages ahead only those come that lie behind `now`.
 */
export const planFiring = (plan: Plan, timeZone: string, now: Date): FiringState =>
  rowOf(alerting(planned(plan, timeZone), now));

const planned = (plan: Plan, timeZone: string): Life =>
  scheduled(scheduleAt(plan.dateTime, plan.rule, timeZone), plan, plan.dateTime);

/**
 * The state of a row that comes to the joint of another one: the same moments from here on, on the same
 * clocks; what waits for an answer there waits here, silently. What the other has of its own, such as a pause
 * or flood, and how old somebody is, stays with it. A one-shot comes when the other's is to come; null where
 * nothing of it is to come.
 */
export function joinedFiring(
  other: FiringState,
  own: Pick<Plan, 'floodInterval' | 'preAlerts'>,
  now: Date,
): FiringState | null {
  const { firstWallTime, timeZone, openOccurrenceAt: open } = other;
  const rule = other.rule && withoutAge(other.rule);
  const ahead = aheadIn(other, now);
  if (other.completed || !ahead) return null;
  const schedule =
    rule === null || rule.afterDone
      ? scheduleAt(ahead, rule, timeZone)
      : { firstWallTime, timeZone, rule };
  const life = alerting(scheduled(schedule, own, ahead), now);
  if (life.is !== 'current' || life.next === null) return null;
  const waits = rule !== null && open !== null && open <= now;
  const { next } = life;
  return rowOf(
    waits ? { ...life, next, open: { is: 'waiting', at: open, nags: 0, since: now } } : life,
  );
}

/** The first moment of a row that is still to come for others, whether its own person is reached then or not. */
function aheadIn(row: FiringState, now: Date): Date | null {
  const { rule, pausedFrom, openOccurrenceAt, dateTime, snoozedUntil } = row;
  const hasPassed = (pausedFrom ?? dateTime) <= now;
  // Delivery passes it over while its person rests or cannot be reached; the series goes on for everybody else.
  if (hasPassed && rule && !rule.afterDone) return nextOccurrence(row, now);
  return (
    [pausedFrom, openOccurrenceAt, dateTime, snoozedUntil].find((at) => at && at > now) ?? null
  );
}

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
export function replanFiring(state: FiringState, plan: Plan, timeZone: string, now: Date) {
  const asked = { ...plan, preAlerts: plan.preAlerts ?? state.preAlerts };
  return rowOf(alerting(replanned(lifeOf(state), asked, timeZone), now));
}

/** The state with what concerns its person alone: what waits, was put off or is paused stays so. */
export function withOwn(
  state: FiringState,
  { floodInterval, preAlerts }: Pick<FiringState, 'floodInterval' | 'preAlerts'>,
  now: Date,
): FiringState {
  const before = lifeOf(state);
  const life: Life = { ...before, floodInterval, preAlerts };
  if (life.is !== 'current') return rowOf(life);
  const { pause, open, next } = life;
  if (pause !== null) {
    return rowOf(alerting({ ...life, comes: comesBehind(pause, open, next) }, now));
  }
  const isTold = before.is === 'current' && tellsAhead(before);
  const stays = !isTold && floodInterval === state.floodInterval;
  return rowOf(alerting(stays ? life : comingAnew(life, now), now));
}

function replanned(life: Life, plan: Plan & Pick<FiringState, 'preAlerts'>, timeZone: string) {
  const { rule, floodInterval, preAlerts } = plan;
  const minute = (instant: Date) => Math.floor(instant.getTime() / MINUTE_MS);
  const dateTime = dateTimeOf(life);
  const keepsAnchor = minute(plan.dateTime) === minute(dateTime) && samePattern(rule, life.rule);
  if (!keepsAnchor) return planned(plan, timeZone);
  if (life.is === 'current' && life.pause !== null && sameEnd(rule, life.rule)) {
    const { until } = life.pause;
    const kept = { ...life, rule, floodInterval, preAlerts };
    // Nothing follows the occurrence that fell into the pause: it goes on coming again behind its end.
    return until !== null && dateTime < until ? kept : closed(kept, dateTime);
  }
  // Of what counts from «Готово», where it was moved to other clocks, no occurrence of these lies at the next moment.
  const countsAnew = rule?.afterDone === true && !sameEnd(rule, life.rule);
  const schedule = countsAnew ? scheduleAt(dateTime, rule, life.timeZone) : { ...life, rule };
  return scheduled(schedule, plan, dateTime);
}

/** With nothing open, on the way to its next occurrence. */
export function closed(life: Current, next: Date): Current {
  const { pause } = life;
  const comes = pause === null ? next : pause.until && later(next, pause.until);
  return { ...life, next, open: null, comes };
}
