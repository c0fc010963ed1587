import { addMonths, startOfISOWeek, startOfMonth } from 'date-fns';
import { useEffect, useState } from 'react';
import { type Reminder } from '@/contract/reminder';
import { ruleOfWire } from '@/contract/rule';
import { daysAfter, formatLocalDate, inUtc, type LocalDate } from '@/core/calendar';
import { type Span } from '@/core/coming';
import {
  byDate,
  type CalendarEntry,
  calendarOf,
  type CalendarRow,
  withHistory,
} from '@/core/month-view';
import { wallTimeToInstant } from '@/core/time-zone';
import { useSession } from '../../session/session';

export type Days = Map<LocalDate, CalendarEntry[]>;

/** As many as a month can touch. */
const WEEKS = 6;

const dayOf = (date: LocalDate): Date => new Date(`${date}T00:00:00Z`);
export const mondayOf = (date: LocalDate): LocalDate =>
  formatLocalDate(startOfISOWeek(dayOf(date), inUtc));
export const monthsAfter = (date: LocalDate, months: number): LocalDate =>
  formatLocalDate(addMonths(dayOf(date), months, inUtc));
const firstMondayOf = (date: LocalDate): LocalDate =>
  mondayOf(formatLocalDate(startOfMonth(dayOf(date), inUtc)));
/** The Mondays of the weeks that the month of `date` touches. */
export const weeksOf = (date: LocalDate): LocalDate[] =>
  Array.from({ length: WEEKS }, (_, week) => daysAfter(firstMondayOf(date), 7 * week)).filter(
    (monday) => monday.slice(0, 7) <= date.slice(0, 7),
  );

const AT_ONCE = 200;

/** What happens on the days of the weeks around the month of `chosen`, and what has; null while it is counted. */
export function useAgenda(
  rows: readonly Reminder[],
  chosen: LocalDate,
  timeZone: string,
  now: Date,
): Days | null {
  const { api, report } = useSession();
  const first = firstMondayOf(chosen);
  const [counted, setCounted] = useState<{ first: LocalDate; days: Days } | null>(null);
  useEffect(() => {
    const counting = new AbortController();
    const midnight = (date: LocalDate) => wallTimeToInstant(`${date}T00:00`, timeZone);
    const span: Span = { from: midnight(first), to: midnight(daysAfter(first, 7 * WEEKS)) };
    void (async () => {
      const read = calendarOf(span);
      const entries: CalendarEntry[] = [];
      for (let at = 0; at < rows.length; at += AT_ONCE) {
        if (at > 0) await new Promise((next) => setTimeout(next));
        if (counting.signal.aborted) return;
        entries.push(...read(rows.slice(at, at + AT_ONCE).map(calendarRow)));
      }
      const show = (all: CalendarEntry[]) => setCounted({ first, days: byDate(all, timeZone) });
      show(entries);
      if (span.from > now) return;
      // Nothing while there is no connection: the list says so.
      const history = await api.reminders.history(span.from, span.to).catch((fault: unknown) => {
        report(fault);
        return [];
      });
      const past = history.map(({ id, occurrenceAt: at, outcome: kind }) => ({
        id,
        kind,
        at: new Date(at),
      }));
      if (!counting.signal.aborted) show(withHistory(entries, rows.map(calendarRow), past));
    })();
    return () => counting.abort();
  }, [rows, first, timeZone, now, api, report]);
  // While a changed list is counted again, the last count stays.
  return counted?.first === first ? counted.days : null;
}

const calendarRow = (reminder: Reminder): CalendarRow => ({
  ...reminder,
  rule: ruleOfWire(reminder),
  firstWallTime: reminder.repeatFrom,
  lastComesAt: reminder.lastComesAt,
  pausedWithoutEnd: reminder.state === 'paused' && reminder.pausedUntil === null,
});
