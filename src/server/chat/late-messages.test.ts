import { eq } from 'drizzle-orm';
import { reminders } from '@/server/platform/db/schema';
import { fixedClock } from '@/testing/clock';
import { testBot, type TestChat } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';

const { db } = testDatabase();
const clock = fixedClock();
const bot = testBot(db, clock);
const at = (iso: string) => new Date(`${iso}+03:00`);
const EVENING = at('2026-11-20T22:00');
const MORNING = at('2026-11-21T07:00');
beforeEach(() => clock.set(EVENING));

const rowsOf = ({ id }: TestChat) =>
  db.select().from(reminders).where(eq(reminders.userId, id)).orderBy(reminders.id);
/** Says it now; Telegram hands it over at `arrives`, where it has nothing else to hand over before. */
async function sayLate(chat: TestChat, text: string, arrives: Date) {
  bot.simulator().say(chat.id, text);
  clock.set(arrives);
  await bot.deliver();
}
const LATE = 'Пришло с опозданием: отправлено вчера в 22:00, по тому времени и понято.';

test('«завтра в 9» is the day after it was said, and the card is worded for the present', async () => {
  const anna = await bot.member();
  await sayLate(anna, 'завтра в 9 оплатить интернет', MORNING);
  expect((await rowsOf(anna))[0]).toMatchObject({ dateTime: at('2026-11-21T09:00') });
  expect(anna.text()).toContain('Сегодня в 09:00');
  expect(anna.text()).toContain(LATE);
});

test('what comes within a minute is of now, and nothing is said of it', async () => {
  const anna = await bot.member();
  await sayLate(anna, 'через час оплатить интернет', at('2026-11-20T22:00:59'));
  expect((await rowsOf(anna))[0]).toMatchObject({ dateTime: at('2026-11-20T23:00:59') });
  expect(anna.text()).not.toContain('опозданием');
});

test('a pause for all that is over before it is heard is asked about, and does nothing', async () => {
  const anna = await bot.member();
  await anna.write('каждый день в 23:30 зарядка');
  const before = await rowsOf(anna);
  await sayLate(anna, 'всё на паузу на 2 часа', MORNING);
  expect(anna.text()).toContain('Не понял, до какого дня пауза');
  expect(await rowsOf(anna)).toEqual(before);
});

test('what would have rung meanwhile rings now', async () => {
  const anna = await bot.member();
  await sayLate(anna, 'через час оплатить интернет', MORNING);
  expect(anna.text()).toContain('Вчера в 23:00');
  expect(anna.text()).toContain('Если срок уже прошёл, напомню сразу.');
  await bot.sendDueAt(MORNING);
  expect(anna.text()).toContain('Оплатить интернет');
  expect(anna.labels().flat()).toContain('✅ Готово');
});

test('a card that asks when can be answered as usual, by what is said now', async () => {
  const anna = await bot.member();
  await sayLate(anna, 'оплатить интернет', MORNING);
  expect(anna.text()).toContain('Когда напомнить?');
  expect(anna.text()).toContain(LATE);
  await anna.write('завтра в 9');
  expect((await rowsOf(anna))[0]).toMatchObject({ dateTime: at('2026-11-22T09:00') });
  expect(anna.text()).not.toContain('опозданием');
});

test('several that waited are read one by the other', async () => {
  const anna = await bot.member();
  bot.simulator().say(anna.id, 'завтра в 9 оплатить интернет');
  clock.set(at('2026-11-20T22:02'));
  await sayLate(anna, 'нет, в 10', MORNING);
  const rows = await rowsOf(anna);
  expect(rows.map(({ dateTime }) => dateTime)).toEqual([at('2026-11-21T10:00')]);
});

test('what it asks for of a day is that day', async () => {
  const anna = await bot.member();
  await anna.write('завтра в 12 собрание');
  await anna.write('послезавтра в 12 экскурсия');
  await sayLate(anna, 'что завтра?', MORNING);
  expect(anna.text()).toContain('Собрание');
  expect(anna.text()).not.toContain('Экскурсия');
  clock.set(EVENING);
  await sayLate(anna, 'что в субботу?', MORNING);
  expect(anna.text()).toContain('Собрание');
});

