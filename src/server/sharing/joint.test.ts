import { eq, inArray } from 'drizzle-orm';
import { joints, occurrences } from '@/server/platform/db/schema';
import { LongList } from '@/server/platform/long-list';
import {
  actByReply,
  presentInChat,
  pressInChat,
  rewriteByReply,
  takeBackLast,
} from '@/server/reminders/chat-acts';
import { pauseAll } from '@/server/reminders/pause-all';
import { deleteReminder, restoreReminder } from '@/server/reminders/deletion';
import { updateReminder } from '@/server/reminders/reminders';
import { tickPoints } from '@/server/reminders/rewrite';
import { listReminders } from '@/server/reminders/wire';
import { createReminder, createUser } from '@/testing/builders';
import { testDatabase } from '@/testing/database';
import { testBot, type TestChat } from '@/testing/conversation';
import { testJoint } from '@/testing/joint';
import { isWaitedFor } from '@/testing/strangers';
import { until } from '@/testing/until';
import { DELETE as remove } from '@/app/api/notifications/[id]/route';
import { POST as toNote } from '@/app/api/notifications/[id]/to-note/route';
import { onOutdatedMessage } from '@/server/telegram/outdated';
import { jointTexts } from '@/texts/joint';
import { callRoute, testRoutes } from '@/testing/api';
import { initDataFor } from '@/testing/test-env';
import { reminders } from '@/server/platform/db/schema';
import { describePressed } from '@/server/reminders/message';
import { type ReminderInput } from '@/contract/reminder';
import { type Account, findAccount } from '@/server/accounts/accounts';
import { actOnReminder, actOnRow } from '@/server/reminders/acts';
import { endPauses } from '@/server/reminders/write/upkeep';
import { type ReminderRow } from '@/server/reminders/rows';
import { closeShares, findShare, shareReminder } from '@/server/sharing/shares';
import { joinJoint } from '@/server/sharing/joining';
import { fixedClock } from '@/testing/clock';
import { instantToWallTime } from '@/core/time-zone';

