import { sql } from 'drizzle-orm';
import { testDatabase } from '@/testing/database';
import { connect } from './client';
import { executePrepared } from './prepared';

const { db, url } = testDatabase();

const NAMES = sql`select name from pg_prepared_statements where statement like 'select ${sql.raw('$1')}::int%'`;

test('a statement is prepared once and answers by its parameters', async () => {
  const pool = connect(url, { max: 1 });
  try {
    for (const n of [1, 2, 3]) {
      expect([...(await executePrepared(pool.db, sql`select ${n}::int as n`))]).toEqual([{ n }]);
    }
    expect(await pool.db.execute(NAMES)).toHaveLength(1);
  } finally {
    await pool.close();
  }
});

test('behind a transaction pooler a statement runs all the same, once, and no further one is prepared', async () => {
  const pool = connect(url, { max: 1 });
  try {
    await pool.db.execute(sql`create table calls (n int)`);
    const insert = (n: number) => executePrepared(pool.db, sql`insert into calls values (${n})`);
    await insert(1);
    // What the pooler does: the next transaction runs on a connection that knows nothing of it.
    await pool.db.execute(sql`deallocate all`);
    await insert(2);
    await pool.db.execute(sql`deallocate all`);
    await insert(3);
    expect(await pool.db.execute(sql`select n from calls order by n`)).toEqual([
      { n: 1 },
      { n: 2 },
      { n: 3 },
    ]);
  } finally {
    await pool.close();
  }
});

test('within a transaction it belongs to the transaction', async () => {
  await db.execute(sql`create table kept (n int)`);
  await db
    .transaction(async (tx) => {
      await executePrepared(tx, sql`insert into kept values (${1})`);
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  expect(await db.execute(sql`select n from kept`)).toHaveLength(0);
});

test('a fault of the statement itself is thrown', async () => {
  await expect(executePrepared(db, sql`select 1 / ${0}::int`)).rejects.toMatchObject({
    code: '22012',
  });
});
