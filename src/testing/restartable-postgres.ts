import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { openCheckoutPostgres } from '@/dev/embedded-postgres';
import { migrate } from './postgres-server';
import { startTcpProxy } from './tcp-proxy';

/** A PostgreSQL of a test's own, with schema, that keeps its data and its promises from start to start. */
export async function startRestartablePostgres() {
  const checkout = await mkdtemp(path.join(tmpdir(), 'napomnyu-restartable-'));
  await chmod(checkout, 0o755);
  await writeFile(path.join(checkout, 'package.json'), '{}');
  await symlink(path.resolve('node_modules'), path.join(checkout, 'node_modules'));
  let server = await openCheckoutPostgres(checkout);
  await migrate(server.url());
  const portOf = (url: string) => Number(new URL(url).port);
  // Each start takes another port.
  const front = await startTcpProxy(portOf(server.url()));
  const url = new URL(server.url());
  url.port = String(front.port);

  return {
    /** Stays the same over a restart. */
    url: url.href,
    /** As `pg_ctl stop -m immediate` does: connections break, nothing is tidied up. */
    crash: async () => {
      const pid = await processId(server.url());
      process.kill(pid, 'SIGQUIT');
      await server.stop();
      front.set('cut');
    },
    /** On the data that it had; it recovers what was committed. */
    start: async () => {
      server = await openCheckoutPostgres(checkout);
      front.target = portOf(server.url());
      front.set('open');
    },
    remove: async () => {
      await Promise.all([front.stop(), server.stop()]);
      await rm(checkout, { recursive: true, force: true });
    },
  };
}

const pidRow = z.tuple([z.object({ pid: z.coerce.number().int().positive() })]);

export async function processId(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(
    `select split_part(pg_read_file('postmaster.pid'), chr(10), 1) as pid`,
  );
  await client.end();
  const [{ pid }] = pidRow.parse(rows);
  return pid;
}
