import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Db } from '../db/client';
import { preparedStatement } from '../db/prepared';
import { pace } from '../db/schema';
import { epochMs } from './columns';

/** Everybody waits this long after Telegram refused the token. */
export const UNAUTHORIZED_PAUSE_MS = 30_000;

const THE_ROW = 1;
/** Slots are taken a few seconds ahead; one further away was handed out by a clock that has since been set back. */
const AHEAD_MAX = sql`interval '1 minute'`;

/** Consecutive instants at which messages may go out, or a pause that Telegram asked for. */
export type Slots = { at: Date[] } | { pausedUntil: Date };

/** Answers where the block ends that it books; nothing while there is a pause. */
const bookSlots = preparedStatement<{ now: string; blockMs: number }>((value) => {
  const at = sql`${value('now')}::timestamptz`;
  return sql`
    update pace set next_slot_at = ${value('blockMs')}::float8 * interval '1 ms' + case
      when next_slot_at between ${at} and ${at} + ${AHEAD_MAX} then next_slot_at else ${at} end
    where id = ${sql.raw(String(THE_ROW))} and (paused_until is null or paused_until <= ${at})
    returning ${epochMs(sql`next_slot_at`)} as "blockEnd"`;
});
const booked = z.array(z.object({ blockEnd: z.number() }));

const pauses = preparedStatement<{ now: string }>(
  (value) => sql`
    select ${epochMs(sql`paused_until`)} as until from pace
    where id = ${sql.raw(String(THE_ROW))} and paused_until > ${value('now')}::timestamptz`,
);
const paused = z.array(z.object({ until: z.number() }));

/**
 * Takes the next `count` send slots of all instances together. They are spaced evenly, so that no
 * second holds more than `maxPerSecond`; Infinity hands out as many as asked for at once, and books
 * none.
 */
export async function takeSlots(
  db: Db,
  { count, maxPerSecond, now }: { count: number; maxPerSecond: number; now: Date },
): Promise<Slots> {
  if (maxPerSecond === Infinity) {
    const pausedUntil = await readPause(db, now);
    return pausedUntil ? { pausedUntil } : { at: Array.from({ length: count }, () => now) };
  }
  const spacingMs = 1_000 / maxPerSecond;
  const blockMs = count * spacingMs;
  const [block] = booked.parse([...(await bookSlots(db, { now: now.toISOString(), blockMs }))]);
  if (!block) return { pausedUntil: (await readPause(db, now)) ?? now };
  const start = block.blockEnd - blockMs;
  return { at: Array.from({ length: count }, (_, i) => new Date(start + i * spacingMs)) };
}

/** Until when nobody may send; null when that is over or never was. */
export async function readPause(db: Db, now: Date): Promise<Date | null> {
  const [pause] = paused.parse([...(await pauses(db, { now: now.toISOString() }))]);
  return pause ? new Date(pause.until) : null;
}

/** Nobody sends before `until`, on any instance. A shorter pause never cuts a longer one. */
export async function pauseSending(db: Db, until: Date): Promise<void> {
  await db
    .update(pace)
    .set({
      pausedUntil: sql`greatest(${pace.pausedUntil}, ${sql.param(until, pace.pausedUntil)})`,
    })
    .where(eq(pace.id, THE_ROW));
}
