import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import {
  dateOfMonth,
  firstOfMonth,
  formatLocalDate,
  lastOfMonth,
  monthOf,
  parseLocalDate,
  weekdayOf,
} from './calendar';

const epoch = Temporal.PlainDate.from('1970-01-01');
/** Years 0 to 9999: also those below 100, which Date.UTC takes for the twentieth century. */
const day = fc.integer({ min: -719_528, max: 2_932_896 });

test('a day has the date, month, weekday and month length that Temporal gives it', () => {
  fc.assert(
    fc.property(day, (day) => {
      const date = epoch.add({ days: day });
      expect(formatLocalDate(day)).toBe(date.toString());
      expect(parseLocalDate(date.toString())).toBe(day);
      expect(dateOfMonth(day)).toBe(date.day);
      expect(weekdayOf(day)).toBe(date.dayOfWeek);
      expect(monthOf(day)).toBe(date.year * 12 + date.month - 1);
      expect(firstOfMonth(monthOf(day))).toBe(day - date.day + 1);
      expect(lastOfMonth(monthOf(day))).toBe(day - date.day + date.daysInMonth);
    }),
    { numRuns: 1_000 },
  );
});

test.each(['2026-02-29', '2026-02-30', '2026-13-01', '2026-00-10', '2026-04-31', '2026-4-1', ''])(
  'a date that does not exist is none: «%s»',
  (text) => {
    expect(parseLocalDate(text)).toBeNull();
  },
);
