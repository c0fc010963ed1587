import { type Page } from '@playwright/test';
import { expectAccessible } from './support/accessible';
import { expect, test as base } from './support/test';

const test = base.extend({
  baseURL: async ({ stack }, use) => {
    await use(stack.app.url);
  },
});

const PUBLIC = ['/', '/terms', '/privacy', '/status'];
const WIDTHS = [320, 360, 768, 1280, 1920];
const SCHEMES = ['light', 'dark'] as const;
const PHONE = 360;
const DESKTOP = 1280;
/**
 * Where axe looks, which takes its time: at the two widths whose layouts differ in what there is on the page.
 * The landing in all four looks, the other pages in two, by turns.
 */
const LIGHT_PHONE_DARK_DESKTOP = { light: [PHONE], dark: [DESKTOP] };
const DARK_PHONE_LIGHT_DESKTOP = { light: [DESKTOP], dark: [PHONE] };
const PAGES = [
  { path: '/', axeWidths: { light: [PHONE, DESKTOP], dark: [PHONE, DESKTOP] } },
  { path: '/terms', axeWidths: LIGHT_PHONE_DARK_DESKTOP },
  { path: '/privacy', axeWidths: DARK_PHONE_LIGHT_DESKTOP },
  { path: '/status', axeWidths: LIGHT_PHONE_DARK_DESKTOP },
  { path: '/no-such-page', axeWidths: DARK_PHONE_LIGHT_DESKTOP },
];

/** Messages of the last 20 days, of which each third day was late: /status reads its figures once a minute. */
test.beforeAll(async ({ stack }) => {
  await stack.sql`
    insert into delivery_sums
      (span, slot, kind, outcome, lateness_step, within_s, attempts, messages, longest_ms)
    select span, date_trunc(case span when 'day' then 'day' else 'hour' end, now() - n * interval '1 day', 'Europe/Moscow'),
      'first', 'sent', step, within_s, messages, messages, late
    from generate_series(0, 19) n, (values ('quarter'), ('day')) spans (span),
      (values (1, 33, 9000, 380), (60, 60, 300, 31000), (0, 70, 40, 900000)) sums (within_s, step, messages, late)
    where within_s = 1 or n % 3 = 0 on conflict do nothing`;
  await stack.sql`
    insert into down_minutes select date_trunc('minute', now()) - n * interval '1 minute', 'telegram'
    from generate_series(3000, 3075) n on conflict do nothing`;
});

/** Everything that a page complains about: policy violations, script errors, failed loads. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

/**
 * Words that reach beyond the screen. The page clips what sticks out, so its scroll width says
 * nothing; what scrolls in a box of its own may be as wide as it likes.
 */
function cutText(): string[] {
  const cut: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (!parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    // For screen readers alone.
    if (parent.getBoundingClientRect().width <= 1) continue;
    let scrolls = false;
    for (let box: Element | null = parent; box; box = box.parentElement) {
      scrolls ||= ['auto', 'scroll'].includes(getComputedStyle(box).overflowX);
    }
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right, width } = range.getBoundingClientRect();
    if (!scrolls && width > 1 && (left < 0 || right > window.innerWidth)) {
      cut.push(node.textContent ?? '');
    }
  }
  return cut;
}

const schemeOf = (page: Page) => page.locator('html').getAttribute('data-color-scheme');
const landing = (page: Page) => page.getByRole('heading', { level: 1, name: /Напишите/ });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, colorScheme: 'dark' });

  test('the landing is readable, answers questions and follows the device', async ({ page }) => {
    await page.goto('/');
    await expect(landing(page)).toBeVisible();
    await expect(page.getByRole('button', { name: /тему/ })).toBeHidden();
    await expect(page.getByText('Загрузка...')).toBeHidden();
    const question = page.locator('details', { hasText: 'Как удалить свои данные?' });
    await question.locator('summary').click();
    await expect(question.getByText('/delete')).toBeVisible();
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(20, 17, 14)');
  });

  test('the legal pages are whole', async ({ page }) => {
    for (const path of ['/terms', '/privacy']) {
      await page.goto(path);
      await expect(page.getByText('Действует с 6 октября 2025 года')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Как с нами связаться' })).toBeVisible();
      await expect(page.getByText('не называет оператора').first()).toBeVisible();
    }
  });
});

