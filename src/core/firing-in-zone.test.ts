import fc from '@/testing/fast-check';
import {
  afterSend,
  dueFiring,
  finish,
  inZone,
  pause,
  planFiring,
  putOff,
  replanFiring,
  resume,
} from './firing';
import { nextOccurrence, type RecurrenceRule } from './recurrence';
import { instantToWallTime, wallTimeToInstant } from './time-zone';

const [MOSCOW, OMSK, BERLIN] = ['Europe/Moscow', 'Asia/Omsk', 'Europe/Berlin'];
const at = (wall: string, zone = MOSCOW) => wallTimeToInstant(wall, zone);
const NOW = at('2026-11-20T08:00');
const plan = (wall: string, rule: RecurrenceRule | null, rest: object = {}) =>
  planFiring({ dateTime: at(wall), rule, floodInterval: null, ...rest }, MOSCOW, NOW);
const daily: RecurrenceRule = { every: 1, unit: 'DAY' };

test('what is to come does so at the same time of day there', () => {
  const moved = inZone(plan('2026-11-20T15:00', daily), OMSK, NOW);
  expect(moved).toMatchObject({ timeZone: OMSK, dateTime: at('2026-11-20T15:00', OMSK) });
  expect(moved.nextFireAt).toEqual(moved.dateTime);
  const once = inZone(plan('2026-11-21T09:00', null), BERLIN, NOW);
  expect(once).toMatchObject({ timeZone: BERLIN, dateTime: at('2026-11-21T09:00', BERLIN) });
});

test('a series whose time has passed there today goes on tomorrow; a one-shot stays', () => {
  // 08:00 in Moscow is 11:00 in Omsk.
  const moved = inZone(plan('2026-11-20T09:00', daily), OMSK, NOW);
  expect(moved.dateTime).toEqual(at('2026-11-21T09:00', OMSK));
  const once = plan('2026-11-20T09:00', null);
  expect(inZone(once, OMSK, NOW)).toBe(once);
});

test('a series of the 31st, or of 29 February, stays one, wherever it stands', () => {
  const month: RecurrenceRule = { every: 1, unit: 'MONTH' };
  const february = at('2027-02-20T12:00');
  const long = { ...plan('2027-01-31T10:00', month), dateTime: at('2027-02-28T10:00') };
  const moved = inZone(long, OMSK, february);
  expect(moved.dateTime).toEqual(at('2027-02-28T10:00', OMSK));
  expect(nextOccurrence(moved, moved.dateTime)).toEqual(at('2027-03-31T10:00', OMSK));
});

test('of a course of ten with seven done three are left', () => {
  const course = plan('2026-11-20T15:00', { ...daily, count: 10 });
  const later = at('2026-11-27T08:00');
  const eighth = at('2026-11-27T15:00');
  let state = inZone({ ...course, dateTime: eighth, nextFireAt: eighth }, OMSK, later);
  let left = 0;
  while (state.nextFireAt && left < 20) {
    const firing = dueFiring(state, state.nextFireAt);
    if (!firing) break;
    state = afterSend(state, firing, state.nextFireAt);
    left += 1;
  }
  expect(left).toBe(3);
});

test('what waits of a series, or is put off, stays so', () => {
  const flood = plan('2026-11-20T09:00', daily, { floodInterval: 30 });
  const sentAt = at('2026-11-20T09:00');
  const firing = dueFiring(flood, sentAt);
  if (!firing) throw new Error('nothing is due');
  const waits = afterSend(flood, firing, sentAt);
  const now = at('2026-11-20T09:10');
  const moved = inZone(waits, OMSK, now);
  expect(moved).toMatchObject({
    ...{ openOccurrenceAt: sentAt, waitingSince: sentAt },
    nextFireAt: at('2026-11-20T09:30'),
    dateTime: at('2026-11-21T09:00', OMSK),
  });
  const later = putOff(waits, at('2026-11-20T12:00'), now);
  expect(inZone(later, OMSK, now)).toMatchObject({
    ...{ snoozedUntil: at('2026-11-20T12:00'), nextFireAt: at('2026-11-20T12:00') },
    dateTime: at('2026-11-21T09:00', OMSK),
  });
});

