import { createReminder, createUser } from '@/testing/builders';
import { callRoute, serveFrom, stopServing } from '@/testing/api';
import { testDatabase } from '@/testing/database';
import { initDataFor } from '@/testing/test-env';
import { onOutdatedMessage, type Outdated } from './outdated';
import { DELETE as remove, GET as read } from '@/app/api/notifications/[id]/route';
import { POST as done } from '@/app/api/notifications/[id]/done/route';
import { POST as restore } from '@/app/api/notifications/[id]/restore/route';
import { POST as snooze } from '@/app/api/notifications/[id]/snooze/route';
import { POST as undo } from '@/app/api/notifications/[id]/undo/route';

const { db, url } = testDatabase();
const told: Outdated[] = [];
beforeAll(() => {
  serveFrom(url);
  onOutdatedMessage((outdated) => told.push(outdated));
});
afterAll(() => {
  onOutdatedMessage(null);
  return stopServing();
});

test('each change of a reminder in the app tells the bot which message is out of date; a refused one does not', async () => {
  const user = await createUser(db);
  const initData = initDataFor({ id: user.id });
  const { id } = await createReminder(db, user.id, { dateTime: new Date(Date.now() + 3_600_000) });
  const call = (route: typeof done, body: object, of = id) =>
    callRoute(route, { initData, body, params: { id: String(of) } });
  const tells = async (route: typeof done, body: object = {}) => {
    told.length = 0;
    expect((await call(route, body)).status).toBe(200);
    expect(told).toEqual([{ userId: user.id, reminderId: id }]);
  };
  await tells(snooze, { until: '1h' });
  await tells(done);
  await tells(undo, { undo: '3' });
  await tells(remove);
  await tells(restore);

  told.length = 0;
  await callRoute(read, { initData, params: { id: String(id) } });
  expect((await call(snooze, { until: 'never' })).status).toBe(400);
  expect((await call(done, {}, id + 1_000)).status).toBe(404);
  expect((await call(done, { version: 1 })).status).toBe(409);
  expect(told).toEqual([]);
});
