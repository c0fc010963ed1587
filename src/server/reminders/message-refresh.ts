import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { db, type Db } from '../platform/db/client';
import { safeFault } from '../platform/db/faults';
import { reminders, users } from '../platform/db/schema';
import { lastMessageOf } from '../outbox/ledger-reading';
import { sendOne } from '../outbox/send-one';
import { env } from '../platform/env';
import { log } from '../platform/log';
import { presentInChat } from './chat-acts';
import { type AppAddress } from '../telegram/message';
import { renderPressed } from './message';
import { type Outdated, type OutdatedCard } from '../telegram/outdated';
import { type EditedMessage, editMessageVia, ownBot, type Send } from '../telegram/send';

/** Waits for what comes with an act: its undo, or the same for many reminders. */
const COLLECT_MS = 1_000;
/** Edits that acts upon many reminders at once may cost: of their messages the newest, which people see. */
const EDITS_MAX = 10;

interface RefreshOptions {
  db: Db;
  edit: Send<EditedMessage>;
  address: AppAddress;
  maxPerSecond: number;
  now?: () => Date;
  collectMs?: number;
  editsMax?: number;
}

/**
 * Brings messages about reminders up to date, one a second in a chat. Answers once all that is known of the
 * user's is done. Never rejects.
 */
export function messageRefresher({
  db,
  edit,
  address,
  maxPerSecond,
  now = () => new Date(),
  collectMs = COLLECT_MS,
  editsMax = EDITS_MAX,
}: RefreshOptions) {
  const outdated = new Map<number, Set<number>>();
  const runs = new Map<number, Promise<void>>();

  /** False where this chat gets no further edits for now. */
  const editOne = async (userId: number, { reminderId, messageId }: LastMessage) => {
    // Read at its turn: what the message says then is what holds then.
    const send: Send<{ chatId: number }> = async ({ chatId }, signal) => {
      const present = await presentInChat(db, { userId, reminderId, now: now() });
      return edit({ chatId, messageId, message: renderPressed(present, address) }, signal);
    };
    const pace = { db, send, now, maxPerSecond, recorded: false };
    const { status } = await sendOne(pace, { chatId: userId });
    return status === 'sent' || status === 'refused' || status === 'rejected';
  };
  /** In batches: what comes while one is at work is the next one. */
  const run = async (userId: number) => {
    while (outdated.has(userId)) {
      await sleep(collectMs);
      const batch = [...(outdated.get(userId) ?? [])];
      outdated.delete(userId);
      try {
        for (const each of await newestMessages(db, userId, batch, editsMax)) {
          if (!(await editOne(userId, each))) break;
        }
      } catch (error) {
        log.warn({ fault: safeFault(error) }, 'a message in the chat was not brought up to date');
      }
    }
    runs.delete(userId);
  };
  const editCard = async ({ userId, cardNow }: OutdatedCard): Promise<void> => {
    try {
      const card = await cardNow(db, now());
      if (!card) return;
      const send: Send<{ chatId: number }> = ({ chatId }, signal) =>
        edit({ chatId, ...card }, signal);
      await sendOne({ db, send, now, maxPerSecond, recorded: false }, { chatId: userId });
    } catch (error) {
      log.warn({ fault: safeFault(error) }, 'a card in the chat was not brought up to date');
    }
  };
  return (what: Outdated): Promise<void> => {
    if ('cardNow' in what) return editCard(what);
    const { userId, reminderId } = what;
    outdated.set(userId, (outdated.get(userId) ?? new Set()).add(reminderId));
    const begun = runs.get(userId) ?? run(userId);
    runs.set(userId, begun);
    return begun;
  };
}

type LastMessage = { reminderId: number; messageId: number };

/** The last message of each of these reminders, the newest first; none where nobody can be written to. */
async function newestMessages(
  db: Db,
  userId: number,
  reminderIds: readonly number[],
  limit: number,
): Promise<LastMessage[]> {
  const lastSent = lastMessageOf(db, userId);
  const messageId = sql<number>`coalesce(${reminders.liveMessageId}, (${lastSent}))`.mapWith(
    Number,
  );
  return db
    .select({ reminderId: reminders.id, messageId })
    .from(reminders)
    .innerJoin(users, eq(users.id, reminders.userId))
    .where(
      and(
        eq(reminders.userId, userId),
        inArray(reminders.id, [...reminderIds]),
        isNull(users.unreachableSince),
        isNotNull(messageId),
      ),
    )
    .orderBy(desc(messageId))
    .limit(limit);
}

/**
 * Listens for outdated messages on behalf of this process. `behindAnswer` keeps the process alive until
 * the work is done, though the request is answered: Next's `after`.
 */
export function refreshBehindAnswers(behindAnswer: (work: () => Promise<void>) => void) {
  let refresh: ReturnType<typeof messageRefresher> | undefined;
  const connected = () => {
    const { maxPerSecond } = env();
    const edit = editMessageVia(ownBot());
    return messageRefresher({ db: db(), edit, address: env(), maxPerSecond });
  };
  return (outdated: Outdated): void => {
    const refreshed = (refresh ??= connected())(outdated);
    behindAnswer(() => refreshed);
  };
}
