import { connect } from 'node:net';
import { faultsOf } from './hostile';
import { endsWithin } from './until';

/**
 * Requests that no browser and no `fetch` sends, byte by byte, and what must hold for the answers:
 * no fault, nothing of the inside, nobody else's address in it, and an end of the connection.
 */
interface RawRequest {
  name: string;
  bytes: string;
}

/** A host that no answer may lead to. */
const ELSEWHERE = 'elsewhere.example';
const PLACES = [
  '/',
  '/terms',
  '/app',
  '/app/%00',
  '/no-such-page',
  '/api/notes',
  '/api/no-such',
  '/_next/static/x.js',
];

const METHODS =
  'GET HEAD OPTIONS TRACE TRACK CONNECT PROPFIND PURGE M-SEARCH LINK LOCK QUERY PATCH PUT DELETE FOO';

const HEADERS: readonly string[] = [
  // Next.js’s own.
  'RSC: 1',
  ...['x', '%', '%5B%5D', '%7B%7D', '%5B%22%22%2C%7B%7D%5D'].map(
    (state) => `RSC: 1\r\nNext-Router-State-Tree: ${state}`,
  ),
  'RSC: 1\r\nNext-Router-Prefetch: 1',
  'RSC: 1\r\nNext-Router-Prefetch: 1\r\nNext-Router-Segment-Prefetch: ../../etc/passwd',
  'RSC: 1\r\nNext-Url: %ff',
  'Next-Action: forged',
  'x-nextjs-data: 1',
  'x-middleware-subrequest: src/proxy:src/proxy:src/proxy:src/proxy:src/proxy',
  'x-middleware-override-headers: x-nonce\r\nx-middleware-request-x-nonce: forged',
  `x-middleware-rewrite: http://${ELSEWHERE}/`,
  'x-matched-path: /admin',
  'x-invoke-path: /admin\r\nx-invoke-status: 500\r\nx-invoke-error: {"message":"forged"}',
  'Cookie: __prerender_bypass=x; __next_preview_data=y',
  "Content-Security-Policy: script-src 'nonce-forged'\r\nx-nonce: forged",
  // Anybody’s.
  `X-Forwarded-Host: ${ELSEWHERE}\r\nX-Forwarded-Proto: javascript\r\nX-Forwarded-Port: x`,
  'X-Forwarded-Host: a b',
  `X-Forwarded-For: ${'1,'.repeat(2_000)}`,
  'X-Request-Id: {"level":50}',
  `Cookie: ${'a=b; '.repeat(2_500)}`,
  `Cookie: ${'a'.repeat(20_000)}`,
  'Cookie: %ff=%ff; __proto__=1; =; ;;a=%E0%A4',
  `Accept-Language: ${'a;q=x,'.repeat(500)}`,
  'Range: bytes=0-1,2-3,99999999-',
  'If-Modified-Since: x\r\nIf-None-Match: *',
  'Expect: 200-ok',
  'initData: \xff\xfe',
  'Connection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13',
  'Connection: Upgrade, close\r\nUpgrade: h2c',
];

const LINE = '%0A%7B%22level%22%3A50%2C%22msg%22%3A%22forged%22%7D';
const TARGETS: readonly string[] = [
  `http://${ELSEWHERE}/`,
  `//${ELSEWHERE}/`,
  `/\\${ELSEWHERE}`,
  '*',
  'x',
  '/..',
  '/../../etc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/_next/static/..%2f..%2fBUILD_ID',
  '/_next/static/%2e%2e/%2e%2e/BUILD_ID',
  '/_next/data/x/index.json',
  '/_next/image',
  '/_next/image?url=%2Ficon.svg&w=64&q=75',
  `/_next/image?url=http%3A%2F%2Fx${LINE}&w=64&q=75`,
  `/_next/image?url=%2Fx${LINE}&w=64&q=75`,
  '/_next/imageX',
  '/_next/hmr',
  '/__nextjs_original-stack-frame',
  '/_error',
  '/500',
  '/terms.rsc',
  '/terms.segments/_tree.segment.rsc',
  `/?_rsc=${LINE}`,
  `/terms?dpl=${LINE}`,
  '/?__nextLocale=x&nxtPid=1',
  `/${LINE}`,
  '/{"level":50,"msg":"forged"}',
  '/%00',
  '/%ff',
  '/%0d%0aSet-Cookie:a=b',
  '/a'.repeat(3_000),
  `/?${'a=1&'.repeat(3_000)}`,
  `/api/${LINE}`,
  '/api/{"level":50,"msg":"forged"}',
  '/api/notes/%00',
  '/api//notes',
  '/api/%2e%2e/terms',
  '/.env',
  '/.git/config',
  '/.next/BUILD_ID',
];

