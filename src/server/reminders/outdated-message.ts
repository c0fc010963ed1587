import 'server-only';

/** A reminder that was changed elsewhere than on its message in the chat. */
export interface Outdated {
  userId: number;
  reminderId: number;
}

// Next loads modules more than once in one process (routes, instrumentation): one slot serves all.
const holder: typeof globalThis & { napomnyuOutdated?: (outdated: Outdated) => void } = globalThis;

/** The latest message about a reminder no longer shows how it stands. Best effort: presses answer the real state. */
export const messageIsOutdated = (outdated: Outdated): void => holder.napomnyuOutdated?.(outdated);

/** Where the process listens; null takes it off. */
export function onOutdatedMessage(listener: ((outdated: Outdated) => void) | null): void {
  if (listener) holder.napomnyuOutdated = listener;
  else delete holder.napomnyuOutdated;
}
