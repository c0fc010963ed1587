import { APP_PATH, isAppPath, notePath, reminderPath } from '@/contract/launch';
import { withLaunch } from './launch';

/** The app's document lies at /app; its screens are /, /notes, /profile and /admin once it runs. */
export function screenPath(pathname: string | null): string {
  if (pathname === null) return '/'; // Next's hook, where there is no router around.
  return (isAppPath(pathname) ? pathname.slice(APP_PATH.length) : pathname) || '/';
}

export type ScreenPath = '/' | '/notes' | '/profile' | '/admin';

/** Moves to a screen without a round trip: Next's hooks follow the browser's history. */
export function navigate(path: ScreenPath): void {
  const { pathname, search } = window.location;
  if (pathname + search === path) return;
  window.history.pushState(null, '', withLaunch(path));
}

export function openReminder(id: number): void {
  window.history.pushState(null, '', withLaunch(reminderPath(id)));
}

export function openNote(id: number): void {
  window.history.pushState(null, '', withLaunch(notePath(id)));
}

export function showAllNotes(): void {
  window.history.replaceState(null, '', withLaunch('/notes'));
}
