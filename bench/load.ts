/**
 * 200 people at once, 180 in the mini app and 20 in the chat: every request is to be answered, the
 * chat's within a second at p99, both beside an empty route handler under the same 200; and what the
 * server holds after each collection is to be the same at the end of ten minutes as at their middle.
 * `LOAD_MINUTES` makes it shorter.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { initDataFor, TEST_ENV } from '@/testing/test-env';
import { botVisitor, load, miniAppVisitor, type Visitor } from '@/testing/load';
import { median, quantile, report } from './figures';
import { EMPTY_ROUTE, serveEmptyApp, serveProduct } from './next-servers';
import { startStandIn } from './stand-in';
import { storedDatabase } from './stored';

const USERS = 200;
const IN_CHAT = 20;
const ROWS = 20;
const MINUTES = Number(process.env.LOAD_MINUTES ?? 10);
const EMPTY_SECONDS = 30;
const CHAT_P99_MAX_MS = 1_000;
/** Of a heap of some 60 MB. A leak of 100 bytes a request would show twice that in ten minutes. */
const HEAP_GROWTH_MAX = 1.1;

const after = (seconds: number) => ({ until: performance.now() + seconds * 1_000 });
const p99 = (latencies: number[]) => `${quantile(latencies, 0.99).toFixed(0)} ms`;

/** Megabytes after each collection, of the process that serves. */
function heapOf(file: string): number[] {
  const byProcess = new Map<string, number[]>();
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const [pid = '', bytes] = line.split(' ');
    byProcess.set(pid, [...(byProcess.get(pid) ?? []), Number(bytes) / 2 ** 20]);
  }
  const [largest = []] = [...byProcess.values()].toSorted((a, b) => median(b) - median(a));
  return largest;
}

const database = await storedDatabase({ count: USERS * ROWS, perUser: ROWS });
const standIn = await startStandIn();
const folder = await mkdtemp(path.join(os.tmpdir(), 'napomnyu-load-'));
const heapFile = path.join(folder, 'heap');

const empty = await serveEmptyApp();
const ours = await serveProduct({
  ...TEST_ENV,
  TELEGRAM_API_ROOT: standIn.apiRoot,
  DATABASE_URL: database.url,
  DELIVERY_TICKER: 'on',
  LOG_LEVEL: 'warn',
  NODE_OPTIONS: `--require ${path.join(import.meta.dirname, 'heap-probe.cjs')}`,
  BENCH_HEAP_FILE: heapFile,
});
try {
  const nothing = Array.from({ length: USERS }, () => () => fetch(empty.url + EMPTY_ROUTE));
  const reference = await load(nothing, after(EMPTY_SECONDS));

  let lastUpdate = 0;
  const chat = Array.from({ length: IN_CHAT }, (_, i) =>
    botVisitor(ours.url, {
      userId: i + 1,
      secret: TEST_ENV.TELEGRAM_WEBHOOK_SECRET,
      updateId: () => (lastUpdate += 1),
    }),
  );
  const app = Array.from({ length: USERS - IN_CHAT }, (_, i): Visitor => {
    const id = IN_CHAT + i + 1;
    return miniAppVisitor(ours.url, initDataFor({ id }), i);
  });
  const [inApp, inChat] = await Promise.all([
    load(app, after(MINUTES * 60)),
    load(chat, after(MINUTES * 60)),
  ]);

  const heap = heapOf(heapFile);
  const part = (from: number, to: number) =>
    median(heap.slice(Math.floor(heap.length * from), Math.ceil(heap.length * to)));
  const [start, middle, end] = [part(0, 0.2), part(0.4, 0.6), part(0.8, 1)];
  const failures = [...inApp.failures, ...inChat.failures];
  if (failures.length > 0) console.log([...new Set(failures)]);
  const beside = `an empty route under the same load: ${p99(reference.latencies)}`;
  report('load', [
    {
      figure: `${USERS} users at once for ${MINUTES} min: requests that failed`,
      target: '0',
      measured: `${failures.length} of ${inApp.requests + inChat.requests}; API p99 ${p99(inApp.latencies)} (${beside})`,
      reached: failures.length === 0,
    },
    {
      figure: 'the bot’s answer to an update under that load, p99',
      target: `≤ ${CHAT_P99_MAX_MS / 1_000} s`,
      measured: `${p99(inChat.latencies)} (${beside})`,
      reached: quantile(inChat.latencies, 0.99) <= CHAT_P99_MAX_MS,
    },
    {
      figure: 'heap after a collection, end against middle of the run',
      target: `≤ ${HEAP_GROWTH_MAX} ×`,
      measured: `${(end / middle).toFixed(2)} × (${[start, middle, end].map((mb) => mb.toFixed(1)).join(' → ')} MB)`,
      reached: end / middle <= HEAP_GROWTH_MAX,
    },
  ]);
} finally {
  for (const { stop } of [ours, empty]) await stop();
  standIn.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
}
