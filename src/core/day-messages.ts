import { addDays } from 'date-fns';
import { formatLocalDate, inUtc, type LocalDate, parseLocalDate } from './calendar';
import { comesAgainAt, comingWithin, isWithin, type Span } from './coming';
import { NIGHT_ENDS } from './day-parts';
import { answerableOccurrence, comingOf, type FiringState } from './firing';
import { DAY_LINES_A_SERIES, DAY_MESSAGE_LATE_MAX_MS } from './limits';
import { type QuietHours, quietUntil } from './quiet-hours';
import { type DayMessageKind } from './settings';
import { atClock, localDateAt, localDayAt, type ReaderOf, readersWithin } from './time-zone';

/** Quiet hours may hold a message until the next day, and what is late then comes a day after that. */
const DAYS_BACK = 2;

export interface DayClock {
  kind: DayMessageKind;
  /** `HH:mm`. */
  clock: string;
  quietHours: QuietHours | null;
  timeZone: string;
}

/**
 * Which day is to be told of next, and when. A review that is set to the hours of the night tells of the day
 * before them. What falls into quiet hours comes when they end: an agenda then tells of the day on which it
 * comes, a review of its own. `at` has passed where the message is
 * late, by `DAY_MESSAGE_LATE_MAX_MS` at most; what is late when quiet hours begin is so from their end
 * on, when the day of an agenda may be over: its sender then lets it go by. Nothing up to the day `told`
 * is told of again, whatever became of clock and zone since.
 */
export function nextDayMessage(
  { kind, clock, quietHours, timeZone }: DayClock,
  told: LocalDate | null,
  now: Date,
): { day: LocalDate; at: Date } {
  const heldUntil = (instant: Date) => quietUntil(quietHours, instant, timeZone);
  const lateFrom = (instant: Date) => new Date(instant.getTime() + DAY_MESSAGE_LATE_MAX_MS);
  const first = addDays(localDayAt(now, timeZone), -DAYS_BACK, inUtc);
  const daysBehind = kind === 'review' && clock < NIGHT_ENDS ? 1 : 0;
  for (let day = first; ; day = addDays(day, 1, inUtc)) {
    const planned = atClock(day, clock, timeZone);
    const at = heldUntil(planned) ?? planned;
    const date =
      kind === 'agenda' && at > planned
        ? localDateAt(at, timeZone)
        : formatLocalDate(addDays(day, -daysBehind, inUtc));
    if (told !== null && date <= told) continue;
    if (lateFrom(at) > now) return { day: date, at };
    const again = heldUntil(lateFrom(at));
    if (again && lateFrom(again) > now) return { day: date, at: again };
  }
}

/** From midnight to midnight, `from` inclusive, of a local date. */
export function spanOf(date: LocalDate, timeZone: string): Span {
  const day = parseLocalDate(date);
  if (!day) throw new RangeError(`not a date: ${date}`);
  const midnight = (of: Date) => atClock(of, '00:00', timeZone);
  return { from: midnight(day), to: midnight(addDays(day, 1, inUtc)) };
}

export interface DayRow extends FiringState {
  id: number;
  text: string;
}

export interface DayItem {
  reminderId: number;
  occurrenceAt: Date;
}

export interface DayAnswer extends DayItem {
  outcome: 'done' | 'skipped' | 'unanswered';
}

export interface DayLine extends DayItem {
  text: string;
  /** When it comes, or came; of `often` the first time. */
  at: Date;
  /**
   * `often`: a series that comes many times that day, in one line. `moved`: put off, `at` is the new time.
   */
  state: 'planned' | 'waiting' | 'moved' | 'often' | 'done' | 'skipped' | 'unanswered' | 'paused';
  /** Of `often`: the last time, and how many there are. */
  last?: Date;
  count?: number;
  /** «Готово» would be about this very occurrence. */
  answerable: boolean;
}

/**
 * Says what lines of a day message reminders have, so that a long list can be done in parts. `shown` is
 * what it holds already, which stays in it with what became of it, unless its reminder is gone;
 * `answers` is what the history says of that. Rows that are deleted are not to be given.
 */
export function dayLines(
  kind: DayMessageKind,
  {
    span,
    shown,
    answers,
  }: { span: Span; shown: readonly DayItem[]; answers: readonly DayAnswer[] },
): (rows: readonly DayRow[]) => DayLine[] {
  const answerTo = new Map(answers.map((each) => [keyOf(each), each.outcome]));
  const shownOf = new Map<number, DayItem[]>();
  for (const item of shown) {
    shownOf.set(item.reminderId, [...(shownOf.get(item.reminderId) ?? []), item]);
  }
  const readerOf = readersWithin(span);
  return (rows) =>
    rows.flatMap((row) => {
      const fresh = kind === 'agenda' ? agendaOf(row, span, readerOf) : waitingLines(row, span);
      if (fresh.some(({ state }) => state === 'often')) return fresh;
      const known = new Set(fresh.map((line) => (row.rule === null ? row.id : keyOf(line))));
      const kept = (shownOf.get(row.id) ?? [])
        .filter((item) => !known.has(row.rule === null ? row.id : keyOf(item)))
        .flatMap((item) => keptLine(row, item, answerTo.get(keyOf(item))) ?? []);
      return [...fresh, ...kept];
    });
}

