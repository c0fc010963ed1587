import { type SnoozePreset } from '@/texts/presets';
import { type DayParts } from '../day-parts';
import { FLOOD_RESENDS_MAX } from '../limits';
import { postponedTo } from '../presets';
import {
  firstOccurrence,
  latestOccurrence,
  nextOccurrence,
  type Schedule,
  scheduleAfterDone,
  scheduleAt,
} from '../recurrence';
import { exactWallTime, wallTimeToInstant } from '../time-zone';
import {
  alerting,
  answerableOccurrence,
  behindPause,
  comesBehind,
  type Current,
  dateTimeOf,
  earliest,
  type FiringState,
  later,
  type Life,
  lifeOf,
  movedTo,
  type Open,
  openAt,
  type Pause,
  putOffUntil,
  rowOf,
  same,
  tellsAhead,
  comingAnew,
} from './life';
import { closed } from './plan';

/** What an act makes of a life; null leaves it as it is. */
type Act = (life: Life, now: Date) => Life | null;

/** An act on a state, with the messages ahead of what comes then; the state as it is where nothing changes. */
function acted(state: FiringState, now: Date, act: Act): FiringState {
  const next = act(lifeOf(state), now);
  return next ? rowOf(alerting(next, now)) : state;
}

/** «Готово» on what is open: a one-shot keeps the time to which it was put off, a series goes on, or stays paused. */
function acknowledged(life: Life, now: Date): Life {
  if (life.is === 'current' && life.next !== null) return closed(life, life.next);
  return nextRound(life, now) ?? done(life, now);
}

const done = (life: Life, now: Date): Life => ({
  ...life,
  is: 'done',
  occurrence: dateTimeOf(life),
  at: now,
});

/**
 * «Готово», also before its time: with nothing open the occurrence to come is done, so that a one-shot
 * is completed (it keeps its own time) and a series goes on from its next date; that ends a pause. In
 * the archive only what nobody answered can still be done; otherwise the state is returned as it is.
 */
export const finish = (state: FiringState, now: Date): FiringState => acted(state, now, finished);

function finished(life: Life, now: Date): Life | null {
  if (openAt(life) !== null) return acknowledged(life, now);
  if (life.is !== 'current') return null;
  const unpaused = withPauseEnded(life, now);
  if (unpaused.open !== null) return acknowledged(unpaused, now);
  return passedOver(unpaused) ?? nextRound(unpaused, now) ?? done(unpaused, now);
}

/** «Отстань»: what waits is not sent again until its next occurrence, and waits on. */
export const quiet = (state: FiringState, now: Date): FiringState =>
  acted(state, now, (life) => {
    if (life.is !== 'current' || life.pause || life.open?.is !== 'waiting') return null;
    if (life.open.nags >= FLOOD_RESENDS_MAX) return null;
    return { ...life, open: { ...life.open, nags: FLOOD_RESENDS_MAX }, comes: life.next };
  });

/**
 * «Пропустить»: the waiting occurrence, else the next one, which ends a pause, is dropped. What counts
 * from «Готово» then counts from now, or from the date that was skipped ahead of time. Where no other
 * follows the reminder is archived, without having been done. In the archive the state is returned as
 * it is.
 */
export const skip = (state: FiringState, now: Date): FiringState => acted(state, now, skipped);

function skipped(life: Life, now: Date): Life | null {
  if (life.is !== 'current') return null;
  if (life.open !== null && life.next !== null) return closed(life, life.next);
  const unpaused = life.open === null ? withPauseEnded(life, now) : life;
  const occurrence = dateTimeOf(unpaused);
  const next = unpaused.open === null ? passedOver(unpaused) : null;
  return (
    next ??
    nextRound(unpaused, later(now, occurrence)) ?? { ...unpaused, is: 'unanswered', occurrence }
  );
}

/**
 * What somebody else's answer about an occurrence makes of a row that belongs to the same joint: that
 * occurrence is over here too, whether it waits, is put off or is yet to come. What this row has of its
 * own stays: a pause of a series goes on. A series to which that occurrence means nothing is returned as it is; a
 * one-shot, or what counts from «Готово», has but one at a time, so that any answer is about that.
 */
export const answeredByOther = (
  state: FiringState,
  { act, occurrenceAt }: { act: 'done' | 'skip'; occurrenceAt: Date },
  now: Date,
): FiringState =>
  acted(state, now, (life) => {
    const answer = act === 'done' ? finished : skipped;
    // Wherever its one occurrence was put off to.
    if (life.rule === null || life.rule.afterDone) return answer(life, now);
    if (same(openAt(life), occurrenceAt)) return answer(life, now);
    return life.is === 'current' ? withoutComing(life, occurrenceAt, act, now) : null;
  });

