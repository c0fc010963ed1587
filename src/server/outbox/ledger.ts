import 'server-only';
import { sql } from 'drizzle-orm';
import { DAY_MESSAGES, type DayMessageKind } from '@/core/settings';
import { type Db } from '../platform/db/client';
import { type deliveries } from '../platform/db/schema';
import { timestamp } from '../platform/db/time-in-sql';
import { BOT_REFUSED, OUR_FAULT, type SendResult } from '../telegram/send';

type Kind = (typeof deliveries.$inferSelect)['kind'];
/** Messages that are about no single reminder; lateness is not counted of them. */
const OF_NO_REMINDER: readonly Kind[] = ['notice', ...DAY_MESSAGES];
export const isOfReminder = (kind: Kind): boolean => !OF_NO_REMINDER.includes(kind);
/** The same of a line of the ledger. */
export const isOfNoReminder = sql`kind in ${OF_NO_REMINDER}`;

/** As PostgreSQL and JavaScript read it: codes of attempts that Telegram did not answer, or not as itself. */
export const NO_ANSWER = '^(5[0-9][0-9]|network|timeout|no-answer)$';
/** The word for a row that our code cannot read, or whose next state the database refuses. */
export const BROKEN = 'broken';
/** Codes of attempts that failed by us. */
export const BY_US = `^(${BOT_REFUSED}|${OUR_FAULT}|${BROKEN})$`;

type LedgerRow = typeof deliveries.$inferSelect;

export interface AttemptToRecord extends Pick<LedgerRow, 'userId' | 'sentAt' | 'outcome'> {
  kind: 'notice' | DayMessageKind;
  result: SendResult;
}

/**
 * Writes the line of an attempt to send what is about no single reminder. Such a message has no moment but that of
 * sending, which stands in all three columns of time. However often it is asked to, it writes the line once. It writes
 * none for a user who was erased meanwhile: who is gone leaves no trace. An erasure that is under way waits for it, or
 * is waited for.
 */
export async function recordAttempt(db: Db, attempt: AttemptToRecord): Promise<void> {
  const { userId, kind, outcome, result } = attempt;
  const sentAt = timestamp(attempt.sentAt);
  await db.execute(sql`
    with known as materialized (
      select id from users where id = ${userId} for key share
    )
    insert into deliveries
      (user_id, kind, occurrence_at, scheduled_at, sent_at, outcome, error_code)
    select id, ${kind}::delivery_kind, ${sentAt}, ${sentAt}, ${sentAt},
      ${outcome}::delivery_outcome, ${errorCodeOf(result)}
    from known
    where not exists (
      select from deliveries as line where line.user_id = ${userId} and reminder_id is null
        and line.kind = ${kind} and line.sent_at = ${sentAt})`);
}

/** Telegram's code, or a word of ours, for why an attempt came to nothing; null where the message was sent. */
export function errorCodeOf(result: SendResult): string | null {
  if (result.status === 'sent') return null;
  return result.status === 'rate-limited' ? '429' : result.code;
}
