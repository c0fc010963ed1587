import { type SchemeName } from './tokens';

/**
 * The two faces of a page, by `data-face`: the public one and the mini app. first-paint.ts marks
 * <html> before the first paint and base.css shows one of them.
 */

/** Whether this document was opened by Telegram, as far as the page can tell before validation. */
export const launchedByTelegram = (): boolean =>
  document.documentElement.dataset['launch'] === 'telegram';

/** Shows the public page instead of the mini app: there is no launch, or its data were refused. */
export function showPublicFace(): void {
  delete document.documentElement.dataset['launch'];
  for (const key of ['tapps/launchParams', '__telegram__initParams']) {
    try {
      sessionStorage.removeItem(key); // Else a reload would try the refused launch again.
    } catch {
      return;
    }
  }
}

/** The scheme that is on the page now. */
export const currentScheme = (): SchemeName =>
  document.documentElement.dataset['colorScheme'] === 'dark' ? 'dark' : 'light';
