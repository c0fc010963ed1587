import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { CATEGORY_NAMES } from '@/server/platform/db/reference';
import { categories, pace } from '@/server/platform/db/schema';
import { testDatabase } from '@/testing/database';

const { db, url } = testDatabase();

const migrate = (address = url) =>
  promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--conditions=react-server', 'src/dev/migrate-cli.ts'],
    { env: { ...process.env, DATABASE_URL_DIRECT: address } },
  );

test('an empty database is migrated once; migrating again changes nothing', async () => {
  await db.execute(sql`drop schema public cascade`);
  await db.execute(sql`drop schema drizzle cascade`);
  await db.execute(sql`create schema public`);

  await migrate();

  const { rows: applied } = await db.execute(sql`select hash from drizzle.__drizzle_migrations`);
  expect(new Set(applied.map((row) => row.hash)).size).toBe(applied.length);
  expect(await db.$count(categories)).toBe(CATEGORY_NAMES.length);
  expect(await db.$count(pace)).toBe(1);

  const before = await db.select().from(categories).orderBy(categories.id);
  await migrate();
  expect(await db.select().from(categories).orderBy(categories.id)).toEqual(before);
}, 60_000);

test('a fault of the connection is one line with its cause, and parameters that are not used are named', async () => {
  const wrong = new URL(url);
  wrong.pathname = '/missing';
  await expect(migrate(wrong.href)).rejects.toMatchObject({
    stderr: 'the database that the URL names does not exist\n',
  });
  const neon = new URL(url);
  neon.searchParams.set('channel_binding', 'require');
  expect((await migrate(neon.href)).stdout).toContain('channel_binding');
}, 60_000);
