import { asc, eq } from 'drizzle-orm';
import { createReminder } from '@/testing/builders';
import { testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { reminders } from '@/server/platform/db/schema';
import { wallTimeToInstant } from '@/core/time-zone';

const { db } = testDatabase();
/** Its clock stands at noon of Friday, 20 November 2026, in Moscow. */
const bot = testBot(db);
const at = (wall: string) => wallTimeToInstant(wall, 'Europe/Moscow');
const DAILY = { every: 1, unit: 'DAY' } as const;

/** Somebody with two series, one that is paused by itself until the 25th, and a one-shot. */
async function somebody() {
  const anna = await bot.member();
  const series = { rule: DAILY, dateTime: at('2026-11-20T19:00') };
  await createReminder(db, anna.id, { text: 'Таблетки', ...series });
  await createReminder(db, anna.id, { text: 'Зарядка', ...series });
  const alone = await createReminder(db, anna.id, { text: 'Бассейн', ...series });
  await createReminder(db, anna.id, { text: 'Врач', dateTime: at('2026-11-21T10:00') });
  const pausedUntil = at('2026-11-25T00:00');
  const nextFireAt = at('2026-11-25T19:00');
  await db
    .update(reminders)
    .set({ pausedFrom: series.dateTime, pausedUntil, nextFireAt, dateTime: nextFireAt })
    .where(eq(reminders.id, alone.id));
  const rows = () =>
    db.select().from(reminders).where(eq(reminders.userId, anna.id)).orderBy(asc(reminders.id));
  const comesAt = async () => (await rows()).map((row) => row.nextFireAt);
  return { anna, comesAt };
}
const AS_IT_WAS = ['2026-11-20T19:00', '2026-11-20T19:00', '2026-11-25T19:00', '2026-11-21T10:00'];

test('«всё на паузу до понедельника» holds every series but those paused by themselves, and says so', async () => {
  const { anna, comesAt } = await somebody();
  await anna.write('всё на паузу до понедельника');
  expect(anna.text()).toBe(
    '⏸ На паузе 2 повторяющихся напоминания.\n' +
      'Снова начну напоминать в понедельник, 23 ноября.\n' +
      'Разовые придут как обычно.',
  );
  expect(anna.labels()).toEqual([['▶️ Возобновить', '↩️ Вернуть']]);
  const until = ['2026-11-23T19:00', '2026-11-23T19:00', '2026-11-25T19:00', '2026-11-21T10:00'];
  expect(await comesAt()).toEqual(until.map(at));
});

test('«Вернуть» under it takes all of it back, and a second press says that nothing is left', async () => {
  const { anna, comesAt } = await somebody();
  await anna.write('поставь всё на паузу');
  const undo = anna.last().keyboard.flat().at(-1)?.callback_data ?? '';
  await anna.press('↩️ Вернуть');
  expect(anna.text()).toBe('↩️ Вернул всё как было.');
  expect(await comesAt()).toEqual(AS_IT_WAS.map(at));
  await anna.pressData(undo);
  expect(anna.text()).toContain('Возвращать нечего');
});

test('«Возобновить», by button or in words, leaves alone what was paused by itself, and can be taken back', async () => {
  const { anna, comesAt } = await somebody();
  await anna.write('пауза');
  await anna.press('▶️ Возобновить');
  expect(anna.text()).toContain('▶️ Возобновил 2 повторяющихся напоминания.');
  expect(anna.text()).toContain('ставили на паузу отдельно');
  expect(await comesAt()).toEqual(AS_IT_WAS.map(at));
  await anna.press('↩️ Вернуть');
  expect((await comesAt()).slice(0, 2)).toEqual([null, null]);
  await anna.write('возобнови всё');
  expect(await comesAt()).toEqual(AS_IT_WAS.map(at));
  bot.clock.advance(60_000);
  await anna.write('возобнови всё');
  expect(anna.text()).toContain('возобновлять нечего');
});

test('what is made while all is paused comes', async () => {
  const { anna, comesAt } = await somebody();
  await anna.write('я в отпуске до 5 декабря');
  await anna.write('каждый день в 20 зарядка для глаз');
  expect((await comesAt()).at(-1)).toEqual(at('2026-11-20T20:00'));
});

test('a pause whose end is not understood pauses nothing and asks', async () => {
  const { anna, comesAt } = await somebody();
  await anna.write('всё на паузу до когда-нибудь');
  expect(anna.text()).toContain('Не понял, до какого дня');
  expect(await comesAt()).toEqual(AS_IT_WAS.map(at));
});

test('where nothing repeats, that is said', async () => {
  const anna = await bot.member();
  await anna.write('всё на паузу');
  expect(anna.text()).toContain('Повторяющихся напоминаний');
  expect(anna.labels()).toEqual([]);
});

test('what a card asks for is its own: «пауза» becomes the text, «возобнови всё» is about all', async () => {
  const { anna, comesAt } = await somebody();
  await anna.write('всё на паузу');
  const paused = await comesAt();
  await anna.write('завтра в 10');
  await anna.write('Вернулся');
  expect((await comesAt()).slice(0, 4)).toEqual(paused);
  expect(await comesAt()).toHaveLength(5);
  await anna.write('завтра сходить в аптеку');
  await anna.write('возобнови');
  expect((await comesAt()).slice(0, 4)).toEqual(paused);
  await anna.write('возобнови всё');
  expect((await comesAt()).slice(0, 4)).toEqual(AS_IT_WAS.map(at));
});

test('the eleventh act in a minute is refused in a sentence, and the card keeps its buttons', async () => {
  const { anna, comesAt } = await somebody();
  for (let times = 0; times < 5; times += 1) {
    await anna.write('пауза');
    await anna.write('возобнови всё');
  }
  await anna.press('↩️ Вернуть');
  expect(anna.text()).toBe('Слишком часто. Подождите минуту и повторите.');
  await anna.write('пауза');
  expect(anna.text()).toBe('Слишком часто. Подождите минуту и повторите.');
  expect(await comesAt()).toEqual(AS_IT_WAS.map(at));
});

test('a button that is not ours takes nothing back', async () => {
  const { anna } = await somebody();
  await anna.write('пауза');
  await anna.pressData('p:undo:\u0000');
  expect(anna.text()).toContain('Возвращать нечего');
});

test('in a reply to a reminder the words are about that one alone', async () => {
  const { anna, comesAt } = await somebody();
  await bot.sendDueAt(at('2026-11-20T19:00'));
  await anna.reply('на паузу');
  expect((await comesAt()).filter((each) => each === null)).toHaveLength(1);
});
