import { deliverReminders } from '@/testing/outbox';
import { and, gt, inArray, isNotNull } from 'drizzle-orm';
import { testDatabase } from '@/testing/database';
import { startDebianPostgres } from '@/testing/debian-postgres';
import { startInstance } from '@/testing/delivery-instance';
import {
  arrivalsAt,
  audit,
  type DueReminder,
  inParts,
  seedDue,
  seedPulse,
  settled,
  startOutboxServer,
} from '@/testing/due-reminders';
import { watchOnTime } from '@/testing/on-time';
import { TEST_ENV } from '@/testing/test-env';
import { startTcpProxy, type TcpProxy, type Way } from '@/testing/tcp-proxy';
import { until } from '@/testing/until';
import { connect, type Db } from '../platform/db/client';
import { migrateDatabase } from '../platform/db/migrations';
import { reminders, users } from '../platform/db/schema';
import { connectBotApi, retractVia, type Send } from '../telegram/send';
import { type OutgoingReminder } from '../reminders/message';
import { sendReminderVia } from '../reminders/due';
import { UNSETTLED_MAX } from './kind';
import { startTicker, type Ticker } from './run';

jest.setTimeout(150_000);

/** A claim whose answer was lost waits out its lease of 30 s, and on a slow machine somewhat longer. */
const SETTLED_WITHIN_MS = 75_000;
const PULSE_FOR_MS = 60_000;
const soon = (ms: number) => new Date(Date.now() + ms);

/** Adds reminders from `from` on, when the fault is over; what became of them, and of all that was `due`. */
async function afterwards(
  db: Db,
  telegram: Awaited<ReturnType<typeof startOutboxServer>>,
  due: DueReminder[],
  from: Date,
) {
  const onTime = watchOnTime();
  const timely = await seedDue(db, inParts(from, [20, 20], 500));
  due.push(...timely);
  const isToCome = and(
    inArray(
      reminders.id,
      timely.map(({ id }) => id),
    ),
    isNotNull(reminders.nextFireAt),
  );
  await until(async () => (await db.$count(reminders, isToCome)) === 0, SETTLED_WITHIN_MS);
  const found = audit(await settled(db, due, SETTLED_WITHIN_MS), [arrivalsAt(telegram)]);
  const latestMs = Math.max(...timely.map(found.latenessMs));
  return { found, latestMs, limitMs: onTime.limitMs() };
}

const { db, url } = testDatabase();

describe('the way to Telegram', () => {
  let telegram: Awaited<ReturnType<typeof startOutboxServer>>;
  let way: TcpProxy;
  let ticker: Ticker | undefined;

  beforeEach(async () => {
    patienceMs = Infinity;
    telegram = await startOutboxServer();
    way = await startTcpProxy(Number(new URL(telegram.origin).port));
  });
  afterEach(async () => {
    await ticker?.stop();
    await way.stop();
    await telegram.stop();
    await db.delete(users);
  });

  const sending = new Set<AbortController>();
  let patienceMs: number;
  let sent = 0;
  const limitPatience = (sender: AbortController) =>
    AbortSignal.timeout(patienceMs).addEventListener('abort', () => sender.abort());

  /** Delivery as a process runs it. */
  const startDelivery = () => {
    const telegramApiRoot = `http://127.0.0.1:${way.port}`;
    const api = connectBotApi({ token: TEST_ENV.TELEGRAM_BOT_TOKEN, apiRoot: telegramApiRoot });
    const deliver = sendReminderVia(api, { appUrl: 'https://napomnyu.example', simulated: true });
    const send: Send<OutgoingReminder> = async (message, signal) => {
      const impatience = new AbortController();
      sending.add(impatience);
      if (patienceMs < Infinity) limitPatience(impatience);
      const answer = deliver(message, AbortSignal.any([signal, impatience.signal]));
      const result = await answer.finally(() => sending.delete(impatience));
      if (result.status === 'sent') sent += 1;
      return result;
    };
    const delivery = { db, send, retract: retractVia(api), maxPerSecond: 150 };
    ticker = startTicker((options) => deliverReminders(delivery, options));
  };
  /** From now on an answer is waited for half a second, where delivery would wait for ten. */
  const breakWay = (fault: Way) => {
    way.set(fault);
    patienceMs = 500;
    for (const each of sending) limitPatience(each);
  };
  /** Until delivery knows: what was on its way is over, and something that set out since has arrived. */
  const mendWay = async () => {
    const onTheirWay = [...sending];
    way.set('open');
    patienceMs = Infinity;
    await until(() => !onTheirWay.some((each) => sending.has(each)), SETTLED_WITHIN_MS);
    const sentBefore = sent;
    await until(() => sent > sentBefore, SETTLED_WITHIN_MS);
  };
  const arrived = () => arrivalsAt(telegram).length;

  /** While one message at a time tries whether Telegram is back. */
  const PROBES_MAX = 5;

  test.each<[string, Way]>([
    ['cut', 'cut'],
    ['swallowing every answer', 'mute'],
  ])(
    '%s in the middle of a batch: nothing is lost, no more is repeated than was on its way, and what falls due once it is mended is on time',
    async (_name, fault) => {
      const due = await seedPulse(db, PULSE_FOR_MS);
      due.push(...(await seedDue(db, inParts(soon(0), [200], 0))));
      startDelivery();
      await until(() => arrived() >= 50);
      breakWay(fault);
      await until(async () => (await db.$count(reminders, gt(reminders.attempts, 0))) >= 5);
      await mendWay();

      const { found, latestMs, limitMs } = await afterwards(db, telegram, due, soon(1_000));
      expect(found.lost).toEqual([]);
      expect(found.unfounded).toEqual([]);
      expect(found.repeated[0]).toBeLessThanOrEqual(UNSETTLED_MAX + PROBES_MAX);
      expect(latestMs).toBeLessThanOrEqual(limitMs);
    },
  );
});

