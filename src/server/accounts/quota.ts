import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  ACCOUNT_HISTORY_MAX,
  ACCOUNT_TEXT_MAX_BYTES,
  RESTORE_DAYS,
  ROW_MIN_BYTES,
  ROWS_IN_HAND_MAX,
} from '@/core/limits';
import { errorTexts } from '@/texts/errors';
import { type Db } from '../platform/db/client';
import { readRow } from '../platform/db/read-rows';
import { AppError } from '../platform/errors';

const used = z.object({ reminders: z.number(), notes: z.number(), bytes: z.number() });
export type RoomUsed = z.infer<typeof used>;

/** Rows in hand, and the bytes of all; of an attachment what `sizeOf` says, spaces between its parts aside. */
const roomIn = (userId: number, table: SQL, { text, inHand }: { text: SQL; inHand: SQL }) => sql`(
  select count(*) filter (where ${inHand} and deleted_at is null)::int as rows,
    coalesce(sum(greatest(${ROW_MIN_BYTES}::int,
      ${text} + coalesce(octet_length(attachment::text), 0))), 0)::float8 as bytes
  from ${table} where user_id = ${userId})`;

/**
 * What an account holds: reminders and notes in hand, and the bytes of all its rows. One that is deleted counts by
 * its size: it can be restored, so it is still stored, and there is always room for it to come back. What takes the
 * latest act on each reminder back (`acts`) does not count: it holds no more than the reminder did before.
 */
export async function roomUsed(db: Db, userId: number): Promise<RoomUsed> {
  const ofReminders = { text: sql`octet_length(text)`, inHand: sql`not completed` };
  const ofNotes = { text: sql`octet_length(title) + octet_length(content)`, inHand: sql`true` };
  const room = sql`
    select r.rows as reminders, n.rows as notes, r.bytes + n.bytes as bytes
    from ${roomIn(userId, sql`reminders`, ofReminders)} as r,
      ${roomIn(userId, sql`notes`, ofNotes)} as n`;
  return readRow(db, room, used);
}

export const bytesOf = (...texts: string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

/** True where one more row of `bytes` has no room. */
export const isFullOfText = (room: RoomUsed, bytes: number): boolean =>
  room.bytes + Math.max(ROW_MIN_BYTES, bytes) > ACCOUNT_TEXT_MAX_BYTES;

const full = (message: string) => new AppError('full', { message });
const noMoreText = () => full(errorTexts.noRoomForText(ACCOUNT_TEXT_MAX_BYTES, RESTORE_DAYS));

/**
 * Lets one more row of `bytes` in hand, or throws `full`; answers which of its kind it is. Inside `withPersonLocked`, so that
 * nobody adds meanwhile.
 */
export async function checkQuota(
  db: Db,
  userId: number,
  kind: 'reminders' | 'notes',
  bytes: number,
): Promise<number> {
  const room = await checkRowsInHand(db, userId, kind);
  if (isFullOfText(room, bytes)) throw noMoreText();
  return room[kind] + 1;
}

/** Answers what an account holds where it may have one more of a kind in hand, else throws `full`. */
export async function checkRowsInHand(
  db: Db,
  userId: number,
  kind: 'reminders' | 'notes',
): Promise<RoomUsed> {
  const room = await roomUsed(db, userId);
  if (room[kind] < ROWS_IN_HAND_MAX) return room;
  throw full(errorTexts.noRoomForRows[kind](ROWS_IN_HAND_MAX));
}

/** Lets a text grow by `bytes`, or throws `full`. A shorter one is always let in, whatever the account holds. */
export async function checkQuotaToGrow(db: Db, userId: number, bytes: number): Promise<void> {
  if (bytes <= 0) return;
  if ((await roomUsed(db, userId)).bytes + bytes > ACCOUNT_TEXT_MAX_BYTES) throw noMoreText();
}

/** How many entries of histories an account has room for. What delivery writes by itself is not held up by it. */
export async function historyRoom(db: Db, userId: number): Promise<number> {
  const stored = sql`(
    select 1 from occurrences join reminders on reminders.id = occurrences.reminder_id
    where reminders.user_id = ${userId} limit ${ACCOUNT_HISTORY_MAX}) as stored`;
  return ACCOUNT_HISTORY_MAX - (await db.$count(stored));
}
