import { z } from 'zod';
import { eq, sql } from 'drizzle-orm';
import { responses } from '@/contract/api';
import { callRoute, testRoutes } from '@/testing/api';
import { createReminder, createUser } from '@/testing/builders';
import { instantToWallTime } from '@/core/time-zone';
import { zoneQuestionTexts } from '@/texts/zone-question';
import { GET as listReminders } from '@/app/api/notifications/route';
import { POST as answerRoute } from '@/app/api/profile/timezone/answer/route';
import { POST as saveTimeZone } from '@/app/api/profile/timezone/route';
import { testDatabase, testInstances } from '@/testing/database';
import { type Account, findAccount } from '../accounts/accounts';
import { reminders, users } from '../platform/db/schema';
import { answerZoneChange, saveBrowserTimeZone, moveBack, moveToOwnZone } from './zone-shift';
import { chooseTimeZone } from '@/server/accounts/zone';
import { type Db } from '@/server/platform/db/client';
import { findShare, shareReminder } from '@/server/sharing/shares';
import { joinJoint } from '@/server/sharing/joining';
import { fixedClock } from '@/testing/clock';
import { testBot, APP_URL, type TestChat } from '@/testing/conversation';
import { testJoint } from '@/testing/joint';
import { until } from '@/testing/until';
import { actOnReminder } from './acts';
import { rewriteByReply, takeBackLast } from './chat-acts';
import { deleteReminder } from './deletion';
import { reminder } from '@/contract/reminder';
import { loadReference } from '@/server/platform/db/reference';
import { calendarOf } from '@/server/calendar/feed';
import { readDay } from '@/server/days/day-content';
import { toWire } from './wire';

