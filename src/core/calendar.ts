import { UTCDateMini } from '@date-fns/utc/date/mini';
import { addDays, addMonths } from 'date-fns';

/**
 * A calendar day that belongs to no time zone, as the instant at which it begins in UTC: date-fns
 * counts with it when it is told to stay there (`inUtc`). By default it would count on the clocks of
 * the process's zone, where a day may be 23 hours long or missing.
 */
export type Day = Date;
/** Local calendar date, `YYYY-MM-DD`. */
export type LocalDate = string;

/** The option that every call of date-fns gets. Their `utc` would make formatters of ours at once: 17 ms of a start. */
export const inUtc = { in: (value: Date | number | string) => new UTCDateMini(+new Date(value)) };

export const DAY_MS = 86_400_000;
export const MINUTE_MS = 60_000;
export const DAY_MINUTES = 1_440;

/** The instant so many times 24 hours before another one. */
export const daysEarlier = (instant: Date, days: number): Date =>
  new Date(instant.getTime() - days * DAY_MS);

/** The day of a `YYYY-MM-DD`, or null for anything else, dates that do not exist included. */
export function parseLocalDate(text: string): Day | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return null;
  const day = new Date(`${text}T00:00:00Z`);
  // JavaScript reads 30 February as 2 March.
  return !Number.isNaN(day.getTime()) && formatLocalDate(day) === text ? day : null;
}

/** Milliseconds since midnight of an `HH:mm`, or null for anything else. */
export function parseTimeOfDay(text: string): number | null {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  return match ? (Number(match[1]) * 60 + Number(match[2])) * 60_000 : null;
}

/** `YYYY-MM-DD` of a day in the years 0 to 9999. */
export const formatLocalDate = (day: Day): LocalDate => day.toISOString().slice(0, 10);

/** The date so many days later; earlier where the number is negative. `date` has to exist. */
export const daysAfter = (date: LocalDate, days: number): LocalDate =>
  formatLocalDate(addDays(parseLocalDate(date) ?? new Date(NaN), days, inUtc));

/** `YYYY-MM` */
export type Month = string;

/** The month so many months later; earlier where the number is negative. `month` has to exist. */
export const monthsAfter = (month: Month, months: number): Month =>
  formatLocalDate(addMonths(parseLocalDate(`${month}-01`) ?? new Date(NaN), months, inUtc)).slice(
    0,
    7,
  );
