/**
 * What a tick costs with 1,000 and with 1,000,000 reminders stored, the same number of them due. The
 * sends cost nothing here, so that all of it is the database's and ours.
 */
import { sql } from 'drizzle-orm';
import { DAY_MS } from '@/core/calendar';
import { connect } from '@/server/platform/db/client';
import { benchServer } from './database';
import { ratio, report } from './figures';
import { storeReminders } from './stored';
import { compareTicks, DUE, TICK_RATIO_MAX } from './ticks';

const ROUNDS = 15;
const YEAR_S = 365 * 86_400;

const server = await benchServer();

async function storing(count: number) {
  const { url } = await server.database(`stored_${count}`);
  const connected = connect(url, { silenceMs: 0 });
  const dueAt = new Date(Date.now() + DAY_MS);
  const spread = { firstUserId: 1, perUser: 10, dueAt, spreadS: YEAR_S / count };
  await storeReminders(connected.db, { count, ...spread });
  await connected.db.execute(sql`vacuum (analyze)`);
  return connected;
}

try {
  const few = await storing(1_000);
  const many = await storing(1_000_000);
  const cost = await compareTicks({ few: few.db, many: many.db }, ROUNDS);
  report('tick-cost', [
    {
      figure: `tick cost, 1,000,000 stored against 1,000, ${DUE} due`,
      target: `≤ ${TICK_RATIO_MAX} ×`,
      measured: `${ratio(cost.ratio)} × (${Math.round(cost.manyMs)} ms against ${Math.round(cost.fewMs)} ms)`,
      reached: cost.ratio <= TICK_RATIO_MAX,
    },
  ]);
  await few.close();
  await many.close();
} finally {
  await server.drop();
}
