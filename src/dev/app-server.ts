import { freePort, LOOPBACK } from './free-port';
import { startProgram } from './start-program';

interface AppServerOptions {
  /** The environment of `.env.example`; without APP_URL, its own address. */
  env: Record<string, string>;
  /** Where to listen; the next free port where that one is taken. */
  port: number;
  hot?: boolean;
  /** Another app than this one, and a path that it answers. */
  folder?: string;
  alive?: string;
}

/** Starts the app, from the build or hot, and waits until it answers. Throws with its output where it does not. */
export async function startAppServer(options: AppServerOptions) {
  const { env, hot = false, folder = '.', alive = '/api/health?live' } = options;
  const port = await freePort(options.port);
  const url = `http://${LOOPBACK}:${port}`;
  const next = ['node_modules/next/dist/bin/next', hot ? 'dev' : 'start', folder];
  const command = [process.execPath, ...next, '-p', `${port}`, '-H', LOOPBACK];
  const environment = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', APP_URL: url, ...env };
  // The port is open a moment before the routes are.
  const answers = () =>
    fetch(url + alive).then(
      ({ ok }) => ok,
      () => false,
    );
  const app = await startProgram(command, { env: environment }, answers);
  return { url, process: app.process, log: app.log, stop: () => app.end('SIGTERM') };
}
