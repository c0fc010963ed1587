import fc from '@/testing/fast-check';
import ICAL from 'ical.js';
import { upcomingOccurrences } from '../recurrence';
import { type LocalDate } from '../time-zone';
import { ruleOfRrule } from './rrule';

const noonOf = (date: string) => ({
  ...{ dateTime: new Date(`${date}T12:00:00Z`), timeZone: 'UTC', isWholeDay: false },
});

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const ONE_DAY_MS = 86_400_000;

/** The dates that ical.js reads out of a rule. */
function datesOfIcal(rrule: string, date: LocalDate, count: number): string[] {
  const dates = ICAL.Recur.fromString(rrule).iterator(ICAL.Time.fromDateString(date));
  return Array.from({ length: count }, () => dates.next().toString());
}
function datesOfOurs(rrule: string, date: LocalDate, count: number): string[] | null {
  const rule = ruleOfRrule(rrule, noonOf(date));
  if (rule === null) return null;
  const before = new Date(Date.parse(date) - ONE_DAY_MS);
  const schedule = { firstWallTime: `${date}T12:00`, timeZone: 'UTC', rule };
  return upcomingOccurrences(schedule, before, count).map((at) => at.toISOString().slice(0, 10));
}

const weekly = fc.record({
  every: fc.integer({ min: 1, max: 5 }),
  firstDay: fc.option(fc.constantFrom(...DAYS), { nil: undefined }),
  days: fc.uniqueArray(fc.constantFrom(...DAYS), { minLength: 1, maxLength: 7 }),
  ahead: fc.integer({ min: 0, max: 1_000 }),
});

test('whatever day its weeks begin on, a rule comes when ical.js says, or is refused', () => {
  let kept = 0;
  fc.assert(
    fc.property(weekly, ({ every, firstDay, days, ahead }) => {
      // A series begins on one of its days; of any other beginning the RFC says nothing.
      const from = new Date(Date.UTC(2026, 0, 5) + ahead * ONE_DAY_MS);
      while (!days.includes(DAYS[(from.getUTCDay() + 6) % 7] ?? '')) {
        from.setUTCDate(from.getUTCDate() + 1);
      }
      const date = from.toISOString().slice(0, 10);
      const wkst = firstDay ? `;WKST=${firstDay}` : '';
      const rrule = `FREQ=WEEKLY;INTERVAL=${every}${wkst};BYDAY=${days.join()}`;
      const ours = datesOfOurs(rrule, date, 15);
      if (ours === null) {
        // Not without need: by weeks from Monday on it would come at other times.
        const monday = rrule.replace(wkst, ';WKST=MO');
        expect(datesOfIcal(monday, date, 30)).not.toEqual(datesOfIcal(rrule, date, 30));
        return;
      }
      kept += 1;
      expect(ours).toEqual(datesOfIcal(rrule, date, 15));
    }),
    { numRuns: 300 },
  );
  expect(kept).toBeGreaterThan(75);
});

test('every second Monday and Sunday are others where weeks begin on Sunday', () => {
  const start = noonOf('2026-11-23');
  expect(ruleOfRrule('FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO,SU', start)).toBeNull();
  expect(ruleOfRrule('FREQ=WEEKLY;INTERVAL=1;WKST=SU;BYDAY=MO,SU', start)).not.toBeNull();
  expect(ruleOfRrule('FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO,TU', start)).not.toBeNull();
});
