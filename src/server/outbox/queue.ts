import 'server-only';
import { type Claim, type Kind, type SendWindow, type AnsweredClaim, type Settled } from './kind';
import { type ChatPace } from '../telegram/chat-pace';
import { type SendResult } from '../telegram/send';
import { type Db } from '../platform/db/client';
import { isDataFault, safeFault } from '../platform/db/faults';
import { log } from '../platform/log';
import { parkUser } from './reachability';

/**
 * What a queue answers when it is asked for the next message: until when there is none, Infinity where nothing is queued,
 * or the message. Instants are epoch milliseconds.
 */
type NextSend<Lane> = { until: number } | { claim: Claim; lane: Lane };

type Queued<Lane> = { claim: Claim; lane: Lane; at: number };

/** Claims that have a send slot, in the order in which they go out: one a second to a chat. */
export class SendQueue<Lane> {
  #queued: Queued<Lane>[] = [];

  constructor(private readonly chats: ChatPace) {}

  countOf(lane: Lane): number {
    return this.#queued.filter((each) => each.lane === lane).length;
  }

  /** Queues each claim at its slot, or when its chat is free, whichever is later. */
  add(lane: Lane, claims: readonly Claim[], slots: readonly Date[]): void {
    claims.forEach((claim, i) => {
      const slot = slots[i]?.getTime() ?? 0;
      this.#queued.push({ claim, lane, at: Math.max(slot, claim.chatFreeAt.getTime()) });
    });
    this.#sort();
  }

  /** What is to be done at `now`. A claim that is ready stays until `shift` takes it. */
  next(now: number): NextSend<Lane> {
    for (let head = this.#queued[0]; head; head = this.#queued[0]) {
      if (head.at > now) return { until: head.at };
      const waitMs = this.chats.msUntilFree(head.claim.userId);
      if (waitMs === 0) return head;
      head.at = now + waitMs;
      this.#sort();
    }
    return { until: Infinity };
  }

  shift(): void {
    this.#queued.shift();
  }

  takeAll(lane: Lane, chatId?: number): Claim[] {
    const isTheirs = (each: Queued<Lane>) =>
      each.lane === lane && (chatId === undefined || each.claim.userId === chatId);
    const taken = this.#queued.filter(isTheirs).map(({ claim }) => claim);
    this.#queued = this.#queued.filter((each) => !isTheirs(each));
    return taken;
  }

  #sort(): void {
    this.#queued.sort((a, b) => a.at - b.at);
  }
}

/** Failures in a row after which Telegram, or our way to it, is taken for down. */
const OPENS_AFTER = 5;
const HALT_FIRST_MS = 1_000;
const HALT_MAX_MS = 30_000;
/** Failures that lie further apart are no outage: one message that always fails must not hold up all others. */
const FORGOTTEN_AFTER_MS = 2 * 60_000;

/**
 * Keeps an outage from using up the attempts of everything that is due: after a few failures in a row
 * each tick tries one message at a time, after ever longer halts, until one gets through. One for all ticks of a process.
 */
export class Breaker {
  #failures = 0;
  #haltMs = HALT_FIRST_MS;
  #silentUntil = 0;
  #failedAt = 0;

  get open(): boolean {
    return this.#failures >= OPENS_AFTER;
  }

  /** Nothing is to be sent before this; 0 where all may be. In epoch milliseconds. */
  haltedUntil(nowMs: number): number {
    // A halt that ends later was planned by a clock that has since been set back.
    const isPlausible = this.#silentUntil <= nowMs + HALT_MAX_MS;
    return this.open && isPlausible ? this.#silentUntil : 0;
  }

  /** Telegram has answered: all may be sent. */
  close(): void {
    this.#failures = 0;
    this.#haltMs = HALT_FIRST_MS;
  }

