import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import { heldNag } from '@/core/firing';
import { HELD_MAX } from '@/core/limits';
import { writeCalledOff } from '../reminders/called-off';
import { type Db } from '../platform/db/client';
import { type HeldItem, quietDigests, reminders } from '../platform/db/schema';
import { type HeldClaim } from '../reminders/claim';

/**
 * Puts what is held back into the one message that its user gets at `until`, once: what stands there
 * already is not added, unless that message may be on its way at this moment. In the caller's
 * transaction: what is taken out of its own way is in the message, or neither is.
 */
export async function hold(tx: Db, userId: number, item: HeldItem, until: Date): Promise<void> {
  const { items, leaseToken, dueAt } = quietDigests;
  const stands = sql`${leaseToken} is null and ${items} @> excluded.items`;
  const full = sql`${item.kind === 'nag'} and jsonb_array_length(${items}) >= ${HELD_MAX}`;
  await tx
    .insert(quietDigests)
    .values({ userId, items: [item], dueAt: until })
    .onConflictDoUpdate({
      target: quietDigests.userId,
      set: {
        items: sql`case when (${stands}) or (${full}) then ${items} else ${items} || excluded.items end`,
        dueAt: sql`least(${dueAt}, excluded.due_at)`,
      },
    });
}

/** Holds claimed re-sends back, each where the claim is still ours; the floods go on behind the message. */
export async function holdNags(db: Db, held: readonly HeldClaim[]): Promise<void> {
  for (const { claim, until } of held) {
    const { id, userId, token, state } = claim;
    await db.transaction(async (tx) => {
      const { nextFireAt } = heldNag(state, until);
      const [ours] = await tx
        .update(reminders)
        .set({ nextFireAt, leaseToken: null, leaseUntil: null })
        .where(and(eq(reminders.id, id), eq(reminders.leaseToken, token)))
        .returning({ id: reminders.id });
      if (!ours) return;
      const occurrenceAt = claim.firing.occurrenceAt.toISOString();
      const item = { kind: 'nag', reminderId: id, occurrenceAt, nagCount: state.nagCount } as const;
      await hold(tx, userId, item, until);
      await writeCalledOff(tx, [{ ...claim.firing, reminderId: id }], {
        by: 'quiet-hours',
        at: until,
      });
    });
  }
}
