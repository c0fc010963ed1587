import { pageBackgrounds } from '@/theme/tokens';
import { run, SCHEME_KEY } from './page';

const root = document.documentElement;
const dataOf = () => ({ leaving: root.dataset['leaving'], scheme: root.dataset['colorScheme'] });
/** Where the page went to; jsdom goes nowhere. */
let left: string[] = [];

/** Answers «prefers dark?», and tells when that changes. */
let device = Object.assign(new EventTarget(), { matches: false });

beforeEach(() => {
  delete root.dataset['leaving'];
  left = [];
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

const paint = () => run((address) => left.push(address));

const launchHash = (theme?: string) =>
  `#tgWebAppData=user%3D1%26hash%3Dx&tgWebAppVersion=8.0` +
  (theme === undefined ? '' : `&tgWebAppThemeParams=${encodeURIComponent(theme)}`);

describe('the document', () => {
  test('a visitor stays with the public page', () => {
    paint();
    expect(left).toEqual([]);
  });

  test.each([
    ['/', '/app'],
    ['/?reminder=7', '/app?reminder=7'],
    ['/notes', '/app/notes'],
  ])('launch data in the hash lead from %s to the app, and go with it', (from, to) => {
    history.replaceState(null, '', from + launchHash());
    paint();
    expect(left).toEqual([to + launchHash()]);
    expect(dataOf().leaving).toBe('');
  });

  test.each(['/app', '/app/notes'])('a launch stays with the app: %s', (path) => {
    history.replaceState(null, '', path + launchHash());
    paint();
    expect(left).toEqual([]);
  });

  test.each(['/app', '/app/notes'])('without a launch the app is the public page: %s', (path) => {
    history.replaceState(null, '', path);
    paint();
    expect(left).toEqual(['/']);
  });

  test.each(['/terms', '/privacy', '/apple'])('%s is the same for everybody', (path) => {
    history.replaceState(null, '', path + launchHash());
    paint();
    expect(left).toEqual([]);
  });

  test.each(['/', '/#faq'])("a reload finds the launch in the SDK's storage: %s", (address) => {
    history.replaceState(null, '', address);
    sessionStorage.setItem('tapps/launchParams', JSON.stringify(launchHash().slice(1)));
    paint();
    expect(left).toEqual([`/app${location.hash}`]);
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
    expect(left).toEqual([]);
    expect(dataOf()).toEqual({ leaving: undefined, scheme: 'light' });
  });

  test.each(['{', 'null', '42', '"', '[]', '{"tgWebAppData":{}}'])(
    'broken storage is no launch: %s',
    (junk) => {
      sessionStorage.setItem('tapps/launchParams', junk);
      paint();
      expect(left).toEqual([]);
    },
  );

  test('a page whose storage is closed still paints', () => {
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    history.replaceState(null, '', '/app' + launchHash());
    paint();
    expect(left).toEqual([]);
    expect(dataOf().scheme).toBe('light');
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
    expect(document.querySelector('meta')?.content).toBe(pageBackgrounds.dark);
  });
});
