import { createNote, createReminder } from '@/testing/builders';
import { testBot, type TestChat } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';

/*
 * A phone shows six keys in three rows without scrolling, whatever else a card has to ask. Keys that are a number
 * alone open what the text lists, many in a row; they count as a row.
 */

// Friday 20 November 2026, 12:00 in Moscow.
const { db } = testDatabase();
const bot = testBot(db);
const at = (iso: string) => new Date(`${iso}+03:00`);
const NOON = at('2026-11-20T12:00');

beforeEach(() => bot.clock.set(NOON));

/** Somebody whose time zone nobody has said yet: their first card asks for it. */
async function newcomer(): Promise<TestChat> {
  const anna = bot.stranger();
  await anna.write('/start');
  await anna.press('Мне есть 18, принимаю');
  return anna;
}

const isNumber = (label: string) => /^(?:[☐☑] )?\d+$/.test(label);

function expectToFit(chat: TestChat) {
  const rows = chat.labels();
  expect(rows.length).toBeLessThanOrEqual(3);
  expect(rows.flat().filter((label) => !isNumber(label)).length).toBeLessThanOrEqual(6);
}

test('the first card, with a new category above and the zone’s question below', async () => {
  const anna = await newcomer();
  await anna.write('завтра в 9 полить #дача');
  expect(anna.labels()).toEqual([
    ['Создать категорию «дача»'],
    ['Изменить', 'Отменить'],
    ['Время верное', 'Другой город'],
  ]);
  await anna.press('Создать категорию «дача»');
  expectToFit(anna);
});

test('several reminders of a first message', async () => {
  const anna = await newcomer();
  await anna.write('завтра в 9 молоко #дача\nзавтра в 10 сыр');
  expect(anna.labels().flat()).toContain('Время верное');
  expectToFit(anna);
});

test.each([
  ['хлеб', 'without a moment'],
  ['25 декабря хлеб', 'with a day alone'],
  ['25 декабря или 26 декабря хлеб', 'with two days'],
  ['в пятницу в 18:00 хлеб', 'of which week it is asked'],
  ['завтра в 9 хлеб #дача', 'with a category that is not there'],
  ['заметка: семена #дача', 'that is a note'],
])('the card of «%s», %s', async (line) => {
  const anna = await bot.member();
  await anna.write(line);
  expectToFit(anna);
});

test.each(['завтра в 9 хлеб', '25 декабря хлеб', 'хлеб'])(
  'the card of a forwarded «%s»',
  async (line) => {
    const anna = await bot.member();
    const forward_origin = { type: 'user', sender_user: { id: 9, is_bot: false, first_name: 'О' } };
    await anna.write(line, { forward_origin });
    expectToFit(anna);
  },
);

test('a ring, and what it is after each of its keys', async () => {
  const anna = await bot.member();
  await createReminder(db, anna.id, { text: '- молоко\n- хлеб', dateTime: at('2026-11-20T13:00') });
  await bot.sendDueAt(at('2026-11-20T13:00'));
  expectToFit(anna);
  for (const key of ['10 мин', 'Отложить…', '‹ Назад', '✅ Готово', '↩️ Вернуть']) {
    await anna.press(key);
    expectToFit(anna);
  }
});

test('the lists, a reminder of them and all that opens there', async () => {
  const anna = await bot.member();
  for (let day = 1; day <= 6; day += 1) {
    const dateTime = at(`2026-11-2${day}T09:00`);
    await createReminder(db, anna.id, { text: `- дело ${day}\n- ещё`, dateTime });
  }
  await anna.write('/list');
  expectToFit(anna);
  await anna.press('1');
  expectToFit(anna);
  for (const key of ['Отложить…', '‹ Назад', 'Ещё…', '‹ Назад', '✅ Готово']) {
    await anna.press(key);
    expectToFit(anna);
  }
});

test('the notes, and one of them', async () => {
  const anna = await bot.member();
  await createNote(db, anna.id, { title: 'Мысль', content: 'Просто текст' });
  await anna.write('/notes');
  expectToFit(anna);
  await anna.press('1');
  expect(anna.labels()).toEqual([
    ['⏰ Напомнить', '📌 Закрепить'],
    ['Все заметки', 'Удалить'],
    ['‹ К заметкам'],
  ]);
});
