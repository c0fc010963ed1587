import { APP_PATH, isAppPath } from '@/contract/launch';

/**
 * The screen that an address means: the document of the app lies at /app and below, and its screens
 * have the addresses /, /notes, /profile and /admin once it runs.
 */
export function screenPath(pathname: string | null): string {
  if (pathname === null) return '/'; // Next's hook, where there is no router around.
  return (isAppPath(pathname) ? pathname.slice(APP_PATH.length) : pathname) || '/';
}
