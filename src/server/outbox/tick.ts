import 'server-only';
import { type Db } from '../platform/db/client';
import { safeFault } from '../platform/db/faults';
import { log } from '../platform/log';
import { countSends } from '../platform/metrics';
import { recordStop, stopOf } from './stops';
import { Claiming, type OfTick } from './claiming';
import { Lane } from './lane';
import { Breaker, GROUP_WAIT_MS, SendQueue, Settler } from './queue';
import { type Lateness, Tally, type TickCounts } from './counts';
import { type Claim, type Kind, SendWindow, type AnsweredClaim, type Settled } from './kind';
import { ChatPace } from '../telegram/chat-pace';
import { classifyFault, type Retract, SEND_LIMIT_MS, type SendResult } from '../telegram/send';
import { LEASE_MARGIN_MS } from './pace';
import { realTimers, type Timers } from './clock';
import { overBy } from './verdict';

/** What delivery works with; fixed for the life of a process. */
export interface Delivery {
  db: Db;
  /** Asked in their order; a notice takes no slot that a reminder wants. */
  kinds: readonly Kind[];
  retract: Retract;
  /** Messages a second over all instances; Infinity turns the pace off. */
  maxPerSecond: number;
  /** The clock that rules: the database's unless told. */
  now?: () => Date;
  timers?: Timers;
  /** Shared by the ticks of the process. */
  window?: SendWindow;
  /** What the ticks of the process know of an outage: the next one goes on where the last one stopped. */
  breaker?: Breaker;
  /** The process's own, whose clock is that of the timers. */
  chats?: ChatPace;
}

export interface TickOptions extends Delivery {
  now: () => Date;
  /** Nothing is claimed from here on; what is under way is finished and settled. */
  deadline: Date;
  /** The tick waits for what falls due within this time, and ends when nothing does. */
  horizonMs: number;
  /** Look for new messages until the deadline, also while nothing is to be waited for. */
  keepLooking?: boolean;
  /** Shutdown: gives back what is not yet on its way, and otherwise acts like the deadline. */
  stop?: AbortSignal;
}

/** Another tick of the process holds all that may be held; it does not tell when it lets go. */
const WINDOW_FULL_MS = 50;

export type TickReport = { counts: TickCounts; lateness: Lateness | null };

/**
 * Sends what is due and what falls due within the horizon, each at its second. Any number of ticks may
 * run at once, on any number of machines. Rejects when the first kind cannot be claimed, as the database
 * is down, and nothing is left to settle.
 */
export const runTick = (options: TickOptions): Promise<TickReport> => new Tick(options).run();

/**
 * The engine: claims of each kind take send slots and wait in one queue, are sent, and settled by their
 * kind; messages that no longer belong in a chat are retracted.
 *
 * It reacts to events: whenever something has finished or its time has come, `#advance` starts whatever
 * can be started now and sets a timer for whatever has to wait. Instants are epoch milliseconds.
 */
class Tick implements OfTick {
  readonly #options: TickOptions;
  readonly #deadline: number;
  readonly #until: number;
  readonly #lanes: readonly Lane[];
  readonly window: SendWindow;
  readonly #chats: ChatPace;
  readonly queue: SendQueue<Lane>;
  readonly #breaker: Breaker;
  readonly #claiming: Claiming;
  readonly #tally = new Tally();

  #underWay = 0;
  /** Chats that Telegram wants to wait: what was being claimed for them meanwhile goes back. */
  readonly silentUntil = new Map<number, Date>();
  #haltedUntil = 0;
  #writing = 0;

  #cancelTimer: () => void = () => undefined;
  #finish: (() => void) | undefined;

