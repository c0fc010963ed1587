import 'server-only';
import { db } from './platform/db/client';
import { safeFault } from './platform/db/faults';
import { databaseClock } from './outbox/clock';
import { env } from './platform/env';
import { log } from './platform/log';
import { runCleanup } from './retention/run';
import { type CleanupCounts } from './retention/step';
import { warnVia } from './retention/warn';
import { ownBot } from './telegram/send';

const HOUR_MS = 3_600_000;
/** A day minus an hour: looks are an hour apart, so a full day would shift the run later every day. */
const DAILY_MS = 23 * HOUR_MS;
/** After the start of a process, so that it does not slow it. */
const FIRST_LOOK_MS = 60_000;

/**
 * On this process's database and bot: warns those who are long inactive, erases who did not come back, and deletes rows
 * past their time, until `durationMs`. Null while another run is under way, or where one that has not failed began less
 * than `minGapMs` ago. Rejects where a step has failed, after the others.
 */
export async function cleanUp(options: {
  durationMs: number;
  minGapMs?: number;
}): Promise<CleanupCounts | null> {
  const { durationMs, ...rest } = options;
  const { maxPerSecond } = env();
  const now = await databaseClock(db());
  const deadline = new Date(now().getTime() + durationMs);
  const warn = warnVia(ownBot(), env(), now);
  return runCleanup({ db: db(), warn, now, deadline, maxPerSecond, ...rest });
}

/** Looks every hour whether the daily cleanup is due; the database knows when the last one was. */
export function startDailyCleanup(): void {
  const look = () => {
    cleanUp({ durationMs: 10 * 60_000, minGapMs: DAILY_MS }).catch((error: unknown) => {
      log.error({ fault: safeFault(error) }, 'the cleanup failed');
    });
  };
  setTimeout(look, FIRST_LOOK_MS).unref();
  setInterval(look, HOUR_MS).unref();
}
