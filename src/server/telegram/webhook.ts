import 'server-only';
import { z } from 'zod';
import { type Update } from 'telegraf/types';
import { readJsonObject, UPDATE_MAX_BYTES } from '../request-body';
import { type Db } from '../db/client';
import { isPassingFault, safeFault } from '../db/faults';
import { AppError } from '../errors';
import { answering } from '../http';
import { log } from '../log';
import { sameSecret } from '../secrets';
import { claimUpdate, finishUpdate, releaseUpdate, type UpdateLease } from './updates';

const SECRET_HEADER = 'X-Telegram-Bot-Api-Secret-Token';

/** Only the id is ours to check: Telegram is the author, the secret says so, and the bot reads the rest. */
const updateSchema = z.custom<Update>(
  (value) => z.object({ update_id: z.number().int() }).safeParse(value).success,
);
const senderSchema = z.object({ from: z.object({ id: z.number() }) });

export interface WebhookDeps {
  db: Db;
  secret: string;
  now: Date;
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
    await inOrder(senderOf(update) ?? update.update_id, () => handleOnce(update, deps));
    return new Response(null, { status: 200 });
  });
}

async function handleOnce(update: Update, { db, now, handle }: WebhookDeps): Promise<void> {
  const claim = await claimUpdate(db, update.update_id, now);
  if (claim === 'done') return;
  if (claim === 'busy') throw new AppError('unavailable', { retryAfter: 5 });
  try {
    await handle(update, claim);
  } catch (error) {
    if (isPassingFault(error) && !claim.last) {
      await releaseUpdate(db, update.update_id, now).catch(() => undefined);
      throw error;
    }
    log.error({ updateId: update.update_id, fault: safeFault(error) }, 'update failed');
  }
  await finishUpdate(db, update.update_id);
}

function senderOf(update: Update): number | undefined {
  for (const part of Object.values(update)) {
    const sender = senderSchema.safeParse(part);
    if (sender.success) return sender.data.from.id;
  }
  return undefined;
}

const tails = new Map<number, Promise<unknown>>();

/**
 * Runs the tasks of one key one after another in this process. Across processes Telegram orders updates
 * of one kind only: a text and a press of one person may be handled at once, so whatever changes a draft
 * or the terms takes the person's lock in the database.
 */
async function inOrder(key: number, task: () => Promise<void>): Promise<void> {
  const before = tails.get(key);
  const mine = (before ?? Promise.resolve()).then(task, task);
  tails.set(key, mine);
  try {
    await mine;
  } finally {
    if (tails.get(key) === mine) tails.delete(key);
  }
}
