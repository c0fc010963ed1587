import 'server-only';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { z } from 'zod';
import { connect, type Connection, type Db } from './client';
import { codeOf } from './faults';
import { refuseFormerSchema } from './former-schema';
import { LOCKS } from './locks';
import { upsertReferenceRows } from './reference';
import { IDLE_TRANSACTION_MS, STATEMENT_LIMIT_MS } from './time-limits';

/** How long a migration waits for a table at a time: whoever wants it next queues up behind it, delivery too. */
const LOCK_WAIT_MS = 250;
/** For a lock that readers and writers do not wait behind. A vacuum gives way within a second. */
const QUIET_LOCK_WAIT_MS = 3_000;
const TRY_AGAIN_MS = 1_500;
/** What is waited for is told once, and again after so long. */
const TELL_AGAIN_MS = 10_000;
const GIVE_UP_MS = 15 * 60_000;

/**
 * What trying again helps against: lock_not_available (the wait took longer than lock_timeout), and
 * deadlock_detected (delivery takes some of the same locks in another order).
 */
const PASSING = ['55P03', '40P01'];
/**
 * «tuple concurrently updated» comes with the code of any internal error: two machines have changed one catalogue row at
 * once, as when an index becomes valid that another one was about to drop. The next look finds it as it is.
 */
const isPassing = (error: unknown): boolean =>
  PASSING.includes(codeOf(error) ?? '') ||
  (error instanceof Error && /tuple concurrently updated/.test(String(error.cause)));
/** duplicate_table, which stands for an index, too. */
const IS_THERE = '42P07';

export interface MigrationOptions {
  folder?: string;
  /** Told what is waited for, and what could not be done: lines for an operator. */
  tell?: (line: string) => void;
}

interface Runner {
  db: Db;
  /** Statements that no transaction may hold go here; no limit of time ends them. */
  outside: () => Promise<Db>;
  watch: Watch;
}

/**
 * Brings a database to the present schema, reference rows and time limits while the service runs on it.
 * Each migration is committed by itself. One that builds an index concurrently, or changes many rows in
 * batches, is committed in parts, of which `drizzle.steps` says how many are done: whatever ends it, the
 * next run goes on there. It may go through a transaction pooler, and nothing stays locked however it
 * ends. Machines that run it at once take turns. Where somebody else holds a table, it steps back and
 * tries again, for a quarter of an hour. Throws FormerSchemaError.
 */
export async function migrateDatabase(
  url: string,
  { folder = path.resolve('drizzle'), tell = () => undefined }: MigrationOptions = {},
): Promise<void> {
  // A migration may take its time: no limit on silence.
  const { db, close } = connect(url, { silenceMs: 0, max: 2 });
  let second: Promise<Connection> | undefined;
  const runner: Runner = {
    db,
    outside: async () => (await (second ??= connectWithoutLimit(url, tell))).db,
    watch: watcher(db, tell),
  };
  try {
    await insist(() => inTurn(runner, makeJournal));
    for (const { sql: statements, folderMillis, hash } of readMigrationFiles({
      migrationsFolder: folder,
    })) {
      const parts = partsOf(statements);
      for (const [index, part] of parts.entries()) {
        const step = { at: folderMillis, hash, number: index + 1, of: parts.length };
        await insist(() => runPart(runner, part, step));
      }
    }
    await insist(() => inTurn(runner, upsertReferenceRows));
    await limitTimes(db, tell);
  } finally {
    await (await second)?.close();
    await close();
  }
}

async function insist(work: () => Promise<void>): Promise<void> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isPassing(error) || performance.now() > giveUpAt) throw error;
      // Of several machines each comes back at a time of its own.
      await delay(TRY_AGAIN_MS * (0.5 + Math.random()));
    }
  }
}

const lockWait = (ms: number) => sql.raw(`set local lock_timeout = ${ms}`);

/** A transaction that no other machine's migration runs beside. */
async function inTurn<T>({ db, watch }: Runner, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.execute(lockWait(LOCK_WAIT_MS));
    return watch(tx, async () => {
      await tx.execute(LOCKS.ofMigrations);
      return work(tx);
    });
  });
}

async function makeJournal(tx: Db): Promise<void> {
  await tx.execute(sql`create schema if not exists drizzle`);
  // As Drizzle's own migrator has it.
  await tx.execute(sql`
    create table if not exists drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint)`);
  await tx.execute(sql`
    create table if not exists drizzle.steps (migration bigint primary key, done int not null)`);
  await refuseFormerSchema(tx);
}

const OUTSIDE = /^\s*-- Outside a transaction$/m;
const CONCURRENT_INDEX =
  /^\s*(?:--.*\n\s*)*create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"(?<index>\w+)"\s+on\s+"(?<table>\w+)"/i;
const isOutside = (statement: string) =>
  OUTSIDE.test(statement) || CONCURRENT_INDEX.test(statement);

/** What is done at once: statements of one transaction, or a single one outside of any. */
function partsOf(statements: readonly string[]): string[][] {
  const parts: string[][] = [];
  for (const statement of statements) {
    const last = parts.at(-1);
    if (last?.[0] && !isOutside(last[0]) && !isOutside(statement)) last.push(statement);
    else parts.push([statement]);
  }
  return parts;
}

interface Step {
  /** Drizzle's date of the migration, by which it tells what is applied. */
  at: number;
  hash: string;
  number: number;
  of: number;
}