test('the landing leads to how punctual it was, in words, numbers and JSON', async ({
  page,
  request,
}) => {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Приходит ли вовремя' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Приходит ли вовремя');
  await expect(page.getByText('Принято Telegram за 1 секунду').first()).toBeVisible();
  await expect(page.getByRole('img', { name: /за 30 дней/ })).toBeVisible();
  await expect(page.getByText(/не отвечал Telegram/)).toBeVisible();
  await page.getByText('Числа по дням').click();
  // Other files of this worker have sent something, too.
  await expect(page.getByRole('cell', { name: /^[\d,]+\s%$/ }).first()).toBeVisible();
  const json: unknown = await (await request.get('/api/status')).json();
  expect(json).toMatchObject({
    periods: { month: { figures: { within1min: expect.any(Number) } } },
  });
});

test('no page violates the security policy or fails to load a thing', async ({ page }) => {
  const complaints = complaintsOf(page);
  for (const path of [...PUBLIC, '/notes', '/profile', '/admin']) {
    await page.goto(path, { waitUntil: 'networkidle' });
  }
  expect(complaints).toEqual([]);
});

test('no page and no answer sets a cookie', async ({ page, context, request }) => {
  for (const path of [...PUBLIC, '/notes', '/app', '/api/status']) {
    expect((await request.get(path)).headers()['set-cookie'], path).toBeUndefined();
    await page.goto(path);
  }
  expect(await context.cookies()).toEqual([]);
});

test('every route has the security headers, and every page a nonce of its own', async ({
  request,
}) => {
  const nonces = new Set<string>();
  for (const path of [...PUBLIC, '/notes', '/no-such-page']) {
    const policy = (await request.get(path)).headers()['content-security-policy'] ?? '';
    nonces.add(/'nonce-([^']+)'/.exec(policy)?.[1] ?? '');
    expect(policy).toContain('frame-ancestors https://web.telegram.org');
  }
  expect(nonces.size).toBe(PUBLIC.length + 2);
  for (const path of ['/', '/robots.txt', '/icon.svg', '/api/no-such-endpoint']) {
    const headers = (await request.get(path)).headers();
    expect(headers['strict-transport-security']).toContain('max-age=');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers).not.toHaveProperty('x-powered-by');
  }
});

test('an unknown path is a real 404 with a way home', async ({ page }) => {
  const home = page.getByRole('link', { name: 'На главную' });
  const paths = [
    '/no-such-page',
    '/terms/more',
    '/notes/1',
    '/%D0%BF%D1%83%D1%82%D1%8C',
    '/app/none',
  ];
  for (const path of paths) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Такой страницы нет' })).toBeVisible();
    // The browser draws /app/none all by itself, with the colours that the document brought.
    await expect(home).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  }
  await home.click();
  await expect(landing(page)).toBeVisible();
});

test('in-app routes show the public page and ask not to be indexed', async ({ page }) => {
  for (const path of ['/notes', '/profile', '/admin']) {
    await page.goto(path);
    await expect(landing(page)).toBeVisible();
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  }
});

test.describe('hostile addresses', () => {
  const addresses = [
    '/?__proto__[x]=1&constructor=2',
    '/?tgWebAppData=forged',
    `/?q=${'a'.repeat(4_000)}`,
    '/?x=%3Cscript%3Ealert(1)%3C/script%3E',
    '/#<img src=x onerror=alert(1)>',
  ];
  test('show the landing and break nothing', async ({ page }) => {
    const complaints = complaintsOf(page);
    for (const address of addresses) {
      await page.goto('about:blank');
      const answer = await page.goto(address, { waitUntil: 'networkidle' });
      expect(answer?.status(), address).toBe(200);
      await expect(landing(page), address).toBeVisible();
      await expect(page.getByText('Загрузка...'), address).toBeHidden();
      expect(complaints, address).toEqual([]);
    }
  });

  test('a forged launch ends on the landing and reveals nothing', async ({ page }) => {
    const user = encodeURIComponent(JSON.stringify({ id: 1, first_name: 'Mallory' }));
    const data = encodeURIComponent(`user=${user}&auth_date=1&hash=${'0'.repeat(64)}`);
    const refused = page.waitForResponse('**/api/validate');
    await page.goto(`/#tgWebAppData=${data}&tgWebAppVersion=8.0&tgWebAppPlatform=web`);
    expect((await refused).status()).toBe(403);
    await expect(landing(page)).toBeVisible();
    await expect(page.getByText('Mallory')).toHaveCount(0);
    await page.reload();
    await expect(landing(page)).toBeVisible();
  });
});

test('the toggle switches the scheme at once, and every page remembers it', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  expect(await schemeOf(page)).toBe('light');
  await page.getByRole('button', { name: 'Включить тёмную тему' }).click();
  expect(await schemeOf(page)).toBe('dark');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(20, 17, 14)');

  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: /соглашение/ })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Пользовательское соглашение');
  expect(await schemeOf(page)).toBe('dark');
  await page.getByRole('button', { name: 'Включить светлую тему' }).click();
  await page.reload();
  expect(await schemeOf(page)).toBe('light');
});

