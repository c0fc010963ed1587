import { asc, eq, inArray, sql } from 'drizzle-orm';
import { type Account, findAccount } from '@/server/accounts/accounts';
import { createCategory, removeCategory } from '@/server/categories/categories';
import { parkUser, resumeUser } from '@/server/outbox/reachability';
import { type Db } from '@/server/platform/db/client';
import { categories, jointMembers, joints, reminders, users } from '@/server/platform/db/schema';
import { createReminder, createUser } from '@/testing/builders';
import { testBot, type TestChat } from '@/testing/conversation';
import { testDatabase, testInstances } from '@/testing/database';
import { until } from '@/testing/until';
import { rewriteFromApp } from './rewrite';
import { takeBack } from './take-back';
import { rewriteByReply } from './chat-acts';
import { claimDue, type ReminderClaim } from './claim';
import { settleReminders } from './due';
import { releaseLeases } from './write/delivery';
import { undoOf } from './write/last-act';

const { db, url } = testDatabase();
const [presses, others] = testInstances(url, 2);
const bot = testBot(db);
const NOW = new Date('2026-11-20T09:00:00Z');
/** In both orders. */
const ROUNDS = 2;

beforeEach(async () => {
  await db.delete(users);
});

/** One after another in an order that is not that of their ids: those rows lie the other way round. */
async function turnedRound(ids: readonly number[]): Promise<void> {
  for (const id of ids.toReversed()) {
    await db
      .update(reminders)
      .set({ updatedAt: new Date(), lastError: null })
      .where(eq(reminders.id, id));
  }
}

/**
 * A press holds the first row, then asks for the second, as every act on several rows does; between the two
 * the other work begins, and waits for the first.
 */
async function crossed(ids: readonly number[], work: (db: Db) => Promise<unknown>): Promise<void> {
  if (!presses || !others) throw new Error('no connections');
  const lock = (tx: Db, some: readonly number[]) =>
    tx
      .select({ id: reminders.id })
      .from(reminders)
      .where(inArray(reminders.id, [...some]))
      .orderBy(asc(reminders.id))
      .for('no key update');
  const done = { work: Promise.resolve<unknown>(null) };
  await presses.db.transaction(async (tx) => {
    await lock(tx, ids.slice(0, 1));
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    done.work = work(others.db);
    // An unhandled rejection would end the test before its own line does.
    done.work.catch(() => undefined);
    await until(async () => {
      const waiting = await db.execute(sql`
        select from pg_stat_activity where ${rows[0]?.pid ?? 0}::int = any(pg_blocking_pids(pid))`);
      return waiting.rows.length > 0;
    });
    await lock(tx, ids.slice(1));
  });
  await done.work;
}

/** Two reminders that are due, of one person or of two, claimed. */
async function claimedPair(people: 1 | 2): Promise<{ claims: ReminderClaim[]; ids: number[] }> {
  // What earlier rounds have left is due again.
  await db.delete(users);
  const first = await createUser(db);
  const second = people === 1 ? first : await createUser(db);
  const rows = [first, second].map((user) => createReminder(db, user.id, { dateTime: NOW }));
  const ids = (await Promise.all(rows)).map(({ id }) => id).sort((a, b) => a - b);
  const claims: ReminderClaim[] = [];
  while (claims.length < 2) {
    await db.update(users).set({ chatFreeAt: NOW });
    claims.push(...(await claimDue(db, { now: NOW, limit: 10 })).claims);
    await db.update(reminders).set({ notBefore: null });
  }
  await turnedRound(ids);
  return { claims, ids };
}

const sentOf = (claims: readonly ReminderClaim[]) =>
  claims.map((claim, i) => ({
    ...{ claim, began: NOW, at: NOW, earlierTry: 'none' as const },
    result: { status: 'sent' as const, messageId: i + 1 },
  }));

