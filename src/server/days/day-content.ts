import 'server-only';
import { and, eq, getTableColumns, gte, inArray, isNotNull, lt, or } from 'drizzle-orm';
import { type DayItem, type DayLine, dayLines, inDayOrder, spanOf } from '@/core/day-messages';
import { DAY_LINES_MAX, DRAFT_MENTIONED_DAYS } from '@/core/limits';
import { type DayMessageKind } from '@/core/settings';
import { daysAfter, type LocalDate } from '@/core/calendar';
import { waitingDrafts } from '../drafts/drafts';
import { type Db } from '../platform/db/client';
import { livingOf } from '../platform/db/living';
import { drafts, occurrences, reminders, type StoredDayItem } from '../platform/db/schema';
import { waits } from '../reminders/wire';
import { printOf } from '../platform/create-once';
import { givingWay } from '../platform/give-way';
import { undoOfAnswer, undosOf } from '../reminders/write/last-act';

/* This file reads what a message about a user's day says, with a hash by which a change of it is known. */

export interface ShownLine extends DayLine {
  /** The version by which `takeBack` takes the answer to this very line back; null where there is none to take back. */
  undo: number | null;
  /** Where the line is a «Готово» to a series, when that comes next. */
  next?: Date | null;
}

export interface DayView {
  kind: DayMessageKind;
  day: LocalDate;
  timeZone: string;
  /** The lines that are shown: `DAY_LINES_MAX` at most, those that still ask for something before the rest. */
  lines: ShownLine[];
  /** Lines beside these that still ask for something. */
  more: number;
  /** Drafts that a review mentions, as they have waited for a moment for so many days; empty in an agenda. */
  undated: string[];
}

export interface DayContent {
  view: DayView;
  items: StoredDayItem[];
  /** Two contents with the same one look the same. */
  print: string;
}

const isOver = ({ state }: DayLine) => !['planned', 'waiting', 'moved', 'often'].includes(state);
export const openCount = ({ lines, more }: DayView): number =>
  lines.filter((each) => !isOver(each)).length + more;

/** The columns that a line is made of; the rest of a row may be large. */
const { attachment, brought, createPrint, ...lineColumns } = getTableColumns(reminders);

interface Day extends Pick<DayView, 'kind' | 'day' | 'timeZone'> {
  userId: number;
  /** The items of the message when it was last shown; empty for one that is new. */
  shown: readonly DayItem[];
}

/** Reads what the message about a user's day says now, with the `stored` items that it showed before. */
export async function readDay(
  db: Db,
  { userId, timeZone }: { userId: number; timeZone: string },
  { kind, day }: Pick<DayView, 'kind' | 'day'>,
  stored: readonly StoredDayItem[] = [],
): Promise<DayContent> {
  const shown = stored.map(({ reminderId, occurrenceAt }) => ({
    reminderId,
    occurrenceAt: new Date(occurrenceAt),
  }));
  const about = { userId, kind, day, timeZone, shown };
  const rows = await remindersOfDay(db, about);
  const found = await linesOfDay(db, about, rows);
  const span = spanOf(day, timeZone);
  const open = found.filter((line) => !isOver(line));
  const openFirst = [...inDayOrder(open, span), ...inDayOrder(found.filter(isOver), span)];
  const lines = inDayOrder(openFirst.slice(0, DAY_LINES_MAX), span);
  const more = Math.max(0, open.length - DAY_LINES_MAX);
  const undated = kind === 'review' ? await undatedSince(db, userId, day, timeZone) : [];
  const view = { kind, day, timeZone, lines: await withUndo(db, rows, lines), more, undated };
  return {
    view,
    items: lines.map(({ reminderId, occurrenceAt }) => ({
      reminderId,
      occurrenceAt: occurrenceAt.toISOString(),
    })),
    print: printOf([kind, day, timeZone, view.lines, more, ...undated]),
  };
}

type DayRow = Awaited<ReturnType<typeof remindersOfDay>>[number];

/** All lines of a day, in no order. */
async function linesOfDay(db: Db, day: Day, rows: readonly DayRow[]): Promise<DayLine[]> {
  const answers = await answersTo(db, day);
  const span = spanOf(day.day, day.timeZone);
  const linesOf = dayLines(day.kind, { span, shown: day.shown, answers });
  const lines: DayLine[] = [];
  const giveWay = givingWay();
  for (const row of rows) {
    await giveWay();
    lines.push(...linesOf([row]));
  }
  return lines;
}

/** The reminders that may have a line: of an agenda what comes that day, of a review what came and still waits. */
async function remindersOfDay(db: Db, { userId, kind, day, timeZone, shown }: Day) {
  const { from, to } = spanOf(day, timeZone);
  const thatDay = (column: typeof reminders.dateTime | typeof reminders.waitingSince) =>
    and(gte(column, from), lt(column, to));
  const comes = or(
    isNotNull(reminders.rule),
    thatDay(reminders.dateTime),
    thatDay(reminders.waitingSince),
  );
  const belongs =
    kind === 'agenda'
      ? and(eq(reminders.completed, false), comes)
      : and(waits, thatDay(reminders.waitingSince));
  const wasShown = inArray(reminders.id, [...new Set(shown.map(({ reminderId }) => reminderId))]);
  return db
    .select(lineColumns)
    .from(reminders)
    .where(and(livingOf(reminders, userId), or(belongs, wasShown)));
}

/** Reads what the history says of the occurrences that were shown. */
async function answersTo(db: Db, { userId, shown }: Day) {
  const { reminderId, occurrenceAt, outcome } = occurrences;
  return db
    .select({ reminderId, occurrenceAt, outcome })
    .from(occurrences)
    .where(
      and(
        eq(occurrences.userId, userId),
        inArray(reminderId, [...new Set(shown.map((item) => item.reminderId))]),
        inArray(
          occurrenceAt,
          shown.map((item) => item.occurrenceAt),
        ),
      ),
    );
}

/**
 * Reads the drafts of one day, so that the review of one other day mentions them: nobody has to remember that it did.
 */
async function undatedSince(db: Db, userId: number, day: LocalDate, timeZone: string) {
  const { from, to } = spanOf(daysAfter(day, -DRAFT_MENTIONED_DAYS), timeZone);
  const thatDay = and(gte(drafts.createdAt, from), lt(drafts.createdAt, to));
  const waiting = await waitingDrafts(db, userId, spanOf(day, timeZone).from, thatDay);
  return waiting.map(({ payload }) => payload.text);
}

async function withUndo(
  db: Db,
  rows: readonly DayRow[],
  lines: readonly DayLine[],
): Promise<ShownLine[]> {
  const over = new Set(lines.filter(isOver).map(({ reminderId }) => reminderId));
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const undos = await undosOf(
    db,
    rows.filter(({ id }) => over.has(id)),
  );
  return lines.map((line) => {
    const row = isOver(line) ? rowOf.get(line.reminderId) : undefined;
    const undo = row ? undoOfAnswer(row, undos.get(row.id), line.occurrenceAt) : null;
    const isDone = undo !== null && line.state === 'done';
    const goesOn = row?.rule && !row.completed;
    return { ...line, undo, next: isDone && goesOn ? row.dateTime : null };
  });
}
