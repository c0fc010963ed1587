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
 * Brings messages about reminders up to date, one a second in a chat. `follow` answers once all that is known of the user's
 * is done, and never rejects.
 */
export class MessageRefresher {
  /** The reminders whose messages wait for an edit, by their person. */
  readonly #outdated = new Map<number, Set<number>>();
  readonly #runs = new Map<number, Promise<void>>();

  constructor(private readonly options: RefreshOptions) {}

  /** What a message says goes by this process's clock, like all answers; when it goes out, by the database's. */
  #now = (): Date => this.options.now?.() ?? new Date();

  follow(outdated: Outdated): Promise<void> {
    if ('cardNow' in outdated) return this.#editCard(outdated);
    const { userId, reminderId } = outdated;
    const waiting = this.#outdated.get(userId) ?? new Set();
    this.#outdated.set(userId, waiting.add(reminderId));
    const begun = this.#runs.get(userId) ?? this.#run(userId);
    this.#runs.set(userId, begun);
    return begun;
  }

  async #editCard({ userId, cardNow }: OutdatedCard): Promise<void> {
    const { db, edit } = this.options;
    try {
      const card = await cardNow(db, this.#now());
      if (!card) return;
      await this.#sendOne(userId, ({ chatId }, signal) => edit({ chatId, ...card }, signal));
    } catch (error) {
      log.warn({ fault: safeFault(error) }, 'a card in the chat was not brought up to date');
    }
  }

  /** In batches: what comes while one is at work is the next one. */
  async #run(userId: number): Promise<void> {
    while (this.#outdated.has(userId)) {
      await sleep(this.options.collectMs ?? COLLECT_MS);
      const batch = [...(this.#outdated.get(userId) ?? [])];
      this.#outdated.delete(userId);
      await this.#editNewest(userId, batch);
    }
    this.#runs.delete(userId);
  }

  async #editNewest(userId: number, reminderIds: readonly number[]): Promise<void> {
    const { db, editsMax = EDITS_MAX } = this.options;
    try {
      for (const message of await newestMessages(db, userId, reminderIds, editsMax)) {
        if (!(await this.#editOne(userId, message))) return;
      }
    } catch (error) {
      log.warn({ fault: safeFault(error) }, 'a message in the chat was not brought up to date');
    }
  }

  /** False where this chat gets no further edits for now. */
  async #editOne(userId: number, { reminderId, messageId }: LastMessage): Promise<boolean> {
    const { db, edit, address } = this.options;
    const { status } = await this.#sendOne(userId, async ({ chatId }, signal) => {
      // Read at its turn: what the message says then is what holds then.
      const present = await presentInChat(db, { userId, reminderId, now: this.#now() });
      return edit({ chatId, messageId, message: renderPressed(present, address) }, signal);
    });
    return status === 'sent' || status === 'refused' || status === 'rejected';
  }

  #sendOne(userId: number, send: Send<{ chatId: number }>) {
    const { db, now, maxPerSecond } = this.options;
    return sendOne({ db, send, now, maxPerSecond, recorded: false }, { chatId: userId });
  }
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
  let refresher: MessageRefresher | undefined;
  const connected = () => {
    const { maxPerSecond } = env();
    const edit = editMessageVia(ownBot());
    return new MessageRefresher({ db: db(), edit, address: env(), maxPerSecond });
  };
  return (outdated: Outdated): void => {
    const refreshed = (refresher ??= connected()).follow(outdated);
    try {
      behindAnswer(() => refreshed);
    } catch {
      // Outside a request, as in a tick, there is no answer to wait behind: the process lives on by itself.
    }
  };
}
