import 'server-only';
import { type SQL } from 'drizzle-orm';
import { type Db } from './client';

type Value = string | number | boolean | null;

/** A statement in SQL of our own. `build` asks by name for what stands for a value. */
export function preparedStatement<Values extends Record<string, Value>>(
  build: (value: (name: keyof Values & string) => unknown) => SQL,
): (db: Db, values: Values) => Promise<readonly unknown[]> {
  return (db, values) => db.execute(build((name) => values[name]));
}
