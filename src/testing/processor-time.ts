/*
 * Durations for tests of which a duration is the guarantee: in processor time of this process, to which other
 * work on the machine adds nothing.
 */

const elapsedMs = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
};

/** Milliseconds that the work takes. */
export function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return elapsedMs(before);
}

/** Answers what the work does, and the milliseconds of the longest turn for which it held everybody else up. */
export async function longestTurnOf<T>(
  work: () => Promise<T>,
): Promise<{ result: T; longestMs: number }> {
  let longestMs = 0;
  let isDone = false;
  let turnBegan = process.cpuUsage();
  const endTurn = () => {
    longestMs = Math.max(longestMs, elapsedMs(turnBegan));
    turnBegan = process.cpuUsage();
    if (!isDone) setImmediate(endTurn);
  };
  setImmediate(endTurn);
  const result = await work();
  isDone = true;
  endTurn();
  return { result, longestMs };
}
