import { gzipSync } from 'node:zlib';
import fc from '@/testing/fast-check';
import { failure, responses } from '@/contract/api';
import { callRoute, testRoutes } from '@/testing/api';
import { createUser } from '@/testing/builders';
import { initDataFor } from '@/testing/test-env';
import { GET as listNotes, POST as createNote } from '@/app/api/notes/route';
import { DELETE as removeReminder } from '@/app/api/notifications/[id]/route';
import { GET as listReminders, POST as createReminder } from '@/app/api/notifications/route';
import { POST as setTimeZone } from '@/app/api/profile/timezone/route';
import { POST as validate } from '@/app/api/validate/route';

/** What somebody with an account of their own may try; e2e/holding-out.spec.ts tries it on a server. */

const { db } = testRoutes();

const someone = async () => initDataFor({ id: (await createUser(db)).id });

/** Values where a number, a text, a date or a switch is expected. */
const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, true, [], {}, '', ' ', 'NaN', -1, 0, 1.5, 1e308, 2 ** 31, 2 ** 53],
    ...['+275760-09-13T00:00:00.000Z', '-000001-01-01T00:00:00Z', '0000-01-01T00:00:00Z'],
    ...['9999-12-31T23:59:59.999Z', '10000-01-01T00:00:00Z', '2026-02-30T10:00:00Z'],
    ...['2036-01-01T09:00:00+99:99', '2036-01-01T24:00:00Z', '2036-13-01', '9999-12-31'],
    ...['\u0000', 'а\u0000б', '\ud800', '\udfff\ud800', '\u202e\u2066', '\u0301'.repeat(500)],
    ...['__proto__', 'constructor', 'Europe/Moscow\u0000', 'Etc/GMT+14', 'x'.repeat(20_000)],
  ),
  fc.jsonValue({ maxDepth: 3 }),
);
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
const noteFields: Record<string, unknown> = {
  title: 'Список',
  content: 'Молоко',
  categoryId: 1,
  dateTime: '2026-01-01T00:00:00Z',
  version: 1,
};
/** Good fields, some of which are replaced. */
const spoilt = (good: Record<string, unknown>) =>
  fc
    .dictionary(
      fc.constantFrom(...Object.keys(good), 'repeatMonthly', '__proto__', 'id', 'userId'),
      hostile,
      {
        maxKeys: 3,
        noNullPrototype: true,
      },
    )
    .map((bad) => ({ ...good, ...bad }));

test.each([
  { what: 'reminder', create: createReminder, list: listReminders, good: reminderFields },
  { what: 'note', create: createNote, list: listNotes, good: noteFields },
])(
  'whatever is put into a $what is refused with 400, or stored so that the list still answers',
  async ({ what, create, list, good }) => {
    const shape = what === 'note' ? responses.notes : responses.reminders;
    let initData = await someone();
    let asked = 0;
    const counts = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(spoilt(good), async (row) => {
        // Below the rate limit of one user.
        if ((asked += 1) % 40 === 0) initData = await someone();
        const body = what === 'note' ? { note: row } : { notification: row };
        const { status, json } = await callRoute(create, { initData, body });
        counts.set(status, (counts.get(status) ?? 0) + 1);
        expect([200, 201, 400, 409]).toContain(status);
        if (status >= 400) expect(failure.parse(json).message).toMatch(/[а-яё]/i);
        const answer = await callRoute(list, { initData });
        expect(answer.status).toBe(200);
        shape.parse(answer.json);
      }),
      { numRuns: 80 },
    );
    expect([...counts.keys()]).toEqual(expect.arrayContaining([201, 400]));
  },
);

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
