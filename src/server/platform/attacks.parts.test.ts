import { gzipSync } from 'node:zlib';
import { callRoute, testRoutes } from '@/testing/api';
import { createUser } from '@/testing/builders';
import { initDataFor } from '@/testing/test-env';
import { DELETE as removeReminder } from '@/app/api/notifications/[id]/route';
import { POST as createReminder } from '@/app/api/notifications/route';
import { POST as setTimeZone } from '@/app/api/profile/timezone/route';
import { POST as validate } from '@/app/api/validate/route';

/** What somebody with an account of their own may try; e2e/holding-out.spec.ts tries it on a server. */

const { db } = testRoutes();

const someone = async () => initDataFor({ id: (await createUser(db)).id });

const reminderFields: Record<string, unknown> = {
  typeId: 1,
  categoryId: 1,
  text: 'Полить цветы',
  dateTime: '2036-01-01T09:00:00.000Z',
  repeat: true,
  repeatEvery: 1,
  repeatUnit: 'WEEK',
  repeatWeekdays: [1],
  repeatUntil: '2037-01-01',
  timeZone: 'Europe/Moscow',
  flood: true,
  floodInterval: 5,
  version: 1,
};
test('of a key that stands twice in a body the last counts, everywhere alike', async () => {
  const [mine, another] = [await someone(), await someone()];
  const raw = (first: string, last: string) =>
    `{"initData":${JSON.stringify(first)},"initData":${JSON.stringify(last)}}`;
  const forged = mine.replace(/%22id%22%3A\d+/, '%22id%22%3A1');
  expect((await callRoute(validate, { raw: raw(forged, mine) })).status).toBe(200);
  expect((await callRoute(validate, { raw: raw(mine, forged) })).status).toBe(403);
  expect((await callRoute(validate, { raw: raw(mine, another) })).status).toBe(200);
});

test.each([
  ['application/json-patch+json', 415],
  ['application/jsonx', 415],
  ['text/plain; application/json', 415],
  ['text/html, application/json', 415],
  ['multipart/form-data; boundary=application/json', 415],
  ['APPLICATION/JSON;charset=utf-16', 200],
])('a body that calls itself %s is answered with %i', async (type, status) => {
  const initData = await someone();
  const headers = { 'content-type': type };
  expect((await callRoute(validate, { initData, body: {}, headers })).status).toBe(status);
});

test('a compressed body is never unpacked', async () => {
  const raw = gzipSync(JSON.stringify({ initData: await someone() }));
  const headers = { 'content-encoding': 'gzip' };
  expect((await callRoute(validate, { raw, headers })).status).toBe(400);
});

test.each(['x'.repeat(101), 'a b', 'ключ-в-латинице'.replace(/[^\x20-\x7e]/g, 'é'), '', '\t'])(
  'an idempotency key that is none is refused: %j',
  async (key) => {
    const body = { notification: reminderFields };
    const headers = { 'Idempotency-Key': key };
    const { status } = await callRoute(createReminder, {
      initData: await someone(),
      body,
      headers,
    });
    expect(status).toBe(400);
  },
);

test.each(['Europe/Moscow\u0000', '../etc/passwd', '__proto__', 'x'.repeat(101), '+99:99', ''])(
  'a time zone that is none is refused: %j',
  async (timezone) => {
    const initData = await someone();
    expect((await callRoute(setTimeZone, { initData, body: { timezone } })).status).toBe(400);
  },
);

test.each(['2147483648', '999999999999999', '９', '1%00', '0x1', '1n', ' 1'])(
  'an id beyond those that exist is unknown: %j',
  async (id) => {
    const call = { initData: await someone(), body: {}, params: { id } };
    const answer = await callRoute(removeReminder, call);
    expect(answer.status).toBe(404);
  },
);
