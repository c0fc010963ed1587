import 'server-only';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { SEVERAL_REMINDERS } from '@/core/limits';
import { type DayMessageKind } from '@/core/settings';
import { type Db } from '../platform/db/client';
import { dayPlans } from '../platform/db/schema';
import { waits } from '../reminders/wire';

/** Runs begin each minute, on Vercel up to two minutes apart. */
const LOOK_BACK_MS = 5 * 60_000;

/** Of a fast service the latest sends: who is passed over is found another day. */
const SENDS_MAX = 2_000;

const candidates = z.array(
  z.object({
    userId: z.string().transform(Number),
    kinds: z.array(z.string()),
    waiting: z.coerce.number(),
    coming: z.coerce.number(),
  }),
);

/**
 * Finds whom an agenda or a review may help, who was never offered one: several reminders wait or come
 * soon. What is found is looked at closely when the message would come; where it would not help then, on
 * the days after that. Reads the latest sends of the last minutes: the cost does not depend on how many users there are.
 */
export async function findOffers(db: Db, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const before = (ms: number) => sql`${at} - ${ms} * interval '1 ms'`;
  const { rows } = await db.execute(sql`
    with recent as materialized (
      select distinct user_id from (
        select user_id from deliveries
        where sent_at > ${before(LOOK_BACK_MS)} and kind = 'first' and outcome = 'sent'
        order by sent_at desc limit ${SENDS_MAX}
      ) as latest
    )
    select recent.user_id as "userId",
      array(select kind from ${dayPlans} where day_plans.user_id = recent.user_id) as kinds,
      (select count(*) from reminders where user_id = recent.user_id and deleted_at is null
        and ${waits} and waiting_since > ${at} - interval '24 hours') as waiting,
      (select count(*) from reminders where user_id = recent.user_id and deleted_at is null
        and not completed and date_time > ${at} - interval '12 hours'
        and date_time < ${at} + interval '36 hours') as coming
    from recent
    where (select count(*) from ${dayPlans} where day_plans.user_id = recent.user_id) < 2`);
  const found = candidates.parse(rows).flatMap(({ userId, kinds, waiting, coming }) => {
    const offer = (kind: DayMessageKind, count: number) =>
      count >= SEVERAL_REMINDERS && !kinds.includes(kind) ? [{ userId, kind }] : [];
    return [...offer('review', waiting), ...offer('agenda', coming)];
  });
  if (found.length === 0) return;
  // In one order everywhere: two instances that find the same would else wait for each other.
  const inOrder = found.toSorted((a, b) => a.userId - b.userId || a.kind.localeCompare(b.kind));
  await db
    .insert(dayPlans)
    .values(inOrder.map((each) => ({ ...each, state: 'offer' as const, dueAt: now })))
    .onConflictDoNothing();
}
