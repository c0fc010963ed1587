import { failure, responses } from '@/contract/api';
import { RATE_LIMITS } from '@/core/limits';
import { takePersonalPermit } from '@/server/platform/rate-limit';
import { callRoute, testRoutes } from '@/testing/api';
import { createNote, createReminder, createUser } from '@/testing/builders';
import { initDataFor, TEST_ENV } from '@/testing/test-env';
import { testTelegram } from '@/testing/telegram';
import { POST as sendOfNote } from '@/app/api/notes/[id]/attachment/route';
import { GET as listNotes } from '@/app/api/notes/route';
import { POST as sendOfReminder } from '@/app/api/notifications/[id]/attachment/route';
import { GET as listReminders } from '@/app/api/notifications/route';

const telegram = testTelegram({ token: TEST_ENV.TELEGRAM_BOT_TOKEN });
const { db } = testRoutes(telegram);

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
  expect((await callRoute(sendOfReminder, { initData, ...params(reminder.id) })).status).toBe(200);
  expect((await callRoute(sendOfNote, { initData, ...params(note.id) })).status).toBe(200);
  expect(came()).toEqual(['photo Билет', 'photo Билет']);
});

test('somebody else’s, and what has nothing attached, is not found', async () => {
  const { reminder, note, came } = await someone();
  const other = await createUser(db);
  const initData = initDataFor({ id: other.id });
  const plain = await createReminder(db, other.id);
  expect((await callRoute(sendOfReminder, { initData, ...params(reminder.id) })).status).toBe(404);
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
  expect((await callRoute(sendOfReminder, { initData, ...params(reminder.id) })).status).toBe(200);
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
