import pg from 'pg';
import { startThrowawayPostgres } from '@/dev/embedded-postgres';
import { migrateDatabase } from '@/server/platform/db/migrations';
import { startDebianPostgres } from '@/testing/debian-postgres';
import { processId } from '@/testing/restartable-postgres';

/** A PostgreSQL where a commit has its real price: the embedded one, or that of INITDB_PATH. */
export async function benchServer() {
  const server = process.env.INITDB_PATH
    ? await startDebianPostgres({ durable: true })
    : await startThrowawayPostgres(process.cwd(), { durable: true });
  const client = new pg.Client(server.url('postgres'));
  await client.connect();
  return {
    /** PostgreSQL's main process. */
    pid: await processId(server.url('postgres')),
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

/** The same with one database. */
export async function benchDatabase() {
  const server = await benchServer();
  const { url } = await server.database('bench');
  return { url, pid: server.pid, drop: server.drop };
}
