import 'server-only';
import { MINUTE_MS } from '@/core/calendar';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { ruleOfWire } from '@/contract/rule';
import { BARE_MOMENT_MINUTES, CORRECTION_MINUTES, RING_ANSWERED_MINUTES } from '@/core/limits';
import { isOfAnyStock } from '@/core/quick-add/conversation/beside';
import { type Knowledge } from '@/core/quick-add/conversation/conversation';
import { MADE_BY } from '@/core/quick-add/conversation/decide';
import { spelledOut } from '@/core/quick-add/conversation/spoken';
import { asksWhatIsPaused, type Known } from '@/core/quick-add/conversation/named';
import { hasPoints, isToAnyList, saidOf } from '@/core/quick-add/conversation/points';
import { isOfAllAhead } from '@/core/quick-add/conversation/several';
import { sharesAWord } from '@/core/quick-add/conversation/names';
import { type Subject } from '@/core/quick-add/replies/reply';
import { clockOf } from '../accounts/settings';
import { draftOfReminder } from '../drafts/drafts';
import { ringsOf } from '../outbox/ledger-reading';
import { acts, chatMessages, notes, reminders } from '../platform/db/schema';
import { givingWay } from '../platform/give-way';
import { noteOfReminder } from '../reminders/present';
import { BY_ALL } from '../reminders/take-back';
import { type ChatReminder, remindersOfIds } from '../reminders/upcoming';
import { shownLast } from '../telegram/chat-messages';
import { rangBy } from '../telegram/late';
import { type MemberTurn } from '../telegram/turn';

/** What is known when somebody writes a line: what rang, what was done last, what the line may name. */

/** Of the reminders that share a word with a line, and of those that one question names. */
const NAMED_MAX = 50;
export const ASKED_MAX = 8;

/**
 * What rang within the hour and waits, the latest first, and when anything rang last. Where nothing waits, what
 * was put off is still what is talked about: «через час» — «уже сделала».
 */
export async function rangLately(turn: MemberTurn) {
  const { db, now } = turn;
  const { id: userId } = turn.account;
  const until = rangBy(turn);
  const since = new Date(now.getTime() - RING_ANSWERED_MINUTES * MINUTE_MS);
  const rings = await ringsOf(db, { userId, since, until });
  const rows = await remindersOfIds(
    db,
    userId,
    rings.flatMap((ring) => ring.reminderId ?? []),
  );
  const waiting = rows.filter((row) => waits(row) && hasRung(row, turn));
  const putOff = rows.filter((row) => row.snoozed && !row.completed && !row.deleted);
  return { reminders: waiting.length > 0 ? waiting : putOff, at: rings[0]?.at ?? null };
}

export const waits = ({ open, snoozed, completed, deleted, state }: ChatReminder): boolean =>
  open && !snoozed && !completed && !deleted && state !== 'paused';

/** Whether what waits of it had come by the moment as of which a line is read. */
function hasRung({ repeat, waitingSince }: ChatReminder, turn: Moment): boolean {
  const until = rangBy(turn);
  return until === null || !repeat || waitingSince === null || new Date(waitingSince) <= until;
}

type Moment = Pick<MemberTurn, 'now' | 'shownAt'>;

export type Rang = Awaited<ReturnType<typeof rangLately>>;
export type Changed = Awaited<ReturnType<typeof changedLately>>;
/** The reminders that a line may be about, as they stand. */
export type Candidates = ReadonlyMap<number, ChatReminder>;
/** What rang and what was changed lately. */
export type Recent = { rang: Rang; changed: Changed };

/**
 * What the person has made or changed last, in the time in which that is corrected; two where more were, at once. What
 * another did last to a joint is none of it, but hides what the person may have done to it when the chat showed it last:
 * where that was later than all the rest, nothing is known to have been last.
 */
export async function changedLately({ db, now, account }: MemberTurn) {
  const { id, createdAt, updatedAt, deletedAt } = reminders;
  const since = new Date(now.getTime() - CORRECTION_MINUTES * MINUTE_MS);
  const { byReminderId, version } = acts;
  const isOwn = sql<boolean>`(${version} = ${reminders.version} and ${byReminderId} is distinct from ${id}) is not true`;
  const shownAt = sql`(select max(${chatMessages.sentAt}) from ${chatMessages}
    where ${chatMessages.userId} = ${account.id} and ${chatMessages.reminderId} = ${id})`;
  const at = sql`case when ${isOwn} then greatest(${updatedAt}, ${deletedAt}) else ${shownAt} end`;
  const rows = await db
    .select({
      ...{ id, at: at.mapWith(updatedAt), createdAt, isOwn },
      ...{ key: acts.key, act: acts.name },
    })
    .from(reminders)
    .leftJoin(acts, eq(acts.reminderId, id))
    .where(and(eq(reminders.userId, account.id), gt(at, since)))
    .orderBy(desc(at))
    .limit(2);
  const [last] = rows;
  return rows.filter((row) => row.isOwn && row.at.getTime() === last?.at.getTime());
}

