import { APP_PATH, APP_WORKER_PATH } from '@/contract/launch';
import { type Loaded } from './worker';

/** Has the service worker hold what this start has loaded; Telegram on iPhones has none. */
export async function keepShell(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register(APP_WORKER_PATH, {
      scope: APP_PATH,
    });
    const worker = registration.active ?? registration.waiting ?? registration.installing;
    const loaded = performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(({ origin }) => origin === window.location.origin)
      .map(({ pathname, search }) => pathname + search);
    worker?.postMessage({ loaded } satisfies Loaded);
  } catch {
    return; // There is none here, or the browser keeps nothing for frames of other sites.
  }
}
