import 'server-only';
import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { SHARES_MAX } from '@/core/limits';
import { nextOccurrence, type Schedule, scheduleAt } from '@/core/recurrence';
import { shareTexts } from '@/texts/share';
import { type Account } from '../accounts/accounts';
import { creating, printOf } from '../platform/create-once';
import { type Db } from '../platform/db/client';
import { loadReference } from '../platform/db/reference';
import { reminders, shares, users } from '../platform/db/schema';
import { AppError } from '../platform/errors';
import { newTokenKey, tokenOf } from '../platform/secrets';
import { createCopy, lockReminder, type ReminderRow } from '../reminders/reminders';
import { readingContext } from '../accounts/settings';

/** A reminder as it was when its owner shared it: what is written into it later is not for others. */
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

/** Opens a reminder to whoever has its link; unchanged, it keeps its link. `not-found`, `invalid` (over), `full`. */
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
    const row = { key: newTokenKey(), userId, reminderId, print, text, typeId, ...schedule };
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

export const shareTokenOf = (key: string, botToken: string): string =>
  tokenOf('share', key, botToken);

/** What stands before the token in the bot's `start` parameter. */
const START_PREFIX = 'share_';

/** The link that opens the bot with a shared reminder. */
export const shareLink = (token: string, botUsername: string): string =>
  `https://t.me/${botUsername}?start=${START_PREFIX}${token}`;

/** The token in what /start came with; undefined where it came with something else. */
export const tokenOfStart = (args: string): string | undefined =>
  args.startsWith(START_PREFIX) ? args.slice(START_PREFIX.length) : undefined;

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

/** Gives an account one reminder of what is shared, without flood, messages ahead and attachment. Throws `full`. */
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
