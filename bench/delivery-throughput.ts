/**
 * Messages a second: our delivery, a bare Telegraf loop, pg-boss and graphile-worker, to the same
 * stand-in of the Bot API, on the same PostgreSQL, with as many calls open at a time. They take turns
 * round by round, and each ratio is the median of the rounds' ratios: what else the machine does falls
 * on all alike. All of them call through Telegraf's client.
 */
import { type Entrant, startContender } from './contenders/start';
import { benchDatabase } from './database';
import { median, ratio, report } from './figures';
import { processorTime } from './processor-time';
import { startStandIn } from './stand-in';

const NAMES = ['ours', 'telegraf-loop', 'pg-boss', 'graphile-worker'] as const;
const MESSAGES = 6_000;
/** Until V8 has compiled what each of them does. */
const WARM_UP = 9_000;
const ROUNDS = 9;
const LOOP_SHARE_MIN = 0.5;
const QUEUES_FACTOR_MIN = 0.8;

type Name = (typeof NAMES)[number];
interface Run {
  perSecond: number;
  /** Processor microseconds a message: the sender's, PostgreSQL's. */
  senderUs: number;
  postgresUs: number;
}

const database = await benchDatabase();
const standIn = await startStandIn();

async function measure(entrant: Entrant): Promise<Run> {
  await entrant.prepare(MESSAGES);
  const before = await standIn.taken();
  const postgresBefore = processorTime(database.pid) ?? NaN;
  const { ms, cpuMs } = await entrant.run(MESSAGES);
  const postgresMs = (processorTime(database.pid) ?? NaN) - postgresBefore;
  const taken = (await standIn.taken()) - before;
  if (taken !== MESSAGES) throw new Error(`${entrant.name} sent ${taken} of ${MESSAGES}`);
  const each = 1_000 / MESSAGES;
  return {
    perSecond: MESSAGES / (ms / 1_000),
    senderUs: cpuMs * each,
    postgresUs: postgresMs * each,
  };
}

try {
  const runs: Record<Name, Run[]> = {
    ours: [],
    'telegraf-loop': [],
    'pg-boss': [],
    'graphile-worker': [],
  };
  const entrants: [Name, Entrant][] = [];
  for (const name of NAMES) {
    const entrant = await startContender(name, {
      databaseUrl: database.url,
      apiRoot: standIn.apiRoot,
    });
    await entrant.prepare(WARM_UP);
    await entrant.run(WARM_UP);
    entrants.push([name, entrant]);
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, entrant] of entrants) runs[name].push(await measure(entrant));
  }
  for (const [, entrant] of entrants) await entrant.close();

  const typical = (name: Name, what: keyof Run) =>
    Math.round(median(runs[name].map((run) => run[what])));
  console.table(
    NAMES.map((name) => ({
      name,
      'messages/s': typical(name, 'perSecond'),
      'sender µs/message': typical(name, 'senderUs'),
      'PostgreSQL µs/message': typical(name, 'postgresUs'),
    })),
  );
  const against = (mine: Name, others: Name[]) =>
    median(
      runs[mine].map(
        (run, round) =>
          run.perSecond / Math.max(...others.map((name) => runs[name][round]?.perSecond ?? NaN)),
      ),
    );
  const speeds = (names: Name[]) =>
    names.map((name) => `${name} ${typical(name, 'perSecond')}`).join(', ');
  const loop = against('ours', ['telegraf-loop']);
  const queues = against('ours', ['pg-boss', 'graphile-worker']);
  report('delivery-throughput', [
    {
      figure: 'delivery throughput against a bare Telegraf loop, pace off, 64 calls at a time',
      target: `≥ ${LOOP_SHARE_MIN}`,
      measured: `${ratio(loop)} (${speeds(['ours', 'telegraf-loop'])} messages/s)`,
      reached: loop >= LOOP_SHARE_MIN,
    },
    {
      figure: 'the same against the faster of pg-boss 10 and graphile-worker 0.16',
      target: `≥ ${QUEUES_FACTOR_MIN} ×`,
      measured: `${ratio(queues)} × (${speeds(['pg-boss', 'graphile-worker'])} messages/s)`,
      reached: queues >= QUEUES_FACTOR_MIN,
    },
  ]);
} finally {
  standIn.stop();
  await database.drop();
}
