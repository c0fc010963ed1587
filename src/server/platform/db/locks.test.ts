import { sql } from 'drizzle-orm';
import { testDatabase } from '@/testing/database';
import { LOCKS } from './locks';

const { db } = testDatabase();

test('whatever number Telegram gives a person, their lock is no other’s', async () => {
  const people = [1, 2, 7_316, 7_316_001, 7_316_002, 2 ** 32 * 7_316 + 1, 2 ** 52];
  const { rows } = await db.transaction(async (tx) => {
    await tx.execute(LOCKS.ofMigrations);
    await tx.execute(LOCKS.ofCleanup);
    for (const id of people) await tx.execute(LOCKS.ofPerson(id));
    return tx.execute(
      sql`select 1 from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`,
    );
  });
  expect(rows).toHaveLength(people.length + 2);
});
