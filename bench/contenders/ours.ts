import { deliverReminders } from '@/testing/outbox';
import { sql } from 'drizzle-orm';
import { connect } from '@/server/platform/db/client';
import { upsertReferenceRows } from '@/server/platform/db/reference';
import { connectBotApi, retractVia } from '@/server/telegram/send';
import { sendReminderVia } from '@/server/reminders/due';
import { storeReminders } from '../stored';
import { APP_ADDRESS, type Arena, BOT_TOKEN, type Contender, FIRST_CHAT_ID } from './arena';

/** Our delivery as the server runs it, with the pace off. */
export function ours(arena: Arena): Contender {
  const api = connectBotApi({ token: BOT_TOKEN, apiRoot: arena.apiRoot });
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
      // The categories that everybody has go with those of users.
      await upsertReferenceRows(db);
      await storeReminders(db, { count, firstUserId: FIRST_CHAT_ID, dueAt: new Date() });
    },
    run: async (count) => {
      const { sent } = await deliverReminders(delivery, { durationMs: 60_000 });
      if (sent !== count) throw new Error(`${sent} of ${count} reminders were sent`);
    },
    close,
  };
}
