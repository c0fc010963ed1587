import { eq } from 'drizzle-orm';
import { SHARES_MAX, TERMS_VERSION } from '@/core/limits';
import { declineTerms } from '@/server/accounts/accounts';
import { reminders, shares, users } from '@/server/platform/db/schema';
import { log } from '@/server/platform/log';
import { deleteReminder, restoreReminder } from '@/server/reminders/deletion';
import {
  closeShares,
  sharedCard,
  shareLink,
  shareReminder,
  shareTokenOf,
} from '@/server/sharing/shares';
import { createReminder, createUser } from '@/testing/builders';
import { testBot, type TestChat } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { failure, responses } from '@/contract/api';
import { callRoute, testRoutes } from '@/testing/api';
import { initDataFor, TEST_ENV } from '@/testing/test-env';
import { testTelegram } from '@/testing/telegram';
import { GET as read } from '@/app/api/notifications/[id]/route';
import { DELETE as close, POST as share } from '@/app/api/notifications/[id]/share/route';
import { dataOf } from '../telegram/callback-data';

describe('sharing in the chat', () => {
  const { db } = testDatabase();
  const bot = testBot(db);
  const TOKEN = '7000000000:AAtest-token-of-the-conversation';
  const now = () => bot.clock.now();

  /** A reminder of a person who has put its card into another chat. */
  async function shared(owner: TestChat, fields: Partial<typeof reminders.$inferInsert> = {}) {
    const reminder = await createReminder(db, owner.id, {
      text: 'Созвон <b>с Олей</b>',
      ...fields,
    });
    const share = await shareReminder(db, owner.id, reminder.id, now());
    const token = shareTokenOf(share.key, TOKEN);
    const { id: messageId } = cardElsewhere(owner, token);
    return { reminder, share, token, messageId };
  }

  /** The card as the app has Telegram prepare it, sent by its owner into a chat of other people. */
  function cardElsewhere(owner: TestChat, token: string) {
    const { world } = bot.simulator();
    const id = `elsewhere-${world.inlineMessages.size}`;
    const keyboard = [[{ text: 'Напомнить и мне', callback_data: dataOf('share', 'take', token) }]];
    const message = { id, userId: owner.id, text: 'Карточка', entities: [], keyboard };
    world.inlineMessages.set(id, message);
    return message;
  }

  const remindersOf = (userId: number) =>
    db.select().from(reminders).where(eq(reminders.userId, userId));

  test('who has accepted the terms gets one copy by one press, at the moment of the original, and no more by others', async () => {
    const anna = await bot.member();
    const boris = await bot.member({ timeZone: 'Asia/Omsk' });
    const { reminder, messageId } = await shared(anna, {
      floodInterval: 5,
      preAlerts: [60],
      attachment: { items: [{ kind: 'photo', messageId: 1, fileId: 'x' }] },
    });
    await boris.pressElsewhere(messageId, 'Напомнить и мне');
    // 13:00 in Moscow is 16:00 in Omsk.
    expect(boris.toast()).toBe('Готово! Напомню сегодня в 16:00');
    expect(boris.text()).toContain('Теперь это и ваше напоминание');
    expect(boris.text()).toContain('Созвон <b>с Олей</b>');
    await boris.pressElsewhere(messageId, 'Напомнить и мне');
    expect(boris.toast()).toBe('Оно у вас уже есть: напомню сегодня в 16:00');
    const copies = await remindersOf(boris.id);
    expect(copies).toMatchObject([
      {
        text: reminder.text,
        dateTime: reminder.dateTime,
        floodInterval: null,
        preAlerts: [],
        attachment: null,
        noteId: null,
      },
    ]);
    expect(boris.messages().filter(({ text }) => text.includes('Теперь это'))).toHaveLength(1);
  });

  test('two presses and a start at the same moment make one copy', async () => {
    const anna = await bot.member();
    const boris = await bot.member();
    const { messageId, token } = await shared(anna);
    const key = { text: '?', callback_data: dataOf('share', 'take', token) };
    bot.simulator().pressInline(boris.id, messageId, key);
    bot.simulator().pressInline(boris.id, messageId, key);
    bot.simulator().pressInline(boris.id, messageId, key);
    await bot.deliverAtOnce(true);
    expect(await remindersOf(boris.id)).toHaveLength(1);
  });

  test('a stranger is led to the bot, sees the card and the terms, and gets a copy only by accepting', async () => {
    const anna = await bot.member();
    const { messageId, token } = await shared(anna);
    const clara = bot.stranger('Клара');
    await clara.pressElsewhere(messageId, 'Напомнить и мне');
    const link = shareLink(token, 'napomnyu_bot');
    expect(clara.openedLink()).toBe(link);
    expect(await db.$count(users, eq(users.id, clara.id))).toBe(0);
    const payload = new URL(link).searchParams.get('start') ?? '';
    expect(payload).toMatch(/^[\w-]{1,64}$/);

    await clara.write(`/start ${payload}`);
    expect(clara.text()).toContain('С вами поделились напоминанием');
    expect(clara.text()).toContain('20 ноября 2026 в 13:00 (Москва, UTC+3)');
    await clara.press('Не принимаю');
    expect(await remindersOf(clara.id)).toEqual([]);
    await clara.press('Вернуться к условиям');
    await clara.press('Мне есть 18, принимаю');
    expect(await remindersOf(clara.id)).toMatchObject([{ text: 'Созвон <b>с Олей</b>' }]);
    expect(clara.text()).toContain('Теперь это и ваше напоминание');
  });

  test('a link alone gives nobody a reminder: it shows the card, and the press decides', async () => {
    const anna = await bot.member();
    const boris = await bot.member();
    const { token } = await shared(anna);
    await boris.write(`/start share_${token}`);
    expect(boris.text()).toContain('С вами поделились напоминанием');
    expect(await remindersOf(boris.id)).toEqual([]);
    await boris.press('Не надо');
    expect(await remindersOf(boris.id)).toEqual([]);
    await boris.write(`/start share_${token}`);
    await boris.press('Напомнить и мне');
    expect(await remindersOf(boris.id)).toHaveLength(1);
    // Its card stands right above: a moment alone is about it.
    await boris.write('завтра в 10');
    const [copy] = await remindersOf(boris.id);
    expect(copy?.dateTime).toEqual(new Date('2026-11-21T07:00:00Z'));
  });

  test('its owner gets no second one', async () => {
    const anna = await bot.member();
    const { messageId } = await shared(anna);
    await anna.pressElsewhere(messageId, 'Напомнить и мне');
    expect(anna.toast()).toContain('Это ваше напоминание');
    expect(await remindersOf(anna.id)).toHaveLength(1);
  });

  test.each<[string, (owner: TestChat, reminderId: number) => Promise<unknown>]>([
    ['its owner closes it', (owner, id) => closeShares(db, owner.id, id)],
    ['its owner deletes the reminder', (owner, id) => deleteReminder(db, owner.id, id, now())],
    [
      'its owner deletes the reminder, and for good',
      async (owner, id) => {
        await deleteReminder(db, owner.id, id, now());
        await restoreReminder(db, owner.id, id, now());
      },
    ],
    [
      'its owner declines the terms, and for good',
      async (owner) => {
        await declineTerms(db, owner.id, now());
        await db.update(users).set({ termsVersion: TERMS_VERSION }).where(eq(users.id, owner.id));
      },
    ],
    [
      'its owner blocks the bot, and for good',
      async (owner) => {
        await owner.block();
        await owner.unblock();
      },
    ],
    [
      'its owner erases everything',
      async (owner) => {
        await owner.write('/delete');
        await owner.press('Да, удалить всё');
      },
    ],
  ])('a link is over once %s', async (_, end) => {
    const anna = await bot.member();
    const boris = await bot.member();
    const { messageId, token, reminder } = await shared(anna);
    await end(anna, reminder.id);
    await boris.pressElsewhere(messageId, 'Напомнить и мне');
    expect(boris.toast()).toContain('Этой ссылкой больше нельзя воспользоваться');
    expect(await db.$count(shares, eq(shares.userId, anna.id))).toBe(0);
    await boris.write(`/start share_${token}`);
    expect(boris.text()).toContain('Этой ссылкой больше нельзя воспользоваться');
    expect(await remindersOf(boris.id)).toEqual([]);
  });

  test('«Поделиться» in the chat gives the link, and «Закрыть ссылку» ends it; a foreign reminder has neither', async () => {
    const anna = await bot.member();
    const boris = await bot.member();
    const reminder = await createReminder(db, anna.id);
    await anna.write('/list');
    await anna.press('1');
    await anna.press('Ещё…');
    await anna.press('Поделиться');
    const [, link = ''] =
      /(https:\/\/t\.me\/napomnyu_bot\?start=share_[\w-]{32})/.exec(anna.text()) ?? [];
    const token = link.slice(-32);
    await boris.pressData(`share:open:${reminder.id}`, (await hello(boris)).messageId);
    expect(boris.text()).not.toContain('t.me');
    await boris.pressData(`share:close:${reminder.id}`);
    expect(await db.$count(shares, eq(shares.userId, anna.id))).toBe(1);

    await anna.press('Закрыть ссылку');
    expect(await db.$count(shares, eq(shares.userId, anna.id))).toBe(0);
    await boris.write(`/start share_${token}`);
    expect(boris.text()).toContain('Этой ссылкой больше нельзя воспользоваться');
  });

  async function hello(chat: TestChat) {
    await chat.write('/help');
    return chat.last();
  }

  test('what is shared stays what it was: later words of its owner reach nobody', async () => {
    const anna = await bot.member();
    const boris = await bot.member();
    const { messageId, reminder, share } = await shared(anna);
    await db.update(reminders).set({ text: 'Тайна' }).where(eq(reminders.id, reminder.id));
    await boris.pressElsewhere(messageId, 'Напомнить и мне');
    expect(await remindersOf(boris.id)).toMatchObject([{ text: 'Созвон <b>с Олей</b>' }]);
    expect((await shareReminder(db, anna.id, reminder.id, now())).key).not.toBe(share.key);
  });

  test('a series keeps its beginning and its zone, so that both ring together for ever', async () => {
    const anna = await bot.member();
    const boris = await bot.member({ timeZone: 'Asia/Omsk' });
    const { messageId, share } = await shared(anna, {
      firstWallTime: '2026-08-31T09:00',
      dateTime: new Date('2026-11-30T06:00:00Z'),
      rule: { every: 1, unit: 'MONTH', birthYear: 1966 },
    });
    expect(sharedCard(share, now()).toPlainText()).toContain(
      '30 ноября 2026 в 09:00 (Москва, UTC+3)',
    );
    await boris.pressElsewhere(messageId, 'Напомнить и мне');
    expect(boris.toast()).toBe('Готово! Напомню в понедельник, 30 ноября, в 12:00');
    expect(await remindersOf(boris.id)).toMatchObject([
      {
        firstWallTime: '2026-08-31T09:00',
        timeZone: 'Europe/Moscow',
        dateTime: new Date('2026-11-30T06:00:00Z'),
        // How old somebody is stays with the owner.
        rule: { every: 1, unit: 'MONTH' },
      },
    ]);
  });

  test('what has passed makes no copy, and cannot be shared', async () => {
    const anna = await bot.member();
    const boris = await bot.member();
    const { messageId } = await shared(anna, { dateTime: new Date(now().getTime() + 60_000) });
    bot.clock.set(new Date(now().getTime() + 120_000));
    await boris.pressElsewhere(messageId, 'Напомнить и мне');
    expect(boris.toast()).toBe('Время этого напоминания уже прошло.');
    expect(await remindersOf(boris.id)).toEqual([]);
    const past = await createReminder(db, anna.id, {
      dateTime: new Date(now().getTime() - 60_000),
    });
    await expect(shareReminder(db, anna.id, past.id, now())).rejects.toThrow('время этого прошло');
  });

  test.each([
    [
      'another signature',
      (token: string) => token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A'),
    ],
    ['another key', (token: string) => (token.startsWith('A') ? 'B' : 'A') + token.slice(1)],
    [
      'another bot’s',
      (token: string) => shareTokenOf(token.slice(0, 12), '1:another-token-of-a-bot'),
    ],
    ['cut', (token: string) => token.slice(0, 31)],
    ['nothing', () => ''],
    ['a word', () => 'undefined'],
    ['marks of SQL', () => `' or true --`],
  ])('a forged token opens nothing: %s', async (_, forge) => {
    const anna = await bot.member();
    const boris = await bot.member();
    const { messageId, token } = await shared(anna);
    const forged = forge(token);
    await boris.pressElsewhere(messageId, {
      text: '?',
      callback_data: dataOf('share', 'take', forged).slice(0, 64),
    });
    // Nor does it spoil a card that others see.
    expect(bot.simulator().world.inlineMessages.get(messageId)?.text).toBe('Карточка');
    await boris.write(`/start share_${forged}`);
    const stranger = bot.stranger();
    await stranger.write(`/start share_${forged}`);
    await stranger.press('Мне есть 18, принимаю');
    expect(await remindersOf(boris.id)).toEqual([]);
    expect(await remindersOf(stranger.id)).toEqual([]);
  });

  test('under a stranger’s card nobody changes it, whatever valid token of their own they send', async () => {
    const anna = await bot.member();
    const boris = await bot.member();
    const { messageId } = await shared(anna);
    const own = await shared(boris);
    await closeShares(db, boris.id, own.reminder.id);
    const key = { text: '?', callback_data: dataOf('share', 'take', own.token) };
    const { world } = bot.simulator();
    const before = structuredClone(world.inlineMessages.get(messageId));
    await boris.pressElsewhere(messageId, key);
    await bot.stranger().pressElsewhere(messageId, key);
    expect(world.inlineMessages.get(messageId)).toEqual(before);
  });

  test('a key of a chat’s own does nothing under a message of another chat', async () => {
    const anna = await bot.member();
    const { messageId, reminder } = await shared(anna);
    const done = { text: '?', callback_data: `r:done:${reminder.id}:0` };
    await anna.pressElsewhere(messageId, done);
    await anna.pressElsewhere(messageId, {
      text: '?',
      callback_data: `i:${reminder.id}:remove:list:0:1`,
    });
    expect(await remindersOf(anna.id)).toMatchObject([{ completed: false, deletedAt: null }]);
  });

  test('who has shut the bot out is led back to it, and nothing waits for them unseen', async () => {
    const anna = await bot.member();
    const boris = await bot.member();
    const { messageId, token } = await shared(anna);
    await boris.block();
    await boris.pressElsewhere(messageId, 'Напомнить и мне');
    expect(boris.openedLink()).toBe(shareLink(token, 'napomnyu_bot'));
    expect(await remindersOf(boris.id)).toEqual([]);
    const [row] = await db.select().from(users).where(eq(users.id, boris.id));
    expect(row?.unreachableSince).not.toBeNull();
  });

  test('the token is stored nowhere, and in no log', async () => {
    const said: string[] = [];
    const spies = (['info', 'warn', 'error'] as const).map((level) =>
      jest
        .spyOn(log, level)
        .mockImplementation((...args: unknown[]) => void said.push(JSON.stringify(args))),
    );
    const anna = await bot.member();
    const boris = await bot.member();
    const { messageId, token, share } = await shared(anna);
    bot.fault('answerCallbackQuery', { kind: 'error', code: 500 });
    await boris.pressElsewhere(messageId, 'Напомнить и мне');
    const stored = JSON.stringify([await db.select().from(shares), await remindersOf(boris.id)]);
    expect(stored).toContain(share.key);
    expect(stored).not.toContain(token);
    expect(said.join()).not.toContain(share.key);
    for (const spy of spies) spy.mockRestore();
  });

  test('/export says what is open to others, without what opens it', async () => {
    const anna = await bot.member();
    const { token, share } = await shared(anna);
    await anna.ask('завтра в 9 позвонить');
    await anna.write('/export');
    const file = JSON.stringify(anna.file());
    expect(anna.file()).toMatchObject({
      shared: [{ text: 'Созвон <b>с Олей</b>', timeZone: 'Europe/Moscow' }],
      typed: [{ text: 'Позвонить' }],
    });
    expect(file).not.toContain(token);
    expect(file).not.toContain(share.key);
  });

  test('links to what is over make room for new ones; where all are open, it says so', async () => {
    const anna = await bot.member();
    const over = await createReminder(db, anna.id, { text: 'Было' });
    const open = await createReminder(db, anna.id, { text: 'Будет' });
    await shareReminder(db, anna.id, over.id, now());
    const { key, print, ...row } = await onlyShare(anna.id);
    const copies = (of: number) =>
      Array.from({ length: SHARES_MAX - 1 }, (_, i) => ({
        ...row,
        reminderId: of,
        key: `${of}-${i}`,
        print: `${i}`,
      }));
    await db.insert(shares).values(copies(over.id));
    await expect(shareReminder(db, anna.id, open.id, now())).rejects.toThrow('больше нельзя');
    const completed = { completed: true, nextFireAt: null };
    await db.update(reminders).set(completed).where(eq(reminders.id, over.id));
    expect(await shareReminder(db, anna.id, open.id, now())).toMatchObject({ text: 'Будет' });
    expect(await db.$count(shares, eq(shares.userId, anna.id))).toBe(1);
  });

  async function onlyShare(userId: number) {
    const [row] = await db.select().from(shares).where(eq(shares.userId, userId));
    if (!row) throw new Error('nothing is shared');
    return row;
  }
});

describe('sharing in the app', () => {
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
});
