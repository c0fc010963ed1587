import 'server-only';
import { type Db } from '../db/client';
import { safeFault } from '../db/faults';
import { log } from '../log';
import { countSends } from '../metrics/process';
import { alarmUnauthorized } from './side-effects';
import { Breaker } from './breaker';
import { type Claim, claimDue, nextClaimAt, releaseClaims } from './claim';
import { type Lateness, Tally, type TickCounts } from './counts';
import { holdNags } from '../quiet/hold';
import { REMINDER_LEASE_MARGIN_MS } from './lease-times';
import { settlementOf, settlementOfBroken } from './outcome';
import { type Retract, type Send } from './outgoing';
import { pauseSending, recordRefusal, silentUntil, takeSlots, UNAUTHORIZED_PAUSE_MS } from './pace';
import { SendQueue } from './queue';
import { Retractor } from './retractor';
import { CallTimeout, Sender, type SendWindow, type Sent } from './sender';
import { GROUP_WAIT_MS, type Settled, Settler } from './settler';
import { realTimers, type Timers } from './timers';

export interface TickOptions {
  db: Db;
  send: Send;
  retract: Retract;
  /** The clock that rules: see ./clock. */
  now: () => Date;
  /** How it waits; time as it passes unless told. */
  timers?: Timers;
  /** Nothing is claimed from here on; what is under way is finished and settled. */
  deadline: Date;
  /** The tick waits for what falls due within this time, and ends when nothing does. */
  horizonMs: number;
  /** Look for new reminders until the deadline, also while nothing is to be waited for. */
  keepLooking?: boolean;
  /** Messages a second over all instances; Infinity turns the pace off. */
  maxPerSecond: number;
  window?: SendWindow;
  /** Shutdown: gives back what is not yet on its way, and otherwise acts like the deadline. */
  stop?: AbortSignal;
}

/** Rows in one claim: as many as go out in a second, and no more than this. */
const CLAIM_MAX = 128;
/** Of a full claim so many go out while the next one is made. */
const CLAIM_TAKES = 32;
/** How often a waiting tick looks for what was created or snoozed meanwhile, on any instance. */
const LOOK_AGAIN_MS = 1_000;
const AFTER_FAULT_MS = 250;
/** A row that is due and cannot be claimed is held by somebody else for a moment. */
const HELD_BY_OTHERS_MS = 10;

/** Which slot each claim begins with, as it takes one for each of its messages; last, how many all take. */
function startsOf(claims: readonly Claim[]): number[] {
  const starts = [0];
  for (const { messages } of claims) starts.push((starts.at(-1) ?? 0) + messages);
  return starts;
}

/** What a tick did, and how late what it sent was. */
export interface TickReport {
  counts: TickCounts;
  lateness: Lateness | null;
}

/**
 * Delivers what is due and what falls due within the horizon, each at its second. Any number of
 * ticks may run at once, on any number of machines. Rejects when the database is down and nothing is
 * left to settle.
 */
export const runTick = (options: TickOptions): Promise<TickReport> => new Tick(options).run();

/**
 * Claims, and ties the parts together: claims with a slot wait in the queue, the sender sends them, the
 * settler writes down what became of them, the retractor takes back what no longer belongs in a chat.
 *
 * It reacts to events: whenever something has finished or its time has come, `#advance` starts whatever
 * can be started now and sets a timer for whatever has to wait. Instants are epoch milliseconds.
 */
class Tick {
  readonly #options: TickOptions;
  readonly #deadline: number;
  readonly #until: number;
  readonly #queue = new SendQueue();
  readonly #sender: Sender;
  readonly #settler: Settler;
  readonly #retractor: Retractor;
  readonly #breaker = new Breaker();
  readonly #tally = new Tally();

  /** Claimed, and without a slot so far. */
  #claimed: Claim[] = [];
  #claiming = false;
  /** Nothing is claimed before this. */
  #lookAt = 0;
  /** The last look found nothing for this tick to wait for. */
  #exhausted = false;
  /** Counts what makes a look out of date that began before: claims given back, leases that ended. */
  #changes = 0;
  #pausedUntil = 0;
  /** Small writes that the tick waits for before it ends. */
  #writing = 0;
  #fault: Error | undefined;

  #advanceIsDue = false;
  #cancelTimer: () => void = () => undefined;
  #finish: (() => void) | undefined;

