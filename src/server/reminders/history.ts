import 'server-only';
import { and, asc, count, desc, eq, gte, inArray, lt, not, sql } from 'drizzle-orm';
import { type HistoryEntry, type MonthHistory, type PastOccurrence } from '@/contract/reminder';
import { DONE_LATE_MINUTES, HISTORY_MAX } from '@/core/limits';
import { monthSpan } from '@/core/month-view';
import { type Month } from '@/core/calendar';
import { excerpt } from '@/core/cut';
import { instantToWallTime } from '@/core/time-zone';
import { type Account } from '../accounts/accounts';
import { countWhere } from '../platform/db/bounded-count';
import { type Db } from '../platform/db/client';
import { livingOf } from '../platform/db/living';
import { occurrences, reminders } from '../platform/db/schema';
import { found } from '../platform/errors';
import { type Outcome } from './write/history';

export async function historyOf(
  db: Db,
  { userId, reminderId }: { userId: number; reminderId: number },
): Promise<HistoryEntry[]> {
  const own = and(eq(occurrences.reminderId, reminderId), eq(occurrences.userId, userId));
  const latest = db.select().from(occurrences).where(own).orderBy(desc(occurrences.occurrenceAt));
  return (await latest.limit(HISTORY_MAX)).map(toEntry);
}

/** Occurrences in the answer about a span: a very full month has no more. */
const SPAN_MAX = 5_000;

/** Reads what became of the occurrences of all of a user's reminders from an instant on, before another. */
export async function historyBetween(
  db: Db,
  userId: number,
  { from, to }: { from: string; to: string },
): Promise<PastOccurrence[]> {
  const { reminderId: id, occurrenceAt: at, outcome } = occurrences;
  const rows = await db
    .select({ id, at, outcome })
    .from(occurrences)
    .innerJoin(reminders, eq(reminders.id, id))
    .where(and(livingOf(reminders, userId), gte(at, new Date(from)), lt(at, new Date(to))))
    .orderBy(desc(at))
    .limit(SPAN_MAX);
  return rows.map(({ at, ...row }) => ({ ...row, occurrenceAt: at.toISOString() }));
}

const MONTH_REMINDERS_MAX = 50;
const MONTH_TEXT_MAX = 100;

const endedAs = (outcome: Outcome['outcome']) => eq(occurrences.outcome, outcome);
const inTime = sql`${occurrences.endedAt} <= ${occurrences.occurrenceAt}
  + ${DONE_LATE_MINUTES} * interval '1 minute'`;
const counts = {
  onTime: countWhere(and(endedAs('done'), inTime)),
  late: countWhere(and(endedAs('done'), not(inTime))),
  unanswered: countWhere(endedAs('unanswered')),
  skipped: countWhere(endedAs('skipped')),
};

/** Reads what became of a month's occurrences, on the user's clocks; of the present month where none is named. */
export async function historyOfMonth(
  db: Db,
  { id: userId, timeZone }: Pick<Account, 'id' | 'timeZone'>,
  asked: Month | undefined,
  now: Date,
): Promise<MonthHistory> {
  const month = asked ?? instantToWallTime(now, timeZone).slice(0, 7);
  const { from, to } = monthSpan(month, timeZone);
  const own = livingOf(reminders, userId);
  const within = and(own, gte(occurrences.occurrenceAt, from), lt(occurrences.occurrenceAt, to));
  const ofReminder = eq(reminders.id, occurrences.reminderId);
  const [[total], rows, before] = await Promise.all([
    db
      .select({
        ...counts,
        reminders: sql<number>`count(distinct ${reminders.id})`.mapWith(Number),
      })
      .from(occurrences)
      .innerJoin(reminders, ofReminder)
      .where(within),
    db
      .select({ id: reminders.id, text: reminders.text, ...counts })
      .from(occurrences)
      .innerJoin(reminders, ofReminder)
      .where(within)
      .groupBy(reminders.id)
      .orderBy(desc(count()), asc(reminders.id))
      .limit(MONTH_REMINDERS_MAX),
    db
      .select({ at: occurrences.occurrenceAt })
      .from(occurrences)
      .innerJoin(reminders, ofReminder)
      .where(and(own, lt(occurrences.occurrenceAt, from)))
      .limit(1),
  ]);
  const { reminders: all, ...sums } = found(total);
  return {
    month,
    earlier: before.length > 0,
    total: sums,
    reminders: rows.map((row) => ({ ...row, text: excerpt(row.text, MONTH_TEXT_MAX) })),
    moreReminders: all - rows.length,
  };
}

/** Reminders whose histories are read at once: those of more would hold everybody else up. */
const HISTORIES_AT_ONCE = 10;

export async function historiesOf(db: Db, userId: number, reminderIds: readonly number[]) {
  const { reminderId, occurrenceAt } = occurrences;
  const histories = new Map<number, HistoryEntry[]>();
  for (let at = 0; at < reminderIds.length; at += HISTORIES_AT_ONCE) {
    const ids = reminderIds.slice(at, at + HISTORIES_AT_ONCE);
    const own = and(inArray(reminderId, ids), eq(occurrences.userId, userId));
    const rows = await db.select().from(occurrences).where(own).orderBy(reminderId, occurrenceAt);
    for (const row of rows) {
      const history = histories.get(row.reminderId) ?? [];
      history.push(toEntry(row));
      histories.set(row.reminderId, history);
    }
  }
  return histories;
}

const toEntry = (row: typeof occurrences.$inferSelect): HistoryEntry => ({
  occurrenceAt: row.occurrenceAt.toISOString(),
  outcome: row.outcome,
  cameAt: row.cameAt?.toISOString() ?? null,
  endedAt: row.endedAt.toISOString(),
  ...(row.ticked && { ticked: [...row.ticked] }),
});
