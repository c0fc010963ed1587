import { testBot, type TestChat } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { testJoint } from '@/testing/joint';

const { db } = testDatabase();
const bot = testBot(db);
const { liveOf, together } = testJoint(db, bot);

const DAILY = { every: 1, unit: 'DAY' } as const;

async function rowOf(chat: TestChat) {
  const [row] = await liveOf(chat.id);
  if (!row) throw new Error('there is no reminder');
  return row;
}

/** Drops what waits, by the list: for all. */
async function skipIt(chat: TestChat): Promise<void> {
  const { id, version } = await rowOf(chat);
  await chat.pressData(`i:${id}:skip:list:0:${version}`, (await helloOf(chat)).messageId);
}

async function helloOf(chat: TestChat) {
  await chat.write('/help');
  return chat.last();
}

/** The data of every key under the reminder's message that acts on it. */
const keysUnder = ({ keyboard }: ReturnType<TestChat['last']>): string[] =>
  keyboard.flat().flatMap(({ callback_data: data }) => (data?.startsWith('r:') ? [data] : []));

describe.each([
  ['a one-shot', {}],
  ['a series', { rule: DAILY }],
])('of %s that somebody has skipped for all', (_, fields) => {
  test.each([
    ['its owner', 'anna'],
    ['a member', 'boris'],
  ] as const)('every press of %s is answered with who it was', async (__, who) => {
    const { anna, boris, reminder } = await together(fields);
    await bot.sendDueAt(reminder.dateTime);
    const presser = { anna, boris }[who];
    const message = presser.last();
    const keys = keysUnder(message).filter((data) => !data.startsWith('r:when:'));
    expect(keys.length).toBeGreaterThan(3);
    keys.push(...keys.slice(0, 1).map((data) => data.replace(/^r:\w+/, 'r:all')));
    await skipIt(who === 'anna' ? boris : anna);
    const before = await rowOf(presser);
    for (const data of keys) {
      bot.clock.advance(6_000);
      await presser.pressData(data, message.messageId);
      expect([data, presser.toast()]).toEqual([
        data,
        expect.stringContaining(`Уже пропущено: ${who === 'anna' ? 'Борис' : 'Анна'}`),
      ]);
      const shown = presser.messages().find(({ messageId }) => messageId === message.messageId);
      expect(shown?.text).toContain('Уже пропущено');
    }
    const after = await rowOf(presser);
    expect([after.version, after.nextFireAt]).toEqual([before.version, before.nextFireAt]);
  });
});