test('the scheme is there before the first paint', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.addInitScript(() => {
    localStorage.setItem('color-scheme', 'dark');
  });
  // Without the bundles nothing but the script in the head can have set it.
  await page.route('**/_next/static/**/*.js', (route) => route.abort());
  await page.goto('/');
  expect(await schemeOf(page)).toBe('dark');
});

for (const { path, axeWidths } of PAGES) {
  test(`accessible and within the screen: ${path}`, async ({ page }) => {
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.goto(path);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(cutText), `${width} px, ${scheme}`).toEqual([]);
        if (!axeWidths[scheme].includes(width)) continue;
        await expectAccessible(page, `${width} px, ${scheme}`);
      }
    }
  });
}

/** A third less than on 2026-11-23: 10,270 and 8,054 px. */
const LANDING_HEIGHTS = [
  { width: 360, most: 6_850 },
  { width: 1280, most: 5_370 },
];
test('the landing stays a third shorter than it was', async ({ page }) => {
  await page.goto('/');
  for (const { width, most } of LANDING_HEIGHTS) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 800 });
    await page.evaluate(() => document.fonts.ready);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height, `${width} px`).toBeLessThanOrEqual(most);
  }
});

test('late fonts move nothing', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shifts: [] });
    new PerformanceObserver((list) => {
      const shifts: unknown = Reflect.get(window, 'shifts');
      for (const entry of list.getEntries()) {
        if (!Array.isArray(shifts) || !('value' in entry)) continue;
        shifts.push(entry.value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  let painted: Promise<unknown> = Promise.resolve();
  await page.route('**/*.woff2', async (route) => {
    await painted;
    await route.continue();
  });
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of PUBLIC) {
      let release = () => {};
      painted = new Promise<void>((resolve) => (release = resolve));
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // A page that comes in pieces may move before: what counts is what the fonts move behind that.
      await page.waitForLoadState('domcontentloaded');
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      await page.evaluate(() => void Object.assign(window, { shifts: [] }));
      release();
      await page.waitForFunction(() => document.fonts.check('16px cyrillic', 'я'));
      await page.evaluate(() => document.fonts.ready);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      const total = await page.evaluate(() => {
        const shifts: unknown = Reflect.get(window, 'shifts');
        const values = Array.isArray(shifts) ? shifts.map(Number) : [NaN];
        return values.reduce((sum, each) => sum + each, 0);
      });
      expect(total, `${path} at ${width} px`).toBeLessThan(0.01);
    }
  }
});

test('nothing moves for those who asked for stillness', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test('search engines and messengers find what they need', async ({ page, request }) => {
  for (const path of PUBLIC) {
    await page.goto(path);
    const canonical = (await page.locator('link[rel=canonical]').getAttribute('href')) ?? '';
    const { origin, pathname } = new URL(canonical);
    expect(pathname).toBe(path);
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /.{50,}/);
    await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
      'content',
      `${origin}/opengraph-image`,
    );
    await expect(page.locator('meta[name=robots]')).toHaveCount(0);
  }
  await page.goto('/');
  const json = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(json ?? '')).toMatchObject({
    '@graph': [{ '@type': 'WebApplication' }, { '@type': 'FAQPage' }],
  });

  const image = await request.get('/opengraph-image');
  expect(image.headers()['content-type']).toBe('image/png');
  expect(await (await request.get('/robots.txt')).text()).toContain('/sitemap.xml');
  expect(await (await request.get('/sitemap.xml')).text()).toContain('/privacy</loc>');
  expect(await (await request.get('/manifest.webmanifest')).json()).toMatchObject({ lang: 'ru' });
  const icons = ['icon.svg', 'favicon.ico', 'icons/icon-192.png', 'icons/maskable-512.png'];
  for (const icon of icons) expect((await request.get(`/${icon}`)).status()).toBe(200);
});

test('a printed document is black text on white, and nothing else', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto('/terms');
  await expect(page.getByRole('navigation', { name: 'Содержание' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)');
});

test('iPhones on their side leave texts as large as they are', async ({ page }) => {
  await page.goto('/');
  const sheets = await page
    .locator('link[rel="stylesheet"]')
    .evaluateAll((links: HTMLLinkElement[]) => links.map(({ href }) => href));
  const texts = await Promise.all(sheets.map(async (url) => (await page.request.get(url)).text()));
  // No browser that runs these tests knows the property; a build without iOS among its targets leaves it out.
  expect(texts.join('')).toContain('-webkit-text-size-adjust');
});
