import PgBoss from 'pg-boss';
import { Telegram } from 'telegraf';
import {
  type Arena,
  BOT_TOKEN,
  type Contender,
  IN_FLIGHT_MAX,
  queuedMessages,
  type QueuedMessage,
  sendWith,
} from './arena';

const QUEUE = 'sends';
/** Two batches share the calls that may be open: one is sent while the other is fetched or completed. */
const LOOPS = 2;

/**
 * pg-boss by its own fetch and complete in batches: its `work` would ask only twice a second. A
 * batch is completed as one, after its last send.
 */
export async function pgBoss(arena: Arena): Promise<Contender> {
  const boss = new PgBoss({
    connectionString: arena.databaseUrl,
    supervise: false,
    schedule: false,
    max: LOOPS,
  });
  await boss.start();
  await boss.createQueue(QUEUE);
  const telegram = new Telegram(BOT_TOKEN, { apiRoot: arena.apiRoot });
  const loop = async () => {
    for (;;) {
      const jobs = await boss.fetch<QueuedMessage>(QUEUE, {
        batchSize: IN_FLIGHT_MAX / LOOPS,
        priority: false,
      });
      if (jobs.length === 0) return;
      await Promise.all(jobs.map((job) => sendWith(telegram, job.data)));
      await boss.complete(
        QUEUE,
        jobs.map((job) => job.id),
      );
    }
  };
  return {
    prepare: async (count) => {
      await boss.clearStorage();
      const jobs = queuedMessages(count).map((data) => ({ name: QUEUE, data }));
      await boss.insert(jobs);
    },
    run: async () => {
      await Promise.all(Array.from({ length: LOOPS }, loop));
    },
    close: () => boss.stop({ graceful: false }),
  };
}