describe('a late «готово»', () => {
  test('answers what had rung by its date, as of then', async () => {
    const anna = await bot.member();
    await anna.write('в 22:30 выпить чай');
    await bot.sendDueAt(at('2026-11-20T22:30'));
    clock.set(at('2026-11-20T22:40'));
    await sayLate(anna, 'готово', MORNING);
    const [row] = await rowsOf(anna);
    expect(row).toMatchObject({ completed: true, doneAt: at('2026-11-20T22:40') });
  });

  test('does not answer what has rung since', async () => {
    const anna = await bot.member();
    await anna.write('завтра в 6:30 выпить чай');
    bot.simulator().say(anna.id, 'готово');
    await bot.sendDueAt(at('2026-11-21T06:30'));
    clock.set(MORNING);
    await bot.deliver();
    expect((await rowsOf(anna))[0]).toMatchObject({ completed: false });
  });

  test.each([
    ['готово', 'Из того, что тогда ждало ответа, сейчас ничего не ждёт.'],
    ['зарядку сделала', 'Это сообщение — о прошлом разе.'],
    ['reply', 'Это сообщение — о прошлом разе.'],
  ])(
    'of a series it is not about the occurrence that has come since: %s',
    async (said, answered) => {
      const anna = await bot.member();
      await anna.write('каждый день в 6:30 и в 21:00 зарядка');
      await bot.sendDueAt(at('2026-11-21T06:30'));
      const first = anna.last().messageId;
      clock.set(at('2026-11-21T06:40'));
      if (said === 'reply') bot.simulator().reply(anna.id, first, 'готово');
      else bot.simulator().say(anna.id, said);
      await bot.sendDueAt(at('2026-11-21T21:00'));
      clock.set(at('2026-11-21T21:10'));
      await bot.deliver();
      expect((await rowsOf(anna))[0]).toMatchObject({
        openOccurrenceAt: at('2026-11-21T21:00'),
        completed: false,
      });
      expect(anna.text()).toContain(answered);
    },
  );
});

test('«через час» in answer to what rang is an hour from then: it rings at once', async () => {
  const anna = await bot.member();
  await anna.write('в 22:30 выпить чай');
  await bot.sendDueAt(at('2026-11-20T22:30'));
  await sayLate(anna, 'через час', MORNING);
  expect((await rowsOf(anna))[0]).toMatchObject({ snoozedUntil: at('2026-11-20T23:30') });
  expect(anna.text()).toContain('опозданием');
  await bot.sendDueAt(MORNING);
  const [row] = await rowsOf(anna);
  expect(row?.snoozedUntil).toBeNull();
  expect(row?.waitingSince?.getTime()).toBeGreaterThanOrEqual(MORNING.getTime());
});

test('an edit that comes late counts from its own date', async () => {
  const anna = await bot.member();
  await anna.write('завтра в 9 оплатить интернет');
  const [own = 0] = [...anna.chat.messages.values()].flatMap((each) =>
    each.fromBot ? [] : each.messageId,
  );
  bot.simulator().edit(anna.id, own, 'сегодня в 23 оплатить интернет');
  clock.set(MORNING);
  await bot.deliver();
  expect((await rowsOf(anna))[0]).toMatchObject({ dateTime: at('2026-11-20T23:00') });
});

test('what was said before the terms were accepted is read by when it was said', async () => {
  const eva = bot.stranger();
  await eva.write('завтра в 9 оплатить интернет');
  clock.set(MORNING);
  await eva.press(eva.labels().flat()[0] ?? '');
  expect((await rowsOf(eva))[0]).toMatchObject({ dateTime: at('2026-11-21T09:00') });
  expect(eva.text()).toContain('Отправлено вчера в 22:00');
  expect(eva.text()).not.toContain('опозданием');
});

test('a call in another chat as well', async () => {
  const anna = await bot.member();
  const chat = { id: -1_001, type: 'supergroup', title: 'Семья' } as const;
  bot.simulator().askGuest(anna.id, { chat, text: '@napomnyu_bot завтра в 9 купить хлеб' });
  clock.set(MORNING);
  await bot.deliver();
  expect((await rowsOf(anna))[0]).toMatchObject({ dateTime: at('2026-11-21T09:00') });
  expect(anna.text()).toContain(LATE);
});

test('a date that lies further back than Telegram keeps anything is none', async () => {
  const anna = await bot.member();
  await anna.write('через час оплатить интернет', { date: 1 });
  expect((await rowsOf(anna))[0]).toMatchObject({ dateTime: at('2026-11-20T23:00') });
  expect(anna.text()).not.toContain('опозданием');
});
