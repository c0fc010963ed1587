import 'server-only';
import { type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type postgres from 'postgres';
import { type Db } from './client';

/**
 * What a transaction pooler answers to a statement that was prepared on another of its connections.
 * PostgreSQL says so before it runs anything: the statement may be sent again as it is.
 */
const NOT_PREPARED_HERE = new Set(['26000', '42P05']);

const clients = new WeakMap<Db, postgres.Sql>();
const dialect = new PgDialect();

/** Lets `executePrepared` prepare on this pool. */
export const allowPreparing = (db: Db, client: postgres.Sql): void => {
  clients.set(db, client);
};

/**
 * A query of Drizzle's builder with placeholders, built once a pool and planned once a connection:
 * `build` must spell it the same each time. For the queries of every visit.
 */
export function preparedQuery<Values extends Record<string, unknown>, Row>(
  build: (db: Db) => { execute: (values: Values) => Promise<Row> },
): (db: Db, values: Values) => Promise<Row> {
  const built = new WeakMap<Db, ReturnType<typeof build>>();
  return async (db, values) => {
    const query = built.get(db) ?? build(db);
    built.set(db, query);
    const client = clients.get(db);
    try {
      return await query.execute(values);
    } catch (error) {
      if (!client || !stopsPreparing(client, error)) throw error;
      return query.execute(values);
    }
  };
}

/**
 * Executes a statement that is spelled the same each time and differs in its parameters only: planned
 * once a connection, and one round trip instead of two, which Drizzle cannot have of postgres.js for
 * raw SQL. Within a transaction, and behind a transaction pooler, it is `db.execute`.
 */
export async function executePrepared(db: Db, query: SQL): Promise<readonly unknown[]> {
  const client = clients.get(db);
  if (!client?.options.prepare) return db.execute(query);
  const { sql, params } = dialect.sqlToQuery(query);
  try {
    return await client.unsafe(sql, params.map(asParameter), { prepare: true });
  } catch (error) {
    if (!stopsPreparing(client, error)) throw error;
    return db.execute(query);
  }
}

/** A refused preparation ends it for good, and for the whole pool: all others would run into the same. */
function stopsPreparing(client: postgres.Sql, error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (!NOT_PREPARED_HERE.has(code)) return false;
  client.options.prepare = false;
  return true;
}

function asParameter(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value;
  }
  throw new TypeError(`a parameter of type ${typeof value}`);
}
