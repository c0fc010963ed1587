import 'server-only';
import { type Claim } from './kind';
import { CHAT_SPACING_MS, LEASE_MS } from './pace';

/** What a queue answers when it is asked for the next message. Instants are epoch milliseconds. */
export type NextSend<Lane> =
  | { state: 'empty' }
  /** Nothing goes out before `until`. */
  | { state: 'wait'; until: number }
  /** The first would go out later than its lease lasts: the clock was set back. */
  | { state: 'clock-set-back' }
  | { state: 'ready'; claim: Claim; lane: Lane };

interface Queued<Lane> {
  claim: Claim;
  lane: Lane;
  at: number;
}

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
