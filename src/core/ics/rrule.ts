import { daysAfter } from '../calendar';
import { REPEAT_COUNT_MAX, REPEAT_EVERY_MAX } from '../limits';
import { type RecurrenceRule } from '../recurrence';
import { distinctAscending } from '../rule-fields';
import { dateAndTimeAt, localDateAt, type LocalDate } from '../time-zone';
import { type Occasion } from './alarms';
import { readMoment, type WrittenMoment } from './moment';

const UNITS = new Map<string, RecurrenceRule['unit']>([
  ['DAILY', 'DAY'],
  ['WEEKLY', 'WEEK'],
  ['MONTHLY', 'MONTH'],
  ['YEARLY', 'YEAR'],
]);
/** As `BYDAY` names them. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
export const WORKDAYS = WEEKDAYS.slice(0, 5);
/** A part of an RRULE that is read; a rule with any other is none of ours. */
const PART = /^(FREQ|INTERVAL|COUNT|UNTIL|WKST|BYDAY|BYMONTHDAY|BYMONTH|BYSETPOS)=([^=]+)$/;

type Parts = ReadonlyMap<string, string>;

/**
 * The parts of an RRULE by their names, in capitals; null where one is not read. What says its days by
 * their position in a month has no BYSETPOS here: `BYDAY=TU;BYSETPOS=2` is `BYDAY=2TU`, and a place among
 * all days of the week is a date. Only a place among the days from Monday to Friday stays as it is.
 */
export function partsOfRrule(rrule: string): Parts | null {
  const parts = new Map<string, string>();
  for (const part of rrule.trim().toUpperCase().split(';').filter(Boolean)) {
    const [, name, value] = PART.exec(part) ?? [];
    if (name === undefined || value === undefined) return null;
    parts.set(name, value);
  }
  const position = parts.get('BYSETPOS');
  if (position === undefined) return parts;
  const byDay = parts.get('BYDAY')?.split(',');
  const isInMonth = parts.get('FREQ') === 'MONTHLY' || parts.has('BYMONTH');
  if (!isInMonth || !byDay || parts.has('BYMONTHDAY')) return null;
  const isOfWorkdays = byDay.length === 5 && WORKDAYS.every((each) => byDay.includes(each));
  if (isOfWorkdays && parts.get('FREQ') === 'MONTHLY') return parts;
  parts.delete('BYSETPOS');
  if (new Set(byDay).size < 7) {
    return parts.set('BYDAY', byDay.map((name) => position + name).join());
  }
  parts.delete('BYDAY');
  return parts.set('BYMONTHDAY', position);
}

/**
 * The rule that an RRULE of RFC 5545 means of a series that begins at `first`; null where none of ours does, whose weeks
 * begin on Monday.
 * A date that a short month does not have is taken all the same: it rings on the last day there, and is left out by
 * other programs.
 */
export function ruleOfRrule(rrule: string, first: Occasion): RecurrenceRule | null {
  const parts = partsOfRrule(rrule);
  const unit = UNITS.get(parts?.get('FREQ') ?? '');
  const every = Number(parts?.get('INTERVAL') ?? 1);
  if (!parts || !unit || !isCount(every, REPEAT_EVERY_MAX)) return null;
  const days = daysOf({ every, unit }, parts, localDateAt(first.dateTime, first.timeZone));
  const end = endOf(parts, first);
  return days && end && { ...days, ...end };
}

const isCount = (given: number, max: number): boolean =>
  Number.isInteger(given) && given >= 1 && given <= max;

type Frequency = Pick<RecurrenceRule, 'unit' | 'every'>;

function daysOf(rule: Frequency, parts: Parts, date: LocalDate): RecurrenceRule | null {
  const byDay = parts.get('BYDAY')?.split(',');
  const byMonthDay = parts.get('BYMONTHDAY');
  const byMonth = parts.get('BYMONTH');
  const weeksBegin = WEEKDAYS.indexOf(parts.get('WKST') ?? 'MO');
  const isInMonth = byMonth !== undefined;
  if (isInMonth && (rule.unit !== 'YEAR' || Number(byMonth) !== Number(date.slice(5, 7)))) {
    return null;
  }
  if (weeksBegin < 0 || (byDay && byMonthDay)) return null;
  if (byMonthDay) return onDates(rule, byMonthDay.split(',').map(Number), date);
  if (!byDay) return rule;
  const position = parts.get('BYSETPOS');
  if (position !== undefined) return onWorkdayOfMonth(rule, position);
  if (rule.unit === 'WEEK') return onWeekdays(rule, byDay, { weeksBegin, date });
  const inMonths = isInMonth ? ({ every: rule.every * 12, unit: 'MONTH' } as const) : rule;
  const onOne = onWeekdayOfMonth(inMonths, byDay, date);
  // Weekdays without a number are those of every week, whether of days, of a month or of a year.
  if (onOne || isInMonth || rule.every > 1) return onOne;
  return onWeekdays({ every: 1, unit: 'WEEK' }, byDay, { weeksBegin, date });
}