describe('a change of zone', () => {
  const { db, someone } = testRoutes();
  const DAY_MS = 86_400_000;

  const start = async (initData: string, timezone: string) =>
    responses.timeZone.parse(
      (await callRoute(saveTimeZone, { initData, body: { timezone } })).json,
    );
  const answer = async (initData: string, body: object) =>
    responses.zoneAnswered.parse((await callRoute(answerRoute, { initData, body })).json);
  /** The times of day in a zone at which the reminders come. */
  const timesIn = async (initData: string, zone: string) => {
    const { json } = await callRoute(listReminders, { initData });
    return responses.reminders
      .parse(json)
      .notifications.map(({ dateTime }) =>
        instantToWallTime(new Date(dateTime), zone).slice(11, 16),
      );
  };
  /** Somebody in Moscow with a reminder at nine in three days. */
  async function traveller(fields: Parameters<typeof someone>[0] = {}) {
    const person = await someone({ timeZone: 'Europe/Moscow', ...fields });
    const day = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10);
    await createReminder(db, person.user.id, {
      ...{ dateTime: new Date(`${day}T06:00:00Z`), timeZone: 'Europe/Moscow' },
      firstWallTime: `${day}T09:00`,
    });
    return person;
  }

  test('a device on other clocks is asked about until there is an answer; only what is new is local then', async () => {
    const { initData } = await traveller();
    expect(await start(initData, 'Europe/Moscow')).not.toHaveProperty('zoneBefore');
    expect(await start(initData, 'Asia/Omsk')).toMatchObject({ zoneBefore: 'Europe/Moscow' });
    expect(await start(initData, 'Asia/Omsk')).toMatchObject({ zoneBefore: 'Europe/Moscow' });
    expect(await answer(initData, { answer: 'keep' })).toMatchObject({
      ...{ moved: 0, stayed: 0 },
      settings: { timeZone: 'Asia/Omsk', timeZoneChosen: false },
    });
    expect(await timesIn(initData, 'Europe/Moscow')).toEqual(['09:00']);
    expect(await start(initData, 'Asia/Omsk')).not.toHaveProperty('zoneBefore');
  });

  test('all are moved to the same time of day, once, however often it is said', async () => {
    const { initData } = await traveller();
    await start(initData, 'Asia/Omsk');
    const said = await Promise.all([
      answer(initData, { answer: 'move' }),
      answer(initData, { answer: 'move' }),
    ]);
    expect(said.map(({ moved }) => moved).toSorted()).toEqual([0, 1]);
    expect(await timesIn(initData, 'Asia/Omsk')).toEqual(['09:00']);
    expect(await answer(initData, { answer: 'move' })).toMatchObject({ moved: 0 });
  });

  test('who stays with the clocks before keeps them wherever the device goes', async () => {
    const { initData } = await traveller();
    await start(initData, 'Asia/Omsk');
    const kept = { settings: { timeZone: 'Europe/Moscow', timeZoneChosen: true } };
    expect(await answer(initData, { answer: 'stay' })).toMatchObject(kept);
    expect(await start(initData, 'Asia/Tokyo')).toMatchObject({ timezone: 'Europe/Moscow' });
    expect(await start(initData, 'Asia/Tokyo')).not.toHaveProperty('zoneBefore');
  });

  describe('of two devices each answers its own question:', () => {
    const HERE = { before: 'Europe/Moscow', here: 'Asia/Omsk' };
    const refused = async (initData: string, body: object) => {
      const { status, json } = await callRoute(answerRoute, { initData, body });
      return [status, z.object({ message: z.string() }).parse(json).message];
    };
    const OUTDATED = [409, zoneQuestionTexts.outdated];

    test('who answers what another device asks by now is told so, and nothing is changed', async () => {
      const { initData } = await traveller();
      await start(initData, 'Asia/Omsk');
      await start(initData, 'Asia/Tokyo');
      for (const said of ['move', 'keep', 'stay']) {
        expect(await refused(initData, { answer: said, question: HERE })).toEqual(OUTDATED);
      }
      expect(await timesIn(initData, 'Europe/Moscow')).toEqual(['09:00']);
      expect(await start(initData, 'Asia/Tokyo')).toMatchObject({
        ...{ zoneBefore: 'Europe/Moscow', timezone: 'Asia/Tokyo', manual: false },
      });
      const question = { ...HERE, here: 'Asia/Tokyo' };
      expect(await answer(initData, { answer: 'move', question })).toMatchObject({ moved: 1 });
      expect(await timesIn(initData, 'Asia/Tokyo')).toEqual(['09:00']);
    });

    test('«Перенести» whose answer was lost may be said again, also where something cannot move', async () => {
      const { initData, user } = await traveller();
      const inAnHour = new Date(Date.now() + 3_600_000);
      await createReminder(db, user.id, {
        ...{ dateTime: inAnHour, timeZone: 'Europe/Moscow' },
        firstWallTime: instantToWallTime(inAnHour, 'Europe/Moscow'),
      });
      await start(initData, 'Asia/Vladivostok');
      const question = { ...HERE, here: 'Asia/Vladivostok' };
      const move = { answer: 'move', question };
      expect(await answer(initData, move)).toMatchObject({ moved: 1, stayed: 1 });
      expect(await answer(initData, move)).toMatchObject({ moved: 0 });
      expect(await refused(initData, { answer: 'keep', question })).toEqual(OUTDATED);
    });

    test('«Оставить» whose answer was lost may be said again, also where nothing could move', async () => {
      const { initData, user } = await someone({ timeZone: 'Europe/Moscow' });
      const inAnHour = new Date(Date.now() + 3_600_000);
      await createReminder(db, user.id, {
        ...{ dateTime: inAnHour, timeZone: 'Europe/Moscow' },
        firstWallTime: instantToWallTime(inAnHour, 'Europe/Moscow'),
      });
      await start(initData, 'Asia/Vladivostok');
      const keep = { answer: 'keep', question: { ...HERE, here: 'Asia/Vladivostok' } };
      expect(await answer(initData, keep)).toMatchObject({ moved: 0 });
      expect(await answer(initData, keep)).toMatchObject({ moved: 0 });
    });

    test('who answers what has been answered is told so, and that answer holds', async () => {
      const { initData } = await traveller();
      await start(initData, 'Asia/Omsk');
      await answer(initData, { answer: 'keep', question: HERE });
      expect(await refused(initData, { answer: 'move', question: HERE })).toEqual(OUTDATED);
      expect(await timesIn(initData, 'Europe/Moscow')).toEqual(['09:00']);
    });
  });

  test.each([
    ['the clocks are the same', 'Europe/Kirov', {}],
    ['the zone was chosen by hand', 'Asia/Omsk', { timeZoneManual: true }],
  ])('nothing is asked where %s', async (_why, zone, fields) => {
    const { initData } = await traveller(fields);
    expect(await start(initData, zone)).not.toHaveProperty('zoneBefore');
  });

  test('nothing is asked where nothing lies ahead, nor once the device is back', async () => {
    const nobody = await someone({ timeZone: 'Europe/Moscow' });
    expect(await start(nobody.initData, 'Asia/Omsk')).not.toHaveProperty('zoneBefore');
    const { initData } = await traveller();
    await start(initData, 'Asia/Omsk');
    expect(await start(initData, 'Europe/Moscow')).not.toHaveProperty('zoneBefore');
  });
});

