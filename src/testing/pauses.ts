import timers from 'node:timers/promises';

/**
 * While `work` is under way, a pause of the code under test lasts no time, but for as long as `during` takes, which
 * is told its milliseconds. Nothing that waits for a condition (`until`) may be part of it: it pauses the same way.
 */
export async function replacingPauses<T>(
  during: (ms: number) => Promise<void>,
  work: () => Promise<T>,
): Promise<T> {
  const pauses = jest
    .spyOn(timers, 'setTimeout')
    .mockImplementation(async (ms = 0, value?: unknown) => {
      await during(ms);
      return value;
    });
  try {
    return await work();
  } finally {
    pauses.mockRestore();
  }
}
