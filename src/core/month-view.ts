import { type Month, monthsAfter } from './calendar';
import { comingWithin, isWithin, type Span } from './coming';
import { latestOccurrence, type RecurrenceRule } from './recurrence';
import {
  exactWallTime,
  instantToWallTime,
  type LocalDate,
  type ReaderOf,
  readersWithin,
  wallTimeToInstant,
  type WallTime,
} from './time-zone';

/** What a calendar has to know of a reminder. Instants are ISO UTC. */
export interface CalendarRow {
  id: number;
  /** The next occurrence, the only one, or the last. */
  dateTime: string;
  rule: RecurrenceRule | null;
  /** Of a series: the wall time at which it began, in `timeZone`. */
  firstWallTime: WallTime | undefined;
  timeZone: string;
  completed: boolean;
  doneAt: string | null;
  waitingSince: string | null;
  snoozedUntil: string | null;
  /** Of a series whose last occurrence is open, as the wire says it: null where it waits; undefined: another is to come. */
  lastComesAt: string | null | undefined;
  /** Paused without an end: nothing of it is to come. */
  pausedWithoutEnd: boolean;
  /** It was done a moment ago, and stands here as it waited. */
  finished: boolean;
}

export interface CalendarEntry {
  id: number;
  at: Date;
  kind: 'planned' | 'waiting' | 'done' | 'skipped' | 'unanswered';
}

/** A month on the clocks of a zone, its first instant and that of the next one. */
export function monthSpan(month: Month, timeZone: string): Span {
  const startOf = (of: Month) => wallTimeToInstant(`${of}-01T00:00`, timeZone);
  return { from: startOf(month), to: startOf(monthsAfter(month, 1)) };
}

/**
 * Says what happens within a span of weeks (from `from` on, before `to`): every occurrence of a series
 * that is to come, what waits and what was done. It is computed, row by row.
 */
export function calendarOf(span: Span): (rows: readonly CalendarRow[]) => CalendarEntry[] {
  const readerOf = readersWithin(span);
  return (rows) =>
    rows.flatMap((row) => entriesOf(row, span, readerOf).filter(({ at }) => isWithin(at, span)));
}

function entriesOf(row: CalendarRow, span: Span, readerOf: ReaderOf): CalendarEntry[] {
  const { id, rule, completed, doneAt, waitingSince, pausedWithoutEnd } = row;
  const dateTime = new Date(row.dateTime);
  if (completed) return [{ id, at: dateTime, kind: doneAt === null ? 'unanswered' : 'done' }];
  const entries: CalendarEntry[] = [];
  if (waitingSince !== null) {
    entries.push({ id, at: rule ? new Date(waitingSince) : dateTime, kind: 'waiting' });
  }
  if (pausedWithoutEnd) return entries;
  const isLastOpen = row.lastComesAt !== undefined || (rule === null && waitingSince !== null);
  const putOffUntil = row.lastComesAt ?? row.snoozedUntil;
  const coming = {
    rule,
    timeZone: row.timeZone,
    firstWallTime: row.firstWallTime ?? exactWallTime(dateTime, row.timeZone),
    next: isLastOpen ? null : dateTime,
    putOffUntil: putOffUntil === null ? null : new Date(putOffUntil),
  };
  for (const at of comingWithin(coming, span, readerOf)) entries.push({ id, at, kind: 'planned' });
  return entries;
}

/**
 * The entries with what became of earlier occurrences of the series among `rows`. A one-shot, and what was `finished` as it
 * waited, stand among the entries already, and so does the last occurrence of a series: of that the history's entry
 * stands, which says what was answered. But done early by just its interval, what counts from «Готово» comes again at
 * the very moment that was done: that is still to come.
 */
export function withHistory(
  entries: readonly CalendarEntry[],
  rows: readonly CalendarRow[],
  history: readonly CalendarEntry[],
): CalendarEntry[] {
  const series = new Set(rows.filter(({ rule }) => rule !== null).map(({ id }) => id));
  const keyOf = ({ id, at }: CalendarEntry) => `${id} ${at.getTime()}`;
  const shownAsWaiting = new Set(rows.flatMap((row) => finishedIn(history, row) ?? []));
  const countsFromDone = new Set(
    rows.filter(({ rule, finished }) => rule?.afterDone && !finished).map(({ id }) => id),
  );
  const comingAgain = new Set(
    entries.filter(({ id, kind }) => kind === 'planned' && countsFromDone.has(id)).map(keyOf),
  );
  const told = history.filter(
    (entry) => series.has(entry.id) && !shownAsWaiting.has(entry) && !comingAgain.has(keyOf(entry)),
  );
  const keysOfTold = new Set(told.map(keyOf));
  return [...entries.filter((entry) => !keysOfTold.has(keyOf(entry))), ...told];
}

/** What the history says of the occurrence with which a finished row waited: of the one before what comes next, or of the last. */
function finishedIn(
  history: readonly CalendarEntry[],
  row: CalendarRow,
): CalendarEntry | undefined {
  const { id, rule, timeZone } = row;
  if (!row.finished || row.waitingSince === null || rule === null) return undefined;
  const next = new Date(row.dateTime);
  const firstWallTime = row.firstWallTime ?? exactWallTime(next, timeZone);
  const isLast = row.lastComesAt !== undefined;
  const before = new Date(next.getTime() - 1);
  const at = isLast ? next : latestOccurrence({ rule, timeZone, firstWallTime }, before);
  return history.find(
    (entry) => entry.id === id && entry.kind === 'done' && entry.at.getTime() === at?.getTime(),
  );
}

/** The entries of each local date, by their time. */
export function byDate(
  entries: readonly CalendarEntry[],
  timeZone: string,
): Map<LocalDate, CalendarEntry[]> {
  const days = new Map<LocalDate, CalendarEntry[]>();
  const dateOf = datesIn(timeZone);
  for (const entry of [...entries].sort((a, b) => a.at.getTime() - b.at.getTime())) {
    const date = dateOf(entry.at);
    const day = days.get(date);
    if (day) day.push(entry);
    else days.set(date, [entry]);
  }
  return days;
}

/** Zones begin their days, and change their clocks, at quarters of an hour. */
const QUARTER_MS = 900_000;

/** For instants in their order: clocks are read once for all of a quarter of an hour. */
function datesIn(timeZone: string): (at: Date) => LocalDate {
  let quarter = NaN;
  let date = '';
  return (at) => {
    const own = Math.floor(at.getTime() / QUARTER_MS);
    if (own !== quarter) {
      quarter = own;
      date = instantToWallTime(at, timeZone).slice(0, 10);
    }
    return date;
  };
}
