import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { eraseAgain, isInUse, settleUntil } from '@/server/after-restore';
import { connect } from '@/server/db/client';
import { connectionCause } from '@/server/db/connection-cause';
import { readErasures } from '@/server/erasure-log';
import { loadDotEnv } from './dot-env';

const USAGE =
  'npm run db:after-restore -- --erasures FILE (- for standard input) [--until INSTANT, such as 2026-11-23T09:15:00Z]';

/** `npm run db:after-restore`: see docs/operations.md, "Backup and restore". Safe to repeat. */
async function main(): Promise<void> {
  loadDotEnv(process.cwd());
  const { values } = parseArgs({
    options: { erasures: { type: 'string' }, until: { type: 'string' } },
  });
  const until = z.iso.datetime({ offset: true }).pipe(z.coerce.date()).optional();
  const limit = until.safeParse(values.until);
  const url = process.env.DATABASE_URL_DIRECT || process.env.DATABASE_URL;
  const botToken = process.env.TELEGRAM_BOT_TOKEN;
  if (values.erasures === undefined || !limit.success) throw new Error(USAGE);
  if (!url || !botToken) throw new Error('DATABASE_URL and TELEGRAM_BOT_TOKEN have to be set.');
  // 0 is standard input.
  const lines = readFileSync(values.erasures === '-' ? 0 : values.erasures, 'utf8');
  const { db, close } = connect(url, { max: 1, silenceMs: 0 });
  try {
    if (await isInUse(db)) throw new Error('The app runs on this database: stop it first.');
    const erasures = readErasures(lines);
    const erased = await eraseAgain(db, erasures, botToken);
    console.log(`${erasures.length} erasures read, ${erased} people erased again`);
    if (limit.data === undefined) return;
    console.log(`${await settleUntil(db, limit.data)} reminders taken for sent`);
  } finally {
    await close();
  }
}

main().catch((error: unknown) => {
  console.error(connectionCause(error) ?? (error instanceof Error ? error.message : error));
  process.exitCode = 1;
});
