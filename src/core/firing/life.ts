import { daysEarlier, MINUTE_MS } from '../calendar';
import { FLOOD_RESENDS_MAX, WAITING_DAYS } from '../limits';
import { preAlertAt } from '../pre-alerts';
import { type Coming } from '../coming';
import { type Schedule } from '../recurrence';
import { exactWallTime } from '../time-zone';

/** The life of one reminder as the columns of `reminders` hold it; a row may stand in for it. */
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
  snoozedUntil: Date | null;
  /**
   * The occurrence that would have come next when the reminder was paused, or, of a series whose last one was open, the
   * moment at which that came or was to come again; null while it is not paused.
   */
  pausedFrom: Date | null;
  /** When the pause ends by itself; null where its user ends it. */
  pausedUntil: Date | null;
  /** It was paused together with all other series, and is resumed with them. */
  pausedWithAll: boolean;
}

type Terms = Schedule & Pick<FiringState, 'floodInterval' | 'preAlerts'>;

/** What was sent or put off, and not answered. */
export type Open = { at: Date; nags: number } & (
  { is: 'waiting'; since: Date } | { is: 'put off'; until: Date }
);

export interface Pause {
  /** The moment at which the reminder was to come when the pause began: what it keeps back first. */
  from: Date;
  until: Date | null;
  withAll: boolean;
}

/** What has something to come, or waits for an answer: `next` is the occurrence to come, null where none follows. */
export type Current = Terms & {
  is: 'current';
  pause: Pause | null;
  /** When delivery has to look at it again. */
  comes: Date | null;
} & ({ next: Date; open: null } | { next: Date; open: Open } | { next: null; open: Open });

type Archived = Terms & { occurrence: Date } & (
    | { is: 'unanswered' }
    /** `at` is null where the series had ended before it was made. */
    | { is: 'done'; at: Date | null }
  );

export type Life = Current | Archived;

function termsOf({ firstWallTime, timeZone, rule, floodInterval, preAlerts }: Terms): Terms {
  return { firstWallTime, timeZone, rule, floodInterval, preAlerts };
}

/**
 * Columns that no rule writes together are read as the state that comes closest. Each send reads it several
 * times; V8 builds an object many times faster where what is spread into it comes last.
 */
export function lifeOf(row: FiringState): Life {
  const { dateTime, openOccurrenceAt: at, snoozedUntil, nagCount: nags, pausedFrom: from } = row;
  const terms = termsOf(row);
  if (row.completed) {
    return at
      ? { is: 'unanswered', occurrence: at, ...terms }
      : { is: 'done', occurrence: dateTime, at: row.doneAt, ...terms };
  }
  const pause = from && { from, until: row.pausedUntil, withAll: row.pausedWithAll };
  const current = { is: 'current', pause, comes: row.nextFireAt, ...terms } as const;
  if (at === null) return { next: dateTime, open: null, ...current };
  const open: Open = snoozedUntil
    ? { is: 'put off', at, nags, until: snoozedUntil }
    : { is: 'waiting', at, nags, since: row.waitingSince ?? at };
  return { next: same(at, dateTime) ? null : dateTime, open, ...current };
}

export function rowOf(life: Life): FiringState {
  const open = life.is === 'current' ? life.open : null;
  const pause = life.is === 'current' ? life.pause : null;
  return {
    dateTime: dateTimeOf(life),
    completed: life.is !== 'current',
    nextFireAt: life.is === 'current' ? life.comes : null,
    openOccurrenceAt: openAt(life),
    waitingSince: open?.is === 'waiting' ? open.since : null,
    nagCount: open?.nags ?? 0,
    snoozedUntil: putOffUntil(open),
    doneAt: life.is === 'done' ? life.at : null,
    pausedFrom: pause && pause.from,
    pausedUntil: pause && pause.until,
    pausedWithAll: pause?.withAll ?? false,
    ...termsOf(life),
  };
}

/** Columns from elsewhere as some rule would have written them. */
export const sound = (row: FiringState): FiringState => rowOf(lifeOf(row));

export function dateTimeOf(life: Life): Date {
  if (life.is !== 'current') return life.occurrence;
  return life.next === null ? life.open.at : life.next;
}

/** The occurrence that an answer is still about; that of the archive too, so that old buttons go on working. */
export function openAt(life: Life): Date | null {
  if (life.is === 'done') return null;
  return life.is === 'unanswered' ? life.occurrence : life.open && life.open.at;
}

export const putOffUntil = (open: Open | null): Date | null =>
  open?.is === 'put off' ? open.until : null;