test('a Telegram whose every answer takes a second and a half: each is sent once, and on time', async () => {
  const telegram = await startOutboxServer();
  telegram.simulator.fault({ kind: 'slow', ms: 1_500 });
  const options = { databaseUrl: url, telegram: telegram.origin, maxPerSecond: 200 };
  const due = await seedPulse(db, PULSE_FOR_MS);
  const instance = await startInstance(options);
  try {
    await until(() => arrivalsAt(telegram).length > 0);
    const { found, latestMs, limitMs } = await afterwards(db, telegram, due, soon(1_500));
    expect(found.lost).toEqual([]);
    expect(found.unfounded).toEqual([]);
    expect(found.repeated).toEqual([0]);
    expect(latestMs).toBeLessThanOrEqual(limitMs);
  } finally {
    await instance.stop();
    await telegram.stop();
    await db.delete(users);
  }
});

test('PostgreSQL stopped at once in the middle of a batch and started again: two instances lose nothing and repeat nothing, and what is due afterwards is on time', async () => {
  const server = await startDebianPostgres();
  const databaseUrl = server.url('postgres');
  const { db, close } = connect(databaseUrl);
  const telegram = await startOutboxServer();
  const options = { databaseUrl, telegram: telegram.origin, maxPerSecond: 200 };
  const arrived = () => arrivalsAt(telegram).length;
  const instances: Awaited<ReturnType<typeof startInstance>>[] = [];
  try {
    await migrateDatabase(databaseUrl);
    const due = await seedPulse(db, PULSE_FOR_MS);
    instances.push(...(await Promise.all([startInstance(options), startInstance(options)])));
    await until(() => arrived() > 0);
    due.push(...(await seedDue(db, inParts(soon(0), [400], 0))));
    await until(() => arrived() >= 100);
    server.crash();
    const beforeStart = arrived();
    server.start();
    await until(() => arrived() > beforeStart, SETTLED_WITHIN_MS);
    // Our own connections have yet to learn that they are broken.
    const answers = () => db.$count(users).then(Number.isInteger, () => false);
    await until(answers);

    const { found, latestMs, limitMs } = await afterwards(db, telegram, due, soon(2_500));
    expect(found.lost).toEqual([]);
    expect(found.unfounded).toEqual([]);
    expect(found.repeated).toEqual([0]);
    expect(latestMs).toBeLessThanOrEqual(limitMs);
  } finally {
    await Promise.all(instances.map((each) => each.stop()));
    await close();
    await telegram.stop();
    await server.stop();
  }
});

test('a database that falls silent in the middle of a batch and speaks again: two instances lose nothing, repeat no more than was on its way, and what is due afterwards is on time', async () => {
  const way = await startTcpProxy(Number(new URL(url).port));
  const proxied = new URL(url);
  proxied.port = String(way.port);
  const telegram = await startOutboxServer();
  const options = {
    databaseUrl: proxied.href,
    telegram: telegram.origin,
    maxPerSecond: 200,
  };
  const arrived = () => arrivalsAt(telegram).length;
  const due = await seedPulse(db, PULSE_FOR_MS);
  const instances = await Promise.all([startInstance(options), startInstance(options)]);
  try {
    await until(() => arrived() > 0);
    due.push(...(await seedDue(db, inParts(soon(0), [400], 0))));
    await until(() => arrived() >= 100);
    way.set('hanging');
    await way.untilGivenUp(SETTLED_WITHIN_MS);
    const beforeSpeaking = arrived();
    way.set('open');
    await until(() => arrived() > beforeSpeaking, SETTLED_WITHIN_MS);

    const { found, latestMs, limitMs } = await afterwards(db, telegram, due, soon(2_000));
    expect(found.lost).toEqual([]);
    expect(found.unfounded).toEqual([]);
    expect(found.repeated[0]).toBeLessThanOrEqual(instances.length * UNSETTLED_MAX);
    expect(latestMs).toBeLessThanOrEqual(limitMs);
  } finally {
    await Promise.all(instances.map((each) => each.stop()));
    await telegram.stop();
    await way.stop();
    await db.delete(users);
  }
});
