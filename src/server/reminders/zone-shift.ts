import 'server-only';
import { and, eq, exists, gt, isNotNull, isNull, not, or, sql } from 'drizzle-orm';
import { type ZoneAnswer } from '@/contract/settings';
import { inZone } from '@/core/firing';
import { READS_UP_TO } from '@/core/row-level';
import { isTimeZone } from '@/core/time-zone';
import { zoneOffset } from '@/core/zone-names';
import { validationTexts } from '@/texts/validation';
import { zoneQuestionTexts } from '@/texts/zone-question';
import { chooseTimeZone } from '../accounts/zone';
import { type Account, findAccount } from '../accounts/accounts';
import { lookAtDayAnew } from '../accounts/day-plans';
import { type Db } from '../platform/db/client';
import { jointMembers, reminders, users } from '../platform/db/schema';
import { AppError } from '../platform/errors';
import { nudgeDelivery } from '../outbox/nudge';
import { takeBack } from './acts';
import { undoOf } from './undo';
import { ownLive, writeChange } from './rows';

/** Moved at a time: Telegram waits for the answer to a press. */
const SHIFTED_MAX = 200;

/** Whether it was said in the chat as so long from then («через час»): the same instant in every zone. */
const saidAsSpan = sql`exists (
  select from (
    select user_id, 'draft:' || id as create_key, payload from drafts
    union all select user_id, 'inline-' || key, payload from inline_drafts
  ) as said
  where said.user_id = reminders.user_id and said.create_key = reminders.create_key
    and said.payload ->> 'span' = 'true'
    and (said.payload ->> 'dateTime')::timestamptz = reminders.date_time)`;

interface Part {
  afterId?: number | undefined;
  /** Only what the person has said themselves, not what others have shared with them; it can be taken back. */
  said?: boolean;
}

/**
 * Ids of what lies ahead by the clocks of a zone: every series, and one-shots that were not said as a
 * span, neither put off nor paused.
 */
async function idsAhead(db: Db, userId: number, zone: string, now: Date, part: Part = {}) {
  const { afterId = 0, said = false } = part;
  const ahead = gt(reminders.dateTime, now);
  const series = and(isNotNull(reminders.rule), or(ahead, isNotNull(reminders.pausedFrom)));
  const { openOccurrenceAt, snoozedUntil, pausedFrom } = reminders;
  const untouched = and(isNull(openOccurrenceAt), isNull(snoozedUntil), isNull(pausedFrom));
  const { id } = reminders;
  const own = and(eq(reminders.userId, userId), isNull(reminders.deletedAt), gt(id, afterId));
  const inZone = and(eq(reminders.timeZone, zone), eq(reminders.completed, false));
  const clock = and(ahead, untouched, not(saidAsSpan));
  const shared = said ? sql`${reminders.createKey} like 'share-%' is not true` : undefined;
  // Other people live by it, too: its owner changes it by hand.
  const { reminderId } = jointMembers;
  const joint = exists(db.select({ reminderId }).from(jointMembers).where(eq(reminderId, id)));
  const meant = and(own, inZone, or(series, clock), shared, not(joint));
  const rows = await db.select({ id }).from(reminders).where(meant).orderBy(id).limit(SHIFTED_MAX);
  return rows.map((row) => row.id);
}

/** How many reminders `moveToOwnZone` would look at, as far as it goes at a time. */
export const countAhead = async (
  db: Db,
  userId: number,
  zone: string,
  now: Date,
): Promise<number> => (await idsAhead(db, userId, zone, now)).length;

interface Shifted {
  moved: number;
  /** Their time has passed there. */
  stayed: number;
  /** Behind which id there may be more. */
  next: number | null;
}

/**
 * Moves a part of the reminders from another zone's clocks to the same time of day in the person's own
 * (core/firing's `inZone`).
 */
export async function moveToOwnZone(
  db: Db,
  account: Account,
  from: string,
  now: Date,
  part: Part = {},
): Promise<Shifted> {
  let [moved, stayed] = [0, 0];
  if (from === account.timeZone) return { moved, stayed, next: null };
  const ids = await idsAhead(db, account.id, from, now, part);
  for (const id of ids) {
    const outcome = await moveOne(db, account, { ...part, id, from, now });
    if (outcome === 'moved') moved += 1;
    if (outcome === 'stayed') stayed += 1;
  }
  return { moved, stayed, next: ids.length < SHIFTED_MAX ? null : (ids.at(-1) ?? null) };
}

