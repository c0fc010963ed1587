import { appAddress, isAppPath, SCREENS } from '@/contract/launch';
import { currentScheme, showScheme } from '@/theme/current-scheme';
import { type SchemeName } from '@/theme/tokens';
import { attempt } from '../host/attempt';
import { launchQuery, schemeOf } from '../host/launch';

/** localStorage key of the visitor's choice. */
export const SCHEME_KEY = 'color-scheme';

/**
 * The prelude of every document: decides before the first paint whether this is the right one (the app's for
 * a launch by Telegram, the public one for everybody else), and on the colour scheme. A forged launch only
 * leads to the app's document, which refuses it.
 */
export function run(leave = (address: string) => location.replace(address)): void {
  const launch = launchQuery();
  const { pathname, search, hash } = location;
  const ofApp = isAppPath(pathname);
  const screen = SCREENS.some((path) => path === pathname);
  if (ofApp !== (launch !== null) && (ofApp || screen)) {
    document.documentElement.setAttribute('data-leaving', '');
    leave(ofApp ? '/' : appAddress(pathname) + search + hash);
  }

  const device = matchMedia('(prefers-color-scheme: dark)');
  const ofDevice = () => (device.matches ? 'dark' : 'light');
  showScheme((launch && schemeOf(launch)) ?? choice() ?? ofDevice());
  device.addEventListener('change', () => {
    if (!launch && choice() === null) showScheme(ofDevice());
  });
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || !target.closest('[data-scheme-toggle]')) return;
    const next = currentScheme() === 'dark' ? 'light' : 'dark';
    showScheme(next);
    // Where it cannot be kept the choice lasts as long as the page.
    attempt(() => localStorage.setItem(SCHEME_KEY, next), undefined);
  });
}

function choice(): SchemeName | null {
  const stored = attempt(() => localStorage.getItem(SCHEME_KEY), null);
  return stored === 'light' || stored === 'dark' ? stored : null;
}
