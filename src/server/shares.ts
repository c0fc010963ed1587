import 'server-only';
import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { SHARES_MAX } from '@/core/limits';
import { nextOccurrence, type Schedule, scheduleAt } from '@/core/recurrence';
import { shareTexts } from '@/texts/share';
import { type Account } from './accounts';
import { creating, printOf } from './create-once';
import { type Db } from './db/client';
import { loadReference } from './db/reference';
import { reminders, shares, users } from './db/schema';
import { AppError } from './errors';
import { createCopy, lockReminder, type ReminderRow } from './reminders';
import { readingContext } from './settings';
import { newShareKey } from './share-token';

/**
 * A reminder as its owner has shared it: its text and when it comes, nothing else. It stays what it was
 * at that moment: what is written into the reminder later is not for those who have the link.
 */
export interface Share {
  key: string;
  userId: number;
  text: string;
  typeId: number;
  schedule: Schedule;
}

type ShareRow = typeof shares.$inferSelect;
const shareOf = ({ firstWallTime, timeZone, rule, ...row }: ShareRow): Share => ({
  ...{ key: row.key, userId: row.userId, text: row.text, typeId: row.typeId },
  schedule: { firstWallTime, timeZone, rule },
});

/**
 * Opens a reminder of this user to whoever has its link. A reminder that has not changed since has the
 * link that it had. Throws `not-found`, `invalid` where nothing of it is to come, and `full`.
 */
export async function shareReminder(
  db: Db,
  userId: number,
  reminderId: number,
  now: Date,
): Promise<Share> {
  return creating(db, userId, async (tx) => {
    const reminder = await lockReminder(tx, userId, reminderId);
    if (reminder.deletedAt !== null) throw new AppError('not-found');
    const schedule = sharedSchedule(reminder, now);
    if (!schedule || !nextOccurrence(schedule, now)) {
      throw new AppError('invalid', { message: shareTexts.over });
    }
    const { text, typeId } = reminder;
    const print = printOf([text, typeId, schedule]);
    const [present] = await tx
      .select()
      .from(shares)
      .where(and(eq(shares.reminderId, reminderId), eq(shares.print, print)));
    if (present) return shareOf(present);
    const ofUser = eq(shares.userId, userId);
    if ((await tx.$count(shares, ofUser)) >= SHARES_MAX) await closeEnded(tx, userId);
    if ((await tx.$count(shares, ofUser)) >= SHARES_MAX) {
      throw new AppError('full', { message: shareTexts.tooMany(SHARES_MAX) });
    }
    const row = { key: newShareKey(), userId, reminderId, print, text, typeId, ...schedule };
    const [created] = await tx
      .insert(shares)
      .values({ ...row, createdAt: now })
      .returning();
    if (!created) throw new AppError('internal');
    return shareOf(created);
  });
}

/** Links to what is over need no closing by hand. */
async function closeEnded(db: Db, userId: number): Promise<void> {
  const ended = db
    .select({ id: reminders.id })
    .from(reminders)
    .where(
      and(
        eq(reminders.userId, userId),
        or(eq(reminders.completed, true), isNotNull(reminders.deletedAt)),
      ),
    );
  await db.delete(shares).where(and(eq(shares.userId, userId), inArray(shares.reminderId, ended)));
}

/** When the copies come: at the moments of the original, on the clocks on which its series counts. */
function sharedSchedule(reminder: ReminderRow, now: Date): Schedule | null {
  const { firstWallTime, timeZone, dateTime, snoozedUntil } = reminder;
  if (reminder.rule === null) {
    const at = [dateTime, snoozedUntil].find((each) => each !== null && each > now);
    return at ? scheduleAt(at, null, timeZone) : null;
  }
  // Nobody is told how old somebody is.
  const { birthYear: _, ...rule } = reminder.rule;
  return rule.afterDone ? scheduleAt(dateTime, rule, timeZone) : { firstWallTime, timeZone, rule };
}

/** What a key opens; undefined once its owner has closed it, deleted the reminder or gone away. */
export async function findShare(db: Db, key: string): Promise<Share | undefined> {
  const [found] = await db
    .select({ share: shares })
    .from(shares)
    .innerJoin(users, eq(users.id, shares.userId))
    .innerJoin(reminders, eq(reminders.id, shares.reminderId))
    .where(
      and(
        eq(shares.key, key),
        isNull(users.unreachableSince),
        isNotNull(users.termsVersion),
        isNull(reminders.deletedAt),
      ),
    );
  return found && shareOf(found.share);
}

/** «Закрыть ссылку»: every link to this reminder of the user. Answers how many there were. */
export async function closeShares(db: Db, userId: number, reminderId: number): Promise<number> {
  const closed = await db
    .delete(shares)
    .where(and(eq(shares.userId, userId), eq(shares.reminderId, reminderId)))
    .returning({ key: shares.key });
  return closed.length;
}

/** What became of «Напомнить и мне». */
export type Taken =
  | { result: 'created' | 'there'; reminderId: number }
  /** Nothing of it is to come. */
  | { result: 'over' }
  /** It is theirs already. */
  | { result: 'own' };

/**
 * Gives an account a reminder of its own of what is shared; one, however often it asks. Without flood,
 * messages ahead and attachment: those are its owner's. Throws `full`.
 */
export async function takeShare(db: Db, account: Account, share: Share, now: Date): Promise<Taken> {
  if (share.userId === account.id) return { result: 'own' };
  const reference = await loadReference(db, account.id);
  const categoryId = readingContext(account, reference, now).categories[0]?.id;
  if (categoryId === undefined) throw new AppError('internal');
  const { text, typeId, schedule } = share;
  const copy = { text, typeId, schedule, categoryId };
  const made = await createCopy(db, account.id, copy, { now, createKey: `share-${share.key}` });
  if (!made) return { result: 'over' };
  return { result: made.created ? 'created' : 'there', reminderId: made.id };
}
