import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { failure } from '@/contract/api';
import { UPDATE_MAX_BYTES } from './request-body';
import { guardServer, refusalOf } from './request-guard';

interface Asked {
  method: string;
  url: string;
  headers: Record<string, unknown>;
}

/** A guarded server that answers 200 to what reaches it, and remembers it. */
async function guarded(limits: Parameters<typeof guardServer>[1] = {}) {
  const reached: Asked[] = [];
  const server = createServer({ connectionsCheckingInterval: 20 }, (request, response) => {
    reached.push({
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
    });
    request.resume().on('end', () => response.end('reached'));
    request.on('error', () => undefined);
  });
  server.on('upgrade', () => undefined);
  guardServer(server, limits);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port, reached };
}
const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** Sends the very bytes given and answers what came until the server hung up. */
async function send(port: number, ...parts: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.on('error', () => undefined);
  for (const part of parts) socket.write(part);
  // A server that hangs up before it has read everything resets the connection.
  await new Promise((ended) => socket.once('close', ended));
  return answer;
}
const request = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: app.example', ...headers, '', ''].join('\r\n');
const closing = (line: string, ...headers: string[]) =>
  request(line, 'Connection: close', ...headers);
const statusOf = (answer: string) => Number(answer.split(' ')[1]);

test.each([
  ['a page', 'GET /'],
  ['a page with a query', 'GET /terms?a=/../b'],
  ['the head of a page', 'HEAD /notes'],
  ['a file whose name begins with dots', 'GET /..a/.b/c..'],
  ['a call', 'GET /api/notes'],
  ['a call that deletes', 'DELETE /api/notes/1'],
])('%s passes', async (_, line) => {
  const { port, reached } = await guarded();
  expect(statusOf(await send(port, closing(line)))).toBe(200);
  expect(reached).toHaveLength(1);
});

test('a body passes to an endpoint', async () => {
  const { port, reached } = await guarded();
  const answer = await send(port, closing('POST /api/notes', 'Content-Length: 2'), '{}');
  expect(statusOf(answer)).toBe(200);
  expect(reached).toMatchObject([{ method: 'POST', url: '/api/notes' }]);
});

test.each([
  ...['TRACE', 'OPTIONS', 'PATCH', 'PROPFIND', 'PURGE', 'M-SEARCH'].flatMap((method) => [
    { line: `${method} /`, status: 405 },
    { line: `${method} /api/notes`, status: 405 },
  ]),
  { line: 'POST /', status: 405 },
  { line: 'PUT /apiX', status: 405 },
  { line: 'DELETE /_next/static/x.js', status: 405 },
  { line: 'GET *', status: 400 },
  { line: 'GET http://evil.example/', status: 400 },
  { line: 'GET https://app.example/api/notes', status: 400 },
  { line: 'GET /api/../terms', status: 400 },
  { line: 'POST /api/%2e%2E/', status: 400 },
  { line: 'GET /_next/./static', status: 400 },
  { line: 'GET /..', status: 400 },
])('$line is answered with $status in the API’s shape, and reaches nothing', async (o) => {
  const { port, reached } = await guarded();
  const answer = await send(port, request(o.line));
  expect(statusOf(answer)).toBe(o.status);
  expect(reached).toEqual([]);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(/^content-security-policy: default-src 'none'/im);
  expect(head).toMatch(/^strict-transport-security:/im);
  expect(failure.parse(JSON.parse(body)).message).toMatch(/[а-яё]/i);
});

test.each([
  ['of a given length to a page', 'GET /', 'Content-Length: 1', 400],
  ['of no given length to a page', 'GET /terms', 'Transfer-Encoding: chunked', 400],
  ['to a reading call', 'GET /api/notes', 'Content-Length: 1', 400],
  ['above the limit', 'POST /api/notes', `Content-Length: ${UPDATE_MAX_BYTES + 1}`, 413],
])(
  'a body %s is refused before it is read, and the connection ended',
  async (_, line, header, status) => {
    const { port, reached } = await guarded();
    // Only the server hangs up here.
    expect(statusOf(await send(port, request(line, header)))).toBe(status);
    expect(reached).toEqual([]);
  },
);

test.each(['x', '%', '%7B%7D', '1', 'null', '%5B'])(
  'a router state that is none is refused: %s',
  (state) => {
    const headers = { rsc: '1', 'next-router-state-tree': state };
    expect(refusalOf({ method: 'GET', url: '/', headers })).toBe('invalid');
  },
);

test('headers by which Next.js talks to itself reach nobody', async () => {
  const { port, reached } = await guarded();
  const forged = [
    'Next-Action: a',
    'Next-Router-State-Tree: %5B%5D',
    'x-middleware-subrequest: proxy:proxy',
    'X-Nextjs-Data: 1',
    'x-invoke-status: 500',
    'x-matched-path: /admin',
  ];
  expect(statusOf(await send(port, closing('GET /', ...forged, 'initData: a=b')))).toBe(200);
  expect(Object.keys(reached[0]?.headers ?? {})).toEqual(['host', 'connection', 'initdata']);
});

test('a request for a web socket is an ordinary one, and leaves no connection open', async () => {
  const { port } = await guarded();
  const upgrade = request('GET /nope', 'Connection: Upgrade, close', 'Upgrade: websocket');
  expect(statusOf(await send(port, upgrade))).toBe(200);
});

test('headers and bodies that come too slowly end with the connection', async () => {
  const { port } = await guarded({ headersTimeout: 100, requestTimeout: 200 });
  const [headers, body] = await Promise.all([
    send(port, 'GET / HTTP/1.1\r\nHost: app'),
    send(port, request('POST /api/notes', 'Content-Length: 20'), '{"a'),
  ]);
  expect(statusOf(headers)).toBe(408);
  expect(statusOf(body)).toBe(408);
});
