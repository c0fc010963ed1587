import 'server-only';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { tickedOf, ticksForHistory } from '@/core/checklist';
import { unansweredSince } from '@/core/firing';
import { type Db } from '../../platform/db/client';
import { readRows } from '../../platform/db/read-rows';
import { timestamp } from '../../platform/db/time-in-sql';
import { writeOutcomes } from './history';

const BATCH = 1_000;

/**
 * Repeats a batch until it touches fewer than BATCH rows. Each reads the front of an index, whatever the table holds; any
 * number of instances may run it at once.
 */
async function inBatches(touchBatch: () => Promise<number>): Promise<void> {
  let touched: number;
  do touched = await touchBatch();
  while (touched === BATCH);
}

/**
 * Takes the mark of a pause off reminders whose pause has ended by itself, where no send has done so: what comes
 * first may lie days behind the end. When that comes was worked out when the pause began. What had been put off into
 * the pause goes with the mark, as `behindPause` says.
 */
export const endPauses = (db: Db, now: Date): Promise<void> =>
  inBatches(async () => {
    const { rowCount } = await db.execute(sql`
      with over as materialized (
        select id, snoozed_until < paused_until and open_occurrence_at <> date_time as fell_into_it
        from reminders
        where paused_until is not null
          and paused_until <= ${timestamp(now)}
        order by paused_until limit ${BATCH} for no key update skip locked
      )
      update reminders set paused_from = null, paused_until = null, paused_with_all = false,
        open_occurrence_at = case when fell_into_it then null else open_occurrence_at end,
        snoozed_until = case when fell_into_it then null else snoozed_until end
      from over
      where reminders.id = any(array(select id from over)) and reminders.id = over.id`);
    return rowCount ?? 0;
  });

/**
 * Archives what has waited too long for an answer, with nothing more to come but by «Готово», and writes
 * that into its history. It keeps its open occurrence: the buttons of its message go on working. The time
 * does not run out in a pause.
 */
export const archiveUnanswered = (db: Db, now: Date): Promise<void> =>
  inBatches(() => db.transaction((tx) => archiveBatch(tx, now)));

const archivedRow = z.object({
  id: z.coerce.number(),
  userId: z.coerce.number(),
  occurrenceAt: z.coerce.date(),
  cameAt: z.coerce.date(),
  text: z.string(),
  ticked: z.array(z.string()).nullable().catch(null),
  noteContent: z.string().nullable(),
});

async function archiveBatch(tx: Db, now: Date): Promise<number> {
  const archiving = sql`
    with over as materialized (
      select id, waiting_since from reminders
      where waiting_since is not null
        and waiting_since <= ${timestamp(unansweredSince(now))}
        and next_fire_at is null and not completed and deleted_at is null
        and paused_from is null and (rule ->> 'afterDone') is null
      order by waiting_since limit ${BATCH} for no key update skip locked
    ), archived as (
      update reminders set completed = true, waiting_since = null from over
      where reminders.id = any(array(select id from over)) and reminders.id = over.id
      returning reminders.id, user_id, open_occurrence_at, over.waiting_since, text, ticked, note_id
    ), undoable_no_more as (
      delete from acts where reminder_id = any(array(select id from archived))
    )
    select archived.id, archived.user_id as "userId", open_occurrence_at as "occurrenceAt",
      waiting_since as "cameAt", text, ticked, notes.content as "noteContent"
    from archived left join notes on notes.id = archived.note_id
      and notes.user_id = archived.user_id and notes.deleted_at is null`;
  const archived = await readRows(tx, archiving, archivedRow);
  const entries = archived.map(({ id, userId, occurrenceAt, cameAt, noteContent, ...said }) => {
    const ticked = ticksForHistory(tickedOf(said, noteContent));
    const key = { reminderId: id, userId, occurrenceAt };
    return { key, outcome: { outcome: 'unanswered' as const, cameAt, endedAt: now, ticked } };
  });
  await writeOutcomes(tx, entries);
  return archived.length;
}
