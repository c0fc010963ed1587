/** A refusal of the Bot API, with the status and the words Telegram uses. */
export class BotApiError extends Error {
  override name = 'BotApiError';
  constructor(
    readonly code: number,
    readonly description: string,
    /** Seconds, with code 429. */
    readonly retryAfter?: number,
  ) {
    super(description);
  }
}

export const badRequest = (what: string): BotApiError =>
  new BotApiError(400, `Bad Request: ${what}`);
