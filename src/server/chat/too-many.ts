import 'server-only';
import { RATE_LIMITS } from '@/core/limits';
import { type Db } from '../platform/db/client';
import { orRefusal } from '../platform/errors';
import { takePersonalPermit } from '../platform/rate-limit';

/** People who have been told that it is too much, with the time until which nothing more is said. */
const told = new Map<number, number>();
const TOLD_MAX = 10_000;

/**
 * Whether an update of this person is handled. `tell` the first time in a while that it is not;
 * `silent` afterwards, so that a flood of messages gets no flood of answers.
 */
export async function admit(
  db: Db,
  personId: number,
  now: Date,
): Promise<'handle' | 'tell' | 'silent'> {
  if (!(await orRefusal(takePersonalPermit(db, 'chat', personId, now), 'too-many')))
    return 'handle';
  if (now.getTime() < (told.get(personId) ?? 0)) return 'silent';
  if (told.size >= TOLD_MAX) told.clear();
  told.set(personId, now.getTime() + 6 * RATE_LIMITS.chat.windowMs);
  return 'tell';
}

/** Whether what a person types behind the bot's name in another chat is answered. */
export const mayAsk = async (db: Db, personId: number, now: Date): Promise<boolean> =>
  !(await orRefusal(takePersonalPermit(db, 'inlineQueries', personId, now), 'too-many'));
