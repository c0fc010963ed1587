import 'server-only';

/** How delivery waits. The clock that tells what is due is another one: see ./clock. */
export interface Timers {
  /** Milliseconds on a clock that never jumps. */
  elapsed: () => number;
  /** Calls back once so many milliseconds have passed; answers how to call it off. */
  after: (ms: number, callback: () => void) => () => void;
}

/** Time as it passes. */
export const realTimers: Timers = {
  elapsed: () => performance.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, Math.max(0, ms));
    return () => clearTimeout(timer);
  },
};

/** Waits so many milliseconds, or until the signal is aborted, whichever comes first. */
export const sleep = (timers: Timers, ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const end = () => {
      cancel();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const cancel = timers.after(ms, end);
    signal?.addEventListener('abort', end);
  });
