import 'server-only';
import { setMaxListeners } from 'node:events';
import { type Claim, type SentMessage } from './kind';
import { CHAT_SPACING_MS, LEASE_MS } from './pace';
import { type Retract, SEND_LIMIT_MS } from '../telegram/send';

/** What a queue answers when it is asked for the next message. Instants are epoch milliseconds. */
export type NextSend<Lane> =
  | { state: 'empty' }
  | { state: 'wait'; until: number }
  /** The first would go out later than its lease lasts: the clock was set back. */
  | { state: 'clock-set-back' }
  | { state: 'ready'; claim: Claim; lane: Lane };

type Queued<Lane> = { claim: Claim; lane: Lane; at: number };

/** Claims that have a send slot, in the order in which they go out: one a second to a chat. */
export class SendQueue<Lane> {
  #queued: Queued<Lane>[] = [];
  /** When each chat may get its next message; the chat sent to last comes last. */
  readonly #chatFreeAt = new Map<number, number>();

  get length(): number {
    return this.#queued.length;
  }

  countOf(lane: Lane): number {
    return this.#queued.filter((each) => each.lane === lane).length;
  }

  /** Queues each claim at its slot, or when its chat is free, whichever is later. */
  add(lane: Lane, claims: readonly Claim[], slots: readonly Date[], now: number): void {
    claims.forEach((claim, i) => {
      const slot = slots[i]?.getTime() ?? 0;
      this.#queued.push({ claim, lane, at: Math.max(slot, claim.chatFreeAt.getTime()) });
    });
    this.#sort();
    this.#forgetFreeChats(now);
  }

  /** What is to be done at `now`. A claim that is ready stays until `shift` takes it. */
  next(now: number): NextSend<Lane> {
    for (let head = this.#queued[0]; head; head = this.#queued[0]) {
      if (head.at > now + LEASE_MS) return { state: 'clock-set-back' };
      if (head.at > now) return { state: 'wait', until: head.at };
      const chatFreeAt = this.#chatWaitsUntil(head.claim.userId, now);
      if (chatFreeAt === undefined) return { state: 'ready', claim: head.claim, lane: head.lane };
      head.at = chatFreeAt;
      this.#sort();
    }
    return { state: 'empty' };
  }

  shift(): void {
    this.#queued.shift();
  }

  /** Notes that a message to the chat goes out. */
  sending(chatId: number, now: number): void {
    this.#chatFreeAt.delete(chatId);
    this.#chatFreeAt.set(chatId, now + CHAT_SPACING_MS);
  }

  /** Takes a lane's claims out of the queue, all of them or one chat's. */
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

  /** Undefined where the chat is free. A wait far beyond the spacing was set by a clock that has since been set back. */
  #chatWaitsUntil(chatId: number, now: number): number | undefined {
    const freeAt = this.#chatFreeAt.get(chatId);
    return freeAt !== undefined && freeAt > now && freeAt <= now + 2 * CHAT_SPACING_MS
      ? freeAt
      : undefined;
  }

  #forgetFreeChats(now: number): void {
    for (const chatId of this.#chatFreeAt.keys()) {
      if (this.#chatWaitsUntil(chatId, now) !== undefined) return;
      this.#chatFreeAt.delete(chatId);
    }
  }
}

/** Failures in a row after which Telegram, or our way to it, is taken for down. */
const OPENS_AFTER = 5;
const PAUSE_FIRST_MS = 1_000;
const PAUSE_MAX_MS = 30_000;

/**
 * Keeps an outage from using up the attempts of everything that is due: after a few failures in a row
 * one message at a time is tried, after ever longer pauses, until one gets through.
 */
export class Breaker {
  #failures = 0;
  #pauseMs = PAUSE_FIRST_MS;
  #silentUntil = 0;

  get open(): boolean {
    return this.#failures >= OPENS_AFTER;
  }

  /** Nothing is to be sent before this, in epoch milliseconds. */
  get pausedUntil(): number {
    return this.open ? this.#silentUntil : 0;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#pauseMs = PAUSE_FIRST_MS;
  }

  /** `probe` is a message that was sent while the breaker was open. */
  failed(nowMs: number, probe: boolean): void {
    this.#failures += 1;
    if (probe) this.#pauseMs = Math.min(this.#pauseMs * 2, PAUSE_MAX_MS);
    this.#silentUntil = nowMs + this.#pauseMs;
  }
}

/** Calls that begin within this time share one timer: one each would cost a tenth of the call. */
const TIMEOUT_GRAIN_MS = 500;

/** Gives calls up after SEND_LIMIT_MS, or up to TIMEOUT_GRAIN_MS earlier. */
export class CallTimeout {
  #latest: { begunAt: number; signal: AbortSignal } | undefined;

  signal(): AbortSignal {
    const now = performance.now();
    if (!this.#latest || now - this.#latest.begunAt > TIMEOUT_GRAIN_MS) {
      this.#latest = { begunAt: now, signal: AbortSignal.timeout(SEND_LIMIT_MS) };
      setMaxListeners(0, this.#latest.signal);
    }
    return this.#latest.signal;
  }
}

const AT_A_TIME = 16;

/** Takes messages back out of their chats, a few at a time. */
export class Retractor {
  readonly #waiting: SentMessage[] = [];
  #underWay = 0;

  constructor(
    private readonly retract: Retract,
    private readonly timeout: CallTimeout,
    private readonly done: () => void,
  ) {}

  get idle(): boolean {
    return this.#underWay + this.#waiting.length === 0;
  }

  add(messages: readonly SentMessage[]): void {
    this.#waiting.push(...messages);
  }

  start(): void {
    while (this.#underWay < AT_A_TIME) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#underWay += 1;
      void this.retract(next.chatId, next.messageId, this.timeout.signal()).finally(() => {
        this.#underWay -= 1;
        this.done();
      });
    }
  }
}
