import { type LocalDate, type WallTime } from './time-zone';
import { type REPEAT_UNITS } from './limits';

export type RepeatUnit = (typeof REPEAT_UNITS)[number];

/**
 * How a MONTH rule picks its day, taken from the first occurrence: the same date (the default), the
 * last day of the month, the same weekday of the same week («второй вторник»; a fifth one means the
 * last), or the last such weekday.
 */
export const MONTHLY_MODES = ['LAST_DAY', 'NTH_WEEKDAY', 'LAST_WEEKDAY'] as const;
export type MonthlyMode = (typeof MONTHLY_MODES)[number];

/** A repetition, relative to the first occurrence of its schedule. */
export interface RecurrenceRule {
  /** 1 to 30. */
  every: number;
  unit: RepeatUnit;
  /** ISO weekdays 1 (Monday) to 7, sorted, without doubles; only with WEEK. */
  weekdays?: readonly number[] | undefined;
  /** Only with MONTH. */
  monthly?: MonthlyMode | undefined;
  /** Last local date on which an occurrence may fall. */
  until?: LocalDate | undefined;
}

/** When something happens: once (`rule` null) or by a rule, on the clocks of one zone. */
export interface Schedule {
  /** Where counting starts; with weekdays or a monthly mode the first occurrence is the first match from here on. */
  firstWallTime: WallTime;
  timeZone: string;
  rule: RecurrenceRule | null;
}

/** The first occurrence strictly after an instant, or null when none is left. Constant time for any distance. */
export declare function nextOccurrence(schedule: Schedule, after: Date): Date | null;

/** The latest occurrence at or before an instant, or null when none has come yet. Constant time. */
export declare function latestOccurrence(schedule: Schedule, notAfter: Date): Date | null;

/** The next `count` occurrences strictly after an instant. */
export declare function upcomingOccurrences(schedule: Schedule, after: Date, count: number): Date[];
