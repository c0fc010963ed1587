import 'server-only';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { z } from 'zod';
import { connect, type Db } from './client';
import { LOCKS } from './locks';
import { upsertReferenceRows } from './reference';
import { IDLE_TRANSACTION_MS, STATEMENT_LIMIT_MS } from './time-limits';

/**
 * How long a migration waits for a table at a time. Whoever wants the table next queues up behind it,
 * delivery included: better to step back and to try again.
 */
const LOCK_WAIT_MS = 1_000;
const TRY_AGAIN_MS = 1_500;
/** What is waited for is told once, and again after so long. */
const TELL_AGAIN_MS = 10_000;
const GIVE_UP_MS = 15 * 60_000;

/**
 * What stepping back helps against: lock_not_available (the wait took longer than lock_timeout) and
 * deadlock_detected (delivery takes some of the same locks in another order).
 */
const PASSING: ReadonlySet<unknown> = new Set(['55P03', '40P01']);

export interface MigrationOptions {
  folder?: string;
  /** Told what is waited for, and what could not be done: lines for an operator. */
  tell?: (line: string) => void;
}

/**
 * Brings a database to the present schema, reference rows and time limits. All of it is one
 * transaction, so it may go through a transaction pooler, and nothing stays locked however it ends.
 * Machines that run it at once wait for each other. Where somebody else holds a table, a migration
 * steps back and tries again, for a quarter of an hour.
 */
export async function migrateDatabase(
  url: string,
  { folder = path.resolve('drizzle'), tell = () => undefined }: MigrationOptions = {},
): Promise<void> {
  // A migration may take its time: no limit on silence.
  const { db, close } = connect(url, { silenceMs: 0, max: 2 });
  const waiting = announcer(db, tell);
  const giveUpAt = performance.now() + GIVE_UP_MS;
  try {
    for (;;) {
      try {
        await db.transaction((tx) => migrateWithin(tx, folder, waiting));
        break;
      } catch (error) {
        if (!PASSING.has(codeOf(error)) || performance.now() > giveUpAt) throw error;
        await delay(TRY_AGAIN_MS);
      }
    }
    await limitTimes(db, tell);
  } finally {
    await close();
  }
}

const codeOf = (error: unknown): unknown => {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('cause' in error && error.cause) return codeOf(error.cause);
  return 'code' in error ? error.code : undefined;
};

const applied = z.array(z.object({ at: z.coerce.number() }));
const pidRow = z.tuple([z.object({ pid: z.number() })]);

/**
 * What Drizzle's own migrator does, in the given transaction: it would open a transaction of its own,
 * outside of which the lock is not held.
 */
async function migrateWithin(
  tx: Db,
  folder: string,
  waiting: (pid: number) => { done: () => void },
): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`);
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
  await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_WAIT_MS}`));
  const [{ pid }] = pidRow.parse((await tx.execute(sql`select pg_backend_pid() as pid`)).rows);
  const watch = waiting(pid);
  try {
    await tx.execute(LOCKS.ofMigrations);
    await tx.execute(sql`create schema if not exists drizzle`);
    await tx.execute(sql`
      create table if not exists drizzle.__drizzle_migrations
        (id serial primary key, hash text not null, created_at bigint)`);
    const [last] = applied.parse(
      (
        await tx.execute(sql`
        select created_at as at from drizzle.__drizzle_migrations order by created_at desc limit 1`)
      ).rows,
    );
    for (const migration of readMigrationFiles({ migrationsFolder: folder })) {
      if (last && last.at >= migration.folderMillis) continue;
      for (const statement of migration.sql) await tx.execute(sql.raw(statement));
      await tx.execute(sql`
        insert into drizzle.__drizzle_migrations (hash, created_at)
        values (${migration.hash}, ${migration.folderMillis})`);
    }
    await upsertReferenceRows(tx);
  } finally {
    watch.done();
  }
}

const holders = z.array(
  z.object({
    pid: z.number(),
    application: z.string().nullable(),
    user: z.string().nullable(),
    since: z.string().nullable(),
    what: z.string().nullable(),
  }),
);

/** Says who holds what a migration waits for. Queries are not told: they hold users' texts. */
function announcer(db: Db, tell: (line: string) => void) {
  let told = '';
  let toldAt = -Infinity;
  const look = async (pid: number) => {
    const found = holders.parse(
      (
        await db.execute(sql`
        select holder.pid, nullif(application_name, '') as application, usename as user,
          to_char(xact_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as since,
          (select coalesce(relation::regclass::text, 'another migration') from pg_locks
            where pg_locks.pid = ${pid} and not granted limit 1) as what
        from pg_stat_activity as holder where pid = any(pg_blocking_pids(${pid}))`)
      ).rows,
    );
    if (found.length === 0) return;
    const line = `The migration waits for ${found
      .map(
        ({ what, pid: holder, application, user, since }) =>
          `${what ?? 'a lock'}, held by pid ${holder} (${application ?? 'no name'},` +
          ` user ${user ?? 'unknown'}) since ${since ?? 'an unknown time'} UTC`,
      )
      .join('; ')}`;
    if (line === told && performance.now() - toldAt < TELL_AGAIN_MS) return;
    told = line;
    toldAt = performance.now();
    tell(line);
  };
  return (pid: number) => {
    const timer = setInterval(() => {
      // It is only a look: what it looks at goes on without it.
      look(pid).catch(() => undefined);
    }, LOCK_WAIT_MS / 5);
    return { done: () => clearInterval(timer) };
  };
}

/**
 * Gives every later connection to this database the limits. They are settings of the database: a
 * transaction pooler refuses start-up parameters, mixes up what is set for a session, and a SET before
 * each query would cost a round trip. One who does not own the database sets them for himself. What
 * an operator has set stays.
 */
async function limitTimes(db: Db, tell: (line: string) => void): Promise<void> {
  const limits = {
    statement_timeout: STATEMENT_LIMIT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
  };
  const setFor = (scope: string) =>
    db.transaction(async (tx) => {
      await tx.execute(LOCKS.ofMigrations);
      for (const [name, ms] of Object.entries(limits)) {
        if (await isSet(tx, name)) continue;
        await tx.execute(
          sql.raw(`do $$ begin execute format('alter ${scope} set ${name} = ${ms}',
            current_database()); end $$`),
        );
      }
    });
  try {
    await setFor('database %1$I').catch(() => setFor('role current_user in database %1$I'));
  } catch {
    tell(
      'The time limits could not be set: this user may alter neither the database nor itself.' +
        ' Statements of a silent client may then go on for ever.',
    );
  }
}

const isSet = async (db: Db, name: string): Promise<boolean> =>
  (
    await db.execute(sql`
      select 1 from pg_db_role_setting as given join pg_database on pg_database.oid = given.setdatabase
      where datname = current_database()
        and exists (select from unnest(setconfig) as line where line like ${`${name}=%`})`)
  ).rows.length > 0;
