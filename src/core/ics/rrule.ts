import { REPEAT_COUNT_MAX, REPEAT_EVERY_MAX } from '../limits';
import { type RecurrenceRule } from '../recurrence';
import { ascending } from '../rule-fields';
import { localDateAt, type LocalDate } from '../time-zone';

const UNITS = new Map<string, RecurrenceRule['unit']>([
  ['DAILY', 'DAY'],
  ['WEEKLY', 'WEEK'],
  ['MONTHLY', 'MONTH'],
  ['YEARLY', 'YEAR'],
]);
/** As `BYDAY` names them. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
/** Parts of an RRULE that are read; one with any other is none of ours. */
const KNOWN = new Set([
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'WKST',
  'BYDAY',
  'BYMONTHDAY',
  'BYMONTH',
  'BYSETPOS',
]);

interface Start {
  date: LocalDate;
  timeZone: string;
}

/**
 * The rule that an RRULE of RFC 5545 means; null where none of ours does, whose weeks begin on Monday.
 * A month that is too short gives its last day here, and nothing there.
 */
export function ruleOfRrule(rrule: string, start: Start): RecurrenceRule | null {
  const parts = new Map<string, string>();
  for (const part of rrule.trim().toUpperCase().split(';').filter(Boolean)) {
    const [name = '', value = ''] = part.split('=');
    if (!KNOWN.has(name) || value === '') return null;
    parts.set(name, value);
  }
  const unit = UNITS.get(parts.get('FREQ') ?? '');
  const every = Number(parts.get('INTERVAL') ?? 1);
  if (!unit || !Number.isInteger(every) || every < 1 || every > REPEAT_EVERY_MAX) return null;
  const days = daysOf({ unit, every }, parts, start);
  const end = endOf(parts, start);
  return days && end && { ...days, ...end };
}

function daysOf(
  rule: Pick<RecurrenceRule, 'unit' | 'every'>,
  parts: ReadonlyMap<string, string>,
  { date, timeZone }: Start,
): RecurrenceRule | null {
  const byDay = parts.get('BYDAY')?.split(',');
  const byMonthDay = parts.get('BYMONTHDAY')?.split(',').map(Number);
  const byMonth = parts.get('BYMONTH');
  const position = parts.get('BYSETPOS');
  const begin = WEEKDAYS.indexOf(parts.get('WKST') ?? 'MO');
  const [month, day] = [Number(date.slice(5, 7)), Number(date.slice(8))];
  if (begin < 0) return null;
  if (byMonth !== undefined && (rule.unit !== 'YEAR' || Number(byMonth) !== month)) return null;
  if (position !== undefined) {
    const isMonthly = rule.unit === 'MONTH' || byMonth !== undefined;
    if (!isMonthly || byDay === undefined || byMonthDay) return null;
    return daysOf(rule, withoutPosition(parts, byDay, position), { date, timeZone });
  }
  switch (rule.unit) {
    case 'DAY':
      if (byMonthDay || (byDay && rule.every !== 1)) return null;
      return byDay ? onWeekdays({ ...rule, unit: 'WEEK' }, byDay) : rule;
    case 'WEEK':
      if (byMonthDay) return null;
      return byDay ? onWeekdays(rule, byDay, { begin, date }) : rule;
    case 'MONTH':
      if (byDay && byMonthDay) return null;
      if (byDay) return onWeekdayOfMonth(rule, byDay, date) ?? onAllWeekdays(rule, byDay);
      if (!byMonthDay) return rule;
      if (byMonthDay.join() === '-1') return { ...rule, monthly: 'LAST_DAY' };
      if (!byMonthDay.every((each) => Number.isInteger(each) && each >= 1 && each <= 31))
        return null;
      if (byMonthDay.join() === String(day)) return rule;
      return { ...rule, monthDays: ascending(byMonthDay) };
    case 'YEAR': {
      const inMonths = { every: rule.every * 12, unit: 'MONTH' } as const;
      if (byDay && byMonthDay) return null;
      if (byDay && byMonth === undefined) return onAllWeekdays(rule, byDay);
      if (byDay) {
        return inMonths.every > REPEAT_EVERY_MAX ? null : onWeekdayOfMonth(inMonths, byDay, date);
      }
      if (byMonthDay && byMonthDay.join() !== String(day)) return null;
      return rule;
    }
  }
}

