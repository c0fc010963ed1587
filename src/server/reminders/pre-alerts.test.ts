import { eq } from 'drizzle-orm';
import { responses } from '@/contract/api';
import { deliveries, reminders } from '@/server/platform/db/schema';
import { completeFromChat } from './chat-acts';
import { listDay } from './upcoming';
import { renderReminder } from './message';
import { callRoute, testRoutes } from '@/testing/api';
import { categoryId, createUser, typeId } from '@/testing/builders';
import { createOutbox, runningClock, tickReminders } from '@/testing/outbox';
import { initDataFor } from '@/testing/test-env';
import { PUT as update } from '@/app/api/notifications/[id]/route';
import { POST as create } from '@/app/api/notifications/route';

const { db } = testRoutes();

/** An instant by Moscow's clocks, far ahead of the real time at which these tests create. */
const at = (wall: string) => new Date(`2049-03-${wall}:00+03:00`);

/** Somebody who has saved a reminder for the 20th at 15:00. */
async function someoneWith(fields: object) {
  const user = await createUser(db);
  const initData = initDataFor({ id: user.id });
  const notification = {
    typeId: await typeId(db, 'Напоминание'),
    categoryId: await categoryId(db, 'Личное'),
    text: 'Стоматолог',
    dateTime: at('20T15:00').toISOString(),
    repeat: false,
    flood: false,
    ...fields,
  };
  const saved = async (body: object, id?: number) => {
    const answer =
      id === undefined
        ? await callRoute(create, { initData, body: { notification: body } })
        : await callRoute(update, {
            initData,
            params: { id: String(id) },
            body: { notification: body },
          });
    return responses.reminder.parse(answer.json).notification;
  };
  const { id, ...made } = await saved(notification);
  return {
    user,
    id,
    made,
    edit: (change: object) => saved({ ...notification, ...change }, id),
    /** What goes out of it at that moment: kind, and the first line of the message. */
    tick: async (wall: string) => {
      const outbox = createOutbox();
      await tickReminders({
        db,
        send: outbox.send,
        retract: outbox.retract,
        now: runningClock(at(wall)),
        deadline: new Date(at(wall).getTime() + 10_000),
        horizonMs: 0,
        maxPerSecond: Infinity,
      });
      expect(outbox.retracted).toEqual([]);
      return outbox.attempts
        .filter(({ reminderId }) => reminderId === id)
        .map((message) => {
          const { text: html, keyboard } = renderReminder(message, {
            appUrl: 'https://example.org',
            simulated: false,
          });
          const [line] = String(html).split('\n');
          return `${message.firing.kind} ${line} ${keyboard[0]?.[0]?.text}`;
        });
    },
    row: async () => (await db.select().from(reminders).where(eq(reminders.id, id)))[0],
    done: (wall: string, messageId: number) =>
      completeFromChat(db, {
        userId: user.id,
        reminderId: id,
        occurrenceAt: at('20T15:00'),
        messageId,
        now: at(wall),
      }),
  };
}

const ahead = { preAlerts: [120, 1_440] };

test('each message says what is when, and the reminder waits only once it came itself', async () => {
  const { made, tick, row, user, id } = await someoneWith(ahead);
  expect(made).toMatchObject({ preAlerts: [1_440, 120], state: 'scheduled' });
  expect(await tick('19T14:59')).toEqual([]);
  expect(await tick('19T15:00')).toEqual(['pre-alert <b>Завтра в 15:00: Стоматолог</b> ✅ Готово']);
  expect(await row()).toMatchObject({
    openOccurrenceAt: null,
    waitingSince: null,
    liveMessageId: null,
    nextFireAt: at('20T13:00'),
  });
  const day = { from: at('20T00:00'), before: at('21T00:00'), offset: 0, limit: 5 };
  expect((await listDay(db, user.id, day)).reminders).toMatchObject([
    { dateTime: at('20T15:00').toISOString() },
  ]);
  expect(await tick('20T13:00')).toEqual([
    'pre-alert <b>Через 2 часа, в 15:00: Стоматолог</b> ✅ Готово',
  ]);
  expect(await tick('20T15:00')).toEqual(['first <b>Стоматолог</b> ✅ Готово']);
  expect(await row()).toMatchObject({ openOccurrenceAt: at('20T15:00') });
  const ledger = await db.select().from(deliveries).where(eq(deliveries.reminderId, id));
  expect(ledger.map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual([
    'pre-alert sent',
    'pre-alert sent',
    'first sent',
  ]);
});

test('«Готово» under the first ends the rest', async () => {
  const { tick, done, row } = await someoneWith(ahead);
  expect(await tick('19T15:00')).toHaveLength(1);
  expect(await done('19T15:10', 7)).toMatchObject({ state: 'done' });
  expect(await row()).toMatchObject({ completed: true, nextFireAt: null, doneAt: at('19T15:10') });
  expect(await tick('20T13:00')).toEqual([]);
  expect(await tick('20T15:00')).toEqual([]);
});

test('of a series it is the coming occurrence that is done, and the next one is told of again', async () => {
  const weekly = { repeat: true, repeatEvery: 1, repeatUnit: 'WEEK', preAlerts: [60] };
  const { tick, done, row } = await someoneWith(weekly);
  expect(await tick('20T14:00')).toHaveLength(1);
  await done('20T14:05', 8);
  expect(await row()).toMatchObject({
    completed: false,
    openOccurrenceAt: null,
    dateTime: at('27T15:00'),
    nextFireAt: at('27T14:00'),
  });
});

test('an edit that says nothing of it leaves it; an empty list takes it away', async () => {
  const { edit } = await someoneWith(ahead);
  expect(await edit({ text: 'Зубной', preAlerts: undefined })).toMatchObject({
    preAlerts: [1_440, 120],
  });
  expect(await edit({ text: 'Зубной', preAlerts: [] })).not.toHaveProperty('preAlerts');
});
