import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import pg from 'pg';
// Relative: Jest's global setup and Playwright load this file without the `@/` alias.
import { startThrowawayPostgres } from '../dev/embedded-postgres';

export { type EmbeddedPostgres, startThrowawayPostgres } from '../dev/embedded-postgres';

/** How worker processes learn where the server is and what to clone databases from. */
export const SERVER_URL = 'NAPOMNYU_TEST_SERVER_URL';
export const TEMPLATE = 'NAPOMNYU_TEST_TEMPLATE';

export interface TestServer {
  url: string;
  /** Name of a database with schema and reference rows. */
  template: string;
  stop: () => Promise<void>;
}

/** The PostgreSQL of TEST_DATABASE_URL (of which only our databases are touched), or a throwaway one. */
export async function startTestServer(): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL;
  const throwaway = given ? undefined : await startThrowawayPostgres(process.cwd());
  const url = given ?? throwaway?.url() ?? '';
  const template = newName('template');
  const stop = () =>
    throwaway
      ? throwaway.stop()
      : onServer(url, `drop database if exists ${template} with (force)`);
  try {
    await onServer(url, `create database ${template}`);
    await migrate(databaseUrl(url, template));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, template, stop };
}

/** Runs the command that deploys run, in a process of its own: product code needs its own loader. */
export const migrate = (url: string): Promise<unknown> =>
  promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--conditions=react-server', 'src/dev/migrate-cli.ts'],
    { env: { ...process.env, DATABASE_URL_DIRECT: url } },
  );

/** A database cloned from the template, and how to be rid of it. Cloning takes some 50 ms. */
export function clonedDatabase(server: Pick<TestServer, 'url' | 'template'>) {
  const name = newName('test');
  return {
    url: databaseUrl(server.url, name),
    create: () => onServer(server.url, `create database ${name} template ${server.template}`),
    drop: () => onServer(server.url, `drop database if exists ${name} with (force)`),
  };
}

const newName = (what: string): string => `napomnyu_${what}_${randomBytes(6).toString('hex')}`;

function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(serverUrl);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
