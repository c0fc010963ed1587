import 'server-only';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Db } from '../db/client';
import { isDataFault, safeFault } from '../db/faults';
import { reminders } from '../db/schema';
import { log } from '../log';
import { fromEpochMs } from './columns';
import { type Settlement } from './outcome';
import { parkUser } from './reachability';

const idRows = z.array(z.object({ id: z.string().transform(Number) }));

/**
 * Writes what a group of attempts came to and answers the settlements that found their lease gone:
 * somebody else has changed, deleted or claimed the row, and that stands. Throws whatever does not
 * blame a row's own values; then nothing is lost, and the same group can be settled again.
 */
export async function settle(db: Db, group: readonly Settlement[]): Promise<Settlement[]> {
  try {
    for (const { parking } of group) if (parking) await parkUser(db, parking);
    return await settleTogether(db, group);
  } catch (error) {
    if (!isDataFault(error)) throw error;
    const [only] = group;
    if (only && group.length === 1) return settleUnwritable(db, only, error);
  }
  // One row that cannot be written must not hold up the others.
  const lost: Settlement[] = [];
  for (const each of group) lost.push(...(await settle(db, [each])));
  return lost;
}

/** The column as the attempt leaves it: a new state of the life cycle has it, or it stays. */
const moved = (column: string, value: SQL) =>
  sql`case when moves then ${value} else reminders.${sql.identifier(column)} end`;
const movedInstant = (column: string) =>
  moved(column, fromEpochMs(sql`input.${sql.identifier(column)}`));

/**
 * One statement for the whole group. The ledger gets a line for each attempt, also of a lost lease,
 * unless the user was erased meanwhile.
 */
async function settleTogether(db: Db, group: readonly Settlement[]): Promise<Settlement[]> {
  const input = JSON.stringify(group.map(attemptOf));
  const { rows } = await db.execute(sql`
    with input as materialized (
      select * from json_to_recordset(${input}::json) as attempt (
        id bigint, token uuid, user_id bigint, moves boolean,
        date_time float8, completed boolean, next_fire_at float8, open_occurrence_at float8,
        waiting_since float8, unanswered_at float8, unanswered_since float8,
        nag_count smallint, snoozed_until float8, message_id bigint,
        live_message_id bigint, brought jsonb,
        delivery_state delivery_state, not_before float8, attempts smallint, last_error text,
        kind delivery_kind, occurrence_at float8, scheduled_at float8, sent_at float8,
        outcome delivery_outcome)
    ), moved as (
      update reminders set
        date_time = ${movedInstant('date_time')},
        completed = ${moved('completed', sql`input.completed`)},
        next_fire_at = ${movedInstant('next_fire_at')},
        open_occurrence_at = ${movedInstant('open_occurrence_at')},
        waiting_since = ${movedInstant('waiting_since')},
        nag_count = ${moved('nag_count', sql`input.nag_count`)},
        snoozed_until = ${movedInstant('snoozed_until')},
        live_message_id = coalesce(input.live_message_id, reminders.live_message_id),
        brought = coalesce(input.brought, reminders.brought),
        delivery_state = coalesce(input.delivery_state, reminders.delivery_state),
        not_before = ${fromEpochMs(sql`input.not_before`)},
        attempts = input.attempts, last_error = input.last_error,
        lease_token = null, lease_until = null
      from input
      where reminders.id = any(array(select id from input)) and reminders.id = input.id
        and reminders.lease_token = input.token
      returning reminders.id
    ), unanswered as (
      insert into occurrences
        (reminder_id, user_id, occurrence_at, outcome, came_at, ended_at)
      select input.id, user_id, ${fromEpochMs(sql`unanswered_at`)}, 'unanswered',
        ${fromEpochMs(sql`unanswered_since`)}, ${fromEpochMs(sql`sent_at`)}
      from input join moved on moved.id = input.id where unanswered_at is not null
      on conflict (reminder_id, occurrence_at) do nothing
    ), recorded as (
      insert into deliveries
        (user_id, reminder_id, kind, occurrence_at, scheduled_at, sent_at, outcome, error_code,
          message_id)
      select user_id, input.id, kind, ${fromEpochMs(sql`occurrence_at`)},
        ${fromEpochMs(sql`scheduled_at`)}, ${fromEpochMs(sql`sent_at`)}, outcome, last_error,
        message_id
      from input join users on users.id = input.user_id
      where users.id = any(array(select user_id from input))
    )
    select id from moved`);
  const settled = new Set(idRows.parse(rows).map((row) => row.id));
  return group.filter(({ claim }) => !settled.has(claim.id));
}

