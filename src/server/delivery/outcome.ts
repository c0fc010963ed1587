import 'server-only';
import { afterSend, type Firing, type FiringState, replacedBySend } from '@/core/firing';
import { type BrokenClaim, type Claim } from './claim';
import { type Brought, type SendResult } from './outgoing';
import { silentUntil } from './pace';
import { type Parking } from './reachability';

/**
 * Failed attempts after which a reminder is given up; with the delays below that is 3.5 to 7 hours.
 * Attempts that never reached Telegram are not counted.
 */
export const ATTEMPTS_MAX = 50;
const BACKOFF_FIRST_MS = 2_000;
const BACKOFF_MAX_MS = 600_000;
/** While Telegram cannot be reached nothing can have arrived: tried for as long as it takes. */
const UNREACHED_DELAY_MS = 15_000;

/** What one attempt writes: the row, as far as its lease is still ours, and always a ledger line. */
export interface Settlement {
  claim: BrokenClaim & Partial<Pick<Claim, 'brought'>>;
  /** The state after a send; null leaves the life cycle where it is. */
  next: FiringState | null;
  /** What waited until this send took its place. */
  unanswered: { occurrenceAt: Date; cameAt: Date | null } | null;
  /** The message that is now in the chat. */
  messageId: number | null;
  /** What of the attachment is in the chat; null where nothing of it was sent. */
  brought: Brought | null;
  /** The older copy that this message replaces. */
  replacedMessageId: number | null;
  /** Null leaves it as it is. */
  deliveryState: 'scheduled' | 'failed' | null;
  notBefore: Date | null;
  attempts: number;
  lastError: string | null;
  ledger: Pick<Firing, 'kind' | 'occurrenceAt' | 'scheduledAt'> & {
    sentAt: Date;
    outcome: 'sent' | 'retry' | 'unreachable' | 'rejected' | 'failed';
  };
  /** Set where Telegram said that the user cannot be written to: all their reminders wait. */
  parking: Parking | null;
}

/** A re-send takes the place of the copy before it. */
const replacesCopy = ({ kind }: Firing): boolean => kind === 'nag' || kind === 'snooze';

/**
 * What Telegram's answer at `at` to a send that began at `began` means for a claim. `random` from 0 to
 * 1 spreads the retries.
 */
export function settlementOf(
  claim: Claim,
  result: SendResult,
  { began, at }: { began: Date; at: Date },
  random: number,
): Settlement {
  const { firing, attempts } = claim;
  const written = (
    outcome: Settlement['ledger']['outcome'],
    changes: Partial<Omit<Settlement, 'ledger' | 'claim'>>,
  ): Settlement => ({
    claim,
    next: null,
    unanswered: null,
    messageId: null,
    brought: result.brought ?? null,
    replacedMessageId: null,
    deliveryState: outcome === 'rejected' || outcome === 'failed' ? 'failed' : 'scheduled',
    notBefore: null,
    attempts,
    lastError: null,
    ledger: {
      kind: firing.kind,
      occurrenceAt: firing.occurrenceAt,
      scheduledAt: firing.scheduledAt,
      sentAt: at,
      outcome,
    },
    parking: null,
    ...changes,
  });
  const in_ = (ms: number) => new Date(at.getTime() + ms * (1 + random) * 0.5);

  switch (result.status) {
    case 'sent': {
      const sent = {
        messageId: result.messageId,
        // An earlier occurrence's message stays in the chat; an earlier copy of this one does not.
        replacedMessageId: replacesCopy(firing) ? claim.liveMessageId : null,
        attempts: 0,
      };
      try {
        const occurrenceAt = replacedBySend(claim.state, firing);
        return written('sent', {
          ...sent,
          next: afterSend(claim.state, firing, at),
          unanswered: occurrenceAt && { occurrenceAt, cameAt: claim.state.waitingSince },
        });
      } catch {
        return written('sent', { ...sent, deliveryState: 'failed', lastError: 'broken' });
      }
    }
    case 'rate-limited':
      return written('retry', {
        lastError: '429',
        notBefore: silentUntil(at, result.retryAfterS),
      });
    case 'unauthorized':
      return written('retry', { lastError: result.code });
    case 'unreachable':
      return written('unreachable', {
        deliveryState: null,
        lastError: result.code,
        parking: { userId: claim.userId, began, at },
      });
    case 'rejected':
      return written('rejected', { lastError: result.code });
    case 'refused':
    case 'retry': {
      const lastError = result.code;
      if (result.status === 'retry' && !result.reached)
        return written('retry', { lastError, notBefore: in_(UNREACHED_DELAY_MS) });
      if (attempts + 1 >= ATTEMPTS_MAX) {
        return written('failed', { lastError, attempts: attempts + 1 });
      }
      const delay = Math.min(BACKOFF_FIRST_MS * 2 ** attempts, BACKOFF_MAX_MS);
      return written('retry', { lastError, attempts: attempts + 1, notBefore: in_(delay) });
    }
  }
}

const UNREAD_DELAY_MS = 60_000;
/** From the sixth time on it waits for an hour. It leaves most of ATTEMPTS_MAX to the sends that follow. */
const UNREAD_TRIES_MAX = 6;
const UNREAD_DELAY_MAX_MS = 3_600_000;

/** A row that cannot be read is put back, for longer each time: the next release may be able to. */
export const settlementOfBroken = (claim: BrokenClaim, at: Date): Settlement => ({
  claim,
  next: null,
  unanswered: null,
  messageId: null,
  brought: null,
  replacedMessageId: null,
  deliveryState: 'scheduled',
  notBefore: new Date(
    at.getTime() + Math.min(UNREAD_DELAY_MS * 2 ** claim.attempts, UNREAD_DELAY_MAX_MS),
  ),
  attempts: Math.min(claim.attempts + 1, UNREAD_TRIES_MAX),
  lastError: 'broken',
  ledger: { kind: 'first', occurrenceAt: at, scheduledAt: at, sentAt: at, outcome: 'retry' },
  parking: null,
});
