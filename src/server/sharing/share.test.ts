import { eq } from 'drizzle-orm';
import { failure, responses } from '@/contract/api';
import { shares } from '@/server/platform/db/schema';
import { callRoute, testRoutes } from '@/testing/api';
import { createReminder, createUser } from '@/testing/builders';
import { initDataFor, TEST_ENV } from '@/testing/test-env';
import { testTelegram } from '@/testing/telegram';
import { GET as read } from '@/app/api/notifications/[id]/route';
import { DELETE as close, POST as share } from '@/app/api/notifications/[id]/share/route';

const telegram = testTelegram({ token: TEST_ENV.TELEGRAM_BOT_TOKEN });
const { db } = testRoutes(telegram);
beforeAll(() => (process.env.TELEGRAM_BOT_USERNAME = 'napomnyu_bot'));
afterAll(() => delete process.env.TELEGRAM_BOT_USERNAME);
afterEach(() => (telegram().simulator.world.bot.inline.enabled = true));

/** Long enough that no token holds it by chance. */
let lastId = 987_654_321_000;

/** Somebody with a reminder that lies ahead, and the means to share it. */
async function someone() {
  const { id } = await createUser(db);
  telegram().simulator.addUser({ id, firstName: 'Вера' });
  const dateTime = new Date(Date.now() + 86_400_000);
  lastId += 1;
  const reminder = await createReminder(db, id, {
    id: lastId,
    dateTime,
    text: 'Созвон & «отчёт»',
  });
  const to = { initData: initDataFor({ id }), params: { id: String(reminder.id) }, body: {} };
  return { id, reminder, to };
}

test('a reminder’s card is prepared for its owner’s client: its text and time, one key, no ids of ours', async () => {
  const { id, reminder, to } = await someone();
  const answer = await callRoute(share, to);
  expect(answer.status).toBe(201);
  const offer = responses.shareOffer.parse(answer.json);
  expect(offer.url).toMatch(/^https:\/\/t\.me\/napomnyu_bot\?start=share_[\w-]{32}$/);
  expect(offer.text).toContain('Созвон & «отчёт»');
  expect(new URL(offer.sendUrl).searchParams.get('url')).toBe(offer.url);
  const { world } = telegram().simulator;
  const prepared = world.preparedMessages.get(offer.preparedId ?? '');
  expect(prepared).toMatchObject({
    userId: id,
    result: { keyboard: [[{ text: 'Напомнить и мне' }]] },
  });
  const said = JSON.stringify(prepared?.result);
  expect(said).toContain('Созвон & «отчёт»');
  for (const hidden of [id, reminder.id]) expect(said).not.toContain(String(hidden));
});

test('nothing tells the app not to share', async () => {
  const { initData, params } = (await someone()).to;
  const { json } = await callRoute(read, { initData, params });
  expect(responses.reminderWithHistory.parse(json).sharing).toBeUndefined();
});

test('the address that opens the choice of chats stays short, however long the reminder is', async () => {
  const { id, to } = await someone();
  for (const text of ['Ж'.repeat(500), '👨‍👩‍👧‍👦'.repeat(45)]) {
    const { id: long } = await createReminder(db, id, {
      text,
      dateTime: new Date(Date.now() + 86_400_000),
      rule: { every: 2, unit: 'WEEK', weekdays: [1, 2, 3, 4, 5, 6] },
    });
    const answer = await callRoute(share, { ...to, params: { id: String(long) } });
    const { sendUrl, text: card } = responses.shareOffer.parse(answer.json);
    const [, when = ''] = card.split('\n');
    expect(card).toContain(text);
    expect(new URL(sendUrl).searchParams.get('text')).toContain(when);
    expect(sendUrl.length).toBeLessThan(2_048);
  }
});

test('shared once more it has the same link; closed, another one', async () => {
  const { id, to } = await someone();
  const linkOf = async () => responses.shareOffer.parse((await callRoute(share, to)).json).url;
  const first = await linkOf();
  expect(await linkOf()).toBe(first);
  const closed = await callRoute(close, to);
  expect(responses.sharesClosed.parse(closed.json).closed).toBe(1);
  expect(await db.$count(shares, eq(shares.userId, id))).toBe(0);
  expect(await linkOf()).not.toBe(first);
});

test('without inline mode, or with a silent Telegram, there is the link alone', async () => {
  const { to } = await someone();
  telegram().simulator.world.bot.inline.enabled = false;
  const answer = await callRoute(share, to);
  expect(responses.shareOffer.parse(answer.json)).toMatchObject({ preparedId: null });
});

test('nobody shares or closes what is somebody else’s', async () => {
  const { id, to } = await someone();
  await callRoute(share, to);
  const other = await createUser(db);
  const foreign = { ...to, initData: initDataFor({ id: other.id }) };
  expect((await callRoute(share, foreign)).status).toBe(404);
  expect(responses.sharesClosed.parse((await callRoute(close, foreign)).json).closed).toBe(0);
  expect(await db.$count(shares, eq(shares.userId, id))).toBe(1);
});

test('what has passed is refused in words', async () => {
  const { id, to } = await someone();
  const past = await createReminder(db, id, { dateTime: new Date(Date.now() - 60_000) });
  const answer = await callRoute(share, { ...to, params: { id: String(past.id) } });
  expect(answer.status).toBe(400);
  expect(failure.parse(answer.json).message).toContain('ещё впереди');
});
