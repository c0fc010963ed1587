import 'server-only';
import { sql } from 'drizzle-orm';
import { type Db } from './client';
import { codeOf } from './faults';

/** All migrations of before became one in November 2026; what an earlier one made is not continued. */
const SCHEMA_BEGAN_AT = Date.UTC(2026, 10, 28);

const UNDEFINED_TABLE = '42P01';

/** The database, or the backup that it was restored from, has a schema that this one does not continue. */
export class FormerSchemaError extends Error {
  override name = 'FormerSchemaError';
  constructor() {
    super(
      'The database was made by a version of before 28 November 2026, which this one does not continue. ' +
        'Give an empty database; people bring what they have by their exports (/export of the version of before).',
    );
  }
}

/** Throws FormerSchemaError. A database without a journal of migrations is nobody's yet. */
export async function refuseFormerSchema(db: Db): Promise<void> {
  const former = sql`
    select from drizzle.__drizzle_migrations where created_at < ${SCHEMA_BEGAN_AT} limit 1`;
  try {
    const { rows } = await db.execute(former);
    if (rows.length > 0) throw new FormerSchemaError();
  } catch (error) {
    if (codeOf(error) !== UNDEFINED_TABLE) throw error;
  }
}
