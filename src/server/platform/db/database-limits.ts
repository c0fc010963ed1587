import 'server-only';
import { sql } from 'drizzle-orm';
import { type Db } from './client';
import { IDLE_TRANSACTION_MS, STATEMENT_LIMIT_MS } from './time-limits';

/**
 * Gives every later connection to this database the limits. They are settings of the database: a
 * transaction pooler refuses start-up parameters, mixes up what is set for a session, and a SET before
 * each query would cost a round trip. One who does not own the database sets them for himself. What
 * an operator has set stays.
 */
export async function limitTimes(db: Db, tell: (line: string) => void): Promise<void> {
  const limits = {
    statement_timeout: STATEMENT_LIMIT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
  };
  const setFor = (scope: string) =>
    db.transaction(async (tx) => {
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
