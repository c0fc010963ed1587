import { sql } from 'drizzle-orm';
import { testDatabase } from '@/testing/database';
import { log } from '../log';
import { afterCommit } from './after-commit';
import { type Db } from './client';

const { db } = testDatabase();
const FAULT = new Error('the transaction fails');
const happened: string[] = [];
const note = (tx: Db, what: string) => afterCommit(tx, () => happened.push(what));
const noteIn = (tx: Db, what: string): Promise<void> => {
  note(tx, what);
  return Promise.resolve();
};
const isCommitted = async (id: number): Promise<boolean> =>
  (await db.execute(sql`select from committed where id = ${id}`)).rows.length > 0;

beforeAll(() => db.execute(sql`create table committed (id int primary key)`));
beforeEach(() => happened.splice(0));

test('what is registered follows the commit: once each, in order, when others see what was written', async () => {
  const seen: Promise<boolean>[] = [];
  const answer = await db.transaction(async (tx) => {
    note(tx, 'first');
    await tx.execute(sql`insert into committed values (1)`);
    note(tx, 'second');
    afterCommit(tx, () => seen.push(isCommitted(1)));
    expect(happened).toEqual([]);
    return 'answer';
  });
  expect(answer).toBe('answer');
  expect(happened).toEqual(['first', 'second']);
  expect(await Promise.all(seen)).toEqual([true]);
});

test.each([
  ['work that throws', () => Promise.reject(FAULT)],
  ['a statement that fails', (tx: Db) => tx.execute(sql`insert into committed values (2), (2)`)],
])('nothing follows a rollback: %s', async (_, fail) => {
  const failing = db.transaction(async (tx) => {
    note(tx, 'never');
    await fail(tx);
  });
  await expect(failing).rejects.toThrow();
  expect(happened).toEqual([]);
});

test('nothing follows where the commit itself is refused', async () => {
  const failing = db.transaction(async (tx) => {
    await tx.execute(sql`create temporary table late (id int unique deferrable initially deferred)
      on commit drop`);
    await tx.execute(sql`insert into late values (1), (1)`);
    note(tx, 'never');
  });
  await expect(failing).rejects.toThrow();
  expect(happened).toEqual([]);
});

test('a nested transaction joins the outer one: what it registers waits for the outer commit', async () => {
  await db.transaction(async (tx) => {
    note(tx, 'outer');
    await tx.transaction(async (nested) => {
      note(nested, 'nested');
      await nested.transaction(async (innermost) => {
        await innermost.execute(sql`insert into committed values (3)`);
        note(innermost, 'innermost');
      });
    });
    note(tx, 'outer again');
    expect(happened).toEqual([]);
    expect(await isCommitted(3)).toBe(false);
  });
  expect(happened).toEqual(['outer', 'nested', 'innermost', 'outer again']);
});

test('a nested transaction that is rolled back takes what it registered with it, and nothing else', async () => {
  await db.transaction(async (tx) => {
    note(tx, 'outer');
    const nested = tx.transaction(async (inner) => {
      note(inner, 'never');
      await inner.transaction((innermost) => noteIn(innermost, 'nor this'));
      throw FAULT;
    });
    await expect(nested).rejects.toBe(FAULT);
    note(tx, 'outer again');
  });
  expect(happened).toEqual(['outer', 'outer again']);
});

test('what a nested transaction registers goes with the outer one’s rollback', async () => {
  const failing = db.transaction(async (tx) => {
    await tx.transaction((nested) => noteIn(nested, 'never'));
    throw FAULT;
  });
  await expect(failing).rejects.toBe(FAULT);
  expect(happened).toEqual([]);
});

test('one that fails is logged without a word of anybody’s, and fails neither the work nor the others', async () => {
  const logged = jest.spyOn(log, 'error').mockReturnValue();
  const answer = await db.transaction((tx) => {
    note(tx, 'before');
    afterCommit(tx, () => {
      throw new Error('Позвонить маме');
    });
    note(tx, 'behind');
    return Promise.resolve('answer');
  });
  expect(answer).toBe('answer');
  expect(happened).toEqual(['before', 'behind']);
  expect(logged).toHaveBeenCalledTimes(1);
  expect(JSON.stringify(logged.mock.calls)).not.toContain('маме');
  logged.mockRestore();
});

test('outside a transaction it follows at once, and a fault of it fails nothing either', () => {
  const logged = jest.spyOn(log, 'error').mockReturnValue();
  note(db, 'at once');
  expect(happened).toEqual(['at once']);
  expect(() =>
    afterCommit(db, () => {
      throw FAULT;
    }),
  ).not.toThrow();
  expect(logged).toHaveBeenCalledTimes(1);
  logged.mockRestore();
});
