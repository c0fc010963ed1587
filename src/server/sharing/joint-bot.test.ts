import { eq, sql } from 'drizzle-orm';
import { ACCOUNT_TEXT_MAX_BYTES, JOINT_PEOPLE_MAX } from '@/core/limits';
import { instantToWallTime } from '@/core/time-zone';
import { findAccount } from '@/server/accounts/accounts';
import { SendWindow } from '@/server/outbox/kind';
import { jointMembers, refusedPeople, reminders, users } from '@/server/platform/db/schema';
import { log } from '@/server/platform/log';
import { FIRST_PAGE, itemData } from '@/server/telegram/callback-data';
import { historyOf } from '@/server/reminders/history';
import { tellMembers } from '@/server/reminders/joint';
import { actByReply, keyOfMessage, rewriteByReply } from '@/server/reminders/chat-acts';
import { undoAll } from '@/server/reminders/pause-all';
import { takeBack } from '@/server/reminders/take-back';
import { sendMessageVia } from '@/server/telegram/send';
import { deleteReminder, restoreReminder } from '@/server/reminders/deletion';
import { updateReminder } from '@/server/reminders/reminders';
import { eraseAccount } from '@/server/retention/erase-account';
import { dueJointNews } from '@/server/sharing/news';
import { createReminder } from '@/testing/builders';
import { testBot, type TestChat } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { testJoint } from '@/testing/joint';

const { db } = testDatabase();
const bot = testBot(db);

const { tellNews, liveOf, proposed, hello, proposeAndJoin } = testJoint(db, bot);

test('who opens the link sees the card and who takes part, and nothing is theirs before «Участвовать»', async () => {
  const { anna, token } = await proposed();
  expect(anna.text()).toContain('Общее напоминание');
  const boris = await bot.member({ firstName: 'Борис' });
  await boris.write(`/start share_${token}`);
  expect(boris.text()).toContain('зовёт вас в общее напоминание');
  expect(boris.text()).toContain('Полить цветы');
  expect(boris.text()).toContain('Участвуют: Анна');
  expect(await liveOf(boris.id)).toEqual([]);
  await boris.press('Участвовать');
  expect(boris.text()).toContain('Вы участвуете');
  expect(await liveOf(boris.id)).toHaveLength(1);
  await tellNews();
  expect(anna.text()).toContain('Борис теперь участвует в общем напоминании: Полить цветы');
  expect(anna.text()).toContain('Участвуют: Анна, Борис');
});

describe('what another does to a joint is not what one did last oneself', () => {
  const opened = async () => {
    const { anna, boris, reminder } = await proposeAndJoin();
    const [own] = await liveOf(boris.id);
    const owner = await findAccount(db, anna.id);
    if (!own || !owner) throw new Error('nobody takes part');
    bot.clock.advance(6 * 60_000);
    await boris.write('завтра в 9 сдать анализы');
    bot.clock.advance(30_000);
    const target = { userId: anna.id, reminderId: reminder.id, now: bot.clock.now() };
    return { boris, own, owner, target };
  };
  type Opened = Awaited<ReturnType<typeof opened>>;
  const done = ({ target }: Pick<Opened, 'target'>) =>
    actByReply(db, { ...target, messageId: 9_001, occurrenceAt: null }, 'done');
  const edit = ({ owner, own, target }: Opened) => {
    const { typeId, categoryId } = own;
    const dateTime = new Date(own.dateTime.getTime() + 3_600_000).toISOString();
    const input = { text: 'Полить кактус', typeId, categoryId, dateTime, repeat: false };
    const options = { now: target.now, version: undefined };
    return updateReminder(db, owner, target.reminderId, { ...input, flood: false }, options);
  };

  test.each<[string, (all: Opened) => Promise<unknown>]>([
    ['an answer', done],
    ['an edit by its owner', edit],
    [
      'an end by its owner',
      ({ target }) => deleteReminder(db, target.userId, target.reminderId, target.now),
    ],
    [
      'an edit by its owner, and an end that is taken back',
      async (all) => {
        const { userId, reminderId, now } = all.target;
        await edit(all);
        await deleteReminder(db, userId, reminderId, now);
        await restoreReminder(db, userId, reminderId, now);
      },
    ],
    [
      'an answer that is taken back',
      async (all) => {
        await done(all);
        await takeBack(db, all.target, 'latest');
      },
    ],
  ])('%s', async (_, act) => {
    const all = await opened();
    const { boris, own } = all;
    await act(all);
    const rowOf = () => db.select().from(reminders).where(eq(reminders.id, own.id));
    const before = await rowOf();
    await boris.write('отмена');
    expect(await rowOf()).toEqual(before);
    const texts = (await liveOf(boris.id)).map(({ text }) => text);
    expect(texts).not.toContain('Сдать анализы');
  });
});

