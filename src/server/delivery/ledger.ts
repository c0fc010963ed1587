import 'server-only';
import { type deliveries } from '../db/schema';
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
