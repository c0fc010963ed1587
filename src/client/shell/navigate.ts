import { withLaunch } from '../start/launch';

export type ScreenPath = '/' | '/notes' | '/profile' | '/admin';

/** Moves to a screen without a round trip: Next's hooks follow the browser's history. */
export function navigate(path: ScreenPath): void {
  if (window.location.pathname === path) return;
  window.history.pushState(null, '', withLaunch(path));
}
