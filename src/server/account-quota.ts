import 'server-only';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  ACCOUNT_HISTORY_MAX,
  ACCOUNT_TEXT_MAX_BYTES,
  RESTORE_DAYS,
  ROWS_PER_KIND_MAX,
} from '@/core/limits';
import { errorTexts } from '@/texts/errors';
import { type Db } from './db/client';
import { AppError } from './errors';

type Kind = 'reminders' | 'notes';

const used = z.object({
  reminders: z.number(),
  notes: z.number(),
  liveReminders: z.number(),
  liveNotes: z.number(),
  bytes: z.number(),
  liveBytes: z.number(),
});

/** What an attachment costs; the same as its `sizeOf`, spaces between its parts aside. */
const attached = sql`coalesce(octet_length(attachment::text), 0)`;

/** What an account holds. One that is deleted counts: it can be restored, so it is still stored. */
export async function roomUsed(db: Db, userId: number): Promise<z.infer<typeof used>> {
  const { rows } = await db.execute(sql`
    select rows as reminders, live as "liveReminders", note_rows as notes, note_live as "liveNotes",
      bytes + note_bytes as bytes, live_bytes + note_live_bytes as "liveBytes"
    from (
      select count(*)::int as rows, count(*) filter (where deleted_at is null)::int as live,
        coalesce(sum(octet_length(text) + ${attached}), 0)::float8 as bytes,
        coalesce(sum(octet_length(text) + ${attached}) filter (where deleted_at is null), 0)::float8
          as live_bytes
      from reminders where user_id = ${userId}
    ) as of_reminders, (
      select count(*)::int as note_rows,
        count(*) filter (where deleted_at is null)::int as note_live,
        coalesce(sum(octet_length(title) + octet_length(content) + ${attached}), 0)::float8
          as note_bytes,
        coalesce(sum(octet_length(title) + octet_length(content) + ${attached})
          filter (where deleted_at is null), 0)::float8 as note_live_bytes
      from notes where user_id = ${userId}
    ) as of_notes`);
  return used.parse(rows[0]);
}

/** Bytes of texts as they are stored. */
export const bytesOf = (...texts: string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

const full = (message: string) => new AppError('full', { message });
const noMoreText = () => full(errorTexts.noRoomForText(ACCOUNT_TEXT_MAX_BYTES, RESTORE_DAYS));
const noMoreRows = (kind: Kind) =>
  full(errorTexts.noRoomForRows[kind](ROWS_PER_KIND_MAX, RESTORE_DAYS));

/** Lets one more row of `bytes` in, or throws `full`. Inside `creating`, so that nobody adds meanwhile. */
export async function checkQuota(db: Db, userId: number, kind: Kind, bytes: number): Promise<void> {
  const room = await roomUsed(db, userId);
  if (room[kind] >= ROWS_PER_KIND_MAX) throw noMoreRows(kind);
  if (room.bytes + bytes > ACCOUNT_TEXT_MAX_BYTES) throw noMoreText();
}

/**
 * Lets a text grow by `bytes`, or throws `full`. A shorter one is always let in: an account that holds
 * more than it may keeps what it has.
 */
export async function checkQuotaToGrow(db: Db, userId: number, bytes: number): Promise<void> {
  if (bytes <= 0) return;
  if ((await roomUsed(db, userId)).bytes + bytes > ACCOUNT_TEXT_MAX_BYTES) throw noMoreText();
}

/** Lets a deleted row of `bytes` come back among the others, or throws `full`. */
export async function checkQuotaToRestore(
  db: Db,
  userId: number,
  kind: Kind,
  bytes: number,
): Promise<void> {
  const room = await roomUsed(db, userId);
  const live = kind === 'notes' ? room.liveNotes : room.liveReminders;
  if (live >= ROWS_PER_KIND_MAX) throw noMoreRows(kind);
  if (room.liveBytes + bytes > ACCOUNT_TEXT_MAX_BYTES) throw noMoreText();
}

/** How many entries of histories an account has room for. What delivery writes by itself is not held up by it. */
export async function historyRoom(db: Db, userId: number): Promise<number> {
  const { rows } = await db.execute(sql`
    select count(*)::int as entries from (
      select 1 from occurrences join reminders on reminders.id = occurrences.reminder_id
      where reminders.user_id = ${userId} limit ${ACCOUNT_HISTORY_MAX}) as stored`);
  return ACCOUNT_HISTORY_MAX - z.object({ entries: z.number() }).parse(rows[0]).entries;
}
