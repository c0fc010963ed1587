import 'server-only';
import { processState } from '../platform/process-state';

/** Telegram's advice for one chat, which lets short bursts through. https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this */
export const CHAT_SPACING_MS = 1_000;
const BURST = 5;
/** A person waits for an answer: however many came before, no longer than this. */
const WAIT_MAX_MS = 5_000;

/**
 * Remembers when each chat was last written to from this process, whatever it was: a delivery waits until a second
 * has passed since then, an answer only where many came at once. Instances do not share it: their deliveries keep apart
 * by the seconds that they book (`bookChat` in outbox/pace.ts), and of answers a 429 tells them.
 */
export class ChatPace {
  /** `doneAt`: when the chat's messages would be out at one a second. The chat written to last comes last. */
  readonly #chats = new Map<number, { writtenAt: number; doneAt: number }>();

  /** `now` in milliseconds, of a clock that never jumps. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** For how many whole milliseconds a delivery to the chat has to wait. */
  msUntilFree(chatId: number): number {
    const writtenAt = this.#chats.get(chatId)?.writtenAt ?? -Infinity;
    return Math.max(0, Math.ceil(writtenAt + CHAT_SPACING_MS - this.now()));
  }

  /** Counts messages that go out to the chat now. */
  count(chatId: number, messages = 1): void {
    const now = this.now();
    const doneAt = Math.max(this.#chats.get(chatId)?.doneAt ?? 0, now) + messages * CHAT_SPACING_MS;
    this.#chats.delete(chatId);
    const latest = now + BURST * CHAT_SPACING_MS + WAIT_MAX_MS;
    this.#chats.set(chatId, { writtenAt: now, doneAt: Math.min(doneAt, latest) });
    this.#forget(now);
  }

  /** Counts an answer, and answers for how many milliseconds it has to wait. */
  countAnswer(chatId: number): number {
    this.count(chatId);
    const doneAt = this.#chats.get(chatId)?.doneAt ?? 0;
    return Math.max(0, doneAt - BURST * CHAT_SPACING_MS - this.now());
  }

  /** Chats that have been silent long enough, from the front. */
  #forget(now: number): void {
    for (const [chatId, { doneAt }] of this.#chats) {
      if (doneAt > now) return;
      this.#chats.delete(chatId);
    }
  }
}

/** This process's. */
export const chatPace = processState('chatPace', () => new ChatPace());
