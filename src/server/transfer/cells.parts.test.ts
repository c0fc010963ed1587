import { inArray, sql } from 'drizzle-orm';
import { reminders, users } from '@/server/platform/db/schema';
import { testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { type DeliveryInstance, startInstance } from '@/testing/delivery-instance';
import { seedDue, seedPulse } from '@/testing/due-reminders';
import { testTelegram } from '@/testing/telegram';
import { until } from '@/testing/until';

/**
 * Two cells side by side on one machine, as docs/operations.md has it under "Growth": each its own
 * database, its own bot and its own instances. They share nothing but the next one's name.
 */

const databases = [testDatabase(), testDatabase()] as const;
const tokens = [
  '41:the-token-of-the-first-cell-only',
  '43:the-token-of-the-second-cell-only',
] as const;
const NEXT_BOT = 'napomnyu_second_bot';

describe('a full cell', () => {
  const full = testBot(databases[0].db, undefined, { nextCellBotUsername: NEXT_BOT });
  const next = testBot(databases[1].db);
  const peopleIn = (cell: 0 | 1) => databases[cell].db.$count(users);

  test.each(['/start', 'завтра в 9 купить хлеб'])(
    'shows strangers who write «%s» the next cell, and stores nothing of them',
    async (text) => {
      const anna = full.stranger();
      await anna.write(text);
      expect(anna.text()).toContain(`@${NEXT_BOT}`);
      expect(anna.last().keyboard.flat()).toMatchObject([{ url: `https://t.me/${NEXT_BOT}` }]);
      expect(await peopleIn(0)).toBe(0);
      expect((await databases[0].db.execute(sql`select 1 from early_messages`)).rows).toEqual([]);

      const there = next.stranger();
      await there.write('/start');
      await there.press('Мне есть 18, принимаю');
      expect(await peopleIn(0)).toBe(0);
    },
  );

  test('goes on serving the people it has', async () => {
    const anna = await full.member();
    await anna.write('/start');
    expect(anna.text()).toContain('С возвращением');
  });
});

describe('two cells on one machine', () => {
  const telegramOf = (token: string) => testTelegram({ token, knowsEverybody: true });
  const telegrams = [telegramOf(tokens[0]), telegramOf(tokens[1])] as const;
  const instances: DeliveryInstance[] = [];
  beforeAll(async () => {
    for (const cell of [0, 1] as const) {
      await databases[cell].db.delete(users);
      // A tick is then always under way, and finds what is added.
      await seedPulse(databases[cell].db, 120_000);
      const options = {
        databaseUrl: databases[cell].url,
        telegram: telegrams[cell]().origin,
        maxPerSecond: 1_000,
        botToken: tokens[cell],
      };
      instances.push(await startInstance(options));
    }
  });
  afterAll(async () => {
    for (const each of instances) await each.stop();
  });

  /** Reminders that fall due in a second, each of a person of its own; answers who has to get one. */
  const due = async (cell: 0 | 1, count: number): Promise<number[]> => {
    const { db } = databases[cell];
    const added = await seedDue(
      db,
      Array.from({ length: count }, () => new Date(Date.now() + 1_000)),
    );
    const ids = added.map(({ id }) => id);
    const rows = await db.select().from(reminders).where(inArray(reminders.id, ids));
    return rows.map(({ userId }) => userId);
  };
  const owners = async (cell: 0 | 1) =>
    (await databases[cell].db.select({ id: users.id }).from(users)).map(({ id }) => id);
  /** Chats that the cell's bot wrote to. */
  const writtenTo = (cell: 0 | 1) =>
    telegrams[cell]()
      .simulator.calls.filter(({ method }) => method === 'sendMessage')
      .map(({ chatId }) => chatId);
  const got = (cell: 0 | 1, person: number) =>
    writtenTo(cell).filter((each) => each === person).length;
  const allGot = (cell: 0 | 1, people: readonly number[]) => () =>
    people.every((person) => got(cell, person) > 0);
  const strangersWrittenTo = async (cell: 0 | 1) => {
    const own = new Set(await owners(cell));
    return writtenTo(cell).filter((person) => person === undefined || !own.has(person));
  };

  test('each reminds its own people, once, and nobody of the other', async () => {
    const [here, there] = [await due(0, 40), await due(1, 60)];
    await until(allGot(0, here), 40_000);
    await until(allGot(1, there), 40_000);
    expect(here.filter((person) => got(0, person) !== 1 || got(1, person) > 0)).toEqual([]);
    expect(there.filter((person) => got(1, person) !== 1 || got(0, person) > 0)).toEqual([]);
    expect(await strangersWrittenTo(0)).toEqual([]);
    expect(await strangersWrittenTo(1)).toEqual([]);
  });

  test('one goes on while the other is down', async () => {
    await instances[0]?.kill();
    const left = await due(0, 5);
    await until(allGot(1, await due(1, 20)), 40_000);
    expect(await strangersWrittenTo(1)).toEqual([]);
    expect(left.filter((person) => got(0, person) > 0)).toEqual([]);
  });
});
