import { execFileSync } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { endsWithin } from './until';

/** Sent on each connection, if the server takes it; a little more is announced. */
export const BODY_MB = 10;
const BODY_BYTES = BODY_MB * 2 ** 20;
const CHUNK = Buffer.alloc(64 * 1024, 'x');
const PATIENCE_MS = 20_000;

interface OpenBodies {
  path: string;
  connections: number;
}

/** Posts bodies that never end. Answers the statuses, and how many connections stayed open for a while. */
export async function openBodies(
  url: string,
  { path, connections }: OpenBodies,
): Promise<{ answers: number[]; left: number }> {
  const { hostname, port, host } = new URL(url);
  const answers: number[] = [];
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.once('data', (data: Buffer) => {
      answers.push(Number(data.toString('latin1').split(' ')[1]));
    });
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${BODY_BYTES + 10}\r\n\r\n`,
    );
    pour(socket, BODY_BYTES);
    return socket;
  });
  const closed = sockets.map((socket) => new Promise((ended) => socket.once('close', ended)));
  await endsWithin(PATIENCE_MS, Promise.all(closed));
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
