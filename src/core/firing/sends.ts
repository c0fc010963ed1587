import { FLOOD_RESENDS_MAX, LATE_AFTER_MS } from '../limits';
import { DAY_MS, MINUTE_MS } from '../calendar';
import { latestOccurrence, nextOccurrence, occurrencesBetween } from '../recurrence';
import {
  alerting,
  behindPause,
  type Current,
  earliest,
  type FiringState,
  later,
  type Life,
  lifeOf,
  nagAfter,
  rowOf,
  same,
  tellsAhead,
  comingAnew,
} from './life';
import { waitingAnew } from './unanswered';

/** One send that is due: what it is, and when it should have gone out. */
export interface Firing {
  kind: 'pre-alert' | 'first' | 'nag' | 'snooze';
  occurrenceAt: Date;
  scheduledAt: Date;
  /** Marked «с опозданием» in the message; a nag, or what is told ahead, never is. */
  late: boolean;
  /** 0 for a first send and for a snoozed one; the n-th re-send otherwise. */
  nagNumber: number;
  last: boolean;
  /** Of a message ahead: from when on it says how long it still is. */
  toldAt?: Date;
}

/** What is due at `now`, or null (a stale claim, nothing to send). */
export function dueFiring(state: FiringState, now: Date): Firing | null {
  const life = lifeOf(state);
  if (life.is !== 'current' || life.comes === null || now < life.comes) return null;
  const { next, open, comes } = life;

  const sendOf = (kind: Firing['kind'], occurrenceAt: Date, scheduledAt: Date): Firing => {
    const nagNumber = kind === 'nag' && open ? open.nags + 1 : 0;
    const canBeLate = kind === 'first' || kind === 'snooze';
    const late = canBeLate && now.getTime() - scheduledAt.getTime() > LATE_AFTER_MS;
    const last = nagNumber === FLOOD_RESENDS_MAX;
    return { kind, occurrenceAt, scheduledAt, late, nagNumber, last };
  };

  if (next !== null && now >= next) {
    // Of the occurrences of a series that were missed only the latest is worth sending.
    const latest = life.rule ? latestOccurrence(life, now) : null;
    const occurrence = latest && latest > next ? latest : next;
    return sendOf('first', occurrence, occurrence);
  }
  if (next !== null && tellsAhead(life))
    return { ...sendOf('pre-alert', next, comes), toldAt: now };
  if (open === null) return null;
  return open.is === 'put off'
    ? sendOf('snooze', open.at, open.until)
    : sendOf('nag', open.at, comes);
}

/**
 * The state after `firing` was accepted by Telegram at `sentAt`, which ends a pause. The next occurrence is the one that
 * follows the one sent, not the moment of sending: one that fell due in between is not lost, and a clock that jumps back
 * repeats nothing. Messages ahead that fell due while another send was late still come, too. Behind a late message
 * ahead those that have passed do not. Such a message leaves what waits as it is, but a flood counts anew from `sentAt`.
 */
export function afterSend(state: FiringState, firing: Firing, sentAt: Date): FiringState {
  const life = lifeOf(state);
  if (firing.kind !== 'pre-alert') {
    return rowOf(alerting(opened(life, firing, sentAt), firing.scheduledAt));
  }
  if (life.is !== 'current') return state;
  return rowOf(alerting(comingAnew(behindPause(life), sentAt), later(sentAt, firing.scheduledAt)));
}

function opened(
  life: Life,
  { kind, occurrenceAt: at, nagNumber: nags }: Pick<Firing, 'kind' | 'occurrenceAt' | 'nagNumber'>,
  sentAt: Date,
): Current {
  const before = life.is === 'current' ? life : null;
  const next = kind === 'first' ? life.rule && nextOccurrence(life, at) : (before?.next ?? null);
  const known = kind === 'nag' && before?.open?.is === 'waiting' ? before.open.since : null;
  const open = { is: 'waiting', at, nags, since: known ?? sentAt } as const;
  const comes = earliest(nagAfter(life, nags, sentAt), next);
  return { ...life, is: 'current', next, open, pause: null, comes };
}

/**
 * The state in which what comes next counts as sent and waits for an answer, silently: to a message that told of
 * it ahead, or because its time is over already. What waited before gives way to it.
 */
