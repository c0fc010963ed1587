import fc from '@/testing/fast-check';
import { quietEndOf, quietUntil } from './quiet-hours';
import { instantToWallTime, wallTimeToInstant } from './time-zone';

const night = { from: '23:00', to: '08:00' };
const MOSCOW = 'Europe/Moscow';
const until = (wall: string, quiet = night, timeZone = MOSCOW) => {
  const end = quietUntil(quiet, wallTimeToInstant(wall, timeZone), timeZone);
  return end && instantToWallTime(end, timeZone);
};

test('without quiet hours nothing is quiet', () => {
  expect(quietUntil(null, new Date(), MOSCOW)).toBeNull();
});

test('hours over midnight end on the morning after they began', () => {
  expect(until('2026-11-20T22:59')).toBeNull();
  expect(until('2026-11-20T23:00')).toBe('2026-11-21T08:00');
  expect(until('2026-11-20T23:59')).toBe('2026-11-21T08:00');
  expect(until('2026-11-21T00:00')).toBe('2026-11-21T08:00');
  expect(until('2026-11-21T07:59')).toBe('2026-11-21T08:00');
  expect(until('2026-11-21T08:00')).toBeNull();
});

test('hours within a day end on that day', () => {
  const nap = { from: '13:00', to: '14:30' };
  expect(until('2026-11-20T12:59', nap)).toBeNull();
  expect(until('2026-11-20T13:00', nap)).toBe('2026-11-20T14:30');
  expect(until('2026-11-20T14:29', nap)).toBe('2026-11-20T14:30');
  expect(until('2026-11-20T14:30', nap)).toBeNull();
});

test('hours that begin or end at midnight do so exactly then', () => {
  expect(until('2026-11-20T23:59', { from: '20:00', to: '00:00' })).toBe('2026-11-21T00:00');
  expect(until('2026-11-21T00:00', { from: '20:00', to: '00:00' })).toBeNull();
  expect(until('2026-11-21T00:00', { from: '00:00', to: '06:00' })).toBe('2026-11-21T06:00');
});

test('a night in which clocks change is an hour shorter or longer, and ends by the clock', () => {
  const hours = (wall: string) => {
    const at = wallTimeToInstant(wall, 'Europe/Berlin');
    const end = quietUntil(night, at, 'Europe/Berlin');
    return end && (end.getTime() - at.getTime()) / 3_600_000;
  };
  expect(hours('2026-03-27T23:00')).toBe(9);
  expect(hours('2026-03-28T23:00')).toBe(8);
  expect(hours('2026-10-24T23:00')).toBe(10);
});

test('an end that clocks skip is one behind the gap; of two that they show it is the first', () => {
  const short = { from: '23:00', to: '02:30' };
  const berlin = (quiet: typeof night, at: string) =>
    quietUntil(quiet, new Date(at), 'Europe/Berlin')?.toISOString();
  expect(berlin(short, '2026-03-29T00:59:00Z')).toBe('2026-03-29T01:30:00.000Z');
  expect(berlin(short, '2026-10-25T00:29:00Z')).toBe('2026-10-25T00:30:00.000Z');
  // 02:10 for the second time.
  expect(berlin(short, '2026-10-25T01:10:00Z')).toBeUndefined();
});

const clock = fc
  .integer({ min: 0, max: 1_439 })
  .map((minutes) => new Date(minutes * 60_000).toISOString().slice(11, 16));
const zones = ['Europe/Moscow', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'];
const instants = fc
  .date({
    min: new Date('2026-01-01T00:00:00Z'),
    max: new Date('2027-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((at) => new Date(Math.floor(at.getTime() / 60_000) * 60_000));

test('an end lies ahead by a day and an hour at most, and every moment before it is as quiet', () => {
  fc.assert(
    fc.property(clock, clock, instants, fc.constantFrom(...zones), (from, to, at, timeZone) => {
      fc.pre(from !== to);
      const end = quietUntil({ from, to }, at, timeZone);
      if (end === null) return;
      const aheadMs = end.getTime() - at.getTime();
      expect(aheadMs).toBeGreaterThan(0);
      expect(aheadMs).toBeLessThanOrEqual(25 * 3_600_000);
      const between = new Date(at.getTime() + Math.floor(aheadMs / 120_000) * 60_000);
      expect(quietUntil({ from, to }, between, timeZone)).toEqual(end);
    }),
    { numRuns: 300 },
  );
});

test('on a day without a change of clocks it is quiet exactly while the clock says so', () => {
  fc.assert(
    fc.property(clock, clock, instants, (from, to, at) => {
      fc.pre(from !== to);
      const time = instantToWallTime(at, MOSCOW).slice(11);
      const isQuiet = from < to ? time >= from && time < to : time >= from || time < to;
      expect(quietEndOf({ from, to }, time)).toBe(isQuiet ? to : null);
      const end = quietUntil({ from, to }, at, MOSCOW);
      expect(end !== null).toBe(isQuiet);
      if (end) expect(instantToWallTime(end, MOSCOW).slice(11)).toBe(to);
    }),
    { numRuns: 300 },
  );
});
