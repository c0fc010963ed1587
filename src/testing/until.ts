import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';

/*
 * The only module of the tests that has timers. A test that waits for a duration fails on a slow machine and
 * proves nothing on a fast one, so the linter forbids timers everywhere else in tests and in this folder.
 */

/**
 * Waits for a condition that announces itself to nobody. Rejects when it takes longer than the limit, which is there
 * against hanging alone: on a busy machine what takes a moment may take half a minute.
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  limitMs = 40_000,
): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`waited ${limitMs} ms in vain`);
    await delay(10);
  }
}

/** A limit against hanging: tells whether the work ended within it. */
export async function endsWithin(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  const ended = new AbortController();
  const limit = delay(limitMs, false, { signal: ended.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), limit]);
  } finally {
    ended.abort();
  }
}

/** A stand-in for another server, or for the way to it, lets each answer take so long. */
export const standInLatency = (ms: number): Promise<void> => delay(ms);

/** A generated load leaves so much time between two requests. */
export const paceOfLoad = (ms: number): Promise<void> => delay(ms);

/** Waits for a random moment between two, in epoch milliseconds: a kill has to strike anywhere. */
export const randomMoment = (fromMs: number, toMs: number): Promise<void> =>
  delay(fromMs + Math.random() * (toMs - fromMs) - Date.now());

/** Lets whatever is ready run, so many times: what others do meanwhile has come that far, on any machine. */
export async function turnsOfTheEventLoop(count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await turn();
}
