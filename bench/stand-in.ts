import path from 'node:path';
import { LOOPBACK } from '@/dev/free-port';
import { startProgram } from '@/dev/start-program';

/** Starts the stand-in of the Bot API in a process of its own, which says its port. */
export async function startStandIn() {
  const entry = path.join(import.meta.dirname, 'stand-in-server.ts');
  const command = [process.execPath, '--import', 'tsx', entry];
  const program = await startProgram(command, {}, (log) => log.endsWith('\n'));
  const apiRoot = `http://${LOOPBACK}:${program.log().trim()}`;
  return {
    apiRoot,
    /** Messages it has taken so far. */
    taken: async () => Number(await (await fetch(apiRoot)).text()),
    stop: () => void program.end('SIGTERM'),
  };
}
