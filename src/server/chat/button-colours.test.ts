import { fixedClock } from '@/testing/clock';
import { testBot, type TestChat } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';

const { db } = testDatabase();
const clock = fixedClock();
const bot = testBot(db, clock);
const NOON = new Date('2026-11-20T09:00:00Z');
beforeEach(() => clock.set(NOON));

/** The colours of the keys under the last message that have one. */
const coloursUnder = (chat: TestChat) =>
  Object.fromEntries(
    chat
      .last()
      .keyboard.flat()
      .flatMap(({ text, style }) => (style === undefined ? [] : [[text, style]])),
  );

test('«Готово» is green wherever it stands, what deletes is red, and nothing else has a colour', async () => {
  const chat = await bot.member();
  await chat.write('через час выключить духовку');
  expect(coloursUnder(chat)).toEqual({});
  await bot.sendDueAt(new Date('2026-11-20T10:00:00Z'));
  expect(coloursUnder(chat)).toEqual({ '✅ Готово': 'success' });
  await chat.write('/delete');
  expect(Object.values(coloursUnder(chat))).toEqual(['danger']);
  await chat.write('завтра в 10 позвонить Ольге');
  await chat.write('удали Ольгу');
  expect(coloursUnder(chat)).toEqual({ Удалить: 'danger' });
  await chat.write('каждый день в 9 зарядка');
  await chat.write('удали зарядку');
  expect(coloursUnder(chat)).toEqual({ 'Всю серию': 'danger' });
});
