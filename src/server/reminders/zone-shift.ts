import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, eq, gt, inArray, isNotNull, isNull, not, or, sql } from 'drizzle-orm';
import { type ZoneAnswer } from '@/contract/settings';
import { inZone } from '@/core/firing';
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
import { inLine } from '../telegram/message';
import { takeBackAll } from './pause-all';
import { lockJointsOf } from './joint';
import { type Change, writeChanges } from './write/change';

/** Moved at a time: Telegram waits for the answer to a press. */
const SHIFTED_MAX = 200;
/** So many letters of its text name a reminder that stays. */
const NAME_MAX = 40;

/** True where it was said in the chat as so long from then («через час»): the same instant in every zone. */
const saidAsSpan = sql`exists (
  select from (
    select user_id, 'draft:' || id as create_key, payload from drafts
    union all select user_id, 'inline-' || key, payload from inline_drafts
  ) as said
  where said.user_id = reminders.user_id and said.create_key = reminders.create_key
    and said.payload ->> 'span' = 'true'
    and (said.payload ->> 'dateTime')::timestamptz = reminders.date_time)`;

/** True where other people live by it, too: its owner changes it by hand. */
const isShared = sql`exists (
  select from joint_members as own
  join joint_members as other using (joint_id)
  join reminders as theirs on theirs.id = other.reminder_id
  where own.reminder_id = reminders.id
    and theirs.id <> reminders.id and theirs.deleted_at is null)`;

interface Part {
  afterId?: number | undefined;
  /** Only what the person has said themselves, not what others have shared with them; it can be taken back. */
  said?: boolean;
}

/**
 * Rows that lie ahead by the clocks of a zone: every series, and one-shots that were not said as a span, neither put
 * off nor paused; of one's own, or of what is shared.
 */
async function rowsAhead(
  db: Db,
  userId: number,
  zone: string,
  now: Date,
  { afterId = 0, said = false, shared = false }: Part & { shared?: boolean } = {},
) {
  const ahead = gt(reminders.dateTime, now);
  const series = and(isNotNull(reminders.rule), or(ahead, isNotNull(reminders.pausedFrom)));
  const { openOccurrenceAt, snoozedUntil, pausedFrom } = reminders;
  const untouched = and(isNull(openOccurrenceAt), isNull(snoozedUntil), isNull(pausedFrom));
  const { id, text } = reminders;
  const own = and(eq(reminders.userId, userId), isNull(reminders.deletedAt), gt(id, afterId));
  const inZone = and(eq(reminders.timeZone, zone), eq(reminders.completed, false));
  const clock = and(ahead, untouched, not(saidAsSpan));
  const notCopied = said ? sql`${reminders.createKey} like 'share-%' is not true` : undefined;
  const whose = shared ? isShared : not(isShared);
  const meant = and(own, inZone, or(series, clock), notCopied, whose);
  return db.select({ id, text }).from(reminders).where(meant).orderBy(id).limit(SHIFTED_MAX);
}

/** How many reminders `moveToOwnZone` would look at, as far as it goes at a time. */
export const countAhead = async (
  db: Db,
  userId: number,
  zone: string,
  now: Date,
): Promise<number> => (await rowsAhead(db, userId, zone, now)).length;

interface Shifted {
  moved: number;
  /** Their time has passed there. */
  stayed: number;
  /** Behind which id there may be more. */
  next: number | null;
  /** Once there is no more: the names of what stays because others live by it, too. */
  shared: string[];
}
const NOTHING_SHIFTED: Shifted = { moved: 0, stayed: 0, next: null, shared: [] };

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
  if (from === account.timeZone) return NOTHING_SHIFTED;
  const rows = await rowsAhead(db, account.id, from, now, part);
  const ids = rows.map(({ id }) => id);
  const { moved, stayed } = await moveRows(db, account, { ids, from, now, said: part.said });
  const next = rows.length < SHIFTED_MAX ? null : (rows.at(-1)?.id ?? null);
  const staying = next === null ? await rowsAhead(db, account.id, from, now, { shared: true }) : [];
  const shared = staying.map(({ text }) => inLine(text, NAME_MAX));
  return { moved, stayed, next, shared };
}

/** Moves these rows in one transaction; what has other clocks by now, or is shared, is neither moved nor counted. */
async function moveRows(
  db: Db,
  { id: userId, timeZone }: Account,
  { ids, from, now, said }: { ids: number[]; from: string; now: Date; said: boolean | undefined },
): Promise<Pick<Shifted, 'moved' | 'stayed'>> {
  if (ids.length === 0) return { moved: 0, stayed: 0 };
  return db.transaction(async (tx) => {
    // From here on nobody joins; before the rows, as acts on one joint take them.
    await lockJointsOf(tx, userId);
    const { id } = reminders;
    const inZoneBefore = and(eq(reminders.timeZone, from), not(isShared));
    const own = and(eq(reminders.userId, userId), isNull(reminders.deletedAt), inArray(id, ids));
    const rows = await tx
      .select({ row: reminders, jointId: jointMembers.jointId })
      .from(reminders)
      .leftJoin(jointMembers, eq(jointMembers.reminderId, id))
      .where(and(own, inZoneBefore))
      .orderBy(id)
      .for('no key update', { of: reminders });
    const act = { actId: randomUUID(), name: 'move', key: movedBy(from) };
    const changes: Change[] = [];
    for (const { row, jointId } of rows) {
      const next = inZone(row, timeZone, now);
      if (next === row) continue;
      const partners = jointId === null ? undefined : [row.id];
      changes.push({ row, next, ...(said && { act: { ...act, partners } }) });
    }
    await writeChanges(tx, changes, { by: 'time-zone', now });
    return { moved: changes.length, stayed: rows.length - changes.length };
  });
}

/** The key of what was moved from a zone and can be taken back. */
const movedBy = (from: string): string => `zone:${from}`;

/** Takes back what was moved from a zone, as far as it has not changed since; answers how many. */
export const moveBack = (db: Db, userId: number, from: string, now: Date): Promise<number> =>
  takeBackAll(db, userId, movedBy(from), now);

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

/** Tells whether the account's zones are still those that a question named. */
const stillStands = (
  question: { before: string; here: string },
  { timeZone, timeZoneBefore }: Account,
): boolean => question.before === timeZoneBefore && question.here === timeZone;

/** Tells whether a question that stands no more was answered so, as far as the account and its reminders show. */
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
 * Does what the user wants of reminders on the clocks before: `move` those of `rowsAhead`, a part at a time, as
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
  if (question && !stillStands(question, account)) {
    if (!(await isAsWanted(db, account, { answer, question, now }))) {
      throw new AppError('conflict', { message: zoneQuestionTexts.outdated });
    }
    return { ...NOTHING_SHIFTED, account };
  }
  let shifted = NOTHING_SHIFTED;
  if (before !== null) {
    // A zone that is chosen by hand ends its question by itself.
    if (answer === 'stay') await chooseTimeZone(db, account.id, before, now);
    if (answer === 'move') {
      shifted = await moveToOwnZone(db, account, before, now, { afterId: after });
    }
    if (shifted.next === null) {
      // Not where another device has raised another question meanwhile.
      const same = and(eq(users.timeZone, account.timeZone), eq(users.timeZoneBefore, before));
      const own = and(eq(users.id, account.id), same);
      await db.update(users).set({ timeZoneBefore: null }).where(own);
    }
  }
  return { ...shifted, account: (await findAccount(db, account.id)) ?? account };
}