describe('a device on clocks that differ for a part of the year', () => {
  const { db } = testDatabase();
  const JULY = new Date('2026-07-10T09:00:00Z');

  test.each([
    ['Asia/Nicosia', 'Europe/Moscow'],
    ['Asia/Riyadh', null],
  ])('in %s in July, whoever comes from Moscow is asked about %s', async (zone, before) => {
    const { id } = await createUser(db, { timeZone: 'Europe/Moscow', timeZoneAssumed: false });
    const account = await findAccount(db, id);
    if (!account) throw new Error('no account');
    await createReminder(db, id, { dateTime: new Date('2026-12-01T06:00:00Z') });
    const arrived = await saveBrowserTimeZone(db, account, zone, JULY);
    expect(arrived).toMatchObject({ timeZone: zone, timeZoneBefore: before });
  });
});

describe('what waits and counts from «Готово»', () => {
  const { db } = testDatabase();

  test('is asked about and moved like all else, and goes on waiting', async () => {
    const now = new Date('2026-11-20T09:00:00Z');
    const { id } = await createUser(db, { timeZone: 'Europe/Moscow', timeZoneAssumed: false });
    const account = await findAccount(db, id);
    if (!account) throw new Error('no account');
    const dateTime = new Date('2026-11-20T06:00:00Z');
    const rule = { every: 3, unit: 'DAY', afterDone: true } as const;
    const waits = { openOccurrenceAt: dateTime, waitingSince: dateTime, nextFireAt: null };
    const row = await createReminder(db, id, { dateTime, rule, ...waits });
    const arrived = await saveBrowserTimeZone(db, account, 'Asia/Vladivostok', now);
    expect(arrived.timeZoneBefore).toBe('Europe/Moscow');
    const moved = await moveToOwnZone(db, arrived, 'Europe/Moscow', now);
    expect(moved).toMatchObject({ moved: 1, stayed: 0 });
    await actOnReminder(db, arrived, row.id, 'done', { now });
    const [next] = await db.select().from(reminders).where(eq(reminders.id, row.id));
    expect(next?.dateTime).toEqual(new Date('2026-11-22T23:00:00Z'));
  });
});

