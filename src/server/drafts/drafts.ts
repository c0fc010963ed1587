import 'server-only';
import { and, desc, eq, gt, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { DAY_MS } from '@/core/calendar';
import { type Draft, draftCreateKey, draftOfKey } from '@/contract/draft';
import {
  DRAFT_DAYS,
  DRAFTS_MAX,
  NOTE_CONTENT_MAX,
  OPEN_DRAFTS_MAX,
  QUESTION_MINUTES,
  REMINDER_TEXT_MAX,
} from '@/core/limits';
import { checkQuotaToGrow } from '../accounts/quota';
import { type Attachment, sizeOf } from '../platform/attachment';
import { type Db } from '../platform/db/client';
import { timestamp } from '../platform/db/time-in-sql';
import { drafts, notes, reminders } from '../platform/db/schema';
import { found } from '../platform/errors';
import { madeUnder, writeAttachment } from '../reminders/write/keys';

export type DraftRow = typeof drafts.$inferSelect;

/** Until when a draft is there that is made, or answered, now. */
export const keptUntil = (now: Date): Date => new Date(now.getTime() + DRAFT_DAYS * DAY_MS);

const owned = (userId: number, id: number) => and(eq(drafts.id, id), eq(drafts.userId, userId));

const OPEN: readonly DraftRow['state'][] = ['asking', 'ready'];
export const isUnanswered = inArray(drafts.state, [...OPEN]);
/** A draft that nobody has answered stays beyond its time, until it is a note. */
const isThere = (now: Date) => or(gt(drafts.expiresAt, now), isUnanswered);

export async function createDraft(
  db: Db,
  userId: number,
  draft: Pick<DraftRow, 'payload' | 'state'> &
    Partial<Pick<DraftRow, 'sourceMessageId' | 'messageId' | 'attachment'>>,
  now: Date,
): Promise<DraftRow> {
  const values = { userId, ...draft, createdAt: now, expiresAt: keptUntil(now) };
  const [row] = await db.insert(drafts).values(values).returning();
  await limitDrafts(db, userId, now);
  return found(row);
}

/**
 * A user who never saves fills nobody's disk: unanswered drafts beyond the latest expire, beyond many more they go;
 * others go at once.
 */
async function limitDrafts(db: Db, userId: number, now: Date): Promise<void> {
  const own = eq(drafts.userId, userId);
  if ((await db.$count(drafts, own)) <= DRAFTS_MAX) return;
  const { id, createdAt, expiresAt } = drafts;
  /** All of a kind but its latest ones. */
  const beyond = (latest: number, kind: SQL) => {
    const ofKind = and(own, kind);
    const older = db.select({ id }).from(drafts).where(ofKind).orderBy(desc(createdAt), desc(id));
    return inArray(id, older.offset(latest));
  };
  await db.delete(drafts).where(beyond(DRAFTS_MAX, not(isUnanswered)));
  await db.delete(drafts).where(beyond(OPEN_DRAFTS_MAX, isUnanswered));
  const isOver = and(beyond(DRAFTS_MAX, isUnanswered), gt(expiresAt, now));
  await db.update(drafts).set({ expiresAt: now }).where(isOver);
}

/**
 * Drafts that wait for a moment, the longest first: nobody has answered the card, or the moment on it has
 * passed. What stands on no card, and what has become a reminder in the app, does not.
 */
export async function waitingDrafts(db: Db, userId: number, now: Date, which?: SQL) {
  const { id, payload, state, reminderId } = drafts;
  const passed = sql`(${payload} ->> 'dateTime')::timestamptz <= ${timestamp(now)}`;
  // As `draftCreateKey` has it.
  const made = sql`exists (select 1 from ${reminders} where ${reminders.userId} = ${drafts.userId}
    and ${reminders.createKey} = 'draft:' || ${id})`;
  const rows = await db
    .select({ id, payload })
    .from(drafts)
    .where(
      and(
        eq(drafts.userId, userId),
        or(eq(state, 'asking'), and(eq(state, 'ready'), passed)),
        isNull(reminderId),
        sql`not ${made}`,
        which,
      ),
    )
    .orderBy(id);
  return rows.filter(({ payload: { text } }) => text !== '' && text.length <= NOTE_CONTENT_MAX);
}

async function newestDraft(db: Db, userId: number, meant?: SQL): Promise<DraftRow | undefined> {
  const own = and(eq(drafts.userId, userId), meant);
  const [newest] = await db.select().from(drafts).where(own).orderBy(desc(drafts.id)).limit(1);
  return newest;
}

export const findDraft = (db: Db, userId: number, id: number, now: Date) =>
  newestDraft(db, userId, and(eq(drafts.id, id), isThere(now)));

/** Drafts that a message of the person has made or answered already, in the order in which they were made. */
export function draftsOfMessage(db: Db, userId: number, messageId: number): Promise<DraftRow[]> {
  const { sourceMessageId, answerMessageId } = drafts;
  const ofMessage = or(eq(sourceMessageId, messageId), eq(answerMessageId, messageId));
  const own = and(eq(drafts.userId, userId), ofMessage);
  return db.select().from(drafts).where(own).orderBy(drafts.id);
}

export async function draftOfAlbum(db: Db, userId: number, groupId: string) {
  const ofGroup = sql`${drafts.attachment} ->> 'groupId' = ${groupId}`;
  const row = await newestDraft(db, userId, ofGroup);
  return row?.attachment ? { ...row, attachment: row.attachment } : undefined;
}

/**
 * Gives a draft, and what has become of it, another attachment or none; throws `full` where there is no room for it. What
 * was made of it gets a new version, so that the act before can no longer be taken back. Inside `withPersonLocked`.
 */
export async function changeAttachment(db: Db, row: DraftRow, attachment: Attachment | null) {
  const createKey = draftCreateKey(row.id);
  const { userId } = row;
  let growth = 0;
  for (const made of [reminders, notes]) {
    const ofDraft = madeUnder(made, userId, createKey);
    const kept = await db.select({ attachment: made.attachment }).from(made).where(ofDraft);
    for (const { attachment: before } of kept) growth += sizeOf(attachment) - sizeOf(before);
  }
  await checkQuotaToGrow(db, userId, growth);
  for (const made of [reminders, notes]) {
    await writeAttachment(db, made, { userId, createKey }, attachment);
  }
  return changeDraft(db, row, { attachment });
}

/** The attachment of the draft that a reminder or a note is made from under a key. */
export async function attachmentOfKey(db: Db, userId: number, createKey: string | null) {
  const id = draftOfKey(createKey ?? '');
  if (id === undefined) return null;
  const { attachment } = drafts;
  const [row] = await db.select({ attachment }).from(drafts).where(owned(userId, id));
  return row?.attachment ?? null;
}

/** The draft that a reminder was stored from in the chat; undefined where it was not. */
export const draftOfReminder = (db: Db, userId: number, reminderId: number) =>
  newestDraft(db, userId, eq(drafts.reminderId, reminderId));

/** The form's view of a draft; `not-found` for a foreign, expired or unknown one. */
export async function readDraft(db: Db, userId: number, id: number, now: Date): Promise<Draft> {
  const row = found(await findDraft(db, userId, id, now));
  const made = await madeOf(db, row, isNull(reminders.deletedAt));
  return { ...row.payload, id: row.id, ...(made && { reminderId: made.id }) };
}

/** The latest reminder that was made of a draft, on the card or in the app: the first may have been deleted. */
async function madeOf(db: Db, row: DraftRow, meant?: SQL): Promise<{ id: number } | undefined> {
  const ofDraft = or(
    eq(reminders.createKey, draftCreateKey(row.id)),
    row.reminderId === null ? undefined : eq(reminders.id, row.reminderId),
  );
  const { id } = reminders;
  const own = and(eq(reminders.userId, row.userId), ofDraft, meant);
  const [made] = await db.select({ id }).from(reminders).where(own).orderBy(desc(id)).limit(1);
  return made;
}

export interface Question {
  row: DraftRow;
  /** Its card asks, or was replied to; else the card stands complete, and only what says when is about it. */
  asked: boolean;
}

/** The draft that a message may be about: the one whose card it replies to, else the newest where it is fresh. */
export async function findQuestion(
  db: Db,
  userId: number,
  repliedTo: number | undefined,
  now: Date,
): Promise<Question | undefined> {
  if (repliedTo !== undefined) {
    const ofCard = and(eq(drafts.messageId, repliedTo), isThere(now));
    const replied = await newestDraft(db, userId, ofCard);
    if (replied && isOpen(replied)) return { row: replied, asked: true };
  }
  const newest = await newestDraft(db, userId);
  if (!newest || !isOpen(newest) || isOldQuestion(newest, now)) return undefined;
  return { row: newest, asked: newest.state === 'asking' };
}

/** The line about which the bot has asked something, as long as nothing came between. */
export async function heldLine(db: Db, userId: number, now: Date): Promise<DraftRow | undefined> {
  const newest = await newestDraft(db, userId);
  return newest?.state === 'held' && !isOldQuestion(newest, now) ? newest : undefined;
}

const isOldQuestion = ({ createdAt }: DraftRow, now: Date): boolean =>
  now.getTime() - createdAt.getTime() > QUESTION_MINUTES * 60_000;

/** The line that a question of this message holds on to, answered or not. */
export const lineOfQuestion = (db: Db, userId: number, messageId: number) =>
  newestDraft(db, userId, and(eq(drafts.messageId, messageId), isNotNull(drafts.sourceMessageId)));

/**
 * Takes a held line as answered, by a message or a press (null); where it is to be read as `fresh` nothing is
 * kept of it. False where another answer was first.
 */
export async function takeHeld(
  db: Db,
  { id, userId }: DraftRow,
  { answerMessageId, fresh }: Pick<DraftRow, 'answerMessageId'> & { fresh: boolean },
): Promise<boolean> {
  const held = and(owned(userId, id), eq(drafts.state, 'held'));
  const answered = { state: 'cancelled', answerMessageId } as const;
  const { rowCount } = await (fresh
    ? db.delete(drafts).where(held)
    : db.update(drafts).set(answered).where(held));
  return rowCount === 1;
}

/** A card whose text is too long asks nothing: what comes next is something new. */
const isOpen = ({ state, payload }: DraftRow): boolean =>
  OPEN.includes(state) && payload.text.length <= REMINDER_TEXT_MAX;

/** Writes the number of the message in which all of these stand. */
export async function setMessage(
  db: Db,
  userId: number,
  rows: readonly DraftRow[],
  messageId: number,
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const own = and(eq(drafts.userId, userId), inArray(drafts.id, ids));
  await db.update(drafts).set({ messageId }).where(own);
}

export async function changeDraft(
  db: Db,
  row: DraftRow,
  change: Partial<Omit<DraftRow, 'id' | 'userId'>>,
): Promise<DraftRow> {
  const own = owned(row.userId, row.id);
  const [changed] = await db.update(drafts).set(change).where(own).returning();
  return changed ?? row;
}

export async function dropDrafts(db: Db, rows: readonly DraftRow[]): Promise<void> {
  for (const row of rows) await db.delete(drafts).where(owned(row.userId, row.id));
}

/** Id of the latest reminder that was made from a draft, on the card or in the app. */
export const reminderOfDraft = async (db: Db, row: DraftRow): Promise<number | undefined> =>
  (await madeOf(db, row))?.id ?? row.reminderId ?? undefined;
