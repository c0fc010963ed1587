import 'server-only';
import { sql } from 'drizzle-orm';
import { unansweredSince } from '@/core/firing';
import { READS_UP_TO } from '@/core/row-level';
import { type Db } from '../db/client';

/** Rows in one statement: short locks. */
const BATCH = 1_000;

/**
 * Archives what has waited too long for an answer, with nothing more to come but by «Готово», and writes that into its
 * history. It keeps its open occurrence: the buttons of its message go on working. The time does not
 * run out in a pause. Reads the front of an index, whatever the table holds; any number of instances may
 * run it at once.
 */
export async function archiveUnanswered(db: Db, now: Date): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`;
  for (let archived = 0; ;) {
    const { rowCount } = await db.execute(sql`
      with over as materialized (
        select id, waiting_since from reminders
        where waiting_since is not null and level <= ${READS_UP_TO}
          and waiting_since <= ${unansweredSince(now).toISOString()}::timestamptz
          and next_fire_at is null and not completed and deleted_at is null
          and paused_from is null and (rule ->> 'afterDone') is null
        order by waiting_since limit ${BATCH} for no key update skip locked
      ), archived as (
        update reminders set completed = true, waiting_since = null from over
        where reminders.id = any(array(select id from over)) and reminders.id = over.id
        returning reminders.id, user_id, open_occurrence_at, over.waiting_since as came_at
      )
      insert into occurrences
        (reminder_id, user_id, occurrence_at, outcome, came_at, ended_at)
      select id, user_id, open_occurrence_at, 'unanswered', came_at, ${at}
      from archived where open_occurrence_at is not null
      on conflict (reminder_id, occurrence_at)
        do update set outcome = excluded.outcome, ended_at = excluded.ended_at`);
    archived += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return archived;
  }
}
