/**
 * How late reminders are that all fall due at the same minute, known before: from their time to
 * Telegram's answer, as the ledger has it.
 */
import { deliverReminders } from '@/testing/outbox';
import { connect } from '@/server/platform/db/client';
import { deliveries } from '@/server/platform/db/schema';
import { connectBotApi, retractVia } from '@/server/telegram/send';
import { sendReminderVia } from '@/server/reminders/due';
import { APP_ADDRESS, BOT_TOKEN } from './contenders/arena';
import { benchDatabase } from './database';
import { quantile, report } from './figures';
import { startStandIn } from './stand-in';
import { storeReminders } from './stored';

const DUE = 500;
const MAX_PER_SECOND = 1_000;
/** They are due this long after they were stored, and the tick waits for them. */
const AHEAD_MS = 15_000;
const P99_MAX_MS = 1_000;
const ROUNDS = 5;

const database = await benchDatabase();
const standIn = await startStandIn();
const { db, close } = connect(database.url, { silenceMs: 0 });
try {
  const api = connectBotApi({ token: BOT_TOKEN, apiRoot: standIn.apiRoot });
  const delivery = {
    db,
    send: sendReminderVia(api, APP_ADDRESS),
    retract: retractVia(api),
    maxPerSecond: MAX_PER_SECOND,
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const dueAt = new Date(Date.now() + AHEAD_MS);
    await storeReminders(db, { count: DUE, firstUserId: 1 + round * DUE, dueAt });
    const { sent } = await deliverReminders(delivery, { durationMs: AHEAD_MS + 10_000 });
    if (sent !== DUE) throw new Error(`${sent} of ${DUE} were sent`);
  }
  const sends = await db.select().from(deliveries);
  const lateness = sends.map((each) => each.sentAt.getTime() - each.scheduledAt.getTime());
  if (Math.min(...lateness) < 0) throw new Error('a reminder went out before its time');
  const p99 = quantile(lateness, 0.99);
  report('lateness', [
    {
      figure: `lateness p99, ${DUE} due at one minute, pace ${MAX_PER_SECOND}/s`,
      target: '≤ 1 s',
      measured: `${(p99 / 1_000).toFixed(2)} s (median ${(quantile(lateness, 0.5) / 1_000).toFixed(2)} s, worst ${(Math.max(...lateness) / 1_000).toFixed(2)} s)`,
      reached: p99 <= P99_MAX_MS,
    },
  ]);
} finally {
  await close();
  standIn.stop();
  await database.drop();
}
