import 'server-only';
import { and, asc, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { daysEarlier } from '@/core/calendar';
import { type Account, findAccount } from '../accounts/accounts';
import { BROKEN, NO_ANSWER } from '../outbox/ledger';
import { type RecordedAttempt, attemptsOf } from '../outbox/ledger-reading';
import { BOT_REFUSED, OUR_FAULT } from '../telegram/send';
import { readHalt } from '../outbox/pace';
import { type MessageKey, nextMessage } from '../reminders/write/history';
import { type Db } from '../platform/db/client';
import { timestamp } from '../platform/db/time-in-sql';
import { calledOff, reminders } from '../platform/db/schema';
import { givingWay } from '../platform/give-way';
import { type ReminderRow } from '../reminders/rows';

/**
 * The reason why a message was or is held up, as the ledger, the row and the pace have it. `blocked`: the bot could
 * not write to its user. `telegram-away`: no answer. `rate-limited`: a 429, for the chat or for all. `bot-refused`:
 * Telegram refused the token, `refused`: the message, for now. `our-fault`: code of ours threw, or cannot read the
 * row. `unrecorded`: nothing is on record.
 */
type Delay =
  | ('blocked' | 'telegram-away' | 'rate-limited' | 'bot-refused' | 'refused')
  | ('our-fault' | 'unrecorded');
type CalledOff = typeof calledOff.$inferSelect;

type Fate =
  /**
   * `because` is null where it was on time. `overtook` counts the earlier occurrences of its series that it
   * came instead of, as the ledger has it.
   */
  | { is: 'sent'; at: Date; lateMs: number; because: Delay | null; overtook: number }
  /** Given up. `code` is Telegram's, or a word of ours. */
  | { is: 'failed'; at: Date | null; code: string }
  /** Called off by its user; or by `quiet-hours`, `at` whose end one message tells of all that they held back. */
  | { is: 'called-off'; at: Date; by: CalledOff['by'] }
  /** Still to come; `until` where that is known. */
  | { is: 'waits'; because: Delay | 'its-time' | 'paused'; until: Date | null }
  /** Tried in vain, and something else has taken its place. */
  | { is: 'given-way'; because: Delay };

export type Told = MessageKey & { failedAttempts: number; fate: Fate };

export interface Why {
  reminderId: number;
  /** The owner's own words, which no log and no terminal shows. */
  text: string;
  /** The messages that were due since the ledger begins, and the next one, in the order of time. */
  messages: Told[];
  /** Why nothing more is to come; null while something is. `never-due`: it was past when it was made. */
  rests: 'deleted' | 'done' | 'archived' | 'waits-for-answer' | 'never-due' | null;
}

/** Later than this is explained; a second or two is the pace's. */
const ON_TIME_MS = 5_000;
/** Where no reminder is named, those are told of that have changed or were to come within this time. */
const LOOK_BACK_DAYS = 7;
const REMINDERS_MAX = 50;

interface Question {
  userId: number;
  reminderId?: number | undefined;
  since?: Date | undefined;
  now: Date;
}

interface Answer {
  account: Account;
  reminders: Why[];
  /** Others have news as well: those of the latest are told of. */
  hasMore: boolean;
}

/**
 * Tells what happened to each message of one reminder; else of the `REMINDERS_MAX` with the latest news since `since` (or a
 * week), and of paused ones. `since` also leaves out messages due before it. Reads index entries of these alone. Undefined
 * where there is no such user.
 */
export async function why(db: Db, question: Question): Promise<Answer | undefined> {
  const { userId, since, now } = question;
  const account = await findAccount(db, userId);
  if (!account) return undefined;
  const found = await remindersAskedFor(db, question);
  const rows = found.slice(0, REMINDERS_MAX);
  const hasMore = found.length > REMINDERS_MAX;
  const reminderIds = rows.map(({ id }) => id);
  if (reminderIds.length === 0) return { account, reminders: [], hasMore };
  const attempts = await attemptsOf(db, { userId, reminderIds, since });
  const off = await db
    .select()
    .from(calledOff)
    .where(
      and(inArray(calledOff.reminderId, reminderIds), since && gt(calledOff.scheduledAt, since)),
    )
    .orderBy(asc(calledOff.at));
  const haltedUntil = await readHalt(db, now);
  const told: Why[] = [];
  const giveWay = givingWay();
  for (const row of rows) {
    await giveWay();
    const ofRow = (each: { reminderId: number }) => each.reminderId === row.id;
    const tried = attempts.filter(ofRow);
    told.push(whyOf({ row, account, attempts: tried, off: off.filter(ofRow), haltedUntil, now }));
  }
  return { account, reminders: told, hasMore };
}

/** The one reminder that is named; else those with news, the latest first, and one more than are told of. */
async function remindersAskedFor(db: Db, { userId, reminderId, since, now }: Question) {
  const latestNews = sql`greatest(updated_at, waiting_since, deleted_at,
    case when next_fire_at <= ${timestamp(now)} then ${timestamp(now)} end)`;
  const newsSince = since ?? daysEarlier(now, LOOK_BACK_DAYS);
  const askedFor =
    reminderId === undefined
      ? or(sql`${latestNews} > ${timestamp(newsSince)}`, isNotNull(reminders.pausedFrom))
      : eq(reminders.id, reminderId);
  return db
    .select()
    .from(reminders)
    .where(and(eq(reminders.userId, userId), askedFor))
    .orderBy(sql`${latestNews} desc`)
    .limit(REMINDERS_MAX + 1);
}

interface Facts {
  row: ReminderRow;
  account: Account;
  /** In the order of time, as are those called off. */
  attempts: readonly RecordedAttempt[];
  off: readonly CalledOff[];
  haltedUntil: Date | null;
  now: Date;
}

/** Tells of one reminder by its rows alone, without I/O. */
function whyOf(facts: Facts): Why {
  const { row, attempts, off, now } = facts;
  const messages = new Map<string, Told>();
  const keyOf = ({ kind, scheduledAt }: MessageKey) => `${kind} ${+scheduledAt}`;
  const tell = (message: MessageKey, fate: Fate, failedAttempts = 0) => {
    const { kind, occurrenceAt, scheduledAt } = message;
    messages.set(keyOf(message), { kind, occurrenceAt, scheduledAt, failedAttempts, fate });
  };
  const tries = new Map<string, RecordedAttempt[]>();
  for (const each of attempts) tries.set(keyOf(each), [...(tries.get(keyOf(each)) ?? []), each]);
  for (const attemptsOfMessage of tries.values()) {
    const failed = attemptsOfMessage.filter(({ outcome }) => outcome !== 'sent');
    const last = attemptsOfMessage.at(-1);
    if (last) tell(last, fateOf(last, failed.at(-1)), failed.length);
  }
  for (const each of off) {
    const told = messages.get(keyOf(each));
    if (each.scheduledAt > now || told?.fate.is === 'sent') continue;
    tell(each, { is: 'called-off', at: each.at, by: each.by }, told?.failedAttempts);
  }
  const next = comingOf(row, now);
  const triesOfNext = (next && tries.get(keyOf(next))) ?? [];
  // A message that could not be settled is in the chat, though its reminder stands as before.
  const isInChat = triesOfNext.at(-1)?.outcome === 'sent';
  if (next && !isInChat) tell(next, waitOf(facts, next, triesOfNext.at(-1)), triesOfNext.length);
  const inTime = [...messages.values()].sort((a, b) => +a.scheduledAt - +b.scheduledAt);
  const rests = next ? null : restOf(row);
  return { reminderId: row.id, text: row.text, messages: inTime, rests };
}

/** The message that comes next of a row; in a pause without an end the one that would have come. */
function comingOf(row: ReminderRow, now: Date): MessageKey | null {
  if (row.deletedAt) return null;
  const at = row.nextFireAt ?? row.pausedFrom;
  return nextMessage(row, now) ?? (at && { kind: 'first', occurrenceAt: at, scheduledAt: at });
}

function delayOf({ outcome, errorCode }: Pick<RecordedAttempt, 'outcome' | 'errorCode'>): Delay {
  if (outcome === 'unreachable') return 'blocked';
  if (errorCode === '429') return 'rate-limited';
  if (errorCode === OUR_FAULT) return 'our-fault';
  if (errorCode === BOT_REFUSED) return BOT_REFUSED;
  return new RegExp(NO_ANSWER).test(errorCode ?? '') ? 'telegram-away' : 'refused';
}

function fateOf(last: RecordedAttempt, failed: RecordedAttempt | undefined): Fate {
  const { outcome, sentAt: at, scheduledAt, errorCode, overtook } = last;
  if (outcome === 'rejected' || outcome === 'failed') {
    return { is: 'failed', at, code: errorCode ?? outcome };
  }
  if (outcome !== 'sent') return { is: 'given-way', because: delayOf(last) };
  const lateMs = Math.max(0, +at - +scheduledAt);
  const untold = lateMs < ON_TIME_MS ? null : 'unrecorded';
  return { is: 'sent', at, lateMs, because: failed ? delayOf(failed) : untold, overtook };
}

/** What keeps a message that was not sent, and until when; or that it has failed for good. */
function waitOf(
  facts: Facts,
  { scheduledAt }: MessageKey,
  last: RecordedAttempt | undefined,
): Fate {
  const { row, account, haltedUntil, now } = facts;
  const ahead = (...instants: (Date | null)[]) => instants.find((at) => at && at > now) ?? null;
  const is = 'waits';
  if (row.deliveryState === 'failed') {
    return { is: 'failed', at: last?.sentAt ?? null, code: row.lastError ?? 'failed' };
  }
  const pauseGoesOn = row.pausedUntil === null || row.pausedUntil > now;
  // `pausedFrom` is the occurrence that the pause holds back.
  const isPaused = row.pausedFrom !== null && pauseGoesOn;
  if (isPaused) {
    // Null in a pause without an end.
    return { is, because: 'paused', until: row.nextFireAt };
  }
  if (row.deliveryState === 'parked' || account.unreachableSince) {
    return { is, because: 'blocked', until: null };
  }
  if (scheduledAt > now) return { is, because: 'its-time', until: scheduledAt };
  // Without an error `notBefore` is only a place in the queue, and no promise.
  const until = ahead(row.lastError === null ? null : row.notBefore, row.leaseUntil);
  if (row.lastError === BROKEN) return { is, because: 'our-fault', until };
  if (last) return { is, because: delayOf(last), until };
  if (ahead(haltedUntil)) return { is, because: 'rate-limited', until: haltedUntil };
  return { is, because: 'unrecorded', until };
}

function restOf({ deletedAt, completed, doneAt, openOccurrenceAt }: ReminderRow): Why['rests'] {
  if (deletedAt) return 'deleted';
  if (!completed) return 'waits-for-answer';
  return doneAt ? 'done' : openOccurrenceAt ? 'archived' : 'never-due';
}