/** A settlement as the statement reads it. */
const attemptOf = ({ claim, next, ledger, ...row }: Settlement) => ({
  id: claim.id,
  token: claim.token,
  user_id: claim.userId,
  moves: next !== null,
  date_time: next?.dateTime.getTime(),
  completed: next?.completed,
  next_fire_at: next?.nextFireAt?.getTime(),
  open_occurrence_at: next?.openOccurrenceAt?.getTime(),
  waiting_since: next?.waitingSince?.getTime(),
  unanswered_at: row.unanswered?.occurrenceAt.getTime(),
  unanswered_since: row.unanswered?.cameAt?.getTime(),
  nag_count: next?.nagCount,
  snoozed_until: next?.snoozedUntil?.getTime(),
  message_id: row.messageId,
  // A message ahead belongs to no open occurrence: what waits keeps its own.
  live_message_id: ledger.kind === 'pre-alert' ? null : row.messageId,
  brought: row.brought,
  delivery_state: row.deliveryState,
  not_before: row.notBefore?.getTime(),
  attempts: row.attempts,
  last_error: row.lastError,
  kind: ledger.kind,
  occurrence_at: ledger.occurrenceAt.getTime(),
  scheduled_at: ledger.scheduledAt.getTime(),
  sent_at: ledger.sentAt.getTime(),
  outcome: ledger.outcome,
});

/** A state that PostgreSQL refuses would be sent again and again: the row fails instead. */
async function settleUnwritable(
  db: Db,
  { claim }: Settlement,
  error: unknown,
): Promise<Settlement[]> {
  log.error({ reminderId: claim.id, fault: safeFault(error) }, 'a delivery cannot be settled');
  await db
    .update(reminders)
    .set({ deliveryState: 'failed', lastError: 'unwritable', leaseToken: null, leaseUntil: null })
    .where(and(eq(reminders.id, claim.id), eq(reminders.leaseToken, claim.token)));
  return [];
}

/**
 * Of messages whose lease was lost, those that no longer belong in the chat, attachments among them. One
 * whose button was pressed before it was settled has been adopted by its reminder and stays.
 */
export async function strayMessages(
  db: Db,
  lost: readonly Settlement[],
): Promise<{ chatId: number; messageId: number }[]> {
  const sent = lost
    .map(({ claim, messageId, brought }) => ({
      claim,
      messageId,
      new: newlyBrought(claim, brought),
    }))
    .filter((each) => each.messageId !== null || each.new.length > 0);
  if (sent.length === 0) return [];
  const live = await db
    .select({ id: reminders.id, messageId: reminders.liveMessageId })
    .from(reminders)
    .where(
      inArray(
        reminders.id,
        sent.map((each) => each.claim.id),
      ),
    );
  const adopted = new Map(live.map((row) => [row.id, row.messageId]));
  return sent
    .filter(({ claim, messageId }) => messageId === null || adopted.get(claim.id) !== messageId)
    .flatMap(({ claim, messageId, new: brought }) =>
      [...brought, ...(messageId === null ? [] : [messageId])].map((each) => ({
        chatId: claim.userId,
        messageId: each,
      })),
    );
}

/** What this attempt has brought into the chat; earlier attempts may have brought more. */
const newlyBrought = (
  claim: Settlement['claim'],
  brought: Settlement['brought'],
): readonly number[] => {
  const before = claim.brought?.messageIds;
  return brought?.messageIds.filter((id) => before?.includes(id) !== true) ?? [];
};
