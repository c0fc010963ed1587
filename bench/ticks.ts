import { deliverReminders } from '@/testing/outbox';
import { sql } from 'drizzle-orm';
import { type Db } from '@/server/platform/db/client';
import { median } from './figures';
import { storeReminders } from './stored';

/** How many reminders are due in each of the measured ticks. */
export const DUE = 500;
/** What a tick may cost beside many stored reminders, against the same tick beside few. */
export const TICK_RATIO_MAX = 1.2;
const FIRST_DUE_USER = 1_000_000_000;
const WARM_UP = 3;

/** Stores what is due at once and sends it to nobody: what is left is the database's work and ours. */
async function timedTick(db: Db): Promise<number> {
  await db.execute(sql`delete from users where id >= ${FIRST_DUE_USER}`);
  await storeReminders(db, { count: DUE, firstUserId: FIRST_DUE_USER, dueAt: new Date() });
  let messageId = 0;
  const started = performance.now();
  const { sent } = await deliverReminders(
    {
      db,
      send: () => Promise.resolve({ status: 'sent', messageId: (messageId += 1) }),
      retract: () => Promise.resolve(),
      maxPerSecond: Infinity,
    },
    { durationMs: 10_000 },
  );
  if (sent !== DUE) throw new Error(`${sent} of ${DUE} were sent`);
  return performance.now() - started;
}

/**
 * What a tick costs in two databases that store different numbers of reminders. They take turns, so
 * that whatever else the machine does falls on both; the ratio is the median of the rounds'.
 */
export async function compareTicks(
  { few, many }: { few: Db; many: Db },
  rounds: number,
): Promise<{ ratio: number; fewMs: number; manyMs: number }> {
  const times: { few: number; many: number }[] = [];
  for (let round = 0; round < WARM_UP + rounds; round += 1) {
    const took = { few: await timedTick(few), many: await timedTick(many) };
    if (round >= WARM_UP) times.push(took);
  }
  return {
    ratio: median(times.map((took) => took.many / took.few)),
    fewMs: median(times.map((took) => took.few)),
    manyMs: median(times.map((took) => took.many)),
  };
}
