import { type RecurrenceRule, type RepeatUnit, type MonthlyMode } from './recurrence';

/** A field of the reminder form, as validation errors name it. */
export type ReminderField =
  | 'text'
  | 'category'
  | 'type'
  | 'date'
  | 'time'
  | 'repeatEvery'
  | 'repeatUnit'
  | 'repeatWeekdays'
  | 'repeatMonthly'
  | 'repeatUntil'
  | 'floodInterval';

/** What a form or a request holds before it is checked; undefined is "not given". */
export interface ReminderDraft {
  text?: string | undefined;
  categoryId?: number | undefined;
  typeId?: number | undefined;
  /** Local date `YYYY-MM-DD` and time `HH:mm` in the user's zone. */
  date?: string | undefined;
  time?: string | undefined;
  /** The wire's exact instant; stands in for `date` and `time` and may carry seconds. */
  dateTime?: Date | undefined;
  repeat?: boolean | undefined;
  repeatEvery?: number | undefined;
  repeatUnit?: RepeatUnit | undefined;
  repeatWeekdays?: readonly number[] | undefined;
  repeatMonthly?: MonthlyMode | undefined;
  repeatUntil?: string | undefined;
  flood?: boolean | undefined;
  floodInterval?: number | undefined;
}

/** A checked reminder, ready to be stored. */
export interface ValidReminder {
  text: string;
  categoryId: number;
  typeId: number;
  dateTime: Date;
  rule: RecurrenceRule | null;
  floodInterval: number | null;
}

export type Checked<T, Field extends string> =
  { ok: true; value: T } | { ok: false; errors: { field: Field; message: string }[] };

/**
 * Checks a draft against the rules of the form; every fault is reported, in the order of the form's
 * fields. `graceMs` lets a server accept a time that passed while the request was under way.
 */
export declare function checkReminder(
  draft: ReminderDraft,
  context: { now: Date; timeZone: string; graceMs?: number },
): Checked<ValidReminder, ReminderField>;
