import { execFileSync } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, LOOPBACK } from '../dev/free-port';
import { postgresAccount } from '../dev/embedded-postgres';
import { type RunningProgram, startProgram } from '../dev/start-program';
import { connects, ensureProgram } from './program';

export const ensurePgBouncer = (): string =>
  ensureProgram({
    name: 'pgbouncer',
    package: 'pgbouncer',
    // Debian keeps it in sbin, which is not on everybody's PATH.
    places: ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'],
    variable: 'PGBOUNCER_PATH',
  });

/**
 * A PgBouncer with `poolSize` connections in front of the server of `databaseUrl`, as providers run it: transactions of many
 * clients take turns on a few connections, and no prepared statement is kept.
 */
export async function startPgBouncer(
  databaseUrl: string,
  { poolSize = 5 }: { poolSize?: number } = {},
) {
  const program = ensurePgBouncer();
  const account = postgresAccount();
  const folder = await mkdtemp(path.join(tmpdir(), 'napomnyu-pgbouncer-'));
  const port = await freePort();
  const server = new URL(databaseUrl);
  const users = path.join(folder, 'users.txt');
  const config = path.join(folder, 'pgbouncer.ini');
  await writeFile(
    users,
    `"${decodeURIComponent(server.username)}" "${decodeURIComponent(server.password)}"\n`,
  );
  await writeFile(
    config,
    [
      '[databases]',
      `* = host=${server.hostname} port=${server.port || '5432'}`,
      '[pgbouncer]',
      `listen_addr = ${LOOPBACK}`,
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      `default_pool_size = ${poolSize}`,
      'max_client_conn = 500',
      // Looks for a server that is back more often than the default of 15 s.
      'server_login_retry = 1',
      ...(keepsStatements(program) ? ['max_prepared_statements = 0'] : []),
      '',
    ].join('\n'),
  );
  if (account) {
    for (const file of [folder, users, config]) await chown(file, account.uid, account.gid);
  }

  let running: RunningProgram;
  const start = async () => {
    const options = { ...account, cwd: folder };
    running = await startProgram([program, config], options, () =>
      connects(connect(port, LOOPBACK)),
    );
  };
  await start();

  const url = new URL(databaseUrl);
  url.hostname = LOOPBACK;
  url.port = String(port);
  return {
    /** The given database, through the pooler; stays the same over a restart. */
    url: url.href,
    /** Ends it at once, as a crash does: all connections through it break. */
    kill: () => running.end('SIGKILL'),
    start,
    remove: async () => {
      await running.end('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type PgBouncer = Awaited<ReturnType<typeof startPgBouncer>>;

/** From 1.21 on PgBouncer can keep prepared statements, and refuses to start on unknown settings before. */
function keepsStatements(program: string): boolean {
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' });
  const [major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number) ?? [];
  return major > 1 || minor >= 21;
}
