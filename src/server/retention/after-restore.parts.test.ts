import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { createReminder, createUser } from '@/testing/builders';
import { type DebianPostgres, startDebianPostgres } from '@/testing/debian-postgres';
import { TEST_ENV } from '@/testing/test-env';
import { until as waitUntil } from '@/testing/until';
import { eraseAccount, recordErasure } from './erase-account';
import { takeForSentUntil } from './after-restore';
import { connect, type Connection } from '../platform/db/client';
import { migrateDatabase } from '../platform/db/migrations';
import { dayPlans, jointMembers, joints, reminders, users } from '../platform/db/schema';
import { takeForToldUntil } from '../days/tell';
import { saveSettings } from '../accounts/settings';

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

/** The command on a database; of an option that is given twice the latter counts. */
const runOn = (database: string, ...args: string[]) =>
  promisify(execFile)(
    process.execPath,
    [
      ...['--import', 'tsx', '--conditions=react-server', 'src/dev/after-restore-cli.ts'],
      ...['--erasures', file, ...args],
    ],
    { env: { ...process.env, DATABASE_URL: server.url(database) } },
  );
const afterRestore = (...args: string[]) => runOn('restored', ...args);

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
  const parked = await made(at(-3), { deliveryState: 'parked' });
  const restore = backUp();
  await eraseAccount(db, gone.id);
  await writeFile(file, `a line of something else\n${await readFile(file, 'utf8')}`);
  expect(await readFile(file, 'utf8')).not.toContain(String(gone.id));

  restore();
  const restored = connect(server.url('restored'), { max: 1 });
  expect(await restored.db.$count(users, eq(users.id, gone.id))).toBe(1);
  // An idle connection is closed before a slow machine has started the command.
  const inUse = await restored.pool.connect();
  await expect(afterRestore()).rejects.toThrow('stop it first');
  inUse.release();
  await restored.close();
  expect((await afterRestore('--until', at(0).toISOString())).stdout).toBe(
    '1 lines are not JSON\n1 erasures read, 1 people erased again\n2 reminders taken for sent\n',
  );
  expect((await afterRestore('--until', at(0).toISOString())).stdout).toBe(
    // What was erased again is on record as well.
    '1 lines are not JSON\n2 erasures read, 0 people erased again\n0 reminders taken for sent\n',
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
  // It came to nobody, and comes once its person is back.
  expect(await rowOf(parked.id)).toMatchObject({
    ...{ nextFireAt: at(-3), openOccurrenceAt: null },
    deliveryState: 'parked',
  });
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
    await takeForToldUntil(db, until);
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

test('news of a joint that were due by then do not come again; later ones do', async () => {
  const { db } = lost;
  const until = new Date('2026-11-20T09:00:00Z');
  const later = new Date('2026-11-20T09:00:01Z');
  const owner = await createUser(db);
  const ownerReminder = await createReminder(db, owner.id, { dateTime: later });
  const [joint] = await db.insert(joints).values({ ownerReminderId: ownerReminder.id }).returning();
  const told = async (dueAt: Date) => {
    const member = await createUser(db);
    const reminder = await createReminder(db, member.id, { dateTime: later });
    const news = { news: 'changed', newsBy: ownerReminder.id, dueAt } as const;
    const key = { userId: member.id, jointId: joint?.id ?? 0, reminderId: reminder.id };
    await db.insert(jointMembers).values({ ...key, ...news, joinedAt: dueAt });
    await takeForSentUntil(db, until);
    const [row] = await db.select().from(jointMembers).where(eq(jointMembers.userId, member.id));
    return row;
  };
  expect(await told(until)).toMatchObject({ news: null, newsBy: null, dueAt: null });
  expect(await told(later)).toMatchObject({ news: 'changed', dueAt: later });
}, 120_000);

test('what cannot be meant is refused before the database is looked at, with words for what is wrong', async () => {
  const written = async (name: string, text: string) => {
    const at = path.join(server.folder, name);
    await writeFile(at, text);
    return at;
  };
  const line = (at: string) => `${JSON.stringify({ erasure: `of ${at}`, at })}\n`;
  const past = await written('past', line('2026-11-20T00:00:00Z'));
  const refused = async (...args: string[]) => {
    const [ended] = await Promise.allSettled([runOn('missing', ...args)]);
    const { code, stderr } = z
      .object({ code: z.number(), stderr: z.string() })
      .parse(ended.status === 'rejected' && ended.reason);
    return `${code} ${stderr}`;
  };
  for (const accepted of [past, 'none']) {
    expect(await refused('--erasures', accepted)).toMatch(
      /^1 the database that the URL names does/,
    );
  }
  const mistyped = new Date(Date.now() + 365 * 86_400_000).toISOString();
  expect(await refused('--erasures', past, '--until', mistyped)).toMatch(/^1 .*in the future/);
  const none = await written('no-erasures', 'rubbish\n\nmore\n{"level":30}\n');
  expect(await refused('--erasures', none)).toMatch(
    /^1 .*no-erasures cannot be read: no erasure in it \(2 lines are not JSON\)/,
  );
  expect(await refused('--erasures', '/no/such/file')).toMatch(
    /^1 \/no\/such\/file cannot be read: ENOENT/,
  );
  const odd = await written('odd', line('2026-11-20T00:00:00Z') + line('2999-01-01T00:00:00Z'));
  const named = await refused('--erasures', odd);
  expect(named).toContain('of 2999-01-01T00:00:00Z');
  expect(named).not.toContain('of 2026');
}, 180_000);

test('reminders of which nobody can say when they were sent are named, as are those that changed meanwhile', async () => {
  const { db } = lost;
  const { id: userId } = await createUser(db);
  const until = new Date('2020-03-01T00:00:00Z');
  const made = (nextFireAt: string, fields: Partial<typeof reminders.$inferInsert> = {}) => {
    const dateTime = new Date(nextFireAt);
    return createReminder(db, userId, {
      timeZone: 'UTC',
      dateTime,
      nextFireAt: dateTime,
      ...fields,
    });
  };
  await made('2020-02-20T00:00:00Z', { rule: null });
  const changed = await made('2020-02-20T00:00:00Z', { rule: null });
  const unread = await made('2020-02-20T00:00:00Z', { rule: { every: 1, unit: 'DAY' } });
  await db.update(reminders).set({ timeZone: 'Mars/Olympus' }).where(eq(reminders.id, unread.id));
  const long = await made('2010-01-01T00:00:00Z', { rule: { every: 1, unit: 'DAY' } });
  // Somebody who is still at work changes one that was read already, and is waited for.
  const other = connect(server.url('lost'), { max: 1 });
  const taking = await other.db.transaction(async (tx) => {
    const { version } = reminders;
    await tx
      .update(reminders)
      .set({ version: sql`${version} + 1` })
      .where(eq(reminders.id, changed.id));
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    const taken = takeForSentUntil(db, until);
    await waitUntil(async () => {
      const waiting = await db.execute(sql`
        select from pg_stat_activity where ${rows[0]?.pid ?? 0}::int = any(pg_blocking_pids(pid))`);
      return waiting.rows.length > 0;
    });
    return { taken };
  });
  await other.close();
  const { takenForSent, left } = await taking.taken;
  expect({ takenForSent, left }).toEqual({
    takenForSent: 1,
    left: [changed.id, unread.id, long.id],
  });
}, 120_000);
