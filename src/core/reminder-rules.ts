import { validationTexts } from '@/texts/validation';
import { type Day, parseLocalDate } from './calendar';
import { FLOOD_INTERVALS, REMINDER_TEXT_MAX, REPEAT_EVERY_MAX, REPEAT_EVERY_MIN } from './limits';
import {
  firstOccurrence,
  type MonthlyMode,
  type RecurrenceRule,
  type RepeatUnit,
  scheduleAt,
} from './recurrence';
import { instantToReading, localDayAt, readingToInstant } from './time-zone';

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

interface Context {
  now: Date;
  timeZone: string;
  graceMs?: number;
}
type Report = (field: ReminderField, message: string) => void;

/** The last day a reminder may be set for. */
export const LAST_DATE = '2100-12-31';
const LAST_DAY: Day = new Date(LAST_DATE);

const FLOOD_CHOICES: readonly (number | null)[] = [null, ...FLOOD_INTERVALS];
const isWeekday = (day: number) => Number.isInteger(day) && day >= 1 && day <= 7;

/**
 * A text as it will be stored: the ends trimmed, without NUL (PostgreSQL cannot hold it), and empty
 * where nothing would be visible, which Telegram would refuse to send.
 */
export function cleanText(raw: string | undefined): string {
  const text = (raw ?? '').replaceAll('\0', '').trim();
  return /[^\s\p{C}\p{Z}\u115f\u1160\u2800\u3164]/u.test(text) ? text : '';
}

/** Milliseconds since midnight of an `HH:mm`, or null. */
function parseTime(text: string): number | null {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  return match ? (Number(match[1]) * 60 + Number(match[2])) * 60_000 : null;
}

/**
 * The instant of a date and time on the clocks of the zone. While clocks that were set back run
 * through an hour again, a time of that hour means the pass that is still to come.
 */
function momentOf(day: Day, time: number, { now, timeZone }: Context): Date {
  const clockMs = day.getTime() + time;
  const first = readingToInstant({ clockMs, offsetMs: null }, timeZone);
  const { offsetMs } = instantToReading(now, timeZone);
  return first < now ? readingToInstant({ clockMs, offsetMs }, timeZone) : first;
}

/** The moment that a draft means; undefined when it was reported as faulty. */
function checkMoment(draft: ReminderDraft, context: Context, report: Report): Date | undefined {
  const { now, timeZone, graceMs = 0 } = context;
  const texts = validationTexts;
  const notBefore = new Date(now.getTime() - graceMs);
  const exact = draft.dateTime;

  let day: Day | null;
  let time: number | null = 0;
  if (exact) {
    day = Number.isNaN(exact.getTime()) ? null : localDayAt(exact, timeZone);
  } else {
    day = parseLocalDate(draft.date ?? '');
    time = parseTime(draft.time ?? '');
  }

  let dateFault: string | undefined;
  if (!exact && !draft.date) dateFault = texts.date.missing;
  else if (day === null) dateFault = texts.date.invalid;
  else if (day < localDayAt(notBefore, timeZone)) dateFault = texts.date.past;
  else if (!(day <= LAST_DAY)) dateFault = texts.date.tooFar;
  if (dateFault !== undefined) report('date', dateFault);

  if (time === null) report('time', draft.time ? texts.time.invalid : texts.time.missing);
  if (dateFault !== undefined || day === null || time === null) return undefined;

  const moment = exact ?? momentOf(day, time, context);
  if (moment >= notBefore) return moment;
  if (day < localDayAt(now, timeZone)) report('date', texts.date.past);
  else report('time', texts.time.past);
  return undefined;
}

/** The rule of a repeating draft; undefined when it was reported as faulty. */
function checkRule(
  draft: ReminderDraft,
  moment: Date | undefined,
  timeZone: string,
  report: Report,
): RecurrenceRule | undefined {
  const texts = validationTexts.repeat;
  const faults: Parameters<Report>[] = [];
  const {
    repeatEvery: every,
    repeatUnit: unit,
    repeatMonthly: monthly,
    repeatUntil: until,
  } = draft;
  const weekdays = draft.repeatWeekdays && [...new Set(draft.repeatWeekdays)].sort((a, b) => a - b);

  if (every === undefined) faults.push(['repeatEvery', texts.everyMissing]);
  else if (!Number.isInteger(every) || every < REPEAT_EVERY_MIN || every > REPEAT_EVERY_MAX) {
    faults.push(['repeatEvery', texts.everyRange(REPEAT_EVERY_MIN, REPEAT_EVERY_MAX)]);
  }
  if (unit === undefined) faults.push(['repeatUnit', texts.unitMissing]);
  if (weekdays && unit !== undefined && unit !== 'WEEK') {
    faults.push(['repeatWeekdays', texts.weekdays]);
  } else if (weekdays && !(weekdays.length > 0 && weekdays.every(isWeekday))) {
    faults.push(['repeatWeekdays', texts.weekdaysInvalid]);
  }
  if (monthly && unit !== undefined && unit !== 'MONTH') {
    faults.push(['repeatMonthly', texts.monthly]);
  }
  if (until !== undefined && parseLocalDate(until) === null) {
    faults.push(['repeatUntil', texts.untilInvalid]);
  }
  for (const fault of faults) report(...fault);
  if (faults.length > 0 || every === undefined || unit === undefined) return undefined;

  const rule: RecurrenceRule = {
    every,
    unit,
    ...(weekdays && { weekdays }),
    ...(monthly && { monthly }),
    ...(until !== undefined && { until }),
  };
  if (moment && firstOccurrence(scheduleAt(moment, rule, timeZone)) === null) {
    report('repeatUntil', texts.untilBeforeStart);
    return undefined;
  }
  return rule;
}

/**
 * Checks a draft against the rules of the form; every fault is reported, in the order of the form's
 * fields. `graceMs` lets a server accept a time that passed while the request was under way.
 */
export function checkReminder(
  draft: ReminderDraft,
  context: Context,
): Checked<ValidReminder, ReminderField> {
  const errors: { field: ReminderField; message: string }[] = [];
  const report: Report = (field, message) => errors.push({ field, message });
  const texts = validationTexts;
  const { categoryId, typeId } = draft;

  const text = cleanText(draft.text);
  if (text === '') report('text', texts.text.missing);
  else if (text.length > REMINDER_TEXT_MAX) report('text', texts.text.tooLong(REMINDER_TEXT_MAX));

  if (categoryId === undefined) report('category', texts.category.missing);
  if (typeId === undefined) report('type', texts.type.missing);

  const dateTime = checkMoment(draft, context, report);
  const rule = draft.repeat ? checkRule(draft, dateTime, context.timeZone, report) : null;

  const floodInterval = draft.flood ? draft.floodInterval : null;
  if (floodInterval === undefined || !FLOOD_CHOICES.includes(floodInterval)) {
    report('floodInterval', texts.flood.missing);
  }

  const sound =
    categoryId !== undefined &&
    typeId !== undefined &&
    dateTime !== undefined &&
    rule !== undefined &&
    floodInterval !== undefined;
  return sound && errors.length === 0
    ? { ok: true, value: { text, categoryId, typeId, dateTime, rule, floodInterval } }
    : { ok: false, errors };
}
