import { sql } from 'drizzle-orm';
import { Telegram } from 'telegraf';
import { connect } from '@/server/db/client';
import { runDelivery } from '@/server/delivery/run';
import { type BotApi, connectBotApi, retractVia } from '@/server/telegram/send';
import { sendReminderVia } from '@/server/telegram/send-reminder';
import { storeReminders } from '../stored';
import { APP_ADDRESS, type Arena, BOT_TOKEN, type Contender, FIRST_CHAT_ID } from './arena';

/** Our delivery as the server runs it, with the pace off. */
export const ours = (arena: Arena): Contender =>
  delivering(arena, connectBotApi({ token: BOT_TOKEN, apiRoot: arena.apiRoot }));

/** The same with Telegraf's HTTP client, as the other contenders have it. */
export function oursByTelegraf(arena: Arena): Contender {
  const telegram = new Telegram(BOT_TOKEN, { apiRoot: arena.apiRoot });
  return delivering(arena, (method, payload) => telegram.callApi(method, payload));
}

function delivering(arena: Arena, api: BotApi): Contender {
  const { db, close } = connect(arena.databaseUrl);
  const delivery = {
    db,
    send: sendReminderVia(api, APP_ADDRESS),
    retract: retractVia(api),
    maxPerSecond: Infinity,
  };
  return {
    prepare: async (count) => {
      await db.execute(sql`truncate reminders, users cascade`);
      await storeReminders(db, { count, firstUserId: FIRST_CHAT_ID, dueAt: new Date() });
    },
    run: async (count) => {
      const { sent } = await runDelivery(delivery, { durationMs: 60_000 });
      if (sent !== count) throw new Error(`${sent} of ${count} reminders were sent`);
    },
    close,
  };
}
