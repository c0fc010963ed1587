import { eq } from 'drizzle-orm';
import { TERMS_VERSION } from '@/core/limits';
import { users } from '@/server/db/schema';
import { createUser } from '@/testing/builders';
import { fixedClock } from '@/testing/clock';
import { ChatServer, Conversation } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';

const { db } = testDatabase();
const clock = fixedClock();
const server = new ChatServer();
beforeAll(() => server.listen());
afterAll(() => server.close());

let lastId = 5_000;
const stranger = () => new Conversation(db, server, clock, { id: (lastId += 1) });
const memberOf = async (fields: Parameters<typeof createUser>[1] = {}) => {
  const user = await createUser(db, fields);
  return new Conversation(db, server, clock, { id: user.id });
};
const stored = async (chat: Conversation) => {
  const [row] = await db.select().from(users).where(eq(users.id, chat.person.id));
  return row;
};

describe('/start', () => {
  test('asks a stranger for age and terms, with links to both pages, and stores nothing yet', async () => {
    const chat = stranger();
    await chat.write('/start');
    expect(chat.last.text).toContain('Здравствуйте, Анна!');
    expect(chat.last.text).toContain('18 лет');
    expect(chat.last.text).toContain('href="https://napomnyu.example/terms"');
    expect(chat.last.text).toContain('href="https://napomnyu.example/privacy"');
    expect(chat.labels).toEqual(['Мне есть 18, принимаю', 'Не принимаю']);
    expect(await stored(chat)).toBeUndefined();
  });

  test('acceptance stores age, version and time, and opens the app', async () => {
    const chat = stranger();
    await chat.write('/start promo_2026');
    await chat.press('Мне есть 18, принимаю');
    expect(await stored(chat)).toMatchObject({
      termsVersion: TERMS_VERSION,
      termsAcceptedAt: clock.now(),
      adultConfirmedAt: clock.now(),
      firstName: 'Анна',
    });
    expect(chat.messages).toHaveLength(1);
    expect(chat.last.text).toContain('всё готово');
    expect(chat.last.buttons).toEqual([
      { text: 'Открыть приложение', web_app: { url: 'https://napomnyu.example/' } },
    ]);
  });

  test('a refusal is polite, stores nothing and leads back to the terms', async () => {
    const chat = stranger();
    await chat.write('/start');
    await chat.press('Не принимаю');
    expect(chat.last.text).toContain('Если передумаете');
    expect(await stored(chat)).toBeUndefined();
    await chat.press('Вернуться к условиям');
    await chat.press('Мне есть 18, принимаю');
    expect(await stored(chat)).toMatchObject({ termsVersion: TERMS_VERSION });
  });

  test('a second one greets and opens the app', async () => {
    const chat = await memberOf();
    await chat.write('/start');
    expect(chat.last.text).toContain('С возвращением, Анна!');
    expect(chat.labels).toEqual(['Открыть приложение']);
  });

  test('a new version of the terms asks again, and an old button accepts nothing', async () => {
    const chat = await memberOf({ termsVersion: '2024-01-01' });
    await chat.write('/list');
    expect(chat.last.text).toContain('Мы обновили условия');
    await chat.pressData('terms:accept:2024-01-01', chat.last.id);
    expect(await stored(chat)).toMatchObject({ termsVersion: '2024-01-01' });
    await chat.press('Не принимаю');
    expect(chat.last.text).toContain('/export');
    expect(await stored(chat)).toMatchObject({ termsVersion: null, adultConfirmedAt: null });
  });

  test('a name full of markup is shown as it is written', async () => {
    const chat = new Conversation(db, server, clock, { id: (lastId += 1), first_name: '<b>&"' });
    await chat.write('/start');
    expect(chat.last.text).toContain('Здравствуйте, &lt;b&gt;&amp;"!');
  });
});

test.each(['/app', '/list', 'завтра в 9 молоко', '/nonsense'])(
  '%s before the terms asks for them',
  async (text) => {
    const chat = stranger();
    await chat.write(text);
    expect(chat.labels).toContain('Мне есть 18, принимаю');
  },
);

test('/help answers everybody', async () => {
  const chat = stranger();
  await chat.write('/help');
  expect(chat.last.text).toContain('Как создать напоминание');
});

test('blocking and unblocking the bot are noted', async () => {
  const chat = await memberOf();
  const change = (status: string) =>
    chat.post({
      my_chat_member: {
        chat: { id: chat.person.id, type: 'private' },
        from: chat.person,
        date: 1,
        old_chat_member: { status: 'member', user: chat.person },
        new_chat_member: { status, user: chat.person },
      },
    });
  expect(await change('kicked')).toBe(200);
  expect(await stored(chat)).toMatchObject({ unreachableSince: clock.now() });
  expect(await change('member')).toBe(200);
  expect(await stored(chat)).toMatchObject({ unreachableSince: null });
});

test('a group is left with a word', async () => {
  const chat = await memberOf();
  server.calls.length = 0;
  await chat.send({ text: 'привет', chat: { id: -100, type: 'group', title: 'Друзья' } });
  expect(server.calls).toEqual(['sendMessage', 'leaveChat']);
});
