import 'server-only';

// Next loads modules more than once in one process (routes, instrumentation): one slot serves all.
const holder: typeof globalThis & { napomnyuNudge?: (at: Date) => void } = globalThis;

/**
 * Tells delivery that a reminder now fires at `at`, after a create, an edit, a snooze or a resume.
 * The ticker of this process then looks again at once instead of at its next minute. Best effort: a
 * process without a ticker (Vercel) does nothing, and the next tick finds the reminder.
 */
export const nudgeDelivery = (at: Date | null): void => {
  if (at) holder.napomnyuNudge?.(at);
};

/** Where the process's ticker listens; null takes it off. */
export function onNudge(listener: ((at: Date) => void) | null): void {
  if (listener) holder.napomnyuNudge = listener;
  else delete holder.napomnyuNudge;
}