describe('a joint', () => {
  const { db } = testDatabase();
  const bot = testBot(db);
  const { tellNews, liveOf, proposeAndJoin, hello } = testJoint(db, bot);

  const HOUR = 3_600_000;
  const DAILY = { every: 1, unit: 'DAY' } as const;
  const RULES = [
    ['a one-shot', null],
    ['a series', DAILY],
  ] as const;

  test('an act on all waits for an act on the joint before it holds anything of its own: they do not cross', async () => {
    const { boris } = await proposeAndJoin({ rule: DAILY });
    const ofBoris = eq(reminders.userId, boris.id);
    let pausing: ReturnType<typeof pauseAll> | undefined;
    await db.transaction(async (tx) => {
      // As an act of Анна holds them: the joint first, then the rows of both.
      await tx.select().from(joints).for('update');
      pausing = pauseAll(db, boris.id, { pauseUntil: null, now: bot.clock.now(), key: null });
      const paused = pausing.then(() => true);
      await until(
        async () => (await isWaitedFor(tx)) || Promise.race([paused, Promise.resolve(false)]),
      );
      await tx.select().from(reminders).where(ofBoris).for('no key update', { noWait: true });
      expect(await isWaitedFor(tx)).toBe(true);
    });
    expect(await pausing).toMatchObject({ count: 1 });
  });

  test('of one occurrence that is put off for all the others read when it comes', async () => {
    const { anna, boris } = await proposeAndJoin({ rule: DAILY });
    await anna.write('перенеси цветы на 23');
    await anna.press('Только этот раз');
    await anna.press('Отложить для всех');
    await tellNews();
    expect(boris.text()).toContain('Общее напоминание изменено (Анна)');
    expect(boris.text()).toContain('ближайший раз — 20 ноября 2026 в 23:00');
  });

  test('whoever answers by a link that was closed meanwhile does not take part', async () => {
    const { anna, boris, reminder } = await proposeAndJoin({ rule: DAILY });
    const { key } = await shareReminder(db, anna.id, reminder.id, bot.clock.now(), true);
    const share = await findShare(db, key);
    const { id } = await createUser(db);
    const account = await findAccount(db, id);
    if (!share || !account) throw new Error('not there');
    await closeShares(db, anna.id, reminder.id);
    const answer = await joinJoint(db, account, share, bot.clock.now());
    expect(answer).toEqual({ result: 'closed' });
    expect(await liveOf(id)).toEqual([]);
    expect(await liveOf(boris.id)).toHaveLength(1);
  });

  async function listOf(id: number) {
    const owner = { id, unreachableSince: null };
    const list = await listReminders(db, owner, { now: bot.clock.now() });
    if (!(list instanceof LongList)) throw new Error('no list');
    return { tag: list.tag, json: list.rows };
  }

  test('the list of each says how many share it, and has another tag once that changes', async () => {
    const { anna, boris } = await proposeAndJoin({ rule: DAILY });
    const before = await listOf(anna.id);
    for (const { json } of [before, await listOf(boris.id)]) expect(json).toContain('"people":2');
    const [own] = await liveOf(boris.id);
    await deleteReminder(db, boris.id, own?.id ?? 0, bot.clock.now());
    const alone = await listOf(anna.id);
    expect(alone.json).not.toContain('"people"');
    expect(alone.tag).not.toBe(before.tag);
  });

  test('a list has another tag when as many share another reminder of it', async () => {
    const { anna, boris } = await proposeAndJoin({ rule: DAILY });
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
    const { anna, boris, reminder } = await proposeAndJoin({ rule });
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
      const { boris } = await proposeAndJoin({ rule, text: 'Аптечка\n- бинт\n- йод' });
      await boris.write('отложи аптечку на 21 ноября в 12:30');
      await boris.write('бинт купил');
      await boris.press('‹ Назад');
      expect(boris.text()).toContain('21 ноября в 12:30');
      expect(boris.labels().flat()).not.toContain('Отложить для всех');
    },
  );

  test.each(RULES)('%s that has rung every member may put off for all', async (_, rule) => {
    const { anna, boris, reminder } = await proposeAndJoin({ rule });
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
    const { anna, boris, reminder } = await proposeAndJoin({ rule: DAILY });
    await bot.sendDueAt(reminder.dateTime);
    const tomorrow = new Date(reminder.dateTime.getTime() + 24 * HOUR);
    bot.clock.set(new Date(tomorrow.getTime() + 1_000));
    const press = { userId: anna.id, reminderId: reminder.id, occurrenceAt: tomorrow };
    await pressInChat(db, { button: 'done', ...press, messageId: 900, now: bot.clock.now() });
    for (const { id } of [anna, boris]) {
      const [row] = await liveOf(id);
      expect(row).toMatchObject({ openOccurrenceAt: null });
      expect(row?.nextFireAt).toEqual(new Date(tomorrow.getTime() + 24 * HOUR));
      const ended = await db
        .select({ at: occurrences.occurrenceAt, outcome: occurrences.outcome })
        .from(occurrences)
        .where(eq(occurrences.userId, id))
        .orderBy(occurrences.occurrenceAt);
      expect(ended).toEqual([
        { at: reminder.dateTime, outcome: 'unanswered' },
        { at: tomorrow, outcome: 'done' },
      ]);
    }
    await tellNews();
    expect(boris.text()).toContain('Анна');
  });

  test('who answers ahead of its time leaves the others what waits, with what they have ticked', async () => {
    const text = '- молоко\n- хлеб';
    const { anna, boris, reminder } = await proposeAndJoin({ rule: DAILY, text, preAlerts: [60] });
    await bot.sendDueAt(reminder.dateTime);
    const [own] = await liveOf(boris.id);
    const now = bot.clock.now();
    const target = { userId: boris.id, reminderId: own?.id ?? 0, now };
    await tickPoints(db, target, { keys: ['хлеб'], done: true });
    const occurrenceAt = new Date(reminder.dateTime.getTime() + 24 * HOUR);
    const press = { userId: anna.id, reminderId: reminder.id, occurrenceAt, messageId: 900, now };
    await pressInChat(db, { ...press, button: 'done' });
    expect(await liveOf(boris.id)).toMatchObject([
      { openOccurrenceAt: reminder.dateTime, ticked: ['хлеб'] },
    ]);
    const history = db.select().from(occurrences).where(eq(occurrences.userId, boris.id));
    expect(await history).toMatchObject([{ occurrenceAt, outcome: 'done', ticked: null }]);
  });

  test('what a member has put off and paused comes again behind the pause, though the last one is done for all', async () => {
    const { anna, boris, reminder } = await proposeAndJoin({
      ...{ rule: { ...DAILY, count: 2 }, preAlerts: [60] },
    });
    await bot.sendDueAt(reminder.dateTime);
    const now = bot.clock.now();
    const later = (hours: number) => new Date(reminder.dateTime.getTime() + hours * HOUR);
    const [{ id: reminderId } = { id: 0 }] = await liveOf(boris.id);
    const his = { userId: boris.id, reminderId, now };
    await actOnRow(db, his, (from) => ({ from, act: later(11) }));
    await actOnRow(db, his, (from) => ({ from, act: { pauseUntil: later(21) } }));
    const press = { userId: anna.id, reminderId: reminder.id, messageId: 900, now };
    await pressInChat(db, { ...press, occurrenceAt: later(24), button: 'done' });
    await endPauses(db, later(21));
    expect(await liveOf(boris.id)).toMatchObject([
      { openOccurrenceAt: reminder.dateTime, nextFireAt: later(24), pausedUntil: null },
    ]);
    await bot.sendDueAt(later(24));
    expect(await liveOf(boris.id)).toMatchObject([
      { openOccurrenceAt: reminder.dateTime, snoozedUntil: null, nextFireAt: null },
    ]);
  });
});