test('what another does to a joint that one has just answered oneself leaves what was made before it', async () => {
  const { anna, boris, reminder } = await proposeAndJoin();
  bot.clock.advance(6 * 60_000);
  await boris.write('завтра в 9 сдать анализы');
  bot.clock.advance(30_000);
  await boris.write('цветы готово');
  expect(boris.text()).toContain('Готово');
  bot.clock.advance(30_000);
  await rewriteByReply(
    db,
    { userId: anna.id, reminderId: reminder.id, now: bot.clock.now() },
    'Полить кактус',
  );
  await boris.write('отмена');
  expect((await liveOf(boris.id)).map(({ text }) => text)).toContain('Сдать анализы');
});

test('«Отложить для всех» puts it off for the others behind a moment that was pressed for oneself', async () => {
  const { anna, boris, reminder } = await proposeAndJoin();
  await anna.write('перенеси цветы на сегодня в 9:00');
  await anna.press(anna.labels().flat()[0] ?? '');
  await anna.press('Отложить для всех');
  const ownOf = async (id: number) =>
    (await liveOf(id)).find(({ text }) => text === reminder.text)?.nextFireAt;
  expect(await ownOf(boris.id)).toEqual(await ownOf(anna.id));
});

test('the message says how many share it, and one that nobody shares says nothing', async () => {
  const { anna, boris, reminder } = await proposeAndJoin();
  const { user } = anna.chat;
  await createReminder(db, user.id, { text: 'Своё', dateTime: reminder.dateTime });
  await bot.sendDueAt(reminder.dateTime);
  expect(boris.text()).toContain('👥 2');
  const own = bot
    .simulator()
    .messages(user.id)
    .filter(({ text }) => text.includes('Своё'));
  expect(own).toHaveLength(1);
  expect(own[0]?.text).not.toContain('👥');
  await boris.press('1 час');
  expect(boris.labels().flat()).not.toContain('1 час');
  await boris.press('Отложить…');
  expect(boris.labels()[0]).toContain('1 час');
  await boris.press('‹ Назад');
  expect(boris.labels().flat()).toContain('Отложить для всех');
});

test('a name that turns the direction of what follows it does not reach others', async () => {
  const { token } = await proposed();
  const eve = await bot.member({ firstName: 'Ева' });
  eve.chat.user.firstName = '\u202eЕва\u2066';
  await eve.write(`/start share_${token}`);
  await eve.press('Участвовать');
  const boris = await bot.member({ firstName: 'Борис' });
  await boris.write(`/start share_${token}`);
  expect(boris.text()).toContain('Участвуют: Анна, Ева\n');
  eve.chat.user.firstName = '\u202e\u2066';
  await eve.write('/help');
  await boris.write(`/start share_${token}`);
  expect(boris.text()).toContain('Участвуют: Анна, …\n');
});

test('a stranger is asked once more behind the terms: accepting them is not taking part', async () => {
  const { token } = await proposed();
  const clara = bot.stranger('Клара');
  await clara.write(`/start share_${token}`);
  await clara.press('Мне есть 18, принимаю');
  expect(await liveOf(clara.id)).toEqual([]);
  await clara.press('Участвовать');
  expect(await liveOf(clara.id)).toHaveLength(1);
});

test('the same moment rings for both, and the second «Готово» says whose was the first', async () => {
  const { anna, boris, reminder } = await proposeAndJoin();
  await bot.sendDueAt(reminder.dateTime);
  for (const chat of [anna, boris]) expect(chat.labels().flat()).toContain('✅ Готово');
  await anna.press('✅ Готово');
  await boris.press('✅ Готово');
  expect(boris.toast()).toContain('Уже отмечено: Анна');
  expect(boris.text()).toContain('Уже отмечено: Анна');
  expect(await liveOf(boris.id)).toMatchObject([{ completed: true }]);
  await boris.reply('готово');
  expect(boris.text()).toContain('Уже отмечено: Анна');
});

test('«Вернуть» brings it back for both', async () => {
  const { anna, boris, reminder } = await proposeAndJoin();
  await bot.sendDueAt(reminder.dateTime);
  await anna.press('✅ Готово');
  await anna.press('↩️ Вернуть');
  expect(await liveOf(boris.id)).toMatchObject([{ completed: false, doneAt: null }]);
  await boris.press('✅ Готово');
  expect(await liveOf(anna.id)).toMatchObject([{ completed: true }]);
});