/**
 * A series without an occurrence that is yet to come, or was to come when the pause began; null where it is neither.
 */
function withoutComing(
  life: Current,
  occurrence: Date,
  act: 'done' | 'skip',
  now: Date,
): Life | null {
  const { open, pause } = life;
  if (pause !== null) {
    const unpaused = withPauseEnded(life, now);
    // Whichever of answer and pause comes first, the row ends alike.
    if (occurrence > now && same(unpaused.next, occurrence)) {
      const answered = withoutComing(unpaused, occurrence, act, now);
      const goesOn = answered?.is === 'current' && rests(pause, now);
      return goesOn ? paused(answered, pause, now) : answered;
    }
  }
  // A paused row that waits answers for itself: what comes first behind its pause does not come first for the others.
  const isNext = same(life.next, occurrence) && (open === null || pause === null);
  const isKeptBack = pause !== null && same(pause.from, occurrence);
  if (life.next === null || !(isNext || isKeptBack)) return null;
  const after = nextOccurrence(life, occurrence);
  // It is still ahead: what waits here waits on.
  if (open !== null && occurrence > now) {
    return comingAnew({ ...life, next: after, open }, now);
  }
  if (after === null)
    return act === 'done' ? done(life, now) : { ...life, is: 'unanswered', occurrence };
  const resting = pause && isKeptBack ? { ...pause, from: after } : pause;
  return closed({ ...life, pause: resting }, same(life.next, occurrence) ? after : life.next);
}

function passedOver(life: Current): Current | null {
  const next = life.rule && life.next && nextOccurrence(life, life.next);
  return next && { ...life, next, comes: next };
}

/**
 * Of a rule that counts from «Готово»: scheduled for the date that counts from `from`, or from the end
 * of a pause that lies behind it; still paused where the pause has no end. Null for any other rule, and
 * where the rule has ended.
 */
function nextRound(life: Life, from: Date): Current | null {
  if (!life.rule?.afterDone) return null;
  const pause = life.is === 'current' ? life.pause : null;
  const schedule = scheduleAfterDone(life, pause?.until ? later(from, pause.until) : from);
  const next = schedule && firstOccurrence(schedule);
  if (!next) return null;
  const endless = pause?.until === null ? { ...pause, from: next } : null;
  const comes = endless ? null : next;
  return { ...life, ...schedule, is: 'current', next, open: null, pause: endless, comes };
}

/**
 * Moves what waits, or else what comes next, to `until`; of a series only this occurrence, and one that comes
 * first is sent once, then. A pause ends, flood counts anew. What nobody answered comes back from the archive. What is
 * done, and everything where `until` has passed, is returned as it is.
 */
export const putOff = (state: FiringState, until: Date, now: Date): FiringState =>
  acted(state, now, (life) => movedOrPutOff(life, until, now));

function movedOrPutOff(life: Life, until: Date, now: Date): Current | null {
  if (life.is === 'done' || until <= now) return null;
  const current = life.is === 'current' ? withPauseEnded(life, now) : null;
  const unpaused = current ?? life;
  const pause = null;
  if (unpaused.rule === null) {
    const moved = { ...movedTo(unpaused, until), is: 'current', pause, comes: until } as const;
    if (current?.open === null && current.next > now) return { ...moved, next: until, open: null };
    return { ...moved, next: null, open: { is: 'put off', at: until, until, nags: 0 } };
  }
  const at = dateTimeOf(unpaused);
  const open = openAt(unpaused);
  const next = open === null ? nextOccurrence(unpaused, at) : (current?.next ?? null);
  const comes = next !== null && next < until ? next : until;
  return {
    ...{ ...unpaused, is: 'current', pause, next, comes },
    open: { is: 'put off', at: open ?? at, until: comes, nags: 0 },
  };
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
  const life = lifeOf(state);
  const { open, next } =
    life.is === 'current' ? withPauseEnded(life, now) : { open: null, next: null };
  // Null, as of what is archived: it is counted from now.
  const comesAt = open === null ? next : putOffUntil(open);
  return putOff(state, postponedTo(preset, comesAt, now, timeZone, parts), now);
}

/**
 * «Пауза», until an instant or until `resume` (null): a flood ends, and nothing comes before. Of a
 * series what falls into the pause does not come at all, not even afterwards. What has no other
 * occurrence behind the pause (a one-shot, the last of a series) comes on the first day after it, at
 * its own time of day; what waited for an answer likewise comes again. What waits of a series goes on
 * waiting; an occurrence that was put off into the pause comes only where that is ended before. Paused
 * again, the pause has the new end. Where nothing is to come, or `until` has passed, the state is
 * returned as it is.
 */