async function runPart(runner: Runner, part: readonly string[], step: Step): Promise<void> {
  const [first = ''] = part;
  const isLeft = await inTurn(runner, async (tx) => {
    if (await isDone(tx, step)) return false;
    if (isOutside(first)) return true;
    await settleVacuums(tx, part);
    for (const statement of part) await tx.execute(sql.raw(statement));
    await markDone(tx, step);
    return false;
  });
  if (!isLeft) return;
  const { index, table } = CONCURRENT_INDEX.exec(first)?.groups ?? {};
  if (index && table) await buildIndex(runner, { statement: first, index, table });
  else await runOutside(runner, first);
  await inTurn(runner, async (tx) => {
    if (!(await isDone(tx, step))) await markDone(tx, step);
  });
}

const isDone = async (tx: Db, { at, number }: Step): Promise<boolean> =>
  (
    await tx.execute(sql`
      select from drizzle.__drizzle_migrations where created_at >= ${at}
      union all select from drizzle.steps where migration = ${at} and done >= ${number}`)
  ).rows.length > 0;

async function markDone(tx: Db, { at, hash, number, of }: Step): Promise<void> {
  if (number < of) {
    await tx.execute(sql`
      insert into drizzle.steps (migration, done) values (${at}, ${number})
      on conflict (migration) do update set done = excluded.done`);
    return;
  }
  await tx.execute(sql`delete from drizzle.steps where migration = ${at}`);
  await tx.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${at})`,
  );
}

/** A vacuum lets go of its table only after a second, longer than statements wait: this lock keeps vacuums away. */
async function settleVacuums(tx: Db, statements: readonly string[]): Promise<void> {
  const names = [...statements.join().matchAll(/"(\w+)"/g)].flatMap(([, name]) => name ?? []);
  const { rows } = await tx.execute(sql`
    select distinct format('%I', tables.relname) as name from pg_class as named
      left join pg_index on indexrelid = named.oid
      join pg_class as tables on tables.oid = coalesce(indrelid, named.oid)
    where tables.relkind in ('r', 'p') and tables.relnamespace = current_schema()::regnamespace
      and named.relname in (select jsonb_array_elements_text(${JSON.stringify(names)}::jsonb))
    order by 1`);
  await tx.execute(lockWait(QUIET_LOCK_WAIT_MS));
  for (const { name } of namedRows.parse(rows)) {
    await tx.execute(sql.raw(`lock table ${name} in share update exclusive mode`));
  }
  await tx.execute(lockWait(LOCK_WAIT_MS));
}

const namedRows = z.array(z.object({ name: z.string() }));
const validRows = z.array(z.object({ valid: z.boolean() }));

/** Builds an index beside readers and writers, anew where an earlier build was broken off. */
async function buildIndex(
  runner: Runner,
  { statement, index, table }: { statement: string; index: string; table: string },
): Promise<void> {
  const isBuilt = () =>
    runner.db.transaction(async (tx) => {
      await tx.execute(lockWait(QUIET_LOCK_WAIT_MS));
      // Whoever builds an index holds this lock: behind it, what is not valid is nobody's work.
      await tx.execute(sql.raw(`lock table "${table}" in share update exclusive mode`));
      const [found] = validRows.parse(
        (
          await tx.execute(sql`
          select indisvalid as valid from pg_index where indexrelid = to_regclass(${`"${index}"`})`)
        ).rows,
      );
      if (found?.valid === false) {
        await tx.execute(lockWait(LOCK_WAIT_MS));
        await tx.execute(sql.raw(`drop index "${index}"`));
      }
      return found?.valid === true;
    });
  while (!(await isBuilt())) {
    await runOutside(runner, statement).catch((error: unknown) => {
      // Another machine has begun to build the same one meanwhile.
      if (codeOf(error) !== IS_THERE) throw error;
    });
  }
}

async function runOutside({ outside, watch }: Runner, statement: string): Promise<void> {
  const db = await outside();
  await watch(db, () => db.execute(sql.raw(statement)));
}

/** A pooler refuses the setting; then the limits of the database hold, and a long build needs another URL. */
async function connectWithoutLimit(url: string, tell: (line: string) => void): Promise<Connection> {
  const options = { silenceMs: 0, max: 1 };
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

const holders = z.array(
  z.object({
    pid: z.number(),
    application: z.string().nullable(),
    user: z.string().nullable(),
    since: z.string().nullable(),
    what: z.string().nullable(),
  }),
);

/** Does work on a connection, and says meanwhile what that waits for. */
type Watch = <T>(on: Db, work: () => Promise<T>) => Promise<T>;
const pidRow = z.tuple([z.object({ pid: z.number() })]);

/** Says who holds what a migration waits for. Queries are not told: they hold users' texts. */
function watcher(db: Db, tell: (line: string) => void): Watch {
  let told = '';
  let toldAt = -Infinity;
  const look = async (pid: number) => {
    const found = holders.parse(
      (
        await db.execute(sql`
        select holder.pid, nullif(application_name, '') as application, usename as user,
          to_char(xact_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as since,
          (select coalesce(relation::regclass::text,
              case locktype when 'advisory' then 'another migration' else 'older transactions' end)
            from pg_locks where pg_locks.pid = ${pid} and not granted limit 1) as what
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
  return async (on, work) => {
    const [{ pid }] = pidRow.parse((await on.execute(sql`select pg_backend_pid() as pid`)).rows);
    const timer = setInterval(() => {
      // It is only a look: what it looks at goes on without it.
      look(pid).catch(() => undefined);
    }, LOCK_WAIT_MS / 2);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
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
