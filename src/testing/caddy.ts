import { createHash, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { freePort, LOOPBACK } from '../dev/free-port';
import { startProgram } from '../dev/start-program';
import { layOutStatic } from '../dev/static-files';
import { connects, ensureProgram } from './program';

export const ensureCaddy = (): string =>
  ensureProgram({ name: 'caddy', package: 'caddy', variable: 'CADDY_PATH' });

interface CaddyOptions {
  /** Address of the app behind it, `host:port`. */
  app: string;
  /** Whose built files it serves. */
  checkout: string;
  /** More directives for the site. */
  directives?: string;
}

/** A Caddy with `deploy/Caddyfile`, on free ports of this machine and with nothing left behind on it. */
export async function startCaddy(options: CaddyOptions) {
  const { app, checkout, directives = '' } = options;
  const folder = await mkdtemp(path.join(tmpdir(), 'napomnyu-caddy-'));
  const files = path.join(folder, 'static');
  await layOutStatic(checkout, files);
  const port = await freePort();
  const env = {
    ...process.env,
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    XDG_DATA_HOME: folder,
    APP_HOST: 'localhost',
    APP_ADDRESS: app,
    APP_STATIC: files,
    CADDY_GLOBAL_OPTIONS: [
      'admin off',
      `default_bind ${LOOPBACK}`,
      `http_port ${await freePort()}`,
      `https_port ${port}`,
      'servers {',
      // No browser speaks HTTP/3 with a certificate that only a test trusts.
      'protocols h1 h2',
      '}',
    ].join('\n'),
    CADDY_SITE_DIRECTIVES: directives,
  };
  const keys = path.join(folder, 'caddy/pki/authorities/local');
  let authority = '';
  const command = [ensureCaddy(), 'run', '--config', 'deploy/Caddyfile'];
  const isReady = async () => {
    authority = await readFile(path.join(keys, 'root.crt'), 'utf8').catch(() => '');
    if (authority === '') return false;
    const address = { host: LOOPBACK, port, ca: authority, servername: 'localhost' };
    return connects(connect(address), 'secureConnect');
  };
  const caddy = await startProgram(command, { env }, isReady, folder);
  const signer = await readFile(path.join(keys, 'intermediate.crt'));
  return {
    url: `https://localhost:${port}`,
    /** The certificate that Caddy's own stands on; the system does not know it. */
    authority,
    /** By this flag Chromium trusts it as if the system did: it keeps what it loads, and service workers run. */
    chromiumFlag: `--ignore-certificate-errors-spki-list=${keyHash(signer)}`,
    files,
    log: caddy.log,
    stop: () => caddy.end('SIGTERM'),
  };
}
export type Caddy = Awaited<ReturnType<typeof startCaddy>>;

const keyHash = (certificate: Buffer): string =>
  createHash('sha256')
    .update(new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