describe('work on several rows and a press on the same ones wait for each other in one order', () => {
  test('what was sent is settled', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { claims, ids } = await claimedPair(2);
      const group = sentOf(round % 2 === 0 ? claims : claims.toReversed());
      await crossed(ids, (own) => settleReminders(own, group));
      const rows = await db.select().from(reminders).where(inArray(reminders.id, ids));
      expect(rows.map(({ leaseToken }) => leaseToken)).toEqual([null, null]);
    }
  });

  test('claims are given back', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { claims, ids } = await claimedPair(2);
      await crossed(ids, (own) => releaseLeases(own, claims));
    }
  });

  test('a person is parked, and comes back', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { claims, ids } = await claimedPair(1);
      const userId = claims[0]?.userId ?? 0;
      await crossed(ids, (own) => parkUser(own, { userId, began: NOW, at: NOW }));
      await turnedRound(ids);
      await crossed(ids, (own) => resumeUser(own, userId, NOW));
    }
  });

  test('a line in the chat acts on two reminders that are of several people', async () => {
    const anna = await bot.member();
    const boris = await bot.member();
    const tomorrow = new Date(bot.clock.now().getTime() + 86_400_000);
    const rowOf = async ({ id }: TestChat, text: string) =>
      (await createReminder(db, id, { text, dateTime: tomorrow })).id;
    // What the line names second has the lowest row of all.
    const theirs = await rowOf(boris, 'Зубной');
    const first = await rowOf(anna, 'Шиномонтаж');
    await together([first, await rowOf(boris, 'Шиномонтаж')]);
    await together([await rowOf(anna, 'Зубной'), theirs]);
    await crossed([theirs, first], async () => {
      expect(await anna.write('удали шиномонтаж, а зубного перенеси на понедельник')).toBe(200);
    });
    expect(await storedRow(first)).toMatchObject({ deletedAt: bot.clock.now() });
  });

  test('a list of which two are of several people is taken back', async () => {
    const anna = await bot.member();
    const boris = await bot.member();
    const rowOf = async (text: string) => (await createReminder(db, boris.id, { text })).id;
    // What the list names second has the lowest row of all.
    const theirs = await rowOf('Хлеб');
    await anna.write('завтра в 9 врач\nпослезавтра в 10 хлеб');
    const made = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
    const [first = 0, second = 0] = made.map(({ id }) => id).toSorted((a, b) => a - b);
    await together([first, await rowOf('Врач')]);
    await together([second, theirs]);
    await crossed([theirs, first], async () => {
      expect(await anna.press('Отменить')).toBe(200);
    });
    expect(await storedRow(second)).toMatchObject({ deletedAt: bot.clock.now() });
  });

  test('a category is taken away', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { claims, ids } = await claimedPair(1);
      const userId = claims[0]?.userId ?? 0;
      const id = await newCategory(userId);
      await db.update(reminders).set({ categoryId: id }).where(inArray(reminders.id, ids));
      await turnedRound(ids);
      await crossed(ids, (own) => removeCategory(own, userId, id, 1));
    }
  });
});

/** Makes one reminder of several people of these rows; the first is its owner's. */
async function together(ids: readonly number[]): Promise<void> {
  const rows = await db
    .select()
    .from(reminders)
    .where(inArray(reminders.id, [...ids]));
  const [joint] = await db
    .insert(joints)
    .values({ ownerReminderId: ids[0] ?? 0 })
    .returning();
  await db.insert(jointMembers).values(
    rows.map(({ id, userId }) => {
      return { userId, jointId: joint?.id ?? 0, reminderId: id, joinedAt: NOW };
    }),
  );
}

async function newCategory(userId: number): Promise<number> {
  const all = await createCategory(db, userId, { name: 'Дача', color: 'green' }, NOW);
  const id = all.at(-1)?.id;
  if (id === undefined) throw new Error('no category');
  return id;
}

async function accountOf(userId: number): Promise<Account> {
  const account = await findAccount(db, userId);
  if (!account) throw new Error('nobody');
  return account;
}

/** A reminder that its person has just put from a category of their own into «Дом». */
async function movedAway() {
  const { id: userId } = await createUser(db);
  const own = await newCategory(userId);
  const { id } = await createReminder(db, userId, { dateTime: NOW, categoryId: own });
  return { userId, own, id };
}

const storedRow = async (id: number) => {
  const [row] = await db.select().from(reminders).where(eq(reminders.id, id));
  if (!row) throw new Error('no row');
  return row;
};

test('whatever comes first, «Вернуть» or the deletion of the category, no row is in one that is gone', async () => {
  for (let round = 0; round < 12; round += 1) {
    const { userId, own, id } = await movedAway();
    const account = await accountOf(userId);
    await rewriteFromApp({ db, account, id, now: NOW, body: { categoryId: 1 } });
    const version = (await undoOf(db, await storedRow(id)))?.version;
    await Promise.all([
      takeBack(presses?.db ?? db, { userId, reminderId: id, now: NOW }, version),
      removeCategory(others?.db ?? db, userId, own, 2),
    ]);
    const { categoryId } = await storedRow(id);
    const left = await db.select().from(categories).where(eq(categories.id, categoryId));
    expect([categoryId, left.length > 0 || categoryId <= 10]).toEqual([categoryId, true]);
  }
});

test('«Вернуть» of a rewrite leaves it where its person has put all of a category that they took away', async () => {
  const { userId, own, id } = await movedAway();
  await rewriteByReply(db, { userId, reminderId: id, now: NOW }, 'Другие слова');
  await removeCategory(db, userId, own, 3);
  const version = (await undoOf(db, await storedRow(id)))?.version;
  expect(await takeBack(db, { userId, reminderId: id, now: NOW }, version)).toBe(true);
  expect(await storedRow(id)).toMatchObject({ categoryId: 3, text: 'Полить цветы' });
});