/** `BYDAY=TU;BYSETPOS=2` is `BYDAY=2TU`, and a place among all days of the week is a date. */
function withoutPosition(
  parts: ReadonlyMap<string, string>,
  byDay: readonly string[],
  position: string,
): ReadonlyMap<string, string> {
  const plainParts = new Map(parts);
  plainParts.delete('BYSETPOS');
  if (new Set(byDay).size === 7) {
    plainParts.delete('BYDAY');
    return plainParts.set('BYMONTHDAY', position);
  }
  return plainParts.set('BYDAY', byDay.map((name) => position + name).join());
}

/** Weekdays without a number are those of every week, whether of a month or of a year. */
const onAllWeekdays = (
  { every }: Pick<RecurrenceRule, 'every'>,
  byDay: readonly string[],
): RecurrenceRule | null => (every === 1 ? onWeekdays({ every: 1, unit: 'WEEK' }, byDay) : null);

/** ISO: 1 is Monday. */
const weekdayOf = (date: LocalDate): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;

function onWeekdays(
  rule: Pick<RecurrenceRule, 'unit' | 'every'>,
  byDay: readonly string[],
  weeks?: { begin: number; date: LocalDate },
): RecurrenceRule | null {
  const weekdays = byDay.map((name) => WEEKDAYS.indexOf(name) + 1);
  if (weekdays.includes(0)) return null;
  if (weeks && rule.every > 1) {
    // Which weekdays share a week with the first day depends on where weeks begin; ours begin on Monday. The rule is
    // one of ours only where each of its weekdays stands as far from the first day in their weeks as in ours.
    const first = weekdayOf(weeks.date);
    const placeInTheirs = (weekday: number) => (weekday + 6 - weeks.begin) % 7;
    const standsAlike = (weekday: number) =>
      placeInTheirs(weekday) - placeInTheirs(first) === weekday - first;
    if (!weekdays.every(standsAlike)) return null;
  }
  return { ...rule, weekdays: ascending(weekdays) };
}

/** «2TU», «-1FR»: the weekday has to be the one that the series begins on, as our rules take it from there. */
function onWeekdayOfMonth(
  rule: Pick<RecurrenceRule, 'unit' | 'every'>,
  byDay: readonly string[],
  date: LocalDate,
): RecurrenceRule | null {
  const [only = '', ...others] = byDay;
  const [, nth = '', name = ''] = /^(-?\d)([A-Z]{2})$/.exec(only) ?? [];
  if (others.length > 0 || name !== WEEKDAYS[weekdayOf(date) - 1]) return null;
  if (nth === '-1') return { ...rule, monthly: 'LAST_WEEKDAY' };
  const week = Math.ceil(Number(date.slice(8)) / 7);
  return Number(nth) === week && week <= 4 ? { ...rule, monthly: 'NTH_WEEKDAY' } : null;
}

/** A date, or a date and a time, of some zone or of UTC. */
const WRITTEN = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/;

function endOf(
  parts: ReadonlyMap<string, string>,
  { timeZone }: Start,
): Pick<RecurrenceRule, 'until' | 'count'> | null {
  const count = parts.get('COUNT');
  const until = parts.get('UNTIL');
  if (count !== undefined) {
    const times = Number(count);
    return Number.isInteger(times) && times >= 1 && times <= REPEAT_COUNT_MAX
      ? { count: times }
      : null;
  }
  if (until === undefined) return {};
  if (!WRITTEN.test(until)) return null;
  const iso = until.replace(WRITTEN, '$1-$2-$3T$4:$5:$6Z');
  if (!until.endsWith('Z')) return { until: iso.slice(0, 10) };
  const instant = new Date(iso);
  return Number.isNaN(instant.getTime()) ? null : { until: localDateAt(instant, timeZone) };
}
