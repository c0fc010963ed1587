import { eq, sql } from 'drizzle-orm';
import { testDatabase } from '@/testing/database';
import { connect } from './client';
import { preparedQuery, preparedStatement } from './prepared';
import { categories } from './schema';

const { db, url } = testDatabase();

const echo = preparedStatement<{ n: number }>((value) => sql`select ${value('n')}::int as n`);

const NAMES = sql`select name from pg_prepared_statements where statement like 'select ${sql.raw('$1')}::int%'`;

test('a statement is prepared once and answers by its parameters', async () => {
  const pool = connect(url, { max: 1 });
  try {
    for (const n of [1, 2, 3]) {
      expect([...(await echo(pool.db, { n }))]).toEqual([{ n }]);
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
    const insert = preparedStatement<{ n: number }>(
      (value) => sql`insert into calls values (${value('n')})`,
    );
    await insert(pool.db, { n: 1 });
    // What the pooler does: the next transaction runs on a connection that knows nothing of it.
    await pool.db.execute(sql`deallocate all`);
    await insert(pool.db, { n: 2 });
    await pool.db.execute(sql`deallocate all`);
    await insert(pool.db, { n: 3 });
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
      await preparedStatement<{ n: number }>(
        (value) => sql`insert into kept values (${value('n')})`,
      )(tx, { n: 1 });
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  expect(await db.execute(sql`select n from kept`)).toHaveLength(0);
});

test('a fault of the statement itself is thrown', async () => {
  const inverse = preparedStatement<{ n: number }>((value) => sql`select 1 / ${value('n')}::int`);
  await expect(inverse(db, { n: 0 })).rejects.toMatchObject({
    code: '22012',
  });
});

describe('a query of the builder', () => {
  const nameOf = preparedQuery((on) =>
    on
      .select({ name: categories.name })
      .from(categories)
      .where(eq(categories.id, sql.placeholder('id')))
      .prepare('a-name'),
  );
  const prepared = sql`select name from pg_prepared_statements where statement like 'select "name"%'`;

  test('is prepared once and answers by its values, also within a transaction', async () => {
    const pool = connect(url, { max: 1 });
    try {
      for (const id of [1, 2, 1]) expect(await nameOf(pool.db, { id })).toHaveLength(1);
      expect(await nameOf(pool.db, { id: 1 })).not.toEqual(await nameOf(pool.db, { id: 2 }));
      expect(await pool.db.execute(prepared)).toHaveLength(1);
      await pool.db.transaction(async (tx) => {
        const [row] = await tx
          .insert(categories)
          .values({ name: 'Новая', position: 99 })
          .returning({ id: categories.id });
        expect(await nameOf(tx, { id: row?.id })).toEqual([{ name: 'Новая' }]);
      });
    } finally {
      await pool.close();
    }
  });

  test('behind a transaction pooler it answers all the same', async () => {
    const pool = connect(url, { max: 1 });
    try {
      const first = await nameOf(pool.db, { id: 1 });
      for (let i = 0; i < 2; i += 1) {
        await pool.db.execute(sql`deallocate all`);
        expect(await nameOf(pool.db, { id: 1 })).toEqual(first);
      }
    } finally {
      await pool.close();
    }
  });
});