describe('what is over for all', () => {
  const { db } = testRoutes();
  const bot = testBot(db);
  const { liveOf, proposeAndJoin } = testJoint(db, bot);

  const DAILY = { every: 1, unit: 'DAY' } as const;

  async function rowOf(chat: TestChat) {
    const [row] = await liveOf(chat.id);
    if (!row) throw new Error('there is no reminder');
    return row;
  }

  /** Drops what waits, by the list: for all. */
  async function skipIt(chat: TestChat): Promise<void> {
    const { id, version } = await rowOf(chat);
    await chat.pressData(`i:${id}:skip:list:0:${version}`, (await helloOf(chat)).messageId);
  }

  async function helloOf(chat: TestChat) {
    await chat.write('/help');
    return chat.last();
  }

  /** The data of every key under the reminder's message that acts on it. */
  const keysUnder = ({ keyboard }: ReturnType<TestChat['last']>): string[] =>
    keyboard.flat().flatMap(({ callback_data: data }) => (data?.startsWith('r:') ? [data] : []));

  describe.each([
    ['a one-shot', {}],
    ['a series', { rule: DAILY }],
  ])('of %s that its owner has skipped for all', (_, fields) => {
    test('every press of a member that would put it off is answered with who it was, and changes nothing', async () => {
      const { anna, boris, reminder } = await proposeAndJoin(fields);
      await bot.sendDueAt(reminder.dateTime);
      const message = boris.last();
      const [done = '', ...keys] = keysUnder(message).filter((data) => !data.startsWith('r:when:'));
      expect([done.slice(0, 7), keys.length]).toEqual(['r:done:', 4]);
      await skipIt(anna);
      const before = await rowOf(boris);
      for (const data of [...keys, done.replace('r:done', 'r:all')]) {
        bot.clock.advance(6_000);
        await boris.pressData(data, message.messageId);
        expect([data, boris.toast()]).toEqual([
          data,
          expect.stringContaining('Уже пропущено: Анна'),
        ]);
        const shown = boris.messages().find(({ messageId }) => messageId === message.messageId);
        expect(shown?.text).toContain('Уже пропущено: Анна');
      }
      const after = await rowOf(boris);
      expect([after.version, after.nextFireAt]).toEqual([before.version, before.nextFireAt]);
    });
  });

  test('what becomes a note ends for the others once that is committed, and not before', async () => {
    const { anna, boris, reminder } = await proposeAndJoin();
    const stands: Promise<number>[] = [];
    onOutdatedMessage(() => stands.push(liveOf(boris.id).then(({ length }) => length)));
    await callRoute(toNote, {
      initData: initDataFor({ id: anna.id }),
      body: { version: (await rowOf(anna)).version },
      params: { id: String(reminder.id) },
    });
    onOutdatedMessage(null);
    expect(new Set(await Promise.all(stands))).toEqual(new Set([0]));
  });

  test('what a member has skipped for all its owner may put off, and everybody may still do', async () => {
    const { anna, boris, reminder } = await proposeAndJoin();
    await bot.sendDueAt(reminder.dateTime);
    const keys = keysUnder(anna.last());
    const { messageId } = anna.last();
    await skipIt(boris);
    await anna.pressData(keys.find((data) => data.startsWith('r:done:')) ?? '', messageId);
    expect(await rowOf(boris)).toMatchObject({ completed: true, openOccurrenceAt: null });

    const again = await proposeAndJoin();
    await bot.sendDueAt(again.reminder.dateTime);
    const [, snooze = ''] = keysUnder(again.anna.last()).filter((data) => !data.includes('when'));
    const { messageId: ofAnna } = again.anna.last();
    await skipIt(again.boris);
    await again.anna.pressData(snooze, ofAnna);
    for (const chat of [again.anna, again.boris]) {
      expect(await rowOf(chat)).toMatchObject({ completed: false });
    }
  });

  describe('that its owner has ended it for all is said', () => {
    const ENDED = 'Закончено для всех';

    test('by «В заметку», pressed twice as well, and not of what is theirs alone', async () => {
      const { anna, boris } = await proposeAndJoin();
      const { id, version } = await rowOf(anna);
      const { messageId } = await helloOf(anna);
      for (let times = 0; times < 2; times += 1) {
        await anna.pressData(`i:${id}:note:list:0:${version}`, messageId);
        expect(anna.text()).toContain('Теперь это заметка');
        expect(anna.text()).toContain(ENDED);
      }
      expect(await liveOf(boris.id)).toEqual([]);
      await anna.press('Отменить');
      expect(anna.text()).not.toContain(ENDED);
      expect(await liveOf(boris.id)).toHaveLength(1);
      // A member's goes alone.
      const own = await rowOf(boris);
      const { messageId: ofBoris } = await helloOf(boris);
      await boris.pressData(`i:${own.id}:note:list:0:${own.version}`, ofBoris);
      expect(boris.text()).toContain('Теперь это заметка');
      expect(boris.text()).not.toContain(ENDED);
    });

    test('by «Удалить» in a list, and whenever its card is shown again', async () => {
      const { anna } = await proposeAndJoin();
      const { id, version } = await rowOf(anna);
      const { messageId } = await helloOf(anna);
      for (const action of ['remove', 'remove', 'show']) {
        await anna.pressData(`i:${id}:${action}:list:0:${version}`, messageId);
        expect([action, anna.text()]).toEqual([action, expect.stringContaining(ENDED)]);
      }
      await anna.pressData(`i:${id}:restore:list:0:${version}`, messageId);
      expect(anna.text()).not.toContain(ENDED);
    });

    test('by «Закончить для всех», pressed twice as well', async () => {
      const { anna } = await proposeAndJoin();
      const { id } = await rowOf(anna);
      const { messageId } = await helloOf(anna);
      for (let times = 0; times < 2; times += 1) {
        await anna.pressData(`share:end:${id}`, messageId);
        expect(anna.text()).toContain(ENDED);
      }
    });

    test('by «Отменить» under the card that it was stored with', async () => {
      const anna = await bot.member({ firstName: 'Анна' });
      await anna.write('завтра в 9 полить цветы');
      const card = anna.last().messageId;
      const { id } = await rowOf(anna);
      await anna.pressData(`share:together:${id}`, card);
      const [, token = ''] = /start=share_([\w-]{32})/.exec(anna.text()) ?? [];
      const boris = await bot.member({ firstName: 'Борис' });
      await boris.write(`/start share_${token}`);
      await boris.press('Участвовать');
      await anna.press('Отменить');
      expect(anna.messages().find(({ messageId }) => messageId === card)?.text).toContain(ENDED);
      expect(await liveOf(boris.id)).toEqual([]);
    });

    test('in the app, of deletion and of «В заметки»', async () => {
      for (const route of [remove, toNote]) {
        const { anna, boris } = await proposeAndJoin();
        const { id, version } = await rowOf(anna);
        const { json } = await callRoute(route, {
          initData: initDataFor({ id: anna.id }),
          body: route === toNote ? { version } : {},
          params: { id: String(id) },
        });
        expect(json).toMatchObject({ message: jointTexts.ended });
        expect(await liveOf(boris.id)).toEqual([]);
      }
    });
  });
});

