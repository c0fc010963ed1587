/**
 * One contender in a process of its own: `process.ts NAME DATABASE_URL API_ROOT`. Does what its
 * parent process tells it.
 */
import { z } from 'zod';
import { type Arena, type Contender } from './arena';

// Loaded one at a time, so that no process holds the libraries of the others.
const contenders: Record<string, () => Promise<(arena: Arena) => Contender | Promise<Contender>>> =
  {
    ours: async () => (await import('./ours')).ours,
    'telegraf-loop': async () => (await import('./telegraf-loop')).telegrafLoop,
    'pg-boss': async () => (await import('./pg-boss')).pgBoss,
    'graphile-worker': async () => (await import('./graphile-worker')).graphileWorker,
  };

const order = z.object({ order: z.enum(['prepare', 'run', 'close']), count: z.number() });

const [name = '', databaseUrl = '', apiRoot = ''] = process.argv.slice(2);
const create = await contenders[name]?.();
if (!create) throw new Error(`There is no contender ${name}.`);
const contender = await create({ databaseUrl, apiRoot });

async function obey(message: unknown): Promise<void> {
  const { order: what, count } = order.parse(message);
  const started = performance.now();
  const cpu = process.cpuUsage();
  await contender[what](count);
  const ms = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  process.send?.({ ms, cpuMs: (user + system) / 1_000 });
  if (what === 'close') process.disconnect();
}

process.on('message', (message) => {
  obey(message).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
process.send?.({ ms: 0, cpuMs: 0 });
