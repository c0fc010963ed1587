import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { eraseAgain, isInUse, takeForSentUntil } from '@/server/retention/after-restore';
import { connect, PATIENT } from '@/server/platform/db/client';
import { refuseFormerSchema } from '@/server/platform/db/former-schema';
import { readErasures } from '@/server/retention/erase-account';
import { runCommand } from './command';

const USAGE =
  'npm run db:after-restore -- --erasures FILE (- for standard input, none where nobody was erased) [--until INSTANT, such as 2026-11-23T09:15:00Z]';

/** `npm run db:after-restore`: see docs/operations.md, "Backup and restore". Safe to repeat. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { erasures: { type: 'string' }, until: { type: 'string' } },
  });
  const until = z.iso.datetime({ offset: true }).pipe(z.coerce.date()).optional();
  const limit = until.safeParse(values.until);
  const url = process.env.DATABASE_URL_DIRECT || process.env.DATABASE_URL;
  const botToken = process.env.TELEGRAM_BOT_TOKEN;
  if (values.erasures === undefined || !limit.success) throw new Error(USAGE);
  if (!url || !botToken) throw new Error('DATABASE_URL and TELEGRAM_BOT_TOKEN have to be set.');
  const now = new Date();
  if (limit.data && limit.data > now) throw new Error('--until is in the future');
  const { erasures, notJson } = erasuresOf(values.erasures);
  for (const { erasure, at } of erasures) {
    if (at > now) console.error(`erasure ${erasure} is of the future: ${at.toISOString()}`);
  }
  const { db, close } = connect(url, { ...PATIENT, max: 1 });
  try {
    if (await isInUse(db)) throw new Error('The app runs on this database: stop it first.');
    await refuseFormerSchema(db);
    const erased = await eraseAgain(db, erasures, botToken);
    console.log(`${notJson} lines are not JSON`);
    console.log(`${erasures.length} erasures read, ${erased} people erased again`);
    if (limit.data === undefined) return;
    const { takenForSent, left } = await takeForSentUntil(db, limit.data);
    console.log(`${takenForSent} reminders taken for sent`);
    if (left.length > 0) {
      console.log(`${left.length} reminders left as they were, come again: ${left.join(', ')}`);
    }
  } finally {
    await close();
  }
}

function erasuresOf(file: string): ReturnType<typeof readErasures> {
  if (file === 'none') return { erasures: [], notJson: 0 };
  try {
    // 0 is standard input.
    return readErasures(readFileSync(file === '-' ? 0 : file, 'utf8'));
  } catch (error) {
    // Without its code, which would be taken for a fault of the connection to the database.
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : ''}`);
  }
}

void runCommand(main);
