import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { z } from 'zod';
import { LOOPBACK } from '@/dev/free-port';
import { endWithUs } from '@/dev/watchdog';

/** Starts the stand-in of the Bot API in a process of its own. */
export async function startStandIn() {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', 'tsx', path.join(import.meta.dirname, 'stand-in-server.ts')],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  child.once('exit', endWithUs(child.pid ?? 0, 'TERM'));
  if (!child.stdout) throw new Error('the stand-in has no output');
  const [port] = z.array(z.unknown()).parse(await once(child.stdout, 'data'));
  const apiRoot = `http://${LOOPBACK}:${String(port).trim()}`;
  return {
    apiRoot,
    /** Messages it has taken so far. */
    taken: async () => Number(await (await fetch(apiRoot)).text()),
    stop: () => void child.kill(),
  };
}
