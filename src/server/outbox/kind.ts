import 'server-only';
import { type Db } from '../platform/db/client';
import { type deliveries } from '../platform/db/schema';
import { type SendResult } from '../telegram/send';

/** A leased row for which one message is to go out; a kind's own claims hold what it says. */
export interface Claim {
  /** Two claims of a kind with the same one are for the same message: what it tells belongs into the key. */
  key: string;
  token: string;
  leaseUntil: Date;
  /** Whose chat it goes to: a chat with the bot has its user's id. */
  userId: number;
  chatFreeAt: Date;
  /** How many messages go out for it, at most. */
  messages: number;
}

/** Telegram's answer to a claim's message; `began` and `at` are before the call and after it. */
export interface AnsweredClaim<C extends Claim = Claim> {
  claim: C;
  result: SendResult;
  began: Date;
  at: Date;
  /** An earlier try to settle it: nobody knows whether the database took it, or it found the lease gone. */
  earlierTry: 'none' | 'unknown' | 'lost';
  /** How often the database has refused what it leaves, of what is set aside. */
  refusals?: number;
  /** Set aside: no tick has it in hand. */
  isSetAside?: boolean;
}

type LedgerRow = typeof deliveries.$inferSelect;
/** What a line of the ledger says of an attempt, as counts and metrics need it. */
export type LedgerLine = Pick<
  LedgerRow,
  'kind' | 'occurrenceAt' | 'scheduledAt' | 'sentAt' | 'outcome'
> & { isOurFault?: boolean };

/** A message that does not belong in its chat: the lease for it was lost, or a newer copy has come. */
export interface Stray {
  chatId: number;
  messageId: number;
  /** No line beside it counts it as sent: it is an attachment, or an earlier lease or firing has counted it. */
  isUncounted?: true;
}

export interface Settled {
  lines?: readonly LedgerLine[];
  strays?: readonly Stray[];
  /** Keys of claims that were given back though their message is out: their next lease settles it. */
  setAside?: readonly string[];
}

export interface ClaimOptions {
  now: Date;
  limit: number;
  /** Messages a second over all instances. */
  maxPerSecond: number;
  /** For kinds that give way: null where no reminder is due and slots are free, else when to look again. */
  wayFreeAt: (db: Db) => Promise<Date | null>;
}

export interface Claimed<C> {
  claims: C[];
  /** How many rows there were, those included for which nothing is to be sent. With some there may be more. */
  found: number;
  /** Where it is known: nothing is to be claimed before. A tick waits for that if it falls within its horizon. */
  nextAt?: Date;
  settled?: Settled;
}

/**
 * A kind of message that falls due: what is due, how it is sent, what settling means. All of it works on
 * rows with leases, so any number of ticks on any number of machines may do it at once. Methods, as a list
 * holds kinds with claims of their own: what a kind has claimed comes back to it alone.
 */
export interface Kind<C extends Claim = Claim> {
  name: string;
  /** So many of its claims a process has in hand at most; without it only what is sent and unsettled is bounded. */
  heldMax?: number;
  slotWithinMs?: number;
  /** Leases what is due. Waits for nobody: what somebody else holds is skipped. */
  claim(db: Db, options: ClaimOptions): Promise<Claimed<C>>;
  /** When something can be claimed next, where a tick is to wait for it; null where nothing is scheduled. */
  nextDueAt?(db: Db, now: Date): Promise<Date | null>;
  /** Gives unsent claims back: they are due again at once, or at `notBefore`. */
  release(db: Db, claims: readonly C[], notBefore?: Date): Promise<void>;
  /** Null where it is not to be sent now: the claim is given back by `release`. */
  send(claim: C, signal: AbortSignal): Promise<SendResult | null>;
  /** Writes a group down, where leases are still ours, with a line in the ledger an attempt. Throws: all of it is tried again. */
  settle(db: Db, group: readonly AnsweredClaim<C>[]): Promise<Settled>;
  /**
   * Writes what the database takes where it refuses the rest: settling is tried again later, and the message is not
   * sent again.
   */
  settleUnwritable(db: Db, answered: AnsweredClaim<C>, now: Date): Promise<Settled>;
}

/** Messages on their way, or out and not yet settled, of one process at most: what a kill -9 may repeat. Of an album each counts. */
export const UNSETTLED_MAX = 64;

/** What a process has out; its ticks share it, and so keep to the bounds together. */
export class SendWindow {
  unsettled = 0;
  readonly #held = new Map<string, number>();
  readonly #answered = new Map<string, AnsweredClaim>();

  hasRoomFor({ messages }: Claim): boolean {
    return this.unsettled + messages <= UNSETTLED_MAX;
  }

  room({ name, heldMax = Infinity }: Kind): number {
    return heldMax - (this.#held.get(name) ?? 0);
  }

  hold({ name }: Kind, count: number): void {
    this.#held.set(name, (this.#held.get(name) ?? 0) + count);
  }

  /** What Telegram has answered is known here until the database has taken it. */
  remember({ name }: Kind, answered: AnsweredClaim): void {
    this.#answered.set(`${name}:${answered.claim.key}`, answered);
  }

  forget({ name }: Kind, answered: AnsweredClaim): void {
    const id = `${name}:${answered.claim.key}`;
    if (this.#answered.get(id) === answered) this.#answered.delete(id);
  }

  /**
   * Where this claim's message is out already, since its lease ended before its answer could be written down: gives
   * that answer the new lease, by which it is settled, and answers it.
   */
  takeOverIfAnswered({ name }: Kind, { key, token, leaseUntil }: Claim): AnsweredClaim | undefined {
    const answered = this.#answered.get(`${name}:${key}`);
    if (answered) answered.claim = { ...answered.claim, token, leaseUntil };
    return answered;
  }
}
