import 'server-only';

/** Telegram's advice for one chat, which lets short bursts through. https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this */
const SPACING_MS = 1_000;
const BURST = 5;
/** A person waits for an answer: however many came before, no longer than this. */
const WAIT_MAX_MS = 5_000;

/**
 * Keeps the messages of this process to one a second and chat on average, a few at once allowed.
 * Instances do not share it: a 429 tells them of each other.
 */
export class ChatPace {
  /** When the chat's messages would be out at one a second; the chat used last comes last. */
  readonly #doneAt = new Map<number, number>();

  /** `now` in milliseconds, of a clock that never jumps. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Counts a message to the chat and answers how long it should wait, in milliseconds. */
  take(chatId: number): number {
    const now = this.now();
    const doneAt = Math.min(
      Math.max(this.#doneAt.get(chatId) ?? 0, now) + SPACING_MS,
      now + BURST * SPACING_MS + WAIT_MAX_MS,
    );
    this.#doneAt.delete(chatId);
    this.#doneAt.set(chatId, doneAt);
    this.#forget(now);
    return Math.max(0, doneAt - BURST * SPACING_MS - now);
  }

  /** Chats that have been silent long enough, from the front. */
  #forget(now: number): void {
    for (const [chatId, doneAt] of this.#doneAt) {
      if (doneAt > now) return;
      this.#doneAt.delete(chatId);
    }
  }
}

// Next loads modules more than once in one process (routes, instrumentation): one pace serves all.
const holder: typeof globalThis & { napomnyuChatPace?: ChatPace } = globalThis;

/** The process's own: deliveries count in it, answers keep to it. */
export const chatPace = (): ChatPace => (holder.napomnyuChatPace ??= new ChatPace());
