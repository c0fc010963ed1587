import 'server-only';
import { sql } from 'drizzle-orm';
import { type DayMessageKind } from '@/core/settings';
import { type Db } from '../db/client';
import { deliveries } from '../db/schema';
import { type SendResult } from './outgoing';

type Line = typeof deliveries.$inferInsert;

/** The ledger's line on a message that is no reminder: a notice, a test, a warning of removal. */
export const noticeLine = (userId: number, at: Date, result: SendResult): Line => ({
  userId,
  kind: 'notice',
  occurrenceAt: at,
  scheduledAt: at,
  sentAt: at,
  ...outcomeOf(result),
});

/** What messages that are about no single reminder stand in the ledger as; lateness is not counted of them. */
export type NoticeKind = 'notice' | DayMessageKind;
export const isNotice = sql`kind in ('notice', 'agenda', 'review')`;

/**
 * Writes such a line, unless the user was erased meanwhile: who is gone leaves no trace. An erasure that
 * is under way waits for it, or is waited for.
 */
export async function recordNotice(
  db: Db,
  userId: number,
  at: Date,
  result: SendResult,
  { kind, scheduledAt }: { kind: NoticeKind; scheduledAt: Date } = {
    kind: 'notice',
    scheduledAt: at,
  },
): Promise<void> {
  const { outcome, errorCode } = outcomeOf(result);
  const instant = (of: Date) => sql.param(of, deliveries.sentAt);
  await db.execute(sql`
    insert into deliveries
      (user_id, kind, occurrence_at, scheduled_at, sent_at, outcome, error_code)
    select id, ${kind}::delivery_kind, ${instant(scheduledAt)}, ${instant(scheduledAt)}, ${instant(at)}, ${outcome}::delivery_outcome,
      ${errorCode ?? null}
    from users where id = ${userId} for key share`);
}

function outcomeOf(result: SendResult): Pick<Line, 'outcome' | 'errorCode'> {
  switch (result.status) {
    case 'sent':
      return { outcome: 'sent' };
    case 'unreachable':
    case 'rejected':
    case 'retry':
      return { outcome: result.status, errorCode: result.code };
    case 'refused':
      return { outcome: 'retry', errorCode: result.code };
    case 'rate-limited':
      return { outcome: 'retry', errorCode: '429' };
    case 'unauthorized':
      return { outcome: 'retry', errorCode: result.code };
  }
}
