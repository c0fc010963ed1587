import { monitorEventLoopDelay } from 'node:perf_hooks';

/** A reminder is on its way within a second of its time. */
const ON_TIME_MS = 1_000;
/**
 * Timer, claim, slot, send, receipt: each may come upon a stall of a busy machine, claim and slot upon one of
 * PostgreSQL's as well.
 */
const STALLS = 7;

/** From now on: a second, and what this machine itself is late by, as this process's timers show. */
export function watchOnTime() {
  const stalls = monitorEventLoopDelay({ resolution: 10 });
  stalls.enable();
  return { limitMs: () => ON_TIME_MS + (STALLS * stalls.max) / 1e6 };
}
