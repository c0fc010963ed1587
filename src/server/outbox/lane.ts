import 'server-only';
import { type Db } from '../platform/db/client';
import { type Claim, type Kind, type SendWindow } from './kind';
import { readPace } from './pace';
import { type Breaker, type Settler } from './queue';

/** Rows in one claim: as many as go out in half a second, so that nobody waits long behind them, and no more than this. */
const CLAIM_MAX = 128;
/** Of a full claim so many go out while the next one is made. */
const CLAIM_TAKES = 32;
/** Looked at again while earlier kinds have something due, or slots are taken further ahead than that. */
const GIVE_WAY_MS = 100;
const SLOTS_AHEAD_MAX_MS = 100;

/** One kind of message in one tick. Instants are epoch milliseconds. */
export class Lane {
  /** Leased, and without a slot to be sent in so far. */
  unslotted: Claim[] = [];
  claiming = false;
  /** Claimed, and neither settled nor given back. */
  held = 0;
  /** Nothing is claimed before this; what has changed meanwhile may set `lookAt` back. */
  lookAt = 0;
  restsUntil = 0;
  /** The last look found nothing for this tick to wait for. */
  exhausted = false;
  /** Counts what makes a look out of date that began before: claims given back, leases that ended. */
  changes = 0;
  fault: Error | undefined;

  constructor(
    readonly kind: Kind,
    private readonly kindsBefore: readonly Kind[],
    readonly settler: Settler,
  ) {}

  /** How many rows the next claim takes at most. */
  claimLimit(window: SendWindow, breaker: Breaker, maxPerSecond: number): number {
    const most = Math.min(CLAIM_MAX, window.room(this.kind));
    if (breaker.open) return Math.min(1, most);
    return Math.min(most, Math.max(1, Math.ceil(maxPerSecond / 2)));
  }

  /** Claims are made in few, large statements: the next one once half of what may be claimed is free. */
  wantsMore(limit: number, window: SendWindow, queued: number): boolean {
    const { heldMax } = this.kind;
    if (this.unslotted.length > 0) return true;
    if (limit <= 0) return false;
    if (heldMax) return this.held === 0 || window.room(this.kind) >= heldMax / 2;
    return queued <= Math.max(limit / 2, limit - CLAIM_TAKES);
  }

  /** For a kind that gives way to those before it: see `ClaimOptions`. */
  async wayFreeAt(db: Db, now: Date): Promise<Date | null> {
    const later = new Date(now.getTime() + GIVE_WAY_MS);
    for (const kind of this.kindsBefore) {
      const dueAt = await kind.nextDueAt?.(db, now);
      if (dueAt && dueAt <= now) return later;
    }
    const { bookedMs } = await readPace(db, now);
    return bookedMs > SLOTS_AHEAD_MAX_MS ? later : null;
  }

  /** Takes out what has no slot yet, all of it or one chat's. */
  takeUnslotted(chatId?: number): Claim[] {
    const isTheirs = ({ userId }: Claim) => chatId === undefined || userId === chatId;
    const taken = this.unslotted.filter(isTheirs);
    this.unslotted = this.unslotted.filter((claim) => !isTheirs(claim));
    return taken;
  }
}
