import pg from 'pg';
import { z } from 'zod';
import { startThrowawayPostgres } from '@/dev/embedded-postgres';
import { migrateDatabase } from '@/server/platform/db/migrations';
import { startDebianPostgres } from '@/testing/debian-postgres';

/** A PostgreSQL where a commit has its real price: the embedded one, or that of INITDB_PATH. */
export async function benchServer() {
  const server = process.env.INITDB_PATH
    ? await startDebianPostgres({ durable: true })
    : await startThrowawayPostgres(process.cwd(), {
        fsync: 'on',
        synchronous_commit: 'on',
        full_page_writes: 'on',
      });
  const client = new pg.Client(server.url('postgres'));
  await client.connect();
  return {
    /** PostgreSQL's main process. */
    pid: await processId(client),
    /** A new database with our schema, or prepared otherwise. */
    database: async (name: string, prepare: (url: string) => Promise<void> = migrateDatabase) => {
      await client.query(`create database ${name}`);
      // What a bench stores to begin with takes longer than any statement of the app may.
      await client.query(`alter database ${name} set statement_timeout = 0`);
      const url = server.url(name);
      await prepare(url);
      return { url };
    },
    drop: async () => {
      await client.end();
      await server.stop();
    },
  };
}
export type BenchServer = Awaited<ReturnType<typeof benchServer>>;

const pidRow = z.tuple([z.object({ pid: z.coerce.number().int().positive() })]);

async function processId(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    `select split_part(pg_read_file('postmaster.pid'), chr(10), 1) as pid`,
  );
  const [{ pid }] = pidRow.parse(rows);
  return pid;
}

/** The same with one database. */
export async function benchDatabase() {
  const server = await benchServer();
  const { url } = await server.database('bench');
  return { url, pid: server.pid, drop: server.drop };
}