describe('who did it', () => {
  const { db } = testDatabase();
  const bot = testBot(db);
  const { tellNews, liveOf, proposeAndJoin } = testJoint(db, bot);

  const DAILY = { every: 1, unit: 'DAY' } as const;
  const RULES = [
    ['a one-shot', null],
    ['a series', DAILY],
  ] as const;

  const targetOf = async ({ id: userId }: TestChat) => {
    const [row] = await liveOf(userId);
    if (!row) throw new Error('no row');
    return { userId, reminderId: row.id, now: bot.clock.now() };
  };

  /** What somebody's message about the reminder says once it is brought up to date. */
  const openMessageOf = async (chat: TestChat): Promise<string> =>
    describePressed(await presentInChat(db, await targetOf(chat)));

  describe.each(RULES)('%s that a member puts off for all', (_, rule) => {
    /** Борис has put it off for all; Анна has her message open, or has put hers off before. */
    async function putOffByMember({ annaIs }: { annaIs: 'waiting' | 'away' }) {
      const joint = await proposeAndJoin({ rule });
      const { anna, boris, reminder } = joint;
      await bot.sendDueAt(reminder.dateTime);
      if (annaIs === 'away') await anna.press('10 мин');
      await boris.press('1 час');
      await boris.press('Отложить для всех');
      return joint;
    }

    test('is told as his to who has put it off herself', async () => {
      const { anna } = await putOffByMember({ annaIs: 'away' });
      await tellNews();
      expect(anna.text()).toContain('Общее напоминание изменено (Борис)');
    });

    test('says so with his name in the message that she has open, and in his own without', async () => {
      const { anna, boris } = await putOffByMember({ annaIs: 'waiting' });
      expect(await openMessageOf(anna)).toMatch(/^💤 Отложено для всех \(Борис\) до 20 ноября в /);
      expect(await openMessageOf(boris)).toMatch(/^💤 Отложено до 20 ноября в /);
    });

    test('is her own again once she puts it off anew', async () => {
      const { anna } = await putOffByMember({ annaIs: 'waiting' });
      const target = await targetOf(anna);
      const present = await presentInChat(db, target);
      if (present.state === 'gone') throw new Error('no message');
      const { occurrenceAt } = present;
      await pressInChat(db, { ...target, occurrenceAt, messageId: 900, button: '10m' });
      expect(await openMessageOf(anna)).toMatch(/^💤 Отложено до 20 ноября в /);
    });

    test('is told as his when he takes that back', async () => {
      const { anna, boris } = await putOffByMember({ annaIs: 'waiting' });
      expect(await takeBackLast(db, await targetOf(boris))).toBe(true);
      await tellNews();
      expect(anna.text()).toContain('Общее напоминание изменено (Борис)');
    });
  });

  test('whoever has put it off reads their own snooze, though its owner has changed the text since', async () => {
    const { anna, boris, reminder } = await proposeAndJoin();
    await bot.sendDueAt(reminder.dateTime);
    await boris.press('1 час');
    await rewriteByReply(db, await targetOf(anna), 'Другой текст');
    expect(await openMessageOf(boris)).toMatch(/^💤 Отложено до 20 ноября в /);
    await tellNews();
    expect(boris.text()).toContain('Общее напоминание изменено (Анна)');
  });

  /** A third person, beside the owner and whoever comes after her. */
  async function ofThree() {
    const joint = await proposeAndJoin();
    const vera = await bot.member({ firstName: 'Вера' });
    await vera.write(`/start share_${joint.token}`);
    await vera.press('Участвовать');
    await tellNews();
    return { ...joint, vera };
  }

  test('a change is told as hers who has made it, though another owns it when it is told', async () => {
    const { anna, boris, vera } = await ofThree();
    const { userId, reminderId, now } = await targetOf(anna);
    await rewriteByReply(db, { userId, reminderId, now }, 'Другой текст');
    await deleteReminder(db, userId, reminderId, now, { leaves: true });
    await tellNews();
    expect(vera.text()).toContain('Общее напоминание изменено (Анна)');
    expect(boris.text()).toContain('Теперь его ведёте вы');
  });

  test('of a change by somebody who is gone no other name is told', async () => {
    const { anna, vera } = await ofThree();
    const { userId, reminderId, now } = await targetOf(anna);
    await rewriteByReply(db, { userId, reminderId, now }, 'Другой текст');
    await deleteReminder(db, userId, reminderId, now, { leaves: true });
    await db.delete(reminders).where(eq(reminders.id, reminderId));
    await tellNews();
    expect(vera.text()).toContain('Общее напоминание изменено:');
  });

  test('what is said of an answer while a change is untold stays the change of whoever has made it', async () => {
    const { anna, boris, vera } = await ofThree();
    await rewriteByReply(db, await targetOf(anna), 'Другой текст');
    await boris.write('готово другой текст');
    await tellNews();
    expect(vera.text()).toContain('Общее напоминание изменено (Анна)');
  });
});

