import 'server-only';
import { subscribe } from 'node:diagnostics_channel';
import { type IncomingMessage, Server, type ServerResponse } from 'node:http';
import { apiPolicy, fixedHeaders } from '@/security-headers';
import { maxBytesAt, UPDATE_MAX_BYTES } from './request-body';
import { AppError, type ErrorCode } from './errors';

/**
 * This file guards Next.js from the network where it serves by itself (`next start`, the container;
 * a platform such as Vercel has its own). Next.js keeps bodies sent to pages in memory, answers some
 * malformed requests with 500 and prints them, and leaves refused web sockets open.
 */

/** Milliseconds. Node looks every 30 s: what takes too long ends so much later at the latest. */
const TIME_LIMITS = {
  headersTimeout: 10_000,
  /** The limit of a whole request, its body included; the answer may take longer. */
  requestTimeout: 30_000,
  /** The limit of a connection on which nothing moves: above the longest answer, which is a delivery's. */
  timeout: 300_000,
};

const READS = ['GET', 'HEAD'];
const API_METHODS = [...READS, 'POST', 'PUT', 'DELETE'];
const methodsAt = (url: string) => (/^\/api(\/|\?|$)/.test(url) ? API_METHODS : READS);
/** A `.` or `..` in the path, which browsers resolve: whoever sends one hides where it leads. */
const DOTS = /\/(\.|%2e){1,2}(\/|\?|$)/i;
const ROUTER_STATE = 'next-router-state-tree';
/** Next.js' own headers; what sends them is not used here: a request without them gets the whole page. */
const INTERNAL =
  /^(next-|x-nextjs-|x-next-|x-middleware-|x-invoke-|x-now-|x-matched-|x-prerender-)/;

/** Guards every HTTP server of this process: what no page or endpoint takes is answered here, slow requests end. */
export function guardServers(): void {
  const guarded = new WeakSet<Server>();
  subscribe('http.server.request.start', (message) => {
    const server = serverOf(message);
    if (!server || guarded.has(server)) return;
    guarded.add(server);
    guardServer(server);
  });
}

/** Node publishes this before it hands the request to the server's listeners. */
function serverOf(message: unknown): Server | undefined {
  const known = typeof message === 'object' && message !== null && 'server' in message;
  return known && message.server instanceof Server ? message.server : undefined;
}

/** Guards one server, whose listeners then get only what passes. */
export function guardServer(server: Server, limits: Partial<typeof TIME_LIMITS> = {}): void {
  Object.assign(server, TIME_LIMITS, limits);
  // Node without a listener takes a request for an upgrade as an ordinary one.
  server.removeAllListeners('upgrade');
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const code = refusalOf(request);
    if (code) {
      refuse(response, code, methodsAt(request.url ?? ''));
      return;
    }
    for (const name of Object.keys(request.headers)) {
      if (INTERNAL.test(name)) Reflect.deleteProperty(request.headers, name);
    }
    for (const listener of listeners) Reflect.apply(listener, server, [request, response]);
  });
}

/** Why no page or endpoint takes a request; undefined where one may. */
export function refusalOf({
  method = '',
  url = '',
  headers,
}: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): ErrorCode | undefined {
  // A whole address is for proxies, `*` for a server as such.
  if (!url.startsWith('/') || DOTS.test(url.split('?')[0] ?? '')) return 'invalid';
  if (!methodsAt(url).includes(method)) return 'wrong-method';
  const length = Number(headers['content-length'] ?? 0);
  const hasBody = length > 0 || headers['transfer-encoding'] !== undefined;
  if (hasBody && READS.includes(method)) return 'invalid';
  if (length > maxBytesAt(url, UPDATE_MAX_BYTES)) return 'too-large';
  // Next.js answers 500 to one that it cannot read.
  const state = headers[ROUTER_STATE];
  return state === undefined || isRouterState(state) ? undefined : 'invalid';
}

function isRouterState(header: string | string[]): boolean {
  try {
    return Array.isArray(JSON.parse(decodeURIComponent(String(header))));
  } catch {
    return false;
  }
}

/** Answers as the API does, and ends the connection: what is left of the request is not read. */
function refuse(response: ServerResponse, code: ErrorCode, methods: readonly string[]): void {
  const { status, message } = new AppError(code);
  const body = Buffer.from(JSON.stringify({ success: false, message }));
  response.writeHead(status, {
    ...Object.fromEntries(fixedHeaders.map(({ key, value }) => [key, value])),
    'Content-Security-Policy': apiPolicy,
    'Content-Type': 'application/json',
    'Content-Length': body.byteLength,
    'Cache-Control': 'no-store',
    Connection: 'close',
    ...(code === 'wrong-method' && { Allow: methods.join(', ') }),
  });
  response.end(body);
}
