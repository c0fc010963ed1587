import 'server-only';
import { and, eq, isNotNull, lte, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Update } from 'telegraf/types';
import { readJsonObject, UPDATE_MAX_BYTES } from '../platform/request-body';
import { type Db } from '../platform/db/client';
import { isPassingFault, safeFault } from '../platform/db/faults';
import { AppError } from '../platform/errors';
import { oneAtATime } from '../platform/give-way';
import { answering } from '../platform/http';
import { log } from '../platform/log';
import { sameSecret } from '../platform/secrets';
import { processedUpdates } from '../platform/db/schema';

const SECRET_HEADER = 'X-Telegram-Bot-Api-Secret-Token';

/** Longer than any update takes (the bot gives up before), short enough to wait out a crash. */
const LEASE_MS = 30_000;

/**
 * Times an update is begun. Telegram holds back a person's next updates until one is taken; it asks
 * again at once and then after doubling pauses, so these are some four minutes.
 * (tdlib/telegram-bot-api, WebhookActor.cpp)
 */
export const UPDATE_ATTEMPTS_MAX = 10;

/** A lease of this process: `last` when the update does not come again whatever happens. */
export type UpdateLease = { last: boolean };

/** Only the id is ours to check: Telegram is the author, the secret says so, and the bot reads the rest. */
const updateSchema = z.custom<Update>(
  (value) => z.object({ update_id: z.number().int() }).safeParse(value).success,
);
const senderSchema = z.object({ from: z.object({ id: z.number() }) });

interface WebhookDeps {
  db: Db;
  secret: string;
  clock: () => Date;
  /** Handles one update; throws where it should come again. On the last try it never does. */
  handle: (update: Update, options: UpdateLease) => Promise<void>;
}

/**
 * Telegram's end of the bot. The secret is checked before anything is read. An update is handled
 * once, however often it comes, and one person's updates one after another. A fault of ours, or of
 * what the update wants written, answers 200, since Telegram would hold back the person's next ones
 * until it is taken. A passing fault of the database answers 503, and the update comes again, but not
 * for ever: see UPDATE_ATTEMPTS_MAX.
 */
export function receiveUpdate(request: Request, deps: WebhookDeps): Promise<Response> {
  return answering(request, {}, async () => {
    if (!sameSecret(request.headers.get(SECRET_HEADER), deps.secret)) {
      throw new AppError('forbidden');
    }
    const parsed = updateSchema.safeParse(await readJsonObject(request, UPDATE_MAX_BYTES));
    if (!parsed.success) throw new AppError('invalid');
    const update = parsed.data;
    // Across processes Telegram orders updates of one kind only: a text and a press of one person may be
    // handled at once, so whatever changes a draft or the terms takes the person's lock in the database.
    const key = `update:${senderOf(update) ?? update.update_id}`;
    await oneAtATime(key, Infinity, () => handleOnce(update, deps));
    return new Response(null, { status: 200 });
  });
}

/**
 * Claims an update for this process. `done`: it was handled before. `busy`: somebody is at it, or
 * died at it less than the lease ago; Telegram should ask again.
 */
async function claimUpdate(db: Db, updateId: number, now: Date) {
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const [mine] = await db
    .insert(processedUpdates)
    .values({ updateId, receivedAt: now, leaseUntil })
    .onConflictDoUpdate({
      target: processedUpdates.updateId,
      set: { leaseUntil, attempts: sql`${processedUpdates.attempts} + 1` },
      setWhere: lte(processedUpdates.leaseUntil, now),
    })
    .returning({ attempts: processedUpdates.attempts });
  if (mine) return { last: mine.attempts >= UPDATE_ATTEMPTS_MAX };
  const same = eq(processedUpdates.updateId, updateId);
  const open = await db.$count(processedUpdates, and(same, isNotNull(processedUpdates.leaseUntil)));
  return open > 0 ? 'busy' : 'done';
}

/** The instant until which others keep off the update; null once it is handled, and no repetition of it will be. */
const setLease = (db: Db, updateId: number, leaseUntil: Date | null) =>
  db.update(processedUpdates).set({ leaseUntil }).where(eq(processedUpdates.updateId, updateId));

async function handleOnce(update: Update, { db, clock, handle }: WebhookDeps): Promise<void> {
  // Not when the update came: it may have waited for the person's earlier ones.
  const now = clock();
  const claim = await claimUpdate(db, update.update_id, now);
  if (claim === 'done') return;
  if (claim === 'busy') throw new AppError('unavailable', { retryAfter: 5 });
  try {
    await handle(update, claim);
  } catch (error) {
    if (isPassingFault(error) && !claim.last) {
      await setLease(db, update.update_id, now).catch(() => undefined);
      throw error;
    }
    log.error({ updateId: update.update_id, fault: safeFault(error) }, 'update failed');
  }
  await setLease(db, update.update_id, null);
}

function senderOf(update: Update): number | undefined {
  for (const part of Object.values(update)) {
    const sender = senderSchema.safeParse(part);
    if (sender.success) return sender.data.from.id;
  }
  return undefined;
}
