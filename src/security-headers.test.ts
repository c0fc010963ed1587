import { apiPolicy, fixedHeaders, pagePolicy, simulatorOrigin } from './security-headers';

const policy = (telegramApiRoot?: string, development = false) =>
  pagePolicy({ nonce: 'bm9uY2U=', telegramApiRoot, development });

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
  expect(directive('script-src', undefined, true)).toContain(`'unsafe-eval'`);
  expect(directive('style-src', undefined, true)).toBe(`style-src 'self' 'unsafe-inline'`);
});

test("only Telegram's web clients may frame a page", () => {
  const telegram =
    'frame-ancestors https://web.telegram.org https://webk.telegram.org https://weba.telegram.org https://webz.telegram.org';
  expect(directive('frame-ancestors')).toBe(telegram);
  expect(directive('frame-ancestors', 'https://api.telegram.org')).toBe(telegram);
  expect(directive('frame-ancestors', 'https://bots.example.com:8443/')).toBe(telegram);
  expect(directive('frame-ancestors', 'not a url')).toBe(telegram);
});

test.each([
  ['http://127.0.0.1:8081', 'http://127.0.0.1:8081'],
  ['http://localhost:8081/sim/', 'http://localhost:8081'],
  ['http://[::1]:8081', 'http://[::1]:8081'],
])('a simulator on this machine may frame it too: %s', (root, origin) => {
  expect(simulatorOrigin(root)).toBe(origin);
  expect(directive('frame-ancestors', root)?.endsWith(` ${origin}`)).toBe(true);
});

test.each([
  'https://127.0.0.1.example.com',
  'https://localhost.example.com',
  'https://1270.0.0.1.example',
  undefined,
  '',
])('an address elsewhere is no simulator: %s', (root) => {
  expect(simulatorOrigin(root)).toBeNull();
});

test('nothing else is open', () => {
  for (const closed of ['object-src', 'base-uri', 'frame-src']) {
    expect(directive(closed)).toBe(`${closed} 'none'`);
  }
  expect(directive('default-src')).toBe(`default-src 'self'`);
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
