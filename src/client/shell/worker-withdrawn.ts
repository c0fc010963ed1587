import { CACHE, type WorkerScope } from './worker';

declare const self: WorkerScope;

/** Runs as the worker that takes the place of one that has to go: drops what was kept, and itself. */
export function run(): void {
  const leave = async () => {
    const names = await caches.keys();
    const own = names.filter((name) => name.startsWith(CACHE));
    await Promise.all(own.map((name) => caches.delete(name)));
    await self.registration.unregister();
  };
  self.addEventListener('install', (event) => {
    event.waitUntil(self.skipWaiting());
  });
  self.addEventListener('activate', (event) => {
    event.waitUntil(leave());
  });
}
