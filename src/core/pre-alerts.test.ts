import fc from '@/testing/fast-check';
import { anyRule } from '@/testing/recurrence-oracle';
import { plainAt, zone, zonedInstant } from '@/testing/temporal-oracle';
import {
  afterSend,
  comesAt,
  dueFiring,
  finish,
  type FiringState,
  openedAhead,
  pause,
  type Plan,
  planFiring,
  postpone,
  putOff,
  replanFiring,
  restoredFiring,
  resume,
  skip,
} from './firing';
import { preAlertAt, preAlertsAhead } from './pre-alerts';
import { wallTimeToInstant } from './time-zone';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const MOSCOW = 'Europe/Moscow';
const at = (wall: string) => wallTimeToInstant(wall, MOSCOW);

const minutesAhead = fc
  .uniqueArray(fc.oneof(fc.integer({ min: 1, max: 3_000 }), fc.constantFrom(60, 1_440, 10_080)), {
    minLength: 1,
    maxLength: 5,
  })
  .map((minutes) => minutes.toSorted((a, b) => b - a));

test('whole days ahead go by the clocks, what is left of them exactly, as Temporal has it', () => {
  fc.assert(
    fc.property(
      zonedInstant,
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 0, max: 1_439 }),
      ({ zone: timeZone, epochMs }, days, minutes) => {
        const wanted =
          days === 0
            ? epochMs
            : plainAt(epochMs, timeZone)
                .subtract({ days })
                .toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds;
        const told = preAlertAt(new Date(epochMs), days * 1_440 + minutes, timeZone);
        expect(told.getTime()).toBe(wanted - minutes * MINUTE);
      },
    ),
    { numRuns: 300 },
  );
});

describe('what is told ahead', () => {
  const told = (rest: Partial<Plan> = {}, now = at('2026-11-01T00:00')) =>
    planFiring(
      {
        dateTime: at('2026-11-20T15:00'),
        rule: null,
        floodInterval: null,
        preAlerts: [10_080, 1_440, 120],
        ...rest,
      },
      MOSCOW,
      now,
    );
  /** Everything that is sent until `end`, each at its time. */
  function sent(state: FiringState, end: Date) {
    const sends: string[] = [];
    let now = state;
    while (now.nextFireAt && now.nextFireAt <= end) {
      const due = dueFiring(now, now.nextFireAt);
      if (!due) throw new Error('nothing due');
      sends.push(
        `${due.kind} ${due.scheduledAt.toISOString()} of ${due.occurrenceAt.toISOString()}`,
      );
      now = afterSend(now, due, now.nextFireAt);
    }
    return { sends, state: now };
  }
  const kinds = (state: FiringState, end: Date) =>
    sent(state, end).sends.map((each) => each.split(' ')[0]);

  test('comes before the reminder, at each of its times, and never makes it wait', () => {
    const { sends, state } = sent(told(), at('2026-11-20T14:59'));
    expect(sends).toEqual([
      'pre-alert 2026-11-13T12:00:00.000Z of 2026-11-20T12:00:00.000Z',
      'pre-alert 2026-11-19T12:00:00.000Z of 2026-11-20T12:00:00.000Z',
      'pre-alert 2026-11-20T10:00:00.000Z of 2026-11-20T12:00:00.000Z',
    ]);
    expect(state).toMatchObject({
      openOccurrenceAt: null,
      waitingSince: null,
      nextFireAt: at('2026-11-20T15:00'),
    });
    expect(comesAt(told())).toEqual(at('2026-11-20T15:00'));
  });

  test('one «Готово» ends the rest', () => {
    const first = sent(told(), at('2026-11-14T00:00')).state;
    const now = at('2026-11-14T10:00');
    for (const done of [finish(first, now), finish(openedAhead(first, now), now)]) {
      expect(done).toMatchObject({ completed: true, nextFireAt: null, doneAt: now });
    }
  });

  test('what has passed when the reminder is made is dropped', () => {
    const now = at('2026-11-19T20:00');
    expect(
      preAlertsAhead([10_080, 1_440, 120], at('2026-11-20T15:00'), { now, timeZone: MOSCOW }),
    ).toEqual([120]);
    expect(kinds(told({}, now), at('2026-11-21T00:00'))).toEqual(['pre-alert', 'first']);
  });

  test('of a series comes ahead of each occurrence', () => {
    const weekly = told({ rule: { every: 1, unit: 'WEEK' }, preAlerts: [1_440] });
    expect(kinds(weekly, at('2026-12-04T15:00'))).toEqual([
      'pre-alert',
      'first',
      'pre-alert',
      'first',
      'pre-alert',
      'first',
    ]);
  });

  test('after an outage only the latest that was missed comes, and none once the time has come', () => {
    const late = dueFiring(told(), at('2026-11-20T14:00'));
    expect(late).toMatchObject({ kind: 'pre-alert', late: false });
    const then = late && afterSend(told(), late, at('2026-11-20T14:00'));
    expect(then?.nextFireAt).toEqual(at('2026-11-20T15:00'));
    expect(dueFiring(told(), at('2026-11-20T15:00'))).toMatchObject({ kind: 'first' });
  });

  test('moves with the reminder', () => {
    const moved = putOff(told(), at('2026-11-25T10:00'), at('2026-11-20T12:59'));
    expect(moved.nextFireAt).toEqual(at('2026-11-24T10:00'));
  });

  test('is silent in a pause', () => {
    const paused = pause(told(), at('2026-11-20T00:00'), at('2026-11-10T00:00'));
    expect(paused.nextFireAt).toEqual(at('2026-11-20T13:00'));
    expect(pause(told(), null, at('2026-11-10T00:00')).nextFireAt).toBeNull();
  });

  test('an edit that says nothing of it leaves it; one that takes it away ends it', () => {
    const now = at('2026-11-10T00:00');
    const plan = { dateTime: at('2026-11-20T15:00'), rule: null, floodInterval: null };
    expect(replanFiring(told(), plan, MOSCOW, now).nextFireAt).toEqual(at('2026-11-13T15:00'));
    expect(replanFiring(told(), { ...plan, preAlerts: [] }, MOSCOW, now)).toMatchObject({
      preAlerts: [],
      nextFireAt: at('2026-11-20T15:00'),
    });
  });

  test('a pause, a snooze of what waits and a re-send are as without it', () => {
    const series = {
      rule: { every: 1, unit: 'WEEK' } as const,
      preAlerts: [120],
      floodInterval: 5,
    };
    let state = told(series);
    const firing = dueFiring(state, at('2026-11-20T15:00'));
    if (!firing) throw new Error('nothing due');
    state = afterSend(state, firing, at('2026-11-20T15:00'));
    expect(state.nextFireAt).toEqual(at('2026-11-20T15:05'));
    const put = putOff(state, at('2026-11-27T14:00'), at('2026-11-20T15:01'));
    expect(put).toMatchObject({
      snoozedUntil: at('2026-11-27T14:00'),
      nextFireAt: at('2026-11-27T13:00'),
    });
    expect(kinds(put, at('2026-11-27T14:00'))).toEqual(['pre-alert', 'snooze']);
  });

  test('gives way to what is put off to its very moment, which comes once', () => {
    const came = sent(told({ rule: { every: 1, unit: 'WEEK' } }), at('2026-11-20T15:00')).state;
    const put = putOff(came, at('2026-11-27T13:00'), at('2026-11-20T15:01'));
    expect(sent(put, at('2026-11-27T15:00')).sends).toEqual([
      'pre-alert 2026-11-26T12:00:00.000Z of 2026-11-27T12:00:00.000Z',
      'snooze 2026-11-27T10:00:00.000Z of 2026-11-20T12:00:00.000Z',
      'first 2026-11-27T12:00:00.000Z of 2026-11-27T12:00:00.000Z',
    ]);
  });
});

