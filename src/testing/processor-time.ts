/*
 * Durations for tests of which a duration is the guarantee: in processor time of this process, to which other
 * work on the machine adds nothing.
 */

/** Milliseconds that the work takes. */
export function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
