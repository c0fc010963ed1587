import { execFileSync } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const CHUNK = Buffer.alloc(64 * 1024, 'x');
const PATIENCE_MS = 20_000;

interface OpenBodies {
  path: string;
  connections: number;
  /** Sent on each connection, if the server takes it; a little more is announced. */
  megabytes?: number;
}

/**
 * Posts bodies that never end. Answers the statuses that came, and how many connections the server
 * still held open after a while; those are closed then.
 */
export async function openBodies(
  url: string,
  { path, connections, megabytes = 10 }: OpenBodies,
): Promise<{ answers: number[]; left: number }> {
  const { hostname, port, host } = new URL(url);
  const answers: number[] = [];
  const bytes = megabytes * 2 ** 20;
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.once('data', (data: Buffer) => {
      answers.push(Number(data.toString('latin1').split(' ')[1]));
    });
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${bytes + 10}\r\n\r\n`,
    );
    pour(socket, bytes);
    return socket;
  });
  await Promise.race([
    Promise.all(sockets.map((socket) => new Promise((ended) => socket.once('close', ended)))),
    delay(PATIENCE_MS, undefined, { ref: false }),
  ]);
  const left = sockets.filter((socket) => !socket.closed).length;
  for (const socket of sockets) socket.destroy();
  return { answers, left };
}

/** Writes as fast as the server reads. */
function pour(socket: Socket, bytes: number): void {
  for (let left = bytes; left > 0; left -= CHUNK.byteLength) {
    if (socket.destroyed) return;
    if (!socket.write(CHUNK)) {
      socket.once('drain', () => pour(socket, left - CHUNK.byteLength));
      return;
    }
  }
}

export const residentMegabytes = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
