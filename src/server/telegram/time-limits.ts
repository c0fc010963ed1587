/**
 * How long a call of the Bot API may take, in milliseconds; Telegraf alone would wait 500 s for an answer.
 * What was given up may have arrived all the same.
 */

/** A reminder, a notice, an agenda: what is delivered. */
export const SEND_LIMIT_MS = 10_000;
/** What the bot does while it handles an update. */
export const CALL_LIMIT_MS = 10_000;
export const UPLOAD_LIMIT_MS = 20_000;
/** A small picture for the app, whose lists must not hold connections for long. */
export const DOWNLOAD_LIMIT_MS = 5_000;
/** All of `npm run bot:setup`. */
export const SETUP_LIMIT_MS = 30_000;
/** The state of the webhook, for which an administrator's screen waits. */
export const STATE_LIMIT_MS = 4_000;