  constructor(options: TickOptions) {
    const { kinds, window = new SendWindow(), timers = realTimers } = options;
    this.#options = options;
    this.window = window;
    this.#breaker = options.breaker ?? new Breaker();
    this.#chats = options.chats ?? new ChatPace(timers.elapsed);
    this.queue = new SendQueue(this.#chats);
    this.#deadline = options.deadline.getTime();
    const until = options.keepLooking ? Infinity : this.#nowMs() + options.horizonMs;
    this.#until = Math.min(until, this.#deadline);
    this.#lanes = kinds.map((kind, nth) => this.#laneOf(kind, kinds.slice(0, nth)));
    this.#claiming = new Claiming({ ...options, until: this.#until }, this);
  }

  #laneOf(kind: Kind, kindsBefore: readonly Kind[]): Lane {
    const settled = (group: readonly AnsweredClaim[], came: Settled | null) =>
      this.#settled(lane, group, came);
    const settler = new Settler(this.#options.db, kind, this.#nowMs, this.window, settled);
    const lane = new Lane(kind, kindsBefore, settler);
    return lane;
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
    const [first, ...others] = this.#lanes;
    // All that was claimed is settled or given back by now.
    if (first?.fault) throw first.fault;
    for (const { kind, fault } of others) {
      if (fault) log.warn({ kind: kind.name, fault: safeFault(fault) }, 'claiming failed');
    }
    return { counts: this.#tally.counts, lateness: this.#tally.lateness };
  }

  #nowMs = (): number => this.#options.now().getTime();

  #stopped = (): boolean => this.#options.stop?.aborted ?? false;

  /** Starts all that can start now, and sets the timer for what comes next; ends the run where all is idle and over. */
  #advance(): void {
    if (!this.#finish) return;
    const now = this.#nowMs();
    if (this.#stopped()) this.#giveBack();
    let wakeAt = this.#startSends(now);
    for (const lane of this.#lanes) {
      const settleAt = lane.settler.start(now, { isLast: this.#underWay === 0 });
      wakeAt = Math.min(wakeAt, settleAt, this.#startClaiming(lane, now));
    }
    this.#cancelTimer();
    const { timers = realTimers } = this.#options;
    if (this.#idle() && this.#isOver()) {
      this.#finish();
      this.#finish = undefined;
    } else if (wakeAt < Infinity) {
      this.#cancelTimer = timers.after(Math.max(0, wakeAt - now), () => this.#advance());
    }
  }

  /** Without the first kind there is nothing to go on for; another one's fault holds up nobody. */
  #isOver = (): boolean =>
    this.#lanes[0]?.fault !== undefined ||
    this.#lanes.every(({ exhausted, fault }) => exhausted || fault !== undefined);

  #idle = (): boolean =>
    this.#lanes.every(({ claiming, held }) => !claiming && held === 0) && this.#writing === 0;

  /**
   * Starts a claim where one is wanted. Like `#startSends` it answers when to call it again; Infinity
   * where only something else than time can change its answer.
   */
  #startClaiming(lane: Lane, now: number): number {
    if (lane.claiming) return Infinity;
    const ended = now >= this.#deadline || this.#stopped();
    if (ended) lane.exhausted = true;
    const [first] = this.#lanes;
    if (lane !== first && first?.fault) {
      // Past the end the first kind is not tried again, and nothing else would ask this lane once more.
      if (ended) this.release(lane, lane.takeUnslotted());
      return Infinity;
    }
    if (ended && lane.unslotted.length === 0) return Infinity;
    // Past the end nothing more is leased; what is leased and has no slot, since taking slots failed, still gets one.
    const limit = lane.claimLimit(this.window, this.#breaker, this.#options.maxPerSecond);
    if (!lane.wantsMore(limit, this.window, this.queue.countOf(lane))) {
      const waitsForOtherTicks = lane.kind.heldMax !== undefined && lane.held === 0;
      return waitsForOtherTicks ? now + WINDOW_FULL_MS : Infinity;
    }
    const haltedUntil = Math.max(this.#haltedUntil, this.#breaker.haltedUntil(now));
    if (haltedUntil > this.#until) lane.exhausted = true;
    const at = Math.max(lane.lookAt, lane.restsUntil, haltedUntil);
    if (at > now) return at;
    lane.claiming = true;
    void this.#claiming.claim(lane, limit).finally(() => {
      lane.claiming = false;
      this.#advance();
    });
    return Infinity;
  }

  #startSends(now: number): number {
    const isHalted = Math.max(this.#haltedUntil, this.#breaker.haltedUntil(now)) > now;
    if (isHalted) this.#giveBack();
    for (;;) {
      const next = this.queue.next(now);
      if ('until' in next) return next.until;
      if (this.#breaker.open && this.#underWay > 0) return Infinity;
      const { claim, lane } = next;
      if (!this.window.hasRoomFor(claim)) return now + GROUP_WAIT_MS;
      this.queue.shift();
      if (claim.leaseUntil.getTime() - now < LEASE_MARGIN_MS) this.release(lane, [claim]);
      else void this.#send(lane, claim);
    }
  }

  async #send(lane: Lane, claim: Claim): Promise<void> {
    const probe = this.#breaker.open;
    this.#chats.count(claim.userId, claim.messages);
    this.#underWay += 1;
    this.window.unsettled += claim.messages;
    const began = this.#options.now();
    const result = await this.#resultOfSending(lane, claim);
    this.#underWay -= 1;
    // From here on the settler counts it.
    this.window.unsettled -= claim.messages;
    if (result === null) this.release(lane, [claim]);
    else {
      const at = this.#options.now();
      const answered: AnsweredClaim = { claim, result, began, at, earlierTry: 'none' };
      lane.settler.add(answered, answered.at.getTime());
      this.#applyToOtherMessages(answered, probe);
    }
    this.#advance();
  }

  /** Null where its kind no longer wants it sent; what was thrown is a result, too. */
  async #resultOfSending({ kind }: Lane, claim: Claim): Promise<SendResult | null> {
    try {
      return await kind.send(claim, AbortSignal.timeout(SEND_LIMIT_MS));
    } catch (error) {
      return classifyFault(error);
    }
  }

  /** What an answer means for other messages: those to this chat, or to everybody. */
  #applyToOtherMessages({ claim, result, at }: AnsweredClaim, probe: boolean): void {
    // It says nothing of the way to Telegram.
    if (result.status === 'fault') return;
    if (result.status === 'retry') {
      this.#breaker.failed(at.getTime(), probe);
      return;
    }
    this.#breaker.close();
    const stop = stopOf(result, at);
    if (!stop) return;
    if (stop.whose === 'everybody') {
      this.#tally.counts.unauthorized += 1;
      this.halt(stop.until.getTime());
    } else this.#silence(claim.userId, stop.until);
    this.#write(
      recordStop(this.#options.db, claim.userId, stop).then((everybodyHaltedUntil) => {
        if (everybodyHaltedUntil) this.halt(everybodyHaltedUntil.getTime());
      }),
    );
  }

  /** Telegram wants no messages for this chat for a while: what is claimed for it goes back until then. */
  #silence(chatId: number, until: Date): void {
    this.silentUntil.set(chatId, until);
    for (const lane of this.#lanes) this.release(lane, this.takeUnsent(lane, chatId), until);
  }

  halt(until: number): void {
    this.#haltedUntil = Math.max(this.#haltedUntil, until);
    for (const lane of this.#lanes) lane.exhausted = this.#haltedUntil > this.#until;
    this.#giveBack();
  }

  #giveBack(): void {
    for (const lane of this.#lanes) this.release(lane, this.takeUnsent(lane));
  }

  /** Takes from a lane what has not been sent yet, all of it or one chat's. */
  takeUnsent(lane: Lane, chatId?: number): Claim[] {
    return [...lane.takeUnslotted(chatId), ...this.queue.takeAll(lane, chatId)];
  }

  release(lane: Lane, claims: readonly Claim[], notBefore?: Date): void {
    if (claims.length === 0) return;
    lane.held -= claims.length;
    this.window.hold(lane.kind, -claims.length);
    this.#write(lane.kind.release(this.#options.db, claims, notBefore));
  }

  /** What may fail, and is waited for: leases run out by themselves, a halt is learnt again, an old copy is harmless. */
  #write(written: Promise<void>): void {
    this.#writing += 1;
    void written
      .catch((error: unknown) => log.warn({ fault: safeFault(error) }, 'delivery could not write'))
      .finally(() => {
        this.#writing -= 1;
        this.#advance();
      });
  }

  /** `settled` is null where a try has failed: its group is empty, and the answers are kept and tried again. */
  #settled(lane: Lane, group: readonly AnsweredClaim[], settled: Settled | null): void {
    if (settled) {
      lane.held -= group.length;
      this.window.hold(lane.kind, -group.length);
      this.count(settled);
      // What is tried again may fall due within the horizon.
      const isTriedAgain = group.some(({ result }) => overBy(result) === null);
      if (!lane.kind.nextDueAt || isTriedAgain) {
        lane.changes += 1;
        lane.exhausted = false;
      }
    }
    // The last look may have found only rows that this tick itself had leased: look again now.
    if (lane.held === 0) {
      lane.changes += 1;
      lane.lookAt = Math.min(lane.lookAt, this.#nowMs());
    }
    this.#advance();
  }

  count({ lines = [], strays = [] }: Settled): void {
    const withdrawn = strays.filter(({ isUncounted }) => !isUncounted).length;
    this.#tally.add(lines, withdrawn);
    countSends(lines);
    for (const { chatId, messageId } of strays) {
      const signal = AbortSignal.timeout(SEND_LIMIT_MS);
      this.#write(this.#options.retract(chatId, messageId, signal));
    }
  }
}
