import 'server-only';
import { and, asc, count, desc, eq, gte, inArray, isNull, lt, not, or, sql } from 'drizzle-orm';
import { type HistoryEntry, type MonthHistory, type PastOccurrence } from '@/contract/reminder';
import { CALLED_OFF_MAX, DONE_LATE_MINUTES, HISTORY_MAX } from '@/core/limits';
import { monthSpan } from '@/core/month-view';
import { type Month } from '@/core/calendar';
import { excerpt } from '@/core/cut';
import { instantToWallTime } from '@/core/time-zone';
import { dueFiring, type Firing, type FiringState } from '@/core/firing';
import { type Account } from '../accounts/accounts';
import { countWhere } from '../platform/db/bounded-count';
import { type Db } from '../platform/db/client';
import { calledOff, occurrences, reminders } from '../platform/db/schema';
import { found } from '../platform/errors';

export type OccurrenceKey = Pick<
  typeof occurrences.$inferSelect,
  'reminderId' | 'userId' | 'occurrenceAt'
>;
export type Outcome = Pick<
  typeof occurrences.$inferSelect,
  'outcome' | 'cameAt' | 'endedAt' | 'ticked'
>;

/** What each of these occurrences became, by the ids of their reminders; of a reminder one at most is asked for. */
export async function readOutcomes(
  db: Db,
  keys: readonly OccurrenceKey[],
): Promise<Map<number, Outcome>> {
  if (keys.length === 0) return new Map();
  const { reminderId, outcome, cameAt, endedAt, ticked } = occurrences;
  const rows = await db
    .select({ reminderId, outcome: { outcome, cameAt, endedAt, ticked } })
    .from(occurrences)
    .where(ofKeys(keys));
  return new Map(rows.map((row) => [row.reminderId, row.outcome]));
}

/** Writes what became of occurrences in place of what stood there; null leaves nothing. */
export async function writeOutcomes(
  db: Db,
  changes: readonly { key: OccurrenceKey; outcome: Outcome | null }[],
): Promise<void> {
  const gone = changes.filter(({ outcome }) => outcome === null).map(({ key }) => key);
  if (gone.length > 0) await db.delete(occurrences).where(ofKeys(gone));
  const values = changes.flatMap(({ key, outcome }) => (outcome ? [{ ...key, ...outcome }] : []));
  if (values.length === 0) return;
  await db
    .insert(occurrences)
    .values(values)
    .onConflictDoUpdate({
      target: [occurrences.reminderId, occurrences.occurrenceAt],
      set: {
        outcome: sql`excluded.outcome`,
        cameAt: sql`excluded.came_at`,
        endedAt: sql`excluded.ended_at`,
        ticked: sql`excluded.ticked`,
      },
    });
}

const ofKeys = (keys: readonly OccurrenceKey[]) =>
  or(
    ...keys.map(({ reminderId, userId, occurrenceAt }) =>
      and(
        eq(occurrences.reminderId, reminderId),
        eq(occurrences.userId, userId),
        eq(occurrences.occurrenceAt, occurrenceAt),
      ),
    ),
  );

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

const endedAs = (outcome: Outcome['outcome']) => eq(occurrences.outcome, outcome);
const inTime = sql`${occurrences.endedAt} <= ${occurrences.occurrenceAt}
  + ${DONE_LATE_MINUTES} * interval '1 minute'`;
const counts = {
  onTime: countWhere(and(endedAs('done'), inTime)),
  late: countWhere(and(endedAs('done'), not(inTime))),
  unanswered: countWhere(endedAs('unanswered')),
  skipped: countWhere(endedAs('skipped')),
};

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

/** What a message of a reminder is known by, in the ledger and here. */
export type MessageKey = Pick<Firing, 'kind' | 'occurrenceAt' | 'scheduledAt'>;
type Why = Pick<typeof calledOff.$inferSelect, 'by' | 'at'>;
export type CalledOffBy = Why['by'];

/** The message that comes next; null where none does, or where none can be made of the state. */
export function nextMessage(state: FiringState, now: Date): MessageKey | null {
  const { nextFireAt } = state;
  try {
    return nextFireAt && dueFiring(state, now > nextFireAt ? now : nextFireAt);
  } catch {
    return null;
  }
}

/** The reminder's own next message, which a message ahead only announces. */
function ownMessage(state: FiringState, now: Date): MessageKey | null {
  const next = nextMessage(state, now);
  const isAhead = next?.kind === 'pre-alert';
  return isAhead ? { ...next, kind: 'first', scheduledAt: next.occurrenceAt } : next;
}

export type CalledOff = MessageKey & { reminderId: number };

/**
 * What was to come of a reminder and comes no more after a change: `next` is the state after it, null where
 * the reminder is gone. Any answer ends a flood: its re-sends are left out.
 */
export function calledOffBy(
  row: FiringState & { id: number },
  next: FiringState | null,
  now: Date,
): CalledOff[] {
  const was = ownMessage(row, now);
  const comes = next && ownMessage(next, now);
  const stands = +(was?.scheduledAt ?? 0) === +(comes?.scheduledAt ?? 0);
  return !was || was.kind === 'nag' || stands ? [] : [{ ...was, reminderId: row.id }];
}

/**
 * Writes down why messages did not come by themselves; the latest word on each counts. Of each reminder
 * the latest CALLED_OFF_MAX stay: one that is edited all day long fills no table.
 */
export async function writeCalledOff(tx: Db, messages: readonly CalledOff[], why: Why) {
  if (messages.length === 0) return;
  const { reminderId, kind, scheduledAt } = calledOff;
  await tx
    .insert(calledOff)
    .values(messages.map((each) => ({ ...each, ...why })))
    .onConflictDoUpdate({ target: [reminderId, kind, scheduledAt], set: why });
  await tx.execute(sql`
    delete from called_off using (
      select reminder_id, kind, scheduled_at,
        row_number() over (partition by reminder_id order by at desc, scheduled_at desc) as place
      from called_off where ${inArray(reminderId, [...new Set(messages.map((m) => m.reminderId))])}
    ) as ranked
    where place > ${CALLED_OFF_MAX} and called_off.reminder_id = ranked.reminder_id
      and called_off.kind = ranked.kind and called_off.scheduled_at = ranked.scheduled_at`);
}
