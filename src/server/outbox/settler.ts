import 'server-only';
import { type Db } from '../platform/db/client';
import { isDataFault, safeFault } from '../platform/db/faults';
import { log } from '../platform/log';
import { type Kind, type Sent, type SendWindow, type Settled } from './kind';
import { parkUser } from './reachability';

/** Answers are settled in groups of this size, or this long after the first of a group. */
const GROUP_SIZE = 24;
export const GROUP_WAIT_MS = 10;
const GROUPS_AT_A_TIME = 2;
const AFTER_FAULT_MS = 250;

/**
 * Keeps what Telegram answered to one kind's messages until it is written down, in groups. While the
 * database is away it tries again; nothing is forgotten. Instants are epoch milliseconds.
 */
export class Settler {
  #answers: Sent[] = [];
  #writing = 0;
  #writeAt = 0;
  #failed = false;

  constructor(
    private readonly db: Db,
    private readonly kind: Kind,
    private readonly nowMs: () => number,
    private readonly window: SendWindow,
    /** Called after each try, with what was settled, if it was. */
    private readonly tried: (group: readonly Sent[], settled: Settled | null) => void,
  ) {}

  add(sent: Sent, now: number): void {
    if (this.#answers.length === 0) this.#writeAt = now + GROUP_WAIT_MS;
    this.#answers.push(sent);
    this.window.unsettled += 1;
    this.window.remember(this.kind, sent);
  }

  /**
   * Writes a group if it is time to, and answers when to ask again. With no more answers to come
   * (`last`) a small group does not wait for others.
   */
  start(now: number, last: boolean): number {
    if (this.#answers.length === 0 || this.#writing >= GROUPS_AT_A_TIME) return Infinity;
    // A try further ahead was planned by a clock that has since been set back.
    if (this.#writeAt > now + AFTER_FAULT_MS) this.#writeAt = now;
    const complete = this.#answers.length >= GROUP_SIZE || last;
    if (now < this.#writeAt && (this.#failed || !complete)) return this.#writeAt;
    void this.#write(this.#answers.splice(0));
    return Infinity;
  }

  async #write(group: Sent[]): Promise<void> {
    this.#writing += 1;
    const written = group.map((sent) => ({ ...sent }));
    try {
      for (const { claim, result, began, at } of written) {
        if (result.status === 'unreachable') {
          await parkUser(this.db, { userId: claim.userId, began, at });
        }
      }
      const settled = await this.#settle(written);
      this.#failed = false;
      // What was claimed anew meanwhile is settled once more, by its new lease.
      const isSettled = (sent: Sent, i: number) => sent.claim === written[i]?.claim;
      const done = group.filter(isSettled);
      const anew = group.filter((sent, i) => !isSettled(sent, i));
      this.#putBack(anew);
      for (const sent of done) this.window.forget(this.kind, sent);
      this.window.unsettled -= done.length;
      this.#writing -= 1;
      const theirs = new Set(anew.map(({ claim }) => claim.userId));
      const strays = settled.strays?.filter(({ chatId }) => !theirs.has(chatId)) ?? [];
      this.tried(done, { ...settled, strays });
    } catch (error) {
      if (!this.#failed) {
        const fault = safeFault(error);
        log.warn({ kind: this.kind.name, fault }, 'what was sent waits to be settled');
      }
      this.#failed = true;
      this.#writeAt = this.nowMs() + AFTER_FAULT_MS;
      this.#putBack(group);
      this.#writing -= 1;
      this.tried([], null);
    }
  }

  #putBack(group: Sent[]): void {
    for (const sent of group) sent.again = true;
    this.#answers.unshift(...group);
  }

  async #settle(group: readonly Sent[]): Promise<Settled> {
    try {
      return await this.kind.settle(this.db, group);
    } catch (error) {
      if (!isDataFault(error)) throw error;
      const [only] = group;
      if (only && group.length === 1) {
        if (!this.kind.endUnwritable) throw error;
        log.error({ key: only.claim.key, fault: safeFault(error) }, 'a send cannot be settled');
        await this.kind.endUnwritable(this.db, only, error);
        return {};
      }
    }
    // One row that cannot be written must not hold up the others.
    const each: Settled[] = [];
    for (const sent of group) each.push(await this.#settle([sent]));
    return {
      lines: each.flatMap(({ lines = [] }) => lines),
      strays: each.flatMap(({ strays = [] }) => strays),
      replaced: each.flatMap(({ replaced = [] }) => replaced),
    };
  }
}
