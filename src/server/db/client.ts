import 'server-only';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { env } from '../env';
import * as schema from './schema';

/** The database or a transaction on it: what every server function takes first. */
export type Db = Omit<PostgresJsDatabase<typeof schema>, '$client'>;

export interface Connection {
  db: Db;
  sql: postgres.Sql;
  close: () => Promise<void>;
}

/** Opens a pool that works on a direct connection and behind a transaction pooler alike. */
export function connect(url: string, options: { max?: number } = {}): Connection {
  const sql = postgres(url, {
    max: options.max ?? 10,
    idle_timeout: 20,
    connect_timeout: 10,
    // A transaction pooler runs the next statement on another connection, where nothing is prepared.
    prepare: false,
    onnotice: () => undefined,
  });
  oneQueryAtATime(sql);
  const db = drizzle(sql, { schema });
  return { db, sql, close: () => sql.end({ timeout: 5 }) };
}

/**
 * Has a connection answer one query before it is given the next. postgres.js sends a query on the
 * heels of one that takes no parameters, and PgBouncer 1.18 then splits it between two connections
 * to PostgreSQL: both wait for ever. `max_pipeline` does not go below two.
 */
function oneQueryAtATime(sql: postgres.Sql): void {
  const send = sql.unsafe.bind(sql);
  // postgres.js asks this once a query is sent: false means that the connection takes no further one.
  const alone = { onexecute: () => false };
  sql.unsafe = (query, parameters, options) => send(query, parameters, { ...alone, ...options });
}

// Next loads modules more than once in one process (routes, instrumentation): one pool serves all.
const holder: typeof globalThis & { napomnyuConnection?: Connection } = globalThis;

/** The process's pool, opened when first asked. */
export function connection(): Connection {
  holder.napomnyuConnection ??= connect(env().databaseUrl);
  return holder.napomnyuConnection;
}

export const db = (): Db => connection().db;
