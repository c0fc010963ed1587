import 'server-only';
import { and, asc, count, desc, eq, gte, inArray, isNull, lt, sql, type SQL } from 'drizzle-orm';
import {
  type HistoryEntry,
  type MonthHistory,
  type OccurrenceCounts,
  type PastOccurrence,
} from '@/contract/reminder';
import { DONE_LATE_MINUTES, HISTORY_MAX } from '@/core/limits';
import { monthSpan } from '@/core/month-view';
import { type Month } from '@/core/calendar';
import { excerpt } from '@/core/cut';
import { instantToWallTime } from '@/core/time-zone';
import { type Account } from '../accounts/accounts';
import { type Db } from '../platform/db/client';
import { occurrences, reminders } from '../platform/db/schema';

export type OccurrenceKey = Pick<
  typeof occurrences.$inferSelect,
  'reminderId' | 'userId' | 'occurrenceAt'
>;
export type Outcome = Pick<typeof occurrences.$inferSelect, 'outcome' | 'cameAt' | 'endedAt'>;

const ofKey = ({ reminderId, userId, occurrenceAt }: OccurrenceKey) =>
  and(
    eq(occurrences.reminderId, reminderId),
    eq(occurrences.userId, userId),
    eq(occurrences.occurrenceAt, occurrenceAt),
  );

export async function readOutcome(db: Db, key: OccurrenceKey): Promise<Outcome | null> {
  const { outcome, cameAt, endedAt } = occurrences;
  const [row] = await db.select({ outcome, cameAt, endedAt }).from(occurrences).where(ofKey(key));
  return row ?? null;
}

/** Writes what became of an occurrence in place of what stood there; null leaves nothing. */
export async function writeOutcome(db: Db, key: OccurrenceKey, outcome: Outcome | null) {
  const { reminderId, occurrenceAt } = occurrences;
  await (outcome === null
    ? db.delete(occurrences).where(ofKey(key))
    : db
        .insert(occurrences)
        .values({ ...key, ...outcome })
        .onConflictDoUpdate({ target: [reminderId, occurrenceAt], set: outcome }));
}

/** What became of a reminder's occurrences, the latest first. */
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

/** What became of the occurrences of all of a user's reminders from an instant on, before another. */
export async function historyBetween(
  db: Db,
  userId: number,
  { from, to }: { from: string; to: string },
): Promise<PastOccurrence[]> {
  const { reminderId: id, occurrenceAt: at, outcome } = occurrences;
  const own = and(eq(reminders.userId, userId), isNull(reminders.deletedAt));
  const rows = await db
    .select({ id, at, outcome })
    .from(occurrences)
    .innerJoin(reminders, eq(reminders.id, id))
    .where(and(own, gte(at, new Date(from)), lt(at, new Date(to))))
    .orderBy(desc(at))
    .limit(SPAN_MAX);
  return rows.map(({ at, ...row }) => ({ ...row, occurrenceAt: at.toISOString() }));
}

const MONTH_REMINDERS_MAX = 50;
const MONTH_TEXT_MAX = 100;

const doneWhere = (condition: SQL) =>
  sql<number>`count(*) filter (where ${occurrences.outcome} = 'done' and ${condition})`.mapWith(
    Number,
  );
const endedAs = (outcome: 'unanswered' | 'skipped') =>
  sql<number>`count(*) filter (where ${occurrences.outcome} = ${outcome})`.mapWith(Number);
const inTime = sql`${occurrences.endedAt} <= ${occurrences.occurrenceAt}
  + ${DONE_LATE_MINUTES} * interval '1 minute'`;
const counts = {
  onTime: doneWhere(inTime),
  late: doneWhere(sql`not (${inTime})`),
  unanswered: endedAs('unanswered'),
  skipped: endedAs('skipped'),
};
const NOTHING: OccurrenceCounts = { onTime: 0, late: 0, unanswered: 0, skipped: 0 };

/** What became of a month's occurrences, on the user's clocks; of the present month where none is named. */
export async function historyOfMonth(
  db: Db,
  { id: userId, timeZone }: Pick<Account, 'id' | 'timeZone'>,
  asked: Month | undefined,
  now: Date,
): Promise<MonthHistory> {
  const month = asked ?? instantToWallTime(now, timeZone).slice(0, 7);
  const { from, to } = monthSpan(month, timeZone);
  const own = and(eq(reminders.userId, userId), isNull(reminders.deletedAt));
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
  const { reminders: all, ...sums } = total ?? { ...NOTHING, reminders: 0 };
  return {
    month,
    earlier: before.length > 0,
    total: sums,
    reminders: rows.map((row) => ({ ...row, text: excerpt(row.text, MONTH_TEXT_MAX) })),
    moreReminders: all - rows.length,
  };
}

/** The whole histories of several reminders, each in the order of time. */
export async function historiesOf(db: Db, userId: number, reminderIds: readonly number[]) {
  const { reminderId, occurrenceAt } = occurrences;
  const own = and(inArray(reminderId, [...reminderIds]), eq(occurrences.userId, userId));
  const rows = await db.select().from(occurrences).where(own).orderBy(reminderId, occurrenceAt);
  const histories = new Map<number, HistoryEntry[]>();
  for (const row of rows) {
    const history = histories.get(row.reminderId) ?? [];
    history.push(toEntry(row));
    histories.set(row.reminderId, history);
  }
  return histories;
}

const toEntry = ({
  occurrenceAt,
  outcome,
  cameAt,
  endedAt,
}: typeof occurrences.$inferSelect): HistoryEntry => ({
  occurrenceAt: occurrenceAt.toISOString(),
  outcome,
  cameAt: cameAt?.toISOString() ?? null,
  endedAt: endedAt.toISOString(),
});
