import { preAlertsAhead } from '@/core/pre-alerts';
import { firstOccurrence, scheduleAt, upcomingOccurrences } from '@/core/recurrence';
import { checkReminder } from '@/core/reminder-rules';
import { instantToWallTime } from '@/core/time-zone';
import { appTexts } from '@/texts/app';
import { describeInstant, describePreAlerts, describeRule } from '@/texts/schedule';
import { uncheckedOf, type FormValues, type Prefill } from './form';

const texts = appTexts.reminderForm.outlook;
const NEXT_DATES = 3;

/** One line on when, the next three dates, flood. Empty while date, time or repetition are not sound. */
export function formSummary(values: FormValues, source: Prefill | null, now: Date): string[] {
  const { timeZone } = values;
  // Text, category and type have no say in when.
  const given = { ...uncheckedOf(values, source), text: '-', categoryId: 1, typeId: 1 };
  const checked = checkReminder(given, { now, timeZone });
  if (!checked.ok) return [];
  const { dateTime, rule, floodInterval, preAlerts = [] } = checked.value;
  const schedule = scheduleAt(dateTime, rule, timeZone);
  const first = firstOccurrence(schedule) ?? dateTime;
  const wallFirst = instantToWallTime(first, timeZone);
  const when = describeInstant(instantToWallTime(now, timeZone), wallFirst);

  const lines = [
    rule ? texts.arrivesThen(when, describeRule(rule, wallFirst)) : texts.arrives(when),
  ];
  // Counted from «Готово», no date is known but the first.
  if (rule && !rule.afterDone) {
    const next = upcomingOccurrences(schedule, new Date(dateTime.getTime() - 1), NEXT_DATES);
    const severalADay = rule.times !== undefined || rule.everyMinutes !== undefined;
    const said = (each: Date) =>
      severalADay ? shortMoment(each, now, timeZone) : shortDate(each, now, timeZone);
    lines.push(texts.next(next.map(said).join(', ')));
  }
  const coming = preAlertsAhead(preAlerts, first, { now, timeZone });
  const passed = preAlerts.filter((minutes) => !coming.includes(minutes));
  if (coming.length > 0) lines.push(texts.ahead(describePreAlerts(coming)));
  if (passed.length > 0) lines.push(texts.aheadPassed(describePreAlerts(passed)));
  if (floodInterval !== null) lines.push(texts.flood(floodInterval));
  return lines;
}

const shortMoment = (at: Date, now: Date, timeZone: string): string =>
  texts.dateAndTime(shortDate(at, now, timeZone), instantToWallTime(at, timeZone).slice(11, 16));

/** «27 ноября», with its year where that is not the present one. */
function shortDate(date: Date, now: Date, timeZone: string): string {
  const thisYear = instantToWallTime(now, timeZone).slice(0, 4);
  const wall = instantToWallTime(date, timeZone);
  return new Intl.DateTimeFormat('ru-RU', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    ...(wall.slice(0, 4) !== thisYear && { year: 'numeric' }),
  })
    .format(new Date(`${wall.slice(0, 10)}T00:00Z`))
    .replace(/\s?г\.$/, '');
}
