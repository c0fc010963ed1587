import { unstable_doesMiddlewareMatch as doesProxyMatch } from 'next/experimental/testing/server';
import { NextRequest } from 'next/server';
import { config, proxy } from './proxy';

const nonceOf = (policy: string | null) => /'nonce-([^']+)'/.exec(policy ?? '')?.[1];

test('each request gets a nonce of its own, the same for the page and for the browser', () => {
  const answers = [1, 2].map(() => proxy(new NextRequest('https://app.example/terms')));
  const nonces = answers.map((answer) => nonceOf(answer.headers.get('content-security-policy')));
  expect(new Set(nonces).size).toBe(2);
  answers.forEach((answer, at) => {
    // How Next.js hands request headers on to the page.
    expect(answer.headers.get('x-middleware-request-x-nonce')).toBe(nonces[at]);
    expect(nonceOf(answer.headers.get('x-middleware-request-content-security-policy'))).toBe(
      nonces[at],
    );
    expect(Buffer.from(nonces[at] ?? '', 'base64')).toHaveLength(16);
  });
});

test("a caller's own nonce or policy never reaches the page", () => {
  const answer = proxy(
    new NextRequest('https://app.example/', {
      headers: { 'x-nonce': 'evil', 'content-security-policy': "script-src 'nonce-evil'" },
    }),
  );
  expect([...answer.headers.values()].join()).not.toContain('evil');
});

test('an address whose escapes are no UTF-8 is unknown, and no fault of the server', () => {
  const answerTo = (path: string) => proxy(new NextRequest(`https://app.example${path}`));
  const pageOf = (path: string) => answerTo(path).headers.get('x-middleware-rewrite');
  expect(answerTo('/api/notes/%E0%A4').status).toBe(404);
  for (const path of ['/%ff', '/%', '/terms/%E0%A4']) {
    expect(pageOf(path)).toBe('https://app.example/404');
    expect(nonceOf(answerTo(path).headers.get('content-security-policy'))).toBeDefined();
  }
  expect(pageOf('/%D1%8F')).toBeNull();
});

describe('which addresses are documents', () => {
  const isDocument = (url: string) => doesProxyMatch({ config, url });

  test.each([
    '/',
    '/terms',
    '/no-such-page',
    '/apiX',
    '/api-docs',
    '/_next',
    '/_next/image',
    '/_next/image?url=%2Ficon.svg&w=64&q=75',
    '/_next/imageX',
    '/_next/staticX',
    '/_next/static',
    '/_next/data/x/terms.json',
    '/x/_next/static/a.js',
    '/x/api/notes',
    '/API/notes',
    '/%61pi/notes',
  ])('%s carries the policy of pages', (path) => {
    expect(isDocument(path)).toBe(true);
  });

  test.each(['/api', '/api/notes', '/api/notes/1?a=%ff', '/_next/static/chunks/a.js'])(
    '%s is none',
    (path) => {
      expect(isDocument(path)).toBe(false);
    },
  );
});