test('what waits and counts from «Готово» stays as it is, and its next round comes by the clocks there', () => {
  const first = plan('2026-11-20T09:00', { every: 3, unit: 'DAY', afterDone: true });
  const sentAt = at('2026-11-20T09:00');
  const firing = dueFiring(first, sentAt);
  if (!firing) throw new Error('nothing is due');
  const waits = afterSend(first, firing, sentAt);
  const now = at('2026-11-20T12:00');
  const moved = inZone(waits, OMSK, now);
  expect(moved).toEqual({ ...waits, timeZone: OMSK });
  expect(finish(moved, now).dateTime).toEqual(at('2026-11-23T09:00', OMSK));
  const rested = inZone(pause(waits, null, now), OMSK, now);
  expect(rested).toEqual({ ...pause(waits, null, now), timeZone: OMSK });
  expect(finish(rested, now).dateTime).toEqual(at('2026-11-23T09:00', OMSK));
});

test('what counts from «Готово» and was put off goes on by the clocks there, though it be given an end', () => {
  const rule = { every: 3, unit: 'DAY', afterDone: true } as const;
  const later = putOff(plan('2026-11-21T09:00', rule), at('2026-11-21T12:00'), NOW);
  const moved = inZone(later, OMSK, NOW);
  const { dateTime } = moved;
  const given = { dateTime, rule: { ...rule, count: 5 }, floodInterval: null };
  expect(replanFiring(moved, given, OMSK, NOW)).toMatchObject({
    ...{ completed: false, dateTime, nextFireAt: dateTime },
  });
});

test('a paused series stays paused, and goes on by the clocks there', () => {
  const until = at('2026-12-01T00:00');
  const paused = pause(plan('2026-11-20T15:00', daily), until, NOW);
  const moved = inZone(paused, OMSK, NOW);
  expect(moved).toMatchObject({ pausedUntil: until, timeZone: OMSK });
  expect(instantToWallTime(moved.dateTime, OMSK).slice(11)).toBe('15:00');
  expect(resume(moved, NOW).dateTime).toEqual(at('2026-11-20T15:00', OMSK));
  const endless = inZone(pause(plan('2026-11-20T15:00', daily), null, NOW), OMSK, NOW);
  expect(endless).toMatchObject({ nextFireAt: null, pausedUntil: null, timeZone: OMSK });
});

test('whatever the rule and the zones: an occurrence of the series there, ahead, at a time of day of its own', () => {
  const rules: RecurrenceRule[] = [
    daily,
    { every: 2, unit: 'WEEK', weekdays: [1, 4] },
    { every: 1, unit: 'MONTH', monthDays: [1, 31] },
    { every: 1, unit: 'DAY', times: ['08:00', '21:30'] },
    { every: 1, unit: 'YEAR' },
  ];
  const zones = [
    'Asia/Omsk',
    'Europe/Berlin',
    'America/New_York',
    'Pacific/Auckland',
    'Asia/Kolkata',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...rules),
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 500 * 24 * 60 }),
      (rule, zone, minutes) => {
        const now = new Date(NOW.getTime() + minutes * 60_000);
        const first = plan('2026-11-20T08:00', rule);
        const dateTime = nextOccurrence(first, now);
        if (dateTime === null) return;
        const moved = inZone({ ...first, dateTime, nextFireAt: dateTime }, zone, now);
        expect(moved.timeZone).toBe(zone);
        expect(moved.dateTime.getTime()).toBeGreaterThan(now.getTime());
        expect(nextOccurrence(moved, new Date(moved.dateTime.getTime() - 1))).toEqual(
          moved.dateTime,
        );
      },
    ),
    { numRuns: 200 },
  );
});
