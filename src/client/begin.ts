import { requestEarly } from './early';
import { type Launch, readLaunch } from './launch';

/** The app's code, apart from what public pages carry. */
export const loadApp = () => import('./shell/app');

let known: Launch | null | undefined;

/**
 * The launch of this document, or null outside Telegram. The first call that finds one sends the
 * first requests and fetches the app's code, so that both come while the page is still hydrating.
 */
export function beginLaunch(): Launch | null {
  if (known === undefined) {
    known = readLaunch();
    if (known) {
      requestEarly(known.initData, window.location.pathname);
      // Whoever draws the app tries again, and shows the fault.
      loadApp().then(loadFonts, () => undefined);
    }
  }
  return known;
}

/** Fetches the page's font for Russian and Latin text, while the app is being drawn. */
function loadFonts(): void {
  const { fontFamily } = getComputedStyle(document.body);
  document.fonts.load(`1em ${fontFamily}`, 'Яz').catch(() => undefined);
}
