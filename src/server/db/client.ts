import 'server-only';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { env } from '../env';
import { readDatabaseUrl } from './address';
import { socketOpener } from './socket';
import * as schema from './schema';

/** The database or a transaction on it: what every server function takes first. */
export type Db = Omit<PostgresJsDatabase<typeof schema>, '$client'>;

export interface Connection {
  db: Db;
  sql: postgres.Sql;
  close: () => Promise<void>;
}

/**
 * How long anything may take before it fails, so that a database that is silent costs nobody more
 * than 14 s, and no place in the pool for longer: a query waits for a connection, then for its answer.
 * Statements end on the server before (STATEMENT_LIMIT_MS in ./migrations), if it can still do so.
 */
export const WAIT_FOR_CONNECTION_MS = 4_000;
export const SILENCE_LIMIT_MS = 10_000;
const CONNECT_LIMIT_MS = 5_000;
/** Connections that nobody uses end before their silence says that something is wrong. */
const IDLE_S = 7;
/** Between attempts to connect; without a cap it takes up to 20 s to see that an outage is over. */
const RETRY_MAX_S = 1;

/** Opens a pool that works on a direct connection and behind a transaction pooler alike. */
export function connect(
  url: string,
  { max = 10, silenceMs }: { max?: number; silenceMs?: number } = {},
): Connection {
  const given = connectionOptions(url, silenceMs === undefined ? {} : { silenceMs });
  const sql = postgres({ ...given, max, idle_timeout: IDLE_S });
  boundQueries(sql);
  outliveConnections(sql);
  const db = drizzle(sql, { schema });
  return { db, sql, close: () => sql.end({ timeout: 5 }) };
}

/** What postgres.js needs to know of a database URL. `silenceMs: 0`: a statement may take any time. */
export function connectionOptions(url: string, { silenceMs = SILENCE_LIMIT_MS } = {}) {
  const address = readDatabaseUrl(url);
  const { user, password, database, connectTimeout, targetSession, startUp } = address;
  const connectMs = connectTimeout === undefined ? CONNECT_LIMIT_MS : connectTimeout * 1_000;
  return {
    // The socket knows where to; how many there are matters with `target_session_attrs`.
    host: address.hosts.map(({ host }) => host).join(','),
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    ...(database !== undefined && { database }),
    ...(targetSession !== undefined && { target_session_attrs: targetSession }),
    socket: socketOpener(address, { connectMs, silenceMs }),
    // The socket sees to TLS itself.
    ssl: false,
    connect_timeout: connectMs / 1_000,
    backoff: (attempt: number) => Math.min(0.05 * 2 ** attempt, RETRY_MAX_S),
    // A transaction pooler runs the next statement on another connection, where nothing is prepared.
    prepare: false,
    connection: { application_name: 'napomnyu', ...startUp },
    onnotice: () => undefined,
  };
}

/**
 * Has a connection answer one query before it is given the next, and gives a query up that has found
 * no connection for WAIT_FOR_CONNECTION_MS.
 *
 * postgres.js would send a query on the heels of one that takes no parameters, and PgBouncer 1.18 then
 * splits it between two connections to PostgreSQL: both wait for ever. `max_pipeline` does not go
 * below two.
 */
function boundQueries(sql: postgres.Sql): void {
  const send = sql.unsafe.bind(sql);
  // postgres.js asks this once a query is sent: false means that the connection takes no further one.
  const alone = { onexecute: () => false };
  sql.unsafe = <T extends unknown[]>(
    query: string,
    parameters?: postgres.ParameterOrJSON<never>[],
    options?: postgres.UnsafeQueryOptions,
  ) => {
    const pending = send<T>(query, parameters, { ...alone, ...options });
    const late = setTimeout(() => {
      if (!('state' in pending) || pending.state !== null) return;
      pending.cancel();
      // The query for which a connection is being opened has to run, or the connection stays unused
      // for good. Its answer is nobody's.
      void Object.assign(pending, { cancelled: null });
    }, WAIT_FOR_CONNECTION_MS);
    const settled = () => clearTimeout(late);
    void pending.then(settled, settled);
    return pending;
  };
}

/**
 * Lets a transaction whose connection ended between two statements rest for ever: it has failed by
 * then, and its caller knows. postgres.js would write what it says next to a connection that is gone,
 * which ends the process.
 */
function outliveConnections(sql: postgres.Sql): void {
  const begin = sql.begin.bind(sql);
  const rest = () => new Promise<never>(() => undefined);
  const guarded = (run: (tx: postgres.TransactionSql) => unknown) => {
    let over = false;
    const transaction = begin((tx) => {
      const send = tx.unsafe.bind(tx);
      const unsafe = (...query: Parameters<typeof send>) =>
        over ? Object.assign(rest(), { values: rest }) : send(...query);
      return run(Object.assign(tx, { unsafe }));
    });
    const ended = () => {
      over = true;
    };
    void transaction.then(ended, ended);
    return transaction;
  };
  Object.assign(sql, { begin: guarded });
}

// Next loads modules more than once in one process (routes, instrumentation): one pool serves all.
const holder: typeof globalThis & { napomnyuConnection?: Connection } = globalThis;

/** The process's pool, opened when first asked. */
export function connection(): Connection {
  holder.napomnyuConnection ??= connect(env().databaseUrl, { max: env().databasePoolMax });
  return holder.napomnyuConnection;
}

export const db = (): Db => connection().db;
