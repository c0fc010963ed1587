import { createServer, type RequestListener } from 'node:http';
import { listening, LOOPBACK } from '@/dev/free-port';
import { type RunningSimulator, startSimulator } from '@/dev/simulator/server';
import { type SimulatorOptions } from '@/dev/simulator/world';

export type { FaultKind } from '@/dev/simulator/faults';
export { samplePicture } from '@/dev/simulator/contents';
export { freePort } from '@/dev/free-port';

/** Call once at the top of a test file: a simulated Telegram. A call that Telegram would refuse fails the test. */
export function testTelegram(options: SimulatorOptions): () => RunningSimulator {
  let running: RunningSimulator | undefined;
  beforeAll(async () => {
    running = await startSimulator(options);
  });
  afterAll(() => running?.stop());
  afterEach(() => {
    running?.simulator.faults.clear();
    expect(running?.simulator.mistakes.splice(0)).toEqual([]);
  });
  return () => {
    if (!running) throw new Error('the simulator runs from beforeAll on');
    return running;
  };
}

/** Runs `visit` against a server of any kind, given its origin. */
export async function withServer<T>(
  listener: RequestListener,
  visit: (origin: string) => Promise<T>,
): Promise<T> {
  const server = createServer(listener);
  try {
    return await visit(`http://${LOOPBACK}:${await listening(server)}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
