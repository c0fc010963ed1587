/**
 * The life cycle of one reminder, without I/O or clock.
 *
 *     scheduled ── due ──▶ first send ──▶ waiting ── «Готово» ──▶ done
 *                                         │  ▲  │
 *                        flood, put off   ▼  │  └── WAITING_DAYS over ─────▶ unanswered
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
export * from './firing/acts';
export {
  answerableOccurrence,
  comesAt,
  comingOf,
  type FiringState,
  lifeOf,
  openAt,
  putOffUntil,
  sound,
  unansweredSince,
} from './firing/life';
export {
  joinedFiring,
  type Plan,
  planFiring,
  replanFiring,
  scheduleFiring,
  withOwn,
} from './firing/plan';
export {
  afterSend,
  dueFiring,
  type Firing,
  heldNag,
  openedAhead,
  overtakenBy,
  restoredFiring,
  undoneFiring,
} from './firing/sends';
export { isArchivable, leftUnanswered, waitingAnew } from './firing/unanswered';
