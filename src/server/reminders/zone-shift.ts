import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { type ZoneAnswer } from '@/contract/settings';
import { inZone } from '@/core/firing';
import { alikeForAYear, isTimeZone } from '@/core/time-zone';
import { validationTexts } from '@/texts/validation';
import { zoneQuestionTexts } from '@/texts/zone-question';
import { chooseTimeZone } from '../accounts/zone';
import { type Account, findAccount } from '../accounts/accounts';
import { lookAtDayAnew } from '../accounts/day-plans';
import { type Db } from '../platform/db/client';
import { livingOf } from '../platform/db/living';
import { reminders, users } from '../platform/db/schema';
import { AppError } from '../platform/errors';
import { inLine } from '../telegram/message';
import { changeAll, takeBackByKey } from './pause-all';
import { peopleSharing } from './joint-people';

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
const isShared = isNotNull(peopleSharing(reminders.id));

/** Of what the person has said themselves, not of what others have shared with them; it can be taken back. */
const isOwnWord = sql`${reminders.createKey} like 'share-%' is not true`;

/**
 * The condition on rows that lie ahead by the clocks of a zone: every series, also one that goes on behind «Готово», and
 * one-shots that were not said as a span, neither put off nor paused.
 */
function liesAhead(userId: number, zone: string, now: Date): SQL | undefined {
  const { dateTime, openOccurrenceAt, snoozedUntil, pausedFrom } = reminders;
  const ahead = gt(dateTime, now);
  const countsFromDone = sql`${reminders.rule} ->> 'afterDone' is not null`;
  const series = and(isNotNull(reminders.rule), or(ahead, isNotNull(pausedFrom), countsFromDone));
  const untouched = and(isNull(openOccurrenceAt), isNull(snoozedUntil), isNull(pausedFrom));
  const clock = and(ahead, untouched, not(saidAsSpan));
  const onClocks = and(eq(reminders.timeZone, zone), eq(reminders.completed, false));
  return and(livingOf(reminders, userId), onClocks, or(series, clock));
}

/** What `moveToOwnZone` looks at. */
const ownAhead = (userId: number, zone: string, now: Date): SQL | undefined =>
  and(liesAhead(userId, zone, now), not(isShared));

/** How many reminders `moveToOwnZone` would look at. */
export const countAhead = (db: Db, userId: number, zone: string, now: Date): Promise<number> =>
  db.$count(reminders, ownAhead(userId, zone, now));

interface Shifted {
  moved: number;
  /** Their time has passed there. */
  stayed: number;
  /** The names of what stays because others live by it, too. */
  shared: string[];
}
const NOTHING_SHIFTED: Shifted = { moved: 0, stayed: 0, shared: [] };

/**
 * Moves reminders from another zone's clocks to the same time of day in the person's own (core/firing's `inZone`), all of
 * them or none: those that they have `said` themselves, where only these are meant.
 */
export async function moveToOwnZone(
  db: Db,
  { id: userId, timeZone }: Account,
  from: string,
  now: Date,
  { said = false }: { said?: boolean } = {},
): Promise<Shifted> {
  if (from === timeZone) return NOTHING_SHIFTED;
  const { id, text } = reminders;
  const ahead = liesAhead(userId, from, now);
  const where = and(ownAhead(userId, from, now), said ? isOwnWord : undefined);
  const act = { actId: randomUUID(), name: 'move', key: movedBy(from) };
  const rows = { userId, where, why: 'time-zone', now } as const;
  const { changed: moved, held } = await changeAll(db, rows, (row, _, jointId) => {
    const next = inZone(row, timeZone, now);
    if (next === row) return null;
    const partners = jointId === null ? undefined : [row.id];
    return { row, next, ...(said && { act: { ...act, partners } }) };
  });
  const staying = db.select({ text }).from(reminders).where(and(ahead, isShared)).orderBy(id);
  const shared = (await staying).map((row) => inLine(row.text, NAME_MAX));
  return { moved, stayed: held - moved, shared };
}

/** The key of what was moved from a zone and can be taken back. */
const movedBy = (from: string): string => `zone:${from}`;

/** Takes back what was moved from a zone, as far as it has not changed since; answers how many. */
export const moveBack = (db: Db, userId: number, from: string, now: Date): Promise<number> =>
  takeBackByKey(db, userId, movedBy(from), now);

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
  const asks =
    !alikeForAYear(before, timeZone, now) && (await countAhead(db, account.id, before, now)) > 0;
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
async function looksAnswered(
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
  const rows = await db
    .select()
    .from(reminders)
    .where(ownAhead(id, before, now));
  // What has passed by the clocks here stays with a move, too.
  const isKept = rows.some((row) => inZone(row, here, now) !== row);
  if (answer === 'move') return !isKept;
  // Where nothing could have moved, nothing here tells «keep» from «move» either.
  return isKept || (rows.length > 0 && (await countAhead(db, id, here, now)) === 0);
}

/**
 * Does what the user wants of reminders on the clocks before: `move` them as `moveToOwnZone` does; `keep` them, only new
 * ones being local; or `stay` with those clocks altogether. Given again it changes nothing. Where it says which question
 * it answers, and that one stands no more, it is a `conflict`, unless all is already as the answer wants it: the first
 * answer to it may have been lost.
 */
export async function answerZoneChange(
  db: Db,
  account: Account,
  { answer, question }: ZoneAnswer,
  now: Date,
): Promise<Shifted & { account: Account }> {
  const { timeZoneBefore: before } = account;
  if (question && !stillStands(question, account)) {
    if (!(await looksAnswered(db, account, { answer, question, now }))) {
      throw new AppError('conflict', { message: zoneQuestionTexts.outdated });
    }
    return { ...NOTHING_SHIFTED, account };
  }
  let shifted = NOTHING_SHIFTED;
  if (before !== null) {
    // A zone that is chosen by hand ends its question by itself.
    if (answer === 'stay') await chooseTimeZone(db, account.id, before, now);
    if (answer === 'move') shifted = await moveToOwnZone(db, account, before, now);
    // Not where another device has raised another question meanwhile.
    const same = and(eq(users.timeZone, account.timeZone), eq(users.timeZoneBefore, before));
    await db
      .update(users)
      .set({ timeZoneBefore: null })
      .where(and(eq(users.id, account.id), same));
  }
  return { ...shifted, account: (await findAccount(db, account.id)) ?? account };
}