const acts = fc.array(
  fc.record({
    wait: fc.oneof(
      fc.integer({ min: 0, max: 90 * MINUTE }),
      fc.integer({ min: 0, max: 3 * DAY }),
      fc.integer({ min: 0, max: 60 * DAY }),
    ),
    act: fc.constantFrom('tick', 'done', 'skip', 'tomorrow', 'putOff', 'pause', 'hold', 'resume'),
    ahead: fc.integer({ min: 1, max: 20 * DAY }),
  }),
  { maxLength: 12 },
);

test('whatever happens, telling ahead adds messages and changes nothing else', () => {
  const bare = ({ preAlerts, nextFireAt, ...state }: FiringState) => state;
  fc.assert(
    fc.property(
      zonedInstant,
      zone,
      fc.option(anyRule, { freq: 3 }),
      minutesAhead,
      acts,
      ({ epochMs }, timeZone, rule, preAlerts, steps) => {
        let now = new Date(epochMs - 3 * DAY);
        const plan = { dateTime: new Date(epochMs), rule, floodInterval: null };
        let plain = planFiring(plan, timeZone, now);
        let told = planFiring({ ...plan, preAlerts }, timeZone, now);
        const both = (change: (state: FiringState) => FiringState) => {
          plain = change(plain);
          told = change(told);
        };
        const send = (state: FiringState, wanted: boolean) => {
          const due = dueFiring(state, now);
          if (!due || (due.kind === 'pre-alert') !== wanted) return state;
          return afterSend(state, due, now);
        };
        for (const { wait, act, ahead } of steps) {
          now = new Date(now.getTime() + wait);
          told = send(told, true);
          const until = new Date(now.getTime() + ahead);
          if (act === 'tick') both((state) => send(state, false));
          if (act === 'done') both((state) => finish(state, now));
          if (act === 'skip') both((state) => skip(state, now));
          if (act === 'tomorrow') both((state) => postpone(state, 'tomorrow', now, timeZone));
          if (act === 'putOff') both((state) => putOff(state, until, now));
          if (act === 'pause') both((state) => pause(state, until, now));
          if (act === 'hold') both((state) => pause(state, null, now));
          if (act === 'resume') both((state) => resume(state, now));
          expect(bare(told)).toEqual(bare(plain));
          expect(comesAt(told)).toEqual(plain.nextFireAt);
          const { nextFireAt } = told;
          if (nextFireAt) {
            expect(dueFiring(told, nextFireAt)).not.toBeNull();
            expect(dueFiring(told, new Date(nextFireAt.getTime() - 1))).toBeNull();
          }
          const back = restoredFiring(told, now);
          expect(bare(back)).toEqual(bare(restoredFiring(plain, now)));
        }
      },
    ),
    { numRuns: 120 },
  );
});
