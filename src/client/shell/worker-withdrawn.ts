import { beginAtOnce, dropCachesExcept, type WorkerScope } from './worker';

declare const self: WorkerScope;

/** Runs as the worker that takes the place of one that has to go: drops what was kept, and itself. */
export function run(): void {
  beginAtOnce(async () => {
    await dropCachesExcept();
    await self.registration.unregister();
  });
}