describe('a shift that is given again', () => {
  const { db } = testDatabase();
  const now = new Date('2026-11-20T09:00:00Z');
  const question = { before: 'Asia/Omsk', here: 'Europe/Moscow' };

  /** Somebody who has come from Omsk to Moscow, with a reminder at 12:00 tomorrow in Omsk. */
  async function arrived() {
    const { id } = await createUser(db, { timeZone: question.before, timeZoneAssumed: false });
    const dateTime = new Date('2026-11-21T06:00:00Z');
    await createReminder(db, id, { dateTime, timeZone: question.before });
    const present = async (): Promise<Account> => {
      const account = await findAccount(db, id);
      if (!account) throw new Error('no account');
      return account;
    };
    await saveBrowserTimeZone(db, await present(), question.here, now);
    const answer = async (given: 'move' | 'keep' | 'stay') =>
      answerZoneChange(db, await present(), { answer: given, question }, now);
    const stored = async () => {
      const [row] = await db.select().from(reminders).where(eq(reminders.userId, id));
      const { timeZone, timeZoneManual } = await present();
      return [row?.timeZone, row?.dateTime.toISOString(), timeZone, timeZoneManual];
    };
    return { answer, stored };
  }

  test.each(['move', 'keep', 'stay'] as const)(
    '«%s» given again, the first answer being lost, is no conflict and changes nothing',
    async (given) => {
      const { answer, stored } = await arrived();
      expect((await answer(given)).moved).toBe(given === 'move' ? 1 : 0);
      const after = await stored();
      expect(await answer(given)).toMatchObject({ moved: 0, stayed: 0 });
      expect(await stored()).toEqual(after);
    },
  );

  test.each([
    ['move', 'keep'],
    ['move', 'stay'],
    ['keep', 'move'],
    ['keep', 'stay'],
    ['stay', 'move'],
    ['stay', 'keep'],
  ] as const)('after «%s», «%s» of another device is a conflict', async (first, second) => {
    const { answer, stored } = await arrived();
    await answer(first);
    const after = await stored();
    await expect(answer(second)).rejects.toMatchObject({
      code: 'conflict',
      message: zoneQuestionTexts.outdated,
    });
    expect(await stored()).toEqual(after);
  });
});

