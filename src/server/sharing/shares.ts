import 'server-only';
import { formatInTimeZone } from 'date-fns-tz';
import { ru } from 'date-fns/locale/ru';
import { excerpt } from '@/core/cut';
import { zoneOffset } from '@/core/zone-names';
import { type Html } from '@/texts/html';
import { describeRule } from '@/texts/schedule';
import { zoneName } from '@/texts/zones';
import { type InlineQueryResult } from 'telegraf/types';
import { type Responses } from '@/contract/api';
import { fromChat, type Origin } from '../platform/attachment';
import { env } from '../platform/env';
import { log } from '../platform/log';
import { takePersonalPermit } from '../platform/rate-limit';
import { readReminder } from '../reminders/present';
import { dataOf } from '../telegram/callback-data';
import { momentOnEachClock } from '../telegram/message';
import { articleOf, BotApiError, ownBot, prepareMessage } from '../telegram/send';
import { button, callTimeout } from '../telegram/turn';
import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { RATE_LIMITS, SHARES_MAX } from '@/core/limits';
import {
  firstOccurrence,
  nextOccurrence,
  type Schedule,
  scheduleAt,
  withoutAge,
} from '@/core/recurrence';
import { jointTexts } from '@/texts/joint';
import { shareTexts } from '@/texts/share';
import { type Account } from '../accounts/accounts';
import { printOf } from '../platform/create-once';
import { withPersonLocked } from '../platform/db/locks';
import { textForOthers } from '../reminders/write/note-points';
import { type Db } from '../platform/db/client';
import { joints, reminders, shares, users } from '../platform/db/schema';
import { AppError, found, orRefusal } from '../platform/errors';
import { newTokenKey, tokenOf } from '../platform/secrets';
import { createCopy } from '../reminders/reminders';
import { lockReminder, type ReminderRow } from '../reminders/rows';
import { beginJoint } from './joining';
import { checkOwner, liveRows, lockJoint } from '../reminders/joint';
import { jointOf } from '../reminders/joint-people';

/**
 * A reminder as it was when its owner shared it: what is written into it later is not for others. Of a joint,
 * the reminder as it is.
 */
export interface Share extends Pick<ShareRow, 'key' | 'userId' | 'text' | 'typeId'>, Schedule {
  /** The joint that it asks people to join, with the owner's row and name; absent where it gives a copy. */
  joint?: { id: number; reminderId: number; owner: string };
  /** The chat in which it was made and taken over, where it was made in one. */
  origin?: Origin | undefined;
  /** Takes one of a card's seats, in the transaction that makes the copy. Throws `full`. */
  claimSeat?: (tx: Db) => Promise<void>;
}

type ShareRow = typeof shares.$inferSelect;

/**
 * Opens a reminder to whoever has its link: «Каждому отдельно», or `asJoint` for all («Общее»), which its
 * owner alone may. Unchanged, it keeps its link. Throws `not-found`, `invalid` (over, or not the owner's), and `full`:
 * too many shares, or too many for all in a day, each with words of its own, which the chat shows.
 */
export async function shareReminder(
  db: Db,
  userId: number,
  reminderId: number,
  now: Date,
  asJoint = false,
): Promise<ShareRow> {
  return withPersonLocked(db, userId, async (tx) => {
    const joint = await lockJoint(tx, userId, reminderId);
    if (asJoint) await checkOwner(tx, joint, reminderId);
    const reminder = await lockReminder(tx, userId, reminderId);
    if (reminder.deletedAt !== null) throw new AppError('not-found');
    const schedule = sharedSchedule(reminder, now);
    if (!schedule || !nextOccurrence(schedule, now)) {
      throw new AppError('invalid', { message: shareTexts.over });
    }
    const { typeId } = reminder;
    const text = await textForOthers(tx, reminder);
    const jointId = asJoint ? (joint?.id ?? (await beginJoint(tx, reminder, now))) : null;
    const print = asJoint ? 'joint' : printOf([text, typeId, schedule]);
    const [present] = await tx
      .select()
      .from(shares)
      .where(and(eq(shares.reminderId, reminderId), eq(shares.print, print)));
    if (present) return present;
    const ofUser = eq(shares.userId, userId);
    if ((await tx.$count(shares, ofUser)) >= SHARES_MAX) await closeEnded(tx, userId);
    if ((await tx.$count(shares, ofUser)) >= SHARES_MAX) {
      throw new AppError('full', { message: shareTexts.tooMany(SHARES_MAX) });
    }
    if (asJoint) {
      const permit = takePersonalPermit(tx, 'proposals', userId, now);
      const { limit } = RATE_LIMITS.proposals;
      if (await orRefusal(permit, 'too-many')) {
        throw new AppError('full', { message: jointTexts.tooMany(limit) });
      }
    }
    const row = { key: newTokenKey(), userId, reminderId, jointId, print, text, typeId };
    const values = { ...row, ...schedule, createdAt: now };
    const [created] = await tx.insert(shares).values(values).returning();
    return found(created);
  });
}

