import { firstPaintScript, SCHEME_KEY } from './first-paint';

const root = document.documentElement;
const backgrounds = { light: '#ffffff', dark: '#000000' };
const dataOf = () => ({ launch: root.dataset['launch'], scheme: root.dataset['colorScheme'] });

/** Answers «prefers dark?», and tells when that changes. */
let device = Object.assign(new EventTarget(), { matches: false });

beforeEach(() => {
  delete root.dataset['launch'];
  delete root.dataset['colorScheme'];
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  device = Object.assign(new EventTarget(), { matches: false });
  Object.defineProperty(window, 'matchMedia', { configurable: true, value: () => device });
});

// Each page listens to its own document only.
const listen = document.addEventListener.bind(document);
let page: AbortController;
beforeEach(() => {
  page = new AbortController();
  jest
    .spyOn(document, 'addEventListener')
    .mockImplementation((type: string, listener: EventListenerOrEventListenerObject) =>
      listen(type, listener, { signal: page.signal }),
    );
});

afterEach(() => {
  page.abort();
  jest.restoreAllMocks();
});

/** Runs as the page does: as text, with nothing around it. */
const paint = (appFiles = '') => {
  const script = document.createElement('script');
  script.dataset['app'] = appFiles;
  script.nonce = 'once';
  script.textContent = firstPaintScript(backgrounds);
  document.head.append(script);
  script.remove();
};

const launchHash = (theme?: string) =>
  `#tgWebAppData=user%3D1%26hash%3Dx&tgWebAppVersion=8.0` +
  (theme === undefined ? '' : `&tgWebAppThemeParams=${encodeURIComponent(theme)}`);

describe("the app's scripts", () => {
  const preloads = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=preload]')];
  afterEach(() => preloads().forEach((link) => link.remove()));

  test('are fetched ahead for a launch, after what everybody gets, and within the policy', () => {
    location.hash = launchHash();
    paint('/_next/a.js /_next/b.js');
    expect(preloads().map((link) => link.getAttribute('href'))).toEqual([
      '/_next/a.js',
      '/_next/b.js',
    ]);
    for (const link of preloads()) {
      expect(link).toMatchObject({ as: 'script', fetchPriority: 'low', nonce: 'once' });
    }
  });

  test('are not fetched for a visitor, nor where the build has named none', () => {
    paint('/_next/a.js');
    location.hash = launchHash();
    paint('{not-named}');
    expect(preloads()).toEqual([]);
  });
});

describe('the face', () => {
  test('a visitor sees the public page', () => {
    paint();
    expect(dataOf().launch).toBeUndefined();
  });

  test('launch data in the hash show the mini app', () => {
    location.hash = launchHash();
    paint();
    expect(dataOf().launch).toBe('telegram');
  });

  test("a reload without the hash finds the launch in the SDK's storage", () => {
    sessionStorage.setItem('tapps/launchParams', JSON.stringify(launchHash().slice(1)));
    paint();
    expect(dataOf().launch).toBe('telegram');
  });

  test("a reload without the hash finds the launch in Telegram's own storage", () => {
    sessionStorage.setItem('__telegram__initParams', JSON.stringify({ tgWebAppData: 'user=1' }));
    paint();
    expect(dataOf().launch).toBe('telegram');
  });

  test.each([
    '#tgWebAppData=',
    '#tgWebAppVersion=8.0&tgWebAppPlatform=web',
    '#xtgWebAppData=1',
    '#questions',
    '#%',
    '#%E0%A4%A',
    '#__proto__=1&constructor=2',
    `#${'a'.repeat(100_000)}`,
  ])('a hash without launch data stays a hash: %.30s', (hash) => {
    location.hash = hash;
    paint();
    expect(dataOf()).toEqual({ launch: undefined, scheme: 'light' });
  });

  test.each(['{', 'null', '42', '"', '[]', '{"tgWebAppData":{}}'])(
    'broken storage is no launch: %s',
    (junk) => {
      sessionStorage.setItem('tapps/launchParams', junk);
      sessionStorage.setItem('__telegram__initParams', junk);
      paint();
      expect(dataOf().launch).toBeUndefined();
    },
  );

  test('a page whose storage is closed still paints', () => {
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    location.hash = launchHash();
    paint();
    expect(dataOf()).toEqual({ launch: 'telegram', scheme: 'light' });
  });
});

describe('the scheme', () => {
  test.each([
    ['{"bg_color":"#17212b"}', 'dark'],
    ['{"bg_color":"#ffffff"}', 'light'],
    ['{"bg_color":"#17212bff"}', 'dark'],
    ['{"bg_color":"#FFF"}', 'light'],
  ])("Telegram's theme wins inside: %s", (theme, scheme) => {
    device.matches = scheme === 'light';
    localStorage.setItem(SCHEME_KEY, scheme === 'light' ? 'dark' : 'light');
    location.hash = launchHash(theme);
    paint();
    expect(dataOf().scheme).toBe(scheme);
  });

  test.each([undefined, '', '{', '{}', '{"bg_color":7}', '{"bg_color":"red"}', 'null'])(
    "an old client's missing or odd theme leaves the device's scheme: %s",
    (theme) => {
      device.matches = true;
      location.hash = launchHash(theme);
      paint();
      expect(dataOf().scheme).toBe('dark');
    },
  );

  test('a theme without launch data changes nothing', () => {
    location.hash = '#tgWebAppThemeParams=%7B%22bg_color%22%3A%22%23000000%22%7D';
    paint();
    expect(dataOf().scheme).toBe('light');
  });

  test("the visitor's choice outweighs the device", () => {
    device.matches = true;
    localStorage.setItem(SCHEME_KEY, 'light');
    paint();
    expect(dataOf().scheme).toBe('light');
  });

  test('a stored word that is no scheme is ignored', () => {
    device.matches = true;
    localStorage.setItem(SCHEME_KEY, 'system');
    paint();
    expect(dataOf().scheme).toBe('dark');
  });

  test('the device may change its mind while nobody has chosen', () => {
    paint();
    device.matches = true;
    device.dispatchEvent(new Event('change'));
    expect(dataOf().scheme).toBe('dark');
    localStorage.setItem(SCHEME_KEY, 'dark');
    device.matches = false;
    device.dispatchEvent(new Event('change'));
    expect(dataOf().scheme).toBe('dark');
  });

  test('the toggle switches, colours the browser and is remembered', () => {
    document.body.innerHTML =
      '<meta name="theme-color" content="#fff"><button data-scheme-toggle><b>x</b></button>';
    paint();
    document.querySelector('b')?.click();
    expect(dataOf().scheme).toBe('dark');
    expect(localStorage.getItem(SCHEME_KEY)).toBe('dark');
    expect(document.querySelector('meta')?.content).toBe(backgrounds.dark);
  });
});
