import 'server-only';
import { type Retract } from './outgoing';
import { type CallTimeout } from './sender';

const AT_A_TIME = 16;

/** A message in a chat. */
export interface SentMessage {
  chatId: number;
  messageId: number;
}

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
