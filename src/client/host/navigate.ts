import {
  APP_PATH,
  isAppPath,
  LAUNCH_PARAMS,
  notePath,
  reminderPath,
  type ScreenPath,
  SCREENS,
} from '@/contract/launch';
import { withLaunch } from './launch';

/**
 * The screen at an address, within the app's document and, once it runs, without its prefix; the first one at an
 * address that is no screen's, and at null, which Next's hook gives where there is no router around.
 */
export function screenPath(pathname: string | null): ScreenPath {
  const path = pathname && isAppPath(pathname) ? pathname.slice(APP_PATH.length) : pathname;
  return SCREENS.find((screen) => screen === path) ?? '/';
}

/** As the server takes them. */
const ID = /^[1-9]\d{0,14}$/;

/** The row that an address names, by its id; null where it names none, and where there is no router around. */
export function idIn(
  address: Pick<URLSearchParams, 'get'> | null,
  kind: keyof typeof LAUNCH_PARAMS,
): number | null {
  const id = address?.get(LAUNCH_PARAMS[kind]) ?? '';
  return ID.test(id) ? Number(id) : null;
}

/** Moves to a screen without a round trip: Next's hooks follow the browser's history. */
export function navigate(path: ScreenPath): void {
  const { pathname, search } = window.location;
  if (pathname + search !== path) push(path);
}

/** Answers the way back to the screen that is shown now, for what may be pressed on another one. */
export function wayBackHere(): () => void {
  const shown = () => screenPath(window.location.pathname);
  const here = shown();
  return () => {
    if (here !== shown()) navigate(here);
  };
}

const push = (address: string): void => window.history.pushState(null, '', withLaunch(address));
export const openReminder = (id: number): void => push(reminderPath(id));
export const openNote = (id: number): void => push(notePath(id));
export const showAllNotes = (): void => window.history.replaceState(null, '', withLaunch('/notes'));
