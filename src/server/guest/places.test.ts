import { eq, sql } from 'drizzle-orm';
import { GUEST_CARD_TAKERS_MAX } from '@/core/limits';
import { guestCalls, reminders } from '@/server/platform/db/schema';
import { log } from '@/server/platform/log';
import { testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';

const { db } = testDatabase();
const bot = testBot(db);

let chats = 0;

/** A card of the bot's in a chat that no other test has used, with so many places taken. */
async function cardTakenBy(taken: number) {
  const anna = await bot.member();
  const id = -1_002_000_000_000 - (chats += 1);
  const answer = await anna.call({
    chat: { id, type: 'supergroup', title: 'Семья' },
    text: '@napomnyu_bot завтра в 9 созвон',
  });
  if (!answer) throw new Error('there is no answer');
  const setTaken = (count: number) =>
    db.update(guestCalls).set({ taken: count }).where(eq(guestCalls.userId, anna.id));
  await setTaken(taken);
  const takenNow = async () => {
    const [call] = await db.select().from(guestCalls).where(eq(guestCalls.userId, anna.id));
    return call?.taken;
  };
  return { anna, answer, setTaken, takenNow };
}

test('where all places are taken, who has it already is told when it comes, and its author that it is theirs', async () => {
  const { anna, answer, setTaken, takenNow } = await cardTakenBy(0);
  const boris = await bot.member();
  await boris.pressElsewhere(answer.id, 'Напомнить и мне');
  await setTaken(GUEST_CARD_TAKERS_MAX);
  await boris.pressElsewhere(answer.id, 'Напомнить и мне');
  expect(boris.toast()).toBe('Оно у вас уже есть: напомню завтра в 09:00');
  await anna.pressElsewhere(answer.id, 'Напомнить и мне');
  expect(anna.toast()).toContain('ваше напоминание');
  const vera = await bot.member();
  await vera.pressElsewhere(answer.id, 'Напомнить и мне');
  expect(vera.toast()).toContain('уже 50 человек');
  expect(await takenNow()).toBe(GUEST_CARD_TAKERS_MAX);
});

test('a press that fails takes no place, and says that it has failed', async () => {
  const { answer, takenNow } = await cardTakenBy(GUEST_CARD_TAKERS_MAX - 1);
  const boris = await bot.member();
  const logged = jest.spyOn(log, 'error').mockImplementation(() => undefined);
  const never = sql.raw(`check (user_id <> ${boris.id} or text <> 'Созвон')`);
  await db.execute(sql`alter table reminders add constraint never_of_boris ${never}`);
  await boris.pressElsewhere(answer.id, 'Напомнить и мне');
  await db.execute(sql`alter table reminders drop constraint never_of_boris`);
  expect(logged).toHaveBeenCalled();
  logged.mockRestore();
  expect(boris.toast()).toContain('Что-то пошло не так');
  expect(await takenNow()).toBe(GUEST_CARD_TAKERS_MAX - 1);

  await boris.pressElsewhere(answer.id, 'Напомнить и мне');
  expect(await takenNow()).toBe(GUEST_CARD_TAKERS_MAX);
  const { userId } = reminders;
  expect(await db.select().from(reminders).where(eq(userId, boris.id))).toHaveLength(1);
});

test('of people who press at once no more than there are places get it', async () => {
  const { answer, takenNow } = await cardTakenBy(GUEST_CARD_TAKERS_MAX - 3);
  const people = [];
  for (let i = 0; i < 8; i += 1) people.push(await bot.member());
  for (const { id } of people) bot.simulator().pressInline(id, answer.id, 'Напомнить и мне');
  await bot.deliverAtOnce(false);
  const ids = people.map(({ id }) => id);
  const made = await db.select({ userId: reminders.userId }).from(reminders);
  expect(made.filter(({ userId }) => ids.includes(userId))).toHaveLength(3);
  expect(await takenNow()).toBe(GUEST_CARD_TAKERS_MAX);
});
