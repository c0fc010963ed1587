import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { endWithUs } from './watchdog';

const READY_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 20_000;
/** Of what a program writes, the end. */
const LOG_KEPT = 10_000_000;

/**
 * Starts a program and waits until it is ready. It runs in a process group of its own: Ctrl-C reaches it through us
 * and in order, and nothing of it outlives us, however we end. `folder` goes with it. Throws with what it has written
 * where it ends before, or is not ready in time.
 */
export async function startProgram(
  [program = '', ...args]: readonly string[],
  options: SpawnOptions,
  isReady: (log: string) => boolean | Promise<boolean>,
  folder?: string,
) {
  const child = spawn(program, args, {
    ...options,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      // Seldom, as it copies all that stays.
      if (log.length > 2 * LOG_KEPT) log = log.slice(-LOG_KEPT);
    });
  }
  const ended = once(child, 'close');
  const { pid } = child;
  // Without one `ended` says what is wrong.
  if (pid === undefined) throw new Error(`${program} did not start: ${String(await ended)}`);
  const callOff = endWithUs(-pid, 'TERM', folder);
  /** Ends it, and its whole group where it does not end in time. */
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal);
    await Promise.race([ended, delay(STOP_WITHIN_MS, undefined, { ref: false })]);
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // The group is gone already.
    }
    await ended;
    callOff();
    if (folder) await rm(folder, { recursive: true, force: true });
  };
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  try {
    while (isRunning() && performance.now() < giveUpAt) {
      if (await isReady(log)) return { process: child, log: () => log, end };
      await delay(20);
    }
  } catch (error) {
    await end('SIGTERM');
    throw error;
  }
  await end('SIGTERM');
  throw new Error(`${program} did not come up:\n${log}`);
}
export type RunningProgram = Awaited<ReturnType<typeof startProgram>>;
