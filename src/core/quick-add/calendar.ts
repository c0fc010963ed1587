import { type LocalDate } from '../time-zone';

/** Arithmetic on local calendar dates, free of zones. */
const DAY_MS = 86_400_000;
const FIRST_YEAR = 1000;
const LAST_YEAR = 2199;
const epochDay = (date: LocalDate): number => Date.parse(`${date}T00:00Z`) / DAY_MS;
const fromEpochDay = (day: number): LocalDate => new Date(day * DAY_MS).toISOString().slice(0, 10);

export const yearOf = (date: LocalDate): number => Number(date.slice(0, 4));
export const monthOf = (date: LocalDate): number => Number(date.slice(5, 7));
export const dayOf = (date: LocalDate): number => Number(date.slice(8, 10));
/** ISO weekday: 1 is Monday. */
export const weekdayOf = (date: LocalDate): number => ((epochDay(date) + 3) % 7) + 1;

export const addDays = (date: LocalDate, days: number): LocalDate =>
  fromEpochDay(epochDay(date) + days);

export const daysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();

/** The date, or undefined where the calendar has no such day (or nobody means the year). */
export function dateOf(year: number, month: number, day: number): LocalDate | undefined {
  if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || month > 12) return undefined;
  if (day < 1 || day > daysInMonth(year, month)) return undefined;
  return fromEpochDay(Date.UTC(year, month - 1, day) / DAY_MS);
}

/** The same day some months later; the last day where that month is shorter. */
export function addMonths(date: LocalDate, months: number): LocalDate {
  const index = yearOf(date) * 12 + monthOf(date) - 1 + months;
  const year = Math.floor(index / 12);
  const month = (index % 12) + 1;
  const day = Math.min(dayOf(date), daysInMonth(year, month));
  return dateOf(year, month, day) ?? date;
}

export const firstOfMonth = (date: LocalDate): LocalDate => `${date.slice(0, 8)}01`;
export const lastOfMonth = (date: LocalDate): LocalDate =>
  addDays(addMonths(firstOfMonth(date), 1), -1);

/** The n-th such weekday of the date's month; `last`, or a fifth that is missing, is the last one. */
export function nthWeekday(date: LocalDate, weekday: number, nth: number | 'last'): LocalDate {
  const last = lastOfMonth(date);
  const lastMatch = addDays(last, -((weekdayOf(last) - weekday + 7) % 7));
  if (nth === 'last') return lastMatch;
  const first = firstOfMonth(date);
  const match = addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7);
  return match < lastMatch ? match : lastMatch;
}

/** The next such weekday after the date, never the date itself. */
export const nextWeekday = (date: LocalDate, weekday: number): LocalDate =>
  addDays(date, ((weekday - weekdayOf(date) + 6) % 7) + 1);

/** The weekday in the ISO week of the date, some weeks on. */
export const weekdayInWeek = (date: LocalDate, weekday: number, weeksOn: number): LocalDate =>
  addDays(date, weekday - weekdayOf(date) + weeksOn * 7);
