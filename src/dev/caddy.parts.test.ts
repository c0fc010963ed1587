import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect as connectTls } from 'node:tls';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { INIT_DATA_HEADER } from '@/contract/api';
import { fixedHeaders } from '@/security-headers';
import { type Caddy, startCaddy } from '@/testing/caddy';
import { until } from '@/testing/until';
import { LOOPBACK } from './free-port';
import { layOutStatic } from './static-files';

const SCRIPT = 'console.log("напомню");\n'.repeat(100);
const STYLE = '.card { color: inherit }\n'.repeat(100);
const FONT = 'wOF2, compressed as it is';
const A_YEAR = 'public, max-age=31536000, immutable';
/** A path that ends in this is not answered: the app breaks the connection. */
const BREAKS = 'breaks.ics';

/** In place of the app: it tells what reached it. */
const app = createServer((request, response) => {
  const { url = '', headers, method } = request;
  if (url.endsWith(BREAKS)) {
    request.socket.destroy();
    return;
  }
  response.statusCode = url.startsWith('/_next/static/') ? 404 : 200;
  response.setHeader('Cache-Control', 'no-store');
  response.end(JSON.stringify({ url, method, headers }));
});
let folder = '';
let caddy: Caddy;
let session: ClientHttp2Session;

/** A checkout with these files in its build, and nothing else. */
async function checkoutWith(name: string, files: Record<string, string>): Promise<string> {
  const checkout = path.join(folder, name);
  for (const [file, content] of Object.entries(files)) {
    const built = path.join(checkout, '.next/static', file);
    await mkdir(path.dirname(built), { recursive: true });
    await writeFile(built, content);
  }
  return checkout;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'napomnyu-caddy-test-'));
  const checkout = await checkoutWith('first', {
    'chunks/script.js': SCRIPT,
    'chunks/style.css': STYLE,
    'media/font.woff2': FONT,
  });
  app.listen(0, LOOPBACK);
  await once(app, 'listening');
  const address = app.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  caddy = await startCaddy({ app: `${LOOPBACK}:${port}`, checkout, directives: 'log' });
  session = connect(caddy.url, { ca: caddy.authority });
});
afterAll(async () => {
  session.close();
  await caddy.stop();
  app.closeAllConnections();
  app.close();
  await rm(folder, { recursive: true, force: true });
});

interface Answer {
  headers: IncomingHttpHeaders & { ':status'?: number | undefined };
  body: Buffer;
}

async function ask(target: string, headers: Record<string, string> = {}): Promise<Answer> {
  const stream = session.request({ ':path': target, ...headers });
  const answer: Answer = { headers: {}, body: Buffer.alloc(0) };
  stream.on('response', (received) => (answer.headers = received));
  stream.on('data', (chunk: Buffer) => (answer.body = Buffer.concat([answer.body, chunk])));
  stream.end();
  await once(stream, 'end');
  return answer;
}

test('whoever can speak HTTP/2 does', async () => {
  const socket = connectTls({
    port: Number(new URL(caddy.url).port),
    host: LOOPBACK,
    servername: 'localhost',
    ca: caddy.authority,
    ALPNProtocols: ['http/1.1', 'h2'],
  });
  await once(socket, 'secureConnect');
  expect(socket.alpnProtocol).toBe('h2');
  socket.destroy();
});

test.each([
  ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  [undefined, 'identity', (body: Buffer) => body],
])('a built file comes as %s to who takes «%s», for a year', async (encoding, taken, decode) => {
  for (const [file, type, content] of [
    ['script.js', 'text/javascript; charset=utf-8', SCRIPT],
    ['style.css', 'text/css; charset=utf-8', STYLE],
  ] as const) {
    const { headers, body } = await ask(`/_next/static/chunks/${file}`, {
      'accept-encoding': taken,
    });
    expect(headers).toMatchObject({
      ':status': 200,
      'content-type': type,
      'cache-control': A_YEAR,
      vary: 'Accept-Encoding',
    });
    expect(headers['content-encoding']).toBe(encoding);
    expect(decode(body).toString()).toBe(content);
  }
});

