import { type RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import { secondsOfOggOpus } from '@/core/ogg-opus';
import { drafts, notes, reminders, users } from '@/server/platform/db/schema';
import { processRegistry } from '@/server/platform/metrics';
import { transcriberState } from '@/server/platform/transcriber';
import { fixedClock } from '@/testing/clock';
import { testBot, type TestChat } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { testTranscriber } from '@/testing/transcriber';
import { gzipSync } from 'node:zlib';
import { log } from '@/server/platform/log';
import { until } from '@/testing/until';
import { oggOpusOf } from '@/testing/voices';

const { db } = testDatabase();
const clock = fixedClock();
const transcriber = testTranscriber();
const bot = testBot(db, clock, { transcriber: transcriber.settings });
const NOON = new Date('2026-11-20T09:00:00Z');

beforeEach(() => clock.set(NOON));

const says = (chat: TestChat, words: string) => chat.send('voice', { words });
const remindersOf = ({ id }: TestChat) =>
  db.select().from(reminders).where(eq(reminders.userId, id));
const draftsOf = ({ id }: TestChat) => db.select().from(drafts).where(eq(drafts.userId, id));

async function voices(result: string): Promise<number> {
  const metric = await processRegistry().getSingleMetric('napomnyu_voices_total')?.get();
  return metric?.values.find(({ labels }) => labels.result === result)?.value ?? 0;
}

/** Connections to the test's database that do something, or hold a transaction open. */
const OTHERS_AT_WORK = sql`
  select pid from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend'
    and state <> 'idle' and pid <> pg_backend_pid()`;

test('what is said is stored as if it were typed, with the voice; its words stand on the card', async () => {
  const chat = await bot.member();
  await says(chat, 'Завтра в девять оплатить интернет.');
  const [stored] = await remindersOf(chat);
  expect(stored).toMatchObject({
    text: 'Оплатить интернет',
    nextFireAt: new Date('2026-11-21T06:00:00Z'),
    attachment: { items: [{ kind: 'voice', text: 'Завтра в девять оплатить интернет' }] },
  });
  expect(chat.text().split('\n')[0]).toBe('🎙 «Завтра в девять оплатить интернет»');
  expect(chat.text()).toContain('📎 Голосовое сообщение, 0:03');
  await chat.press('Отменить');
  expect((await remindersOf(chat))[0]?.deletedAt).not.toBeNull();
});

test('words that say nothing of when are asked about, and the answer may be said, too', async () => {
  const chat = await bot.member();
  await says(chat, 'Позвонить маме');
  expect(chat.text()).toContain('🎙 «Позвонить маме»');
  expect(await remindersOf(chat)).toEqual([]);
  await says(chat, 'Через два часа.');
  expect(await remindersOf(chat)).toMatchObject([
    { text: 'Позвонить маме', nextFireAt: new Date('2026-11-20T11:00:00Z') },
  ]);
});

test('words that may be about what rang are asked about, and what is new of them has their voice', async () => {
  const chat = await bot.member();
  await chat.write('через час выключить духовку');
  await bot.sendDueAt(new Date('2026-11-20T10:00:00Z'));
  const rang = chat.last().messageId;
  await chat.send('voice', { words: 'Завтра в девять оплатить интернет', replyTo: rang });
  expect(chat.text()).toContain('или что-то новое');
  await chat.press('Новое напоминание');
  const made = (await remindersOf(chat)).find(({ text }) => text === 'Оплатить интернет');
  expect(made).toMatchObject({
    nextFireAt: new Date('2026-11-21T06:00:00Z'),
    attachment: { items: [{ kind: 'voice', text: 'Завтра в девять оплатить интернет' }] },
  });
});

test.each([
  ['Сохранить заметкой', 'что там по списку покупок'],
  ['В заметки', 'Позвонить маме'],
])('a note that «%s» makes of what is said has the voice', async (key, words) => {
  const chat = await bot.member();
  await says(chat, words);
  await chat.press(key);
  expect(chat.text()).toContain('📝 Сохранил в заметки');
  const made = await db.select().from(notes).where(eq(notes.userId, chat.id));
  expect(made).toMatchObject([
    { content: words, attachment: { items: [{ kind: 'voice', text: words }] } },
  ]);
});

test('«напомни завтра в 9» said in reply to a message keeps that message, as it does when typed', async () => {
  const chat = await bot.member();
  const photo = bot.simulator().send(chat.id, 'photo', { caption: 'Рецепт от врача' });
  await bot.deliver();
  await chat.press('Отмена');
  await chat.send('voice', { words: 'Напомни завтра в девять.', replyTo: photo.messageId });
  expect(await remindersOf(chat)).toMatchObject([
    {
      text: 'Рецепт от врача',
      nextFireAt: new Date('2026-11-21T06:00:00Z'),
      attachment: { items: [{ kind: 'photo' }] },
    },
  ]);
});

test('what rang is answered aloud, and the answer shows the words that it goes by', async () => {
  const chat = await bot.member();
  await chat.write('через час выключить духовку');
  await bot.sendDueAt(new Date('2026-11-20T10:00:00Z'));
  await says(chat, 'Готово.');
  expect((await remindersOf(chat))[0]).toMatchObject({ completed: true });
  expect(chat.text().split('\n')[0]).toBe('🎙 «Готово»');
  await chat.write('удали духовку');
  expect(chat.text()).not.toContain('🎙');
});

test('the caption of a forwarded voice is not shown as if it had been heard', async () => {
  const chat = await bot.member();
  await chat.send('voice', { from: 'user', caption: 'Послушай вечером' });
  expect(chat.text()).toContain('Послушай вечером');
  expect(chat.text()).not.toContain('🎙');
});

test('of a long talk the quote ends with a whole word, and its reminder has the rest', async () => {
  const chat = await bot.member();
  await says(chat, `Позвонить мастеру ${'и потом спросить про трубы '.repeat(8)}`);
  const [quote = '', ...card] = chat.text().split('\n');
  expect(quote).toMatch(/^🎙 «Позвонить мастеру .*( и| потом| спросить| про| трубы) …»$/);
  expect(quote.length).toBeLessThan(110);
  expect(card[0]?.length).toBeGreaterThan(150);
});

test('a voice from before the terms are accepted is heard by nobody until then, and as any other one afterwards', async () => {
  const chat = bot.stranger();
  let asked = 0;
  await transcriber.instead(
    (_, response) => {
      asked += 1;
      response.end('{"text":"Завтра в девять интернет"}');
    },
    () => says(chat, 'Завтра в девять оплатить интернет.'),
  );
  expect(asked).toBe(0);
  transcriber.settings.url = transcriber.address();
  await chat.press('Мне есть 18, принимаю');
  expect(chat.text()).toContain('🎙 «Завтра в девять оплатить интернет»');
  expect(await remindersOf(chat)).toMatchObject([
    { text: 'Оплатить интернет', attachment: { items: [{ kind: 'voice' }] } },
  ]);
});

test('several tasks said in one breath become several', async () => {
  const chat = await bot.member();
  await says(chat, 'Завтра в 9 интернет; завтра в 10 стрижка');
  expect((await remindersOf(chat)).map(({ text }) => text).toSorted()).toEqual([
    'Интернет',
    'Стрижка',
  ]);
  const words = 'Завтра в 9 интернет; завтра в 10 стрижка';
  expect(chat.text().split('\n')[0]).toBe(`🎙 «${words}»`);
  for (const { attachment } of await remindersOf(chat)) {
    expect(attachment).toMatchObject({ items: [{ kind: 'voice', text: words }] });
  }
});

test('the transcriber gets the sound, the language, its model and its key, and nothing of the person', async () => {
  const chat = await bot.member({ firstName: 'Аделаида', username: 'adelaida' });
  const asked: { key: string | undefined; body: string }[] = [];
  const sounds: (number | null)[] = [];
  await transcriber.instead(
    (request, response) => {
      void buffer(request).then((body) => {
        asked.push({ key: request.headers.authorization, body: body.toString('utf8') });
        const from = body.indexOf('OggS');
        const to = body.indexOf('\r\n--', from);
        sounds.push(secondsOfOggOpus(body.subarray(from, to)));
        response.end(JSON.stringify({ text: 'Завтра в девять интернет' }));
      });
    },
    () => says(chat, 'что угодно'),
  );
  expect(await remindersOf(chat)).toHaveLength(1);
  expect(asked).toHaveLength(1);
  // As it was sent: its checksums are right.
  expect(sounds).toEqual([expect.any(Number)]);
  const [{ key, body }] = [asked[0] ?? { key: '', body: '' }];
  expect(key).toBe('Bearer key-of-the-transcriber');
  for (const part of ['name="file"', 'что угодно', 'whisper-small', 'name="language"', 'ru']) {
    expect(body).toContain(part);
  }
  for (const personal of [String(chat.id), 'Аделаида', 'adelaida']) {
    expect(body).not.toContain(personal);
  }
});

describe('where nothing comes of it the voice is kept and asked about, and the card says why', () => {
  const failing: [string, RequestListener, string][] = [
    ['it fails', (_, response) => response.writeHead(500).end('secret'), 'failed'],
    ['it breaks off', (request) => request.socket.destroy(), 'failed'],
    ['it answers no JSON', (_, response) => response.end('<html>'), 'failed'],
    ['it answers other JSON', (_, response) => response.end('{"texts":[]}'), 'failed'],
    ['it answers too much', (_, response) => response.end('x'.repeat(100_000)), 'failed'],
    [
      'it leads elsewhere',
      (_, response) => response.writeHead(307, { location: transcriber.address() }).end(),
      'failed',
    ],
    [
      'it hears silence',
      (_, response) => response.end('{"text":"Продолжение следует..."}'),
      'silent',
    ],
  ];
  test.each(failing)('%s', async (_, answer, result) => {
    const warned = jest.spyOn(console, 'warn');
    const chat = await bot.member();
    const before = await voices(result);
    await transcriber.instead(answer, () => says(chat, 'Завтра в девять интернет'));
    expect(await remindersOf(chat)).toEqual([]);
    expect(await draftsOf(chat)).toMatchObject([{ state: 'asking' }]);
    expect(chat.text()).toContain('Голосовое сообщение');
    expect(chat.text()).not.toContain('🎙');
    expect(chat.text().split('\n')[0]).toBe(
      result === 'silent' ? 'Слов не расслышал.' : 'Расшифровать не получилось.',
    );
    expect(await voices(result)).toBe(before + 1);
    warned.mockRestore();
  });

  test.each([
    ['forwarded', { from: 'user' as const }, /^Голосовое сообщение/],
    ['of more than a minute', { words: 'да '.repeat(300) }, /^Расшифровываю только голосовые не/],
  ])('a voice that is %s is not sent to it', async (_, options, said) => {
    const chat = await bot.member();
    let asked = 0;
    await transcriber.instead(
      (_request, response) => {
        asked += 1;
        response.end('{"text":"Завтра в девять интернет"}');
      },
      () => chat.send('voice', { words: 'Завтра в девять интернет', ...options }),
    );
    expect(asked).toBe(0);
    expect(chat.text()).toMatch(said);
    expect(await draftsOf(chat)).toMatchObject([{ state: 'asking' }]);
  });

  test('the thirty-first of a person and day; another person’s is heard', async () => {
    const chat = await bot.member();
    const other = await bot.member();
    for (let nth = 1; nth <= 30; nth += 1) await says(chat, `Завтра в девять дело ${nth}`);
    expect(await remindersOf(chat)).toHaveLength(30);
    await says(chat, 'Завтра в девять лишнее');
    expect(await remindersOf(chat)).toHaveLength(30);
    expect(chat.text()).toMatch(/^Слишком много голосовых за сутки.*\n\nГолосовое сообщение/);
    await says(other, 'Завтра в девять интернет');
    expect(await remindersOf(other)).toHaveLength(1);
  });
});

test('no connection is held while it listens, and the answer that comes too late is not waited for', async () => {
  const chat = await bot.member();
  const timeout = jest.spyOn(AbortSignal, 'timeout');
  await transcriber.instead(
    (_, response) => {
      void db.execute(OTHERS_AT_WORK).then(({ rows }) => {
        response.end(JSON.stringify({ text: `Завтра в девять занято ${rows.length}` }));
      });
    },
    () => says(chat, 'неважно'),
  );
  expect(await remindersOf(chat)).toMatchObject([{ text: 'Занято 0' }]);
  expect(timeout).toHaveBeenCalledWith(10_000);
  timeout.mockRestore();
});

test('health says that it fails once a request came to nothing, until one is answered; none under way is a failure', async () => {
  const chat = await bot.member();
  const { settings } = transcriber;
  const duringIt: string[] = [];
  await says(chat, 'Завтра в девять интернет');
  const answer = (status: number) =>
    transcriber.instead(
      (_, response) => {
        duringIt.push(transcriberState(settings));
        response.writeHead(status).end('{"text":"Завтра в десять стрижка"}');
      },
      () => says(chat, 'неважно'),
    );
  await answer(500);
  expect(transcriberState(settings)).toBe('failing');
  await answer(200);
  expect(transcriberState(settings)).toBe('ok');
  expect(duringIt).toEqual(['ok', 'failing']);
  expect(transcriberState(undefined)).toBe('off');
});

describe('attacks by voice', () => {
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
    timeout.mockImplementation((ms) =>
      ms === 10_000 ? limit.signal : new AbortController().signal,
    );
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
});
