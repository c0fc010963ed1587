import { type Message } from 'telegraf/types';
import { z } from 'zod';
import { failure, responses } from '@/contract/api';
import { RATE_LIMITS, THUMBNAIL_MAX_BYTES } from '@/core/limits';
import { eraseAccount } from '@/server/retention/erase-account';
import { log } from '@/server/platform/log';
import { takePersonalPermit } from '@/server/platform/rate-limit';
import { users } from '@/server/platform/db/schema';
import { keptOf } from '@/server/telegram/said';
import { testRoutes, callRoute } from '@/testing/api';
import { createNote, createReminder, createUser } from '@/testing/builders';
import { initDataFor, TEST_ENV } from '@/testing/test-env';
import { samplePicture, testTelegram } from '@/testing/telegram';
import { GET as ofNote } from '@/app/api/notes/[id]/thumbnail/route';
import { GET as listNotes } from '@/app/api/notes/route';
import { GET as ofReminder } from '@/app/api/notifications/[id]/thumbnail/route';
import { GET as listReminders } from '@/app/api/notifications/route';
import { POST as sendOfNote } from '@/app/api/notes/[id]/attachment/route';
import { POST as sendOfReminder } from '@/app/api/notifications/[id]/attachment/route';

const telegram = testTelegram({ token: TEST_ENV.TELEGRAM_BOT_TOKEN });
const { db } = testRoutes(telegram);

