import 'server-only';
import { eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Db } from '../platform/db/client';
import { readRow, readRows } from '../platform/db/read-rows';
import { pace, users } from '../platform/db/schema';
import { epochMs, ms, timestamp } from '../platform/db/time-in-sql';
import { CLOCKS_APART_MS } from '../platform/db/time-limits';
import { CHAT_SPACING_MS } from '../telegram/chat-pace';
import { SEND_LIMIT_MS } from '../telegram/send';
import { outage } from '../telegram/outage';

/** How long a claim is a process's own. After a crash its row is claimed again once this has passed. */
export const LEASE_MS = 30_000;
/**
 * Of a lease so much is left when a send begins, or it is given back: even a slow one is settled before
 * somebody else may claim it.
 */
export const LEASE_MARGIN_MS = SEND_LIMIT_MS + 2_000;

/** Not leased. A lease that ends too far ahead was given by a clock that has since been set back. */
export const isFree = (leaseUntil: SQL, at: SQL): SQL =>
  sql`(${leaseUntil} is null or ${leaseUntil} not between ${at} and ${at} + ${ms(LEASE_MS + CLOCKS_APART_MS)})`;

/** A chat is never busy further ahead; if it is, the clock was set back. */
export const CHAT_AHEAD_MAX_MS = 10_000;

export const UNAUTHORIZED_HALT_MS = 30_000;

const THE_ROW = 1;
/** However long Telegram asks one chat to wait (10,000 s were seen), the others wait no longer. */
const HALT_MAX_MS = 60_000;
/** Slots are taken a few seconds ahead. A slot or a halt further away was dated by a clock that has since been set back. */
const AHEAD_MAX_MS = HALT_MAX_MS + CLOCKS_APART_MS;
const AHEAD_MAX = ms(AHEAD_MAX_MS);
/** Of the pace's row; null where nothing was ever halted. */
const isHalted = (at: SQL): SQL =>
  sql`halted_until > ${at} and halted_until <= ${at} + ${AHEAD_MAX}`;
/** A shorter halt never cuts a longer one that holds at `at`. */
const laterHalt = (until: Date, at: Date): SQL =>
  sql`greatest(${timestamp(until)}, case when ${isHalted(timestamp(at))} then halted_until end)`;

/** After so long somebody whose slot lies too far ahead asks again: others may have given up theirs. */
const TOO_FAR_AHEAD_MS = 5_000;

/**
 * Consecutive instants at which messages may go out; until when all sending halts, as Telegram asked; or that others
 * have taken all slots in time, and when to ask again.
 */
export type Slots = { at: Date[] } | { haltedUntil: Date } | { askAgainAt: Date };

const booking = z.object({ blockEnd: z.number() });

type SlotsAsked = { count: number; maxPerSecond: number; now: Date; latest?: Date | undefined };

/**
 * Takes the next `count` send slots of all instances together. They are spaced evenly, so that no
 * second holds more than `maxPerSecond`; Infinity hands out as many as asked for at once, and books
 * none. Where the next slot, which is the first of the block, lies behind `latest`, none is taken either.
 */
export async function takeSlots(db: Db, asked: SlotsAsked): Promise<Slots> {
  const { count, maxPerSecond, now, latest } = asked;
  if (maxPerSecond === Infinity) {
    const haltedUntil = await readHalt(db, now);
    return haltedUntil ? { haltedUntil } : { at: Array.from({ length: count }, () => now) };
  }
  const spacingMs = 1_000 / maxPerSecond;
  const blockMs = count * spacingMs;
  const at = timestamp(now);
  const inTime = latest
    ? sql`next_slot_at not between ${timestamp(latest)} and ${at} + ${AHEAD_MAX}`
    : sql`true`;
  const bookings = sql`
    update pace set next_slot_at = ${ms(blockMs)} + case
      when next_slot_at between ${at} and ${at} + ${AHEAD_MAX} then next_slot_at else ${at} end
    where id = ${THE_ROW} and (${isHalted(at)}) is not true and ${inTime}
    returning ${epochMs(sql`next_slot_at`)} as "blockEnd"`;
  const [block] = await readRows(db, bookings, booking);
  if (!block) {
    const haltedUntil = await readHalt(db, now);
    if (haltedUntil) return { haltedUntil };
    // The halt has ended in between: ask again at once.
    if (!latest) return { haltedUntil: now };
    return { askAgainAt: new Date(now.getTime() + TOO_FAR_AHEAD_MS) };
  }
  const start = block.blockEnd - blockMs;
  return { at: Array.from({ length: count }, (_, i) => new Date(start + i * spacingMs)) };
}

/**
 * For how many milliseconds slots are taken ahead, and nobody may send; 0 where that is not so, or was written by a clock
 * that has since been set back.
 */
export async function readPace(db: Db, now: Date) {
  const [row] = await db.select().from(pace);
  const aheadMs = (instant: Date | null | undefined) => {
    const ahead = (instant?.getTime() ?? 0) - now.getTime();
    return ahead > 0 && ahead <= AHEAD_MAX_MS ? ahead : 0;
  };
  return { bookedMs: aheadMs(row?.nextSlotAt), haltedMs: aheadMs(row?.haltedUntil) };
}