test('what is done ahead of time is told to whom nothing has rung', async () => {
  const { anna, boris } = await proposeAndJoin();
  const [own] = await liveOf(anna.id);
  await anna.pressData(`i:${String(own?.id)}:done:list:0:${String(own?.version)}`);
  await tellNews();
  expect(boris.text()).toContain('Уже отмечено: Анна');
  expect(boris.text()).toContain('Полить цветы');
});

test('when it was done is told on the clocks of whoever reads that', async () => {
  const { anna, boris } = await proposeAndJoin();
  const timeZone = 'Asia/Vladivostok';
  await db.update(users).set({ timeZone }).where(eq(users.id, boris.id));
  const [own] = await liveOf(anna.id);
  const clock = instantToWallTime(bot.clock.now(), timeZone).slice(11, 16);
  await anna.pressData(`i:${String(own?.id)}:done:list:0:${String(own?.version)}`);
  await tellNews();
  expect(boris.text()).toMatch(new RegExp(`Уже отмечено: Анна, .*${clock}`));
});

test('a change of the owner is told with «Выйти», and who has left hears no more', async () => {
  const { anna, boris, reminder } = await proposeAndJoin();
  const target = { userId: anna.id, reminderId: reminder.id, now: bot.clock.now() };
  await rewriteByReply(db, target, 'Полить кактус');
  await tellNews();
  expect(boris.text()).toContain('Общее напоминание изменено (Анна)');
  expect(boris.text()).toContain('Полить кактус');
  await boris.press('Выйти');
  expect(await liveOf(boris.id)).toEqual([]);
  const said = boris.messages().length;
  await rewriteByReply(db, target, 'Полить фикус');
  await tellNews();
  expect(boris.messages()).toHaveLength(said);
});

test('only the owner changes text and time; what is one’s own everybody changes', async () => {
  const { anna, boris } = await proposeAndJoin({ rule: { every: 1, unit: 'DAY' } });
  const [own] = await liveOf(boris.id);
  const reminderId = own?.id ?? 0;
  const target = { userId: boris.id, reminderId, now: bot.clock.now() };
  const refused = 'меняет владелец — Анна';
  await expect(rewriteByReply(db, target, 'Моё')).rejects.toThrow(refused);
  const account = await findAccount(db, boris.id);
  if (!account || !own) throw new Error('Борис is not there');
  const { text, typeId, categoryId, dateTime } = own;
  const rule = { repeat: true, repeatEvery: 1, repeatUnit: 'DAY' } as const;
  const input = { text, typeId, categoryId, dateTime: dateTime.toISOString(), ...rule };
  const options = { now: bot.clock.now(), version: undefined };
  const flooding = { ...input, flood: true, floodInterval: 5 };
  await updateReminder(db, account, reminderId, flooding, options);
  const later = { ...input, dateTime: new Date(dateTime.getTime() + 60_000).toISOString() };
  await expect(updateReminder(db, account, reminderId, later, options)).rejects.toThrow(refused);
  expect(await liveOf(boris.id)).toMatchObject([{ floodInterval: 5, dateTime }]);
  const ahead = { dateTime, rule: own.rule, floodInterval: 5, preAlerts: [30] };
  await actByReply(db, { ...target, messageId: 79, occurrenceAt: null }, ahead);
  expect(await liveOf(boris.id)).toMatchObject([{ preAlerts: [30], dateTime }]);
  expect(await liveOf(anna.id)).toMatchObject([{ preAlerts: [], dateTime }]);
});

test('what a member changes of their own leaves what waits for them, and comes with the next', async () => {
  const { anna, boris, reminder } = await proposeAndJoin({ rule: { every: 1, unit: 'DAY' } });
  await bot.sendDueAt(reminder.dateTime);
  const [before] = await liveOf(boris.id);
  if (!before) throw new Error('Борис does not take part');
  const key = { userId: boris.id, reminderId: before.id };
  const press = { ...key, messageId: 81, occurrenceAt: null, now: bot.clock.now() };
  const { dateTime, rule } = before;
  await actByReply(db, press, { dateTime, rule, floodInterval: null, preAlerts: [60] });
  expect(await liveOf(boris.id)).toMatchObject([
    {
      ...{ dateTime, preAlerts: [60], openOccurrenceAt: reminder.dateTime },
      nextFireAt: new Date(dateTime.getTime() - 3_600_000),
    },
  ]);
  await anna.press('✅ Готово');
  expect(await historyOf(db, key)).toMatchObject([{ outcome: 'done' }]);
});

