import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import { type Kind, type Sent, type Settled } from '../outbox/kind';
import { type Send } from '../telegram/send';
import { type Attempt, recordAttempts } from '../outbox/ledger';
import { PATIENCE, verdictOf } from '../outbox/verdict';
import { type Db } from '../platform/db/client';
import { noticeClaims, notices } from '../platform/db/schema';
import { claimNotice, type NoticeClaim } from './claim';

/** A notice on its way to one chat. */
export type OutgoingNotice = { chatId: number; text: string };

/** On their way, or out and not yet settled: what a kill -9 may repeat. */
export const NOTICES_HELD_MAX = 16;
/** Slots further off were taken by reminders after we looked. */
const SLOT_WITHIN_MS = 500;

/** The running notice to all users. It gives way to everything before it. */
export const dueNotices = (db: Db, send: Send<OutgoingNotice>): Kind<NoticeClaim> => ({
  name: 'notice',
  heldMax: NOTICES_HELD_MAX,
  slotWithinMs: SLOT_WITHIN_MS,
  claim: claimNotice,
  release,
  send: async (claim, signal) => {
    // Asked at the last moment: a stop is meant for the very next message.
    if (!(await isStillToSend(db, claim).catch(() => false))) return null;
    return send({ chatId: claim.userId, text: claim.text }, signal);
  },
  settle,
});

const ours = ({ noticeId, userId, token }: NoticeClaim) =>
  and(
    eq(noticeClaims.noticeId, noticeId),
    eq(noticeClaims.userId, userId),
    eq(noticeClaims.leaseToken, token),
  );

/** The notice was not stopped, and nobody else holds the claim. */
async function isStillToSend(db: Db, claim: NoticeClaim): Promise<boolean> {
  const rows = await db
    .select({ id: notices.id })
    .from(noticeClaims)
    .innerJoin(notices, eq(notices.id, noticeClaims.noticeId))
    .where(and(ours(claim), eq(notices.state, 'running')));
  return rows.length > 0;
}

/** In one transaction for each notice of these; everybody takes its row first, and claims after it. */
async function eachNotice(
  db: Db,
  claims: readonly NoticeClaim[],
  work: (tx: Db, noticeId: number, isRunning: boolean) => Promise<void>,
): Promise<void> {
  for (const id of new Set(claims.map(({ noticeId }) => noticeId))) {
    await db.transaction(async (tx) => {
      const [row] = await tx.select().from(notices).where(eq(notices.id, id)).for('update');
      await work(tx, id, row?.state === 'running');
    });
  }
}

/** The claim is free again, or gone with a notice that was stopped. */
async function putBack(
  tx: Db,
  claim: NoticeClaim,
  isRunning: boolean,
  again: Partial<Pick<typeof noticeClaims.$inferInsert, 'notBefore' | 'attempts'>>,
): Promise<void> {
  const free = { ...again, leaseToken: null, leaseUntil: null };
  await (isRunning ? tx.update(noticeClaims).set(free) : tx.delete(noticeClaims)).where(
    ours(claim),
  );
}

const release = (db: Db, claims: readonly NoticeClaim[], notBefore: Date | null = null) =>
  eachNotice(db, claims, async (tx, noticeId, isRunning) => {
    for (const claim of claims) {
      if (claim.noticeId === noticeId) await putBack(tx, claim, isRunning, { notBefore });
    }
  });

async function settle(db: Db, group: readonly Sent<NoticeClaim>[]): Promise<Settled> {
  const claims = group.map(({ claim }) => claim);
  await eachNotice(db, claims, async (tx, noticeId, isRunning) => {
    const theirs = group.filter(({ claim }) => claim.noticeId === noticeId);
    const attempts = theirs.map(({ claim: { userId }, at, result }): Attempt => {
      return { userId, kind: 'notice', scheduledAt: at, sentAt: at, result };
    });
    await recordAttempts(tx, attempts);
    const counts = { sent: 0, unreachable: 0, failed: 0 };
    for (const { claim, result, at } of theirs) {
      const verdict = verdictOf(result, at, claim.attempts, PATIENCE.notice);
      if (verdict.over === null) {
        const { notBefore, attempts } = verdict;
        await putBack(tx, claim, isRunning, { notBefore, attempts });
        continue;
      }
      const gone = await tx.delete(noticeClaims).where(ours(claim)).returning();
      counts[verdict.over === 'rejected' ? 'failed' : verdict.over] += gone.length;
    }
    await tx
      .update(notices)
      .set({
        sent: sql`${notices.sent} + ${counts.sent}`,
        unreachable: sql`${notices.unreachable} + ${counts.unreachable}`,
        failed: sql`${notices.failed} + ${counts.failed}`,
      })
      .where(eq(notices.id, noticeId));
  });
  return {};
}