/** Until when nobody may send; null when that is over or never was. */
export async function readHalt(db: Db, now: Date): Promise<Date | null> {
  const { haltedMs } = await readPace(db, now);
  return haltedMs > 0 ? new Date(now.getTime() + haltedMs) : null;
}

/** The next free second of the chat, which is then taken, or until when it has to stay silent. */
export async function bookChat(db: Db, chatId: number, now: Date) {
  const at = timestamp(now);
  const { chatFreeAt, chatSilentUntil } = users;
  const freeFrom = sql`case when ${chatFreeAt} between ${at} and ${at} + ${ms(CHAT_AHEAD_MAX_MS)}
    then ${chatFreeAt} else ${at} end`;
  const [row] = await db
    .update(users)
    .set({ chatFreeAt: sql`${freeFrom} + ${ms(CHAT_SPACING_MS)}` })
    .where(eq(users.id, chatId))
    .returning({ takenUntil: chatFreeAt, silentUntil: chatSilentUntil });
  const silenceMs = (row?.silentUntil?.getTime() ?? 0) - now.getTime();
  if (row?.silentUntil && silenceMs > 0 && silenceMs <= SILENCE_MAX_MS) {
    return { silentUntil: row.silentUntil };
  }
  const takenUntil = row?.takenUntil?.getTime() ?? now.getTime() + CHAT_SPACING_MS;
  return { freeAt: new Date(takenUntil - CHAT_SPACING_MS) };
}

/** 429s from this many chats within this time mean the bot as a whole; fewer, only those chats. */
const REFUSED_CHATS_MEAN_ALL = 3;
const REFUSED_WITHIN_MS = 5_000;
/** The longest silence of a chat that is believed; a longer one means that a clock was wrong. */
export const SILENCE_MAX_MS = 86_400_000;

type Refusal = { chatId: number; retryAfterS: number; at: Date };
const refusalRow = z.object({ halts: z.boolean() });

/**
 * Telegram answered 429 for a chat at `at`: the chat stays silent until it may be written to again.
 * All sending halts only once several chats were refused within seconds; then answers until when. Flood
 * waits are mostly a chat's own: https://github.com/tdlib/telegram-bot-api/issues/516
 */
export async function recordRefusal(db: Db, refusal: Refusal): Promise<Date | null> {
  await silenceChat(db, refusal);
  const { chatId, retryAfterS, at } = refusal;
  const now = timestamp(at);
  const haltMs = Math.min(retryAfterS * 1_000, HALT_MAX_MS);
  const until = new Date(at.getTime() + haltMs);
  // Answers of several instances are written down in any order.
  const near = ms(REFUSED_WITHIN_MS);
  const recording = sql`
    with before as (
      select refused_since between ${now} - ${near} and ${now} + ${near} as counts,
        refused_since, refused_chats
      from pace where id = ${THE_ROW} for update
    ), after as (
      select case when counts then refused_since else ${now} end as since,
        array(select distinct chat from unnest(
          case when counts then refused_chats else '{}' end || ${chatId}::bigint) as chat) as chats
      from before
    )
    update pace set refused_since = since, refused_chats = chats,
      halted_until = case when cardinality(chats) >= ${REFUSED_CHATS_MEAN_ALL}
        then ${laterHalt(until, at)} else halted_until end
    from after where id = ${THE_ROW}
    returning cardinality(chats) >= ${REFUSED_CHATS_MEAN_ALL} as halts`;
  const { halts } = await readRow(db, recording, refusalRow);
  if (halts) outage.refusedAll();
  return halts ? until : null;
}

/**
 * Telegram answered 429 for a chat at `at`: it stays silent. By itself that never means the bot as a
 * whole: a chat whose user presses buttons without end gets such answers too.
 */
export async function silenceChat(db: Db, { chatId, retryAfterS, at }: Refusal): Promise<void> {
  const until = timestamp(silentUntil(at, retryAfterS));
  const { chatSilentUntil: before } = users;
  const believed = sql`case when ${before} <= ${timestamp(at)} + ${ms(SILENCE_MAX_MS)} then ${before} end`;
  const chatSilentUntil = sql`greatest(${believed}, ${until})`;
  await db.update(users).set({ chatSilentUntil }).where(eq(users.id, chatId));
}

/** When a chat may be written to again that was refused at `at`. */
export const silentUntil = (at: Date, retryAfterS: number): Date =>
  new Date(at.getTime() + Math.min(retryAfterS * 1_000, SILENCE_MAX_MS));

/** Telegram refused the bot at `at`: nobody sends before `until`, on any instance. */
export async function haltSending(db: Db, { until, at }: { until: Date; at: Date }): Promise<void> {
  await db
    .update(pace)
    .set({ haltedUntil: laterHalt(until, at) })
    .where(eq(pace.id, THE_ROW));
}