test('only the owner moves for all what lies ahead', async () => {
  const { anna, boris, reminder } = await proposeAndJoin();
  const [own] = await liveOf(boris.id);
  const to = new Date(reminder.dateTime.getTime() + 86_400_000);
  const press = { messageId: 80, occurrenceAt: null, forAll: true, now: bot.clock.now() };
  const his = { ...press, userId: boris.id, reminderId: own?.id ?? 0 };
  await expect(actByReply(db, his, to)).rejects.toThrow('меняет владелец — Анна');
  expect(await liveOf(anna.id)).toMatchObject([{ dateTime: reminder.dateTime }]);
  await actByReply(db, { ...press, userId: anna.id, reminderId: reminder.id }, to);
  expect(await liveOf(boris.id)).toMatchObject([{ dateTime: to }]);
});

test('an answer to several at once is taken back for everybody of a joint, too', async () => {
  const { anna, boris, reminder } = await proposeAndJoin();
  await bot.sendDueAt(reminder.dateTime);
  const target = { userId: anna.id, reminderId: reminder.id, now: bot.clock.now() };
  const press = { ...target, messageId: 77, occurrenceAt: null, onSeveral: true };
  await actByReply(db, press, 'done');
  expect(await liveOf(boris.id)).toMatchObject([{ completed: true }]);
  await undoAll(db, anna.id, { undo: keyOfMessage(77), now: bot.clock.now() });
  expect(await liveOf(anna.id)).toMatchObject([{ completed: false }]);
  expect(await liveOf(boris.id)).toMatchObject([{ completed: false }]);
});

test('«Отложить» is one’s own, until «Отложить для всех»', async () => {
  const { anna, boris, reminder } = await proposeAndJoin();
  await bot.sendDueAt(reminder.dateTime);
  await anna.press('1 час');
  expect(await liveOf(boris.id)).toMatchObject([{ snoozedUntil: null }]);
  await anna.press('Отложить для всех');
  const [own] = await liveOf(anna.id);
  expect(own?.snoozedUntil).not.toBeNull();
  expect(await liveOf(boris.id)).toMatchObject([{ snoozedUntil: own?.snoozedUntil }]);
});

test('a move in words is one’s own, says so, and is offered for all', async () => {
  const { anna, boris, reminder } = await proposeAndJoin();
  await anna.write('перенеси цветы на завтра в 18');
  expect(anna.text()).toContain('Только у вас');
  expect(await liveOf(boris.id)).toMatchObject([{ dateTime: reminder.dateTime }]);
  await anna.press('Отложить для всех');
  expect(anna.text()).toContain('Отложил для всех');
  const [own] = await liveOf(anna.id);
  const [his] = await liveOf(boris.id);
  expect(his?.snoozedUntil ?? his?.dateTime).toEqual(own?.snoozedUntil ?? own?.dateTime);
  expect(own?.nextFireAt).not.toEqual(reminder.dateTime);
});

test('a member moves for themselves alone what lies ahead of a series', async () => {
  const { anna, boris, reminder } = await proposeAndJoin({ rule: { every: 1, unit: 'DAY' } });
  await boris.write('перенеси цветы на завтра в 18');
  expect(boris.text()).toContain('Только у вас');
  expect(boris.labels().flat()).not.toContain('Отложить для всех');
  await boris.reply('отложи для всех на час');
  expect(boris.text()).toContain('меняет владелец — Анна');
  expect(await liveOf(anna.id)).toMatchObject([
    { dateTime: reminder.dateTime, snoozedUntil: null },
  ]);
});

test('words put it off for all, and say so', async () => {
  const { anna, boris, reminder } = await proposeAndJoin();
  await bot.sendDueAt(reminder.dateTime);
  await anna.reply('отложи для всех на час');
  expect(anna.text()).toContain('Отложил для всех');
  const [own] = await liveOf(anna.id);
  expect(own?.snoozedUntil).not.toBeNull();
  expect(await liveOf(boris.id)).toMatchObject([{ snoozedUntil: own?.snoozedUntil }]);
});

test('«отложи для всех» asks for when, and what is chosen holds for all', async () => {
  const { anna, boris, reminder } = await proposeAndJoin();
  await bot.sendDueAt(reminder.dateTime);
  await boris.reply('отложи для всех');
  expect(boris.text()).toContain('На когда отложить для всех?');
  expect(await liveOf(boris.id)).toMatchObject([{ snoozedUntil: null }]);
  const [first = ''] = boris.labels().flat();
  await boris.press(first);
  expect(boris.text()).toContain('Отложил для всех');
  const [own] = await liveOf(boris.id);
  expect(own?.snoozedUntil).not.toBeNull();
  expect(await liveOf(anna.id)).toMatchObject([{ snoozedUntil: own?.snoozedUntil }]);
});