/** Links to what is over need no closing by hand. */
async function closeEnded(db: Db, userId: number): Promise<void> {
  const over = or(eq(reminders.completed, true), isNotNull(reminders.deletedAt));
  const own = and(eq(reminders.userId, userId), over);
  const ended = db.select({ id: reminders.id }).from(reminders).where(own);
  await db.delete(shares).where(and(eq(shares.userId, userId), inArray(shares.reminderId, ended)));
}

/** When the copies come: at the moments of the original, on the clocks on which its series counts. */
export function sharedSchedule(reminder: ReminderRow, now: Date): Schedule | null {
  const { firstWallTime, timeZone, dateTime, snoozedUntil } = reminder;
  if (reminder.rule === null) {
    const at = [dateTime, snoozedUntil].find((each) => each !== null && each > now);
    return at ? scheduleAt(at, null, timeZone) : null;
  }
  const rule = withoutAge(reminder.rule);
  return rule.afterDone ? scheduleAt(dateTime, rule, timeZone) : { firstWallTime, timeZone, rule };
}

export const shareTokenOf = (key: string, botToken: string): string =>
  tokenOf('share', key, botToken);

/** The word before the token in the bot's `start` parameter. */
export const START_PREFIX = 'share_';

export const startLink = (start: string, botUsername: string): string =>
  `https://t.me/${botUsername}?start=${start}`;

export const shareLink = (token: string, botUsername: string): string =>
  startLink(`${START_PREFIX}${token}`, botUsername);

/** The token in what /start came with; undefined where it came with something else. */
export const tokenOfStart = (args: string): string | undefined =>
  args.startsWith(START_PREFIX) ? args.slice(START_PREFIX.length) : undefined;

/** The condition, on a reminder joined with its owner, that others may take it: neither of them has gone. */
export const isOffered = and(
  isNull(users.unreachableSince),
  isNotNull(users.termsVersion),
  isNull(reminders.deletedAt),
);

/** Finds what a key opens; undefined once its owner has closed it, deleted the reminder or gone away. */
export async function findShare(db: Db, key: string): Promise<Share | undefined> {
  const [row] = await db
    .select({ share: shares, reminder: reminders, owner: users.firstName })
    .from(shares)
    .innerJoin(users, eq(users.id, shares.userId))
    .innerJoin(reminders, eq(reminders.id, shares.reminderId))
    .where(and(eq(shares.key, key), isOffered));
  if (!row) return undefined;
  const { share, reminder, owner } = row;
  if (share.jointId === null) return share;
  const { id: reminderId, typeId, firstWallTime, timeZone, rule } = reminder;
  const text = await textForOthers(db, reminder);
  const joint = { id: share.jointId, reminderId, owner };
  return { ...share, text, typeId, firstWallTime, timeZone, rule, joint };
}

/** «Закрыть ссылку»: every link to this reminder of the user. Answers how many there were. */
export async function closeShares(db: Db, userId: number, reminderId: number): Promise<number> {
  return db.transaction(async (tx) => {
    const joint = await lockJoint(tx, userId, reminderId);
    const closed = await tx
      .delete(shares)
      .where(and(eq(shares.userId, userId), eq(shares.reminderId, reminderId)))
      .returning({ key: shares.key });
    // They alone take part, and nobody can join any more: it is an ordinary reminder again.
    const [first, ...others] = liveRows(joint);
    if (joint && first?.userId === userId && others.length === 0)
      await tx.delete(joints).where(eq(joints.id, joint.id));
    return closed.length;
  });
}

