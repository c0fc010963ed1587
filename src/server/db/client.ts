import 'server-only';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { env } from '../env';
import { allowPreparing } from './prepared';
import * as schema from './schema';

/** The database or a transaction on it: what every server function takes first. */
export type Db = Omit<PostgresJsDatabase<typeof schema>, '$client'>;

export interface Connection {
  db: Db;
  sql: postgres.Sql;
  close: () => Promise<void>;
}

/** Opens a pool. It prepares only what asks for it, and nothing behind a transaction pooler. */
export function connect(url: string, options: { max?: number } = {}): Connection {
  const sql = postgres(url, {
    max: options.max ?? 10,
    idle_timeout: 20,
    connect_timeout: 10,
    onnotice: () => undefined,
  });
  const db = drizzle(sql, { schema });
  allowPreparing(db, sql);
  return { db, sql, close: () => sql.end({ timeout: 5 }) };
}

// Next loads modules more than once in one process (routes, instrumentation): one pool serves all.
const holder: typeof globalThis & { napomnyuConnection?: Connection } = globalThis;

/** The process's pool, opened when first asked. */
export function connection(): Connection {
  holder.napomnyuConnection ??= connect(env().databaseUrl);
  return holder.napomnyuConnection;
}

export const db = (): Db => connection().db;