export const pause = (state: FiringState, until: Date | null, now: Date): FiringState =>
  acted(state, now, (life) => paused(life, { until, withAll: false }, now));

function paused(life: Life, { until, withAll }: Omit<Pause, 'from'>, now: Date): Current | null {
  if (life.is !== 'current' || (until !== null && until <= now)) return null;
  const unpaused = withPauseEnded(life, now);
  const isLastOpen = unpaused.rule !== null && unpaused.next === null;
  const from = isLastOpen ? momentOf(unpaused.open) : dateTimeOf(unpaused);
  const resting: Current = { ...unpaused, pause: { from, until, withAll }, comes: null };
  if (until === null) return resting;

  const { rule, open } = unpaused;
  const behind = unpaused.next && (unpaused.next >= until ? unpaused.next : null);
  const next = behind ?? (unpaused.next && rule && occurrenceFrom(unpaused, until));
  if (next !== null) return { ...resting, next, open, comes: comesBehind({ until }, open, next) };
  const again = comesBehind({ until }, open, null);
  if (unpaused.next === null && again) return { ...resting, comes: again };
  const comes = sameTimeFrom(unpaused, until);
  if (rule === null && unpaused.next !== null) {
    return { ...movedTo(resting, comes), next: comes, open: null, comes };
  }
  const last = (unpaused.next && latestOccurrence(unpaused, comes)) ?? dateTimeOf(unpaused);
  const lastAgain = { is: 'put off', at: rule ? last : comes, until: comes, nags: 0 } as const;
  return { ...(rule ? resting : movedTo(resting, comes)), next: null, open: lastAgain, comes };
}

/**
 * Ends a pause before its time, or one without an end. Nothing rings that the pause has kept back: a
 * series goes on with its next occurrence, and with what was put off where that moment lies ahead; a
 * one-shot, or the last of a series, whose time has passed waits for an answer, silently. The state of a
 * reminder that is not paused is returned as it is.
 */
export const resume = (state: FiringState, now: Date): FiringState =>
  acted(state, now, (life) =>
    life.is === 'current' && life.pause ? withPauseEnded(life, now) : null,
  );

/**
 * The occurrence that «Готово» or «Пропустить» answers; null in the archive. With nothing open they end a pause first: what
 * comes then may come sooner than what was to come behind it.
 */
export const answeredOccurrence = (state: FiringState, now: Date): Date | null =>
  answerableOccurrence(state.openOccurrenceAt === null ? resume(state, now) : state);

/** As `resume` says; what is not paused is as it was. */
function withPauseEnded(life: Current, now: Date): Current {
  const { pause, open, rule } = life;
  if (pause === null) return life;
  // Its end has passed: what comes first after it is what is to come.
  if (pause.until !== null && pause.until <= now) return behindPause(life);

  const { from: keptBack } = pause;
  const unpaused: Current = { ...life, pause: null };
  const isKeptBackAhead = keptBack > now;
  // Where the pause began at no occurrence, the last one was put off to that moment. Others may have answered what lay
  // behind the last one, so that a moment there is no occurrence, whatever the rule says.
  const isBehindLast = life.next === null && keptBack > life.open.at;
  const isNoOccurrence = isBehindLast || !same(occurrenceFrom(life, keptBack), keptBack);
  if (rule && life.next === null && isNoOccurrence) {
    return lastPutOff(unpaused, { at: life.open.at, until: keptBack }, now);
  }
  const atOwnMoment = rule ? unpaused : movedTo(unpaused, keptBack);
  // What is open is not what the pause has kept back: the pause had its last occurrence come again.
  const isOpenOfPause = life.next === null && !same(life.open.at, keptBack);
  if (rule && (isOpenOfPause || life.next !== null)) {
    const next = isKeptBackAhead ? keptBack : nextOccurrence(life, now);
    // The series goes on.
    if (next !== null) {
      const isPassedBy = open?.is === 'put off' && open.until <= now;
      const stillOpen = isOpenOfPause || isPassedBy ? null : open;
      const comes = earliest(putOffUntil(stillOpen), next);
      return { ...atOwnMoment, next, open: stillOpen, comes };
    }
  }
  // A one-shot that lies ahead, or the last of a series.
  if (isKeptBackAhead && (open === null || rule !== null)) {
    return { ...atOwnMoment, next: keptBack, open: null, comes: keptBack };
  }
  // Nothing follows: what was put off keeps its moment, and what has passed waits, silently.
  // Where the pause began with what is open, that is the last: others have answered whatever lay behind it.
  const isOfOpen = open !== null && same(open.at, keptBack);
  const lastPassed = (rule && !isOfOpen && latestOccurrence(life, now)) || keptBack;
  const lastOpen: Open = isKeptBackAhead
    ? { is: 'put off', at: keptBack, until: keptBack, nags: 0 }
    : { is: 'waiting', at: lastPassed, nags: open?.nags ?? 0, since: now };
  return { ...atOwnMoment, next: null, open: lastOpen, comes: putOffUntil(lastOpen) };
}

