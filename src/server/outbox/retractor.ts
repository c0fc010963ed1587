import 'server-only';
import { setMaxListeners } from 'node:events';
import { SEND_LIMIT_MS } from '../telegram/time-limits';
import { type SentMessage } from './kind';
import { type Retract } from '../telegram/send';

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
