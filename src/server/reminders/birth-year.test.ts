import { eq } from 'drizzle-orm';
import { failure, responses } from '@/contract/api';
import { reminders } from '@/server/platform/db/schema';
import { callRoute, testRoutes } from '@/testing/api';
import { categoryId, createUser, typeId } from '@/testing/builders';
import { initDataFor } from '@/testing/test-env';
import { PUT as update } from '@/app/api/notifications/[id]/route';
import { POST as pause } from '@/app/api/notifications/[id]/pause/route';
import { POST as create } from '@/app/api/notifications/route';

const { db } = testRoutes();

/** Somebody who has saved a birthday. */
async function birthday() {
  const user = await createUser(db);
  const initData = initDataFor({ id: user.id });
  const notification = {
    typeId: await typeId(db, 'Напоминание'),
    categoryId: await categoryId(db, 'Личное'),
    text: 'День рождения мамы',
    dateTime: '2049-03-12T06:00:00.000Z',
    repeat: true,
    repeatEvery: 1,
    repeatUnit: 'YEAR',
    birthYear: 1966,
    flood: false,
  };
  const post = (body: object) => callRoute(create, { initData, body: { notification: body } });
  const made = responses.reminder.parse((await post(notification)).json).notification;
  const params = { id: String(made.id) };
  const edit = async (change: object) => {
    const body = { notification: { ...notification, ...change } };
    return responses.reminder.parse((await callRoute(update, { initData, params, body })).json)
      .notification;
  };
  const hold = () => callRoute(pause, { initData, params, body: {} });
  return { user, notification, post, made, edit, hold };
}

test('the year of birth comes back, is changed and taken away by an edit, and moves no date', async () => {
  const { made, edit } = await birthday();
  expect(made).toMatchObject({ birthYear: 1966, repeatText: 'каждый год 12 марта' });
  expect(await edit({ birthYear: 1967 })).toMatchObject({
    birthYear: 1967,
    dateTime: made.dateTime,
    repeatFrom: made.repeatFrom,
  });
  expect(await edit({ birthYear: undefined })).not.toHaveProperty('birthYear');
});

test('it can be set while the reminder is paused, which goes on', async () => {
  const { hold, edit } = await birthday();
  await hold();
  expect(await edit({ birthYear: 1970 })).toMatchObject({ state: 'paused', birthYear: 1970 });
});

test('the same birthday twice within seconds is one; with another year it is another', async () => {
  const { user, notification, post } = await birthday();
  await post(notification);
  await post({ ...notification, birthYear: 1999 });
  expect(await db.$count(reminders, eq(reminders.userId, user.id))).toBe(2);
});

test.each([
  [
    { repeatUnit: 'MONTH' },
    'Год рождения или события можно указать только для ежегодного напоминания',
  ],
  [{ birthYear: 'давно' }, 'Год рождения или события — от 1850 до'],
  [{ birthYear: 3000 }, 'Год рождения или события — от 1850 до'],
])('%j is refused, in Russian', async (change, message) => {
  const { notification, post } = await birthday();
  const { status, json } = await post({ ...notification, ...change });
  expect(status).toBe(400);
  const [error] = failure.parse(json).errors ?? [];
  expect(error?.field).toBe('birthYear');
  expect(error?.message).toContain(message);
});