test('who does not own it hears why what lies ahead stays where it is for all', async () => {
  const { anna, boris, reminder } = await proposeAndJoin();
  await boris.reply('отложи для всех');
  const [first = ''] = boris.labels().flat();
  await boris.press(first);
  expect(boris.text()).toContain('меняет владелец — Анна');
  expect(await liveOf(anna.id)).toMatchObject([{ dateTime: reminder.dateTime }]);
});

test.each(['выйти из общего', 'больше не хочу этот общий', 'не хочу больше участвовать'])(
  '«%s» leaves, and «Вернуть» takes part again, as it is by then',
  async (words) => {
    const { anna, boris, reminder } = await proposeAndJoin({ rule: { every: 1, unit: 'DAY' } });
    await bot.sendDueAt(reminder.dateTime);
    await boris.reply(words);
    expect(boris.text()).toContain('Вы вышли');
    expect(await liveOf(boris.id)).toEqual([]);
    const said = boris.messages().length;
    const target = { userId: anna.id, reminderId: reminder.id, now: bot.clock.now() };
    await rewriteByReply(db, target, 'Полить кактус');
    await anna.reply('готово');
    await tellNews();
    expect(boris.messages()).toHaveLength(said);
    await boris.press('↩️ Вернуть');
    const [his] = await liveOf(boris.id);
    const [hers] = await liveOf(anna.id);
    expect(his).toMatchObject({ text: 'Полить кактус', dateTime: hers?.dateTime });
    await anna.pressData(`i:${reminder.id}:done:list:0:${String(hers?.version)}`);
    const dates = await Promise.all([liveOf(anna.id), liveOf(boris.id)]);
    expect(dates[0][0]?.dateTime).toEqual(dates[1][0]?.dateTime);
  },
);

test('«выйти из общего» takes nothing away that is one person’s alone', async () => {
  const anna = await bot.member();
  const { id, dateTime } = await createReminder(db, anna.id, {
    dateTime: new Date(bot.clock.now().getTime() + 3_600_000),
  });
  await bot.sendDueAt(dateTime);
  await anna.reply('выйти из общего');
  expect(anna.text()).toContain('только ваше');
  expect(await liveOf(anna.id)).toMatchObject([{ id }]);
});

test('«Выйти» and «Закончить для всех» of before take nothing away that is one person’s alone by now', async () => {
  const { anna, boris, reminder } = await proposeAndJoin();
  const [own] = await liveOf(boris.id);
  const id = String(own?.id);
  await anna.pressData(`share:leave:${reminder.id}`);
  for (const action of ['leave', 'end']) {
    await boris.pressData(`share:${action}:${id}`);
    expect(boris.text()).toContain('только ваше');
    expect(await liveOf(boris.id)).toHaveLength(1);
  }
  // Pressed again it is still said that she is out.
  await anna.pressData(`share:leave:${reminder.id}`);
  expect(anna.text()).toContain('Вы вышли');
});

test.each(['поделись', 'сделай общим', 'кто участвует?', 'удали для всех', 'закончи для всех'])(
  '«%s» shows who takes part and what can be done about it, and does nothing',
  async (words) => {
    const { boris, reminder } = await proposeAndJoin();
    await bot.sendDueAt(reminder.dateTime);
    await boris.reply(words);
    expect(boris.text()).toContain('Участвуют: Анна, Борис');
    expect(boris.labels().flat()).toContain('Выйти');
    expect(await liveOf(boris.id)).toMatchObject([{ completed: false }]);
  },
);

test('«поделись» by name is no «Готово»', async () => {
  const { boris, reminder } = await proposeAndJoin({ rule: { every: 1, unit: 'DAY' } });
  await bot.sendDueAt(reminder.dateTime);
  const [before] = await liveOf(boris.id);
  await boris.write('поделись поливом цветов');
  expect(await liveOf(boris.id)).toMatchObject([{ openOccurrenceAt: before?.openOccurrenceAt }]);
  expect(boris.text()).not.toContain('✅ Готово.');
});

