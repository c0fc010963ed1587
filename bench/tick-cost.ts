/**
 * What a tick costs with 1,000 and with 1,000,000 reminders stored, the same number of them due. The
 * sends cost nothing here, so that all of it is the database's and ours. The two databases take turns.
 */
import { sql } from 'drizzle-orm';
import { connect } from '@/server/db/client';
import { runDelivery } from '@/server/delivery/run';
import { benchServer } from './database';
import { median, ratio, report } from './figures';
import { storeReminders } from './stored';

const STORED = [1_000, 1_000_000];
const DUE = 500;
const ROUNDS = 15;
const WARM_UP = 3;
const RATIO_MAX = 1.2;
const FIRST_DUE_USER = 1_000_000_000;
const YEAR_S = 365 * 86_400;

const server = await benchServer();
try {
  const sides = [];
  for (const stored of STORED) {
    const { url } = await server.database(`stored_${stored}`);
    const { db, close } = connect(url, { silenceMs: 0 });
    await storeReminders(db, {
      count: stored,
      firstUserId: 1,
      perUser: 10,
      dueAt: new Date(Date.now() + 86_400_000),
      spreadS: YEAR_S / stored,
    });
    await db.execute(sql`vacuum (analyze)`);
    sides.push({ db, close, times: [0].slice(1) });
  }
  let messageId = 0;
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    for (const { db, times } of sides) {
      await db.execute(sql`delete from users where id >= ${FIRST_DUE_USER}`);
      await storeReminders(db, { count: DUE, firstUserId: FIRST_DUE_USER, dueAt: new Date() });
      const started = performance.now();
      const { sent } = await runDelivery(
        {
          db,
          send: () => Promise.resolve({ status: 'sent', messageId: (messageId += 1) }),
          retract: () => Promise.resolve(),
          maxPerSecond: Infinity,
        },
        { durationMs: 10_000 },
      );
      if (sent !== DUE) throw new Error(`${sent} of ${DUE} were sent`);
      if (round >= WARM_UP) times.push(performance.now() - started);
    }
  }
  const [few = [], many = []] = sides.map((side) => side.times);
  const cost = median(many.map((ms, round) => ms / (few[round] ?? NaN)));
  const ms = (times: number[]) => `${Math.round(median(times))} ms`;
  report('tick-cost', [
    {
      figure: `tick cost, 1,000,000 stored against 1,000, ${DUE} due`,
      target: `≤ ${RATIO_MAX} ×`,
      measured: `${ratio(cost)} × (${ms(many)} against ${ms(few)})`,
      reached: cost <= RATIO_MAX,
    },
  ]);
  for (const { close } of sides) await close();
} finally {
  await server.drop();
}
