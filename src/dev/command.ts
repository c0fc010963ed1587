import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseUrlError } from '@/server/platform/db/address';
import { connectionCause } from '@/server/platform/db/faults';

/** Runs a command of package.json with `.env`. A fault is told in plain words, and ends it with 1. */
export async function runCommand(main: (args: string[]) => Promise<void>): Promise<void> {
  try {
    loadDotEnv(process.cwd());
    await main(process.argv.slice(2));
  } catch (error) {
    const own = error instanceof DatabaseUrlError ? `DATABASE_URL ${error.message}` : undefined;
    // With a cause it is a statement that failed: where, is told too.
    const other = error instanceof Error && error.cause === undefined ? error.message : error;
    console.error(connectionCause(error) ?? own ?? other);
    process.exitCode = 1;
  }
}

/** Says on standard error how a command ends, and with which code. */
export function end(code: number, words: string): void {
  console.error(words);
  process.exitCode = code;
}

/** Adds a checkout's `.env.local` and `.env` to the environment, as Next does; what is set stays. */
export function loadDotEnv(checkout: string): void {
  for (const name of ['.env.local', '.env']) {
    const file = path.join(checkout, name);
    if (existsSync(file)) process.loadEnvFile(file);
  }
}
