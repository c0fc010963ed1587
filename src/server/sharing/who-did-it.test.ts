import { eq } from 'drizzle-orm';
import { reminders } from '@/server/platform/db/schema';
import {
  presentInChat,
  rewriteByReply,
  snoozeFromChat,
  takeBackLast,
} from '@/server/reminders/chat-acts';
import { describePressed } from '@/server/reminders/message';
import { deleteReminder } from '@/server/reminders/reminders';
import { testBot, type TestChat } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { testJoint } from '@/testing/joint';

const { db } = testDatabase();
const bot = testBot(db);
const { tellNews, liveOf, together } = testJoint(db, bot);

const DAILY = { every: 1, unit: 'DAY' } as const;
const RULES = [
  ['a one-shot', null],
  ['a series', DAILY],
] as const;

const targetOf = async ({ id: userId }: TestChat) => {
  const [row] = await liveOf(userId);
  if (!row) throw new Error('no row');
  return { userId, reminderId: row.id, now: bot.clock.now() };
};

/** What somebody's message about the reminder says once it is brought up to date. */
const openMessageOf = async (chat: TestChat): Promise<string> =>
  describePressed(await presentInChat(db, await targetOf(chat)));

describe.each(RULES)('%s that a member puts off for all', (_, rule) => {
  /** Борис has put it off for all; Анна has her message open, or has put hers off before. */
  async function putOffByMember({ annaIs }: { annaIs: 'waiting' | 'away' }) {
    const joint = await together({ rule });
    const { anna, boris, reminder } = joint;
    await bot.sendDueAt(reminder.dateTime);
    if (annaIs === 'away') await anna.press('10 мин');
    await boris.press('1 час');
    await boris.press('Отложить для всех');
    return joint;
  }

  test('is told as his to who has put it off herself', async () => {
    const { anna } = await putOffByMember({ annaIs: 'away' });
    await tellNews();
    expect(anna.text()).toContain('Общее напоминание изменено (Борис)');
  });

  test('says so with his name in the message that she has open, and in his own without', async () => {
    const { anna, boris } = await putOffByMember({ annaIs: 'waiting' });
    expect(await openMessageOf(anna)).toMatch(/^💤 Отложено для всех \(Борис\) до 20 ноября в /);
    expect(await openMessageOf(boris)).toMatch(/^💤 Отложено до 20 ноября в /);
  });

  test('is her own again once she puts it off anew', async () => {
    const { anna } = await putOffByMember({ annaIs: 'waiting' });
    const target = await targetOf(anna);
    const present = await presentInChat(db, target);
    if (present.state === 'gone') throw new Error('no message');
    const { occurrenceAt } = present;
    await snoozeFromChat(db, { ...target, occurrenceAt, messageId: 900, preset: '10m' });
    expect(await openMessageOf(anna)).toMatch(/^💤 Отложено до 20 ноября в /);
  });

  test('is told as his when he takes that back', async () => {
    const { anna, boris } = await putOffByMember({ annaIs: 'waiting' });
    expect(await takeBackLast(db, await targetOf(boris))).toBe(true);
    await tellNews();
    expect(anna.text()).toContain('Общее напоминание изменено (Борис)');
  });
});

test('whoever has put it off reads their own snooze, though its owner has changed the text since', async () => {
  const { anna, boris, reminder } = await together();
  await bot.sendDueAt(reminder.dateTime);
  await boris.press('1 час');
  await rewriteByReply(db, await targetOf(anna), 'Другой текст');
  expect(await openMessageOf(boris)).toMatch(/^💤 Отложено до 20 ноября в /);
  await tellNews();
  expect(boris.text()).toContain('Общее напоминание изменено (Анна)');
});

/** A third person, beside the owner and whoever comes after her. */
async function ofThree() {
  const joint = await together();
  const vera = await bot.member({ firstName: 'Вера' });
  await vera.write(`/start share_${joint.token}`);
  await vera.press('Участвовать');
  await tellNews();
  return { ...joint, vera };
}

test('a change is told as hers who has made it, though another owns it when it is told', async () => {
  const { anna, boris, vera } = await ofThree();
  const { userId, reminderId, now } = await targetOf(anna);
  await rewriteByReply(db, { userId, reminderId, now }, 'Другой текст');
  await deleteReminder(db, userId, reminderId, now, true);
  await tellNews();
  expect(vera.text()).toContain('Общее напоминание изменено (Анна)');
  expect(boris.text()).toContain('Теперь его ведёте вы');
});

test('of a change by somebody who is gone no other name is told', async () => {
  const { anna, vera } = await ofThree();
  const { userId, reminderId, now } = await targetOf(anna);
  await rewriteByReply(db, { userId, reminderId, now }, 'Другой текст');
  await deleteReminder(db, userId, reminderId, now, true);
  await db.delete(reminders).where(eq(reminders.id, reminderId));
  await tellNews();
  expect(vera.text()).toContain('Общее напоминание изменено:');
});

test('what is said of an answer while a change is untold stays the change of whoever has made it', async () => {
  const { anna, boris, vera } = await ofThree();
  await rewriteByReply(db, await targetOf(anna), 'Другой текст');
  await boris.write('готово другой текст');
  await tellNews();
  expect(vera.text()).toContain('Общее напоминание изменено (Анна)');
});