describe('what is shared, where its people move to other zones', () => {
  const { db, url } = testDatabase();
  const [joining, moving] = testInstances(url, 2);
  const clock = fixedClock();
  const now = clock.now();
  const DAY = 86_400_000;
  const MOSCOW = 'Europe/Moscow';
  const OMSK = 'Asia/Omsk';

  const accountOf = async (id: number): Promise<Account> => {
    const account = await findAccount(db, id);
    if (!account) throw new Error('nobody');
    return account;
  };

  /** Анна in Moscow, with a reminder tomorrow that others may take part in. */
  async function jointOfOne(text = 'Планёрка') {
    const { id: userId } = await createUser(db, { firstName: 'Анна', timeZone: MOSCOW });
    const more = await anotherJoint(userId, text);
    return { userId, ...more };
  }

  async function anotherJoint(userId: number, text: string) {
    const dateTime = new Date(now.getTime() + DAY);
    const { id } = await createReminder(db, userId, { text, dateTime, timeZone: MOSCOW });
    const { key } = await shareReminder(db, userId, id, now, true);
    const join = async (tx: Db = db) => {
      const member = await accountOf((await createUser(db, { timeZone: MOSCOW })).id);
      const share = await findShare(db, key);
      if (!share) throw new Error('no link');
      const joinedAt = new Date(now.getTime() + 60_000);
      return { member, joined: await joinJoint(tx, member, share, joinedAt) };
    };
    return { reminderId: id, dateTime, join };
  }

  const zoneOf = async (reminderId: number) => {
    const [row] = await db.select().from(reminders).where(eq(reminders.id, reminderId));
    return row?.timeZone;
  };

  const moveToOmsk = async (userId: number, said = false) => {
    await chooseTimeZone(db, userId, OMSK, now);
    return moveToOwnZone(db, await accountOf(userId), MOSCOW, now, { said });
  };

  test('a joint in which nobody else takes part moves with its person', async () => {
    const { userId, reminderId } = await jointOfOne();
    expect(await moveToOmsk(userId)).toEqual({ moved: 1, stayed: 0, shared: [] });
    expect(await zoneOf(reminderId)).toBe(OMSK);
  });

  test('a joint which all others have left moves with its person', async () => {
    const { userId, reminderId, join } = await jointOfOne();
    const { member, joined } = await join();
    if (joined.result !== 'joined') throw new Error(joined.result);
    await deleteReminder(db, member.id, joined.row.id, now, { leaves: true });
    expect(await moveToOmsk(userId)).toMatchObject({ moved: 1, shared: [] });
    expect(await zoneOf(reminderId)).toBe(OMSK);
  });

  test.each(['owner', 'member'] as const)(
    'a joint in which others take part stays when its %s moves, and is named',
    async (who) => {
      const { userId, reminderId, join } = await jointOfOne('Планёрка\nв переговорной');
      const { member, joined } = await join();
      if (joined.result !== 'joined') throw new Error(joined.result);
      const mover = who === 'owner' ? userId : member.id;
      const own = await createReminder(db, mover, {
        ...{ dateTime: new Date(now.getTime() + DAY), timeZone: MOSCOW },
      });
      const shifted = await moveToOmsk(mover);
      expect(shifted).toEqual({
        ...{ moved: 1, stayed: 0 },
        shared: ['Планёрка в переговорной'],
      });
      const rows = [reminderId, joined.row.id, own.id].map(zoneOf);
      expect(await Promise.all(rows)).toEqual([MOSCOW, MOSCOW, OMSK]);
    },
  );

  test('a joint that is over, or deleted, is not named', async () => {
    const { userId, reminderId, join } = await jointOfOne();
    await join();
    await deleteReminder(db, userId, reminderId, now);
    expect(await moveToOmsk(userId)).toMatchObject({ moved: 0, shared: [] });
  });

  test('a joint that is alone on the clocks before is asked about by a device', async () => {
    const { userId } = await jointOfOne();
    const here = await saveBrowserTimeZone(db, await accountOf(userId), OMSK, now);
    expect(here.timeZoneBefore).toBe(MOSCOW);
    const said = await answerZoneChange(db, here, { answer: 'move' }, now);
    expect(said).toMatchObject({ moved: 1, stayed: 0, shared: [] });
  });

  test('a joint that somebody joins while it is moved stays for both, and is named', async () => {
    if (!joining || !moving) throw new Error('no connections');
    const { userId, reminderId, join } = await jointOfOne();
    await chooseTimeZone(db, userId, OMSK, now);
    const account = await accountOf(userId);
    const { joined, shifting } = await joining.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      const { joined } = await join(tx);
      const shifting = moveToOwnZone(moving.db, account, MOSCOW, now);
      await until(async () => {
        const waiting = await db.execute(sql`
        select from pg_stat_activity where ${rows[0]?.pid ?? 0}::int = any(pg_blocking_pids(pid))`);
        return waiting.rows.length > 0;
      });
      // In an object: a promise of its own would be waited for before the transaction ends.
      return { joined, shifting: { ended: shifting } };
    });
    if (joined.result !== 'joined') throw new Error(joined.result);
    expect(await shifting.ended).toMatchObject({ moved: 0, stayed: 0, shared: ['Планёрка'] });
    const zones = [reminderId, joined.row.id].map(zoneOf);
    expect(await Promise.all(zones)).toEqual([MOSCOW, MOSCOW]);
  });

  describe('what its owner did while nobody else took part', () => {
    test('comes back', async () => {
      const { userId, reminderId } = await jointOfOne();
      await moveToOmsk(userId, true);
      expect(await moveBack(db, userId, MOSCOW, now)).toBe(1);
      expect(await zoneOf(reminderId)).toBe(MOSCOW);
    });

    test('does not come back for one once somebody has joined: its move', async () => {
      const { userId, reminderId, join } = await jointOfOne();
      await moveToOmsk(userId, true);
      await join();
      expect(await moveBack(db, userId, MOSCOW, now)).toBe(0);
      expect(await zoneOf(reminderId)).toBe(OMSK);
    });

    test('does not come back for one once somebody has joined: its text', async () => {
      const { userId, reminderId, join } = await jointOfOne();
      await rewriteByReply(db, { userId, reminderId, now }, 'Другой текст');
      await join();
      expect(await takeBackLast(db, { userId, reminderId, now })).toBe(false);
    });
  });

  describe('in the chat', () => {
    const STAYS = 'Общее осталось на прежнем времени, менять его может владелец';
    const bot = testBot(db);
    const { proposeAndJoin } = testJoint(db, bot);

    test('«Перенести» moves one’s own, and names what stays', async () => {
      const { anna } = await proposeAndJoin({ text: 'Планёрка' });
      await createReminder(db, anna.id, { dateTime: new Date(bot.clock.now().getTime() + DAY) });
      await anna.write('/timezone Омск');
      await anna.press('Перенести');
      expect(anna.text()).toContain('Перенёс на ваше время: 1 напоминание.');
      expect(anna.text()).toContain(`${STAYS}: «Планёрка».`);
    });

    test('a zone said while it was a guess moves one’s own at once, and names what stays', async () => {
      const { boris } = await proposeAndJoin({ text: 'Планёрка' });
      await db.update(users).set({ timeZoneAssumed: true }).where(eq(users.id, boris.id));
      await createReminder(db, boris.id, { dateTime: new Date(bot.clock.now().getTime() + DAY) });
      await boris.write('/timezone Омск');
      expect(boris.text()).toContain('перенёс и то, что уже создано: 1 напоминание.');
      expect(boris.text()).toContain(`${STAYS}: «Планёрка».`);
    });

    test('names five, and how many there are besides', async () => {
      const { anna } = await proposeAndJoin({ text: 'Первое' });
      for (const text of ['Второе', 'Третье', 'Четвёртое', 'Пятое', 'Шестое', 'Седьмое']) {
        const { join } = await anotherJoint(anna.id, text);
        await join();
      }
      await createReminder(db, anna.id, { dateTime: new Date(bot.clock.now().getTime() + DAY) });
      await anna.write('/timezone Омск');
      await anna.press('Перенести');
      expect(anna.text()).toContain('«Первое», «Второе», «Третье», «Четвёртое», «Пятое» и ещё 2.');
    });
  });
});