test.each<[string, (chat: TestChat, id: number) => Promise<unknown>]>([
  ['by a key', (chat, id) => chat.pressData(`share:leave:${id}`)],
  ['in words', (chat) => chat.reply('выйти из общего')],
])(
  'when the owner only leaves %s, the earliest of the others goes on with it',
  async (_, leaveIt) => {
    const { anna, boris, reminder } = await proposeAndJoin({ rule: { every: 1, unit: 'DAY' } });
    await bot.sendDueAt(reminder.dateTime);
    await leaveIt(anna, reminder.id);
    // It does not come back to her: nothing says that it would.
    expect(anna.text()).toContain('Дальше его ведёт тот, кто присоединился раньше других');
    expect(anna.labels()).toEqual([]);
    await tellNews();
    expect(await liveOf(anna.id)).toEqual([]);
    expect(boris.text()).toContain('Теперь его ведёте вы');
    const [own] = await liveOf(boris.id);
    // «Выйти» under what he was told before ends nothing for others now that it is his.
    const clara = await bot.member({ firstName: 'Клара' });
    await boris.pressData(`share:together:${String(own?.id)}`);
    const [, token = ''] = /start=share_([\w-]{32})/.exec(boris.text()) ?? [];
    await clara.write(`/start share_${token}`);
    await clara.press('Участвовать');
    await boris.pressData(`share:leave:${String(own?.id)}`);
    expect(await liveOf(clara.id)).toHaveLength(1);
  },
);

test('an end that is taken back at once is told to nobody, later it is told in one message', async () => {
  const { anna, boris, reminder } = await proposeAndJoin();
  const said = boris.messages().length;
  const account = await findAccount(db, anna.id);
  if (!account) throw new Error('Анна is not there');
  const end = () => deleteReminder(db, anna.id, reminder.id, bot.clock.now());
  const restore = () => restoreReminder(db, anna.id, reminder.id, bot.clock.now());
  await end();
  await restore();
  await tellNews();
  expect(boris.messages()).toHaveLength(said);
  expect(await liveOf(boris.id)).toHaveLength(1);
  await end();
  await tellNews();
  expect(boris.text()).toContain('закончено владельцем');
  await restore();
  await tellNews();
  expect(boris.text()).toContain('снова идёт (Анна)');
  expect(boris.labels().flat()).toContain('Выйти');
  expect(boris.messages()).toHaveLength(said + 2);
});

test('an end is told also where its owner is erased before that, and whoever brings it back has it alone', async () => {
  const { anna, boris, reminder, token } = await proposeAndJoin();
  const clara = await bot.member({ firstName: 'Клара' });
  await clara.write(`/start share_${token}`);
  await clara.press('Участвовать');
  const [own] = await liveOf(boris.id);
  await deleteReminder(db, anna.id, reminder.id, bot.clock.now());
  await eraseAccount(db, anna.id);
  await tellNews();
  for (const chat of [boris, clara]) expect(chat.text()).toContain('закончено владельцем');
  await restoreReminder(db, boris.id, own?.id ?? 0, bot.clock.now());
  expect(await liveOf(boris.id)).toMatchObject([{ text: 'Полить цветы' }]);
  expect(await liveOf(clara.id)).toEqual([]);
});

test('who had left before the end does not come back with its restore', async () => {
  const { anna, boris, reminder } = await proposeAndJoin();
  const [own] = await liveOf(boris.id);
  await boris.pressData(`share:leave:${String(own?.id)}`);
  bot.clock.advance(1_000);
  await deleteReminder(db, anna.id, reminder.id, bot.clock.now());
  await restoreReminder(db, anna.id, reminder.id, bot.clock.now());
  expect(await liveOf(boris.id)).toEqual([]);
});

test('who has left gets it back for themselves alone once there are as many as may take part', async () => {
  const { boris, token } = await proposeAndJoin();
  const [own] = await liveOf(boris.id);
  const come = () => restoreReminder(db, boris.id, own?.id ?? 0, bot.clock.now());
  const leave = () => boris.pressData(`share:leave:${String(own?.id)}`);
  for (let others = 1; others < JOINT_PEOPLE_MAX - 1; others += 1) {
    const other = await bot.member({ firstName: `Гость ${others}` });
    await other.write(`/start share_${token}`);
    await other.press('Участвовать');
  }
  const takesPart = () => db.$count(jointMembers, eq(jointMembers.userId, boris.id));
  await leave();
  await come();
  expect(await takesPart()).toBe(1);
  await leave();
  const last = await bot.member({ firstName: 'Клара' });
  await last.write(`/start share_${token}`);
  await last.press('Участвовать');
  expect(last.text()).toContain('Вы участвуете');
  await come();
  expect(await liveOf(boris.id)).toMatchObject([{ text: 'Полить цветы' }]);
  expect(await takesPart()).toBe(0);
});

