import 'server-only';
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { type Db } from '../db/client';
import { pace } from '../db/schema';

/** Everybody waits this long after Telegram refused the token. */
export const UNAUTHORIZED_PAUSE_MS = 30_000;

const THE_ROW = 1;
/** Slots are taken a few seconds ahead; one further away was handed out by a clock that has since been set back. */
const AHEAD_MAX = sql`interval '1 minute'`;

/** Consecutive instants at which messages may go out, or a pause that Telegram asked for. */
export type Slots = { at: Date[] } | { pausedUntil: Date };

/**
 * Takes the next `count` send slots of all instances together. They are spaced evenly, so that no
 * second holds more than `maxPerSecond`; Infinity hands out as many as asked for at once.
 */
export async function takeSlots(
  db: Db,
  { count, maxPerSecond, now }: { count: number; maxPerSecond: number; now: Date },
): Promise<Slots> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const spacingMs = 1_000 / maxPerSecond;
  const blockMs = count * spacingMs;
  const [taken] = await db
    .update(pace)
    .set({
      nextSlotAt: sql`${blockMs} * interval '1 ms' + case
        when ${pace.nextSlotAt} between ${at} and ${at} + ${AHEAD_MAX} then ${pace.nextSlotAt}
        else ${at} end`,
    })
    .where(and(eq(pace.id, THE_ROW), or(isNull(pace.pausedUntil), lte(pace.pausedUntil, now))))
    .returning({ end: pace.nextSlotAt });
  if (!taken) return { pausedUntil: (await readPause(db, now)) ?? now };
  const start = taken.end.getTime() - blockMs;
  return { at: Array.from({ length: count }, (_, i) => new Date(start + i * spacingMs)) };
}

/** Until when nobody may send; null when that is over or never was. */
export async function readPause(db: Db, now: Date): Promise<Date | null> {
  const [row] = await db.select({ until: pace.pausedUntil }).from(pace).where(eq(pace.id, THE_ROW));
  return row?.until && row.until > now ? row.until : null;
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
