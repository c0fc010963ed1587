import fc from '@/testing/fast-check';
import { lived } from '@/testing/lived';
import {
  type Firing,
  type FiringState,
  pause,
  pauseWithAll,
  type Plan,
  planFiring,
  postpone,
  putOff,
  resume,
  resumeWithAll,
} from './firing';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const MOSCOW = 'Europe/Moscow';
const START = new Date('2026-11-29T04:15:00Z');
const later = (instant: Date, ms: number) => new Date(instant.getTime() + ms);

/** What comes at moments of its own; re-sends end with a pause. */
const moments = (came: readonly Firing[]): string[] =>
  came
    .filter(({ kind }) => kind !== 'nag')
    .map(
      ({ kind, scheduledAt, occurrenceAt }) =>
        `${kind} ${scheduledAt.toISOString()} of ${occurrenceAt.toISOString()}`,
    );

const PAUSES: Record<string, (state: FiringState, now: Date) => FiringState> = {
  'for a week': (state, now) => pause(state, later(now, 7 * DAY), now),
  'without an end': (state, now) => pause(state, null, now),
  'all for a week': (state, now) => pauseWithAll(state, later(now, 7 * DAY), now),
  'all without an end': (state, now) => pauseWithAll(state, null, now),
};

const plan: fc.Arbitrary<Plan> = fc.record({
  dateTime: fc.constant(START),
  rule: fc.constantFrom<Plan['rule'][]>(
    null,
    { every: 1, unit: 'DAY' },
    { every: 1, unit: 'DAY', times: ['07:15', '19:00'] },
    { every: 1, unit: 'WEEK' },
    { every: 1, unit: 'DAY', count: 1 },
    { every: 2, unit: 'DAY', afterDone: true },
  ),
  floodInterval: fc.constantFrom(null, 30),
  preAlerts: fc.constantFrom([], [60], [1_440, 10]),
});

const within = (days: number) => fc.integer({ min: 1, max: days * 1_440 }).map((n) => n * MINUTE);
const moved = fc.oneof(
  fc.constant((state: FiringState) => state),
  fc
    .constantFrom('1h' as const, 'evening' as const, 'tomorrow' as const)
    .map((preset) => (state: FiringState, now: Date) => postpone(state, preset, now, MOSCOW)),
  within(3).map((ms) => (state: FiringState, now: Date) => putOff(state, later(now, ms), now)),
);

test('resumed before its end, what is ahead comes as if nothing had been paused, and only what came waits', () => {
  fc.assert(
    fc.property(
      plan,
      within(3),
      moved,
      fc.tuple(within(1), within(4)),
      fc.constantFrom(...Object.keys(PAUSES)),
      (asked, age, move, [untilPause, length], kind) => {
        const movedAt = later(START, age - DAY);
        const before = lived(planFiring(asked, MOSCOW, later(START, -2 * DAY)), movedAt);
        const then = lived(move(before.state, movedAt), later(movedAt, untilPause));
        const pausedAt = later(movedAt, untilPause);
        const resumedAt = later(pausedAt, length);
        const resting = PAUSES[kind]?.(then.state, pausedAt) ?? then.state;
        if (resting === then.state) return;
        const resumed = (kind.startsWith('all') ? resumeWithAll : resume)(resting, resumedAt);

        const end = later(resumedAt, 9 * DAY);
        const ahead = lived(then.state, end).came.filter(
          ({ scheduledAt }) => scheduledAt > resumedAt,
        );
        expect(moments(lived(resumed, end).came)).toEqual(moments(ahead));

        const { rule, waitingSince, openOccurrenceAt } = resumed;
        const onlyOne = rule === null || rule.count === 1 || rule.afterDone === true;
        if (waitingSince === null || onlyOne) return;
        const sent = [...before.came, ...then.came].filter(
          ({ kind: sent }) => sent !== 'pre-alert',
        );
        expect(sent.map(({ occurrenceAt }) => occurrenceAt)).toContainEqual(openOccurrenceAt);
      },
    ),
    { numRuns: 600 },
  );
});

test('a pause that ends by itself has passed by what was put off into it', () => {
  const daily = { dateTime: START, rule: { every: 1, unit: 'DAY' as const }, floodInterval: null };
  const now = later(START, -DAY / 2);
  const until = later(START, 7 * DAY - 60 * MINUTE);
  for (const preAlerts of [[], [30]]) {
    const put = putOff(
      planFiring({ ...daily, preAlerts }, MOSCOW, now),
      later(START, DAY / 2),
      now,
    );
    const { state, came } = lived(pause(put, until, now), later(START, 7 * DAY));
    expect(moments(came.slice(-1))).toEqual([
      `first ${later(START, 7 * DAY).toISOString()} of ${later(START, 7 * DAY).toISOString()}`,
    ]);
    expect(came).toHaveLength(1 + preAlerts.length);
    expect(state.openOccurrenceAt).toEqual(later(START, 7 * DAY));
  }
});
