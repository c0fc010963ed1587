import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { REMINDER_PREFIX } from '@/server/reminders/item-bot';
import { ABOUT } from '@/server/telegram/callback-data';
import { testBot, type TestChat } from '@/testing/conversation';
import { testDatabase, testInstances } from '@/testing/database';
import { NOBODYS, victims, whileHeld } from '@/testing/strangers';

const { db, url } = testDatabase();
const bot = testBot(db);
const [holder] = testInstances(url, 1);

/** Their presses name no row: a new prefix is tried until it is named here. */
const WITHOUT_ROWS: string[] = [
  ...[ABOUT.terms, ABOUT.erase, ABOUT.stay, ABOUT.settings, ABOUT.calendar, ABOUT.import],
  ...[ABOUT.list, ABOUT.notes, ABOUT.zone, ABOUT.guest, ABOUT.inline],
];

/** Words that a file compares with, makes keys of, or chooses among. */
const WORDS =
  /(?:[!=]== |case |ata(?:Of)?\([^()]*|\((?=\[.*(?:includes|as const)))\[?((?:'\w+',? ?)+)/g;

/** Source files of the rooms that answer presses. */
const sources = readdirSync('src/server', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(path.join('src/server', file), 'utf8'))
  .filter((source) => /callback-data|readPress/.test(source))
  .map((source) => ({
    source,
    words: [...source.matchAll(WORDS)].flatMap(([, list = '']) => list.match(/\w+/g) ?? []),
  }));

/** The words that a press about this may hold: of every file in which its key is made or heard. */
function wordsOf(name: string): string[] {
  const isAbout = new RegExp(
    `dataOf\\('${name}'|ABOUT\\.${name}\\b|\\b${name}Data\\(|press${name}\\b`,
    'i',
  );
  const own = sources.filter(({ source }) => isAbout.test(source));
  return [...new Set(own.flatMap(({ words }) => words))];
}

/** Data with `#` where an id stands. */
function presses(): string[] {
  const made = Object.entries(ABOUT).flatMap(([name, prefix]) => {
    if (WITHOUT_ROWS.includes(prefix)) return [];
    const words = wordsOf(name).flatMap((word) => [
      ...[`${prefix}:#:${word}:list:0:1`, `${prefix}:${word}:#:mihaw4jk`],
    ]);
    return [`${prefix}:#`, `${prefix}:#:zzzzzz:all`, ...words];
  });
  const message = sources.flatMap(({ source, words }) =>
    source.includes('readPress') ? words : [],
  );
  const ofMessages = [...new Set([...message, 'done', 'undo', 'when', 'all', '1h'])].map(
    (word) => `${REMINDER_PREFIX}${word}:#:mihaw4jk`,
  );
  return [...made, ...ofMessages];
}

test('of a stranger’s row no press tells more than of one that does not exist, and none waits for it', async () => {
  if (!holder) throw new Error('no connection');
  const { people, ids } = await victims(db, bot.clock.now());
  const asked = presses();
  for (const prefix of Object.values(ABOUT)) {
    const isTried = asked.some((data) => data.startsWith(`${prefix}:`));
    expect([prefix, isTried]).toEqual([prefix, !WITHOUT_ROWS.includes(prefix)]);
  }
  const told: string[] = [];
  await whileHeld(holder.db, people, async (unblocked) => {
    let mallory: TestChat = await bot.member({ firstName: 'Мэллори' });
    let hello = 0;
    for (const [nth, data] of asked.entries()) {
      // Below the limit of one person, and without what the presses before have left.
      if (nth % 10 === 0) {
        mallory = await bot.member({ firstName: 'Мэллори' });
        await mallory.write('/help');
        hello = mallory.last().messageId;
      }
      const answerTo = async (id: number) => {
        const before = mallory.last().messageId;
        const filled = data.replace('#', String(id));
        const status = await mallory.pressData(filled, hello);
        const shown = mallory
          .messages()
          .filter(({ messageId }) => messageId === hello || messageId > before);
        const said = shown.map(({ text, keyboard }) => [text, keyboard]);
        bot.clock.advance(60_000);
        return JSON.stringify([status, mallory.toast(), said]).replaceAll(String(id), '#');
      };
      const ofNobody = await answerTo(NOBODYS);
      for (const id of ids) {
        const answer = await unblocked(answerTo(id));
        if (answer !== ofNobody) told.push(`${data} of ${id}: ${answer}`);
      }
    }
  });
  expect(told).toEqual([]);
}, 900_000);
