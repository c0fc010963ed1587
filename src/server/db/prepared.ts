import 'server-only';
import { fillPlaceholders, type Query, type SQL, sql } from 'drizzle-orm';
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

/** Lets statements be prepared on this pool. */
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

type Value = string | number | boolean | null;

/**
 * A statement in SQL of our own, spelled once a process and planned once a connection: one round trip
 * instead of two, which Drizzle cannot have of postgres.js for raw SQL. `build` asks by name for what
 * stands for a value. Within a transaction, and behind a transaction pooler, the statement is executed
 * as any other.
 */
export function preparedStatement<Values extends Record<string, Value>>(
  build: (value: (name: keyof Values & string) => unknown) => SQL,
): (db: Db, values: Values) => Promise<readonly unknown[]> {
  let spelled: Query | undefined;
  return async (db, values) => {
    const unprepared = () => db.execute(build((name) => values[name]));
    const client = clients.get(db);
    if (!client?.options.prepare) return unprepared();
    spelled ??= dialect.sqlToQuery(build((name) => sql.placeholder(name)));
    const params = fillPlaceholders(spelled.params, values).map(asParameter);
    try {
      return await client.unsafe(spelled.sql, params, { prepare: true });
    } catch (error) {
      if (!stopsPreparing(client, error)) throw error;
      return unprepared();
    }
  };
}

/** A refused preparation ends it for good, and for the whole pool: all others would run into the same. */
function stopsPreparing(client: postgres.Sql, error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (!NOT_PREPARED_HERE.has(code)) return false;
  client.options.prepare = false;
  return true;
}

function asParameter(value: unknown): Value {
  if (value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value;
  }
  throw new TypeError(`a parameter of type ${typeof value}`);
}
