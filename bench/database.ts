import pg from 'pg';
import { z } from 'zod';
import { startThrowawayPostgres } from '@/dev/embedded-postgres';
import { migrateDatabase } from '@/server/platform/db/migrations';
import { startDebianPostgres } from '@/testing/debian-postgres';

export interface BenchServer {
  /** PostgreSQL's main process. */
  pid: number;
  /** A new database with our schema, or prepared otherwise. */
  database: (name: string, prepare?: (url: string) => Promise<void>) => Promise<{ url: string }>;
  drop: () => Promise<void>;
}

/**
 * A PostgreSQL of its own that keeps what it confirms, as in production: a commit has its real price.
 * The embedded one, or that of another version whose initdb is named in INITDB_PATH.
 */
export async function benchServer(): Promise<BenchServer> {
  const server = process.env.INITDB_PATH
    ? await startDebianPostgres({ durable: true })
    : await startThrowawayPostgres(process.cwd(), { durable: true });
  const client = new pg.Client(server.url('postgres'));
  await client.connect();
  const { rows } = await client.query(
    `select split_part(pg_read_file('postmaster.pid'), E'\n', 1)::int as pid`,
  );
  const [{ pid }] = z.tuple([z.object({ pid: z.number() })]).parse(rows);
  return {
    pid,
    database: async (name, prepare = migrateDatabase) => {
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

/** The same with one database. */
export async function benchDatabase(): Promise<{
  url: string;
  pid: number;
  drop: () => Promise<void>;
}> {
  const server = await benchServer();
  const { url } = await server.database('bench');
  return { url, pid: server.pid, drop: server.drop };
}
