import 'server-only';
import { setMaxListeners } from 'node:events';
import { type Db } from '../db/client';
import { safeFault } from '../db/faults';
import { log } from '../log';
import { alarmUnauthorized } from './answers';
import { Breaker } from './breaker';
import {
  CHAT_SPACING_MS,
  type Claim,
  claimDue,
  LEASE_MS,
  nextClaimAt,
  releaseClaims,
} from './claim';
import { type Settlement, settlementOf, settlementOfBroken } from './outcome';
import { type Retract, type Send, type SendResult } from './outgoing';
import { pauseSending, recordRefusal, silentUntil, takeSlots, UNAUTHORIZED_PAUSE_MS } from './pace';
import { settle, strayMessages } from './settle';

export interface TickOptions {
  db: Db;
  send: Send;
  retract: Retract;
  /** The clock that rules: see ./clock. */
  now: () => Date;
  /** Nothing is claimed from here on; what is under way is finished and settled. */
  deadline: Date;
  /** The tick waits for what falls due within this time, and ends when nothing does. */
  horizonMs: number;
  /** Messages a second over all instances; Infinity turns the pace off. */
  maxPerSecond: number;
  /** Shared by the ticks of one process, so that together they keep to UNSETTLED_MAX. */
  window?: SendWindow;
  /** Shutdown: gives back what is not yet on its way, and otherwise acts like the deadline. */
  stop?: AbortSignal;
}

/** What a tick did, by outcome. */
export interface TickCounts extends Record<string, number> {
  sent: number;
  /** Will be tried again. */
  retried: number;
  /** Of users who cannot be written to: their reminders are parked. */
  parked: number;
  /** Given up; administrators see them. */
  failed: number;
  /** Sent, but edited, deleted or acknowledged meanwhile: the message was taken back. */
  withdrawn: number;
  /** Telegram refused the token: an alarm, and nobody's fault. */
  unauthorized: number;
}

/**
 * Messages that are on their way or out and not yet settled: what a kill -9 may repeat. Also bounds
 * the calls to Telegram at a time.
 */
export const UNSETTLED_MAX = 64;
export interface SendWindow {
  unsettled: number;
}

/** Telegraf alone would wait 500 s for an answer. */
const SEND_TIMEOUT_MS = 10_000;
/** Calls that begin within this time are given up with the first of them: a signal each has its price. */
const TIMEOUT_GRAIN_MS = 500;
/** A claim that could not be settled within its lease, even by a slow send, is not sent. */
const LEASE_MARGIN_MS = SEND_TIMEOUT_MS + 2_000;
/** Rows in one claim: as many as go out in a second, within these bounds. */
const CLAIM_MAX = 128;
/** Of a full claim so many go out while the next one is made. */
const CLAIM_TAKES = 32;
/** Results are settled in groups of this size, or this long after the first of a group. */
const GROUP_SIZE = 24;
const GROUP_WAIT_MS = 10;
const SETTLERS = 2;
/** How often a waiting tick looks for what was created or snoozed meanwhile, on any instance. */
const LOOK_AGAIN_MS = 1_000;
const AFTER_FAULT_MS = 250;
/** A row that is due and cannot be claimed is held by somebody else for a moment. */
const HELD_BY_OTHERS_MS = 10;
const RETRACTS_MAX = 16;

/**
 * Delivers what is due and what falls due within the horizon, each at its second. Any number of
 * ticks may run at once, on any number of machines. Rejects when the database is down and nothing is
 * left to settle.
 */
export const runTick = (options: TickOptions): Promise<TickCounts> => new Tick(options).run();

const COUNTED_AS = {
  sent: 'sent',
  retry: 'retried',
  unreachable: 'parked',
  rejected: 'failed',
  failed: 'failed',
} as const;

/**
 * Reacts to events: whenever something has finished or its time has come, `#pump` starts whatever can
 * be started now and sets a timer for whatever has to wait. All instants are epoch milliseconds.
 */