export const openedAhead = (state: FiringState, now: Date): FiringState => {
  const firing = { kind: 'first', occurrenceAt: state.dateTime, nagNumber: 0 } as const;
  return rowOf(alerting(opened(lifeOf(state), firing, now), now));
};

/** A series that was silent for longer has not missed each of its moments: nobody counts further back. */
const OVERTAKEN_WITHIN_MS = 7 * DAY_MS;

/** How many occurrences were missed before the one that `firing` sends instead; null where none was. */
export function overtakenBy({ kind, occurrenceAt: to }: Firing, state: FiringState): number | null {
  if (kind !== 'first' || !state.rule || state.dateTime >= to) return null;
  const from = later(state.dateTime, new Date(to.getTime() - OVERTAKEN_WITHIN_MS));
  return occurrencesBetween(state, { from, to }).length || null;
}

/**
 * The state of what floods once its next re-send is told of at `until`, in one message with others: the
 * flood goes on from then. The re-send is not counted. What comes before it does so as if nothing had
 * been held: the next occurrence, and each message ahead that has not been sent, due already or not.
 */
export function heldNag(state: FiringState, until: Date): FiringState {
  const life = lifeOf(state);
  if (life.is !== 'current') return state;
  const nag = new Date(until.getTime() + (life.floodInterval ?? 0) * MINUTE_MS);
  // No unsent message ahead lies before what was to come next; that may be one itself.
  const before = new Date((life.comes ?? until).getTime() - 1);
  return rowOf(alerting({ ...life, comes: earliest(nag, life.next) }, before));
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
  const life = lifeOf(state);
  if (life.is !== 'current' || life.comes === null || life.comes > past) return state;
  const awake = behindPause(life);
  const own = tellsAhead(awake) ? comingAnew(awake, now) : awake;
  return rowOf(alerting(withoutMissed(own, { now, missedUpTo: past }), past));
}

/**
 * The state `before` an act that is taken back, as far as it can come back: nothing rings that has passed meanwhile.
 * `after` is what the act has made of it.
 */
export const undoneFiring = (after: FiringState, before: FiringState, now: Date): FiringState =>
  waitingAnew(restoredFiring(withWhatCame(after, before, now), now), now);

/** An occurrence that was put off before it came, and whose time is over by now, waits for an answer, silently. */
function withWhatCame(after: FiringState, before: FiringState, now: Date): FiringState {
  const { dateTime, nextFireAt, openOccurrenceAt } = before;
  // Nothing was to come of it: it was archived, or rests without an end, and goes on doing so.
  if (nextFireAt === null) return before;
  const wasPutOffAhead = same(after.openOccurrenceAt, dateTime);
  const waitedAlready = same(openOccurrenceAt, dateTime);
  if (!wasPutOffAhead || waitedAlready || dateTime > now) return before;
  return openedAhead(before, dateTime);
}

/** See `restoredFiring`. What was to come up to `missedUpTo` is passed over; a flood counts from `now`. */
function withoutMissed(
  life: Current,
  { now, missedUpTo }: { now: Date; missedUpTo: Date },
): Current {
  const { comes, open, rule } = life;
  if (comes === null || comes > missedUpTo) return life;
  const nag = open && nagAfter(life, open.nags, now);
  const missed = life.next !== null && life.next <= missedUpTo;
  const following = missed && rule ? nextOccurrence(life, missedUpTo) : null;
  if (missed && following === null) {
    // No other occurrence follows: the last one is what waits, although it never rang.
    const last = latestOccurrence(life, now) ?? life.next;
    return {
      ...life,
      next: null,
      open: { is: 'waiting', at: last, since: last, nags: open?.nags ?? 0 },
      comes: nag,
    };
  }
  if (life.open === null) {
    const next = following ?? life.next;
    return { ...life, next, comes: next };
  }
  const next = following ?? life.next;
  const { at, nags } = life.open;
  // A snooze tells when it comes again. That has passed as `comes` has: nothing is put off past what is next.
  const since = life.open.is === 'put off' ? life.open.until : life.open.since;
  return { ...life, next, open: { is: 'waiting', at, nags, since }, comes: earliest(nag, next) };
}
