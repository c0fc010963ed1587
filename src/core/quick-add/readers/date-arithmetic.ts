import {
  addBusinessDays,
  addMonths as monthsAfter,
  getISODay,
  lastDayOfMonth,
  setISODay,
} from 'date-fns';
import {
  type Day,
  daysAfter as addDays,
  formatLocalDate,
  inUtc,
  type LocalDate,
  parseLocalDate,
} from '../../calendar';

export { addDays };

/** The calendar for people's words: local dates as they are said, compared and shifted as text. */

/** Nobody means years outside these; within them dates sort as text. */
const FIRST_YEAR = 1000;
const LAST_YEAR = 2199;

/** Dates come from a clock or from `dateOf`, so they exist. */
const dayFrom = (date: LocalDate): Day => parseLocalDate(date) ?? new Date(0);

export const yearOf = (date: LocalDate): number => Number(date.slice(0, 4));
export const monthOf = (date: LocalDate): number => Number(date.slice(5, 7));
export const dayOf = (date: LocalDate): number => Number(date.slice(8, 10));
/** Of a wall time. */
export const minuteOfDay = (wall: string): number =>
  Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16));
/** ISO weekday: 1 is Monday. */
export const weekdayOf = (date: LocalDate): number => getISODay(dayFrom(date), inUtc);

/** The date, or undefined where the calendar has no such day. */
export function dateOf(year: number, month: number, day: number): LocalDate | undefined {
  if (year < FIRST_YEAR || year > LAST_YEAR) return undefined;
  const pad = (value: number) => String(value).padStart(2, '0');
  const date = `${year}-${pad(month)}-${pad(day)}`;
  return parseLocalDate(date) === null ? undefined : date;
}

/** The same day some months later; the last day where that month is shorter. */
export const addMonths = (date: LocalDate, months: number): LocalDate =>
  formatLocalDate(monthsAfter(dayFrom(date), months, inUtc));

/** Monday to Friday are workdays. */
export const addWorkdays = (date: LocalDate, workdays: number): LocalDate =>
  formatLocalDate(addBusinessDays(dayFrom(date), workdays, inUtc));

export const firstOfMonth = (date: LocalDate): LocalDate => `${date.slice(0, 8)}01`;
export const lastOfMonth = (date: LocalDate): LocalDate =>
  formatLocalDate(lastDayOfMonth(dayFrom(date), inUtc));

/** The next such weekday after the date, never the date itself. */
export const nextWeekday = (date: LocalDate, weekday: number): LocalDate =>
  addDays(date, ((weekday - weekdayOf(date) + 6) % 7) + 1);

/** The weekday in the ISO week of the date, some weeks on. */
export const weekdayInWeek = (date: LocalDate, weekday: number, weeksOn: number): LocalDate =>
  addDays(formatLocalDate(setISODay(dayFrom(date), weekday, inUtc)), weeksOn * 7);
