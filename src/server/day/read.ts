import 'server-only';
import { and, eq, gte, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { type LocalDate } from '@/core/calendar';
import { type DayLine, dayLines, type DayRow, spanOf } from '@/core/day-messages';
import { type DayMessageKind } from '@/core/settings';
import { type Db } from '../db/client';
import { occurrences, reminders, type StoredDayItem } from '../db/schema';
import { printOf } from '../creation';
import { undoVersion } from '../reminder-acts';
import { waits } from '../reminders';

export interface ShownLine extends DayLine {
  /** What `undoFromList` takes the line's latest act back by; null where there is nothing to take back. */
  undo: number | null;
}

/** What an agenda or review says. */
export interface DayView {
  kind: DayMessageKind;
  /** The local date that it is about. */
  day: LocalDate;
  timeZone: string;
  lines: ShownLine[];
}

export interface DayContent {
  view: DayView;
  /** What the message is about from now on. */
  items: StoredDayItem[];
  /** Two contents with the same one look the same. */
  print: string;
}

const isOver = ({ state }: DayLine) => !['planned', 'waiting', 'moved', 'often'].includes(state);
/** Lines that still ask for something. */
export const openLines = ({ lines }: DayView): ShownLine[] => lines.filter((each) => !isOver(each));

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
    .select()
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
  const answers =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(occurrences)
          .where(
            and(
              inArray(occurrences.reminderId, ids),
              inArray(
                occurrences.occurrenceAt,
                shown.map(({ occurrenceAt }) => new Date(occurrenceAt)),
              ),
            ),
          );
  const known: DayRow[] = rows;
  const found = dayLines(kind, {
    span,
    rows: known,
    shown: shown.map((item) => ({ ...item, occurrenceAt: new Date(item.occurrenceAt) })),
    answers,
  });
  const undoOf = new Map(rows.map((row) => [row.id, undoVersion(row)]));
  // Of several answered occurrences of a series the latest act was about the last one.
  const lastOver = new Map(found.filter(isOver).map((line) => [line.reminderId, line]));
  const lines = found.map((line) => {
    const undo = undoOf.get(line.reminderId) ?? null;
    return { ...line, undo: lastOver.get(line.reminderId) === line ? undo : null };
  });
  return {
    view: { kind, day, timeZone, lines },
    items: lines.map(({ reminderId, occurrenceAt }) => ({
      reminderId,
      occurrenceAt: occurrenceAt.toISOString(),
    })),
    print: printOf([kind, day, timeZone, lines]),
  };
}
