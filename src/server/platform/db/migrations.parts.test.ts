import { mkdtemp, readFile, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { createUser } from '@/testing/builders';
import { testDatabase } from '@/testing/database';
import { watchOnTime } from '@/testing/on-time';
import { type PgBouncer, startPgBouncer } from '@/testing/pgbouncer';
import { until } from '@/testing/until';
import { connect } from './client';
import { FormerSchemaError } from './former-schema';
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

let last = 0;
/** A folder of migrations of the given SQL, each newer than all before. */
async function withMore(...files: string[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'napomnyu-migrations-'));
  const file = path.resolve('drizzle/meta/_journal.json');
  const known = journal.parse(JSON.parse(await readFile(file, 'utf8')));
  last = Math.max(last, ...known.entries.map((entry) => entry.when));
  const entries = files.map((_, idx) => {
    last += 1;
    return { idx, version: '7', when: last, tag: `more_${idx}`, breakpoints: true };
  });
  await mkdir(path.join(folder, 'meta'));
  await writeFile(path.join(folder, 'meta/_journal.json'), JSON.stringify({ ...known, entries }));
  await Promise.all(
    files.map((file, idx) => writeFile(path.join(folder, `more_${idx}.sql`), file)),
  );
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

test('a database of before the first migration is refused, and stays as it is', async () => {
  await db.execute(sql`
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('former', 1795695827243)`);
  const folder = await withMore('create table never_made (id int);');
  await expect(migrateDatabase(url, { folder })).rejects.toThrow(FormerSchemaError);
  expect((await db.execute(sql`select to_regclass('never_made') as made`)).rows).toEqual([
    { made: null },
  ]);
  await db.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'former'`);
  await rm(folder, { recursive: true });
});

const validIndexes = async (name: string) =>
  (
    await db.execute(sql`
      select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`)
  ).rows;

test('each migration is committed by itself: what comes before one that fails stays done', async () => {
  const folder = await withMore('create table first_of_two (id int);', 'select nonsense;');
  await expect(migrateDatabase(pooler.url, { folder })).rejects.toThrow();
  await db.execute(sql`select id from first_of_two`);
  await rm(folder, { recursive: true });
});

test('a table that is there already is a fault at once: nobody is waited for', async () => {
  const folder = await withMore('create table users (id int);');
  await expect(migrateDatabase(url, { folder })).rejects.toMatchObject({
    cause: { code: '42P07' },
  });
  await rm(folder, { recursive: true });
}, 30_000);

test('an index that a run left half-built is built anew, and one that is there is left as it is', async () => {
  const folder = await withMore(
    'create table indexed (id int, at int);',
    [
      'create index concurrently "indexed_id" on "indexed" (id);',
      'create index concurrently "indexed_at" on "indexed" (at);',
    ].join('\n--> statement-breakpoint\n'),
  );
  await migrateDatabase(pooler.url, { folder });
  // As though the run had died while it built the second one: nothing says that the migration is done.
  await db.execute(sql`
    delete from drizzle.__drizzle_migrations
    where id = (select max(id) from drizzle.__drizzle_migrations)`);
  await db.execute(sql`
    update pg_index set indisvalid = false where indexrelid = to_regclass('indexed_at')`);
  const numberOf = async (name: string) =>
    (await db.execute(sql`select to_regclass(${name})::oid as number`)).rows;
  const finished = await numberOf('indexed_id');
  await migrateDatabase(pooler.url, { folder });
  expect(await validIndexes('indexed_at')).toEqual([{ valid: true }]);
  expect(await numberOf('indexed_id')).toEqual(finished);
  await rm(folder, { recursive: true });
});

test('an index that is built concurrently beside anything else is refused', async () => {
  const folder = await withMore(
    'create index concurrently "a" on "users" (id);\n--> statement-breakpoint\nselect 1;',
  );
  await expect(migrateDatabase(url, { folder })).rejects.toThrow(/migration of such indexes only/);
  await rm(folder, { recursive: true });
});

test('while an index is built, for several machines at once, everybody reads and writes on, and it is built once', async () => {
  const user = await createUser(db);
  const folder = await withMore(
    'create index concurrently "users_tried_out" on "users" ("created_at");',
  );
  const release = new AbortController();
  const lines: string[] = [];
  let wrote = false;
  const older = connect(url, { max: 1 });
  const writing = older.db.transaction(async (tx) => {
    await tx.execute(sql`update users set first_name = 'a' where id = ${user.id}`);
    wrote = true;
    await until(() => release.signal.aborted, 60_000);
  });
  await until(() => wrote);
  const tell = (line: string) => lines.push(line);
  const migrated = Promise.all(
    [url, url, pooler.url].map((address) => migrateDatabase(address, { folder, tell })),
  );
  await until(() => lines.some((line) => line.includes('held by pid')), 30_000);
  const other = await createUser(db);
  await db.execute(sql`update users set first_name = 'b' where id = ${other.id}`);
  release.abort();
  await Promise.all([writing, migrated]);
  expect(await validIndexes('users_tried_out')).toEqual([{ valid: true }]);
  await older.close();
  await rm(folder, { recursive: true });
});

test('a migration that dies leaves nothing behind that the next one waits for', async () => {
  const broken = await withMore(
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
  const folder = await withMore('alter table users add column tried_out int;');
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
  const machine = watchOnTime();
  let slowestWrite = 0;
  const write = async () => {
    const began = performance.now();
    await db.execute(sql`update users set last_active_at = now() where id = ${user.id}`);
    slowestWrite = Math.max(slowestWrite, performance.now() - began);
  };
  const isMigrationInQueue = async () =>
    (
      await db.execute(sql`
        select from pg_locks where relation = to_regclass('users') and not granted
          and mode = 'AccessExclusiveLock'`)
    ).rows.length > 0;
  let writesBehindMigration = 0;
  await until(async () => {
    if (await isMigrationInQueue()) writesBehindMigration += 1;
    // It gets its turn although the reader keeps its lock: the migration has stepped back.
    await write();
    return lines.length > 0 && writesBehindMigration >= 4;
  }, 60_000);
  const limitMs = machine.limitMs();
  release.abort();
  await Promise.all([reading, migrated]);
  expect(lines[0]).toMatch(/users, held by pid \d+ \(napomnyu, user postgres\) since \d{4}-/);
  expect(lines.join()).not.toMatch(/select/i);
  expect(slowestWrite).toBeLessThan(limitMs);
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