/** Lines of a day by their time; what was moved to a later day stands where it was. */
export function inDayOrder(lines: readonly DayLine[], span: Span): DayLine[] {
  const place = ({ state, at, occurrenceAt }: DayLine) =>
    (state === 'moved' && at >= span.to ? occurrenceAt : at).getTime();
  return lines.toSorted((a, b) => place(a) - place(b) || a.reminderId - b.reminderId);
}

const keyOf = ({ reminderId, occurrenceAt }: DayItem) => `${reminderId} ${occurrenceAt.getTime()}`;
const same = (a: Date | null, b: Date) => a?.getTime() === b.getTime();
const isIn = (at: Date | null, span: Span): at is Date => at !== null && isWithin(at, span);

const lineOf = (
  row: DayRow,
  occurrenceAt: Date,
  state: DayLine['state'],
  at = occurrenceAt,
): DayLine => ({
  reminderId: row.id,
  text: row.text,
  occurrenceAt,
  at,
  state,
  answerable: row.pausedFrom === null && same(answerableOccurrence(row), occurrenceAt),
});

/**
 * What of a reminder lies in a day: what is to come, and what came that day and waits. What waits stands there once, also
 * where its occurrence is the one to come. A `moved` line keeps the occurrence that an answer is about; `at` is when that
 * comes.
 */
function agendaOf(row: DayRow, span: Span, readerOf: ReaderOf): DayLine[] {
  const often = oftenOf(row, span, readerOf);
  if (often) return [often];
  const waits = waitingLines(row, span);
  const { openOccurrenceAt } = row;
  const coming = comingOf(row);
  const putOffTo = comesAgainAt(coming);
  return [
    ...waits,
    ...comingWithin(coming, span, readerOf)
      .filter((at) => !waits.some(({ occurrenceAt }) => same(at, occurrenceAt)))
      .map((at) =>
        same(putOffTo, at) && openOccurrenceAt
          ? lineOf(row, openOccurrenceAt, 'moved', at)
          : lineOf(row, at, 'planned'),
      ),
  ];
}

/** What came within a span and waits: all that a review has to say of a reminder, and the beginning of an agenda. */
function waitingLines(row: DayRow, span: Span): DayLine[] {
  const { completed, openOccurrenceAt, snoozedUntil, pausedFrom, waitingSince } = row;
  const waits = !completed && openOccurrenceAt && snoozedUntil === null && pausedFrom === null;
  return waits && isIn(waitingSince, span)
    ? [lineOf(row, openOccurrenceAt, 'waiting', waitingSince)]
    : [];
}

/** All of a day's occurrences of a series in one line, where they are many; the same all day long. */
function oftenOf(row: DayRow, span: Span, readerOf: ReaderOf): DayLine | null {
  const { rule, completed, pausedFrom } = row;
  if (rule === null || completed) return null;
  if (rule.times === undefined && rule.everyMinutes === undefined) return null;
  const coming = comingOf(row);
  // Those of the day that are over count as well, but not what falls into a pause.
  const next = pausedFrom === null ? span.from : coming.next;
  // A snooze is no moment of the series.
  const moments = comingWithin({ ...coming, next, putOffUntil: null }, span, readerOf);
  const [first, last] = [moments[0], moments.at(-1)];
  if (!first || !last || moments.length <= DAY_LINES_A_SERIES) return null;
  const line = lineOf(row, first, 'often');
  return { ...line, last, count: moments.length, answerable: false };
}

/** What a message holds of a row that no longer has it as something to come or to wait. */
function keptLine(
  row: DayRow,
  { occurrenceAt }: DayItem,
  answer: DayAnswer['outcome'] | undefined,
): DayLine | null {
  const { rule, completed, doneAt, openOccurrenceAt, snoozedUntil, dateTime, pausedFrom } = row;
  const isLast = rule === null || same(openOccurrenceAt ?? dateTime, occurrenceAt);
  if (completed && isLast) {
    const state = answer ?? (doneAt === null ? 'unanswered' : 'done');
    return lineOf(row, occurrenceAt, state);
  }
  if (answer !== undefined && rule !== null) return lineOf(row, occurrenceAt, answer);
  if (pausedFrom !== null) return lineOf(row, occurrenceAt, 'paused');
  const now = rule === null ? answerableOccurrence(row) : occurrenceAt;
  if (!now || (rule !== null && !same(openOccurrenceAt, occurrenceAt))) return null;
  const at = snoozedUntil ?? (openOccurrenceAt === null ? dateTime : null);
  return at ? lineOf(row, now, 'moved', at) : lineOf(row, now, 'waiting', row.waitingSince ?? now);
}
