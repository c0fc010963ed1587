import { type SchemeName } from './tokens';

/**
 * The two faces of a page, by `data-face`: the public one and the mini app. first-paint.ts marks
 * <html> before the first paint and base.css shows one of them.
 */

/** Whether this document was opened by Telegram, as far as the page can tell before validation. */
export const launchedByTelegram = (): boolean =>
  document.documentElement.dataset['launch'] === 'telegram';

/** Shows one of the two faces, whatever the first paint decided. */
export function showFace(face: 'public' | 'app'): void {
  if (face === 'app') document.documentElement.dataset['launch'] = 'telegram';
  else delete document.documentElement.dataset['launch'];
}

/** Drops what was kept of a refused launch: else a reload would try it again. */
export function forgetLaunch(): void {
  for (const key of ['tapps/launchParams', '__telegram__initParams']) {
    try {
      sessionStorage.removeItem(key);
    } catch {
      return;
    }
  }
}

/** The scheme that is on the page now. */
export const currentScheme = (): SchemeName =>
  document.documentElement.dataset['colorScheme'] === 'dark' ? 'dark' : 'light';
