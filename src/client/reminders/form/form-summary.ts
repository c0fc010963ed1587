import { preAlertsAhead } from '@/core/pre-alerts';
import {
  firstOccurrence,
  type RecurrenceRule,
  scheduleAt,
  upcomingOccurrences,
} from '@/core/recurrence';
import { checkReminder } from '@/core/reminder-rules';
import { dateAndTimeAt, instantToWallTime, localDateAt } from '@/core/time-zone';
import { appTexts } from '@/texts/app';
import { describeInstant, describePreAlerts, describeRule } from '@/texts/schedule';
import { type Summary } from '../../form/form-dialog';
import { type CardClock, cardClock } from '../../ui/card-time';
import { emptyPrefill, type Prefill, uncheckedOf, type FormValues } from './form';

const texts = appTexts.reminderForm.outlook;
const NEXT_DATES = 3;

/**
 * What the rules make of all fields but text, category and type; null while any of them is not sound. `source`: what the
 * form opened with, whose moment, where it is unchanged, stays exact to the second.
 */
function plannedOf(values: FormValues, source: Prefill, now: Date) {
  // Text, category and type have no say in when, nor has an end that is still to be said.
  const ending = { until: values.until || null, count: values.count || null };
  const unchecked = uncheckedOf({ ...values, ...ending }, source);
  const given = { ...unchecked, text: '-', categoryId: 1, typeId: 1 };
  const checked = checkReminder(given, { now, timeZone: values.timeZone });
  if (!checked.ok) return null;
  const { dateTime, rule } = checked.value;
  const schedule = scheduleAt(dateTime, rule, values.timeZone);
  return { ...checked.value, schedule, first: firstOccurrence(schedule) ?? dateTime };
}

/** What will happen, in words, or what is wrong with it. */
export function formSummary(values: FormValues, source: Prefill, now: Date): Summary {
  const planned = plannedOf(values, source, now);
  if (!planned) {
    const isFault = isPast(values, now);
    return { text: isFault ? appTexts.quickAdd.past : texts.open, isFault };
  }
  const { timeZone } = values;
  const { rule, first, floodInterval, preAlerts = [] } = planned;
  const wallFirst = instantToWallTime(first, timeZone);
  const when = describeInstant(instantToWallTime(now, timeZone), wallFirst);
  const coming = preAlertsAhead(preAlerts, first, { now, timeZone });
  const passed = preAlerts.filter((minutes) => !coming.includes(minutes));
  const said = [
    rule ? texts.arrivesThen(when, describeRule(rule, wallFirst)) : texts.arrives(when),
    ...(coming.length > 0 ? [texts.ahead(describePreAlerts(coming))] : []),
    ...(passed.length > 0 ? [texts.aheadPassed(describePreAlerts(passed))] : []),
    ...(floodInterval === null ? [] : [texts.flood(floodWords(floodInterval))]),
  ];
  return { text: said.join('. '), isFault: false };
}

/** The values with the date and time at which their repetition begins, where those are others. */
export function fromFirst(values: FormValues, now: Date): FormValues {
  const planned = values.repeat ? plannedOf(values, emptyPrefill, now) : null;
  if (!planned) return values;
  return { ...values, ...dateAndTimeAt(planned.first, values.timeZone) };
}

/** Whether date and time are known, and lie behind. */
export const isPast = ({ date, time, timeZone }: FormValues, now: Date): boolean =>
  date !== '' && `${date}T${time || '23:59'}` < instantToWallTime(now, timeZone);

/** Which of the two makes the moment a past one. */
export const pastField = ({ date, timeZone }: FormValues, now: Date): 'date' | 'time' =>
  date < localDateAt(now, timeZone) ? 'date' : 'time';

/** The next three dates of a repetition; counted from «Готово», none is known but the first. */
export function nextDates(values: FormValues, now: Date): string {
  const planned = values.repeat ? plannedOf(values, emptyPrefill, now) : null;
  if (!planned?.rule || planned.rule.afterDone) return '';
  const { rule, schedule, dateTime } = planned;
  const next = upcomingOccurrences(schedule, new Date(dateTime.getTime() - 1), NEXT_DATES);
  const clock = cardClock(values.timeZone, now.getTime());
  const unbroken = datesOf(rule, next, clock).map((date) => date.replaceAll(' ', '\u00a0'));
  return texts.next(unbroken.join(', '));
}

/** Dates of a series in words, with the hour where it comes several times a day. */
export function datesOf(rule: RecurrenceRule, dates: readonly Date[], clock: CardClock): string[] {
  const severalADay = rule.times !== undefined || rule.everyMinutes !== undefined;
  return dates.map((at) => {
    const { day, hour } = clock.date(at.toISOString());
    return severalADay ? texts.dateAndTime(day, hour) : day;
  });
}

/** «каждый вторник», whether or not it lies ahead already. */
export function ruleWords(values: FormValues): string {
  const { date, time } = values;
  const known = { ...values, date: date || '2000-01-01', time: time || '09:00' };
  const rule = plannedOf(known, emptyPrefill, new Date(0))?.rule;
  return rule ? describeRule(rule, `${known.date}T${known.time}`) : LOW_OTHER;
}
const LOW_OTHER = appTexts.reminderForm.repeatOther.toLowerCase();

/** «каждые 15 минут» */
export const floodWords = (minutes: number): string =>
  appTexts.reminderForm.everySoLong(minutes).toLowerCase();
