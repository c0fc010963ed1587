import 'server-only';
import { setImmediate } from 'node:timers/promises';

/** Milliseconds for which the work of one account may hold the event loop, on which everybody else waits. */
const HELD_MS = 25;

/**
 * Runs work whose length an account decides, step by step: others have their turn whenever its steps have
 * taken so much processor time, which `spent` is told, in milliseconds. What `spent` throws ends the work.
 */
export function givingWay(spent?: (ms: number) => Promise<void>): <T>(step: () => T) => Promise<T> {
  let held = 0;
  return async (step) => {
    const before = process.cpuUsage();
    const result = step();
    const { user, system } = process.cpuUsage(before);
    held += (user + system) / 1_000;
    if (held < HELD_MS) return result;
    const ms = held;
    held = 0;
    await spent?.(ms);
    await setImmediate();
    return result;
  };
}

/**
 * To be awaited before each entry of a long work that waits for other things as well: where it has run
 * for so long since others last had their turn, they have it now.
 */
export function givingWayBetween(): () => Promise<void> | undefined {
  let since = performance.now();
  return () =>
    performance.now() - since < HELD_MS
      ? undefined
      : setImmediate().then(() => {
          since = performance.now();
        });
}
