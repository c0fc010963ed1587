import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gt, or } from 'drizzle-orm';
import { LAST_INSTANT } from '@/core/limits';
import { ABOUT } from '@/server/telegram/callback-data';
import { createNote, createReminder, draftPayload } from '@/testing/builders';
import { testBot, type TestChat } from '@/testing/conversation';
import { testDatabase, testInstances } from '@/testing/database';
import { NOBODYS, victims, whileHeld } from '@/testing/strangers';
import { createDraft } from '../drafts/drafts';
import { reminders } from '../platform/db/schema';
import { log } from '../platform/log';

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
function presses(without: readonly string[] = []): string[] {
  const made = Object.entries(ABOUT).flatMap(([name, prefix]) => {
    if (without.includes(prefix)) return [];
    const words = wordsOf(name).flatMap((word) => [
      ...[`${prefix}:#:${word}:list:0:1`, `${prefix}:${word}:#:mihaw4jk`],
    ]);
    return [`${prefix}:#`, `${prefix}:#:zzzzzz:all`, ...words];
  });
  const message = sources.flatMap(({ source, words }) =>
    source.includes('readPress') ? words : [],
  );
  const ofMessages = [...new Set([...message, 'done', 'undo', 'when', 'all', '1h'])].map(
    (word) => `${ABOUT.reminder}:${word}:#:mihaw4jk`,
  );
  return [...made, ...ofMessages];
}

test('of a stranger’s row no press tells more than of one that does not exist, and none waits for it', async () => {
  if (!holder) throw new Error('no connection');
  const { people, ids } = await victims(db, bot.clock.now());
  const asked = presses(WITHOUT_ROWS);
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

/** What a client may put where a word of ours stands. */
const FORGED_WORDS = [
  ...['', '0', '-1', '1e9', 'NaN', 'Infinity', '999999999', '999999999999999', '9007199254740993'],
  ...['zzzzzz', 'zzzzzzzz', '-zzzzzz', 'zzzzzzzzzzz', '99991231x99', '00010101x1', '20261127x0'],
  ...['а', 'Europe/Nowhere', '../..', '\u0000', '\ud800', '👩‍👩‍👧', '%', "'", '__proto__'],
  ...[40, 50].map((length) => 'x'.repeat(length)),
];

/** Bytes that callback data may have. */
const DATA_MAX = 64;
/** Of more than a hundred thousand every so many are tried: a number that no list's length divides. */
const STRIDE = 97;

function forged(): string[] {
  const all = presses().flatMap((data) => {
    const words = data.split(':');
    return words.flatMap((_, at) =>
      at === 0 ? [] : FORGED_WORDS.map((word) => words.with(at, word).join(':')),
    );
  });
  const fitting = [...new Set(all)].filter((data) => Buffer.byteLength(data) <= DATA_MAX);
  return fitting.filter((_, nth) => nth % STRIDE === 0);
}

/** Somebody with a row of each kind that a press may be about. */
async function somebody() {
  const chat = await bot.member();
  const now = bot.clock.now();
  const dateTime = new Date(now.getTime() + 3_600_000);
  const { id } = await createReminder(db, chat.id, { dateTime, text: 'Купить:\n- хлеб\n- молоко' });
  const note = await createNote(db, chat.id, { content: '- [ ] хлеб' });
  const draft = await createDraft(db, chat.id, { payload: draftPayload(), state: 'asking' }, now);
  await chat.write('/help');
  return { chat, ids: [id, note.id, draft.id], hello: chat.last().messageId };
}

test('button data that nobody made store nothing that a form would not, and are no fault of ours', async () => {
  const logged = jest.spyOn(log, 'error').mockImplementation(() => undefined);
  const faults: unknown[] = [];
  let presser = await somebody();
  const all = forged();
  expect(all.length).toBeGreaterThan(1_000);
  for (const [nth, template] of all.entries()) {
    // What the presses before have left is not all there is.
    if (nth % 20 === 0) presser = await somebody();
    const { chat, ids, hello } = presser;
    const data = template.replaceAll('#', String(ids[nth % ids.length]));
    bot.clock.advance(3_000);
    logged.mockClear();
    const status = await chat.pressData(data, hello);
    if (status !== 200 || logged.mock.calls.length > 0) {
      faults.push([data, status, logged.mock.calls]);
    }
  }
  logged.mockRestore();
  expect(faults).toEqual([]);
  const { dateTime, snoozedUntil, nextFireAt, id } = reminders;
  const beyond = or(...[dateTime, snoozedUntil, nextFireAt].map((at) => gt(at, LAST_INSTANT)));
  expect(await db.select({ id }).from(reminders).where(beyond)).toEqual([]);
}, 900_000);
