import { type DayWindow, type MonthlyMode, type RepeatUnit } from '@/texts/schedule';
import { type RecurrenceRule } from './recurrence';
import { type LocalDate } from './time-zone';

/** A rule in the fields of form and wire, its interval aside. */
export interface RuleFields {
  repeatWeekdays?: readonly number[] | undefined;
  repeatMonthly?: MonthlyMode | undefined;
  repeatMonthDays?: readonly number[] | undefined;
  repeatTimes?: readonly string[] | undefined;
  repeatEveryMinutes?: number | undefined;
  repeatWindow?: DayWindow | undefined;
  repeatAfterDone?: boolean | undefined;
  repeatUntil?: LocalDate | undefined;
  repeatCount?: number | undefined;
  birthYear?: number | undefined;
}

export const distinctAscending = (numbers: readonly number[]): number[] =>
  [...new Set(numbers)].sort((a, b) => a - b);

/** The rule that sound fields mean. */
export const ruleOfFields = (
  every: number,
  unit: RepeatUnit,
  fields: RuleFields,
): RecurrenceRule => ({
  every,
  unit,
  ...(fields.repeatWeekdays && { weekdays: distinctAscending(fields.repeatWeekdays) }),
  ...(fields.repeatMonthly && { monthly: fields.repeatMonthly }),
  ...(fields.repeatMonthDays && { monthDays: distinctAscending(fields.repeatMonthDays) }),
  ...(fields.repeatTimes && { times: [...fields.repeatTimes].sort() }),
  ...(fields.repeatEveryMinutes && { everyMinutes: fields.repeatEveryMinutes }),
  ...(fields.repeatWindow && { window: fields.repeatWindow }),
  ...(fields.repeatAfterDone && { afterDone: true }),
  ...(fields.repeatUntil && { until: fields.repeatUntil }),
  ...(fields.repeatCount && { count: fields.repeatCount }),
  ...(fields.birthYear && { birthYear: fields.birthYear }),
});
