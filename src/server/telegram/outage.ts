import 'server-only';
import { log } from '../platform/log';
import { processState } from '../platform/process-state';

/** So many calls in a row without an answer, over so long, are an outage; less is a blip. */
const FAILURES_MIN = 5;
const LASTS_MIN_MS = 10_000;

/**
 * Says once that Telegram takes no messages, and once that it does again. It hears of every call of this
 * process, whatever is sent: reminders, notices, answers in the chat. Each process says it for itself.
 */
export class Outage {
  #failed: Record<string, number> = {};
  #failures = 0;
  #since = 0;
  #latestAt = 0;
  #told = false;

  constructor(
    /** Milliseconds on a clock that never jumps. */
    private readonly elapsed: () => number,
    private readonly tell: Record<'error' | 'warn', (said: object, message: string) => unknown>,
  ) {}

  /** A call that began at `began` was answered; one that began before the latest failure says nothing new. */
  answered(began: number): void {
    if (this.#failures === 0 || began < this.#latestAt) return;
    if (this.#told) {
      const lastedMs = Math.round(this.elapsed() - this.#since);
      this.tell.warn({ lastedMs, failed: this.#failed }, 'Telegram takes messages again');
    }
    this.#failed = {};
    this.#failures = 0;
    this.#told = false;
  }

  /** A call that began at `began` got no answer, for the reason in `code`: `network`, `timeout`, `502`. */
  failed(began: number, code: string): void {
    this.#count(began, code);
    const lasts = this.elapsed() - this.#since >= LASTS_MIN_MS;
    if (this.#failures >= FAILURES_MIN && lasts) this.#begin();
  }

  /** Telegram answered 429 for so many chats that nobody is sent to for a while. */
  refusedAll(): void {
    this.#count(this.elapsed(), '429');
    this.#begin();
  }

  #count(began: number, code: string): void {
    if (this.#failures === 0) this.#since = began;
    this.#failures += 1;
    this.#failed[code] = (this.#failed[code] ?? 0) + 1;
    this.#latestAt = this.elapsed();
  }

  #begin(): void {
    if (this.#told) return;
    this.#told = true;
    const forMs = Math.round(this.elapsed() - this.#since);
    this.tell.error({ forMs, failed: { ...this.#failed } }, 'Telegram takes no messages');
  }
}

/** This process's. */
export const outage = processState('outage', () => new Outage(() => performance.now(), log));
