import { existsSync } from 'node:fs';
import path from 'node:path';

/** Adds a checkout's `.env.local` and `.env` to the environment, as Next does; what is set stays. */
export function loadDotEnv(checkout: string): void {
  for (const name of ['.env.local', '.env']) {
    const file = path.join(checkout, name);
    if (existsSync(file)) process.loadEnvFile(file);
  }
}
