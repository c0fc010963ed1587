import { type DayWindow, type RepeatUnit } from '@/texts/schedule';
import { validationTexts } from '@/texts/validation';
import { type Day, parseLocalDate, parseTimeOfDay } from './calendar';
import {
  BIRTH_YEAR_MIN,
  FLOOD_INTERVALS,
  LAST_DATE,
  MESSAGES_A_DAY_MAX,
  PRE_ALERT_MINUTES_MAX,
  PRE_ALERTS_MAX,
  REMINDER_TEXT_MAX,
  REPEAT_COUNT_MAX,
  REPEAT_EVERY_MAX,
  REPEAT_EVERY_MIN,
  REPEAT_MINUTES_MAX,
  REPEAT_MINUTES_MIN,
} from './limits';
import { asItLooks } from './marks';
import { firstOccurrence, type RecurrenceRule, scheduleAt, timesOfDay } from './recurrence';
import { distinctAscending, type RuleFields, ruleOfFields } from './rule-fields';
import { instantToReading, localDateAt, localDayAt, readingToInstant } from './time-zone';

/** A field of the reminder form, as validation errors name it. */
export type ReminderField =
  | Exclude<keyof UncheckedReminder, 'categoryId' | 'typeId' | 'dateTime' | 'repeat' | 'flood'>
  | 'category'
  | 'type';

/** Without `low` the usual number. */
type GivenCounter = { left: number; low?: number | undefined };

/** What a form or a request holds before it is checked; undefined is "not given". */
export interface UncheckedReminder extends RuleFields {
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
  flood?: boolean | undefined;
  floodInterval?: number | undefined;
  preAlerts?: readonly number[] | undefined;
  counter?: GivenCounter | null | undefined;
}

export interface ValidReminder {
  text: string;
  categoryId: number;
  typeId: number;
  dateTime: Date;
  rule: RecurrenceRule | null;
  floodInterval: number | null;
  /** Minutes, descending; those whose moment has passed never come. Absent where nothing was said of them. */
  preAlerts?: number[] | undefined;
  /** Null for none. Absent where nothing was said of it. */
  counter?: GivenCounter | null | undefined;
}

export type Checked<T, Field extends string> =
  { ok: true; value: T } | { ok: false; errors: Fault<Field>[] };
export interface Fault<Field extends string> {
  field: Field;
  message: string;
}

/** What was checked: `value`, which is null only where a fault was found, or all faults. */
export const outcomeOf = <T, Field extends string>(
  errors: Fault<Field>[],
  value: T | null,
): Checked<T, Field> =>
  value !== null && errors.length === 0 ? { ok: true, value } : { ok: false, errors };

interface Context {
  now: Date;
  timeZone: string;
  graceMs?: number;
}
type Report = (field: ReminderField, message: string) => void;

const LAST_DAY: Day = new Date(LAST_DATE);

const FLOOD_CHOICES: readonly (number | null)[] = [null, ...FLOOD_INTERVALS];
const isWhole = (value: number, min: number, max: number) =>
  Number.isInteger(value) && value >= min && value <= max;

/**
 * A text as it will be stored: the ends trimmed, as it looks, so without NUL (PostgreSQL cannot hold it) or piles
 * of marks (dear to search), and empty where nothing would be visible, which Telegram would refuse to send.
 */
