import 'server-only';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Db } from '../db/client';
import { deliveries, noticeClaims, notices, users } from '../db/schema';
import { spreadAnswer } from '../delivery/side-effects';
import { type SendResult } from '../delivery/outgoing';
import { silentUntil } from '../delivery/pace';
import { type NoticeBatch, type NoticeClaim } from './claim';
import { noticeLine } from '../delivery/ledger';

/** Attempts that may have arrived, after which a recipient counts as failed: nobody gets it more often. */
export const ATTEMPTS_MAX = 3;
const BACKOFF_FIRST_MS = 5_000;
/** While Telegram cannot be reached nothing can have arrived: tried for as long as it takes. */
const UNREACHED_DELAY_MS = 15_000;

/** What became of one claim; without a result it was not sent and goes back. */
export interface Attempt {
  claim: NoticeClaim;
  began: Date;
  at: Date;
  result: SendResult | null;
}

type Settled = 'sent' | 'unreachable' | 'failed';
/** Either over for this recipient, or to be tried again, with what an attempt that counts adds. */
type Fate = { settled: Settled } | { notBefore: Date | null; attempts: number };

function fateOf({ claim, at, result }: Attempt): Fate {
  const later = (ms: number) => new Date(at.getTime() + ms);
  switch (result?.status) {
    case undefined:
    case 'unauthorized':
      return { notBefore: null, attempts: claim.attempts };
    case 'rate-limited':
      return { notBefore: silentUntil(at, result.retryAfterS), attempts: claim.attempts };
    case 'sent':
      return { settled: 'sent' };
    case 'unreachable':
      return { settled: 'unreachable' };
    case 'rejected':
      return { settled: 'failed' };
    case 'refused':
    case 'retry': {
      if (result.status === 'retry' && !result.reached)
        return { notBefore: later(UNREACHED_DELAY_MS), attempts: claim.attempts };
      const attempts = claim.attempts + 1;
      if (attempts >= ATTEMPTS_MAX) return { settled: 'failed' };
      return { notBefore: later(BACKOFF_FIRST_MS * 2 ** claim.attempts), attempts };
    }
  }
}

/** Writes what a batch came to, where the claims are still ours; the ledger gets a line an attempt. */
export async function settleNotice(
  db: Db,
  { noticeId }: NoticeBatch,
  attempts: readonly Attempt[],
): Promise<void> {
  await db.transaction(async (tx) => {
    // Everybody takes the notice's row first, and claims after it.
    const [notice] = await tx
      .select({ state: notices.state })
      .from(notices)
      .where(eq(notices.id, noticeId))
      .for('update');
    const counts = { sent: 0, unreachable: 0, failed: 0 };
    for (const attempt of attempts) {
      const { userId, token } = attempt.claim;
      const ours = and(
        eq(noticeClaims.noticeId, noticeId),
        eq(noticeClaims.userId, userId),
        eq(noticeClaims.leaseToken, token),
      );
      const fate = fateOf(attempt);
      if ('settled' in fate || notice?.state !== 'running') {
        const gone = await tx.delete(noticeClaims).where(ours).returning();
        if ('settled' in fate) counts[fate.settled] += gone.length;
      } else {
        await tx
          .update(noticeClaims)
          .set({ ...fate, leaseToken: null, leaseUntil: null })
          .where(ours);
      }
    }
    await tx
      .update(notices)
      .set({
        sent: sql`${notices.sent} + ${counts.sent}`,
        unreachable: sql`${notices.unreachable} + ${counts.unreachable}`,
        failed: sql`${notices.failed} + ${counts.failed}`,
      })
      .where(eq(notices.id, noticeId));
    await recordAttempts(tx, attempts);
  });
  for (const { claim, began, at, result } of attempts) {
    if (result) await spreadAnswer(db, { chatId: claim.userId, began, at, result });
  }
}

async function recordAttempts(db: Db, attempts: readonly Attempt[]): Promise<void> {
  const lines = attempts.flatMap(({ claim, at, result }) =>
    result === null ? [] : [noticeLine(claim.userId, at, result)],
  );
  if (lines.length === 0) return;
  const known = await db
    .select({ id: users.id })
    .from(users)
    .where(
      inArray(
        users.id,
        lines.map(({ userId }) => userId),
      ),
    );
  const ids = new Set(known.map(({ id }) => id));
  // Who was erased meanwhile leaves no trace.
  const kept = lines.filter(({ userId }) => ids.has(userId));
  if (kept.length > 0) await db.insert(deliveries).values(kept);
}
