import { setTimeout as delay } from 'node:timers/promises';

/** Waits for a condition that announces itself to nobody. Rejects when it takes longer than the limit. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  limitMs = 10_000,
): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`waited ${limitMs} ms in vain`);
    await delay(10);
  }
}
