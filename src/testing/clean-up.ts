import { DAY_MS } from '@/core/calendar';
import { eq } from 'drizzle-orm';
import { type Db } from '@/server/platform/db/client';
import {
  cronRuns,
  deliveries,
  erasures,
  pace,
  processedUpdates,
  users,
} from '@/server/platform/db/schema';
import { type SendResult } from '@/server/telegram/send';
import { runCleanup } from '@/server/retention/run';
import { type CleanupOptions, type InactivityWarning } from '@/server/retention/step';
import { createUser } from './builders';
import { type FixedClock, fixedClock } from './clock';

export const sent = { status: 'sent', messageId: 1 } as const;
/** Telegram may have taken the message; nobody will know. */
export const lost = { status: 'retry', code: '502', reached: true } as const;

/** A way to warn that answers always the same, and whom it was asked to warn. */
export function warner(result: SendResult) {
  const warned: InactivityWarning[] = [];
  const warn: CleanupOptions['warn'] = (warning) => {
    warned.push(warning);
    return Promise.resolve(result);
  };
  return { warn, warned };
}

/** Call once at the top of a test file: the daily cleanup of its database, at a time of our own. */
export function testCleanup(db: Db, clock: FixedClock = fixedClock()) {
  const begin = clock.now();
  const ago = (days: number, ms = 0) => new Date(clock.now().getTime() - days * DAY_MS - ms);
  beforeEach(async () => {
    clock.set(begin);
    for (const table of [users, cronRuns, deliveries, processedUpdates, erasures]) {
      await db.delete(table);
    }
    await db.update(pace).set({ haltedUntil: null, refusedSince: null, nextSlotAt: ago(1) });
  });
  return {
    ago,
    run: (options: Partial<CleanupOptions> = {}) =>
      runCleanup({
        db,
        warn: warner(sent).warn,
        now: clock.now,
        deadline: new Date(clock.now().getTime() + 60_000),
        maxPerSecond: Infinity,
        ...options,
      }),
    stored: async (id: number) => {
      const [row] = await db.select().from(users).where(eq(users.id, id));
      return row;
    },
    inactive: (days: number, fields: Parameters<typeof createUser>[1] = {}) =>
      createUser(db, { lastActiveAt: ago(days), ...fields }),
  };
}
