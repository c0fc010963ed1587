import 'server-only';
import { setImmediate } from 'node:timers/promises';
import { AppError } from './errors';
import { processState } from './process-state';

/** Milliseconds for which the work of one account may hold the event loop, on which everybody else waits. */
export const HELD_MS = 25;

/**
 * Awaited before each step of a work whose length an account decides: others have their turn where it ran
 * for long.
 */
export function givingWay(): () => Promise<void> | undefined {
  let since = performance.now();
  return () =>
    performance.now() - since < HELD_MS
      ? undefined
      : setImmediate().then(() => {
          since = performance.now();
        });
}

/** Seconds after which it is worth another try where too many wait. */
const RETRY_AFTER_S = 10;

/** The works that this process has in hand, by what is done for whom: how many there are, and the end of the latest. */
const inHand = processState(
  'queues',
  () => new Map<string, { count: number; last: Promise<unknown> }>(),
);

/** Runs the work of one key after another; throws `too-many` where `max` are at work or wait already. */
export async function oneAtATime<T>(key: string, max: number, run: () => Promise<T>): Promise<T> {
  const present = inHand.get(key) ?? { count: 0, last: Promise.resolve() };
  if (present.count >= max) throw new AppError('too-many', { retryAfter: RETRY_AFTER_S });
  inHand.set(key, present);
  present.count += 1;
  const own = present.last.then(run);
  present.last = own.catch(() => undefined);
  try {
    return await own;
  } finally {
    present.count -= 1;
    if (present.count === 0) inHand.delete(key);
  }
}
