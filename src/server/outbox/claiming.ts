import 'server-only';
import { type Db } from '../platform/db/client';
import { type Claim, type SendWindow, type Settled } from './kind';
import { type Lane } from './lane';
import { takeSlots } from './pace';
import { type SendQueue } from './queue';

/** How often a waiting tick looks for what was stored or deferred meanwhile, on any instance. */
const LOOK_AGAIN_MS = 1_000;
const AFTER_FAULT_MS = 250;
/** A row that is due and cannot be claimed is held by somebody else for a moment. */
const HELD_BY_OTHERS_MS = 10;

interface ClaimingOptions {
  db: Db;
  now: () => Date;
  maxPerSecond: number;
  /** The tick waits for what falls due until then; in epoch milliseconds. */
  until: number;
  keepLooking?: boolean | undefined;
}

/** What a claim touches of its tick beside the lane. */
export interface OfTick {
  window: SendWindow;
  queue: SendQueue<Lane>;
  /** Chats that Telegram wants to wait. */
  silentUntil: ReadonlyMap<number, Date>;
  /** Takes from a lane what has not been sent yet and goes to one chat. */
  takeUnsent(lane: Lane, chatId: number): Claim[];
  release(lane: Lane, claims: readonly Claim[], notBefore: Date): void;
  halt(until: number): void;
  count(settled: Settled): void;
}

/** Leases the rows of a tick's kinds, gives them slots in its queue, and says when there may be more. Instants are epoch milliseconds. */
export class Claiming {
  constructor(
    private readonly options: ClaimingOptions,
    private readonly tick: OfTick,
  ) {}

  /** Leases rows, unless there are some without a slot from before; then takes slots for them. A fault is the lane's. */
  async claim(lane: Lane, limit: number): Promise<void> {
    try {
      if (lane.unslotted.length === 0) await this.#claimRows(lane, limit);
      await this.#takeSlots(lane);
      lane.fault = undefined;
    } catch (error) {
      lane.fault = error instanceof Error ? error : new Error('claiming failed', { cause: error });
      lane.lookAt = this.#nowMs() + AFTER_FAULT_MS;
    }
  }

  #nowMs = (): number => this.options.now().getTime();

  async #claimRows(lane: Lane, limit: number): Promise<void> {
    const { kind, changes: changesBefore } = lane;
    const { db, maxPerSecond, now } = this.options;
    const { window } = this.tick;
    const wayFreeAt = (tx: Db) => lane.wayFreeAt(tx, now());
    // Room is taken before the claim: another tick may look meanwhile.
    window.hold(kind, limit);
    let count = 0;
    try {
      const found = await kind.claim(db, { now: now(), limit, maxPerSecond, wayFreeAt });
      lane.unslotted = found.claims.filter((claim) => !this.#takeOverIfAnswered(lane, claim));
      count = lane.unslotted.length;
      lane.held += count;
      this.#releaseSilent(lane);
      this.#letRest(lane, found.nextAt);
      if (found.settled) this.tick.count(found.settled);
      if (found.found > 0) lane.exhausted = false;
      else await this.#lookAhead(lane, changesBefore, found.nextAt);
    } finally {
      window.hold(kind, count - limit);
    }
  }

  /** Has the answer to a message that is out already settled by this new lease, and answers true where there is one. */
  #takeOverIfAnswered(lane: Lane, claim: Claim): boolean {
    const { window } = this.tick;
    const answered = window.takeOverIfAnswered(lane.kind, claim);
    if (answered?.isSetAside) {
      answered.isSetAside = false;
      lane.held += 1;
      window.hold(lane.kind, 1);
      lane.settler.add(answered, this.#nowMs());
    }
    return answered !== undefined;
  }

  #releaseSilent(lane: Lane): void {
    const now = this.#nowMs();
    for (const [chatId, until] of this.tick.silentUntil) {
      if (until.getTime() <= now) continue;
      this.tick.release(lane, this.tick.takeUnsent(lane, chatId), until);
    }
  }

  /** The lane is not looked at before `until`, but within LOOK_AGAIN_MS in any case. */
  #letRest(lane: Lane, until: Date | undefined): void {
    lane.restsUntil = Math.min(until?.getTime() ?? 0, this.#nowMs() + LOOK_AGAIN_MS);
  }

  /**
   * Gives the lane's claims their slots and queues them. Where no slot is free soon enough they go back, and so does
   * whatever is unsent where sending halts.
   */
  async #takeSlots(lane: Lane): Promise<void> {
    if (lane.unslotted.length === 0) return;
    // A claim takes a slot for each of its messages, and begins with the first.
    let count = 0;
    const starts = lane.unslotted.map(({ messages }) => (count += messages) - messages);
    const { db, maxPerSecond } = this.options;
    const now = this.options.now();
    const { slotWithinMs } = lane.kind;
    const latest = slotWithinMs === undefined ? undefined : new Date(now.getTime() + slotWithinMs);
    const slots = await takeSlots(db, { count, maxPerSecond, now, latest });
    if ('haltedUntil' in slots) this.tick.halt(slots.haltedUntil.getTime());
    else if ('askAgainAt' in slots) {
      this.tick.release(lane, lane.unslotted, slots.askAgainAt);
      lane.unslotted = [];
      this.#letRest(lane, slots.askAgainAt);
    } else {
      lane.exhausted = false;
      const at = starts.flatMap((start) => slots.at[start] ?? []);
      this.tick.queue.add(lane, lane.unslotted, at);
      lane.unslotted = [];
    }
  }

  /**
   * After a look that found nothing: when to look next, and whether this tick has anything to wait for. Where claims
   * came back during the look (`changes` is another number), it looks again at once.
   */
  async #lookAhead(lane: Lane, changes: number, nextAt: Date | undefined): Promise<void> {
    const now = this.options.now();
    const next = nextAt ?? (await lane.kind.nextDueAt?.(this.options.db, now));
    if (changes !== lane.changes) {
      lane.exhausted = false;
      lane.lookAt = now.getTime();
      return;
    }
    const nextMs = next?.getTime() ?? Infinity;
    lane.exhausted = !this.options.keepLooking && nextMs > this.options.until;
    const soonest = now.getTime() + HELD_BY_OTHERS_MS;
    lane.lookAt = Math.max(soonest, Math.min(nextMs, now.getTime() + LOOK_AGAIN_MS));
  }
}
