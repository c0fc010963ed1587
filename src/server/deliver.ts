import 'server-only';
import { db } from './db/client';
import { type Delivery, runDelivery, type RunOptions } from './delivery/run';
import { type TickCounts } from './delivery/tick';
import { env } from './env';
import { connectBotApi, retractVia, sendReminderVia } from './telegram/send';

let delivery: Delivery | undefined;

/** Delivery on this process's database and bot: the one place that ties it to Telegram. */
export function deliver(options: RunOptions): Promise<TickCounts> {
  delivery ??= connected();
  return runDelivery(delivery, options);
}

function connected(): Delivery {
  const { botToken, telegramApiRoot, maxPerSecond } = env();
  const api = connectBotApi({ token: botToken, apiRoot: telegramApiRoot });
  return { db: db(), send: sendReminderVia(api, env()), retract: retractVia(api), maxPerSecond };
}