/** Gives an account one reminder of what is shared, without flood and messages ahead: see `createCopy`. */
export async function takeShare(db: Db, account: Account, share: Share, now: Date) {
  // Consent to a copy is none to take part.
  if (share.joint) throw new AppError('conflict');
  const { text, typeId, origin, claimSeat } = share;
  const attachment = origin ? fromChat(origin) : null;
  const copy = { text, typeId, schedule: share, attachment, claimSeat };
  return createCopy(db, account, copy, { now, createKey: `share-${share.key}` });
}

type ToShow = Pick<Share, 'text'> & Schedule & { snoozedUntil?: Date | null };

/** A shared reminder's card: its readers live in different zones, so it names its own, and dates in full. */
export function sharedCard(share: ToShow, now: Date): Html {
  const { text, rule, timeZone, firstWallTime, snoozedUntil } = share;
  const putOff = snoozedUntil && snoozedUntil > now ? snoozedUntil : null;
  // A series that is over shows its first occurrence.
  const at = putOff ?? nextOccurrence(share, now) ?? firstOccurrence(share) ?? now;
  const date = formatInTimeZone(at, timeZone, "d MMMM yyyy 'в' HH:mm", { locale: ru });
  return shareTexts.card({
    text,
    when: momentOnEachClock(`${date} (${zoneName(timeZone, zoneOffset(timeZone, at))})`, at, now),
    rule: rule ? describeRule(rule, firstWallTime) : '',
  });
}

/** So many letters of the text stand in an address: Telegram may refuse one that is too long. */
const TEXT_IN_ADDRESS = 100;

/** Telegram's own address that asks in which chat to put a link, with the card; a long text is cut there. */
export function chatChoice(share: Share, link: string, now: Date): string {
  const card = sharedCard({ ...share, text: excerpt(share.text, TEXT_IN_ADDRESS) }, now);
  const text = encodeURIComponent(card.toPlainText());
  return `https://t.me/share/url?url=${encodeURIComponent(link)}&text=${text}`;
}

/** As `readReminder`; `sharing` where links cannot be made, which name the bot. */
export async function readToShare(
  db: Db,
  account: Account,
  reminderId: number,
): Promise<Responses['reminderWithHistory']> {
  const read = await readReminder(db, account, reminderId);
  const joint = await jointOf(db, account.id, reminderId);
  const shown = joint ? { ...read, joint } : read;
  return env().botUsername === undefined ? { ...shown, sharing: false } : shown;
}

/**
 * Opens a reminder to others, and has Telegram prepare its card. Throws as `shareReminder`, `unavailable`,
 * `too-many`.
 */
export async function offerShare(
  db: Db,
  userId: number,
  reminderId: number,
  now: Date,
  asJoint = false,
): Promise<Responses['shareOffer']> {
  const { botToken, botUsername } = env();
  if (botUsername === undefined) throw new AppError('unavailable', { message: shareTexts.off });
  await takePersonalPermit(db, 'shares', userId, now);
  const share = await shareReminder(db, userId, reminderId, now, asJoint);
  const token = shareTokenOf(share.key, botToken);
  const text = sharedCard(share, now);
  const url = shareLink(token, botUsername);
  const label = asJoint ? jointTexts.look : shareTexts.take;
  const keyboard = [[button(label, dataOf('share', 'take', token))]];
  return {
    url,
    sendUrl: chatChoice(share, url, now),
    text: text.toPlainText(),
    preparedId: await prepared(userId, articleOf(share.key, shareTexts.title, { text, keyboard })),
  };
}

/** Telegram prepares nothing for a bot without inline mode: then the app sends the link. */
async function prepared(userId: number, result: InlineQueryResult): Promise<string | null> {
  const chats = { allow_user_chats: true, allow_group_chats: true, allow_channel_chats: true };
  try {
    const message = { user_id: userId, result, ...chats };
    return (await prepareMessage(ownBot(), message, callTimeout())).id;
  } catch (error) {
    const code = error instanceof BotApiError ? error.code : undefined;
    log.warn({ code }, 'Telegram prepares no message to share');
    return null;
  }
}
