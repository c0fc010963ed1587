import { behindPause, type FiringState, lifeOf, openAt, same, unansweredSince } from './life';

/** An occurrence that is over, and that nobody has answered. */
interface LeftUnanswered {
  occurrenceAt: Date;
  /** Since when it waited; null where it was put off when it ended. */
  cameAt: Date | null;
}

/** Whether nobody has answered for so long that the clean-up archives it. */
export function isArchivable(
  { nextFireAt, waitingSince, pausedFrom, rule }: FiringState,
  now: Date,
): boolean {
  if (nextFireAt !== null || waitingSince === null || pausedFrom !== null) return false;
  return !rule?.afterDone && waitingSince <= unansweredSince(now);
}

/** What its person brings back does not go to the archive at once: where its days of waiting are over, they begin anew. */
export function waitingAnew(state: FiringState, now: Date): FiringState {
  // A flood of the last occurrence still comes, and leaves it to the archive behind its last message.
  const isLast = same(state.openOccurrenceAt, state.dateTime);
  const behindFlood = isLast ? { ...state, nextFireAt: null } : state;
  return isArchivable(behindFlood, now) ? { ...state, waitingSince: now } : state;
}

/**
 * The occurrence of a series that a change leaves unanswered, whatever the change is: a send, an edit, a pause, an
 * answer to a later one. Its time had come and it was open `before`; it is open no more `after`, and is not the
 * `answered` one. What comes once leaves none, since its wait moves with it, nor does what is archived already, nor what
 * had been put off into a pause, which passes it by.
 */
export function leftUnanswered(
  before: FiringState,
  after: FiringState,
  { answered, now }: { answered: Date | null; now: Date },
): LeftUnanswered | null {
  const life = lifeOf(before);
  if (life.is !== 'current' || life.rule === null) return null;
  const occurrenceAt = openAt(behindPause(life));
  if (occurrenceAt === null || occurrenceAt > now || same(occurrenceAt, answered)) return null;
  if (same(occurrenceAt, after.openOccurrenceAt)) return null;
  return { occurrenceAt, cameAt: before.waitingSince };
}
