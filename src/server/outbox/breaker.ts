import 'server-only';

/** Failures in a row after which Telegram, or our way to it, is taken for down. */
const OPENS_AFTER = 5;
const PAUSE_FIRST_MS = 1_000;
const PAUSE_MAX_MS = 30_000;

/**
 * Keeps an outage from using up the attempts of everything that is due: after a few failures in a row
 * one message at a time is tried, after ever longer pauses, until one gets through.
 */
export class Breaker {
  #failures = 0;
  #pauseMs = PAUSE_FIRST_MS;
  #silentUntil = 0;

  get open(): boolean {
    return this.#failures >= OPENS_AFTER;
  }

  /** Nothing is to be sent before this, in epoch milliseconds. */
  get pausedUntil(): number {
    return this.open ? this.#silentUntil : 0;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#pauseMs = PAUSE_FIRST_MS;
  }

  /** `probe` is a message that was sent while the breaker was open. */
  failed(nowMs: number, probe: boolean): void {
    this.#failures += 1;
    if (probe) this.#pauseMs = Math.min(this.#pauseMs * 2, PAUSE_MAX_MS);
    this.#silentUntil = nowMs + this.#pauseMs;
  }
}
