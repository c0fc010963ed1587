import 'server-only';
import { setMaxListeners } from 'node:events';
import { ageOn } from '@/core/recurrence';
import { SEND_LIMIT_MS } from '../telegram/time-limits';
import { type Claim } from './claim';
import { type Send, type SendResult } from './outgoing';

/**
 * Messages that are on their way or out and not yet settled: what a kill -9 may repeat. Also bounds
 * the calls to Telegram at a time.
 */
export const UNSETTLED_MAX = 64;
/** Shared by the ticks of one process, so that together they keep to UNSETTLED_MAX. */
export interface SendWindow {
  unsettled: number;
}

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

/** What became of one claim's message; `began` and `at` are before the call and after it. */
export interface Sent {
  claim: Claim;
  result: SendResult;
  began: Date;
  at: Date;
}

/** Sends messages and counts those that are on their way. */
export class Sender {
  #underWay = 0;

  constructor(
    private readonly send: Send,
    private readonly now: () => Date,
    private readonly window: SendWindow,
    private readonly timeout: CallTimeout,
  ) {}

  get underWay(): number {
    return this.#underWay;
  }

  /** Another tick of this process may hold the window; it does not tell when it lets go. */
  get windowIsFull(): boolean {
    return this.window.unsettled >= UNSETTLED_MAX;
  }

  /** Sends the claim's message. Never rejects: a fault in our own code counts as a lost answer. */
  async deliver(claim: Claim): Promise<Sent> {
    this.#underWay += 1;
    this.window.unsettled += 1;
    const began = this.now();
    const message = {
      chatId: claim.userId,
      reminderId: claim.id,
      text: claim.text,
      typeName: claim.typeName,
      timeZone: claim.userTimeZone,
      snoozes: claim.userSettings.snoozes,
      firing: claim.firing,
      attachment: claim.attachment,
      brought: claim.brought,
      age: ageOn(claim.state.rule, claim.firing.occurrenceAt, claim.state.timeZone),
    };
    const result = await this.send(message, this.timeout.signal()).catch((): SendResult => {
      return { status: 'retry', code: 'fault', reached: true };
    });
    this.#underWay -= 1;
    this.window.unsettled -= 1;
    return { claim, result, began, at: this.now() };
  }
}
