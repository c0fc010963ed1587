import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listening, LOOPBACK } from '@/dev/free-port';
import { until } from './until';

/**
 * How the way behind the proxy is:
 * - `open`;
 * - `cut`: connections break, and new ones break at once;
 * - `hanging`: connections stand, and no byte passes;
 * - `mute`: what we say gets through, what is answered does not.
 */
export type Way = 'open' | 'cut' | 'hanging' | 'mute';

export interface TcpProxy {
  port: number;
  /** Where new connections go on to. */
  target: number;
  /** From now on, for connections that stand and for new ones; what was kept back goes on its way. */
  set: (way: Way) => void;
  /** Waits until none of the connections that stand now is left: somebody has given them up. */
  untilGivenUp: (limitMs: number) => Promise<void>;
  stop: () => Promise<void>;
}

/** A port of this machine that leads to another, over a way that a test makes go wrong. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  let way: Way = 'open';
  let kept: (() => void)[] = [];
  const sockets = new Set<Socket>();

  const forward = (from: Socket, to: Socket, answers: boolean) => {
    sockets.add(from);
    const pass = (act: () => void) => {
      const blocked = way === 'hanging' || (way === 'mute' && answers);
      if (blocked) kept.push(() => pass(act));
      else act();
    };
    from.on('data', (bytes) => pass(() => to.writable && to.write(bytes)));
    from.on('end', () => pass(() => to.end()));
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    // A connection that breaks is what the proxy is for.
    from.on('error', () => undefined);
  };
  const server = createServer((client) => {
    if (way === 'cut') {
      client.on('error', () => undefined).resetAndDestroy();
      return;
    }
    const upstream = connect(proxy.target, LOOPBACK);
    forward(client, upstream, false);
    forward(upstream, client, true);
  });
  const proxy: TcpProxy = {
    port: await listening(server),
    target,
    set: (to) => {
      way = to;
      if (way === 'cut') for (const socket of sockets) socket.resetAndDestroy();
      const waiting = kept;
      kept = [];
      for (const each of waiting) each();
    },
    untilGivenUp: (limitMs) => {
      const standing = [...sockets];
      return until(() => standing.every((socket) => socket.destroyed), limitMs);
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  return proxy;
}
