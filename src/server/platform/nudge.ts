import 'server-only';
import { afterCommit } from './db/after-commit';
import { type Db } from './db/client';
import { processState } from './process-state';

const nudged = processState<{ listener?: ((at: Date) => void) | null }>('nudged', () => ({}));

/**
 * Tells delivery, once the transaction is committed, that something is due at `at`: after a create, an edit, a
 * snooze or a resume. A ticker looks each second and need not hear of it; in a process without one a run behind the
 * answer to the request sees to it that it is on time (`runWhenNudged`). Best effort: if the process dies first, the
 * next run of any instance finds the reminder.
 */
export const nudgeDelivery = (db: Db, at: Date | null): void => {
  if (at) afterCommit(db, () => nudged.listener?.(at));
};

/** Where the process listens; null takes it off. */
export const onNudge = (listener: ((at: Date) => void) | null): void => {
  nudged.listener = listener;
};
