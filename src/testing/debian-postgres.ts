import { execFileSync } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, LOOPBACK } from '../dev/free-port';
import { postgresAccount } from '../dev/embedded-postgres';
import { ensureProgram } from './program';

const HOME = '/usr/lib/postgresql';

/** The folder with programs of the system's own PostgreSQL, pg_dump among them, which the embedded one comes without. */
export function ensureDebianPostgres(): string {
  const program = ensureProgram({
    name: 'initdb',
    package: 'postgresql',
    // Asked for again once it is installed.
    get places() {
      const versions = existsSync(HOME) ? readdirSync(HOME) : [];
      return versions.map((version) => path.join(HOME, version, 'bin/initdb'));
    },
    variable: 'INITDB_PATH',
  });
  // The others lie beside the program itself, not beside a link to it.
  return path.dirname(realpathSync(program));
}

/**
 * A new, empty server of the system's PostgreSQL, only for this machine: forgetful, or, where a
 * measurement wants the real price of a commit, `durable`.
 */
export async function startDebianPostgres({ durable = false } = {}) {
  const bin = ensureDebianPostgres();
  const account = postgresAccount();
  const folder = await mkdtemp(path.join(tmpdir(), 'napomnyu-debian-postgres-'));
  if (account) await chown(folder, account.uid, account.gid);
  const port = await freePort();
  /** Runs one of its programs, such as pg_dump, and answers what it prints. */
  const run = (program: string, ...args: string[]) =>
    execFileSync(path.join(bin, program), args, {
      ...account,
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const data = path.join(folder, 'data');
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync');
  const settings = [
    `-p ${port} -c listen_addresses=${LOOPBACK} -c unix_socket_directories= -c max_connections=200`,
    durable ? '' : '-c fsync=off',
  ].join(' ');
  const start = () =>
    run('pg_ctl', '-D', data, '-w', '-o', settings, '-l', path.join(folder, 'log'), 'start');
  const crash = () => run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
  start();
  return {
    /** Where its programs may write. */
    folder,
    /** Stays the same over a crash. */
    url: (database: string) => `postgres://postgres@${LOOPBACK}:${port}/${database}`,
    run,
    /** Connections break, and nothing is tidied up. */
    crash,
    /** Starts it again behind a crash: it recovers what was committed. */
    start,
    stop: async () => {
      crash();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type DebianPostgres = Awaited<ReturnType<typeof startDebianPostgres>>;
