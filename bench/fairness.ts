/**
 * How late a stranger is while others have hundreds of reminders due at one second, with one instance
 * and with two: one whose only reminder is due at that second, and many that fall due later.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '@/server/platform/db/client';
import { type OutgoingReminder } from '@/server/reminders/message';
import { deliverReminders } from '@/testing/outbox';
import { type BenchServer, benchServer } from './database';
import { type Figure, quantile, report } from './figures';
import { processorTime } from './processor-time';
import { storeReminders } from './stored';

const ACCOUNTS = 150;
const EACH = 500;
const MAX_PER_SECOND = 25;
const CALL_MS = 50;
const STORED_AHEAD_MS = 15_000;
const WATCHED_MS = 60_000;
const FIRST_STRANGER = 1_000_000;
const STRANGERS_APART_MS = 500;
const ROUND_MS = (ACCOUNTS / MAX_PER_SECOND) * 1_000;
const SAME_SECOND_MAX_MS = ROUND_MS + 1_000;
const LATER_MAX_MS = 2_000;

const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`;

async function watch(server: BenchServer, instances: number, floods = false): Promise<Figure[]> {
  const { url } = await server.database(`fairness_${instances}_${floods}`);
  const connections = Array.from({ length: instances }, () => connect(url, { silenceMs: 0 }));
  const [first] = connections;
  if (!first) throw new Error('there is always one');
  const dueAt = new Date(Date.now() + STORED_AHEAD_MS);
  const crowd = { count: ACCOUNTS * EACH, perUser: EACH, firstUserId: 1, dueAt, floods };
  await storeReminders(first.db, crowd);
  await storeReminders(first.db, { count: 1, firstUserId: FIRST_STRANGER, dueAt });
  const strangers = {
    count: (WATCHED_MS - ROUND_MS) / STRANGERS_APART_MS - 10,
    firstUserId: FIRST_STRANGER + 1,
    dueAt: new Date(dueAt.getTime() + ROUND_MS + 1_000),
    spreadS: STRANGERS_APART_MS / 1_000,
  };
  await storeReminders(first.db, strangers);

  const sent = new Map<number, number[]>();
  const send = async ({ chatId, firing }: OutgoingReminder) => {
    const late = Date.now() - firing.scheduledAt.getTime();
    sent.set(chatId, [...(sent.get(chatId) ?? []), late]);
    await delay(CALL_MS);
    return { status: 'sent', messageId: 1 } as const;
  };
  await delay(dueAt.getTime() - 1_000 - Date.now());
  const before = processorTime(server.pid) ?? NaN;
  await Promise.all(
    connections.map(({ db }) =>
      deliverReminders(
        { db, send, retract: () => Promise.resolve(), maxPerSecond: MAX_PER_SECOND },
        { durationMs: WATCHED_MS, keepLooking: true },
      ),
    ),
  );
  const busy = ((processorTime(server.pid) ?? NaN) - before) / WATCHED_MS;
  for (const { close } of connections) await close();

  const counts = Array.from({ length: ACCOUNTS }, (_, i) => sent.get(i + 1)?.length ?? 0);
  const total = [...sent.values()].flat().length;
  console.log(
    `${instances} instance(s): ${total} sent, ${Math.min(...counts)} to ${Math.max(...counts)} an account, PostgreSQL ${Math.round(busy * 100)} % of a processor`,
  );
  const sameSecond = sent.get(FIRST_STRANGER)?.[0] ?? Infinity;
  const later = Array.from({ length: strangers.count }, (_, i) => {
    return sent.get(FIRST_STRANGER + 1 + i)?.[0] ?? Infinity;
  });
  const due = floods ? 're-sends due' : 'due';
  const among = `among ${ACCOUNTS} × ${EACH} ${due} at one second, ${MAX_PER_SECOND}/s, ${instances} instance${instances > 1 ? 's' : ''}`;
  return [
    {
      figure: `a stranger due in that very second, ${among}`,
      target: `≤ ${seconds(SAME_SECOND_MAX_MS)}`,
      measured: seconds(sameSecond),
      reached: sameSecond <= SAME_SECOND_MAX_MS,
    },
    {
      figure: `${later.length} strangers due after the first round, ${among}: the latest`,
      target: `≤ ${seconds(LATER_MAX_MS)}`,
      measured: `${seconds(Math.max(...later))} (median ${seconds(quantile(later, 0.5))})`,
      reached: Math.max(...later) <= LATER_MAX_MS,
    },
  ];
}

const server = await benchServer();
try {
  const figures = [await watch(server, 1), await watch(server, 2), await watch(server, 1, true)];
  report('fairness', figures.flat());
} finally {
  await server.drop();
}