describe('what comes next', () => {
  const { db } = testDatabase();
  const clock = fixedClock();
  const bot = testBot(db, clock);
  const at = (iso: string) => new Date(`${iso}+03:00`);
  const TIME_ZONE = 'Europe/Moscow';
  beforeEach(() => clock.set(at('2026-11-20T08:00')));

  async function onWire({ id }: TestChat) {
    const [row] = await db.select().from(reminders).where(eq(reminders.userId, id));
    if (!row) throw new Error('nothing was stored');
    return reminder.parse(toWire(row, await loadReference(db, id)));
  }

  test('a series put off beyond its next occurrence stands once, wherever one looks', async () => {
    const anna = await bot.member();
    await anna.write('каждый день в 9:00 зарядка');
    await bot.sendDueAt(at('2026-11-20T09:00'));
    await anna.reply('через 30 часов');
    await anna.write('что завтра?');
    expect(anna.text().match(/Зарядка/g)).toHaveLength(1);
    const agenda = { kind: 'agenda', day: '2026-11-21' } as const;
    const { view } = await readDay(db, { userId: anna.id, timeZone: TIME_ZONE }, agenda);
    expect(view.lines).toMatchObject([{ at: at('2026-11-21T09:00'), state: 'planned' }]);
    const feed = await calendarOf(db, anna.id, {
      appUrl: APP_URL,
      now: clock.now(),
      alarms: 'none',
    });
    expect(feed.match(/BEGIN:VEVENT/g)).toHaveLength(1);
    expect(await onWire(anna)).not.toHaveProperty('lastComesAt');
  });

  test('the wire tells when the last occurrence of a series comes again', async () => {
    const anna = await bot.member();
    await anna.write('каждый день в 18:00 до сегодня зарядка');
    await anna.write('перенеси зарядку на завтра в 7:00');
    const put = { snoozedUntil: at('2026-11-21T07:00').toISOString() };
    expect(await onWire(anna)).toMatchObject({ ...put, lastComesAt: put.snoozedUntil });
    await bot.sendDueAt(at('2026-11-21T07:00'));
    expect(await onWire(anna)).toMatchObject({ snoozedUntil: null, lastComesAt: null });
  });
});
