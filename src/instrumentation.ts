/**
 * Runs once when a server starts, before its first request: stops a server whose environment is not
 * complete, and starts the ticker where this process delivers by itself. `next build` does not come
 * here.
 */
export async function register(): Promise<void> {
  // The form that lets Next leave the import out of other runtimes' bundles.
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    // First, so that the places in the log are those of the sources.
    process.setSourceMapsEnabled(true);
    const { startServer } = await import('./server/start');
    startServer();
  }
}
