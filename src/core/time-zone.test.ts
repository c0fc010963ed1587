import fc from '@/testing/fast-check';
import { instantOf, plainAt, zone, zonedInstant } from '@/testing/temporal-oracle';
import {
  exactWallTime,
  instantToWallTime,
  isTimeZone,
  localDateAt,
  wallTimeToInstant,
} from './time-zone';

const runs = { numRuns: 300 };
const wall = (plain: { toString: (options: { smallestUnit: 'millisecond' }) => string }) =>
  plain.toString({ smallestUnit: 'millisecond' });

test('a wall time becomes the instant that Temporal gives it, in gaps and overlaps too', () => {
  fc.assert(
    fc.property(
      zonedInstant,
      fc.integer({ min: -26 * 60, max: 26 * 60 }),
      ({ zone, epochMs }, minutes) => {
        const plain = plainAt(epochMs, zone).add({ minutes });
        expect(wallTimeToInstant(wall(plain), zone).getTime()).toBe(instantOf(plain, zone));
      },
    ),
    runs,
  );
});

test('an instant becomes the wall time and the date that Temporal gives it', () => {
  fc.assert(
    fc.property(zonedInstant, ({ zone, epochMs }) => {
      const plain = plainAt(epochMs, zone);
      const shown = instantToWallTime(new Date(epochMs), zone);
      expect(shown).toBe(epochMs % 1000 || plain.second ? wall(plain) : wall(plain).slice(0, 16));
      expect(localDateAt(new Date(epochMs), zone)).toBe(plain.toPlainDate().toString());
    }),
    runs,
  );
});

test('an exact wall time gives its instant back, in the second pass of an overlap too', () => {
  fc.assert(
    fc.property(zonedInstant, ({ zone, epochMs }) => {
      const exact = exactWallTime(new Date(epochMs), zone);
      expect(wallTimeToInstant(exact, zone).getTime()).toBe(epochMs);
      const plain = instantToWallTime(new Date(epochMs), zone);
      expect(exact.startsWith(plain)).toBe(true);
    }),
    runs,
  );
});

test.each([
  ['a gap moves forward', '2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['an overlap takes the first', '2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['an offset picks a pass', '2026-10-25T02:30+01:00', 'Europe/Berlin', '2026-10-25T01:30:00.000Z'],
  [
    'a wrong offset is ignored',
    '2026-10-25T02:30+07:00',
    'Europe/Berlin',
    '2026-10-25T00:30:00.000Z',
  ],
  ['a half-hour gap', '2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
  ['a day that was skipped', '2011-12-30T09:00', 'Pacific/Apia', '2011-12-30T19:00:00.000Z'],
  ['milliseconds', '2026-05-01T12:34:56.789', 'Europe/Moscow', '2026-05-01T09:34:56.789Z'],
])('%s: %s in %s', (_, wallTime, zone, instant) => {
  expect(wallTimeToInstant(wallTime, zone).toISOString()).toBe(instant);
});

test.each([
  '2026-02-30T10:00',
  '2026-01-01T24:00',
  '2026-01-01T10:60',
  '2026-01-01',
  '2026-01-01T10:00Z',
  '+012026-01-01T10:00',
  '',
])('refuses «%s» as a wall time', (malformed) => {
  expect(() => wallTimeToInstant(malformed, 'Europe/Moscow')).toThrow(RangeError);
});

test('refuses an unknown zone', () => {
  expect(() => wallTimeToInstant('2026-01-01T10:00', 'Mars/Base')).toThrow(RangeError);
  expect(() => instantToWallTime(new Date(0), 'Mars/Base')).toThrow(RangeError);
});

test.each(['Europe/Moscow', 'UTC', 'Etc/GMT+3', 'Asia/Calcutta', 'Asia/Kolkata', 'europe/moscow'])(
  'knows the zone %s',
  (name) => expect(isTimeZone(name)).toBe(true),
);

test.each(['', 'Mars/Base', '+03:00', '-0300', 'Europe/Moscow ', 'МСК', '../etc/passwd'])(
  'does not know the zone «%s»',
  (name) => expect(isTimeZone(name)).toBe(false),
);

test('any string is either a zone that can be converted with, or not a zone', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), zone), (name) => {
      if (isTimeZone(name)) expect(instantToWallTime(new Date(0), name)).toMatch(/^19(69|70)-/);
    }),
  );
});
