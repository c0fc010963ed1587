import { gzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { drafts, reminders, users } from '@/server/platform/db/schema';
import { log } from '@/server/platform/log';
import { processRegistry } from '@/server/platform/metrics';
import { fixedClock } from '@/testing/clock';
import { testBot, type TestChat } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { testTranscriber } from '@/testing/transcriber';
import { until } from '@/testing/until';
import { oggOpusOf } from '@/testing/voices';

/** What somebody may try who writes their own Telegram client, or whose transcriber is not a good one. */
const { db } = testDatabase();
const transcriber = testTranscriber();
const bot = testBot(db, fixedClock(), { transcriber: transcriber.settings });

const WORDS = 'Завтра в девять интернет';
const remindersOf = ({ id }: TestChat) =>
  db.select().from(reminders).where(eq(reminders.userId, id));
const draftsOf = ({ id }: TestChat) => db.select().from(drafts).where(eq(drafts.userId, id));
const answering = (text: string) => JSON.stringify({ text });

async function voices(result: string): Promise<number> {
  const metric = await processRegistry().getSingleMetric('napomnyu_voices_total')?.get();
  return metric?.values.find(({ labels }) => labels.result === result)?.value ?? 0;
}

test.each([
  ['an hour of silence, said to last three seconds', oggOpusOf(WORDS, 3_600)],
  ['no voice of Telegram’s, which may hold any length', Buffer.from('RIFF....WAVE')],
  ['more than a minute has', Buffer.concat([oggOpusOf(WORDS, 3), Buffer.alloc(1_000_001)])],
])('a sound that is %s does not reach the transcriber', async (_, sound) => {
  const chat = await bot.member();
  const before = await voices('too-large');
  let asked = 0;
  await transcriber.instead(
    (_request, response) => {
      asked += 1;
      response.end(answering(WORDS));
    },
    () => chat.send('voice', { words: WORDS, sound }),
  );
  expect(asked).toBe(0);
  expect(await voices('too-large')).toBe(before + 1);
  expect(await draftsOf(chat)).toMatchObject([{ state: 'asking' }]);
});

test('eight are written down at once by a process; a ninth is kept at once, and costs its sender none of their thirty', async () => {
  const members: TestChat[] = [];
  for (let n = 0; n < 9; n += 1) members.push(await bot.member());
  const waiting: (() => void)[] = [];
  const before = await voices('busy');
  await transcriber.instead(
    (request, response) => {
      request.resume();
      waiting.push(() => response.end(answering(WORDS)));
    },
    async () => {
      for (const { id } of members) bot.simulator().send(id, 'voice', { words: WORDS });
      const said = bot.deliverAtOnce(false);
      // An answer makes room for another: all nine have been seen to before the first.
      await until(async () => waiting.length + (await voices('busy')) - before === 9);
      for (const answer of waiting) answer();
      await said;
    },
  );
  expect(waiting).toHaveLength(8);
  expect(await voices('busy')).toBe(before + 1);
  const stored = await db.select().from(reminders);
  expect(stored.filter(({ userId }) => members.some(({ id }) => id === userId))).toHaveLength(8);
});

test('an answer that is small on its way and large here is not taken in', async () => {
  const chat = await bot.member();
  const bomb = gzipSync(answering('а'.repeat(50_000_000)));
  const before = await voices('failed');
  await transcriber.instead(
    (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    () => chat.send('voice', { words: WORDS }),
  );
  expect(await voices('failed')).toBe(before + 1);
  expect(await remindersOf(chat)).toEqual([]);
});

test('an answer that begins in time and never ends is left', async () => {
  const chat = await bot.member();
  const limit = new AbortController();
  const timeout = jest.spyOn(AbortSignal, 'timeout');
  timeout.mockImplementation((ms) => (ms === 10_000 ? limit.signal : new AbortController().signal));
  await transcriber.instead(
    (request, response) => {
      request.resume().on('end', () => {
        response.write('{"text":"');
        limit.abort();
      });
    },
    () => chat.send('voice', { words: WORDS }),
  );
  timeout.mockRestore();
  expect(await draftsOf(chat)).toMatchObject([{ state: 'asking' }]);
});

test('no log line holds words, sound, key or address, whatever goes wrong', async () => {
  const lines: unknown[] = [];
  const spies = (['debug', 'info', 'warn', 'error'] as const).map((level) =>
    jest.spyOn(log, level).mockImplementation((...line: unknown[]) => void lines.push(line)),
  );
  const chat = await bot.member();
  const say = () => chat.send('voice', { words: 'Завтра в девять тайна' });
  const { settings } = transcriber;
  await say();
  await transcriber.instead((_, response) => response.writeHead(500).end('тайна'), say);
  await transcriber.instead((request) => request.socket.destroy(), say);
  await transcriber.instead((_, response) => response.end('{"text":"тайна'), say);
  settings.url = 'http://adress-of-nobody.invalid';
  await say();
  for (const spy of spies) spy.mockRestore();
  const written = JSON.stringify(lines);
  expect(written).toContain('could not be written down');
  expect(written).not.toMatch(/тайна|key-of-the-transcriber|adress-of-nobody|127\.0\.0\.1/i);
});

test.each([
  ['commands', '/delete', undefined],
  ['markup', 'Завтра в девять <b>да</b> <a href="tg://user?id=1">нет</a> &amp;', '<b>да</b>'],
  ['characters that no text has', 'Завтра в девять \u0000\ud800\u202e\u0007интернет', 'нтернет'],
])('%s that a transcriber hears are words', async (_, text, kept) => {
  const chat = await bot.member();
  await transcriber.instead(
    (_request, response) => response.end(answering(text)),
    () => chat.send('voice', { words: WORDS }),
  );
  expect(await db.$count(users, eq(users.id, chat.id))).toBe(1);
  expect(chat.text()).not.toMatch(/удалить все|Удалить всё/);
  const [stored] = await remindersOf(chat);
  if (kept !== undefined) expect(stored?.text).toContain(kept);
});

test('what is written without an end of brackets and dots is looked through in no time', async () => {
  const chat = await bot.member();
  const before = process.cpuUsage();
  for (const sign of ['[', '(', '*', '.', ' ', '♪', 'а.']) {
    await transcriber.instead(
      (_, response) => response.end(answering(sign.repeat(30_000 / sign.length))),
      () => chat.send('voice', { words: WORDS }),
    );
  }
  const { user } = process.cpuUsage(before);
  expect(user / 1_000).toBeLessThan(7 * 1_000);
});
