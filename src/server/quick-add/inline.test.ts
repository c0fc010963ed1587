import { eq } from 'drizzle-orm';
import { INLINE_DRAFT_DAYS, INLINE_DRAFTS_MAX, RATE_LIMITS } from '@/core/limits';
import { inlineDrafts, reminders } from '@/server/platform/db/schema';
import { testCleanup } from '@/testing/clean-up';
import { testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';

const { db } = testDatabase();
const bot = testBot(db);
const { run: cleanUp } = testCleanup(db, bot.clock);
const feedback = (on: boolean) => (bot.simulator().world.bot.inline.feedback = on);
afterEach(() => feedback(true));

const remindersOf = (userId: number) =>
  db.select().from(reminders).where(eq(reminders.userId, userId));
const messageOf = (id: string) => bot.simulator().world.inlineMessages.get(id);

test('what is typed behind the bot’s name becomes a reminder when it is sent, and its chat reads nothing of it', async () => {
  const anna = await bot.member();
  const { results, send } = await anna.ask('завтра в 9 <i>позвонить</i>');
  expect(results).toMatchObject([
    { title: 'Напомнить завтра в 09:00', text: '🔔 Ставлю себе напоминание' },
  ]);
  // Typing alone stores nothing.
  expect(await remindersOf(anna.id)).toEqual([]);
  const { id } = await send(results[0]?.id ?? '');
  expect(await remindersOf(anna.id)).toMatchObject([
    { text: '<i>позвонить</i>', dateTime: new Date('2026-11-21T06:00:00Z') },
  ]);
  expect(messageOf(id)).toMatchObject({ text: '🔔 Напоминание поставлено', keyboard: [] });
  expect(anna.text()).toContain('Сохранено из другого чата');
  expect(anna.text()).toContain('<i>позвонить</i>');
});

test('without BotFather’s feedback its author stores it by the key, once, and nobody else can', async () => {
  feedback(false);
  const anna = await bot.member();
  const boris = await bot.member();
  const { results, send } = await anna.ask('завтра в 9 позвонить');
  const { id } = await send(results[0]?.id ?? '');
  expect(await remindersOf(anna.id)).toEqual([]);

  await boris.pressElsewhere(id, 'Сохранить');
  expect(boris.toast()).toContain('того, кто отправил');
  const stranger = bot.stranger();
  await stranger.pressElsewhere(id, 'Сохранить');
  expect(stranger.toast()).toContain('того, кто отправил');
  expect(await db.$count(reminders, eq(reminders.userId, boris.id))).toBe(0);

  await anna.pressElsewhere(id, 'Сохранить');
  expect(anna.toast()).toBe('Готово! Напомню завтра в 09:00');
  await anna.pressElsewhere(id, 'Сохранить');
  expect(await remindersOf(anna.id)).toHaveLength(1);
  expect(anna.messages().filter(({ text }) => text.includes('Сохранено из'))).toHaveLength(1);
});

test('under a stranger’s message nobody changes it by the key of their own', async () => {
  feedback(false);
  const anna = await bot.member();
  const boris = await bot.member();
  const sent = async (of: typeof anna) => {
    const { results, send } = await of.ask('завтра в 9 позвонить');
    return send(results[0]?.id ?? '');
  };
  const { id } = await sent(anna);
  const own = await sent(boris);
  const key = own.keyboard[0]?.[0]?.callback_data ?? '';
  const before = structuredClone(messageOf(id));
  await boris.pressElsewhere(id, { text: '?', callback_data: key });
  expect(boris.toast()).toBe('Готово! Напомню завтра в 09:00');
  expect(messageOf(id)).toEqual(before);
});

test('told of twice, and pressed as well, it is stored once', async () => {
  const anna = await bot.member();
  const { results } = await anna.ask('через час проверить духовку');
  const [result] = results;
  const { world } = bot.simulator();
  const [questionId = ''] = [...world.inlineQuestions.keys()].slice(-1);
  const message = bot.simulator().chooseInline(questionId, result?.id ?? '');
  bot.simulator().pressInline(anna.id, message.id, 'Сохранить');
  await bot.deliverTwice();
  expect(await remindersOf(anna.id)).toHaveLength(1);
});

test.each(['', 'позвонить', 'завтра', 'завтра в 9', 'вчера в 9 позвонить', 'a'.repeat(256)])(
  'what is in doubt offers nothing, and says how to write it: %s',
  async (query) => {
    const anna = await bot.member();
    expect(await anna.ask(query)).toMatchObject({
      results: [],
      button: { text: 'Напишите, что и когда: «завтра в 9 позвонить»', startParameter: 'inline' },
    });
  },
);

test('who has not accepted the terms, or has shut the bot out, is led to it; nothing of them is kept', async () => {
  const stranger = bot.stranger();
  const led = { results: [], button: { text: 'Открыть «Напомню»' } };
  expect(await stranger.ask('завтра в 9 позвонить')).toMatchObject(led);
  await stranger.write('/start inline');
  expect(stranger.labels()).toContainEqual(['Мне есть 18, принимаю']);
  const gone = await bot.member();
  await gone.block();
  expect(await gone.ask('завтра в 9 позвонить')).toMatchObject(led);
  for (const { id } of [stranger, gone]) {
    expect(await db.$count(inlineDrafts, eq(inlineDrafts.userId, id))).toBe(0);
  }
});

test('sent when its time has passed it is not stored, and says so', async () => {
  feedback(false);
  const anna = await bot.member();
  const { results, send } = await anna.ask('через 5 минут чай');
  const { id } = await send(results[0]?.id ?? '');
  const { clock } = bot;
  clock.set(new Date(clock.now().getTime() + 600_000));
  await anna.pressElsewhere(id, 'Сохранить');
  expect(anna.toast()).toBe('Время уже прошло: напишите ещё раз.');
  expect(await remindersOf(anna.id)).toEqual([]);
});

test('nothing that was sent is lost for a week, however much is typed after it', async () => {
  feedback(false);
  const anna = await bot.member();
  const { results, send } = await anna.ask('10 декабря в 9 позвонить');
  const { id } = await send(results[0]?.id ?? '');
  for (let i = 0; i < 30; i += 1) await anna.ask(`завтра в 9 дело ${i}`);
  const { clock } = bot;
  const sentAt = clock.now();
  clock.advance(INLINE_DRAFT_DAYS * 86_400_000 - 1_000);
  await cleanUp();
  await anna.pressElsewhere(id, 'Сохранить');
  expect(anna.toast()).toMatch(/^Готово! Напомню/);
  clock.advance(2_000);
  await cleanUp();
  await anna.pressElsewhere(id, 'Сохранить');
  expect(anna.toast()).toBe('Прошло больше 7 дней, сохранить уже нельзя: напишите ещё раз.');
  clock.set(sentAt);
});

test('who types without end fills nobody’s disk: beyond a limit nothing more is offered, and nothing is lost', async () => {
  feedback(false);
  const anna = await bot.member();
  const { results, send } = await anna.ask('завтра в 9 позвонить');
  const { id } = await send(results[0]?.id ?? '');
  const [first] = await db.select().from(inlineDrafts).where(eq(inlineDrafts.userId, anna.id));
  if (!first) throw new Error('nothing is kept of it');
  const copies = Array.from({ length: INLINE_DRAFTS_MAX - 1 }, (_, i) => `copy-${i}`);
  await db.insert(inlineDrafts).values(copies.map((key) => ({ ...first, key })));
  expect(await anna.ask('завтра в 9 дело')).toMatchObject({
    results: [],
    button: { text: 'Слишком много запросов: напишите мне в чат' },
  });
  expect(await db.$count(inlineDrafts, eq(inlineDrafts.userId, anna.id))).toBe(INLINE_DRAFTS_MAX);
  await anna.pressElsewhere(id, 'Сохранить');
  expect(anna.toast()).toMatch(/^Готово!/);
});

test('in the chat with the bot it is stored, too, and the bot does not answer its own message', async () => {
  for (const on of [true, false]) {
    feedback(on);
    const anna = await bot.member();
    const { results, send } = await anna.ask('завтра в 9 позвонить');
    await send(results[0]?.id ?? '', { here: true });
    if (!on) {
      expect(anna.messages()).toEqual([]);
      bot.simulator().press(anna.id, 1, 'Сохранить');
    }
    // With feedback the message is edited, and the bot is told of that edit of its own.
    await bot.deliver();
    expect(await remindersOf(anna.id)).toHaveLength(1);
    expect(anna.messages().map(({ text }) => text.split('\n')[0])).toEqual([
      'Сохранено из другого чата:',
    ]);
  }
});

test('what is forwarded to the bot is answered, also where the bot has put it elsewhere', async () => {
  const anna = await bot.member();
  const via_bot = { id: bot.simulator().world.bot.id, is_bot: true, first_name: 'Напомню' };
  await anna.write('завтра в 9 позвонить', {
    via_bot,
    forward_origin: { type: 'hidden_user', date: 1, sender_user_name: 'Пётр' },
  });
  expect(anna.labels().flat()).toContain('Сохранить');
});

test('half a surrogate pair in a question fails nothing, and its result is stored', async () => {
  const anna = await bot.member();
  const { results, send } = await anna.ask('завтра в 9 позвонить \ud83d');
  await send(results[0]?.id ?? '');
  expect(await remindersOf(anna.id)).toMatchObject([{ text: 'Позвонить \ufffd' }]);
});

test('/delete erases what was typed, and too many questions go unanswered', async () => {
  const anna = await bot.member();
  const { limit } = RATE_LIMITS.inlineQueries;
  const answers = [];
  for (let i = 0; i < limit + 30; i += 1) answers.push(await anna.ask('завтра в 9 дело'));
  expect(answers.at(-1)).toMatchObject({ results: [] });
  expect(answers.at(-1)?.button).toBeUndefined();
  // Their messages are answered all the same.
  await anna.write('/delete');
  await anna.press('Да, удалить всё');
  expect(await db.$count(inlineDrafts, eq(inlineDrafts.userId, anna.id))).toBe(0);
});