/** What is known when a line of the chat is read, of the reminders that it may be about; and these reminders. */
export async function knowledgeOf(turn: MemberTurn, line: string, { rang, changed }: Recent) {
  const { db, now, account } = turn;
  const { id, text, waitingSince, pausedFrom, counterLeft } = reminders;
  const own = eq(reminders.userId, account.id);
  const rows = await db
    .select({ id, text, waitingSince, pausedFrom, counterLeft, noteContent: notes.content })
    .from(reminders)
    .leftJoin(notes, noteOfReminder)
    .where(and(own, isNull(reminders.deletedAt), eq(reminders.completed, false)))
    .orderBy(reminders.dateTime);
  const spelled = spelledOut(line);
  const isNamed = sharesAWord(spelled);
  const giveWay = givingWay();
  const named: number[] = [];
  for (const row of rows) {
    await giveWay();
    if (named.length < NAMED_MAX && isNamed(saidOf(row))) named.push(row.id);
  }
  const waiting = rows
    .filter((row) => row.waitingSince !== null && row.pausedFrom === null)
    .slice(0, ASKED_MAX)
    .map((row) => row.id);
  const latest = latestOf(changed, rang.at, now);
  const latestIds = latest === undefined ? [] : [latest];
  const ofStock = isOfAnyStock(spelled);
  const ofList = isToAnyList(spelled);
  const stocksAndLists = rows
    .filter((row) => (ofStock && row.counterLeft !== null) || (ofList && hasPoints(row)))
    .slice(0, ASKED_MAX)
    .map((row) => row.id);
  const isOfPaused = asksWhatIsPaused(spelled);
  const ahead = isOfAllAhead(spelled)
    ? rows.filter((row) => (row.pausedFrom !== null) === isOfPaused).slice(0, NAMED_MAX)
    : [];
  const beside = [...waiting, ...stocksAndLists, ...ahead.map((row) => row.id)];
  const ids = [...named, ...beside, ...latestIds];
  const byId = new Map(rang.reminders.map((each) => [each.id, each]));
  for (const each of await remindersOfIds(db, account.id, ids)) byId.set(each.id, each);
  const knownOf = (those: readonly number[]): Known[] =>
    those.flatMap((each) => {
      const reminder = byId.get(each);
      return reminder ? knownFrom(reminder, turn) : [];
    });
  const knowledge: Knowledge = {
    clock: clockOf(account, now),
    rang: knownOf(rang.reminders.map((each) => each.id)),
    latest: knownOf(latestIds)[0],
    latestAct: latest === undefined ? null : madeOrAnswered(changed[0]),
    together: latest === undefined ? await keyOfSeveral(turn, changed) : undefined,
    named: knownOf(named),
    // What has rung only after the line was written does not count as waiting.
    waiting: knownOf(waiting).filter(({ state }) => state === 'waits'),
    stocksAndLists: knownOf(stocksAndLists),
    ahead: knownOf(ahead.map((row) => row.id)).filter(({ state }) => state !== 'waits'),
  };
  return { knowledge, candidates: byId };
}

/** What was made, changed or answered last, alone, and nothing rang since. */
function latestOf(
  [first, second]: readonly { id: number; at: Date }[],
  rangAt: Date | null,
  now: Date,
): number | undefined {
  if (!first || first.at > now || second) return undefined;
  return rangAt !== null && rangAt > first.at ? undefined : first.id;
}

/** Whether a reminder was made or answered last; null for any other act. */
function madeOrAnswered(newest?: { at: Date; createdAt: Date; act: string | null }) {
  if (newest?.at.getTime() === newest?.createdAt.getTime()) return 'made';
  return newest?.act === 'done' || newest?.act === 'skip' ? 'answered' : null;
}

/** Whether what was changed last stands right above this message: nothing rang since, and nothing else was said. */
export async function isShownAbove(
  { db, now, account }: MemberTurn,
  messageId: number,
  { rang, changed }: Recent,
): Promise<boolean> {
  const latest = latestOf(changed, rang.at, now);
  const isFresh = changed.some(
    ({ at }) => now.getTime() - at.getTime() <= BARE_MOMENT_MINUTES * MINUTE_MS,
  );
  return isFresh && latest === (await shownLast(db, account.id, messageId));
}

/** The key of the act that has changed both, or `made-` and the number of the message that has made both. */
async function keyOfSeveral(
  { db, account }: MemberTurn,
  [first, second]: Changed,
): Promise<string | undefined> {
  if (!first || !second) return undefined;
  if (first.key?.startsWith(BY_ALL) && first.key === second.key) {
    return first.key.slice(BY_ALL.length);
  }
  // Both were changed at the same instant: one was made where the other was.
  if (madeOrAnswered(first) !== 'made') return undefined;
  const [one, other] = await Promise.all(
    [first, second].map(({ id }) => draftOfReminder(db, account.id, id)),
  );
  const source = one?.sourceMessageId ?? null;
  return source !== null && source === other?.sourceMessageId ? `${MADE_BY}${source}` : undefined;
}

export function subjectFrom(reminder: ChatReminder, now: Date): Subject {
  const { openOccurrenceAt, snoozed, nextFireAt, completed, text } = reminder;
  const dateTime = new Date(reminder.dateTime);
  const ahead = openOccurrenceAt === null && !completed && dateTime > now ? dateTime : null;
  return {
    text,
    rule: ruleOfWire(reminder),
    dueAt: openOccurrenceAt ?? dateTime,
    comesAt: snoozed ? nextFireAt : ahead,
    counts: reminder.counter !== undefined,
    noteContent: reminder.noteContent,
    floods: reminder.open && !snoozed && reminder.floodInterval !== null,
  };
}

export const knownFrom = (reminder: ChatReminder, turn: Moment): Known => ({
  ...subjectFrom(reminder, turn.now),
  id: reminder.id,
  state:
    reminder.completed || reminder.deleted
      ? 'over'
      : reminder.state === 'paused'
        ? 'paused'
        : waits(reminder) && hasRung(reminder, turn)
          ? 'waits'
          : 'ahead',
});
