import 'server-only';
import { afterCommit } from '../platform/db/after-commit';
import { type Db } from '../platform/db/client';

// Next loads modules more than once in one process (routes, instrumentation): one slot serves all.
const holder: typeof globalThis & { napomnyuNudge?: ((at: Date) => void) | null } = globalThis;

/**
 * Tells delivery, once the transaction is committed, that something is due at `at`: after a create, an edit, a
 * snooze or a resume.
 * Whoever delivers in this process then sees to it that it is on time: its ticker, or, in a process
 * without one, a run behind the answer to the request (`runWhenNudged`). Best effort: if the process
 * dies first, the next tick of any instance finds the reminder.
 */
export const nudgeDelivery = (db: Db, at: Date | null): void => {
  if (at) afterCommit(db, () => holder.napomnyuNudge?.(at));
};

/** Where the process listens; null takes it off. */
export const onNudge = (listener: ((at: Date) => void) | null): void => {
  holder.napomnyuNudge = listener;
};