test('a font comes as it is, under its type', async () => {
  const { headers, body } = await ask('/_next/static/media/font.woff2', {
    'accept-encoding': 'gzip, br',
  });
  expect(headers).toMatchObject({ 'content-type': 'font/woff2', 'cache-control': A_YEAR });
  expect(headers['content-encoding']).toBeUndefined();
  expect(body.toString()).toBe(FONT);
});

test('built files carry the security headers of every other answer', async () => {
  const { headers } = await ask('/_next/static/chunks/script.js');
  expect(headers).toMatchObject(
    Object.fromEntries(fixedHeaders.map(({ key, value }) => [key.toLowerCase(), value])),
  );
  expect(headers.server).toBeUndefined();
});

test.each([
  '/_next/static/chunks/none.js',
  '/_next/static/chunks/',
  '/_next/static/chunks',
  '/_next/static/chunks/script.js.br',
  '/_next/static/chunks/%2e%2e/%2e%2e/%2e%2e/%2e%2e/caddy/pki/authorities/local/root.crt',
])('what is no built file is the app’s to answer, and not for a year: %s', async (target) => {
  const { headers, body } = await ask(target);
  expect(headers).toMatchObject({ ':status': 404, 'cache-control': 'no-store' });
  expect(JSON.parse(body.toString())).toMatchObject({ url: target });
});

test('only reading is answered from the folder', async () => {
  const { body } = await ask('/_next/static/chunks/script.js', { ':method': 'DELETE' });
  expect(JSON.parse(body.toString())).toMatchObject({ method: 'DELETE' });
});

test('a release adds its files and leaves those of the version before, for every user to read', async () => {
  const next = await checkoutWith('second', { 'chunks/later.js': `${SCRIPT}// later` });
  const umask = process.umask(0o077);
  try {
    await layOutStatic(next, caddy.files);
  } finally {
    process.umask(umask);
  }
  for (const file of ['script.js', 'later.js']) {
    const { headers } = await ask(`/_next/static/chunks/${file}`, { 'accept-encoding': 'br' });
    expect(headers).toMatchObject({ ':status': 200, 'content-encoding': 'br' });
  }
  const everything = await readdir(caddy.files, { recursive: true });
  expect(everything).toContain('_next/static/chunks/later.js.gz');
  for (const each of ['.', ...everything]) {
    const entry = await stat(path.join(caddy.files, each));
    expect([each, entry.mode & 0o777]).toEqual([each, entry.isDirectory() ? 0o755 : 0o644]);
  }
});

test('the app learns the caller’s address and the request’s id from Caddy, whatever the caller claims', async () => {
  const { body } = await ask('/api/health', {
    'x-forwarded-for': '203.0.113.7',
    'x-request-id': 'chosen-by-the-caller',
  });
  const ofCaddy: unknown = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(JSON.parse(body.toString())).toMatchObject({
    url: '/api/health',
    headers: {
      'x-forwarded-for': LOOPBACK,
      'x-forwarded-proto': 'https',
      'x-request-id': ofCaddy,
    },
  });
});

test('no log holds a private link, a search, init data or the webhook’s secret, even of a fault', async () => {
  const secrets = {
    [INIT_DATA_HEADER]: 'private-init-data',
    'x-telegram-bot-api-secret-token': 'private-webhook',
  };
  await ask('/api/calendar/private-link.ics?private-query', secrets);
  await ask('/x/../api/calendar/private-link.ics', secrets);
  await ask('/api/notes?search=private', secrets);
  const { headers } = await ask(`/api/calendar/private-link-${BREAKS}`, secrets);
  expect(headers[':status']).toBe(502);
  await ask('/the-last-one');
  await until(() => caddy.log().includes('/the-last-one'));
  // One line of access for each, and one about the fault.
  expect(caddy.log().match(/"uri":"[^"]*\/api\/calendar\/:left-out"/g)).toHaveLength(4);
  expect(caddy.log()).toContain('"uri":"/api/notes?:left-out"');
  expect(caddy.log()).not.toContain('private');
});
