import { once } from 'node:events';
import { createServer } from 'node:net';

/** Everything that development starts listens here only. */
export const LOOPBACK = '127.0.0.1';

/** A port that nobody listens on at this moment: the wanted one, or one of the next, or any. */
export async function freePort(wanted = 0): Promise<number> {
  for (let port = wanted; port < wanted + 20; port += 1) {
    const server = createServer().listen(port, LOOPBACK);
    try {
      await once(server, 'listening');
      const address = server.address();
      if (address && typeof address === 'object') return address.port;
    } catch {
      continue;
    } finally {
      server.close();
    }
  }
  return freePort();
}
