import 'server-only';
import pino from 'pino';
import { LOG_LEVELS } from './env';

/**
 * Structured logs, one JSON line each. Call sites pass ids and codes only; the redaction below is
 * the second line of defence for what must never be written: init data, tokens, texts of users.
 */
export const log = pino({
  // One that does not exist stops the server in env.ts, which says so.
  level: LOG_LEVELS.find((level) => level === process.env.LOG_LEVEL) ?? 'info',
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: {
    paths: [
      'initData',
      'token',
      'text',
      '*.initData',
      '*.token',
      '*.text',
      'err.on',
      'err.payload',
    ],
    censor: '[redacted]',
  },
});
