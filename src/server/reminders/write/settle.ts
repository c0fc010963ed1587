import 'server-only';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type FiringState } from '@/core/firing';
import { type Brought } from '../../platform/attachment';
import { type Db } from '../../platform/db/client';
import { readRows } from '../../platform/db/read-rows';
import { lockedById } from '../../platform/db/locks';
import { type deliveries, reminders } from '../../platform/db/schema';
import { storingOutcomes } from './history';

/** What attempts to send leave of their reminders. */

/** By the names of the statement below, which takes what is absent for null. */
export interface RowWritten {
  /** The state that the firing leaves; without it the row keeps its own. */
  next?: FiringState;
  overtook?: number | null;
  unanswered_at?: Date;
  unanswered_since?: Date | null;
  ticked?: readonly string[] | null;
  /** What of the attachment is in the chat. */
  brought?: Brought | undefined;
  message_id?: number | null;
  live_message_id?: number | null;
  delivery_state: 'scheduled' | 'failed' | null;
  not_before: Date | null;
  attempts: number;
  last_error: string | null;
}

interface ClaimOfAttempt {
  id: number;
  userId: number;
  token: string;
}

/** What one attempt writes: of the row, as far as its lease is still ours, and always a line of the ledger. */
export interface Attempt {
  claim: ClaimOfAttempt;
  row: RowWritten;
  ledger: Pick<
    typeof deliveries.$inferSelect,
    'kind' | 'occurrenceAt' | 'scheduledAt' | 'sentAt' | 'outcome'
  >;
  /** The ledger has, or takes, no line of it. */
  needsNoLine?: boolean;
  /** What became of an earlier try to write it: see `AnsweredClaim` in the outbox. */
  earlierTry?: 'none' | 'unknown' | 'lost';
}

/** Whether it is written once more, so that its line may stand in the ledger. */
export const isTriedAgain = ({ earlierTry = 'none' }: Attempt): boolean => earlierTry !== 'none';

/** Told apart by lease: a row claimed again after its lease ran out may be in a group twice. */
export const leaseOf = ({ token, id }: ClaimOfAttempt): string => `${token}:${id}`;
const settledLease = z.object({ lease: z.string(), isWritten: z.boolean() });

/** What a send changes of the life cycle. Nothing comes in a pause: with what is sent it is over. */
const MOVED = [
  ...(['dateTime', 'completed', 'nextFireAt', 'openOccurrenceAt'] as const),
  ...(['waitingSince', 'nagCount', 'snoozedUntil'] as const),
  ...(['pausedFrom', 'pausedUntil', 'pausedWithAll'] as const),
];

/**
 * One statement for the whole group; answers the leases that were still held, as written, and those that an earlier try
 * has given up with its line. The ledger gets one line for each attempt, also of a lost lease, unless the user was erased
 * meanwhile. The rows of what is tried again are held: so this sees what an earlier try was still writing.
 */
export async function writeAttempts(
  db: Db,
  group: readonly Attempt[],
): Promise<Map<string, boolean>> {
  const input = JSON.stringify(group.map(attemptOf));
  const moved = MOVED.map((key) => {
    const column = sql.identifier(reminders[key].name);
    return sql`${column} = case when moves then input.${sql.identifier(key)} else reminders.${column} end`;
  });
  const isRecorded = group.some(isTriedAgain)
    ? sql`exists (select from deliveries as line where line.user_id = attempt.user_id
        and line.reminder_id = attempt.id and line.sent_at = attempt.sent_at)`
    : sql`false`;
  const settling = sql`
    with input as materialized (
      select *, needs_no_line or ${isRecorded} as has_line
      from json_to_recordset(${input}::json) as attempt (
        id bigint, token uuid, user_id bigint, moves boolean, needs_no_line boolean, may_be_written boolean,
        "dateTime" timestamptz, completed boolean, "nextFireAt" timestamptz,
        "openOccurrenceAt" timestamptz, "waitingSince" timestamptz, "nagCount" smallint,
        "snoozedUntil" timestamptz, "pausedFrom" timestamptz, "pausedUntil" timestamptz,
        "pausedWithAll" boolean, unanswered_at timestamptz, unanswered_since timestamptz,
        ticked jsonb, message_id bigint, live_message_id bigint, brought jsonb,
        delivery_state delivery_state, not_before timestamptz, attempts smallint, last_error text,
        kind delivery_kind, occurrence_at timestamptz, scheduled_at timestamptz,
        sent_at timestamptz, outcome delivery_outcome, overtook integer)
    ), moved as (
      update reminders set
        ${sql.join(moved, sql`, `)},
        live_message_id = coalesce(input.live_message_id, reminders.live_message_id),
        brought = coalesce(input.brought, reminders.brought),
        ticked = case when unanswered_at is null then reminders.ticked end,
        delivery_state = coalesce(input.delivery_state, reminders.delivery_state),
        not_before = input.not_before, attempts = input.attempts, last_error = input.last_error,
        lease_token = null, lease_until = null
      from input
      where ${lockedById(sql`reminders.id = any(array(select id from input))`)}
        and reminders.id = input.id and reminders.lease_token = input.token
      returning reminders.id, input.token
    ), unanswered as (${storingOutcomes(sql`
      select input.id, user_id, unanswered_at, 'unanswered', unanswered_since, sent_at, ticked
      from input join moved using (id, token) where unanswered_at is not null`)}
    ), lines as (
      insert into deliveries
        (user_id, reminder_id, kind, occurrence_at, scheduled_at, sent_at, outcome, error_code,
          message_id, overtook)
      select user_id, input.id, kind, occurrence_at, scheduled_at, sent_at, outcome,
        case when outcome <> 'sent' then last_error end, message_id, overtook
      from input join users on users.id = input.user_id
      where users.id = any(array(select user_id from input)) and not has_line
    )
    select token || ':' || id as lease, false as "isWritten" from input where has_line and may_be_written
    union all
    select token || ':' || id, true from moved`;
  const settled = await readRows(db, settling, settledLease);
  return new Map(settled.map(({ lease, isWritten }) => [lease, isWritten]));
}

/** Each column by its name: spread objects took three times as long, some 10 µs a message. */
const attemptOf = ({
  claim,
  row,
  ledger,
  needsNoLine = false,
  earlierTry,
}: Attempt): Record<(typeof MOVED)[number], unknown> & Record<string, unknown> => ({
  id: claim.id,
  token: claim.token,
  user_id: claim.userId,
  needs_no_line: needsNoLine,
  may_be_written: earlierTry === 'unknown',
  moves: row.next !== undefined,
  dateTime: row.next?.dateTime,
  completed: row.next?.completed,
  nextFireAt: row.next?.nextFireAt,
  openOccurrenceAt: row.next?.openOccurrenceAt,
  waitingSince: row.next?.waitingSince,
  nagCount: row.next?.nagCount,
  snoozedUntil: row.next?.snoozedUntil,
  pausedFrom: row.next?.pausedFrom,
  pausedUntil: row.next?.pausedUntil,
  pausedWithAll: row.next?.pausedWithAll,
  overtook: row.overtook,
  unanswered_at: row.unanswered_at,
  unanswered_since: row.unanswered_since,
  ticked: row.ticked,
  brought: row.brought,
  message_id: row.message_id,
  live_message_id: row.live_message_id,
  delivery_state: row.delivery_state,
  not_before: row.not_before,
  attempts: row.attempts,
  last_error: row.last_error,
  kind: ledger.kind,
  outcome: ledger.outcome,
  occurrence_at: ledger.occurrenceAt,
  scheduled_at: ledger.scheduledAt,
  sent_at: ledger.sentAt,
});
