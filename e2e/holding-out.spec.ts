import { z } from 'zod';
import { RATE_LIMITS } from '../src/core/limits';
import { categoryId, typeId } from '../src/testing/builders';
import { endpoints } from '../src/testing/every-route';
import { attackServer, attacksOn } from '../src/testing/hostile';
import { BODY_MB, openBodies, residentMegabytes } from '../src/testing/open-bodies';
import { attackRaw } from '../src/testing/raw-requests';
import { botVisitor, load, miniAppVisitor } from '../src/testing/load';
import { initData, members } from './support/members';
import { expect, type Stack, startStack, test, TOKEN, WEBHOOK_SECRET } from './support/test';

/** A load as `npm run bench -- load` makes it at length, and attacks; those on each field are in fuzz.parts.test.ts. */

/** Everything that is stored of a person, as one string. */
const belongings = async ({ sql }: Stack, userId: number): Promise<string> =>
  JSON.stringify([
    await sql`select * from users where id = ${userId}`,
    await sql`select * from reminders where user_id = ${userId} order by id`,
    await sql`select * from notes where user_id = ${userId} order by id`,
  ]);

async function victimOf(stack: Stack) {
  const [victim = 0] = await members(stack, 1);
  const [reminder] = await stack.sql`
    insert into reminders (user_id, type_id, category_id, text, first_wall_time, time_zone, date_time)
    select ${victim}, (select min(id) from reminder_types), (select min(id) from categories), 'Моё',
      '2036-01-01T09:00', 'Europe/Moscow', '2036-01-01T06:00Z' returning id`;
  const [note] = await stack.sql`
    insert into notes (user_id, category_id, title, content, date_time)
    select ${victim}, (select min(id) from categories), 'Моё', 'Моё', now() returning id`;
  return { victim, foreignIds: [Number(reminder?.id), Number(note?.id)] };
}

test('no request of an account holder breaks a route, tells of the inside or touches others', async ({
  stack,
}) => {
  test.setTimeout(240_000);
  const { victim, foreignIds } = await victimOf(stack);
  const before = await belongings(stack, victim);
  const all = endpoints();
  expect(all.length).toBeGreaterThan(30);
  const people = await members(stack, 400);
  const attacker = (nth: number) => initData(people[nth % people.length] ?? 0);
  // Deliveries and clean-ups started by a cron call with its secret are no attack.
  const faults = await attackServer(
    stack.app.url,
    all.flatMap((each, i) => attacksOn(each, { token: TOKEN, foreignIds, initData: attacker(i) })),
  );
  expect(faults).toEqual([]);
  expect(await belongings(stack, victim)).toBe(before);
  const health = await fetch(`${stack.app.url}/api/health`);
  expect(health.status).toBe(200);
});

test('200 people at once are all served, in the app and in the chat', async ({ stack }) => {
  const { url } = stack.app;
  let lastUpdate = 1_500_000_000;
  const updateId = () => (lastUpdate += 1);
  const ids = await members(stack, 200);
  const visitors = ids.map((userId, i) =>
    i % 10 === 0
      ? botVisitor(url, { userId, secret: WEBHOOK_SECRET, updateId })
      : miniAppVisitor(url, initData(userId), i),
  );
  const { requests, failures } = await load(visitors, { each: 8 });
  expect(failures).toEqual([]);
  expect(requests).toBe(200 * 8);
});

test('no request of a stranger, however written, is a fault, leads elsewhere or stays open', async ({
  stack,
}) => {
  const written = () => stack.app.log();
  // Next.js's greeting is not ours to write.
  const before = written().length;
  expect(await attackRaw(stack.app.url)).toEqual([]);

  // One more request: when its line is there, those of the others are.
  const last = 'the-last-of-the-strangers';
  await fetch(`${stack.app.url}/api/notes`, { headers: { 'x-request-id': last } });
  await expect.poll(written).toContain(last);
  const lines = written().slice(before).trim().split('\n');
  expect(lines.length).toBeGreaterThan(50);
  const levels = lines.map((line) => z.object({ level: z.number() }).parse(JSON.parse(line)).level);
  expect(Math.max(...levels)).toBeLessThan(50);
});

test('bodies that nobody asked for cost no memory, and end with their connections', async ({
  stack,
}) => {
  const memoryOf = () => residentMegabytes(stack.app.process.pid ?? 0);
  const connections = 30;
  // A server that has just begun grows by what it loads.
  await openBodies(stack.app.url, { path: '/', connections });
  const before = memoryOf();
  for (const path of ['/', '/no-such-page', '/api/no-such', '/api/notes/%31', '/api/notes']) {
    const { answers, left } = await openBodies(stack.app.url, { path, connections });
    expect({ path, left }).toEqual({ path, left: 0 });
    expect(answers.every((status) => status >= 400 && status < 500)).toBe(true);
  }
  // Were those of one path held, it would be twice as much; a server grows by some of it in any case.
  expect(memoryOf() - before).toBeLessThan((connections * BODY_MB) / 2);
});

/** What one person may ask of the API. */

test('whoever floods the API is slowed down, and costs nobody else anything', async ({ stack }) => {
  const [flooder = 0, other = 0] = await members(stack, 2);
  const ask = (id: number) =>
    fetch(`${stack.app.url}/api/notifications`, { headers: { initData: initData(id) } });
  const flood: Response[] = [];
  const refused = () => flood.filter(({ status }) => status === 429);
  const windowAt = () => Math.floor(Date.now() / RATE_LIMITS.api.windowMs);
  const firstWindow = windowAt();
  // A slow machine may take more than one window to be flooded.
  while (refused().length < 50) {
    flood.push(...(await Promise.all(Array.from({ length: 125 }, () => ask(flooder)))));
  }
  const windows = windowAt() - firstWindow + 1;
  expect(Number(refused()[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  const served = flood.filter(({ status }) => status === 200);
  expect(served.length + refused().length).toBe(flood.length);
  expect(served.length).toBeLessThanOrEqual(windows * RATE_LIMITS.api.limit);
  expect((await ask(other)).status).toBe(200);
});

test('a server without a ticker delivers what falls due before a scheduler comes, behind its answer', async () => {
  const { stack, stop } = await startStack({ ticker: 'off' });
  try {
    const [member = 0] = await members(stack, 1);
    stack.telegram.simulator.unblock(member);
    // It has to be stored before that.
    const dueAt = Date.now() + 10_000;
    const notification = {
      typeId: await typeId(stack.db, 'Оплата'),
      categoryId: await categoryId(stack.db, 'Дом'),
      text: 'Выключить плиту',
      dateTime: new Date(dueAt).toISOString(),
    };
    const made = await fetch(`${stack.app.url}/api/notifications`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ initData: initData(member), notification }),
    });
    expect(made.status).toBe(201);
    const { simulator } = stack.telegram;
    await expect
      .poll(() => simulator.messages(member).map(({ text }) => text))
      .toEqual([expect.stringContaining('Выключить плиту')]);
    const [sent] = simulator.messages(member);
    expect(sent?.receivedAt).toBeGreaterThanOrEqual(dueAt);
  } finally {
    await stop();
  }
});
