import ICAL from 'ical.js';
import { upcomingOccurrences } from '../recurrence';
import { ruleOfRrule } from './rrule';

const noonOf = (date: string) => ({
  ...{ dateTime: new Date(`${date}T12:00:00Z`), timeZone: 'UTC', isWholeDay: false },
});

const ONE_DAY_MS = 86_400_000;
/** A Tuesday, the fourth and last of its month. */
const DATE = '2026-11-24';

/** The first dates that ical.js finds from a start on. */
function datesOfIcal(rrule: string, date: string): string[] {
  const dates = ICAL.Recur.fromString(rrule).iterator(ICAL.Time.fromDateString(date));
  return Array.from({ length: 14 }, () => dates.next().toString());
}

test.each([
  ['FREQ=MONTHLY;BYDAY=TU;BYSETPOS=4', DATE],
  ['FREQ=MONTHLY;BYDAY=TU;BYSETPOS=-1', DATE],
  ['FREQ=MONTHLY;INTERVAL=2;BYDAY=MO;BYSETPOS=1', '2026-12-07'],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=-1', '2026-11-30'],
  ['FREQ=MONTHLY;BYDAY=SU,MO,TU,WE,TH,FR,SA;BYSETPOS=24', DATE],
  ['FREQ=MONTHLY;BYDAY=TU', DATE],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', '2026-11-30'],
  ['FREQ=MONTHLY;INTERVAL=3;BYDAY=FR,MO,TU,WE,TH;BYSETPOS=1', '2026-12-01'],
  ['FREQ=YEARLY;BYMONTH=11;BYDAY=4TU', DATE],
  ['FREQ=YEARLY;BYMONTH=11;BYDAY=-1TU', DATE],
  ['FREQ=YEARLY;BYDAY=TU;BYMONTH=11;BYSETPOS=4', DATE],
  ['FREQ=YEARLY;BYDAY=TU,WE', DATE],
  ['FREQ=YEARLY;BYMONTHDAY=24', DATE],
])('a rule of ours in another spelling is read, as ical.js reads it: %s', (rrule, date) => {
  const rule = ruleOfRrule(rrule, noonOf(date));
  const schedule = { firstWallTime: `${date}T12:00`, timeZone: 'UTC', rule };
  const before = new Date(Date.parse(date) - ONE_DAY_MS);
  expect(rule).not.toBeNull();
  expect(
    upcomingOccurrences(schedule, before, 14).map((at) => at.toISOString().slice(0, 10)),
  ).toEqual(datesOfIcal(rrule, date));
});

test.each([
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=2',
  'FREQ=YEARLY;BYMONTH=11;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
  'FREQ=MONTHLY;BYDAY=TU,WE;BYSETPOS=1',
  'FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2',
  'FREQ=MONTHLY;BYDAY=TU;BYSETPOS=1,3',
  'FREQ=WEEKLY;BYDAY=TU;BYSETPOS=1',
  'FREQ=MONTHLY;INTERVAL=2;BYDAY=TU',
  'FREQ=YEARLY;BYDAY=48TU',
  'FREQ=YEARLY;INTERVAL=3;BYMONTH=11;BYDAY=4TU',
  'FREQ=MONTHLY;BYSETPOS=1',
])('one that is none of ours is still refused: %s', (rrule) => {
  expect(ruleOfRrule(rrule, noonOf(DATE))).toBeNull();
});
