import { mkdtemp, readFile, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { createUser } from '@/testing/builders';
import { testDatabase } from '@/testing/database';
import { type PgBouncer, startPgBouncer } from '@/testing/pgbouncer';
import { until } from '@/testing/until';
import { connect } from './client';
import { migrateDatabase } from './migrations';
import { CATEGORY_NAMES } from './reference';
import { categories, users } from './schema';

const { db, url } = testDatabase();
let pooler: PgBouncer;

beforeAll(async () => {
  pooler = await startPgBouncer(url, { poolSize: 3 });
});
afterAll(() => pooler.remove());

const journal = z.object({ entries: z.array(z.object({ when: z.number() }).loose()) }).loose();

/** The project's migrations and one more of the given SQL. */
async function withOneMore(statement: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'napomnyu-migrations-'));
  const file = path.resolve('drizzle/meta/_journal.json');
  const known = journal.parse(JSON.parse(await readFile(file, 'utf8')));
  const when = Math.max(...known.entries.map((entry) => entry.when)) + 1;
  const entries = [{ idx: 0, version: '7', when, tag: 'one_more', breakpoints: true }];
  await mkdir(path.join(folder, 'meta'));
  await writeFile(path.join(folder, 'meta/_journal.json'), JSON.stringify({ ...known, entries }));
  await writeFile(path.join(folder, 'one_more.sql'), statement);
  return folder;
}

test('through a transaction pooler, from an empty database, four at once and once more: all succeed, and no lock is left', async () => {
  await db.execute(sql`drop schema public cascade`);
  await db.execute(sql`drop schema drizzle cascade`);
  await db.execute(sql`create schema public`);

  await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(pooler.url)));
  await migrateDatabase(pooler.url);

  const { rows: applied } = await db.execute(sql`select hash from drizzle.__drizzle_migrations`);
  expect(new Set(applied.map((row) => row.hash)).size).toBe(applied.length);
  expect(await db.$count(categories)).toBe(CATEGORY_NAMES.length);
  // Other tests hold locks of their own on the same server, in other databases.
  const locks = await db.execute(sql`
    select pid from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where locktype = 'advisory' and datname = current_database()`);
  expect(locks.rows).toEqual([]);
});

test('a migration that dies leaves nothing behind that the next one waits for', async () => {
  const broken = await withOneMore(
    'create table half (id int);\n--> statement-breakpoint\nselect nonsense;',
  );
  await expect(migrateDatabase(pooler.url, { folder: broken })).rejects.toThrow();
  expect((await db.execute(sql`select to_regclass('half') as half`)).rows).toEqual([
    { half: null },
  ]);
  await migrateDatabase(pooler.url);
  await rm(broken, { recursive: true });
});

test('behind a long reader, as a dump is, a migration waits in steps: it says for whom, other queries go on, and it succeeds in the end', async () => {
  const user = await createUser(db);
  const reader = connect(url, { max: 1 });
  const folder = await withOneMore('alter table users add column tried_out int;');
  const lines: string[] = [];
  const release = new AbortController();
  let reads = false;
  const reading = reader.db.transaction(async (tx) => {
    await tx.select().from(users);
    reads = true;
    await until(() => release.signal.aborted, 60_000);
  });
  await until(() => reads);
  const migrated = migrateDatabase(pooler.url, { folder, tell: (line) => lines.push(line) });
  let slowest = 0;
  await until(async () => {
    const began = performance.now();
    await db.execute(sql`update users set last_active_at = now() where id = ${user.id}`);
    slowest = Math.max(slowest, performance.now() - began);
    return lines.length > 0;
  }, 30_000);
  // A few more rounds of its steps.
  const enough = performance.now() + 5_000;
  await until(async () => {
    const began = performance.now();
    await db.execute(sql`update users set last_active_at = now() where id = ${user.id}`);
    slowest = Math.max(slowest, performance.now() - began);
    return performance.now() > enough;
  }, 30_000);
  release.abort();
  await Promise.all([reading, migrated]);
  expect(lines[0]).toMatch(/users, held by pid \d+ \(napomnyu, user postgres\) since \d{4}-/);
  expect(lines.join()).not.toMatch(/select/i);
  // A second of waiting in the queue, and what a busy machine adds.
  expect(slowest).toBeLessThan(4_000);
  await reader.close();
  await rm(folder, { recursive: true });
});

test('afterwards every connection has the time limits, through the pooler too; what an operator has set stays', async () => {
  const limitsOf = async (address: string) => {
    const fresh = connect(address, { max: 1 });
    const {
      rows: [row],
    } = await fresh.db.execute(sql`
      select current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle`);
    await fresh.close();
    return row;
  };
  expect(await limitsOf(url)).toEqual({ statement: '8s', idle: '30s' });
  const other = await startPgBouncer(url);
  expect(await limitsOf(other.url)).toEqual({ statement: '8s', idle: '30s' });
  await other.remove();

  const name = new URL(url).pathname.slice(1);
  await db.execute(sql.raw(`alter database ${name} set statement_timeout = '20s'`));
  await migrateDatabase(url);
  expect(await limitsOf(url)).toMatchObject({ statement: '20s' });
});