const HOSTS = [
  '',
  'a b',
  '[',
  `${ELSEWHERE}@x`,
  'a:99999',
  'x'.repeat(3_000),
  'a/b',
  '%00',
  '\xff',
];

const BODIES: readonly [name: string, headers: string, body: string][] = [
  ['a server action', 'Next-Action: {"level":50}\r\nContent-Type: text/plain', '["$1","$F"]'],
  [
    'a form with an action',
    'Content-Type: multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="$ACTION_ID_forged"\r\n\r\n\r\n--x--\r\n',
  ],
  ['a broken form', 'Content-Type: multipart/form-data', 'x'],
  ['a form', 'Content-Type: application/x-www-form-urlencoded', 'a=b'],
];

function rawRequests(host: string): RawRequest[] {
  const request = (line: string, headers = '', body = '') => {
    const closing = headers.includes('Connection:') ? [] : ['Connection: close'];
    const lines = [`${line} HTTP/1.1`, `Host: ${host}`, ...(headers ? [headers] : []), ...closing];
    return `${lines.join('\r\n')}\r\n\r\n${body}`;
  };
  const everywhere = (name: string, made: (place: string) => string) =>
    PLACES.map((place) => ({ name: `${name} at ${place}`, bytes: made(place) }));
  return [
    ...METHODS.split(' ').flatMap((method) =>
      everywhere(method, (place) => request(`${method} ${place}`)),
    ),
    ...HEADERS.flatMap((headers) =>
      everywhere(headers.slice(0, 60), (place) => request(`GET ${place}`, headers)),
    ),
    ...TARGETS.map((target) => ({
      name: `target ${target.slice(0, 60)}`,
      bytes: request(`GET ${target}`),
    })),
    ...HOSTS.map((name) => ({
      name: `host ${name.slice(0, 20)}`,
      bytes: `GET / HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`,
    })),
    ...BODIES.flatMap(([name, headers, body]) =>
      everywhere(name, (place) =>
        request(`POST ${place}`, `${headers}\r\nContent-Length: ${body.length}`, body),
      ),
    ),
    {
      name: 'two lengths',
      bytes: request('POST /api/notes', 'Content-Length: 5\r\nTransfer-Encoding: chunked', '0\r\n'),
    },
    {
      name: 'a chunk without a size',
      bytes: request('POST /api/notes', 'Transfer-Encoding: chunked', 'zz\r\n\r\n'),
    },
    { name: 'a folded header', bytes: request('GET /', 'X-A: b\r\n c') },
    { name: 'HTTP/1.0', bytes: 'GET / HTTP/1.0\r\n\r\n' },
  ];
}

const INSIDE = /node_modules|\.tsx?\b|\bat \S+ \(|ECONN|chunks\/ssr/;

/** What is wrong with the answer to a raw request; undefined where it stood. */
async function rawVerdict(url: string, { bytes }: RawRequest): Promise<string | undefined> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  socket.write(bytes, 'latin1');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const ended = await endsWithin(10_000, closed);
  socket.destroy();
  if (!ended) return `left open after ${JSON.stringify(answer.slice(0, 100))}`;
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const status = Number(head.split(' ')[1] ?? 0);
  // Node hangs up on CONNECT without an answer.
  if (status >= 500) return head.slice(0, 200);
  if (INSIDE.test(rest.join())) return `tells of the inside: ${rest.join().slice(0, 300)}`;
  if (head.includes('forged') || answer.includes(`//${ELSEWHERE}`)) return `repeats: ${head}`;
  const isDocument = /^content-type: text\/html/im.test(head);
  const policy = /^content-security-policy: .*default-src '(self|none)'/im.test(head);
  return isDocument && !policy ? `a document without a policy: ${head.slice(0, 300)}` : undefined;
}

export const attackRaw = (url: string): Promise<string[]> =>
  faultsOf(rawRequests(new URL(url).host), (request) => rawVerdict(url, request));
