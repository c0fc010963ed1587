import 'server-only';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { z } from 'zod';
import { connect, type Connection, type Db, PATIENT } from './client';
import { readRows } from './read-rows';
import { codeOf } from './faults';
import { refuseFormerSchema } from './former-schema';
import { LOCKS } from './locks';
import { upsertReferenceRows } from './reference';
import { limitTimes } from './database-limits';
import { watcher } from './lock-watch';

/** How long a migration waits for a table at a time: whoever wants it next queues up behind it, delivery too. */
const LOCK_WAIT_MS = 250;
/** After a minute in vain it waits longer: an automatic vacuum gives way to whoever has waited for a second. */
const LONG_LOCK_WAIT_MS = 1_200;
const WAIT_LONGER_AFTER_MS = 60_000;
const TRY_AGAIN_MS = 1_500;
const GIVE_UP_MS = 15 * 60_000;

/** Faults against which trying again helps: the wait for a lock took too long, or crossed with locks of a delivery. */
const LOCK_FAULTS = ['55P03', '40P01'];

interface MigrationOptions {
  folder?: string;
  /** Told what is waited for, and what could not be done: lines for an operator. */
  tell?: (line: string) => void;
}

interface Runner {
  /** Runs a transaction, again and again while somebody else holds what it needs, for a quarter of an hour. */
  transact: <T>(work: (tx: Db) => Promise<T>) => Promise<T>;
  /** Runs what no transaction may hold. */
  runOutside: (statement: string) => Promise<void>;
}

/**
 * Brings a database to the present schema, reference rows and time limits while the service runs on it. Each
 * migration is a transaction of its own, but for one that builds indexes concurrently: broken off, it is begun
 * again by the next run. Machines that migrate at once take turns by a lock that ends with its transaction, so
 * a transaction pooler bears it, and nothing stays locked however a run ends. Throws FormerSchemaError.
 */
export async function migrateDatabase(
  url: string,
  { folder = path.resolve('drizzle'), tell = () => undefined }: MigrationOptions = {},
): Promise<void> {
  // One connection is for the lock, one for the work, one looks at what the work waits for. A migration may take its
  // time.
  const { db, close } = connect(url, { ...PATIENT, max: 3 });
  const watched = watcher(db, tell);
  const unlimited: { connection?: Connection } = {};
  const transact: Runner['transact'] = (work) =>
    insist((lockWaitMs) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`set local statement_timeout = 0`);
        await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
        await tx.execute(sql.raw(`set local lock_timeout = ${lockWaitMs}`));
        return watched(tx, () => work(tx));
      }),
    );
  const runOutside: Runner['runOutside'] = async (statement) => {
    unlimited.connection ??= await connectWithoutLimit(url, tell);
    const outside = unlimited.connection.db;
    await insist(() => watched(outside, () => outside.execute(sql.raw(statement))));
  };
  try {
    await transact(async (turn) => {
      await turn.execute(LOCKS.ofMigrations);
      await transact(makeJournal);
      for (const migration of readMigrationFiles({ migrationsFolder: folder })) {
        if (!(await isApplied(db, migration))) await apply(migration, { transact, runOutside });
      }
      await transact(upsertReferenceRows);
      await limitTimes(db, tell);
    });
  } finally {
    await unlimited.connection?.close();
    await close();
  }
}

async function insist<T>(work: (lockWaitMs: number) => Promise<T>): Promise<T> {
  const began = performance.now();
  for (;;) {
    const waitedMs = performance.now() - began;
    try {
      return await work(waitedMs < WAIT_LONGER_AFTER_MS ? LOCK_WAIT_MS : LONG_LOCK_WAIT_MS);
    } catch (error) {
      if (!LOCK_FAULTS.includes(codeOf(error) ?? '') || waitedMs > GIVE_UP_MS) throw error;
      // Several machines come back each at a time of its own.
      await delay(TRY_AGAIN_MS * (0.5 + Math.random()));
    }
  }
}

async function makeJournal(tx: Db): Promise<void> {
  await tx.execute(sql`create schema if not exists drizzle`);
  // Drizzle's own migrator makes the same table.
  await tx.execute(sql`
    create table if not exists drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint)`);
  await refuseFormerSchema(tx);
}

const isApplied = async (db: Db, { folderMillis }: MigrationMeta): Promise<boolean> =>
  (
    await db.execute(sql`
      select from drizzle.__drizzle_migrations where created_at >= ${folderMillis}`)
  ).rows.length > 0;

const CONCURRENT_INDEX =
  /^\s*(?:--.*\n\s*)*create\s+(?:unique\s+)?index\s+concurrently\s+"(?<index>\w+)"/i;

async function apply(
  { sql: statements, folderMillis, hash }: MigrationMeta,
  { transact, runOutside }: Runner,
): Promise<void> {
  const indexes = statements.flatMap((each) => CONCURRENT_INDEX.exec(each)?.groups?.index ?? []);
  const buildsIndexes = indexes.length > 0;
  if (buildsIndexes && indexes.length < statements.length)
    throw new Error(
      'an index that is built concurrently stands in a migration of such indexes only',
    );
  for (const [number, index] of indexes.entries()) {
    if (!(await isBuilt(index, transact))) await runOutside(statements[number] ?? '');
  }
  await transact(async (tx) => {
    if (!buildsIndexes) for (const each of statements) await tx.execute(sql.raw(each));
    await tx.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`,
    );
  });
}

const builtIndex = z.object({ valid: z.boolean() });

/**
 * Tells whether an index is there. What a run that was broken off has left of it goes, once the server builds it no
 * more.
 */
const isBuilt = (index: string, transact: Runner['transact']): Promise<boolean> =>
  transact(async (tx) => {
    const statement = sql`
      select indisvalid as valid from pg_index where indexrelid = to_regclass(${`"${index}"`})`;
    const [found] = await readRows(tx, statement, builtIndex);
    if (found?.valid === false) await tx.execute(sql.raw(`drop index "${index}"`));
    return found?.valid === true;
  });

/** A pooler refuses the setting; then the limits of the database hold, and a long build needs another URL. */
async function connectWithoutLimit(url: string, tell: (line: string) => void): Promise<Connection> {
  const options = { ...PATIENT, max: 1 };
  const unlimited = connect(url, { ...options, serverOptions: '-c statement_timeout=0' });
  try {
    await unlimited.db.execute(sql`select 1`);
    return unlimited;
  } catch {
    await unlimited.close();
    tell(
      'The time limit of statements cannot be lifted through a pooler: if an index takes longer to' +
        ' build, give DATABASE_URL_DIRECT.',
    );
    return connect(url, options);
  }
}