async function moveOne(
  db: Db,
  { id: userId, timeZone }: Account,
  { id, from, now, said }: { id: number; from: string; now: Date; said?: boolean },
): Promise<'moved' | 'stayed' | 'gone'> {
  const next = await db.transaction(async (tx) => {
    const [row] = await tx.select().from(reminders).where(ownLive(userId, id)).for('update');
    // Moved meanwhile, by a second press: its time is on other clocks already.
    if (row?.timeZone !== from) return 'gone';
    if (row.level > READS_UP_TO) return 'stayed';
    const state = inZone(row, timeZone, now);
    if (state === row) return 'stayed';
    const by = movedBy(from);
    const undo = said && { undo: undoOf(row, { act: 'move', by, next: state, answered: null }) };
    return writeChange(tx, row, { next: state, by: 'time-zone', now }, undo || {});
  });
  if (typeof next === 'string') return next;
  nudgeDelivery(next.nextFireAt);
  return 'moved';
}

/** What stands in `undo.by` of what was moved from a zone and can be taken back. */
const movedBy = (from: string): string => `zone:${from}`;

/** Takes back what was moved from a zone, as far as it has not changed since; answers how many. */
export async function moveBack(db: Db, userId: number, from: string, now: Date): Promise<number> {
  const { id, version, undo } = reminders;
  const moved = and(eq(reminders.userId, userId), sql`${undo} ->> 'by' = ${movedBy(from)}`);
  let back = 0;
  for (const row of await db.select({ id, version }).from(reminders).where(moved)) {
    if (await takeBack(db, { userId, reminderId: row.id, now }, row.version)) back += 1;
  }
  return back;
}

/**
 * Saves the browser's zone unless one was chosen by hand. Where that moves clocks on which something lies
 * ahead, `timeZoneBefore` names them until `answerZoneChange`. An unknown zone is `invalid`.
 */
export async function saveBrowserTimeZone(db: Db, account: Account, timeZone: string, now: Date) {
  if (!isTimeZone(timeZone)) {
    const fault = { field: 'timezone', message: validationTexts.timeZone };
    throw new AppError('invalid', { errors: [fault] });
  }
  if (account.timeZoneManual) return account;
  if (account.timeZone === timeZone && !account.timeZoneAssumed) return account;
  const before = account.timeZoneBefore ?? account.timeZone;
  const moves = zoneOffset(before, now) !== zoneOffset(timeZone, now);
  const asks = moves && (await countAhead(db, account.id, before, now)) > 0;
  const [saved] = await db
    .update(users)
    .set({ timeZone, timeZoneAssumed: false, timeZoneBefore: asks ? before : null })
    // Not where one was chosen by hand a moment ago.
    .where(and(eq(users.id, account.id), eq(users.timeZoneManual, false)))
    .returning();
  if (!saved) return (await findAccount(db, account.id)) ?? account;
  await lookAtDayAnew(db, account.id, now);
  return saved;
}

/** Whether a question that stands no more was answered so, as far as the account and its reminders show. */
async function isAsWanted(
  db: Db,
  { id, timeZone, timeZoneBefore, timeZoneManual }: Account,
  {
    answer,
    question: { before, here },
    now,
  }: Pick<ZoneAnswer, 'answer'> & { question: { before: string; here: string }; now: Date },
): Promise<boolean> {
  if (timeZoneBefore !== null) return false;
  if (answer === 'stay') return timeZoneManual && timeZone === before;
  if (timeZone !== here) return false;
  const isAhead = (await countAhead(db, id, before, now)) > 0;
  return answer === 'keep' ? isAhead : !isAhead;
}

/**
 * What the user wants of reminders on the clocks before: `move` all of them, a part at a time, as
 * `moveToOwnZone`; `keep` them, only new ones being local; or `stay` with those clocks altogether. Given
 * again it changes nothing. Where it says which question it answers, and that one stands no more, it is
 * a `conflict`, unless all is already as the answer wants it: the first answer to it may have been lost.
 */
export async function answerZoneChange(
  db: Db,
  account: Account,
  { answer, after, question }: ZoneAnswer,
  now: Date,
): Promise<Shifted & { account: Account }> {
  const { timeZoneBefore: before } = account;
  if (question && (question.before !== before || question.here !== account.timeZone)) {
    if (!(await isAsWanted(db, account, { answer, question, now }))) {
      throw new AppError('conflict', { message: zoneQuestionTexts.outdated });
    }
    return { moved: 0, stayed: 0, next: null, account };
  }
  let shifted: Shifted = { moved: 0, stayed: 0, next: null };
  if (before !== null) {
    if (answer === 'stay') await chooseTimeZone(db, account.id, before, now);
    if (answer === 'move')
      shifted = await moveToOwnZone(db, account, before, now, { afterId: after });
    if (shifted.next === null) {
      // Not where another device has raised another question meanwhile.
      const same = and(eq(users.timeZone, account.timeZone), eq(users.timeZoneBefore, before));
      const own = and(eq(users.id, account.id), same);
      await db.update(users).set({ timeZoneBefore: null }).where(own);
    }
  }
  return { ...shifted, account: (await findAccount(db, account.id)) ?? account };
}
