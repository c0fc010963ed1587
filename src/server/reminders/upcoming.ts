import 'server-only';
import { and, desc, eq, gt, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { type Reminder } from '@/contract/reminder';
import { daysEarlier } from '@/core/calendar';
import { comingWithin } from '@/core/coming';
import { comesAt, comingOf } from '@/core/firing';
import { MISSED_DAYS } from '@/core/limits';
import { instantToWallTime, readersWithin } from '@/core/time-zone';
import { type Note } from '@/contract/note';
import { wordFinder } from '@/core/search';
import { ruleOfWire, type WireRule } from '@/contract/rule';
import { preAlertsAhead } from '@/core/pre-alerts';
import { ageOn } from '@/core/recurrence';
import { describeAge } from '@/texts/age';
import { type CardFacts } from '@/texts/bot-cards';
import { usualLow } from '@/core/counter';
import { counterTexts } from '@/texts/counter';
import { otherClock } from '@/core/zone-names';
import { describePreAlerts, describeRule } from '@/texts/schedule';
import { type Db } from '../platform/db/client';
import { livingOf } from '../platform/db/living';
import { loadReference, type Reference } from '../platform/db/reference';
import { notes, reminders } from '../platform/db/schema';
import { endedForAll } from './joint';
import { selectWithNote } from './present';
import { type ReminderRow } from './rows';
import { toWire, waits } from './wire';
import { givingWay } from '../platform/give-way';
import { notesOfIds } from '../notes/reading';
import { momentIn } from '../telegram/message';
import { atPresent, type MemberTurn } from '../telegram/turn';

export interface ChatReminder extends Reminder {
  /** When it is sent next, messages ahead aside: a snooze or re-send may come before or after its `dateTime`. */
  nextFireAt: Date | null;
  /** Sent, and neither done nor replaced by its next occurrence. */
  open: boolean;
  openOccurrenceAt: Date | null;
  snoozed: boolean;
  deleted: boolean;
  /** Of the note that it stands on. */
  noteContent: string | null;
  /** Deleted for others, too, who took part in it. */
  endedForAll?: boolean;
}

const current = (userId: number): SQL | undefined =>
  and(livingOf(reminders, userId), eq(reminders.completed, false));

const isFailed = eq(reminders.deliveryState, 'failed');
const isPaused = sql`${reminders.pausedFrom} is not null`;
/** Orders as core/lists' `placeOf` does: since when it waits, else when it comes. */
const placedAt = sql`case when ${waits} then coalesce(waiting_since, open_occurrence_at)
  else coalesce(case when paused_from is null then snoozed_until end, ${reminders.dateTime}) end`;

/** A page of what waits and, behind it, the app's groups, each by time; with `before` what is due before that. */
export async function listUpcoming(
  db: Db,
  userId: number,
  { before, ...part }: Part & { before: Date | null },
) {
  // An occurrence of a series that was put off comes before the next one.
  const isBefore =
    before && or(waits, lt(reminders.dateTime, before), lt(reminders.snoozedUntil, before));
  const where = and(current(userId), isBefore ?? undefined);
  const order = [desc(waits), desc(isFailed), isPaused, placedAt, sql`${reminders.id}`];
  return pageOf(db, userId, { ...part, where, order });
}

type Part = { offset: number; limit: number };
type Page = { reminders: ChatReminder[]; total: number };

async function pageOf(
  db: Db,
  userId: number,
  { where, order, offset, limit }: Part & { where: SQL | undefined; order: SQL[] },
): Promise<Page> {
  const rows = selectWithNote(db).where(where).offset(offset).limit(limit);
  const [reference, page, total] = await Promise.all([
    loadReference(db, userId),
    rows.orderBy(...order),
    db.$count(reminders, where),
  ]);
  return { reminders: page.map((found) => shownInChat(found, reference)), total };
}

/** One page of what waits, was not delivered, or was archived without an answer of late. */
export async function listMissed(db: Db, userId: number, page: Part & { now: Date }) {
  const since = daysEarlier(page.now, MISSED_DAYS);
  const unanswered = and(
    eq(reminders.completed, true),
    sql`${reminders.openOccurrenceAt} is not null`,
    gt(reminders.dateTime, since),
  );
  const where = and(
    livingOf(reminders, userId),
    or(waits, unanswered, and(eq(reminders.completed, false), isFailed)),
  );
  const order = [desc(waits), desc(reminders.dateTime), sql`${reminders.id}`];
  return pageOf(db, userId, { ...page, where, order });
}

/**
 * A page of what comes from `from` until `before`, its `dateTime` being when it comes then. Reads all that a person has
 * in hand: occurrences are computed.
 */
export async function listDay(
  db: Db,
  userId: number,
  { from, before, offset, limit }: Part & { from: Date; before: Date },
): Promise<Page> {
  const candidates = await selectWithNote(db).where(current(userId));
  const span = { from, to: before };
  const readerOf = readersWithin(span);
  const comes = candidates
    .flatMap((found) =>
      comingWithin(comingOf(found.row), span, readerOf).map((at) => ({ ...found, at })),
    )
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.row.id - b.row.id);
  const reference = await loadReference(db, userId);
  return {
    reminders: comes.slice(offset, offset + limit).map(({ at, ...found }) => ({
      ...shownInChat(found, reference),
      dateTime: at.toISOString(),
      waitingSince: null,
      open: false,
      snoozed: false,
    })),
    total: comes.length,
  };
}

