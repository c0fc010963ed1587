import { addMonths, startOfISOWeek } from 'date-fns';
import { useEffect, useMemo } from 'react';
import { type Reminder } from '@/contract/reminder';
import { ruleOfWire } from '@/contract/rule';
import { daysAfter, formatLocalDate, inUtc, type LocalDate } from '@/core/calendar';
import {
  byDate,
  type CalendarEntry,
  calendarOf,
  type CalendarRow,
  withHistory,
} from '@/core/month-view';
import { wallTimeToInstant } from '@/core/time-zone';
import { useSession } from '../../session/session';
import { useAnswer } from '../../session/use-answer';
import { useReminders } from '../list/reminders';

export type Days = ReadonlyMap<LocalDate, CalendarEntry[]>;

/** As many as a month can touch. */
const WEEKS = 6;

export const mondayOf = (date: LocalDate): LocalDate =>
  formatLocalDate(startOfISOWeek(date, inUtc));
export const monthsAfter = (date: LocalDate, months: number): LocalDate =>
  formatLocalDate(addMonths(date, months, inUtc));
const firstMondayOf = (date: LocalDate): LocalDate => mondayOf(`${date.slice(0, 7)}-01`);
/** The Mondays of the weeks that the month of `date` touches. */
export const weeksOf = (date: LocalDate): LocalDate[] =>
  Array.from({ length: WEEKS }, (_, week) => daysAfter(firstMondayOf(date), 7 * week)).filter(
    (monday) => monday.slice(0, 7) <= date.slice(0, 7),
  );

/** What happens on the days of the weeks around the month of `chosen`, and what has as soon as the server has told. */
export function useDaysWithHistory(rows: readonly Reminder[], chosen: LocalDate, now: Date): Days {
  const { api, timeZone } = useSession();
  const { finished } = useReminders();
  const first = firstMondayOf(chosen);
  const span = useMemo(() => {
    const midnight = (date: LocalDate) => wallTimeToInstant(`${date}T00:00`, timeZone);
    return { from: midnight(first), to: midnight(daysAfter(first, 7 * WEEKS)) };
  }, [first, timeZone]);
  const key = span.from > now ? null : ['history', first, timeZone];
  // Nothing while there is no connection: the list says so.
  const { data: history, mutate } = useAnswer(
    key,
    () => api.reminders.history(span.from, span.to),
    { revalidateOnMount: false },
  );
  // What is answered goes from the rows into the history.
  useEffect(() => void mutate(), [rows, mutate]);
  return useMemo(() => {
    const coming = rows.map((row) => calendarRow(row, finished.has(row.id)));
    const past = history?.map(({ id, occurrenceAt, outcome: kind }) => ({
      id,
      kind,
      at: new Date(occurrenceAt),
    }));
    return byDate(withHistory(calendarOf(span)(coming), coming, past ?? []), timeZone);
  }, [rows, finished, history, span, timeZone]);
}

const calendarRow = (reminder: Reminder, finished: boolean): CalendarRow => ({
  ...reminder,
  finished,
  rule: ruleOfWire(reminder),
  firstWallTime: reminder.repeatFrom,
  lastComesAt: reminder.lastComesAt,
  pausedWithoutEnd: reminder.state === 'paused' && reminder.pausedUntil === null,
});