function onDates(
  rule: Frequency,
  dates: readonly number[],
  date: LocalDate,
): RecurrenceRule | null {
  const isMonthly = rule.unit === 'MONTH';
  // Of a year whose rule names no month, RFC 5545 means each month. Calendars take the one in which the series begins, and
  // so do those who write it.
  const isOnFirst = dates.length === 1 && dates[0] === Number(date.slice(8));
  if (isOnFirst && (isMonthly || rule.unit === 'YEAR')) return rule;
  if (!isMonthly) return null;
  if (dates.join() === '-1') return { ...rule, monthly: 'LAST_DAY' };
  return dates.every((each) => isCount(each, 31))
    ? { ...rule, monthDays: distinctAscending(dates) }
    : null;
}

/** ISO: 1 is Monday. */
const weekdayOf = (date: LocalDate): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;

function onWeekdays(
  rule: Frequency,
  byDay: readonly string[],
  { weeksBegin, date }: { weeksBegin: number; date: LocalDate },
): RecurrenceRule | null {
  const weekdays = byDay.map((name) => WEEKDAYS.indexOf(name) + 1);
  if (weekdays.includes(0)) return null;
  // Which weekdays share a week with the first day depends on where weeks begin; ours begin on Monday. The rule is
  // one of ours only where all of them stand on one side of where theirs begin.
  const isBehindTheirs = (weekday: number) => weekday > weeksBegin;
  const first = isBehindTheirs(weekdayOf(date));
  const isAlike = weekdays.every((weekday) => isBehindTheirs(weekday) === first);
  if (rule.every > 1 && !isAlike) return null;
  return { ...rule, weekdays: distinctAscending(weekdays) };
}

function onWorkdayOfMonth(rule: Frequency, position: string): RecurrenceRule | null {
  if (position === '1') return { ...rule, monthly: 'FIRST_WORKDAY' };
  return position === '-1' ? { ...rule, monthly: 'LAST_WORKDAY' } : null;
}

/**
 * «2TU», «+2TU», «-1FR»: the weekday has to be the one that the series begins on, as our rules take it from there, and
 * so has the week, unless it is the last. How many months lie between is looked at once more: a rule of years that names
 * a month comes here as one of twelve times as many months.
 */
function onWeekdayOfMonth(
  rule: Frequency,
  byDay: readonly string[],
  date: LocalDate,
): RecurrenceRule | null {
  if (rule.unit !== 'MONTH' || rule.every > REPEAT_EVERY_MAX) return null;
  const weekday = WEEKDAYS[weekdayOf(date) - 1] ?? '';
  const named = byDay.join().replace(/^\+/, '');
  if (named === `-1${weekday}`) return { ...rule, monthly: 'LAST_WEEKDAY' };
  const week = Math.ceil(Number(date.slice(8)) / 7);
  return week <= 4 && named === `${week}${weekday}` ? { ...rule, monthly: 'NTH_WEEKDAY' } : null;
}

function endOf(parts: Parts, first: Occasion): Pick<RecurrenceRule, 'until' | 'count'> | null {
  const count = parts.get('COUNT');
  const until = parts.get('UNTIL');
  if (count !== undefined) {
    return isCount(Number(count), REPEAT_COUNT_MAX) ? { count: Number(count) } : null;
  }
  if (until === undefined) return {};
  const last = readMoment(until);
  return last && { until: lastDateOf(last, first) };
}

/** The last date on which a series still comes by a moment: the day before, where its time of day lies behind that. */
function lastDateOf(moment: WrittenMoment, first: Occasion): LocalDate {
  const { timeZone } = first;
  // What is no instant goes by the clocks of the series.
  const zone = moment.isInstant ? timeZone : 'UTC';
  const last = dateAndTimeAt(new Date(moment.clockMs), zone);
  if (moment.isWholeDay || first.isWholeDay) return last.date;
  const { time } = dateAndTimeAt(first.dateTime, timeZone);
  return time > last.time ? daysAfter(last.date, -1) : last.date;
}