const shownInChat = (
  { row, noteContent }: { row: ReminderRow; noteContent: string | null },
  reference: Reference,
): ChatReminder => ({
  ...toWire(row, reference),
  noteContent,
  nextFireAt: comesAt(row),
  open: row.openOccurrenceAt !== null,
  openOccurrenceAt: row.openOccurrenceAt,
  snoozed: row.snoozedUntil !== null,
  deleted: row.deletedAt !== null,
});

/** One reminder of this user, also one that is deleted and can still be restored. */
export async function findReminder(
  db: Db,
  userId: number,
  id: number,
): Promise<ChatReminder | undefined> {
  const [reminder] = await remindersOfIds(db, userId, [id]);
  if (!reminder?.deleted) return reminder;
  return { ...reminder, endedForAll: await endedForAll(db, userId, id) };
}

/** Reminders of this user, those that there are, in the order of `ids`. */
export async function remindersOfIds(db: Db, userId: number, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const own = and(inArray(reminders.id, [...ids]), eq(reminders.userId, userId));
  const [reference, rows] = await Promise.all([
    loadReference(db, userId),
    selectWithNote(db).where(own),
  ]);
  const byId = new Map(rows.map((found) => [found.row.id, shownInChat(found, reference)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export interface Found {
  /** Reminders that are still to come stand first, by their time; then those archived, the latest first. */
  reminders: ChatReminder[];
  notes: Note[];
  total: number;
}

/**
 * Finds what has every word of `search` at a word's beginning. Texts are compared here and not in SQL, which folds
 * letters by the database's collation: in `C` Cyrillic ones not at all.
 */
export async function findByWords(
  db: Db,
  userId: number,
  { search, limit }: { search: string; limit: number },
): Promise<Found> {
  const isFound = wordFinder(search);
  const { id, text, completed, dateTime } = reminders;
  const whenToCome = sql`case when not ${completed} then ${dateTime} end`;
  const [reminderRows, noteRows] = await Promise.all([
    db
      .select({ id, text })
      .from(reminders)
      .where(livingOf(reminders, userId))
      .orderBy(completed, whenToCome, desc(dateTime)),
    db
      .select({ id: notes.id, title: notes.title, content: notes.content })
      .from(notes)
      .where(livingOf(notes, userId))
      .orderBy(desc(notes.dateTime)),
  ]);
  const reminderIds = await idsWhere(reminderRows, (row) => isFound(row.text));
  const noteIds = await idsWhere(noteRows, ({ title, content }) => isFound(title, content));
  // Reminders may not leave notes without a place.
  const placesOfNotes = Math.max(limit - reminderIds.length, Math.floor(limit / 2));
  const shownNotes = noteIds.slice(0, placesOfNotes);
  return {
    reminders: await remindersOfIds(db, userId, reminderIds.slice(0, limit - shownNotes.length)),
    notes: await notesOfIds(db, userId, shownNotes),
    total: reminderIds.length + noteIds.length,
  };
}

/** The ids of those rows that pass, in their order; others have their turn meanwhile. */
async function idsWhere<Row extends { id: number }>(
  rows: readonly Row[],
  passes: (row: Row) => boolean,
): Promise<number[]> {
  const giveWay = givingWay();
  const ids: number[] = [];
  for (const row of rows) {
    await giveWay();
    if (passes(row)) ids.push(row.id);
  }
  return ids;
}

/** The database, or a transaction of it, the moment, and who asks. */
export type Within = Pick<MemberTurn, 'db' | 'now' | 'shownAt' | 'account'>;
/** The person to whom a card is shown. */
export type Viewer = Within & Pick<MemberTurn, 'settings'>;

export type CardContext = Viewer & { reference: Reference };
export const contextOf = async (turn: Viewer): Promise<CardContext> => ({
  ...atPresent(turn),
  reference: await loadReference(turn.db, turn.account.id),
});

export const factsOf = (reminder: ChatReminder, context: CardContext): CardFacts =>
  cardFacts(
    { ...reminder, typeId: reminder.type?.id ?? null, categoryId: reminder.category.id },
    context,
  );

export function cardFacts(
  source: WireRule & {
    text: string;
    dateTime: string;
    typeId: number | null;
    categoryId: number;
    floodInterval: number | null;
    preAlerts?: readonly number[] | undefined;
    counter?: { left: number; low?: number } | undefined;
    attachmentText?: string | undefined;
    repeatText?: string | undefined;
    timeZone?: string | undefined;
  },
  context: CardContext,
): CardFacts {
  const { now, account, reference } = context;
  const { timeZone } = account;
  const { timeZone: ownZone = timeZone } = source;
  const at = new Date(source.dateTime);
  const rule = ruleOfWire(source);
  const age = ageOn(rule, at, ownZone);
  const said =
    source.repeatText ?? (rule ? describeRule(rule, instantToWallTime(at, timeZone)) : '');
  const clocks = rule && otherClock(ownZone, timeZone, at);
  const { text, preAlerts = [], attachmentText = '' } = source;
  const coming = preAlertsAhead(preAlerts, at, { now, timeZone });
  return {
    text,
    when: momentIn(at, context),
    rule: clocks ? `${said}, ${clocks}` : said,
    age: age === null ? '' : describeAge(text, age),
    type: (source.typeId !== null && reference.type(source.typeId)?.name) || '',
    category: reference.category(source.categoryId)?.name ?? '',
    floodInterval: source.floodInterval,
    // Not where the text says just that.
    attached: attachmentText === text ? '' : attachmentText,
    ahead: describePreAlerts(preAlerts),
    counter: source.counter
      ? counterTexts.standing({ low: usualLow(rule), ...source.counter })
      : '',
    passedAhead: describePreAlerts(preAlerts.filter((minutes) => !coming.includes(minutes))),
  };
}
