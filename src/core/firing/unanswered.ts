import { behindPause, type FiringState, lifeOf, openAt, same } from './life';

/** An occurrence that is over, and that nobody has answered. */
interface LeftUnanswered {
  occurrenceAt: Date;
  /** Since when it waited; null where it was put off when it ended. */
  cameAt: Date | null;
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