/** When what is open came, or comes again: it may have been moved ahead of its own time, or behind it. */
const momentOf = (open: Open): Date => (open.is === 'put off' ? open.until : open.since);

/** The last occurrence of a series that had been put off comes at that moment, or waits where it has passed. */
const lastPutOff = (life: Current, { at, until }: { at: Date; until: Date }, now: Date): Current =>
  until > now
    ? { ...life, next: null, open: { is: 'put off', at, until, nags: 0 }, comes: until }
    : { ...life, next: null, open: { is: 'waiting', at, nags: 0, since: now }, comes: null };

/** Whether a pause has not ended by itself. */
const rests = ({ until }: Pause, now: Date): boolean => until === null || until > now;

/**
 * «Всё на паузу»: `pause` for a series, marked as paused with all others. A one-shot, and what its user
 * has paused by itself, is returned as it is; what was paused with all has the new end.
 */
export const pauseWithAll = (state: FiringState, until: Date | null, now: Date): FiringState =>
  acted(state, now, (life) => {
    const before = life.is === 'current' && life.pause && rests(life.pause, now) && life.pause;
    const stays = before && (!before.withAll || same(before.until, until));
    return life.rule === null || stays ? null : paused(life, { until, withAll: true }, now);
  });

/** «Возобновить всё»: `resume` for what was paused with all; anything else is returned as it is. */
export const resumeWithAll = (state: FiringState, now: Date): FiringState =>
  state.pausedWithAll ? resume(state, now) : state;

/**
 * The state on the clocks of another zone: what is to come does so at the same time of day there. A
 * series keeps its beginning and its count, and leaves out an occurrence that has passed there; what counts
 * from «Готово» does so on the clocks there. What waits, is put off or is paused stays so. What cannot move is
 * returned as it is: a one-shot whose time has passed there, and what has nothing to come.
 */
export const inZone = (state: FiringState, timeZone: string, now: Date): FiringState =>
  acted(state, now, (life) => movedToZone(life, timeZone, now));

function movedToZone(life: Life, timeZone: string, now: Date): Current | null {
  if (life.is !== 'current' || life.timeZone === timeZone) return null;
  // Its next round is scheduled by «Готово», at the time of day of this one.
  if (life.next === null && life.rule?.afterDone) return { ...life, timeZone };
  if (life.pause) {
    const moved = movedToZone(withPauseEnded(life, now), timeZone, now);
    return moved && rests(life.pause, now) ? paused(moved, life.pause, now) : moved;
  }
  const { comes, rule } = life;
  if (life.next === null) return null;
  const there = wallTimeToInstant(exactWallTime(life.next, life.timeZone), timeZone);
  const isSeries = rule !== null && rule.afterDone !== true;
  const from = isSeries ? later(there, new Date(now.getTime() + 1)) : there;
  const next = isSeries ? occurrenceFrom({ ...life, timeZone }, from) : there > now ? there : null;
  if (next === null) return null;
  const schedule = isSeries ? { timeZone } : scheduleAt(next, rule, timeZone);
  const moved = { ...life, ...schedule, next };
  // A re-send, or what was put off, comes when it would have come.
  const own = comes !== null && comes < life.next && !tellsAhead(life);
  return own ? { ...moved, comes: earliest(comes, next) } : comingAnew(moved, now);
}

/** The first occurrence of a series at or after an instant; null where none is left. */
const occurrenceFrom = (schedule: Schedule, instant: Date): Date | null =>
  nextOccurrence(schedule, new Date(instant.getTime() - 1));

/** Its time of day, on the first day on which it comes at or after `from`. */
function sameTimeFrom(life: Current, from: Date): Date {
  const daily = scheduleAt(dateTimeOf(life), { every: 1, unit: 'DAY' }, life.timeZone);
  return occurrenceFrom(daily, from) ?? from;
}
