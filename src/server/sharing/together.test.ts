import { eq } from 'drizzle-orm';
import { occurrences } from '@/server/platform/db/schema';
import { LongList } from '@/server/platform/long-list';
import { actByReply, completeFromChat } from '@/server/reminders/chat-acts';
import { deleteReminder, restoreReminder } from '@/server/reminders/reminders';
import { listReminders } from '@/server/reminders/wire';
import { createReminder } from '@/testing/builders';
import { testDatabase } from '@/testing/database';
import { testBot, type TestChat } from '@/testing/conversation';
import { testJoint } from '@/testing/joint';

describe('together', () => {
  const { db } = testDatabase();
  const bot = testBot(db);
  const { tellNews, liveOf, together, hello } = testJoint(db, bot);

  const HOUR = 3_600_000;
  const DAILY = { every: 1, unit: 'DAY' } as const;
  const RULES = [
    ['a one-shot', null],
    ['a series', DAILY],
  ] as const;

  test('of one occurrence that is put off for all the others read when it comes', async () => {
    const { anna, boris } = await together({ rule: DAILY });
    await anna.write('перенеси цветы на 23');
    await anna.press('Только этот раз');
    await anna.press('Отложить для всех');
    await tellNews();
    expect(boris.text()).toContain('Общее напоминание изменено (Анна)');
    expect(boris.text()).toContain('ближайший раз — 20 ноября 2026 в 23:00');
  });

  async function listOf(id: number) {
    const owner = { id, unreachableSince: null };
    const list = await listReminders(db, owner, { now: bot.clock.now() });
    if (!(list instanceof LongList)) throw new Error('no list');
    return { tag: list.tag, json: list.parts.join() };
  }

  test('the list of each says how many share it, and has another tag once that changes', async () => {
    const { anna, boris } = await together({ rule: DAILY });
    const before = await listOf(anna.id);
    for (const { json } of [before, await listOf(boris.id)]) expect(json).toContain('"people":2');
    const [own] = await liveOf(boris.id);
    await deleteReminder(db, boris.id, own?.id ?? 0, bot.clock.now());
    const alone = await listOf(anna.id);
    expect(alone.json).not.toContain('"people"');
    expect(alone.tag).not.toBe(before.tag);
  });

  test('a list has another tag when as many share another reminder of it', async () => {
    const { anna, boris } = await together({ rule: DAILY });
    const dateTime = new Date(bot.clock.now().getTime() + HOUR);
    const second = await createReminder(db, anna.id, { dateTime, rule: DAILY });
    await anna.pressData(`share:together:${second.id}`, (await hello(anna)).messageId);
    const [, token = ''] = /start=share_([\w-]{32})/.exec(anna.text()) ?? [];
    await boris.write(`/start share_${token}`);
    await boris.press('Участвовать');
    const [one, other] = (await liveOf(boris.id)).map(({ id }) => id);
    await deleteReminder(db, boris.id, one ?? 0, bot.clock.now());
    const first = await listOf(anna.id);
    await restoreReminder(db, boris.id, one ?? 0, bot.clock.now());
    await deleteReminder(db, boris.id, other ?? 0, bot.clock.now());
    const then = await listOf(anna.id);
    for (const { json } of [first, then]) expect(json.match(/"people":2/g)).toHaveLength(1);
    expect(then.tag).not.toBe(first.tag);
  });

  /** Анна or Борис has put it off by two hours, before its time or when it has rung; the other can answer it. */
  async function movedBy(
    who: 'owner' | 'member' | 'owner for all',
    { rule, hasRung }: { rule: typeof DAILY | null; hasRung: boolean },
  ) {
    const { anna, boris, reminder } = await together({ rule });
    if (hasRung) await bot.sendDueAt(reminder.dateTime);
    const [mover, other] = who === 'member' ? [boris, anna] : [anna, boris];
    let message = 900;
    const act = async (chat: TestChat, what: 'done' | Date) => {
      const [own] = await liveOf(chat.id);
      const press = { userId: chat.id, reminderId: own?.id ?? 0, occurrenceAt: null };
      const forAll = who === 'owner for all';
      const said = { messageId: (message += 1), now: bot.clock.now(), forAll };
      await actByReply(db, { ...press, ...said }, what);
    };
    await act(mover, new Date(bot.clock.now().getTime() + 2 * HOUR));
    await tellNews();
    return { mover, other, answer: () => act(other, 'done') };
  }

  const MOVES = RULES.flatMap(([name, rule]) =>
    (['owner', 'member', 'owner for all'] as const).flatMap((who) =>
      [false, true].map((hasRung) => ({ name, rule, who, hasRung })),
    ),
  );

  test.each(MOVES)(
    '$name, put off by the $who (rung: $hasRung): its answer is told, and when that is taken back',
    async ({ who, ...state }) => {
      const { mover, other, answer } = await movedBy(who, state);
      const [before] = await liveOf(mover.id);
      const said = mover.messages().length;
      await answer();
      await tellNews();
      expect(mover.text()).toContain(`Уже отмечено: ${other.chat.user.firstName}`);
      await other.write('верни');
      await tellNews();
      expect(mover.text()).toContain('Отметку сняли');
      expect(mover.messages()).toHaveLength(said + 2);
      const { nextFireAt, snoozedUntil } = before ?? {};
      expect(await liveOf(mover.id)).toMatchObject([{ nextFireAt, snoozedUntil }]);
    },
  );

  test.each(MOVES)(
    '$name, put off by the $who (rung: $hasRung): an answer that is taken back at once is told to nobody',
    async ({ who, ...state }) => {
      const { mover, other, answer } = await movedBy(who, state);
      const said = mover.messages().length;
      await answer();
      await other.write('верни');
      await tellNews();
      expect(mover.messages()).toHaveLength(said);
    },
  );

  test.each(RULES)(
    '%s that a member has moved ahead has no key that moves it for all',
    async (_, rule) => {
      const { boris } = await together({ rule, text: 'Аптечка\n- бинт\n- йод' });
      await boris.write('отложи аптечку на 21 ноября в 12:30');
      await boris.write('бинт купил');
      await boris.press('‹ Назад');
      expect(boris.text()).toContain('21 ноября в 12:30');
      expect(boris.labels().flat()).not.toContain('Отложить для всех');
    },
  );

  test.each(RULES)('%s that has rung every member may put off for all', async (_, rule) => {
    const { anna, boris, reminder } = await together({ rule });
    await bot.sendDueAt(reminder.dateTime);
    await boris.press('1 час');
    await boris.press('Отложить для всех');
    const [his] = await liveOf(boris.id);
    expect(his?.snoozedUntil).toEqual(new Date(reminder.dateTime.getTime() + HOUR));
    expect(await liveOf(anna.id)).toMatchObject([{ snoozedUntil: his?.snoozedUntil }]);
    await boris.reply('отложи на два часа');
    expect(boris.labels().flat()).toContain('Отложить для всех');
  });

  test('who answers before the other has heard it ends it for both, and what waited till then is over, unanswered', async () => {
    const { anna, boris, reminder } = await together({ rule: DAILY });
    await bot.sendDueAt(reminder.dateTime);
    const tomorrow = new Date(reminder.dateTime.getTime() + 24 * HOUR);
    bot.clock.set(new Date(tomorrow.getTime() + 1_000));
    const press = { userId: anna.id, reminderId: reminder.id, occurrenceAt: tomorrow };
    await completeFromChat(db, { ...press, messageId: 900, now: bot.clock.now() });
    for (const { id } of [anna, boris]) {
      const [row] = await liveOf(id);
      expect(row).toMatchObject({ openOccurrenceAt: null });
      expect(row?.nextFireAt).toEqual(new Date(tomorrow.getTime() + 24 * HOUR));
      const ended = await db.select().from(occurrences).where(eq(occurrences.userId, id));
      const first = ended.find(({ occurrenceAt }) => +occurrenceAt === +reminder.dateTime);
      expect(first).toMatchObject({ outcome: 'unanswered' });
    }
    await tellNews();
    expect(boris.text()).toContain('Анна');
  });
});