describe('what begins anew for all', () => {
  const { db } = testDatabase();
  const clock = fixedClock();
  const HOUR = 3_600_000;

  const accountOf = async ({ id }: { id: number }): Promise<Account> => {
    const account = await findAccount(db, id);
    if (!account) throw new Error('nobody');
    return account;
  };

  async function joint(fields: Partial<ReminderRow> = {}) {
    const owner = await accountOf(await createUser(db, { firstName: 'Анна' }));
    const member = await accountOf(await createUser(db, { firstName: 'Борис' }));
    const dateTime = new Date(clock.now().getTime() + HOUR);
    const { id } = await createReminder(db, owner.id, { dateTime, ...fields });
    const { key } = await shareReminder(db, owner.id, id, clock.now(), true);
    const share = await findShare(db, key);
    if (!share) throw new Error('no link');
    const joined = await joinJoint(db, member, share, clock.now());
    if (joined.result !== 'joined') throw new Error(joined.result);
    return { owner, member, ownerRow: id, memberRow: joined.row.id };
  }

  const rowOf = async (id: number): Promise<ReminderRow> => {
    const [row] = await db.select().from(reminders).where(eq(reminders.id, id));
    if (!row) throw new Error('no row');
    return row;
  };

  /** The form as it opens, with what somebody changes there. */
  const formOf = (
    { text, typeId, categoryId, dateTime, floodInterval, timeZone }: ReminderRow,
    changes: Partial<ReminderInput>,
  ): ReminderInput => ({
    ...{ text, typeId, categoryId, timeZone, repeat: false },
    ...{ dateTime: dateTime.toISOString(), flood: floodInterval !== null },
    ...(floodInterval !== null && { floodInterval }),
    ...changes,
  });

  const save = async (account: Account, id: number, changes: Partial<ReminderInput>) =>
    updateReminder(db, account, id, formOf(await rowOf(id), changes), {
      now: clock.now(),
      version: undefined,
    });

  const OWN: Partial<ReminderInput>[] = [
    { flood: true, floodInterval: 5 },
    { preAlerts: [10] },
    { counter: { left: 3, low: 1 } },
  ];

  test.each([{ text: 'Другой текст' }, ...OWN])(
    'what was done before its time begins anew for all when its owner saves the form with %j',
    async (changes) => {
      const { owner, member, ownerRow, memberRow } = await joint();
      const { dateTime } = await rowOf(ownerRow);
      await actOnReminder(db, member, memberRow, 'done', { now: clock.now() });
      expect(await rowOf(ownerRow)).toMatchObject({ completed: true });

      await save(owner, ownerRow, changes);
      for (const id of [ownerRow, memberRow]) {
        expect(await rowOf(id)).toMatchObject({ completed: false, dateTime });
      }
      expect((await rowOf(memberRow)).nextFireAt).toEqual(dateTime);
      expect((await rowOf(memberRow)).floodInterval).toBeNull();
    },
  );

  test.each(OWN)('a member begins nothing anew by saving the form with %j', async (changes) => {
    const { owner, member, ownerRow, memberRow } = await joint();
    await actOnReminder(db, owner, ownerRow, 'skip', { now: clock.now() });
    const namesTheOwner: unknown = expect.stringContaining('Анна');
    await expect(save(member, memberRow, changes)).rejects.toMatchObject({
      code: 'invalid',
      message: namesTheOwner,
    });
    for (const id of [ownerRow, memberRow])
      expect(await rowOf(id)).toMatchObject({ completed: true });
  });

  test('of a birthday that its owner’s edit ends nobody else is told the year', async () => {
    const dateTime = new Date(clock.now().getTime() + HOUR);
    const { owner, ownerRow, memberRow } = await joint({
      ...{
        dateTime,
        firstWallTime: `2020${instantToWallTime(dateTime, 'Europe/Moscow').slice(4)}`,
      },
      rule: { every: 1, unit: 'YEAR', birthYear: 1990 },
    });
    const yearly = { repeat: true, repeatEvery: 1, repeatUnit: 'YEAR', birthYear: 1990 } as const;
    await save(owner, ownerRow, { ...yearly, repeatCount: 2 });
    const ended = { completed: true, rule: { every: 1, unit: 'YEAR', count: 2 } };
    expect(await rowOf(ownerRow)).toMatchObject({ ...ended, rule: { birthYear: 1990 } });
    expect(await rowOf(memberRow)).toMatchObject(ended);
    expect((await rowOf(memberRow)).rule).not.toHaveProperty('birthYear');
  });

  test('an owner’s edit of the text leaves what waits of a series for everybody', async () => {
    const daily = { repeat: true, repeatEvery: 1, repeatUnit: 'DAY' } as const;
    const { owner, member, ownerRow, memberRow } = await joint({ rule: { every: 1, unit: 'DAY' } });
    const { dateTime } = await rowOf(ownerRow);
    const until = new Date(dateTime.getTime() - HOUR / 2);
    for (const [account, id] of [
      [owner, ownerRow],
      [member, memberRow],
    ] as const) {
      await actOnReminder(db, account, id, until, { now: clock.now() });
    }
    const next = new Date(dateTime.getTime() + 24 * HOUR);
    const movedAhead = { openOccurrenceAt: dateTime, nextFireAt: until, dateTime: next };
    await save(owner, ownerRow, { ...daily, text: 'Без опечатки' });
    for (const id of [ownerRow, memberRow]) {
      expect(await rowOf(id)).toMatchObject({ ...movedAhead, text: 'Без опечатки' });
    }
  });

  describe.each([
    ['waits for', { completed: false }],
    ['has left unanswered', { completed: true, waitingSince: null }],
  ])('of a one-shot that a member %s and its owner has put off', (_, ofMember) => {
    async function cameAndPutOff() {
      const { owner, ownerRow, memberRow } = await joint();
      const came = new Date(clock.now().getTime() - HOUR);
      const firstWallTime = instantToWallTime(came, 'Europe/Moscow');
      const waits = { dateTime: came, openOccurrenceAt: came, waitingSince: came };
      const rung = { ...waits, firstWallTime, nextFireAt: null };
      const both = inArray(reminders.id, [ownerRow, memberRow]);
      await db.update(reminders).set(rung).where(both);
      await db.update(reminders).set(ofMember).where(eq(reminders.id, memberRow));
      const tomorrow = new Date(clock.now().getTime() + 24 * HOUR);
      await actOnReminder(db, owner, ownerRow, tomorrow, { now: clock.now() });
      return { owner, ownerRow, memberRow, tomorrow };
    }

    test('the owner’s edit of the text leaves it so: it does not ring for the member', async () => {
      const { owner, ownerRow, memberRow } = await cameAndPutOff();
      const before = await rowOf(memberRow);
      await save(owner, ownerRow, { text: 'Без опечатки' });
      const { openOccurrenceAt, waitingSince, completed } = before;
      expect(await rowOf(memberRow)).toMatchObject({
        ...{ openOccurrenceAt, waitingSince, completed },
        ...{ text: 'Без опечатки', nextFireAt: null },
      });
    });

    test('the owner’s change of the time comes for the member, too', async () => {
      const { owner, ownerRow, memberRow, tomorrow } = await cameAndPutOff();
      const dateTime = new Date(tomorrow.getTime() + HOUR);
      await save(owner, ownerRow, { dateTime: dateTime.toISOString() });
      const comes = { nextFireAt: dateTime, openOccurrenceAt: null, completed: false };
      expect(await rowOf(memberRow)).toMatchObject(comes);
    });
  });
});
