import 'server-only';
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { CALLED_OFF_MAX } from '@/core/limits';
import { dueFiring, type Firing, type FiringState } from '@/core/firing';
import { type Db } from '../../platform/db/client';
import { calledOff, occurrences } from '../../platform/db/schema';

export type OccurrenceKey = Pick<
  typeof occurrences.$inferSelect,
  'reminderId' | 'userId' | 'occurrenceAt'
>;
export type Outcome = Pick<
  typeof occurrences.$inferSelect,
  'outcome' | 'cameAt' | 'endedAt' | 'ticked'
>;

/** Tells the occurrences of several reminders apart. */
export const wordOfKey = ({ reminderId, occurrenceAt }: Omit<OccurrenceKey, 'userId'>): string =>
  `${reminderId}:${occurrenceAt.getTime()}`;

/** What each of these occurrences has become, by the words of their keys. */
export async function readOutcomes(
  db: Db,
  keys: readonly OccurrenceKey[],
): Promise<Map<string, Outcome>> {
  if (keys.length === 0) return new Map();
  const { reminderId, occurrenceAt, outcome, cameAt, endedAt, ticked } = occurrences;
  const rows = await db
    .select({ key: { reminderId, occurrenceAt }, outcome: { outcome, cameAt, endedAt, ticked } })
    .from(occurrences)
    .where(ofKeys(keys));
  return new Map(rows.map((row) => [wordOfKey(row.key), row.outcome]));
}

/**
 * Stores what `ended` selects, in place of what stood there: reminder_id, user_id, occurrence_at, outcome, came_at,
 * ended_at, ticked. Each occurrence is named once.
 */
export const storingOutcomes = (ended: SQL): SQL => sql`
  insert into occurrences
    (reminder_id, user_id, occurrence_at, outcome, came_at, ended_at, ticked)
  ${ended}
  on conflict (reminder_id, occurrence_at) do update set
    outcome = excluded.outcome, came_at = excluded.came_at, ended_at = excluded.ended_at, ticked = excluded.ticked`;

/**
 * Writes what became of occurrences in place of what stood there; null leaves nothing. Where one is named twice, the
 * latter counts.
 */
export async function writeOutcomes(
  db: Db,
  named: readonly { key: OccurrenceKey; outcome: Outcome | null }[],
): Promise<void> {
  const changes = [...new Map(named.map((each) => [wordOfKey(each.key), each])).values()];
  const forgotten = changes.flatMap(({ key, outcome }) => (outcome ? [] : [key]));
  if (forgotten.length > 0) await db.delete(occurrences).where(ofKeys(forgotten));
  const values = changes.flatMap(({ key, outcome }) => (outcome ? [{ ...key, ...outcome }] : []));
  if (values.length === 0) return;
  await db.execute(
    storingOutcomes(sql`
      select "reminderId", "userId", "occurrenceAt", outcome, "cameAt", "endedAt", ticked
      from json_to_recordset(${JSON.stringify(values)}::json) as input (
        "reminderId" bigint, "userId" bigint, "occurrenceAt" timestamptz, outcome occurrence_outcome,
        "cameAt" timestamptz, "endedAt" timestamptz, ticked jsonb)`),
  );
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
