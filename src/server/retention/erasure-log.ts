import 'server-only';
import { open } from 'node:fs/promises';
import { z } from 'zod';
import { safeFault } from '../platform/db/faults';
import { env } from '../platform/env';
import { log } from '../platform/log';
import { signatureOf } from '../platform/secrets';

/** What of an erasure leaves the database, for `db:after-restore`: no one without the token learns whose it was. */
const erasureLine = z.object({ erasure: z.string(), at: z.iso.datetime().pipe(z.coerce.date()) });
export type ErasureLine = z.infer<typeof erasureLine>;

export const erasureHash = (userId: number, botToken: string): string =>
  signatureOf('erasure', String(userId), botToken);

/**
 * Tells the log of an erasure, and ERASURES_FILE where one is configured: on the disk when this resolves.
 * The erasure stands whatever becomes of that.
 */
export async function recordErasure(userId: number, at: Date): Promise<void> {
  try {
    const { botToken, erasuresFile } = env();
    const line = { erasure: erasureHash(userId, botToken), at: at.toISOString() };
    // Of a level that is not turned off with the lines of requests.
    log.warn(line, 'a person was erased');
    if (erasuresFile === undefined) return;
    const file = await open(erasuresFile, 'a', 0o600);
    try {
      await file.appendFile(`${JSON.stringify(line)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    log.fatal({ fault: safeFault(error) }, 'an erasure is not on record: a backup would undo it');
  }
}

/** The erasures among lines of a log or of ERASURES_FILE, and how many lines are not JSON. Throws without any erasure. */
export function readErasures(text: string) {
  let notJson = 0;
  const erasures = text.split('\n').flatMap((line) => {
    try {
      const read = erasureLine.safeParse(JSON.parse(line));
      return read.success ? [read.data] : [];
    } catch {
      if (line.trim() !== '') notJson += 1;
      return [];
    }
  });
  if (erasures.length === 0) throw new Error(`no erasure in it (${notJson} lines are not JSON)`);
  return { erasures, notJson };
}