/**
 * A reminder behind a pause that has ended by itself: awake, and without what had been put off into the pause. That
 * stays in a paused row only to come at its moment where the pause is ended before.
 */
export function behindPause(life: Current): Current {
  const { pause, open, next } = life;
  const until = putOffUntil(open);
  const fellIntoIt =
    pause !== null && pause.until !== null && until !== null && until < pause.until;
  return fellIntoIt && next !== null
    ? { ...life, pause: null, next, open: null }
    : { ...life, pause: null };
}

/**
 * When what is paused comes: at the earlier of the moment to which `open` was put off, unless that lies before the end of
 * the pause, and `next`, which is to lie behind that end; null without an end, and where there is neither.
 */
export function comesBehind(
  { until }: Pick<Pause, 'until'>,
  open: Open | null,
  next: Date | null,
): Date | null {
  const putOffTo = putOffUntil(open);
  return until && earliest(putOffTo && putOffTo >= until ? putOffTo : null, next);
}

/** What of it is to come, in whatever span. */
export function comingOf(state: FiringState): Coming {
  const life = lifeOf(state);
  // What comes first behind a pause with an end is worked out when it begins.
  const awake = life.is !== 'current' || life.pause?.until === null ? null : behindPause(life);
  return {
    ...termsOf(state),
    next: awake && awake.next,
    putOffUntil: awake && putOffUntil(awake.open),
  };
}

/** What an answer is about: the open occurrence, else the one to come; null in the archive. */
export const answerableOccurrence = (
  state: Pick<FiringState, 'openOccurrenceAt' | 'completed' | 'dateTime'>,
): Date | null => state.openOccurrenceAt ?? (state.completed ? null : state.dateTime);

/**
 * What has waited since this moment or longer is archived as unanswered, where nothing more is to come;
 * unless its rule counts from «Готово»: to give that up would end the series in silence.
 */
export const unansweredSince = (now: Date): Date => daysEarlier(now, WAITING_DAYS);

export const same = (a: Date | null, b: Date | null) => a?.getTime() === b?.getTime();

export const later = (a: Date, b: Date): Date => (a > b ? a : b);

export function earliest(...instants: (Date | null)[]): Date | null {
  let first: Date | null = null;
  for (const instant of instants) if (instant && (!first || instant < first)) first = instant;
  return first;
}

export const movedTo = <L extends Life>(oneShot: L, instant: Date): L => ({
  ...oneShot,
  firstWallTime: exactWallTime(instant, oneShot.timeZone),
});

/** The re-send that follows `nags` of them, counted from an instant. */
export const nagAfter = ({ floodInterval }: Terms, nags: number, from: Date): Date | null =>
  floodInterval !== null && nags < FLOOD_RESENDS_MAX
    ? new Date(from.getTime() + floodInterval * MINUTE_MS)
    : null;

const preAlertsOf = ({ preAlerts, timeZone }: Terms, next: Date): Date[] =>
  preAlerts.map((minutes) => preAlertAt(next, minutes, timeZone));

/** What is put off to the very moment of a message ahead comes in its stead: after that message it would be due again. */
export function tellsAhead(life: Current): boolean {
  const { next, open, comes } = life;
  if (next === null || comes === null || comes >= next) return false;
  if (same(comes, putOffUntil(open))) return false;
  return preAlertsOf(life, next).some((at) => same(at, comes));
}

/** With the first message ahead that lies behind `after`, and behind a pause, as what comes next. */
export function alerting(life: Life, after: Date): Life {
  if (life.is !== 'current' || life.next === null || life.comes === null) return life;
  if (life.preAlerts.length === 0) return life;
  const { comes, pause } = life;
  const rests = pause?.until ?? null;
  const ahead = preAlertsOf(life, life.next).filter(
    (at) => at > after && at < comes && (rests === null || at >= rests),
  );
  return { ...life, comes: earliest(comes, ...ahead) };
}

/** With `comes` worked out anew of what is open and what is next, messages ahead aside; a flood goes on from `now`. */
export function comingAnew(life: Current, now: Date): Current {
  const { open, next } = life;
  const nag = open?.is === 'waiting' ? nagAfter(life, open.nags, now) : null;
  return { ...life, comes: earliest(putOffUntil(open), nag, next) };
}

/** When the reminder itself comes next, messages ahead aside; null when nothing is to come. */
export function comesAt(state: FiringState): Date | null {
  const life = lifeOf(state);
  if (life.is !== 'current') return null;
  return tellsAhead(life) ? (putOffUntil(behindPause(life).open) ?? life.next) : life.comes;
}
