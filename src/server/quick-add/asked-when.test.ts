import { eq } from 'drizzle-orm';
import { reminders } from '@/server/platform/db/schema';
import { testDatabase } from '@/testing/database';
import { testBot, type TestChat } from '@/testing/conversation';

/** The card that asks «Когда напомнить?» takes an answer by its keys and in words, which clients open as a reply to it. */
describe('the question when', () => {
  const { db } = testDatabase();
  // Friday 20 November 2026, 12:00 in Moscow.
  const bot = testBot(db);
  const stored = async ({ id }: TestChat) =>
    (await db.select().from(reminders).where(eq(reminders.userId, id))).map(
      ({ text, dateTime }) => [text, dateTime.toISOString()],
    );
  const asked = async () => {
    const anna = await bot.member();
    await anna.write('позвонить маме');
    expect(anna.text()).toContain('Когда напомнить?');
    return anna;
  };

  test('opens a reply beside its keys; a card that asks nothing opens none', async () => {
    const anna = await asked();
    expect(anna.last().forceReply).toEqual({ placeholder: '', withKeyboard: true });
    expect(anna.labels().flat().length).toBeGreaterThan(2);
    await anna.write('завтра в 9 купить молоко');
    expect(anna.last().forceReply).toBeUndefined();
  });

  test.each(['reply', 'write'] as const)(
    'is answered in words, by a client that opens replies and by one that does not: %s',
    async (way) => {
      const anna = await asked();
      await anna[way]('завтра в 9');
      expect(await stored(anna)).toEqual([['Позвонить маме', '2026-11-21T06:00:00.000Z']]);
    },
  );

  test.each([
    ['завтра в 9, предупреди за час', { preAlerts: [60] }],
    ['завтра в 9, настойчиво', { floodInterval: 5 }],
    ['каждый день в 9, предупреди за 15 минут', { preAlerts: [15], rule: { unit: 'DAY' } }],
  ])(
    'takes how it is told of with the moment, and an edit of the line leaves that: %s',
    async (answer, told) => {
      const anna = await asked();
      await anna.write(answer);
      expect(await stored(anna)).toEqual([['Позвонить маме', '2026-11-21T06:00:00.000Z']]);
      const rows = () => db.select().from(reminders).where(eq(reminders.userId, anna.id));
      expect(await rows()).toMatchObject([told]);
      await anna.edit('позвонить маме и папе', 1);
      expect(await rows()).toMatchObject([{ ...told, text: 'Позвонить маме и папе' }]);
    },
  );

  test.each([
    ['позвонить маме настойчиво', { floodInterval: 5 }],
    ['позвонить маме в 19, предупреди за час', { preAlerts: [60] }],
  ])('«О чём?» takes how it is told of as well: %s', async (answer, told) => {
    const anna = await bot.member();
    await anna.write('напомни завтра в 9');
    expect(anna.text()).toContain('О чём напомнить');
    await anna.write(answer);
    const rows = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
    expect(rows).toMatchObject([{ ...told, text: 'Позвонить маме' }]);
  });

  test('is answered by its keys, and the card then says what has become of it', async () => {
    const anna = await asked();
    const before = anna.messages().length;
    await anna.press(anna.labels()[0]?.[0] ?? '');
    expect(anna.messages()).toHaveLength(before);
    expect(anna.text()).not.toContain('Когда напомнить?');
  });

  test('stands where a client sends as its answer what stands by itself', async () => {
    const anna = await asked();
    const question = anna.last().messageId;
    await anna.reply('завтра в 10 купить молоко');
    expect(await stored(anna)).toEqual([['Купить молоко', '2026-11-21T07:00:00.000Z']]);
    await anna.reply('завтра в 9', question);
    expect(await stored(anna)).toHaveLength(2);
  });

  test.each([
    ['завтра в 10 купить молоко', '✅ Завтра в 10:00 — Купить молоко'],
    ['купить молоко', 'Когда напомнить?'],
  ])(
    'stays answered where a reply that is still open behind a key sends another thing: %s',
    async (line, answer) => {
      const anna = await asked();
      const question = anna.last().messageId;
      await anna.press(anna.labels()[0]?.[0] ?? '');
      const before = await stored(anna);
      await anna.reply(line, question);
      expect(await stored(anna)).toEqual(expect.arrayContaining(before));
      expect(anna.text()).toContain(answer);
      expect(anna.text()).toContain('Купить молоко');
    },
  );

  test('is answered anew by a moment that a reply still open behind a key sends', async () => {
    const anna = await asked();
    const question = anna.last().messageId;
    await anna.press(anna.labels()[0]?.[0] ?? '');
    await anna.reply('завтра в 11', question);
    expect(await stored(anna)).toEqual([['Позвонить маме', '2026-11-21T08:00:00.000Z']]);
  });
});