export function cleanText(raw: string | undefined): string {
  const text = asItLooks(raw ?? '').trim();
  return /[^\s\p{C}\u115f\u1160\u2800\u3164]/u.test(text) ? text : '';
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

/** The moment that is given; undefined when it was reported as faulty. */
function checkMoment(given: UncheckedReminder, context: Context, report: Report): Date | undefined {
  const { now, timeZone, graceMs = 0 } = context;
  const texts = validationTexts;
  const notBefore = new Date(now.getTime() - graceMs);
  const exact = given.dateTime;

  const isReal = !Number.isNaN(exact?.getTime());
  const written = exact ? null : parseLocalDate(given.date ?? '');
  const day = exact && isReal ? localDayAt(exact, timeZone) : written;
  const time = exact ? 0 : parseTimeOfDay(given.time ?? '');

  let dateFault: string | undefined;
  if (!exact && !given.date) dateFault = texts.date.missing;
  else if (day === null) dateFault = texts.date.invalid;
  else if (day < localDayAt(notBefore, timeZone)) dateFault = texts.date.past;
  else if (!(day <= LAST_DAY)) dateFault = texts.date.tooFar;
  if (dateFault !== undefined) report('date', dateFault);

  if (time === null) report('time', given.time ? texts.time.invalid : texts.time.missing);
  if (dateFault !== undefined || day === null || time === null) return undefined;

  const moment = exact ?? momentOf(day, time, context);
  if (moment >= notBefore) return moment;
  if (day < localDayAt(now, timeZone)) report('date', texts.date.past);
  else report('time', texts.time.past);
  return undefined;
}

function checkDays(given: UncheckedReminder, report: Report): void {
  const texts = validationTexts.repeat;
  const {
    repeatEvery: every,
    repeatUnit: unit,
    repeatWeekdays: weekdays,
    repeatMonthly: monthly,
    repeatMonthDays: monthDays,
  } = given;
  if (every === undefined) report('repeatEvery', texts.everyMissing);
  else if (!isWhole(every, REPEAT_EVERY_MIN, REPEAT_EVERY_MAX)) {
    report('repeatEvery', texts.everyRange(REPEAT_EVERY_MIN, REPEAT_EVERY_MAX));
  }
  if (unit === undefined) report('repeatUnit', texts.unitMissing);
  const needs = (needed: RepeatUnit) => unit !== undefined && unit !== needed;
  if (weekdays && needs('WEEK')) report('repeatWeekdays', texts.weekdays);
  else if (weekdays && !(weekdays.length > 0 && weekdays.every((day) => isWhole(day, 1, 7)))) {
    report('repeatWeekdays', texts.weekdaysInvalid);
  }
  if (monthly && needs('MONTH')) report('repeatMonthly', texts.monthly);
  if (!monthDays) return;
  if (needs('MONTH')) report('repeatMonthDays', texts.monthDays);
  else if (monthly) report('repeatMonthDays', texts.monthDaysOrMonthly);
  else if (!(monthDays.length > 0 && monthDays.every((day) => isWhole(day, 1, 31)))) {
    report('repeatMonthDays', texts.monthDaysInvalid);
  }
}

const messagesADay = (everyMinutes: number, window: DayWindow | undefined): number =>
  timesOfDay({ every: 1, unit: 'DAY', everyMinutes, window }, 0).length;

function checkTimes(given: UncheckedReminder, report: Report): void {
  const texts = validationTexts.repeat;
  const { repeatTimes: times, repeatEveryMinutes: minutes, repeatWindow: window } = given;
  if (times) {
    if (times.length < 2) report('repeatTimes', texts.timesFew);
    else if (times.some((time) => parseTimeOfDay(time) === null)) {
      report('repeatTimes', validationTexts.time.invalid);
    } else if (new Set(times).size < times.length) report('repeatTimes', texts.timesDoubled);
    else if (times.length > MESSAGES_A_DAY_MAX) {
      report('repeatTimes', texts.tooManyADay(MESSAGES_A_DAY_MAX));
    }
  }
  if (minutes === undefined) {
    if (window) report('repeatWindow', texts.windowAlone);
    return;
  }
  if (times) report('repeatEveryMinutes', texts.timesOrMinutes);
  const sound = isWhole(minutes, REPEAT_MINUTES_MIN, REPEAT_MINUTES_MAX);
  if (!sound) report('repeatEveryMinutes', texts.minutesRange(REPEAT_MINUTES_MIN));
  const from = window && parseTimeOfDay(window.from);
  const to = window && parseTimeOfDay(window.to);
  if (from === null || to === null) report('repeatWindow', validationTexts.time.invalid);
  else if (from !== undefined && to !== undefined && from >= to) {
    report('repeatWindow', texts.windowOrder);
  } else if (sound) {
    if (messagesADay(minutes, window) > MESSAGES_A_DAY_MAX) {
      report('repeatEveryMinutes', texts.tooManyADay(MESSAGES_A_DAY_MAX));
    }
  }
}

function checkCourse(given: UncheckedReminder, report: Report): void {
  const texts = validationTexts.repeat;
  const { repeatUntil: until, repeatCount: count } = given;
  const ofAFixedCalendar =
    given.repeatWeekdays ??
    given.repeatMonthly ??
    given.repeatMonthDays ??
    given.repeatTimes ??
    given.repeatEveryMinutes ??
    count;
  if (given.repeatAfterDone && ofAFixedCalendar !== undefined) {
    report('repeatAfterDone', texts.afterDone);
  }
  if (until !== undefined && parseLocalDate(until) === null) {
    report('repeatUntil', texts.untilInvalid);
  }
  if (count !== undefined && !isWhole(count, 1, REPEAT_COUNT_MAX)) {
    report('repeatCount', texts.countRange(REPEAT_COUNT_MAX));
  }
}

function checkBirthYear(
  { repeat, repeatUnit, birthYear }: UncheckedReminder,
  { now, timeZone }: Context,
  report: Report,
): void {
  if (repeat !== true || birthYear === undefined) return;
  const texts = validationTexts.repeat;
  const thisYear = Number(localDateAt(now, timeZone).slice(0, 4));
  if (repeatUnit !== undefined && repeatUnit !== 'YEAR') report('birthYear', texts.birthYear);
  else if (!isWhole(birthYear, BIRTH_YEAR_MIN, thisYear)) {
    report('birthYear', texts.birthYearRange(BIRTH_YEAR_MIN, thisYear));
  }
}

/** The minutes ahead of a sound rule's occurrences, descending; reports what is at fault with them. */
function checkPreAlerts(
  given: UncheckedReminder,
  rule: RecurrenceRule | null | undefined,
  report: Report,
): number[] | undefined {
  if (!given.preAlerts) return undefined;
  const texts = validationTexts.preAlerts;
  const preAlerts = distinctAscending(given.preAlerts).reverse();
  const perDay = rule ? timesOfDay(rule, 0).length : 1;
  if (preAlerts.length > PRE_ALERTS_MAX) report('preAlerts', texts.tooMany(PRE_ALERTS_MAX));
  else if (!preAlerts.every((minutes) => isWhole(minutes, 1, PRE_ALERT_MINUTES_MAX))) {
    report('preAlerts', texts.range);
  } else if (preAlerts.length > 0 && (preAlerts.length + 1) * perDay > MESSAGES_A_DAY_MAX) {
    report('preAlerts', validationTexts.repeat.tooManyADay(MESSAGES_A_DAY_MAX));
  }
  return preAlerts;
}

/** The rule; undefined where a fault was reported. */
function checkRule(
  given: UncheckedReminder,
  moment: Date | undefined,
  timeZone: string,
  report: Report,
): RecurrenceRule | undefined {
  // Kept apart from other faults: only a sound rule may be worked out below, others throw.
  const faults: Parameters<Report>[] = [];
  const note: Report = (...fault) => faults.push(fault);
  checkDays(given, note);
  checkTimes(given, note);
  checkCourse(given, note);
  for (const fault of faults) report(...fault);
  const { repeatEvery: every, repeatUnit: unit } = given;
  if (faults.length > 0 || every === undefined || unit === undefined) return undefined;

  const rule = ruleOfFields(every, unit, given);
  if (moment && firstOccurrence(scheduleAt(moment, rule, timeZone)) === null) {
    report('repeatUntil', validationTexts.repeat.untilBeforeStart);
    return undefined;
  }
  return rule;
}

/**
 * Checks what is given against the rules of the form; every fault is reported, in the order of the form's
 * fields. `graceMs` lets a server accept a time that passed while the request was under way. A `counter` is passed
 * on as it is: whatever reads it (the contract, a line in the chat, a file) takes none that is out of range.
 */
export function checkReminder(
  given: UncheckedReminder,
  context: Context,
): Checked<ValidReminder, ReminderField> {
  const errors: Fault<ReminderField>[] = [];
  const report: Report = (field, message) => errors.push({ field, message });
  const texts = validationTexts;
  const { categoryId, typeId, counter } = given;

  const text = cleanText(given.text);
  if (text === '') report('text', texts.text.missing);
  else if (text.length > REMINDER_TEXT_MAX) report('text', texts.text.tooLong(REMINDER_TEXT_MAX));

  if (categoryId === undefined) report('category', texts.category.missing);
  if (typeId === undefined) report('type', texts.type.missing);

  const dateTime = checkMoment(given, context, report);
  const rule = given.repeat ? checkRule(given, dateTime, context.timeZone, report) : null;

  checkBirthYear(given, context, report);

  const floodInterval = given.flood ? given.floodInterval : null;
  if (floodInterval === undefined || !FLOOD_CHOICES.includes(floodInterval)) {
    report('floodInterval', texts.flood.missing);
  }
  const preAlerts = checkPreAlerts(given, rule, report);

  const sound =
    categoryId !== undefined &&
    typeId !== undefined &&
    dateTime !== undefined &&
    rule !== undefined &&
    floodInterval !== undefined;
  return outcomeOf(
    errors,
    sound ? { text, categoryId, typeId, dateTime, rule, floodInterval, preAlerts, counter } : null,
  );
}
