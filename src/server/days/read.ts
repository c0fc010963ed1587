import 'server-only';
import { setImmediate } from 'node:timers/promises';
import { and, eq, getTableColumns, gte, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { type LocalDate } from '@/core/calendar';
import { type DayLine, dayLines, inDayOrder, spanOf } from '@/core/day-messages';
import { DAY_LINES_MAX } from '@/core/limits';
import { type DayMessageKind } from '@/core/settings';
import { type Db } from '../platform/db/client';
import { occurrences, reminders, type StoredDayItem } from '../platform/db/schema';
import { printOf } from '../platform/create-once';
import { undoOfAnswer } from '../reminders/acts';
import { waits } from '../reminders/wire';

export interface ShownLine extends DayLine {
  /** What `undoFromList` takes the answer to this very line back by; null where there is none to take back. */
  undo: number | null;
}

/** What an agenda or review says. */
export interface DayView {
  kind: DayMessageKind;
  day: LocalDate;
  timeZone: string;
  /** What it shows: `DAY_LINES_MAX` at most, what still asks for something rather than the rest. */
  lines: ShownLine[];
  /** Lines beside these that still ask for something. */
  more: number;
}

export interface DayContent {
  view: DayView;
  items: StoredDayItem[];
  /** Two contents with the same one look the same. */
  print: string;
}

const isOver = ({ state }: DayLine) => !['planned', 'waiting', 'moved', 'often'].includes(state);
/** How many lines still ask for something. */
export const openCount = ({ lines, more }: DayView): number =>
  lines.filter((each) => !isOver(each)).length + more;

/** What a line is made of; the rest of a row may be large. */
const { attachment, brought, undo, createPrint, ...lineColumns } = getTableColumns(reminders);

/** Reminders looked into between two turns of the event loop. */
const LOOKED_AT_ONCE = 200;

/** What the message about a user's day says now, with what `shown` of it said before. */
export async function readDay(
  db: Db,
  { userId, timeZone }: { userId: number; timeZone: string },
  { kind, day }: Pick<DayView, 'kind' | 'day'>,
  shown: readonly StoredDayItem[] = [],
): Promise<DayContent> {
  const span = spanOf(day, timeZone);
  const { from, to } = span;
  const ids = [...new Set(shown.map(({ reminderId }) => reminderId))];
  const within = (column: typeof reminders.dateTime | typeof reminders.waitingSince) =>
    and(gte(column, from), lt(column, to));
  const coming = and(
    eq(reminders.completed, false),
    or(isNotNull(reminders.rule), within(reminders.dateTime), within(reminders.waitingSince)),
  );
  const rows = await db
    .select(lineColumns)
    .from(reminders)
    .where(
      and(
        eq(reminders.userId, userId),
        isNull(reminders.deletedAt),
        or(
          kind === 'agenda' ? coming : and(waits, within(reminders.waitingSince)),
          inArray(reminders.id, ids),
        ),
      ),
    );
  const { reminderId, occurrenceAt, outcome } = occurrences;
  const shownAt = shown.map((item) => new Date(item.occurrenceAt));
  const ofShown = and(inArray(reminderId, ids), inArray(occurrenceAt, shownAt));
  const answers = await db
    .select({ reminderId, occurrenceAt, outcome })
    .from(occurrences)
    .where(and(eq(occurrences.userId, userId), ofShown));
  const linesOf = dayLines(kind, {
    span,
    shown: shown.map((item) => ({ ...item, occurrenceAt: new Date(item.occurrenceAt) })),
    answers,
  });
  const found: DayLine[] = [];
  for (let at = 0; at < rows.length; at += LOOKED_AT_ONCE) {
    // Others have their turn meanwhile.
    if (at > 0) await setImmediate();
    for (const line of linesOf(rows.slice(at, at + LOOKED_AT_ONCE))) found.push(line);
  }
  const open = found.filter((line) => !isOver(line));
  const first = [...inDayOrder(open, span), ...inDayOrder(found.filter(isOver), span)];
  const lines = inDayOrder(first.slice(0, DAY_LINES_MAX), span);
  const more = Math.max(0, open.length - DAY_LINES_MAX);
  const view = { kind, day, timeZone, lines: await withUndo(db, userId, lines), more };
  return {
    view,
    items: lines.map(({ reminderId, occurrenceAt }) => ({
      reminderId,
      occurrenceAt: occurrenceAt.toISOString(),
    })),
    print: printOf([kind, day, timeZone, view.lines, more]),
  };
}

async function withUndo(db: Db, userId: number, lines: readonly DayLine[]): Promise<ShownLine[]> {
  const { id, rule, undo, version, nextFireAt } = reminders;
  const over = lines.filter(isOver).map(({ reminderId }) => reminderId);
  const rows = await db
    .select({ id, rule, undo, version, nextFireAt })
    .from(reminders)
    .where(and(eq(reminders.userId, userId), inArray(id, over)));
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return lines.map((line) => {
    const row = isOver(line) ? rowOf.get(line.reminderId) : undefined;
    return { ...line, undo: row ? undoOfAnswer(row, line.occurrenceAt) : null };
  });
}
