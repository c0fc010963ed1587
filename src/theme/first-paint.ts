import { schemeOfColour } from './scheme-of-colour';

/**
 * What is decided before the first paint: whether this is the right document (the app's for a launch by
 * Telegram, the public one for everybody else), and the colour scheme, `data-color-scheme` on <html>.
 */

/** localStorage key of the visitor's choice. */
export const SCHEME_KEY = 'color-scheme';

/**
 * Runs in the page before anything is drawn, as text: it may use nothing from outside itself.
 * Only a launch with init data in the hash, or one that client/host/launch.ts kept in sessionStorage,
 * counts as a launch: the app's document would wait for any other for ever. A forged one only leads to
 * that document, which refuses it.
 */
export function firstPaint(
  schemeKey: string,
  backgrounds: Record<'light' | 'dark', string>,
  schemeOfColour: (colour: unknown) => 'light' | 'dark' | null,
  appPath: string,
  leave: (address: string) => void,
): void {
  const root = document.documentElement;
  const stored = (storage: 'localStorage' | 'sessionStorage', key: string): string => {
    try {
      return window[storage].getItem(key) ?? '';
    } catch {
      return ''; // Storage is closed to frames of other sites in some browsers.
    }
  };
  const parsed = (json: string): unknown => {
    try {
      return JSON.parse(json);
    } catch {
      return null;
    }
  };
  const member = (from: unknown, key: string): unknown =>
    typeof from === 'object' && from !== null ? Reflect.get(from, key) : undefined;

  const sdk = parsed(stored('sessionStorage', 'tapps/launchParams'));
  const hash = location.hash.replace(/^#/, '').replace(/[?#]/g, '&');
  const queries = [hash, typeof sdk === 'string' ? sdk : ''].map((q) => new URLSearchParams(q));
  const launchValue = (name: string): string => {
    for (const query of queries) {
      const value = query.get(name);
      if (value) return value;
    }
    return '';
  };

  const launched = launchValue('tgWebAppData') !== '';
  const { pathname, search } = location;
  const ofApp = pathname === appPath || pathname.startsWith(`${appPath}/`);
  const screen = ['/', '/notes', '/profile', '/admin'].includes(pathname);
  if (ofApp !== launched && (ofApp || screen)) {
    root.setAttribute('data-leaving', '');
    leave(ofApp ? '/' : (appPath + pathname).replace(/\/$/, '') + search + location.hash);
  }

  const telegramScheme = () =>
    schemeOfColour(member(parsed(launchValue('tgWebAppThemeParams')), 'bg_color'));
  const choice = stored('localStorage', schemeKey);
  const show = (scheme: string) => {
    const named = scheme === 'dark' ? 'dark' : 'light';
    root.setAttribute('data-color-scheme', named);
    document.querySelectorAll('meta[name="theme-color"]').forEach((meta) => {
      meta.setAttribute('content', backgrounds[named]);
    });
  };
  const device = matchMedia('(prefers-color-scheme: dark)');
  const ofDevice = () => (device.matches ? 'dark' : 'light');
  show((launched && telegramScheme()) || (/^(light|dark)$/.test(choice) ? choice : ofDevice()));

  device.addEventListener('change', () => {
    if (!launched && !/^(light|dark)$/.test(stored('localStorage', schemeKey))) show(ofDevice());
  });
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || !target.closest('[data-scheme-toggle]')) return;
    const next = root.getAttribute('data-color-scheme') === 'dark' ? 'light' : 'dark';
    show(next);
    try {
      localStorage.setItem(schemeKey, next);
    } catch {
      // The choice then lasts as long as the page.
    }
  });
}

/** The script as the page carries it; `leave` is how it goes to another address. */
export const firstPaintScript = (
  backgrounds: Record<'light' | 'dark', string>,
  appPath: string,
  leave = '(address)=>location.replace(address)',
): string => {
  const given = [SCHEME_KEY, backgrounds].map((value) => JSON.stringify(value));
  const rest = [schemeOfColour.toString(), JSON.stringify(appPath), leave];
  return `(${firstPaint.toString()})(${[...given, ...rest].join(',')})`;
};
