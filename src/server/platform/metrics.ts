import 'server-only';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { connection } from './db/client';
import { processState } from './process-state';

/** Seconds. A reminder that is known a minute ahead is to come within one; minutes mean an outage. */
const LATENESS_BUCKETS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 900, 3_600];
/** Seconds. With a silent database a request fails after about 14. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

/** Gauges of the library's with a counter's name, which `promtool check metrics` refuses. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** Counts of this process alone, from its start on. Prometheus adds up several processes. */
function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  // Memory, processor time, event loop and garbage collection.
  collectDefaultMetrics({ register: registry });
  for (const misnamed of MISNAMED) registry.removeSingleMetric(misnamed);
  addPoolGauges(registers);
  return {
    registry,
    requests: new Histogram({
      name: 'napomnyu_http_request_duration_seconds',
      help: 'Answers of the API by this process; routes carry the names of their parameters.',
      labelNames: ['method', 'route', 'status'],
      buckets: REQUEST_BUCKETS,
      registers,
    }),
    sends: new Counter({
      name: 'napomnyu_reminder_sends_total',
      help: 'Attempts of this process to send a reminder, as they were settled.',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    lateness: new Histogram({
      name: 'napomnyu_reminder_lateness_seconds',
      help: 'From the time at which a message was due until this process had sent it.',
      buckets: LATENESS_BUCKETS,
      registers,
    }),
    ticks: new Counter({
      name: 'napomnyu_ticks_total',
      help: 'Runs of delivery that this process has ended.',
      labelNames: ['result'],
      registers,
    }),
    chatLines: new Counter({
      name: 'napomnyu_chat_lines_total',
      help: 'What lines about stored reminders were read as, and how questions about lines were answered.',
      labelNames: ['said', 'reading'],
      registers,
    }),
    voices: new Counter({
      name: 'napomnyu_voices_total',
      help: 'Voice messages that were to be written down, by what came of it.',
      labelNames: ['result'],
      registers,
    }),
  };
}

/** Adds what tells of the pool; it is asked at each scrape. */
function addPoolGauges(registers: Registry[]): void {
  new Gauge({
    name: 'napomnyu_pool_connections',
    help: 'Connections of this process to the database: open, idle, and at most (max).',
    labelNames: ['state'],
    registers,
    collect() {
      const { pool } = connection();
      this.set({ state: 'open' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'max' }, pool.options.max);
    },
  });
  new Gauge({
    name: 'napomnyu_pool_waiting_queries',
    help: 'Queries of this process that wait for a free connection.',
    registers,
    collect() {
      this.set(connection().pool.waitingCount);
    },
  });
}

type ProcessMetrics = ReturnType<typeof createMetrics>;
const metricsState = processState<{ metrics?: ProcessMetrics }>('metrics', () => ({}));
const metrics = (): ProcessMetrics => (metricsState.metrics ??= createMetrics());

export const processRegistry = (): Registry => metrics().registry;

/** An answer of the API. `route` holds no ids and no tokens: see `routeOf` in ./http. */
export function countRequest(
  { method, route, status }: { method: string; route: string; status: number },
  ms: number,
): void {
  metrics().requests.observe({ method, route, status }, ms / 1_000);
}

interface Sent {
  kind: string;
  outcome: string;
  sentAt: Date;
  scheduledAt: Date;
  isOurFault?: boolean;
}

export function countSends(lines: readonly Sent[]): void {
  const { sends, lateness } = metrics();
  for (const { kind, outcome, sentAt, scheduledAt, isOurFault } of lines) {
    sends.inc({ kind, outcome: isOurFault ? 'fault' : outcome });
    const ms = sentAt.getTime() - scheduledAt.getTime();
    if (outcome === 'sent') lateness.observe(Math.max(0, ms) / 1_000);
  }
}

export const countTick = (result: 'done' | 'failed'): void => metrics().ticks.inc({ result });

/** A line of the chat by what it was read as, or the answer to a question about one; its words stay out of it. */
export const countChatLine = (said: 'line' | 'choice', reading: string): void =>
  metrics().chatLines.inc({ said, reading });

/**
 * What became of a voice message that was to be written down. `silent`: nobody says anything in it; `too-large`: or
 * longer than its sender says, or no voice of Telegram's; `over-limit`: of its sender's day; `busy`: too many at once.
 */
export const countVoice = (
  result: 'heard' | 'silent' | 'failed' | 'too-large' | 'over-limit' | 'busy',
): void => metrics().voices.inc({ result });
