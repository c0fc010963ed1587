import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, LOOPBACK } from './free-port';
import { endWithUs } from './watchdog';

const READY_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 20_000;
const OUTPUT_KEPT = 20_000;

interface AppServerOptions {
  /** The environment of `.env.example`; without APP_URL, its own address. */
  env: Record<string, string>;
  /** Where to listen; the next free port where that one is taken. */
  port: number;
  hot?: boolean;
  /** Where its output goes; without one, to this terminal once it is up. */
  logFile?: string;
  /** Another app than this one, and a path that it answers. */
  folder?: string;
  alive?: string;
}

/**
 * Starts the app, from the build or hot, and waits until it answers. It runs in a process group of
 * its own: Ctrl-C reaches it through us and in order, and nothing of it outlives us. Throws with its
 * output where it ends or does not answer.
 */
export async function startAppServer(options: AppServerOptions) {
  const { env, hot = false, logFile, folder = '.', alive = '/api/health?live' } = options;
  const port = await freePort(options.port);
  const url = `http://${LOOPBACK}:${port}`;
  const next = ['node_modules/next/dist/bin/next', hot ? 'dev' : 'start', folder];
  const child = spawn(process.execPath, [...next, '-p', `${port}`, '-H', LOOPBACK], {
    detached: true,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', APP_URL: url, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = logFile === undefined ? undefined : createWriteStream(logFile, { flags: 'a' });
  let output = '';
  let up = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      if (log) log.write(chunk);
      else if (up) process.stdout.write(chunk);
      if (!up) output = (output + chunk.toString()).slice(-OUTPUT_KEPT);
    });
  }
  const { pid } = child;
  if (pid === undefined) throw new Error('the app could not be started');
  const ended = once(child, 'close');
  const running = () => child.exitCode === null && child.signalCode === null;
  const callOff = endWithUs(-pid, 'TERM');

  /** Asks it to end, and ends its whole group where it does not. */
  const stop = async () => {
    if (running()) child.kill('SIGTERM');
    await Promise.race([ended, delay(STOP_WITHIN_MS, undefined, { ref: false })]);
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // The group is gone already.
    }
    await ended;
    callOff();
    log?.end();
  };

  const giveUpAt = performance.now() + READY_WITHIN_MS;
  while (running() && performance.now() < giveUpAt) {
    // The port is open a moment before the routes are.
    up = await fetch(url + alive).then(
      ({ ok }) => ok,
      () => false,
    );
    if (up) return { url, process: child, stop };
    await delay(50);
  }
  await stop();
  throw new Error(`The app did not come up.\n${output}`);
}
