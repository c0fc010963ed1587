import fc from '@/testing/fast-check';
import { lived } from '@/testing/lived';
import {
  answeredByOther,
  type FiringState,
  pause,
  pauseWithAll,
  type Plan,
  planFiring,
  putOff,
  resume,
} from './firing';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const START = new Date('2026-11-29T04:15:00Z');
const later = (instant: Date, ms: number) => new Date(instant.getTime() + ms);
const within = (days: number) => fc.integer({ min: 1, max: days * 1_440 }).map((n) => n * MINUTE);

type Change = (state: FiringState, now: Date) => FiringState;

const series = fc
  .record({
    times: fc.constantFrom(undefined, ['07:15', '19:00']),
    count: fc.constantFrom(1, 2, 3, 4, 20),
    floodInterval: fc.constantFrom(null, 30),
    preAlerts: fc.constantFrom([], [60], [1_440, 10]),
  })
  .map(({ times, count, ...own }): Plan => ({
    ...{ dateTime: START, ...own },
    rule: { every: 1, unit: 'DAY', count, ...(times && { times }) },
  }));

const left: fc.Arbitrary<Change> = fc.constant((state) => state);
const putOffBy: fc.Arbitrary<Change> = within(2).map(
  (ms) => (state, now) => putOff(state, later(now, ms), now),
);
const pausing: fc.Arbitrary<Change> = fc
  .tuple(fc.constantFrom(pause, pauseWithAll), fc.option(within(4), { freq: 3 }))
  .map(
    ([paused, ms]) =>
      (state, now) =>
        paused(state, ms === null ? null : later(now, ms), now),
  );

/** A series somewhere in its life, with something ahead: nothing is open, or it waits, or is put off. */
const lives = fc
  .record({ plan: series, age: within(3), moving: fc.oneof(left, putOffBy), since: within(1) })
  .map(({ plan, age, moving, since }) => {
    const movedAt = later(START, age - DAY);
    const now = later(movedAt, since);
    const planned = planFiring(plan, 'Europe/Moscow', later(START, -3 * DAY));
    const { state } = lived(moving(lived(planned, movedAt).state, movedAt), now);
    return { now, state };
  })
  .filter(({ state, now }) => !state.completed && state.dateTime > now);

/** The occurrences that come of themselves in the days to follow. */
function firstsOf(state: FiringState): Date[] {
  const { came } = lived(state, later(START, 30 * DAY));
  return came.filter(({ kind }) => kind === 'first').map(({ occurrenceAt }) => occurrenceAt);
}

/** The others answer what comes next, `rounds` times: each answers what is next once the one before is over. */
function answers(state: FiringState, act: 'done' | 'skip', rounds: number): Date[] {
  const answered: Date[] = [];
  let open = state;
  for (let round = 0; round < rounds && !open.completed; round += 1) {
    const occurrenceAt = open.dateTime;
    if (occurrenceAt.getTime() === open.openOccurrenceAt?.getTime()) break;
    answered.push(occurrenceAt);
    open = answeredByOther(open, { act, occurrenceAt }, later(occurrenceAt, -1));
  }
  return answered;
}

test('whether a row is paused before others answer what lies ahead or after that, it ends alike', () => {
  fc.assert(
    fc.property(
      lives,
      pausing,
      fc.constantFrom('done' as const, 'skip' as const),
      fc.integer({ min: 1, max: 3 }),
      ({ state, now }, paused, act, rounds) => {
        const resting = paused(state, now);
        // Of what is open and the last occurrence a pause keeps one alone.
        const open = state.openOccurrenceAt;
        if (open && resting.openOccurrenceAt?.getTime() !== open.getTime()) return;
        const answered = (from: FiringState) =>
          answers(state, act, rounds).reduce(
            (before, occurrenceAt) => answeredByOther(before, { act, occurrenceAt }, now),
            from,
          );
        expect(answered(resting)).toEqual(paused(answered(state), now));
      },
    ),
    { numRuns: 200 },
  );
});

test('while a row is paused, what others have answered does not come once it is resumed', () => {
  fc.assert(
    fc.property(
      lives,
      pausing,
      within(3),
      fc.constantFrom('done' as const, 'skip' as const),
      ({ state, now }, paused, passed, act) => {
        const then = later(now, passed);
        const resting = paused(state, now);
        if (resting.pausedFrom === null) return;
        if (resting.pausedUntil !== null && resting.pausedUntil <= then) return;
        const awake = resume(resting, then);
        if (awake.completed || awake.dateTime <= then) return;
        const answer = { act, occurrenceAt: awake.dateTime };
        const resumed = resume(answeredByOther(resting, answer, then), then);
        expect(firstsOf(resumed)).toEqual(firstsOf(answeredByOther(awake, answer, then)));
      },
    ),
    { numRuns: 200 },
  );
});
