import { makeWorkerUtils, runOnce, Logger } from 'graphile-worker';
import pg from 'pg';
import { Telegram } from 'telegraf';
import { z } from 'zod';
import {
  type Arena,
  BOT_TOKEN,
  type Contender,
  IN_FLIGHT_MAX,
  queuedMessages,
  type QueuedMessage,
  sendWith,
} from './arena';

/** Fewer than workers: one waits for its send most of the time. More connections made it slower. */
const CONNECTIONS = 10;

/** graphile-worker as its manual advises for throughput: many workers at a time, prepared statements. */
export async function graphileWorker(arena: Arena): Promise<Contender> {
  const pgPool = new pg.Pool({ connectionString: arena.databaseUrl, max: CONNECTIONS });
  const utils = await makeWorkerUtils({ pgPool, logger: new Logger(() => () => undefined) });
  await utils.migrate();
  const telegram = new Telegram(BOT_TOKEN, { apiRoot: arena.apiRoot });
  const stored = z.custom<QueuedMessage>((value) => typeof value === 'object' && value !== null);
  return {
    prepare: async (count) => {
      await pgPool.query(
        `select count(graphile_worker.add_job('send', message)) from json_array_elements($1::json) as message`,
        [JSON.stringify(queuedMessages(count))],
      );
    },
    run: () =>
      runOnce({
        pgPool,
        concurrency: IN_FLIGHT_MAX,
        noHandleSignals: true,
        logger: new Logger(() => () => undefined),
        taskList: {
          send: async (payload) => {
            await sendWith(telegram, stored.parse(payload));
          },
        },
      }),
    close: async () => {
      await utils.release();
      await pgPool.end();
    },
  };
}
