import { apiPolicy, fixedHeaders, pagePolicy, simulatorOrigin } from './security-headers';

const policy = (simulator: string | null = null, development = false) =>
  pagePolicy({ nonce: 'bm9uY2U=', simulator, development });

const directive = (name: string, ...args: Parameters<typeof policy>) =>
  policy(...args)
    .split('; ')
    .find((each) => each.startsWith(`${name} `));

test('scripts and styles run by nonce only', () => {
  expect(directive('script-src')).toBe(`script-src 'self' 'nonce-bm9uY2U=' 'strict-dynamic'`);
  expect(directive('style-src')).toBe(`style-src 'self' 'nonce-bm9uY2U='`);
  expect(directive('style-src-attr')).toBe(`style-src-attr 'unsafe-inline'`);
  expect(policy()).not.toContain('unsafe-eval');
});

test("development may evaluate strings, which React's stacks need, and style Next's overlay", () => {
  expect(directive('script-src', null, true)).toContain(`'unsafe-eval'`);
  expect(directive('style-src', null, true)).toBe(`style-src 'self' 'unsafe-inline'`);
});

const telegram =
  'frame-ancestors https://web.telegram.org https://webk.telegram.org https://weba.telegram.org https://webz.telegram.org';

test("only Telegram's web clients may frame a page", () => {
  expect(directive('frame-ancestors')).toBe(telegram);
});

test.each([
  ['http://127.0.0.1:8081', 'http://127.0.0.1:8081'],
  ['http://localhost:8081/sim/', 'http://localhost:8081'],
  ['http://[::1]:8081', 'http://[::1]:8081'],
])('the simulator may frame it too, which is the demo’s alone: %s', (root, origin) => {
  expect(simulatorOrigin(root, true)).toBe(origin);
  expect(directive('frame-ancestors', origin)).toBe(`${telegram} ${origin}`);
  // Telegram's own server on this machine is none.
  expect(simulatorOrigin(root, false)).toBeNull();
});

test.each([
  'https://api.telegram.org',
  'https://bots.example.com:8443/',
  'https://127.0.0.1.example.com',
  'https://localhost.example.com',
  'https://1270.0.0.1.example',
  'not a url',
  '',
])('an address elsewhere is no simulator, whatever is said: %s', (root) => {
  expect(simulatorOrigin(root, true)).toBeNull();
});

test('nothing else is open', () => {
  for (const closed of ['object-src', 'base-uri', 'frame-src']) {
    expect(directive(closed)).toBe(`${closed} 'none'`);
  }
  expect(directive('default-src')).toBe(`default-src 'self'`);
  expect(directive('worker-src')).toBe(`worker-src 'self'`);
  expect(apiPolicy).toBe(`default-src 'none'; frame-ancestors 'none'`);
});

test('every answer is HTTPS only, unsniffed, and gives its address to nobody', () => {
  const byName = new Map(fixedHeaders.map(({ key, value }) => [key, value]));
  expect(byName.get('Strict-Transport-Security')).toMatch(/^max-age=63072000/);
  expect(byName.get('X-Content-Type-Options')).toBe('nosniff');
  expect(byName.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin');
  expect(byName.get('Permissions-Policy')).toContain('geolocation=()');
  expect(byName.has('X-Frame-Options')).toBe(false);
});