class Tick {
  readonly #options: TickOptions;
  readonly #window: SendWindow;
  readonly #deadline: number;
  readonly #until: number;
  readonly #breaker = new Breaker();
  readonly #counts: TickCounts = {
    sent: 0,
    retried: 0,
    parked: 0,
    failed: 0,
    withdrawn: 0,
    unauthorized: 0,
  };

  /** Claimed and without a slot; claimed with one, in the order in which they go out. */
  #claimed: Claim[] = [];
  #queue: { claim: Claim; at: number }[] = [];
  #inFlight = 0;
  /**
   * When each chat may get its next message, in the order of sending: slots that lag behind the
   * claims' turns bunch them up.
   */
  readonly #chatFreeAt = new Map<number, number>();
  #results: Settlement[] = [];
  #retracts: { chatId: number; messageId: number }[] = [];

  #claiming = false;
  #settling = 0;
  #retracting = 0;
  /** Small writes that the tick waits for before it ends. */
  #writing = 0;
  #pumpsSoon = false;

  #lookAt = 0;
  #settleAt = 0;
  #settleFailed = false;
  #pausedUntil = 0;
  /** The last look found nothing for this tick to wait for. */
  #exhausted = false;
  /** Rises when something is put back: a look from before has not seen that. */
  #putBack = 0;
  #fault: Error | undefined;

  #timeout: { begunAt: number; signal: AbortSignal } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #finish: (() => void) | undefined;

  constructor(options: TickOptions) {
    this.#options = options;
    this.#window = options.window ?? { unsettled: 0 };
    this.#deadline = options.deadline.getTime();
    this.#until = Math.min(this.#nowMs() + options.horizonMs, this.#deadline);
  }

  async run(): Promise<TickCounts> {
    const { stop } = this.#options;
    const onStop = () => this.#pump();
    stop?.addEventListener('abort', onStop);
    await new Promise<void>((resolve) => {
      this.#finish = resolve;
      this.#pump();
    });
    stop?.removeEventListener('abort', onStop);
    if (this.#fault) throw this.#fault;
    return this.#counts;
  }

  #nowMs = (): number => this.#options.now().getTime();

  #stopped = (): boolean => this.#options.stop?.aborted ?? false;

  #pump(): void {
    if (!this.#finish) return;
    const now = this.#nowMs();
    if (this.#stopped()) this.#giveBack();
    const wakeAt = Math.min(
      this.#startSends(now),
      this.#startSettling(now),
      this.#startRetracts(),
      this.#startClaiming(now),
    );
    clearTimeout(this.#timer);
    if (this.#idle() && (this.#exhausted || this.#fault)) {
      this.#finish();
      this.#finish = undefined;
    } else if (wakeAt < Infinity) {
      this.#timer = setTimeout(() => this.#pump(), Math.max(0, wakeAt - now));
    }
  }

  /** Once for all the answers that have come in together. */
  #pumpSoon(): void {
    if (this.#pumpsSoon) return;
    this.#pumpsSoon = true;
    setImmediate(() => {
      this.#pumpsSoon = false;
      this.#pump();
    });
  }

  #idle = (): boolean =>
    !this.#claiming &&
    !this.#holdsLeases() &&
    this.#retracting + this.#writing + this.#retracts.length === 0;

  #holdsLeases = (): boolean =>
    this.#inFlight + this.#settling > 0 ||
    this.#claimed.length + this.#queue.length + this.#results.length > 0;

  // Each of the following starts what it can and answers when it wants to be asked again, if time
  // alone can change the answer.

  #startClaiming(now: number): number {
    if (this.#claiming) return Infinity;
    const ended = now >= this.#deadline || this.#stopped();
    if (ended) this.#exhausted = true;
    if (ended && this.#claimed.length === 0) return Infinity;
    const limit = this.#claimLimit();
    if (this.#queue.length > Math.max(limit / 2, limit - CLAIM_TAKES)) return Infinity;
    const pausedUntil = Math.max(this.#pausedUntil, this.#breaker.pausedUntil);
    if (pausedUntil > this.#until) this.#exhausted = true;
    const at = Math.max(this.#lookAt, pausedUntil);
    if (at > now) return this.#exhausted && this.#idle() ? Infinity : at;
    this.#claiming = true;
    void this.#claim(limit).finally(() => {
      this.#claiming = false;
      this.#pump();
    });
    return Infinity;
  }

  #claimLimit(): number {
    if (this.#breaker.open) return 1;
    return Math.max(1, Math.min(CLAIM_MAX, Math.round(this.#options.maxPerSecond)));
  }

  async #claim(limit: number): Promise<void> {
    const { db, maxPerSecond } = this.#options;
    const now = this.#options.now();
    const putBack = this.#putBack;
    try {
      if (this.#claimed.length === 0) {
        const { claims, broken } = await claimDue(db, { now, limit });
        this.#claimed = claims;
        for (const each of broken) this.#finished(settlementOfBroken(each, now), now);
        if (claims.length + broken.length === 0) await this.#lookAhead(putBack);
      }
      const count = this.#claimed.length;
      if (count > 0) {
        const slots = await takeSlots(db, { count, maxPerSecond, now: this.#options.now() });
        if ('pausedUntil' in slots) this.#pause(slots.pausedUntil.getTime());
        else this.#enqueue(slots.at);
      }
      this.#fault = undefined;
    } catch (error) {
      this.#fault = error instanceof Error ? error : new Error('claiming failed', { cause: error });
      this.#lookAt = this.#nowMs() + AFTER_FAULT_MS;
    }
  }

  /** Nothing was due: is there anything to wait for? */
  async #lookAhead(putBack: number): Promise<void> {
    const now = this.#options.now();
    const next = (await nextClaimAt(this.#options.db, now))?.getTime() ?? Infinity;
    this.#exhausted = next > this.#until && putBack === this.#putBack;
    const soonest = now.getTime() + HELD_BY_OTHERS_MS;
    this.#lookAt = Math.max(soonest, Math.min(next, now.getTime() + LOOK_AGAIN_MS));
  }

  #enqueue(slots: readonly Date[]): void {
    this.#exhausted = false;
    this.#claimed.forEach((claim, i) => {
      const slot = slots[i]?.getTime() ?? 0;
      this.#queue.push({ claim, at: Math.max(slot, claim.chatFreeAt.getTime()) });
    });
    this.#sortQueue();
    this.#claimed = [];
    const now = this.#nowMs();
    for (const chatId of this.#chatFreeAt.keys()) {
      if (this.#chatWaitsUntil(chatId, now) !== undefined) break;
      this.#chatFreeAt.delete(chatId);
    }
  }

  #sortQueue(): void {
    this.#queue.sort((a, b) => a.at - b.at);
  }

  /** Undefined where the chat is free. A wait far beyond the spacing was set by a clock that has since been set back. */
  #chatWaitsUntil(chatId: number, now: number): number | undefined {
    const freeAt = this.#chatFreeAt.get(chatId);
    return freeAt !== undefined && freeAt > now && freeAt <= now + 2 * CHAT_SPACING_MS
      ? freeAt
      : undefined;
  }

  #startSends(now: number): number {
    const paused = Math.max(this.#pausedUntil, this.#breaker.pausedUntil) > now;
    if (paused) this.#giveBack();
    for (let head = this.#queue[0]; head; head = this.#queue[0]) {
      // No turn is later than its lease, unless the clock was set back: others may have it by now.
      if (head.at > now + LEASE_MS) this.#startOver();
      else if (head.at > now) return head.at;
      if (this.#queue[0] !== head) continue;
      if (this.#breaker.open && this.#inFlight > 0) return Infinity;
      // Another tick of this process may hold the window: it does not tell us when it lets go.
      if (this.#window.unsettled >= UNSETTLED_MAX) return now + GROUP_WAIT_MS;
      const chatFreeAt = this.#chatWaitsUntil(head.claim.userId, now);
      if (chatFreeAt !== undefined) {
        head.at = chatFreeAt;
        this.#sortQueue();
        continue;
      }
      this.#queue.shift();
      if (head.claim.leaseUntil.getTime() - now < LEASE_MARGIN_MS) this.#release([head.claim]);
      else void this.#send(head.claim);
    }
    return Infinity;
  }

  async #send(claim: Claim): Promise<void> {
    const { send, now } = this.#options;
    const probe = this.#breaker.open;
    this.#inFlight += 1;
    this.#window.unsettled += 1;
    this.#chatFreeAt.delete(claim.userId);
    this.#chatFreeAt.set(claim.userId, this.#nowMs() + CHAT_SPACING_MS);
    const began = now();
    const result = await send(
      {
        chatId: claim.userId,
        reminderId: claim.id,
        text: claim.text,
        typeName: claim.typeName,
        timeZone: claim.userTimeZone,
        firing: claim.firing,
      },
      this.#callTimeout(),
    ).catch((): SendResult => ({ status: 'retry', code: 'fault', reached: true }));
    this.#inFlight -= 1;
    this.#window.unsettled -= 1;
    const at = now();
    this.#finished(settlementOf(claim, result, { began, at }, Math.random()), at);
    this.#heed(claim.userId, result, at, probe);
    this.#pumpSoon();
  }

  /** Gives calls up after SEND_TIMEOUT_MS, or up to TIMEOUT_GRAIN_MS earlier. */
  #callTimeout(): AbortSignal {
    const now = performance.now();
    if (!this.#timeout || now - this.#timeout.begunAt > TIMEOUT_GRAIN_MS) {
      this.#timeout = { begunAt: now, signal: AbortSignal.timeout(SEND_TIMEOUT_MS) };
      setMaxListeners(0, this.#timeout.signal);
    }
    return this.#timeout.signal;
  }

  #finished(settlement: Settlement, at: Date): void {
    if (this.#results.length === 0) this.#settleAt = at.getTime() + GROUP_WAIT_MS;
    this.#results.push(settlement);
    this.#window.unsettled += 1;
  }

  /** What one answer means for all the others. */
  #heed(chatId: number, result: SendResult, at: Date, probe: boolean): void {
    if (result.status === 'retry') {
      this.#breaker.failed(at.getTime(), probe);
      return;
    }
    if (result.status === 'rate-limited') {
      const { retryAfterS } = result;
      this.#silence(chatId, silentUntil(at, retryAfterS));
      this.#write(
        recordRefusal(this.#options.db, { chatId, retryAfterS, at }).then((pausedUntil) => {
          if (pausedUntil) this.#pause(pausedUntil.getTime());
        }),
      );
    }
    if (result.status === 'unauthorized') {
      this.#counts.unauthorized += 1;
      alarmUnauthorized(result);
      this.#pauseAll(at.getTime() + UNAUTHORIZED_PAUSE_MS);
    }
    this.#breaker.succeeded();
  }

  /** What is claimed for the chat goes back until it may be written to again. */
  #silence(chatId: number, until: Date): void {
    const isTheirs = (claim: Claim) => claim.userId === chatId;
    const theirs = [...this.#claimed, ...this.#queue.map((turn) => turn.claim)].filter(isTheirs);
    this.#claimed = this.#claimed.filter((claim) => !isTheirs(claim));
    this.#queue = this.#queue.filter(({ claim }) => !isTheirs(claim));
    this.#release(theirs, until);
  }

  #pauseAll(until: number): void {
    this.#pause(until);
    this.#write(pauseSending(this.#options.db, new Date(until)));
  }

  #pause(until: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
    this.#exhausted = this.#pausedUntil > this.#until;
    this.#giveBack();
  }

  /** What was claimed and what the last look saw is all of another time. */
  #startOver(): void {
    this.#giveBack();
    this.#putBack += 1;
    this.#exhausted = false;
    this.#lookAt = 0;
  }

  #giveBack(): void {
    this.#release([...this.#claimed, ...this.#queue.map((turn) => turn.claim)]);
    this.#claimed = [];
    this.#queue = [];
  }

  #release(claims: Claim[], notBefore?: Date): void {
    if (claims.length > 0) this.#write(releaseClaims(this.#options.db, claims, notBefore));
  }

  /** A write that may fail: leases run out by themselves, and a pause is learnt again. */
  #write(written: Promise<void>): void {
    this.#writing += 1;
    void written
      .catch((error: unknown) => log.warn({ fault: safeFault(error) }, 'delivery could not write'))
      .finally(() => {
        this.#writing -= 1;
        this.#pump();
      });
  }

  #startSettling(now: number): number {
    if (this.#results.length === 0 || this.#settling >= SETTLERS) return Infinity;
    const complete = this.#results.length >= GROUP_SIZE || this.#inFlight === 0;
    if (now < this.#settleAt && (this.#settleFailed || !complete)) return this.#settleAt;
    void this.#settle(this.#results.splice(0));
    return Infinity;
  }

  async #settle(group: Settlement[]): Promise<void> {
    const { db } = this.#options;
    this.#settling += 1;
    try {
      const lost = await settle(db, group);
      this.#settleFailed = false;
      this.#window.unsettled -= group.length;
      if (group.some((each) => each.ledger.outcome === 'retry')) {
        this.#putBack += 1;
        this.#exhausted = false;
      }
      const strays = lost.length > 0 ? await strayMessages(db, lost).catch(() => []) : [];
      this.#retracts.push(...strays);
      this.#count(group, lost, strays.length);
    } catch (error) {
      if (!this.#settleFailed) log.warn({ fault: safeFault(error) }, 'delivery waits to settle');
      // The messages are out: what is known of them is kept until the database is back.
      this.#settleFailed = true;
      this.#settleAt = this.#nowMs() + AFTER_FAULT_MS;
      this.#results.unshift(...group);
    }
    this.#settling -= 1;
    // The last look took our own leases for somebody's who may have died.
    if (!this.#holdsLeases()) this.#lookAt = Math.min(this.#lookAt, this.#nowMs());
    this.#pump();
  }

  #count(group: readonly Settlement[], lost: readonly Settlement[], withdrawn: number): void {
    for (const each of group) {
      this.#counts[COUNTED_AS[each.ledger.outcome]] += 1;
      if (each.replacedMessageId !== null && !lost.includes(each)) {
        this.#retracts.push({ chatId: each.claim.userId, messageId: each.replacedMessageId });
      }
    }
    this.#counts.sent -= withdrawn;
    this.#counts.withdrawn += withdrawn;
  }

  #startRetracts(): number {
    const { retract } = this.#options;
    while (this.#retracting < RETRACTS_MAX) {
      const next = this.#retracts.shift();
      if (!next) break;
      this.#retracting += 1;
      void retract(next.chatId, next.messageId, this.#callTimeout()).finally(() => {
        this.#retracting -= 1;
        this.#pump();
      });
    }
    return Infinity;
  }
}
