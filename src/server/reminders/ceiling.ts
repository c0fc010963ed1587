import 'server-only';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { DAY_MS } from '@/core/calendar';
import { afterSend, dueFiring, heldNag, overtakenBy, replacedBySend } from '@/core/firing';
import { BEYOND_NAMED, FIRST_SENDS_A_DAY_MAX, SENDS_A_DAY_MAX } from '@/core/limits';
import { type Beyond } from './message';
import { type Db } from '../platform/db/client';
import { deliveries, occurrences, reminders, users } from '../platform/db/schema';
import { firingColumns } from './write/columns';
import { updateRows } from './write/update';

/** Rows that one transaction takes: others wait for its end. */
const AT_A_TIME = 100;
const IN_THE_APP = 'ceiling';

const DAY = sql`interval '1 day'`;

/** How many messages a row of `users` has had in its day, which begins with the first of them. */
export const sendsAt = (at: SQL): SQL =>
  sql`case when sends_since > ${at} - ${DAY} and sends_since <= ${at} + interval '1 minute' then sends else 0 end`;

const isOneShot = sql`(rule is null and open_occurrence_at is null)`;
/** First sends of one-shots come for longer: each was made by hand. */
export const ceilingOf = (behind: SQL): SQL =>
  sql`case when ${isOneShot} and not ${behind} then ${FIRST_SENDS_A_DAY_MAX}::int else ${SENDS_A_DAY_MAX}::int end`;

const names = z.array(z.object({ text: z.string(), count: z.coerce.number() }));

/** What of one person's is due beside `id`, and comes in the app only. Re-sends are not told of: they wait. */
export async function readBeyond(
  db: Db,
  { id, userId }: { id: number; userId: number },
  now: Date,
  free: (at: SQL) => SQL,
): Promise<Beyond> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await db.execute(sql`
    select text, count(*) over () as count from (
      select text, next_fire_at, ${isOneShot} as one_shot, ${sendsAt(at)} as sends,
        row_number() over (partition by ${isOneShot} order by next_fire_at, reminders.id) as nth
      from reminders join users on users.id = user_id
      where user_id = ${userId} and reminders.id <> ${id} and deleted_at is null and not nag_due
        and delivery_state = 'scheduled' and next_fire_at <= ${at} and date_time <= ${at} and ${free(at)}
    ) as due where not one_shot or nth > ${FIRST_SENDS_A_DAY_MAX} - sends
    order by next_fire_at limit ${BEYOND_NAMED}`);
  const found = names.parse(rows);
  return { count: found[0]?.count ?? 0, names: found.map(({ text }) => text) };
}

/**
 * What one person has due beyond the ceiling comes without a message: it waits in the lists, and series move
 * on. Re-sends wait until the day of the count is over. Takes a part of it, and answers how many rows.
 */
export async function passInTheApp(
  db: Db,
  userId: number,
  now: Date,
  free: (at: SQL) => SQL,
): Promise<number> {
  return db.transaction(async (tx) => {
    const at = sql`${now.toISOString()}::timestamptz`;
    const [account] = await tx
      .select({ since: users.sendsSince, sends: sql<number>`${sendsAt(at)}`.mapWith(Number) })
      .from(users)
      .where(eq(users.id, userId))
      .for('no key update', { skipLocked: true });
    if (!account?.since || account.sends < SENDS_A_DAY_MAX) return 0;
    const dayEnds = new Date(account.since.getTime() + DAY_MS);
    const rows = await tx
      .select()
      .from(reminders)
      .where(
        and(
          eq(reminders.userId, userId),
          sql`${reminders.nextFireAt} <= ${at} and ${reminders.deletedAt} is null
            and ${reminders.deliveryState} = 'scheduled'
            and ${free(at)} and ${reminders.lastError} is null`,
          account.sends < FIRST_SENDS_A_DAY_MAX
            ? sql`not (${isOneShot} and ${reminders.dateTime} <= ${at})`
            : undefined,
        ),
      )
      .orderBy(reminders.nextFireAt)
      .limit(AT_A_TIME)
      .for('update', { skipLocked: true });
    for (const row of rows) await passOne(tx, row, { now, dayEnds });
    return rows.length;
  });
}

async function passOne(
  tx: Db,
  row: typeof reminders.$inferSelect,
  { now, dayEnds }: { now: Date; dayEnds: Date },
): Promise<void> {
  const passed = passedAt(row, now, dayEnds);
  // What cannot be read is left to whoever claims it: as something tried it is below no ceiling.
  const columns = passed?.columns ?? { lastError: 'broken' };
  await updateRows(tx, [{ row, columns }]);
  if (!passed) return;
  const { kind, occurrenceAt, scheduledAt } = passed.firing;
  const of = { reminderId: row.id, userId: row.userId };
  if (passed.replaced) {
    const ended = { outcome: 'unanswered', cameAt: row.waitingSince, endedAt: now } as const;
    const replaced = { ...of, occurrenceAt: passed.replaced, ...ended };
    await tx.insert(occurrences).values(replaced).onConflictDoNothing();
  }
  const outcome = kind === 'nag' ? 'retry' : 'sent';
  const line = { kind, occurrenceAt, scheduledAt, sentAt: now, errorCode: IN_THE_APP };
  await tx.insert(deliveries).values({ ...of, ...line, outcome, overtook: passed.overtook });
}

function passedAt(row: typeof reminders.$inferSelect, now: Date, dayEnds: Date) {
  try {
    const firing = dueFiring(row, now);
    if (!firing) return null;
    const next = firing.kind === 'nag' ? heldNag(row, dayEnds) : afterSend(row, firing, now);
    // The message of an earlier occurrence is not this one's.
    const live = firing.kind === 'first' ? { liveMessageId: null, brought: null } : {};
    const columns = { ...firingColumns(next), ...live, notBefore: null };
    return {
      ...{ firing, columns },
      ...{ replaced: replacedBySend(row, firing), overtook: overtakenBy(firing, row) },
    };
  } catch {
    return null;
  }
}
