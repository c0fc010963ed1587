import { once } from 'node:events';
import { type Server as WebServer } from 'node:http';
import { createServer, type Server } from 'node:net';

/** Everything that development starts listens here only. */
export const LOOPBACK = '127.0.0.1';

/** Lets a server listen on this machine, on any free port where none is given; answers the port. */
export async function listening(server: Server, port = 0): Promise<number> {
  server.listen(port, LOOPBACK);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address !== 'object') throw new Error('the server has no port');
  return address.port;
}

/** Ends a web server with all its connections; answers when it is gone. */
export async function stopServing(server: WebServer): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/** A port that nobody listens on at this moment: the wanted one, or one of the next, or any. */
export async function freePort(wanted = 0): Promise<number> {
  for (let port = wanted; port < wanted + 20; port += 1) {
    const server = createServer();
    try {
      return await listening(server, port);
    } catch {
      continue;
    } finally {
      server.close();
    }
  }
  return freePort();
}
