import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { eq, inArray } from 'drizzle-orm';
import { createReminder, createUser } from '@/testing/builders';
import { type DebianPostgres, startDebianPostgres } from '@/testing/debian-postgres';
import { TEST_ENV } from '@/testing/test-env';
import { eraseAccount } from './account-erase';
import { connect, type Connection } from './db/client';
import { migrateDatabase } from './db/migrations';
import { dayPlans, reminders, users } from './db/schema';
import { settleDaysUntil } from './day/tell';
import { recordErasure } from './erasure-log';
import { saveSettings } from './settings';

let server: DebianPostgres;
let lost: Connection;
let file: string;

beforeAll(async () => {
  server = await startDebianPostgres();
  file = path.join(server.folder, 'erasures');
  Object.assign(process.env, TEST_ENV, {
    DATABASE_URL: server.url('lost'),
    ERASURES_FILE: file,
    LOG_LEVEL: 'silent',
  });
  server.run('createdb', `--maintenance-db=${server.url('postgres')}`, 'lost');
  await migrateDatabase(server.url('lost'));
  lost = connect(server.url('lost'));
}, 120_000);
afterAll(async () => {
  await lost.close();
  await server.stop();
});

const afterRestore = (...args: string[]) =>
  promisify(execFile)(
    process.execPath,
    [
      ...['--import', 'tsx', '--conditions=react-server', 'src/dev/after-restore-cli.ts'],
      ...['--erasures', file, ...args],
    ],
    { env: { ...process.env, DATABASE_URL: server.url('restored') } },
  );

/** Dumps the database that is going to be lost, and brings the dump back as another one. */
function backUp() {
  const dump = path.join(server.folder, 'dump');
  server.run('pg_dump', '--format=custom', `--file=${dump}`, server.url('lost'));
  return () => {
    server.run('createdb', `--maintenance-db=${server.url('postgres')}`, 'restored');
    server.run('pg_restore', '--exit-on-error', `--dbname=${server.url('restored')}`, dump);
  };
}

test('after a backup is restored, whoever was erased since is erased again, and what had come does not come twice', async () => {
  const { db } = lost;
  const [gone, stays] = [await createUser(db), await createUser(db)];
  const hour = 3_600_000;
  const failure = Math.floor(Date.now() / 1_000) * 1_000;
  const at = (hours: number) => new Date(failure + hours * hour);
  const planned = { timeZone: 'UTC', rule: null };
  const made = (date: Date, fields: Partial<typeof reminders.$inferInsert> = {}) =>
    createReminder(db, stays.id, { ...planned, dateTime: date, nextFireAt: date, ...fields });
  await createReminder(db, gone.id);
  const came = await made(at(-2));
  const daily = await made(at(-30), { rule: { every: 1, unit: 'DAY' } });
  const later = await made(at(1));
  const restore = backUp();
  await eraseAccount(db, gone.id);
  await writeFile(file, `a line of something else\n${await readFile(file, 'utf8')}`);
  expect(await readFile(file, 'utf8')).not.toContain(String(gone.id));

  restore();
  const restored = connect(server.url('restored'), { max: 1 });
  expect(await restored.db.$count(users, eq(users.id, gone.id))).toBe(1);
  await expect(afterRestore()).rejects.toThrow('stop it first');
  await restored.close();
  expect((await afterRestore('--until', at(0).toISOString())).stdout).toBe(
    '1 erasures read, 1 people erased again\n2 reminders taken for sent\n',
  );
  expect((await afterRestore('--until', at(0).toISOString())).stdout).toBe(
    // What was erased again is on record as well.
    '2 erasures read, 0 people erased again\n0 reminders taken for sent\n',
  );

  const looked = connect(server.url('restored'), { max: 1 });
  expect(await looked.db.$count(users, inArray(users.id, [gone.id, stays.id]))).toBe(1);
  const rowOf = async (id: number) =>
    (await looked.db.select().from(reminders).where(eq(reminders.id, id)))[0];
  expect(await rowOf(came.id)).toMatchObject({
    nextFireAt: null,
    openOccurrenceAt: at(-2),
    completed: false,
  });
  expect(await rowOf(daily.id)).toMatchObject({ nextFireAt: at(18), openOccurrenceAt: at(-6) });
  expect(await rowOf(later.id)).toMatchObject({ nextFireAt: at(1), openOccurrenceAt: null });
  await looked.close();
}, 180_000);

test('who came back after an erasure, before the backup, stays', async () => {
  const { db } = lost;
  const back = await createUser(db);
  await recordErasure(back.id, new Date(back.createdAt.getTime() - 60_000));
  const restore = backUp();
  server.run('dropdb', '--force', `--maintenance-db=${server.url('postgres')}`, 'restored');
  restore();
  await afterRestore();
  const looked = connect(server.url('restored'), { max: 1 });
  expect(await looked.db.$count(users, eq(users.id, back.id))).toBe(1);
  await looked.close();
}, 120_000);

test('agendas, reviews and offers that were due by then do not come again; later ones do', async () => {
  const { db } = lost;
  const { id } = await createUser(db);
  const until = new Date('2026-11-20T09:00:00Z');
  const night = new Date('2026-11-20T00:00:00Z');
  await saveSettings(db, id, { agenda: '11:00', review: '21:00' }, night);
  const offered = await createUser(db);
  const offer = { userId: offered.id, kind: 'agenda', state: 'offer' } as const;
  await db.insert(dayPlans).values({ ...offer, dueAt: night, toldDay: '2026-11-19' });
  for (const again of ['once', 'twice']) {
    await settleDaysUntil(db, until);
    const plans = await db
      .select()
      .from(dayPlans)
      .where(inArray(dayPlans.userId, [id, offered.id]))
      .orderBy(dayPlans.userId, dayPlans.kind);
    expect([again, ...plans]).toMatchObject([
      again,
      { kind: 'agenda', toldDay: '2026-11-20', dueAt: new Date('2026-11-21T08:00:00Z') },
      { kind: 'review', toldDay: '2026-11-19', dueAt: new Date('2026-11-20T18:00:00Z') },
      { kind: 'agenda', state: 'offered', dueAt: null },
    ]);
  }
}, 120_000);
