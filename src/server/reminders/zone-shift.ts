import 'server-only';
import { and, eq, gt, isNotNull, isNull, or } from 'drizzle-orm';
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
import { reminders, users } from '../platform/db/schema';
import { AppError } from '../platform/errors';
import { nudgeDelivery } from '../outbox/nudge';
import { ownLive, writeChange } from './reminders';

/** Moved at a time: Telegram waits for the answer to a press. */
const SHIFTED_MAX = 200;

/** Ids of what lies ahead on the clocks of a zone: every series, and one-shots neither put off nor paused. */
async function idsAhead(db: Db, userId: number, zone: string, now: Date, afterId = 0) {
  const ahead = gt(reminders.dateTime, now);
  const series = and(isNotNull(reminders.rule), or(ahead, isNotNull(reminders.pausedFrom)));
  const { openOccurrenceAt, snoozedUntil, pausedFrom } = reminders;
  const untouched = and(isNull(openOccurrenceAt), isNull(snoozedUntil), isNull(pausedFrom));
  const { id } = reminders;
  const own = and(eq(reminders.userId, userId), isNull(reminders.deletedAt), gt(id, afterId));
  const inZone = and(eq(reminders.timeZone, zone), eq(reminders.completed, false));
  const meant = and(own, inZone, or(series, and(ahead, untouched)));
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
 * Moves reminders behind `afterId` from another zone's clocks to the same time of day in the person's own
 * (core/firing's `inZone`).
 */
export async function moveToOwnZone(
  db: Db,
  account: Account,
  from: string,
  now: Date,
  afterId = 0,
): Promise<Shifted> {
  let [moved, stayed] = [0, 0];
  if (from === account.timeZone) return { moved, stayed, next: null };
  const ids = await idsAhead(db, account.id, from, now, afterId);
  for (const id of ids) {
    const outcome = await moveOne(db, account, { id, from, now });
    if (outcome === 'moved') moved += 1;
    if (outcome === 'stayed') stayed += 1;
  }
  return { moved, stayed, next: ids.length < SHIFTED_MAX ? null : (ids.at(-1) ?? null) };
}

async function moveOne(
  db: Db,
  { id: userId, timeZone }: Account,
  { id, from, now }: { id: number; from: string; now: Date },
): Promise<'moved' | 'stayed' | 'gone'> {
  const next = await db.transaction(async (tx) => {
    const [row] = await tx.select().from(reminders).where(ownLive(userId, id)).for('update');
    // Moved meanwhile, by a second press: its time is on other clocks already.
    if (row?.timeZone !== from) return 'gone';
    if (row.level > READS_UP_TO) return 'stayed';
    const state = inZone(row, timeZone, now);
    if (state === row) return 'stayed';
    return writeChange(tx, row, { next: state, by: 'time-zone', now });
  });
  if (typeof next === 'string') return next;
  nudgeDelivery(next.nextFireAt);
  return 'moved';
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
    if (answer === 'move') shifted = await moveToOwnZone(db, account, before, now, after);
    if (shifted.next === null) {
      // Not where another device has raised another question meanwhile.
      const same = and(eq(users.timeZone, account.timeZone), eq(users.timeZoneBefore, before));
      const own = and(eq(users.id, account.id), same);
      await db.update(users).set({ timeZoneBefore: null }).where(own);
    }
  }
  return { ...shifted, account: (await findAccount(db, account.id)) ?? account };
}
