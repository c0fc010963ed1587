import { eq, sql } from 'drizzle-orm';
import { type Account, findAccount } from '@/server/accounts/accounts';
import { chooseTimeZone } from '@/server/accounts/zone';
import { type Db } from '@/server/platform/db/client';
import { reminders, users } from '@/server/platform/db/schema';
import { findShare, shareReminder } from '@/server/sharing/shares';
import { joinTogether } from '@/server/sharing/together';
import { createReminder, createUser } from '@/testing/builders';
import { fixedClock } from '@/testing/clock';
import { testBot } from '@/testing/conversation';
import { testDatabase, testInstances } from '@/testing/database';
import { testJoint } from '@/testing/joint';
import { until } from '@/testing/until';
import { rewriteByReply, takeBackLast } from './chat-acts';
import { deleteReminder } from './reminders';
import { answerZoneChange, moveBack, moveToOwnZone, saveBrowserTimeZone } from './zone-shift';

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
    return { member, joined: await joinTogether(tx, member, share, joinedAt) };
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
  await deleteReminder(db, member.id, joined.row.id, now, true);
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
  const { together } = testJoint(db, bot);

  test('«Перенести» moves one’s own, and names what stays', async () => {
    const { anna } = await together({ text: 'Планёрка' });
    await createReminder(db, anna.id, { dateTime: new Date(bot.clock.now().getTime() + DAY) });
    await anna.write('/timezone Омск');
    await anna.press('Перенести');
    expect(anna.text()).toContain('Перенёс на ваше время: 1 напоминание.');
    expect(anna.text()).toContain(`${STAYS}: «Планёрка».`);
  });

  test('a zone said while it was a guess moves one’s own at once, and names what stays', async () => {
    const { boris } = await together({ text: 'Планёрка' });
    await db.update(users).set({ timeZoneAssumed: true }).where(eq(users.id, boris.id));
    await createReminder(db, boris.id, { dateTime: new Date(bot.clock.now().getTime() + DAY) });
    await boris.write('/timezone Омск');
    expect(boris.text()).toContain('перенёс и то, что уже создано: 1 напоминание.');
    expect(boris.text()).toContain(`${STAYS}: «Планёрка».`);
  });

  test('names five, and how many there are besides', async () => {
    const { anna } = await together({ text: 'Первое' });
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
