/**
 * Calendar arithmetic on days that belong to no time zone. Whole numbers only: date-fns would count
 * on the clocks of the process's zone, where a day may be 23 hours long or missing.
 */

/** A calendar day as the number of days since 1970-01-01 (proleptic Gregorian). */
export type Day = number;
/** A month as months since year 0, so that months can be added. */
export type MonthIndex = number;
/** Local calendar date, `YYYY-MM-DD`. */
export type LocalDate = string;

export const DAY_MS = 86_400_000;

/** Overflowing dates roll over: date 0 is the last day of the month before. Months count from 0. */
function dayOf(year: number, month: number, date: number): Day {
  // Not Date.UTC, which takes the years 0–99 for 1900–1999.
  return new Date(0).setUTCFullYear(year, month, date) / DAY_MS;
}

export const monthOf = (day: Day): MonthIndex => {
  const date = new Date(day * DAY_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};

export const dateOfMonth = (day: Day): number => new Date(day * DAY_MS).getUTCDate();

export const firstOfMonth = (month: MonthIndex): Day =>
  dayOf(Math.floor(month / 12), ((month % 12) + 12) % 12, 1);

export const lastOfMonth = (month: MonthIndex): Day => firstOfMonth(month + 1) - 1;

/** ISO weekday: 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: Day): number => ((((day + 3) % 7) + 7) % 7) + 1;

/** The day of a `YYYY-MM-DD`, or null for anything else, dates that do not exist included. */
export function parseLocalDate(text: string): Day | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (!match) return null;
  const day = dayOf(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  return formatLocalDate(day) === text ? day : null;
}

/** `YYYY-MM-DD` of a day in the years 0 to 9999. */
export const formatLocalDate = (day: Day): LocalDate =>
  new Date(day * DAY_MS).toISOString().slice(0, 10);