  /** `probe` is a message that was sent while the breaker was open. */
  failed(nowMs: number, probe: boolean): void {
    if (nowMs > this.#failedAt + FORGOTTEN_AFTER_MS) this.close();
    this.#failedAt = nowMs;
    this.#failures += 1;
    // Several ticks may try at once: one halt grows once.
    if (probe && nowMs >= this.#silentUntil) this.#haltMs = Math.min(this.#haltMs * 2, HALT_MAX_MS);
    this.#silentUntil = nowMs + this.#haltMs;
  }
}

const messageIdsOf = (result: SendResult): readonly number[] => [
  ...(result.brought?.messageIds ?? []),
  ...(result.status === 'sent' ? [result.messageId] : []),
];

/**
 * Answers are settled in groups of this size, or this long after the first of a group. One group is written at a time:
 * what is answered meanwhile is the next one, and the busier the database, the fewer and larger they are.
 */
const GROUP_SIZE = 24;
export const GROUP_WAIT_MS = 10;
const AFTER_FAULT_MS = 250;

/**
 * Keeps what Telegram answered to one kind's messages until it is written down, in groups. While the
 * database is away it tries again; nothing is forgotten. Instants are epoch milliseconds.
 */
export class Settler {
  #answers: AnsweredClaim[] = [];
  #isWriting = false;
  #writeAt = 0;
  #failed = false;

  constructor(
    private readonly db: Db,
    private readonly kind: Kind,
    private readonly nowMs: () => number,
    private readonly window: SendWindow,
    /** Called after each try, with what was settled, if it was. */
    private readonly tried: (group: readonly AnsweredClaim[], settled: Settled | null) => void,
  ) {}

  add(answered: AnsweredClaim, now: number): void {
    if (this.#answers.length === 0) this.#writeAt = now + GROUP_WAIT_MS;
    this.#answers.push(answered);
    this.window.unsettled += answered.claim.messages;
    this.window.remember(this.kind, answered);
  }

  /**
   * Writes a group if it is time to, and answers when to ask again. With no more answers to come
   * (`isLast`) a small group does not wait for others.
   */
  start(now: number, { isLast }: { isLast: boolean }): number {
    if (this.#answers.length === 0 || this.#isWriting) return Infinity;
    const complete = this.#answers.length >= GROUP_SIZE || isLast;
    if (now < this.#writeAt && (this.#failed || !complete)) return this.#writeAt;
    void this.#write(this.#answers.splice(0));
    return Infinity;
  }

  async #write(group: AnsweredClaim[]): Promise<void> {
    this.#isWriting = true;
    const written = group.map((answered) => ({ ...answered }));
    try {
      for (const { claim, result, began, at } of written) {
        if (result.status === 'unreachable') {
          await parkUser(this.db, { userId: claim.userId, began, at });
        }
      }
      const settled = await this.#settle(written);
      this.#failed = false;
      // What was claimed anew meanwhile is settled once more, by its new lease.
      const isSettled = (answered: AnsweredClaim, i: number) =>
        answered.claim === written[i]?.claim;
      const done = group.filter(isSettled);
      const anew = group.filter((answered, i) => !isSettled(answered, i));
      this.#putBack(anew, 'lost');
      for (const answered of done) this.#forget(answered, settled);
      for (const { claim } of done) this.window.unsettled -= claim.messages;
      this.#isWriting = false;
      const theirs = new Set(anew.flatMap(({ result }) => messageIdsOf(result)));
      const strays = settled.strays?.filter(({ messageId }) => !theirs.has(messageId)) ?? [];
      this.tried(done, { ...settled, strays });
    } catch (error) {
      if (!this.#failed) {
        const fault = safeFault(error);
        log.warn({ kind: this.kind.name, fault }, 'what was sent waits to be settled');
      }
      this.#failed = true;
      this.#writeAt = this.nowMs() + AFTER_FAULT_MS;
      this.#putBack(group, 'unknown');
      this.#isWriting = false;
      this.tried([], null);
    }
  }

  /** What is set aside stays known to the process, and is settled by its row's next lease. */
  #forget(answered: AnsweredClaim, { setAside = [] }: Settled): void {
    if (setAside.includes(answered.claim.key)) {
      answered.isSetAside = true;
      answered.refusals = (answered.refusals ?? 0) + 1;
    } else this.window.forget(this.kind, answered);
  }

  #putBack(group: AnsweredClaim[], earlierTry: AnsweredClaim['earlierTry']): void {
    for (const answered of group) answered.earlierTry = earlierTry;
    this.#answers.unshift(...group);
  }

  async #settle(group: readonly AnsweredClaim[]): Promise<Settled> {
    try {
      return await this.kind.settle(this.db, group);
    } catch (error) {
      if (!isDataFault(error)) throw error;
      const [only] = group;
      if (only && group.length === 1) {
        log.error({ key: only.claim.key, fault: safeFault(error) }, 'a send cannot be settled');
        return this.kind.settleUnwritable(this.db, only, new Date(this.nowMs()));
      }
    }
    // One row that cannot be written must not hold up the others.
    const each: Settled[] = [];
    for (const answered of group) each.push(await this.#settle([answered]));
    return {
      lines: each.flatMap(({ lines = [] }) => lines),
      strays: each.flatMap(({ strays = [] }) => strays),
      setAside: each.flatMap(({ setAside = [] }) => setAside),
    };
  }
}
