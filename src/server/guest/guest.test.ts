import { eq, sql } from 'drizzle-orm';
import { GUEST_CARD_TAKERS_MAX, RATE_LIMITS } from '@/core/limits';
import { drafts, guestCalls, notes, reminders } from '@/server/platform/db/schema';
import { testCleanup } from '@/testing/clean-up';
import { testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { log } from '@/server/platform/log';

const { db } = testDatabase();
const bot = testBot(db);
const { run: cleanUp } = testCleanup(db, bot.clock);

let chats = 0;
/** A chat that no other test has used: limits hold for each. */
const newChat = () => {
  const number = 1_234_567_890 + (chats += 1);
  const chat = { id: -1_000_000_000_000 - number, type: 'supergroup' as const, title: 'Семья' };
  return { ...chat, link: `https://t.me/c/${number}` };
};
const line = (text: string) => `@napomnyu_bot ${text}`;
const remindersOf = (userId: number) =>
  db.select().from(reminders).where(eq(reminders.userId, userId));
const callsOf = (userId: number) =>
  db.select().from(guestCalls).where(eq(guestCalls.userId, userId));

test('a line that names the bot becomes a reminder of its author, and the chat reads only when it comes', async () => {
  const { link, ...family } = newChat();
  const anna = await bot.member();
  const answer = await anna.call({
    chat: family,
    message_id: 7,
    text: line('завтра в 9 созвон с Петей'),
  });
  expect(answer?.text).toBe('Анна, напомню завтра в 09:00');
  expect(answer?.entities).toEqual([
    {
      ...{ type: 'date_time', offset: 14, length: 14 },
      ...{ unix_time: Date.parse('2026-11-21T06:00:00Z') / 1_000, date_time_format: 'Dt' },
    },
  ]);
  expect(answer?.keyboard).toMatchObject([[{ text: 'Напомнить и мне' }]]);
  expect(await remindersOf(anna.id)).toMatchObject([
    {
      text: 'Созвон с Петей',
      dateTime: new Date('2026-11-21T06:00:00Z'),
      attachment: { items: [], origin: { chat: 'Семья', url: `${link}/7` } },
    },
  ]);
  // Its author sees it whole, and can take it back.
  expect(anna.text()).toContain('Созвон с Петей');
  expect(anna.labels().flat()).toContain('Отменить');
});

test('as a reply it keeps the message, which comes back with the name of its chat, leading there', async () => {
  const { link, ...family } = newChat();
  const anna = await bot.member();
  await anna.call({
    chat: family,
    text: line('завтра в 9'),
    reply: { message_id: 42, kind: 'photo', text: 'Счёт за свет' },
  });
  const [reminder] = await remindersOf(anna.id);
  expect(reminder).toMatchObject({
    text: 'Счёт за свет',
    attachment: {
      items: [{ kind: 'photo', messageId: 0, text: 'Счёт за свет' }],
      origin: { chat: 'Семья', url: `${link}/42` },
    },
  });
  const before = anna.messages().length;
  const { clock } = bot;
  const saidAt = clock.now();
  await bot.sendDueAt(new Date('2026-11-21T06:00:00Z'));
  clock.set(saidAt);
  const [original, ring, ...more] = anna.messages().slice(before);
  expect(more).toEqual([]);
  expect(original).toMatchObject({ text: 'Счёт за свет' });
  expect(original?.content).toHaveProperty('photo');
  expect(ring?.text).toContain('💬 Чат «Семья»');
  expect(ring?.entities).toContainEqual(
    expect.objectContaining({ type: 'text_link', url: `${link}/42` }),
  );
  await anna.press('✅ Готово');
  expect(anna.text()).toContain('💬 Чат «Семья»');
});

test('«об этом» as a reply is the message itself, also for who takes it over', async () => {
  const { link, ...family } = newChat();
  const anna = await bot.member();
  await anna.call({
    chat: family,
    text: line('напомни завтра в 9 об этом'),
    reply: { message_id: 42, text: 'Сдать деньги на экскурсию' },
  });
  expect(await remindersOf(anna.id)).toMatchObject([{ text: 'Сдать деньги на экскурсию' }]);
});

test.each([
  ['a topic', {}, { is_topic_message: true, message_thread_id: 3 }, '/3/7'],
  ['a public chat', { username: 'our_family' }, {}, 'https://t.me/our_family/7'],
  ['a small group', { id: -55, type: 'group' as const }, {}, undefined],
])('the link of %s is Telegram’s own, where it has one', async (_, of, fields, path) => {
  const { link, ...family } = newChat();
  const anna = await bot.member();
  const chat = { ...family, ...of };
  await anna.call({ chat, message_id: 7, text: line('завтра в 9 созвон'), ...fields });
  const [reminder] = await remindersOf(anna.id);
  const url = path === undefined ? {} : { url: path.replace(/^\//, `${link}/`) };
  expect(reminder?.attachment?.origin).toEqual({ chat: 'Семья', ...url });
});

test('a picture of its author’s own is kept, with the bot named in its caption', async () => {
  const { link, ...family } = newChat();
  const anna = await bot.member();
  await anna.call({ chat: family, kind: 'photo', text: line('завтра в 9 оплатить') });
  expect(await remindersOf(anna.id)).toMatchObject([
    { text: 'Оплатить', attachment: { items: [{ kind: 'photo', messageId: 0 }] } },
  ]);
});

test('what is not certain is asked in private, where the answer stores it with its origin; the chat reads no more than that', async () => {
  const { link, ...family } = newChat();
  const anna = await bot.member();
  const answer = await anna.call({ chat: family, text: line('позвонить Пете') });
  expect(answer).toMatchObject({ text: 'Анна, я спросил вас в личных сообщениях', keyboard: [] });
  expect(await remindersOf(anna.id)).toEqual([]);
  await anna.write('завтра в 9');
  expect(await remindersOf(anna.id)).toMatchObject([
    { text: 'Позвонить Пете', attachment: { items: [], origin: { chat: 'Семья' } } },
  ]);
});

test('several lines become one card that asks, and keep the message that they reply to', async () => {
  const { link, ...family } = newChat();
  const anna = await bot.member();
  const text = line('завтра в 9 созвон\nв пятницу в 10 отчёт');
  const answer = await anna.call({ chat: family, text, reply: { text: 'Планы' } });
  expect(answer?.text).toBe('Анна, я спросил вас в личных сообщениях');
  const [draft, ...more] = await db.select().from(drafts).where(eq(drafts.userId, anna.id));
  expect(more).toEqual([]);
  expect(draft?.payload.text).toBe('завтра в 9 созвон\nв пятницу в 10 отчёт');
  expect(draft?.attachment?.items).toMatchObject([{ text: 'Планы' }]);
});

test('a line that says nothing of when is a note where it asks for one', async () => {
  const { link, ...family } = newChat();
  const anna = await bot.member();
  const answer = await anna.call({ chat: family, text: line('запиши: код домофона 123') });
  expect(answer?.text).toBe('Анна, я сохранил это в заметки');
  expect(await db.select().from(notes).where(eq(notes.userId, anna.id))).toHaveLength(1);
});

test('of a protected chat nothing is kept but its author’s own words', async () => {
  const { link, ...family } = newChat();
  const anna = await bot.member();
  const reply = { text: 'Секрет', has_protected_content: true };
  await anna.call({ chat: family, text: line('завтра в 9 созвон'), reply });
  expect(await remindersOf(anna.id)).toMatchObject([{ text: 'Созвон', attachment: null }]);
  const asked = await anna.call({ chat: family, text: line('завтра в 9'), reply });
  expect(asked?.text).toBe('Анна, я спросил вас в личных сообщениях');
  expect(anna.text()).not.toContain('Секрет');
  const kept = JSON.stringify(await db.select().from(drafts).where(eq(drafts.userId, anna.id)));
  expect(kept).not.toMatch(/Секрет|Семья/);
});

test('who has not accepted the terms, or has shut the bot out, is led to it, and nothing of them is stored', async () => {
  const { link, ...family } = newChat();
  const gone = await bot.member();
  await gone.block();
  for (const person of [bot.stranger(), gone]) {
    const answer = await person.call({ chat: family, text: line('завтра в 9 созвон') });
    expect(answer?.text).toContain('откройте меня и примите условия');
    expect(answer?.text).not.toContain('Анна');
    expect(answer?.keyboard).toMatchObject([
      [{ text: 'Открыть «Напомню»', url: 'https://t.me/napomnyu_bot?start=guest' }],
    ]);
    expect(await callsOf(person.id)).toEqual([]);
    expect(await remindersOf(person.id)).toEqual([]);
    expect(person.messages()).toEqual([]);
  }
});

test('heard twice it makes one reminder and one answer', async () => {
  const { link, ...family } = newChat();
  const anna = await bot.member();
  const id = bot.simulator().askGuest(anna.id, { chat: family, text: line('завтра в 9 созвон') });
  const before = bot.simulator().calls.length;
  await bot.deliverTwice();
  const answers = bot
    .simulator()
    .calls.slice(before)
    .filter(({ method }) => method === 'answerGuestQuery');
  expect(answers).toHaveLength(1);
  expect(bot.simulator().world.guestQuestions.get(id)?.answer).toBeDefined();
  expect(await remindersOf(anna.id)).toHaveLength(1);
});

test.each([
  ['too late', undefined],
  ['that Telegram does not take', { kind: 'error' as const, code: 500 }],
  ['of which nobody knows', { kind: 'lose-answer' as const }],
])('an answer %s loses nothing, and its author is told in private', async (_, fault) => {
  const { link, ...family } = newChat();
  const anna = await bot.member();
  const id = bot.simulator().askGuest(anna.id, { chat: family, text: line('завтра в 9 созвон') });
  const question = bot.simulator().world.guestQuestions.get(id);
  if (fault) bot.fault('answerGuestQuery', fault);
  else if (question) question.askedAt -= 60_000;
  await bot.deliver();
  expect(await remindersOf(anna.id)).toMatchObject([{ text: 'Созвон' }]);
  expect(await callsOf(anna.id)).toMatchObject([{ outcome: 'refused' }]);
  expect(anna.messages().map(({ text }) => text)).toEqual([
    expect.stringContaining('ничего не потерялось'),
    expect.stringContaining('Созвон'),
  ]);
});

describe('«Напомнить и мне»', () => {
  const called = async () => {
    const anna = await bot.member();
    const answer = await anna.call({
      chat: newChat(),
      text: line('завтра в 9 созвон'),
      message_id: 7,
    });
    if (!answer) throw new Error('there is no answer');
    return { anna, answer };
  };

  test('gives each person of that chat one reminder of their own, which leads there, too', async () => {
    const { anna, answer } = await called();
    const boris = await bot.member();
    for (let i = 0; i < 2; i += 1) await boris.pressElsewhere(answer.id, 'Напомнить и мне');
    expect(boris.toast()).toBe('Оно у вас уже есть: напомню завтра в 09:00');
    expect(await remindersOf(boris.id)).toMatchObject([
      { text: 'Созвон', attachment: { items: [], origin: { chat: 'Семья' } } },
    ]);
    await anna.pressElsewhere(answer.id, 'Напомнить и мне');
    expect(anna.toast()).toContain('ваше напоминание');
    expect(await callsOf(anna.id)).toMatchObject([{ taken: 1 }]);
  });

  test('works in that chat alone, for a day, and while its author keeps the reminder', async () => {
    const { anna, answer } = await called();
    const other = await called();
    const boris = await bot.member();
    const data = answer.keyboard[0]?.[0]?.callback_data;
    const forged = { text: '?', ...(data !== undefined && { callback_data: data }) };
    await boris.pressElsewhere(other.answer.id, forged);
    expect(boris.toast()).toContain('только в чате');
    const { clock } = bot;
    const calledAt = clock.now();
    clock.advance(86_400_000);
    await boris.pressElsewhere(answer.id, 'Напомнить и мне');
    expect(boris.toast()).toContain('больше не работает');
    clock.set(calledAt);
    await anna.press('Отменить');
    await boris.pressElsewhere(answer.id, 'Напомнить и мне');
    expect(boris.toast()).toContain('больше не работает');
    expect(await remindersOf(boris.id)).toEqual([]);
  });

  test('where Telegram did not say which message it is, the first press tells', async () => {
    const { anna, answer } = await called();
    await db
      .update(guestCalls)
      .set({ inlineMessageId: null })
      .where(eq(guestCalls.userId, anna.id));
    const boris = await bot.member();
    await boris.pressElsewhere(answer.id, 'Напомнить и мне');
    expect(await callsOf(anna.id)).toMatchObject([{ inlineMessageId: answer.id, taken: 1 }]);
  });

  test('leads a stranger to the bot', async () => {
    const { answer } = await called();
    const stranger = bot.stranger();
    await stranger.pressElsewhere(answer.id, 'Напомнить и мне');
    expect(stranger.openedLink()).toBe('https://t.me/napomnyu_bot?start=guest');
    expect(await remindersOf(stranger.id)).toEqual([]);
  });

  test('has room for so many people, and for one more where one of them had it already', async () => {
    const { anna, answer } = await called();
    const taken = GUEST_CARD_TAKERS_MAX - 1;
    await db.update(guestCalls).set({ taken }).where(eq(guestCalls.userId, anna.id));
    const [boris, vera] = [await bot.member(), await bot.member()];
    await anna.pressElsewhere(answer.id, 'Напомнить и мне');
    await boris.pressElsewhere(answer.id, 'Напомнить и мне');
    await vera.pressElsewhere(answer.id, 'Напомнить и мне');
    expect(vera.toast()).toContain('уже 50 человек');
    expect(await remindersOf(boris.id)).toHaveLength(1);
    expect(await remindersOf(vera.id)).toEqual([]);
  });
});

test('who calls without end is answered no more for a while, nor is a chat that does; both are told so', async () => {
  const { link: _, ...chat } = newChat();
  const anna = await bot.member();
  const call = (of: typeof anna) => of.call({ chat, text: line('завтра в 9 созвон') });
  const answers = [];
  for (let i = 0; i <= RATE_LIMITS.guests.limit; i += 1) answers.push(await call(anna));
  expect(answers.filter(Boolean)).toHaveLength(RATE_LIMITS.guests.limit);
  expect(anna.text()).toContain('Слишком много сообщений');
  const others = [await bot.member(), await bot.member()];
  const more = [];
  for (let i = 0; i < RATE_LIMITS.guests.limit - 1; i += 1) {
    for (const other of others) more.push(await call(other));
  }
  const { limit } = RATE_LIMITS.guestsOfChat;
  expect(more.filter(Boolean).length).toBeLessThanOrEqual(limit - RATE_LIMITS.guests.limit + 1);
  for (const other of others) expect(other.text()).toContain('Слишком много сообщений');
});

test('a moment beyond what Telegram shows on other clocks is said in words alone', async () => {
  const { link: _, ...chat } = newChat();
  const anna = await bot.member();
  const answer = await anna.call({ chat, text: line('1 марта 2031 в 9 продлить паспорт') });
  expect(answer).toMatchObject({ text: 'Анна, напомню 1 марта 2031 в 09:00', entities: [] });
});

test('a series is said to go on', async () => {
  const { link: _, ...chat } = newChat();
  const anna = await bot.member();
  const answer = await anna.call({ chat, text: line('каждый день в 9 зарядка') });
  expect(answer?.text).toMatch(/^Анна, напомню .* в 09:00 и буду повторять$/);
});

test('/export has what was called, /delete erases it, and so does the clean-up after a day', async () => {
  const { link: _, ...chat } = newChat();
  const [anna, boris] = [await bot.member(), await bot.member()];
  for (const each of [anna, boris]) await each.call({ chat, text: line('завтра в 9 созвон') });
  await anna.write('/export');
  expect(anna.file()).toMatchObject({ calledElsewhere: [{ text: 'Созвон', chat: 'Семья' }] });
  await anna.write('/delete');
  await anna.press('Да, удалить всё');
  expect(await callsOf(anna.id)).toEqual([]);
  const { clock } = bot;
  const calledAt = clock.now();
  clock.advance(86_400_000 + 1_000);
  await cleanUp();
  clock.set(calledAt);
  expect(await callsOf(boris.id)).toEqual([]);
});

describe('places', () => {
  let chats = 0;

  /** A card of the bot's in a chat that no other test has used, with so many places taken. */
  async function cardTakenBy(taken: number) {
    const anna = await bot.member();
    const id = -1_002_000_000_000 - (chats += 1);
    const answer = await anna.call({
      chat: { id, type: 'supergroup', title: 'Семья' },
      text: '@napomnyu_bot завтра в 9 созвон',
    });
    if (!answer) throw new Error('there is no answer');
    const setTaken = (count: number) =>
      db.update(guestCalls).set({ taken: count }).where(eq(guestCalls.userId, anna.id));
    await setTaken(taken);
    const takenNow = async () => {
      const [call] = await db.select().from(guestCalls).where(eq(guestCalls.userId, anna.id));
      return call?.taken;
    };
    return { anna, answer, setTaken, takenNow };
  }

  test('where all places are taken, who has it already is told when it comes, and its author that it is theirs', async () => {
    const { anna, answer, setTaken, takenNow } = await cardTakenBy(0);
    const boris = await bot.member();
    await boris.pressElsewhere(answer.id, 'Напомнить и мне');
    await setTaken(GUEST_CARD_TAKERS_MAX);
    await boris.pressElsewhere(answer.id, 'Напомнить и мне');
    expect(boris.toast()).toBe('Оно у вас уже есть: напомню завтра в 09:00');
    await anna.pressElsewhere(answer.id, 'Напомнить и мне');
    expect(anna.toast()).toContain('ваше напоминание');
    const vera = await bot.member();
    await vera.pressElsewhere(answer.id, 'Напомнить и мне');
    expect(vera.toast()).toContain('уже 50 человек');
    expect(await takenNow()).toBe(GUEST_CARD_TAKERS_MAX);
  });

  test('a press that fails takes no place, and says that it has failed', async () => {
    const { answer, takenNow } = await cardTakenBy(GUEST_CARD_TAKERS_MAX - 1);
    const boris = await bot.member();
    const logged = jest.spyOn(log, 'error').mockImplementation(() => undefined);
    const never = sql.raw(`check (user_id <> ${boris.id} or text <> 'Созвон')`);
    await db.execute(sql`alter table reminders add constraint never_of_boris ${never}`);
    await boris.pressElsewhere(answer.id, 'Напомнить и мне');
    await db.execute(sql`alter table reminders drop constraint never_of_boris`);
    expect(logged).toHaveBeenCalled();
    logged.mockRestore();
    expect(boris.toast()).toContain('Что-то пошло не так');
    expect(await takenNow()).toBe(GUEST_CARD_TAKERS_MAX - 1);

    await boris.pressElsewhere(answer.id, 'Напомнить и мне');
    expect(await takenNow()).toBe(GUEST_CARD_TAKERS_MAX);
    const { userId } = reminders;
    expect(await db.select().from(reminders).where(eq(userId, boris.id))).toHaveLength(1);
  });

  test('of people who press at once no more than there are places get it', async () => {
    const { answer, takenNow } = await cardTakenBy(GUEST_CARD_TAKERS_MAX - 3);
    const people = [];
    for (let i = 0; i < 8; i += 1) people.push(await bot.member());
    for (const { id } of people) bot.simulator().pressInline(id, answer.id, 'Напомнить и мне');
    await bot.deliverAtOnce(false);
    const ids = people.map(({ id }) => id);
    const made = await db.select({ userId: reminders.userId }).from(reminders);
    expect(made.filter(({ userId }) => ids.includes(userId))).toHaveLength(3);
    expect(await takenNow()).toBe(GUEST_CARD_TAKERS_MAX);
  });
});