test('news of the moment do not take the place of a change that is still to be told', async () => {
  const { anna, boris, reminder } = await proposeAndJoin({ rule: { every: 1, unit: 'DAY' } });
  const target = { userId: anna.id, reminderId: reminder.id, now: bot.clock.now() };
  await rewriteByReply(db, target, 'Полить кактус');
  await actByReply(db, { ...target, messageId: 78, occurrenceAt: null }, 'done');
  await tellNews();
  expect(boris.text()).toContain('Общее напоминание изменено (Анна)');
});

test('a change that was not told yet is told when its end is taken back, and not after it', async () => {
  const { anna, boris, reminder } = await proposeAndJoin();
  const now = bot.clock.now();
  await rewriteByReply(db, { userId: anna.id, reminderId: reminder.id, now }, 'Полить кактус');
  await deleteReminder(db, anna.id, reminder.id, now);
  await restoreReminder(db, anna.id, reminder.id, now);
  await tellNews();
  expect(boris.text()).toContain('Общее напоминание изменено (Анна)');
  await rewriteByReply(db, { userId: anna.id, reminderId: reminder.id, now }, 'Полить фикус');
  await deleteReminder(db, anna.id, reminder.id, bot.clock.now());
  const said = boris.messages().length;
  await tellNews();
  expect(boris.text()).toContain('закончено владельцем');
  expect(boris.messages()).toHaveLength(said + 1);
});

test('a change that was on its way at the end and did not arrive is told when that is taken back', async () => {
  const { anna, boris, reminder } = await proposeAndJoin();
  const target = { userId: anna.id, reminderId: reminder.id, now: bot.clock.now() };
  await rewriteByReply(db, target, 'Полить кактус');
  await tellNews(undefined, async () => {
    await deleteReminder(db, anna.id, reminder.id, bot.clock.now());
    return { status: 'retry', code: 'network', reached: false };
  });
  await restoreReminder(db, anna.id, reminder.id, bot.clock.now());
  await tellNews();
  expect(boris.text()).toContain('Общее напоминание изменено (Анна)');
  expect(boris.text()).toContain('Полить кактус');
});

test('a text does not grow beyond what each of the others has room for', async () => {
  const { anna, boris, reminder } = await proposeAndJoin();
  const typeId = reminder.typeId;
  const filler = 'я'.repeat(500);
  const rows = Math.floor((ACCOUNT_TEXT_MAX_BYTES - 60) / 1_000);
  const { categoryId, dateTime, firstWallTime, timeZone } = reminder;
  const content = { typeId, categoryId, dateTime, firstWallTime, timeZone, userId: boris.id };
  const one = { ...content, text: filler.repeat(10) };
  await db.insert(reminders).values(Array.from({ length: Math.floor(rows / 10) }, () => one));
  await createReminder(db, boris.id, { text: 'я'.repeat((rows % 10) * 500 + 1) });
  const target = { userId: anna.id, reminderId: reminder.id, now: bot.clock.now() };
  await expect(rewriteByReply(db, target, filler)).rejects.toThrow('нет столько места');
  await rewriteByReply(db, target, 'Полить');
  expect(await liveOf(boris.id)).toContainEqual(expect.objectContaining({ text: 'Полить' }));
});

test('leaving is one’s own, and the owner’s deletion ends it for all', async () => {
  const { anna, boris, reminder, token } = await proposeAndJoin();
  const clara = await bot.member({ firstName: 'Клара' });
  await clara.write(`/start share_${token}`);
  await clara.press('Участвовать');
  await tellNews();
  const [own] = await liveOf(boris.id);
  await boris.pressData(`share:leave:${String(own?.id)}`);
  expect(boris.text()).toContain('Вы вышли');
  expect(await liveOf(anna.id)).toHaveLength(1);
  const said = boris.messages().length;
  await anna.pressData(`share:end:${reminder.id}`);
  await tellNews();
  expect(boris.messages()).toHaveLength(said);
  expect(await liveOf(anna.id)).toEqual([]);
  expect(await liveOf(clara.id)).toEqual([]);
});

test.each([
  ['Не принимать от этого человека', false],
  ['Пожаловаться', true],
])(
  '«%s» ends the proposals of that person until they are taken again',
  async (label, complains) => {
    const { anna, token } = await proposed();
    const boris = await bot.member({ firstName: 'Борис' });
    await boris.write(`/start share_${token}`);
    await boris.press(label);
    const refused = await db.select().from(refusedPeople).where(eq(refusedPeople.userId, boris.id));
    expect(refused).toMatchObject([{ refusedId: anna.id }]);
    expect(refused[0]?.complainedAt !== null).toBe(complains);
    await boris.write(`/start share_${token}`);
    expect(boris.text()).toContain('Вы решили не принимать предложения этого человека (Анна)');
    expect(boris.labels()).toEqual([['Снова принимать']]);
    await boris.press('Снова принимать');
    expect(boris.text()).toContain('Участвуют: Анна');
  },
);

