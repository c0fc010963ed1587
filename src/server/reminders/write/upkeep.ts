import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { unansweredSince } from '@/core/firing';
import { type Db } from '../../platform/db/client';

const BATCH = 1_000;

/**
 * Repeats a statement until fewer than BATCH rows are left to it; answers how many it touched. Each reads
 * the front of an index, whatever the table holds; any number of instances may run it at once.
 */
async function inBatches(db: Db, statement: SQL): Promise<number> {
  for (let touched = 0; ;) {
    const { rowCount } = await db.execute(statement);
    touched += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return touched;
  }
}

/**
 * Takes the mark of a pause off reminders whose pause has ended by itself. When they are sent does not
 * depend on it: what comes first after the pause was worked out when it began.
 */
export const endPauses = (db: Db, now: Date): Promise<number> =>
  inBatches(
    db,
    sql`
      with over as materialized (
        select id from reminders
        where paused_until is not null
          and paused_until <= ${now.toISOString()}::timestamptz
        order by paused_until limit ${BATCH} for no key update skip locked
      )
      update reminders set paused_from = null, paused_until = null, paused_with_all = false
      from over
      where reminders.id = any(array(select id from over)) and reminders.id = over.id`,
  );

/**
 * Archives what has waited too long for an answer, with nothing more to come but by «Готово», and writes
 * that into its history. It keeps its open occurrence: the buttons of its message go on working. The time
 * does not run out in a pause.
 */
export const archiveUnanswered = (db: Db, now: Date): Promise<number> =>
  inBatches(
    db,
    sql`
      with over as materialized (
        select id, waiting_since from reminders
        where waiting_since is not null
          and waiting_since <= ${unansweredSince(now).toISOString()}::timestamptz
          and next_fire_at is null and not completed and deleted_at is null
          and paused_from is null and (rule ->> 'afterDone') is null
        order by waiting_since limit ${BATCH} for no key update skip locked
      ), archived as (
        update reminders set completed = true, waiting_since = null from over
        where reminders.id = any(array(select id from over)) and reminders.id = over.id
        returning reminders.id, user_id, open_occurrence_at, over.waiting_since as came_at, ticked
      )
      insert into occurrences
        (reminder_id, user_id, occurrence_at, outcome, came_at, ended_at, ticked)
      select id, user_id, open_occurrence_at, 'unanswered', came_at, ${now.toISOString()}::timestamptz, ticked
      from archived where open_occurrence_at is not null
      on conflict (reminder_id, occurrence_at)
        do update set outcome = excluded.outcome, ended_at = excluded.ended_at,
          ticked = excluded.ticked`,
  );
