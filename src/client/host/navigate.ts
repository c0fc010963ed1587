import { APP_PATH, isAppPath, notePath, reminderPath } from '@/contract/launch';
import { withLaunch } from './launch';

/** The app's document lies at /app; its screens are /, /notes, /profile and /admin once it runs. */
export function screenPath(pathname: string | null): string {
  if (pathname === null) return '/'; // Next's hook, where there is no router around.
  return (isAppPath(pathname) ? pathname.slice(APP_PATH.length) : pathname) || '/';
}

const SCREENS = ['/', '/notes', '/profile', '/admin'] as const;
export type ScreenPath = (typeof SCREENS)[number];

/** Moves to a screen without a round trip: Next's hooks follow the browser's history. */
export function navigate(path: ScreenPath): void {
  const { pathname, search } = window.location;
  if (pathname + search !== path) push(path);
}

/** Answers the way back to the screen that is shown now, for what may be pressed on another one. */
export function wayBackHere(): () => void {
  const shown = () => screenPath(window.location.pathname);
  const here = SCREENS.find((path) => path === shown());
  return () => {
    if (here !== undefined && here !== shown()) navigate(here);
  };
}

const push = (address: string): void => window.history.pushState(null, '', withLaunch(address));
export const openReminder = (id: number): void => push(reminderPath(id));
export const openNote = (id: number): void => push(notePath(id));
export const showAllNotes = (): void => window.history.replaceState(null, '', withLaunch('/notes'));
