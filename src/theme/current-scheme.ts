import { pageBackgrounds, type SchemeName } from './tokens';

/** The scheme that is on the page now; the prelude has set it. */
export const currentScheme = (): SchemeName =>
  document.documentElement.dataset['colorScheme'] === 'dark' ? 'dark' : 'light';

/** Puts another scheme on the page: its colours are CSS variables. */
export function showScheme(scheme: SchemeName): void {
  document.documentElement.dataset['colorScheme'] = scheme;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.setAttribute('content', pageBackgrounds[scheme]);
  }
}
