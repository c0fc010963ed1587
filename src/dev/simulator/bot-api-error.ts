/** A refusal of the Bot API, with the status and the words Telegram uses. */
export class BotApiError extends Error {
  override name = 'BotApiError';
  constructor(
    readonly code: number,
    readonly description: string,
    /** Seconds, with code 429. */
    readonly retryAfter?: number,
    /** The call itself is wrong, and would be refused in any chat at any time. */
    readonly blamesCall = false,
  ) {
    super(description);
  }
}

/** A refusal because of how things stand in the chat: it is gone, nothing has changed, it is too late. */
export const badRequest = (what: string): BotApiError =>
  new BotApiError(400, `Bad Request: ${what}`);

/** A refusal that the caller has brought about by what it sent. */
export const badCall = (what: string): BotApiError =>
  new BotApiError(400, `Bad Request: ${what}`, undefined, true);
