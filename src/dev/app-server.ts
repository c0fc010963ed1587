import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, LOOPBACK } from './free-port';

const READY_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 20_000;

export interface AppServer {
  url: string;
  process: ChildProcess;
  /** Asks it to end (SIGTERM), and ends its whole group where it does not. */
  stop: () => Promise<void>;
}

interface AppServerOptions {
  /** The environment of `.env.example`; PORT and HOSTNAME are added. */
  env: Record<string, string>;
  /** Where to listen; the next free port where that one is taken. */
  port: number;
  /** `next dev` instead of the build. */
  hot?: boolean;
  /** Where its output goes; this terminal without one. */
  logFile?: string;
}

/**
 * Starts the app, from the build or hot, and waits until it answers. It runs in a process group of
 * its own, so that nothing of it outlives `stop`. Throws where it ends or does not answer.
 */
export async function startAppServer(options: AppServerOptions): Promise<AppServer> {
  const port = await freePort(options.port);
  const command = options.hot
    ? ['node_modules/next/dist/bin/next', 'dev', '--port', String(port), '--hostname', LOOPBACK]
    : ['.next/standalone/server.js'];
  const child = spawn(
    process.execPath,
    command.map((part, i) => (i === 0 ? path.resolve(part) : part)),
    {
      env: { ...process.env, ...options.env, PORT: String(port), HOSTNAME: LOOPBACK },
      stdio: ['ignore', options.logFile ? 'pipe' : 'inherit', options.logFile ? 'pipe' : 'inherit'],
      detached: true,
    },
  );
  if (options.logFile) {
    const log = createWriteStream(options.logFile, { flags: 'a' });
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const kill = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // The group is gone already.
    }
  };
  // Whatever ends this process takes the server with it.
  const onExit = () => kill('SIGKILL');
  process.once('exit', onExit);
  const url = `http://${LOOPBACK}:${port}`;
  const stop = async () => {
    child.kill('SIGTERM');
    await Promise.race([ended, delay(STOP_WITHIN_MS, undefined, { ref: false })]);
    kill('SIGKILL');
    process.removeListener('exit', onExit);
  };
  try {
    await untilReady(`${url}/api/health?live`, ended);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, process: child, stop };
}

/** The port is open a moment before the routes are. */
async function untilReady(url: string, ended: Promise<number | null>): Promise<void> {
  const over = ended.then((code) => {
    throw new Error(`the app ended with code ${code ?? 'none'} before it was ready`);
  });
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    const answer = fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (await Promise.race([answer, over])) return;
    await Promise.race([delay(100), over]);
  }
  throw new Error(`the app did not answer within ${READY_WITHIN_MS / 1000} s`);
}
