import fc from '@/testing/fast-check';
import { Temporal } from 'temporal-polyfill';
import { formatLocalDate, parseLocalDate } from './calendar';

const epoch = Temporal.PlainDate.from('1970-01-01');
/** Years 0 to 9999: also those below 100, which Date.UTC takes for the twentieth century. */
const day = fc.integer({ min: -719_528, max: 2_932_896 });

test('a day is written and read as Temporal writes it, in any year and process zone', () => {
  fc.assert(
    fc.property(day, (day) => {
      const date = epoch.add({ days: day });
      const parsed = parseLocalDate(date.toString());
      expect(parsed?.getTime()).toBe(day * 86_400_000);
      expect(formatLocalDate(new Date(day * 86_400_000))).toBe(date.toString());
    }),
    { numRuns: 300 },
  );
});

test.each(['2026-02-29', '2026-02-30', '2026-13-01', '2026-00-10', '2026-04-31', '2026-4-1', ''])(
  'a date that does not exist is none: «%s»',
  (text) => {
    expect(parseLocalDate(text)).toBeNull();
  },
);
