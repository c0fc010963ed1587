import 'server-only';
import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { type ZoneAnswer } from '@/contract/settings';
import { inputFrom } from '@/contract/reminder';
import { instantToWallTime, isTimeZone, wallTimeToInstant } from '@/core/time-zone';
import { zoneOffset } from '@/core/zone-names';
import { validationTexts } from '@/texts/validation';
import { chooseTimeZone } from './account-zone';
import { type Account, findAccount } from './accounts';
import { lookAtDayAnew } from './day/plans';
import { type Db } from './db/client';
import { reminders, users } from './db/schema';
import { AppError } from './errors';
import { updateReminder } from './reminders';
import { findReminder } from './upcoming';

/** Moved at a time: Telegram waits for the answer to a press. */
const SHIFTED_MAX = 200;

/** Ids of what lies ahead on the clocks of a zone, untouched since it was made. */
async function idsAhead(
  db: Db,
  userId: number,
  zone: string,
  now: Date,
  afterId = 0,
): Promise<number[]> {
  const rows = await db
    .select({ id: reminders.id })
    .from(reminders)
    .where(
      and(
        eq(reminders.userId, userId),
        gt(reminders.id, afterId),
        eq(reminders.timeZone, zone),
        eq(reminders.completed, false),
        gt(reminders.dateTime, now),
        isNull(reminders.deletedAt),
        isNull(reminders.openOccurrenceAt),
        isNull(reminders.snoozedUntil),
        isNull(reminders.pausedFrom),
      ),
    )
    .orderBy(asc(reminders.id))
    .limit(SHIFTED_MAX);
  return rows.map(({ id }) => id);
}

/** How many reminders `moveToOwnZone` would look at, as far as it goes at a time. */
export const countAhead = async (
  db: Db,
  userId: number,
  zone: string,
  now: Date,
): Promise<number> => (await idsAhead(db, userId, zone, now)).length;

/**
 * Moves what was said on the clocks of another zone to the same time of day in the person's own, of the
 * reminders behind `afterId`. Done again it finds nothing. What would lie in the past stays. Answers how
 * many moved and stayed, and behind which id there may be more; null where all are done.
 */
export async function moveToOwnZone(
  db: Db,
  account: Account,
  from: string,
  now: Date,
  afterId = 0,
): Promise<{ moved: number; stayed: number; next: number | null }> {
  let [moved, stayed] = [0, 0];
  if (from === account.timeZone) return { moved, stayed, next: null };
  const ids = await idsAhead(db, account.id, from, now, afterId);
  for (const id of ids) {
    const reminder = await findReminder(db, account.id, id);
    // Moved meanwhile, by a second press: its time is on other clocks already.
    if (reminder?.timeZone !== from) continue;
    const wallTime = instantToWallTime(new Date(reminder.dateTime), from);
    const input = {
      ...inputFrom(reminder),
      typeId: reminder.type.id,
      categoryId: reminder.category.id,
      timeZone: account.timeZone,
      dateTime: wallTimeToInstant(wallTime, account.timeZone).toISOString(),
    };
    try {
      await updateReminder(db, account, id, input, { now, version: reminder.version });
      moved += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      stayed += 1;
    }
  }
  return { moved, stayed, next: ids.length < SHIFTED_MAX ? null : (ids.at(-1) ?? null) };
}

/**
 * Saves the browser's zone unless the user chose one by hand, and answers the account as it then is.
 * Where that moves the clocks, and something lies ahead on those before, `timeZoneBefore` names their
 * zone until `answerZoneChange`. An unknown zone is `invalid`.
 */
export async function saveBrowserTimeZone(
  db: Db,
  account: Account,
  timeZone: string,
  now: Date,
): Promise<Account> {
  if (!isTimeZone(timeZone)) {
    throw new AppError('invalid', {
      errors: [{ field: 'timezone', message: validationTexts.timeZone }],
    });
  }
  if (account.timeZoneManual) return account;
  if (account.timeZone === timeZone && !account.timeZoneAssumed) return account;
  const before = account.timeZoneBefore ?? account.timeZone;
  const moves = zoneOffset(before, now) !== zoneOffset(timeZone, now);
  const asks = moves && (await countAhead(db, account.id, before, now)) > 0;
  const [saved = account] = await db
    .update(users)
    .set({ timeZone, timeZoneAssumed: false, timeZoneBefore: asks ? before : null })
    .where(eq(users.id, account.id))
    .returning();
  await lookAtDayAnew(db, account.id);
  return saved;
}

/**
 * What the user wants of reminders on the clocks before: `move` all of them, a part at a time, as
 * `moveToOwnZone`; `keep` them, only new ones being local; or `stay` with those clocks altogether. Given
 * again it changes nothing.
 */
export async function answerZoneChange(
  db: Db,
  account: Account,
  { answer, after }: ZoneAnswer,
  now: Date,
): Promise<{ account: Account; moved: number; stayed: number; next: number | null }> {
  const { timeZoneBefore: before } = account;
  let shifted: Awaited<ReturnType<typeof moveToOwnZone>> = { moved: 0, stayed: 0, next: null };
  if (before !== null) {
    if (answer === 'stay') await chooseTimeZone(db, account.id, before);
    if (answer === 'move') shifted = await moveToOwnZone(db, account, before, now, after);
    if (shifted.next === null) {
      await db.update(users).set({ timeZoneBefore: null }).where(eq(users.id, account.id));
    }
  }
  return { ...shifted, account: (await findAccount(db, account.id)) ?? account };
}