describe('thumbnails', () => {
  const message = z.custom<Message>((value) => typeof value === 'object');

  /** Somebody who has sent something to the bot and kept it twice. */
  async function someone(kind = 'photo') {
    const { id } = await createUser(db);
    const { simulator } = telegram();
    simulator.addUser({ id, firstName: 'Вера' });
    const { messageId, extra } = simulator.send(id, kind);
    const attachment = keptOf(message.parse({ message_id: messageId, ...extra }));
    const reminder = await createReminder(db, id, { attachment });
    const note = await createNote(db, id, { attachment });
    /** Telegram has this of it from now on. */
    const becomes = (change: Partial<{ path: string; content: Buffer }>) => {
      const upload = simulator.world.uploads.get(attachment.items[0]?.thumbnailId ?? '');
      if (!upload) throw new Error('no picture of it');
      Object.assign(upload, change);
    };
    return { id, initData: initDataFor({ id }), reminder, note, becomes };
  }

  async function get(route: typeof ofNote, id: number, initData?: string) {
    const headers = { ...(initData !== undefined && { initData }) };
    const response = await route(new Request('http://localhost/api/x', { headers }), {
      params: Promise.resolve({ id: String(id) }),
    });
    return {
      status: response.status,
      headers: response.headers,
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  }
  const statusOf = async (...call: Parameters<typeof get>) => (await get(...call)).status;

  test.each(['photo', 'video', 'video_note', 'animation', 'sticker', 'document'])(
    'of a %s its owner gets the picture, to be kept by their browser alone',
    async (kind) => {
      const { initData, reminder, note } = await someone(kind);
      for (const [route, id] of [[ofReminder, reminder.id] as const, [ofNote, note.id] as const]) {
        const { status, headers, bytes } = await get(route, id, initData);
        expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg']);
        expect(headers.get('cache-control')).toBe('private, max-age=3600');
        expect(headers.get('vary')).toBe('initData');
        expect(bytes.equals(samplePicture)).toBe(true);
      }
    },
  );

  test('a list says where there is a picture, and no file of it', async () => {
    const { initData } = await someone('photo');
    const voice = await someone('voice');
    const lists = async (whose: string) => {
      const headers = { initData: whose };
      const context = { params: Promise.resolve({}) };
      const [reminders, notes] = await Promise.all(
        [listReminders, listNotes].map(async (list): Promise<unknown> =>
          (await list(new Request('http://localhost/api/x', { headers }), context)).json(),
        ),
      );
      expect(JSON.stringify([reminders, notes])).not.toMatch(/(?:photo|voice)-/);
      return [
        responses.reminders.parse(reminders).notifications[0]?.thumbnail,
        responses.notes.parse(notes).notes[0]?.thumbnail,
      ];
    };
    expect(await lists(initData)).toEqual([true, true]);
    expect(await lists(voice.initData)).toEqual([undefined, undefined]);
    expect(await statusOf(ofReminder, voice.reminder.id, voice.initData)).toBe(404);
  });

  describe('nobody but its owner gets it', () => {
    test('another account', async () => {
      const { reminder, note } = await someone();
      const other = await createUser(db);
      const initData = initDataFor({ id: other.id });
      expect(await statusOf(ofReminder, reminder.id, initData)).toBe(404);
      expect(await statusOf(ofNote, note.id, initData)).toBe(404);
    });

    test('launch data that are missing, forged or too old', async () => {
      const { id, initData, reminder } = await someone();
      const forged = initData.replace(/hash=./, (found) =>
        found.endsWith('0') ? 'hash=1' : 'hash=0',
      );
      const old = initDataFor({ id }, { at: new Date(Date.now() - 2 * 86_400_000) });
      for (const given of [undefined, '', forged, old]) {
        expect(await statusOf(ofReminder, reminder.id, given)).toBe(403);
      }
    });

    test('an account without the terms, and one that was erased', async () => {
      const { id, initData, reminder } = await someone();
      const early = await createUser(db, { termsVersion: null });
      expect(await statusOf(ofReminder, reminder.id, initDataFor({ id: early.id }))).toBe(403);
      await eraseAccount(db, id);
      expect(await statusOf(ofReminder, reminder.id, initData)).toBe(403);
    });
  });

  test('somebody who has blocked the bot still sees their own', async () => {
    const { id, initData, reminder } = await someone();
    telegram().simulator.block(id);
    expect(await statusOf(ofReminder, reminder.id, initData)).toBe(200);
  });

  describe('what is no small picture is not found', () => {
    test.each([
      ['a page', '<html><script>alert(1)</script>'],
      ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
      ['a page that begins like a picture in words', 'JFIF<html>'],
      ['a RIFF of another kind', 'RIFF0000WAVEfmt '],
      ['nothing', ''],
      ['one above the limit', Buffer.concat([samplePicture, Buffer.alloc(THUMBNAIL_MAX_BYTES)])],
    ])('%s', async (_, content) => {
      const { initData, reminder, becomes } = await someone();
      becomes({ content: Buffer.from(content) });
      const { status, headers, bytes } = await get(ofReminder, reminder.id, initData);
      expect([status, headers.get('content-type')]).toEqual([404, 'application/json']);
      expect(failure.safeParse(JSON.parse(bytes.toString())).success).toBe(true);
    });

    test.each([
      ['image/png', Buffer.from('\x89PNG\r\n\x1a\n…', 'latin1')],
      ['image/webp', Buffer.from('RIFF\n\0\xff\xffWEBPVP8 ', 'latin1')],
    ])('but %s is one', async (type, content) => {
      const { initData, reminder, becomes } = await someone();
      becomes({ content });
      const { status, headers } = await get(ofReminder, reminder.id, initData);
      expect([status, headers.get('content-type')]).toEqual([200, type]);
    });
  });

  test('a file that Telegram has forgotten is not found, and a Telegram that is away comes back later', async () => {
    const { initData, reminder } = await someone();
    const { faults } = telegram().simulator;
    const failing = async (code: number) => {
      faults.add({ method: 'getFile', times: 1, fault: { kind: 'error', code } });
      return statusOf(ofReminder, reminder.id, initData);
    };
    expect([await failing(400), await failing(429), await failing(502)]).toEqual([404, 503, 503]);
    faults.add({ method: 'getFile', times: 1, fault: { kind: 'cut' } });
    expect(await statusOf(ofReminder, reminder.id, initData)).toBe(503);
  });

  test('the bot’s token is in no answer and in no log', async () => {
    const { initData, reminder, becomes } = await someone();
    const logged: unknown[] = [];
    for (const level of ['info', 'warn', 'error'] as const) {
      jest.spyOn(log, level).mockImplementation((...line: unknown[]) => void logged.push(line));
    }
    const path = 'photos/secret-path.jpg';
    becomes({ path });
    const answers = [await get(ofReminder, reminder.id, initData)];
    becomes({ path: `${path}?nothing there` });
    answers.push(await get(ofReminder, reminder.id, initData));
    telegram().simulator.world.uploads.clear();
    answers.push(await get(ofReminder, reminder.id, initData));
    jest.restoreAllMocks();
    const told = JSON.stringify([
      logged,
      answers.map(({ headers, bytes }) => [...headers, bytes.toString()]),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 404]);
    expect(logged).toHaveLength(answers.length);
    expect(told).not.toContain(TEST_ENV.TELEGRAM_BOT_TOKEN);
    expect(told).not.toContain(path);
  });

  test('nobody asks more often than the limit', async () => {
    const { id, initData, reminder } = await someone();
    const asked = async () => {
      const takeOne = () => takePersonalPermit(db, 'thumbnails', id, new Date());
      await Promise.allSettled(Array.from({ length: RATE_LIMITS.thumbnails.limit + 20 }, takeOne));
      return statusOf(ofReminder, reminder.id, initData);
    };
    // A window of the limit may end between the permits and the call, but not twice.
    expect([await asked(), await asked()]).toContain(429);
  });
});

describe('attachments', () => {
  /** Somebody who has sent a photo to the bot and kept it twice. */
  async function someone() {
    const { id } = await createUser(db);
    const { simulator } = telegram();
    simulator.addUser({ id, firstName: 'Вера' });
    const { messageId, extra } = simulator.send(id, 'photo', { caption: 'Билет' });
    const photo = { kind: 'photo' as const, messageId, fileId: fileId(extra), text: 'Билет' };
    const attachment = { items: [photo] };
    const reminder = await createReminder(db, id, { attachment });
    const note = await createNote(db, id, { attachment });
    const came = () =>
      simulator
        .messages(id)
        .filter(({ fromBot }) => fromBot)
        .map(({ text, content = {} }) => [...Object.keys(content), text].join(' '));
    return { id, initData: initDataFor({ id }), reminder, note, messageId, came };
  }
  const fileId = (extra: Record<string, unknown> = {}): string =>
    /"file_id":"([^"]+)"/.exec(JSON.stringify(extra))?.[1] ?? '';
  const params = (id: number) => ({ params: { id: String(id) }, body: {} });

  test('a list says what is attached, and nothing that Telegram takes it by', async () => {
    const { initData } = await someone();
    const reminders = await callRoute(listReminders, { initData });
    const notes = await callRoute(listNotes, { initData });
    expect(responses.reminders.parse(reminders.json).notifications).toMatchObject([
      { attachmentText: 'Фото' },
    ]);
    expect(responses.notes.parse(notes.json).notes).toMatchObject([{ attachmentText: 'Фото' }]);
    expect(JSON.stringify([reminders.json, notes.json])).not.toContain('photo-');
  });

  test('«Прислать в чат» sends what is attached to its owner', async () => {
    const { initData, reminder, note, came } = await someone();
    expect((await callRoute(sendOfReminder, { initData, ...params(reminder.id) })).status).toBe(
      200,
    );
    // As if the second were over in which the chat gets nothing else.
    await db.update(users).set({ chatFreeAt: null });
    expect((await callRoute(sendOfNote, { initData, ...params(note.id) })).status).toBe(200);
    expect(came()).toEqual(['photo Билет', 'photo Билет']);
  });

  test('somebody else’s, and what has nothing attached, is not found', async () => {
    const { reminder, note, came } = await someone();
    const other = await createUser(db);
    const initData = initDataFor({ id: other.id });
    const plain = await createReminder(db, other.id);
    expect((await callRoute(sendOfReminder, { initData, ...params(reminder.id) })).status).toBe(
      404,
    );
    expect((await callRoute(sendOfNote, { initData, ...params(note.id) })).status).toBe(404);
    expect((await callRoute(sendOfReminder, { initData, ...params(plain.id) })).status).toBe(404);
    expect(came()).toEqual([]);
  });

  test('what Telegram gives no longer comes in words that say so', async () => {
    const { id, initData, reminder, messageId, came } = await someone();
    telegram().simulator.world.chat(id).messages.delete(messageId);
    telegram().simulator.faults.add({
      method: 'sendPhoto',
      times: 1,
      fault: { kind: 'error', code: 400, description: 'Bad Request: wrong file identifier' },
    });
    expect((await callRoute(sendOfReminder, { initData, ...params(reminder.id) })).status).toBe(
      200,
    );
    expect(came()).toEqual(['Билет', '📎 Фото. Само сообщение Telegram больше не отдаёт.']);
  });

  test.each([
    ['a blocked bot', { code: 403, description: 'Forbidden: bot was blocked by the user' }, 400],
    ['a chat that has to wait', { code: 429, retryAfter: 3 }, 503],
  ] as const)('%s is told in words', async (_, error, status) => {
    const { initData, reminder } = await someone();
    telegram().simulator.faults.add({
      method: 'copyMessage',
      times: 1,
      fault: { kind: 'error', ...error },
    });
    const answer = await callRoute(sendOfReminder, { initData, ...params(reminder.id) });
    expect(answer.status).toBe(status);
    expect(failure.parse(answer.json).message).toMatch(/^(?:Бот не может|Telegram пока не)/);
  });

  test('nobody sends more often than the limit', async () => {
    const { id, initData, reminder } = await someone();
    const { limit } = RATE_LIMITS.attachments;
    const asked = async () => {
      const takeOne = () => takePersonalPermit(db, 'attachments', id, new Date());
      await Promise.allSettled(Array.from({ length: limit }, takeOne));
      return (await callRoute(sendOfReminder, { initData, ...params(reminder.id) })).status;
    };
    // A window of the limit may end between the permits and the call, but not twice.
    expect([await asked(), await asked()]).toContain(429);
  });
});