  constructor(options: TickOptions) {
    const { db, send, retract, now, window = { unsettled: 0 } } = options;
    this.#options = options;
    this.#deadline = options.deadline.getTime();
    this.#until = options.keepLooking
      ? this.#deadline
      : Math.min(this.#nowMs() + options.horizonMs, this.#deadline);
    const timeout = new CallTimeout();
    this.#sender = new Sender(send, now, window, timeout);
    this.#settler = new Settler(db, this.#nowMs, window, (settled) => this.#settled(settled));
    this.#retractor = new Retractor(retract, timeout, () => this.#advance());
  }

  async run(): Promise<TickReport> {
    const { stop } = this.#options;
    const onStop = () => this.#advance();
    stop?.addEventListener('abort', onStop);
    await new Promise<void>((resolve) => {
      this.#finish = resolve;
      this.#advance();
    });
    stop?.removeEventListener('abort', onStop);
    if (this.#fault) throw this.#fault;
    return { counts: this.#tally.counts, lateness: this.#tally.lateness };
  }

  #nowMs = (): number => this.#options.now().getTime();

  #stopped = (): boolean => this.#options.stop?.aborted ?? false;

  #advance(): void {
    if (!this.#finish) return;
    const now = this.#nowMs();
    if (this.#stopped()) this.#giveBack();
    this.#retractor.start();
    const wakeAt = Math.min(
      this.#startSends(now),
      this.#settler.start(now, this.#sender.underWay === 0),
      this.#startClaiming(now),
    );
    this.#cancelTimer();
    if (this.#idle() && (this.#exhausted || this.#fault)) {
      this.#finish();
      this.#finish = undefined;
    } else if (wakeAt < Infinity) {
      const { timers = realTimers } = this.#options;
      this.#cancelTimer = timers.after(Math.max(0, wakeAt - now), () => this.#advance());
    }
  }

  /** Advances once for all the answers that have come in together. */
  #advanceAfterAnswers(): void {
    if (this.#advanceIsDue) return;
    this.#advanceIsDue = true;
    setImmediate(() => {
      this.#advanceIsDue = false;
      this.#advance();
    });
  }

  #idle = (): boolean =>
    !this.#claiming && !this.#holdsLeases() && this.#retractor.idle && this.#writing === 0;

  #holdsLeases = (): boolean =>
    this.#sender.underWay > 0 ||
    !this.#settler.idle ||
    this.#claimed.length + this.#queue.length > 0;

  /**
   * Starts a claim where one is wanted. Like `#startSends` it answers when to call it again; Infinity
   * where only something else than time can change its answer.
   */
  #startClaiming(now: number): number {
    if (this.#claiming) return Infinity;
    const ended = now >= this.#deadline || this.#stopped();
    if (ended) this.#exhausted = true;
    if (ended && this.#claimed.length === 0) return Infinity;
    const limit = this.#claimLimit();
    if (this.#queue.length > Math.max(limit / 2, limit - CLAIM_TAKES)) return Infinity;
    const pausedUntil = Math.max(this.#pausedUntil, this.#breaker.pausedUntil);
    if (pausedUntil > this.#until) this.#exhausted = true;
    // A look further ahead was planned by a clock that has since been set back.
    if (this.#lookAt > now + LOOK_AGAIN_MS) this.#lookAt = now;
    const at = Math.max(this.#lookAt, pausedUntil);
    if (at > now) return this.#exhausted && this.#idle() ? Infinity : at;
    this.#claiming = true;
    void this.#claim(limit).finally(() => {
      this.#claiming = false;
      this.#advance();
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
    const changes = this.#changes;
    try {
      if (this.#claimed.length === 0) {
        const { claims, broken, held } = await claimDue(db, { now, limit });
        this.#claimed = claims;
        for (const each of broken) {
          log.error({ reminderId: each.id }, 'a reminder cannot be read, and is put back');
          this.#settler.add(settlementOfBroken(each, now), now.getTime());
        }
        await holdNags(db, held);
        if (claims.length + broken.length + held.length === 0) await this.#lookAhead(changes);
      }
      const starts = startsOf(this.#claimed);
      const count = starts.pop() ?? 0;
      if (count > 0) {
        const slots = await takeSlots(db, { count, maxPerSecond, now: this.#options.now() });
        if ('pausedUntil' in slots) this.#pause(slots.pausedUntil.getTime());
        else {
          this.#exhausted = false;
          const at = starts.flatMap((start) => slots.at[start] ?? []);
          this.#queue.add(this.#claimed, at, this.#nowMs());
          this.#claimed = [];
        }
      }
      this.#fault = undefined;
    } catch (error) {
      this.#fault = error instanceof Error ? error : new Error('claiming failed', { cause: error });
      this.#lookAt = this.#nowMs() + AFTER_FAULT_MS;
    }
  }

  /** Nothing was due: is there anything to wait for? */
  async #lookAhead(changes: number): Promise<void> {
    const now = this.#options.now();
    const next = (await nextClaimAt(this.#options.db, now))?.getTime() ?? Infinity;
    if (changes !== this.#changes) {
      this.#exhausted = false;
      this.#lookAt = now.getTime();
      return;
    }
    this.#exhausted = !this.#options.keepLooking && next > this.#until;
    const soonest = now.getTime() + HELD_BY_OTHERS_MS;
    this.#lookAt = Math.max(soonest, Math.min(next, now.getTime() + LOOK_AGAIN_MS));
  }

  #startSends(now: number): number {
    const paused = Math.max(this.#pausedUntil, this.#breaker.pausedUntil) > now;
    if (paused) this.#giveBack();
    for (;;) {
      const next = this.#queue.next(now);
      if (next.state === 'empty') return Infinity;
      if (next.state === 'wait') return next.until;
      if (next.state === 'clock-set-back') {
        this.#lookAnew();
        continue;
      }
      if (this.#breaker.open && this.#sender.underWay > 0) return Infinity;
      if (this.#sender.windowIsFull) return now + GROUP_WAIT_MS;
      const { claim } = next;
      this.#queue.shift();
      if (claim.leaseUntil.getTime() - now < REMINDER_LEASE_MARGIN_MS) this.#release([claim]);
      else void this.#send(claim);
    }
  }

  async #send(claim: Claim): Promise<void> {
    const probe = this.#breaker.open;
    this.#queue.sending(claim.userId, this.#nowMs());
    const sent = await this.#sender.deliver(claim);
    const { result, began, at } = sent;
    const settlement = settlementOf(claim, result, { began, at }, Math.random());
    this.#settler.add(settlement, at.getTime());
    this.#spread(sent, probe);
    this.#advanceAfterAnswers();
  }

  /** What one answer means for the messages that are still to come. */
  #spread({ claim, result, at }: Sent, probe: boolean): void {
    if (result.status === 'retry') {
      this.#breaker.failed(at.getTime(), probe);
      return;
    }
    this.#breaker.succeeded();
    if (result.status === 'rate-limited') this.#silence(claim.userId, result.retryAfterS, at);
    if (result.status === 'unauthorized') {
      this.#tally.counts.unauthorized += 1;
      alarmUnauthorized(result);
      const until = at.getTime() + UNAUTHORIZED_PAUSE_MS;
      this.#pause(until);
      this.#write(pauseSending(this.#options.db, new Date(until)));
    }
  }

  /** What is claimed for the chat goes back until it may be written to again. */
  #silence(chatId: number, retryAfterS: number, at: Date): void {
    const { db } = this.#options;
    const waiting = this.#claimed.filter((claim) => claim.userId === chatId);
    this.#claimed = this.#claimed.filter((claim) => claim.userId !== chatId);
    this.#release([...waiting, ...this.#queue.takeAll(chatId)], silentUntil(at, retryAfterS));
    this.#write(
      recordRefusal(db, { chatId, retryAfterS, at }).then((pausedUntil) => {
        if (pausedUntil) this.#pause(pausedUntil.getTime());
      }),
    );
  }

  #pause(until: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
    this.#exhausted = this.#pausedUntil > this.#until;
    this.#giveBack();
  }

  /** The clock was set back: claims go back, and what the last look saw is out of date. */
  #lookAnew(): void {
    this.#giveBack();
    this.#changes += 1;
    this.#exhausted = false;
    this.#lookAt = 0;
  }

  #giveBack(): void {
    this.#release([...this.#claimed, ...this.#queue.takeAll()]);
    this.#claimed = [];
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
        this.#advance();
      });
  }

  #settled(settled: Settled | null): void {
    if (settled) {
      const { group, lost, strays } = settled;
      this.#tally.add(settled);
      countSends(group);
      this.#retractor.add(strays);
      for (const each of group) {
        if (each.replacedMessageId === null || lost.includes(each)) continue;
        const { claim, replacedMessageId: messageId } = each;
        this.#retractor.add([{ chatId: claim.userId, messageId }]);
      }
      if (group.some((each) => each.ledger.outcome === 'retry')) {
        this.#changes += 1;
        this.#exhausted = false;
      }
    }
    // The last look may have found only rows that this tick itself had leased: look again now.
    if (!this.#holdsLeases()) {
      this.#changes += 1;
      this.#lookAt = Math.min(this.#lookAt, this.#nowMs());
    }
    this.#advance();
  }
}
