import { and, eq, isNull } from 'drizzle-orm';
import { SendWindow } from '@/server/outbox/kind';
import { runTick } from '@/server/outbox/tick';
import { type Db } from '@/server/platform/db/client';
import { reminders } from '@/server/platform/db/schema';
import { dueJointNews } from '@/server/sharing/news';
import { sendMessageVia } from '@/server/telegram/send';
import { createReminder } from './builders';
import { type testBot, type TestChat } from './conversation';
import { runningClock } from './outbox';

/** Against hanging alone. */
const DEADLINE_MS = 600_000;

/** People of a simulated Telegram who have a reminder together. */
export function testJoint(db: Db, bot: ReturnType<typeof testBot>) {
  /** What the others have done is told. */
  async function tellNews(
    at?: Date,
    send = sendMessageVia(bot.api()),
    window = new SendWindow(),
  ): Promise<void> {
    bot.clock.advance(60_000);
    const now = at ?? bot.clock.now();
    await runTick({
      ...{ db, kinds: [dueJointNews(send)], now: runningClock(now) },
      ...{ retract: () => Promise.resolve(), deadline: new Date(now.getTime() + DEADLINE_MS) },
      ...{ horizonMs: 0, maxPerSecond: Infinity, window },
    });
  }

  const liveOf = (userId: number) =>
    db
      .select()
      .from(reminders)
      .where(and(eq(reminders.userId, userId), isNull(reminders.deletedAt)));

  /** A reminder whose owner has asked for a link to take part in it. */
  async function proposed(fields: Partial<typeof reminders.$inferInsert> = {}) {
    const anna = await bot.member({ firstName: 'Анна' });
    const dateTime = new Date(bot.clock.now().getTime() + 3_600_000);
    const reminder = await createReminder(db, anna.id, { dateTime, ...fields });
    await anna.pressData(`share:together:${reminder.id}`, (await hello(anna)).messageId);
    const [, token = ''] = /start=share_([\w-]{32})/.exec(anna.text()) ?? [];
    return { anna, reminder, token };
  }

  async function hello(chat: TestChat) {
    await chat.write('/help');
    return chat.last();
  }

  async function proposeAndJoin(fields: Partial<typeof reminders.$inferInsert> = {}) {
    const offer = await proposed(fields);
    const boris = await bot.member({ firstName: 'Борис' });
    await boris.write(`/start share_${offer.token}`);
    await boris.press('Участвовать');
    await tellNews();
    return { ...offer, boris };
  }

  return { tellNews, liveOf, proposed, hello, proposeAndJoin };
}
