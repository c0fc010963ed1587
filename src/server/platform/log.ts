import 'server-only';
import pino from 'pino';
import { safeFault } from './db/faults';
import { LOG_LEVELS } from './env';

/**
 * JSON lines. Call sites pass ids and codes only; the redaction is the second line of defence for init
 * data, tokens, texts.
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

/** How much of what a library prints is kept: a sentence. */
const PRINTED_MAX = 300;

/**
 * From now on whatever is printed is a line of this log. Next.js prints faults with their messages,
 * which quote the request: several lines each, any of which a stranger could have shaped like ours.
 * Of a fault name, codes and place are kept, of text the beginning, of anything else nothing.
 */
export function logWhatIsPrinted(): void {
  for (const name of ['error', 'warn', 'debug', 'info', 'log'] as const) {
    const level = name === 'log' ? 'info' : name;
    const print = (...parts: unknown[]) => {
      const fault = parts.find((part) => part instanceof Error);
      const words = parts.filter((part) => typeof part === 'string').join(' ');
      log[level](
        { printed: words.slice(0, PRINTED_MAX), ...(fault && { fault: safeFault(fault) }) },
        'printed by a library',
      );
    };
    Object.assign(console, { [name]: print });
  }
}