test('when the owner erases everything, the earliest of the others goes on with it', async () => {
  const { anna, boris } = await proposeAndJoin();
  await anna.write('/delete');
  await anna.press('Да, удалить всё');
  // Erasures know the true time alone.
  await tellNews(new Date());
  expect(boris.text()).toContain('Теперь его ведёте вы');
  expect(await liveOf(boris.id)).toMatchObject([{ text: 'Полить цветы', completed: false }]);
});

test('a press under the card in another chat leads to the bot, which says with whom', async () => {
  const { token } = await proposed();
  const boris = await bot.member({ firstName: 'Борис' });
  const { world } = bot.simulator();
  const keyboard = [[{ text: 'Посмотреть и решить', callback_data: `share:take:${token}` }]];
  world.inlineMessages.set('joint', { id: 'joint', userId: 1, text: '?', entities: [], keyboard });
  await boris.pressElsewhere('joint', 'Посмотреть и решить');
  expect(boris.openedLink()).toContain(`start=share_${token}`);
  expect(await liveOf(boris.id)).toEqual([]);
});

test('its card says who takes part, and its link leads none of them into it again', async () => {
  const { anna, boris, reminder, token } = await proposeAndJoin();
  const data = itemData(reminder.id, 'show', FIRST_PAGE);
  await anna.pressData(data, (await hello(anna)).messageId);
  expect(anna.text()).toContain('Участвуют: Анна, Борис');
  await anna.press('Ещё…');
  expect(anna.labels().flat()).toContain('Общее');
  for (const member of [anna, boris]) {
    await member.write(`/start share_${token}`);
    expect(member.text()).toContain('Вы уже участвуете');
    expect(member.labels()).toEqual([]);
  }
});

test('news that come before the answer to earlier ones is written down are a message of their own', async () => {
  const { boris } = await proposeAndJoin();
  const rows = await liveOf(boris.id);
  const news = dueJointNews(() => Promise.reject(new Error('nothing is sent here')));
  const claimedKeys = async () => {
    // Longer than a lease.
    bot.clock.advance(60_000);
    const { claims } = await news.claim(db, {
      ...{ now: bot.clock.now(), limit: 8, maxPerSecond: Infinity },
      wayFreeAt: () => Promise.resolve(null),
    });
    return claims.map(({ key }) => key);
  };
  await tellMembers(db, rows, 'changed', bot.clock.now());
  const first = await claimedKeys();
  expect(first).toHaveLength(1);
  expect(await claimedKeys()).toEqual(first);
  await tellMembers(db, rows, 'owner', bot.clock.now());
  const later = await claimedKeys();
  expect(later).toHaveLength(1);
  expect(later).not.toEqual(first);
});

test('news go out once where the database refuses what follows, however often that is tried', async () => {
  const { boris } = await proposeAndJoin();
  const changed = () => boris.messages().filter(({ text }) => text.includes('изменено')).length;
  const logged = jest.spyOn(log, 'error').mockImplementation(() => undefined);
  await tellMembers(db, await liveOf(boris.id), 'changed', bot.clock.now());
  await db.execute(sql`alter table joint_members add constraint untold
    check (news is not null) not valid`);
  const window = new SendWindow();
  try {
    for (let tries = 1; tries <= 3; tries += 1) {
      await tellNews(undefined, undefined, window);
      expect(logged).toHaveBeenCalledTimes(tries);
      // Longer than the wait for the next try.
      bot.clock.advance(10 * 60_000);
    }
  } finally {
    await db.execute(sql`alter table joint_members drop constraint untold`);
    logged.mockRestore();
  }
  await tellNews(undefined, undefined, window);
  expect(changed()).toBe(1);
  const told = await db.select().from(jointMembers).where(eq(jointMembers.userId, boris.id));
  expect(told).toMatchObject([{ news: null, dueAt: null }]);
});

test('an answer that is taken back while its news are on their way is told to be open again', async () => {
  const { anna, boris, reminder } = await proposeAndJoin();
  const [own] = await liveOf(anna.id);
  await anna.pressData(`i:${String(own?.id)}:done:list:0:${String(own?.version)}`);
  const send = sendMessageVia(bot.api());
  await tellNews(undefined, async (message, signal) => {
    const sent = await send(message, signal);
    const target = { userId: anna.id, reminderId: reminder.id, now: bot.clock.now() };
    await takeBack(db, target, 'latest');
    return sent;
  });
  expect(boris.text()).toContain('Отметку сняли: Полить цветы');
});
