import fc from '@/testing/fast-check';
import { lived } from '@/testing/lived';
import {
  finish,
  type FiringState,
  inZone,
  pause,
  pauseWithAll,
  type Plan,
  planFiring,
  putOff,
  quiet,
  resume,
  resumeWithAll,
  skip,
  undoneFiring,
} from './firing';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const MOSCOW = 'Europe/Moscow';
const START = new Date('2026-11-29T04:15:00Z');
const later = (instant: Date, ms: number) => new Date(instant.getTime() + ms);
const within = (days: number) => fc.integer({ min: 1, max: days * 1_440 }).map((n) => n * MINUTE);

type Act = (state: FiringState, now: Date) => FiringState;

const anAct: fc.Arbitrary<Act> = fc.oneof(
  fc.constantFrom<Act>(finish, skip, quiet, resume, resumeWithAll),
  fc.constantFrom<Act>(resume, (state, now) => inZone(state, 'Asia/Kathmandu', now)),
  within(3).map<Act>((ms) => (state, now) => putOff(state, later(now, ms), now)),
  fc.tuple(fc.constantFrom(pause, pauseWithAll), fc.option(within(3), { freq: 2 })).map<Act>(
    ([paused, ms]) =>
      (state, now) =>
        paused(state, ms === null ? null : later(now, ms), now),
  ),
);

const plan: fc.Arbitrary<Plan> = fc.record({
  dateTime: fc.constant(START),
  rule: fc.constantFrom<Plan['rule'][]>(
    null,
    { every: 1, unit: 'DAY' },
    { every: 1, unit: 'DAY', times: ['07:15', '19:00'], count: 3 },
    { every: 1, unit: 'WEEK' },
    { every: 1, unit: 'DAY', count: 1 },
    { every: 2, unit: 'DAY', afterDone: true },
  ),
  floodInterval: fc.constantFrom(null, 30),
  preAlerts: fc.constantFrom([], [60], [1_440, 10]),
});

/** A reminder somewhere in its life, and what its person does then. */
const changes = fc
  .record({
    asked: plan,
    acts: fc.array(fc.tuple(within(1), anAct), { minLength: 1, maxLength: 3 }),
  })
  .map(({ asked, acts }) => {
    let now = later(START, -DAY);
    let before = planFiring(asked, MOSCOW, now);
    let after = before;
    for (const [passed, act] of acts) {
      now = later(now, passed);
      before = lived(after, now).state;
      after = act(before, now);
    }
    return { before, after, now };
  })
  .filter(({ before, after }) => before !== after);

test('an act that is taken back leaves all as it was, unless something would have come meanwhile', () => {
  fc.assert(
    fc.property(changes, within(3), ({ before, after, now }, passed) => {
      const undoneAt = later(now, passed);
      // What was sent since is the last word, so that the act cannot be taken back.
      if (after.nextFireAt !== null && after.nextFireAt <= undoneAt) return;
      const wouldHaveCome = before.nextFireAt !== null && before.nextFireAt <= undoneAt;
      const undone = undoneFiring(after, before, undoneAt);
      if (!wouldHaveCome) expect(undone).toEqual(before);
    }),
    { numRuns: 1_000 },
  );
});
