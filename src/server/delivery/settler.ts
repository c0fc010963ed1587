import 'server-only';
import { type Db } from '../db/client';
import { safeFault } from '../db/faults';
import { log } from '../log';
import { type Settlement } from './outcome';
import { type SendWindow } from './sender';
import { settle, strayMessages } from './settle';

/** Results are settled in groups of this size, or this long after the first of a group. */
const GROUP_SIZE = 24;
export const GROUP_WAIT_MS = 10;
const GROUPS_AT_A_TIME = 2;
const AFTER_FAULT_MS = 250;

/** A group that has been written. */
export interface Settled {
  group: readonly Settlement[];
  /** Those of it whose lease was gone: their rows were left alone. */
  lost: readonly Settlement[];
  /** Messages of lost ones that do not belong in their chats. */
  strays: readonly { chatId: number; messageId: number }[];
}

/**
 * Keeps what is known of messages that are out until it is written down, in groups. While the database
 * is away it tries again; nothing is forgotten. Instants are epoch milliseconds.
 */
export class Settler {
  #results: Settlement[] = [];
  #writing = 0;
  #writeAt = 0;
  #failed = false;

  constructor(
    private readonly db: Db,
    private readonly nowMs: () => number,
    private readonly window: SendWindow,
    /** Called after each try, with what was settled, if it was. */
    private readonly tried: (settled: Settled | null) => void,
  ) {}

  /** Nothing is left to write. */
  get idle(): boolean {
    return this.#writing === 0 && this.#results.length === 0;
  }

  add(settlement: Settlement, now: number): void {
    if (this.#results.length === 0) this.#writeAt = now + GROUP_WAIT_MS;
    this.#results.push(settlement);
    this.window.unsettled += 1;
  }

  /**
   * Writes a group if it is time to, and answers when to ask again. With no more results to come
   * (`last`) a small group does not wait for others.
   */
  start(now: number, last: boolean): number {
    if (this.#results.length === 0 || this.#writing >= GROUPS_AT_A_TIME) return Infinity;
    // A try further ahead was planned by a clock that has since been set back.
    if (this.#writeAt > now + AFTER_FAULT_MS) this.#writeAt = now;
    const complete = this.#results.length >= GROUP_SIZE || last;
    if (now < this.#writeAt && (this.#failed || !complete)) return this.#writeAt;
    void this.#write(this.#results.splice(0)).then(this.tried);
    return Infinity;
  }

  async #write(group: Settlement[]): Promise<Settled | null> {
    this.#writing += 1;
    try {
      const lost = await settle(this.db, group);
      this.#failed = false;
      this.window.unsettled -= group.length;
      const strays = lost.length > 0 ? await strayMessages(this.db, lost).catch(() => []) : [];
      return { group, lost, strays };
    } catch (error) {
      if (!this.#failed) log.warn({ fault: safeFault(error) }, 'delivery waits to settle');
      this.#failed = true;
      this.#writeAt = this.nowMs() + AFTER_FAULT_MS;
      this.#results.unshift(...group);
      return null;
    } finally {
      this.#writing -= 1;
    }
  }
}
