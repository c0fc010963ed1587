import 'server-only';
import { sql } from 'drizzle-orm';
import { type DayMessageKind } from '@/core/settings';
import { type Db } from '../platform/db/client';
import { type deliveries } from '../platform/db/schema';
import { BOT_REFUSED, OUR_FAULT, type SendResult } from '../telegram/send';

/** Messages that are about no single reminder; lateness is not counted of them. */
export const isOfNoReminder = sql`kind in ('notice', 'agenda', 'review')`;

/** As PostgreSQL and JavaScript read it: codes of attempts that Telegram did not answer, or not as itself. */
export const NO_ANSWER = '^(5[0-9][0-9]|network|timeout|no-answer)$';
/** The word for a row that our code cannot read, or whose next state the database refuses. */
export const BROKEN = 'broken';
/** Codes of attempts that failed by us. */
export const BY_US = `^(${BOT_REFUSED}|${OUR_FAULT}|${BROKEN})$`;

type LedgerRow = typeof deliveries.$inferSelect;

export interface AttemptToRecord extends Pick<
  LedgerRow,
  'userId' | 'scheduledAt' | 'sentAt' | 'outcome'
> {
  kind: 'notice' | DayMessageKind;
  result: SendResult;
}

/**
 * Writes a line an attempt, once however often it is asked to, unless the user was erased meanwhile: who
 * is gone leaves no trace. An erasure that is under way waits for it, or is waited for.
 */
export async function recordAttempts(db: Db, attempts: readonly AttemptToRecord[]): Promise<void> {
  if (attempts.length === 0) return;
  const lines = attempts.map(({ userId, kind, scheduledAt, sentAt, outcome, result }) => ({
    ...{ user_id: userId, kind, outcome, error_code: errorCodeOf(result) },
    ...{ scheduled_at: scheduledAt, sent_at: sentAt },
  }));
  await db.execute(sql`
    with known as materialized (
      select id from users where id = any(${sql.param(attempts.map(({ userId }) => userId))}::bigint[])
      order by id for key share
    )
    insert into deliveries
      (user_id, kind, occurrence_at, scheduled_at, sent_at, outcome, error_code)
    select user_id, kind, scheduled_at, scheduled_at, sent_at, outcome, error_code
    from json_to_recordset(${JSON.stringify(lines)}::json) as input (
      user_id bigint, kind delivery_kind, scheduled_at timestamptz, sent_at timestamptz,
      outcome delivery_outcome, error_code text)
    join known on known.id = user_id
    where not exists (
      select 1 from deliveries as line where line.user_id = input.user_id and reminder_id is null
        and line.kind = input.kind and line.sent_at = input.sent_at)`);
}

/** Telegram's code, or a word of ours, for why an attempt came to nothing; null where the message was sent. */
export function errorCodeOf(result: SendResult): string | null {
  if (result.status === 'sent') return null;
  return result.status === 'rate-limited' ? '429' : result.code;
}
