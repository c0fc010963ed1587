import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { type Certificates, makeCertificates } from '@/testing/certificates';
import { type EmbeddedPostgres, startThrowawayPostgres } from '@/testing/postgres-server';
import { startTcpProxy } from '@/testing/tcp-proxy';
import { freePort } from '@/testing/telegram';
import { connect } from './client';
import { connectionCause } from './faults';
import { isPassingFault } from './faults';

let certificates: Certificates;
let server: EmbeddedPostgres;
let plain: EmbeddedPostgres;
/** Of the plain one's Unix socket. */
let folder: string;

beforeAll(async () => {
  certificates = makeCertificates();
  folder = await mkdtemp(path.join(tmpdir(), 'napomnyu-socket-'));
  // The server may run as somebody else.
  await chmod(folder, 0o777);
  const { settings } = certificates;
  [server, plain] = await Promise.all([
    startThrowawayPostgres(process.cwd(), settings),
    startThrowawayPostgres(process.cwd(), { unix_socket_directories: folder }),
  ]);
});
afterAll(async () => {
  await Promise.all([server.stop(), plain.stop()]);
  certificates.remove();
  await rm(folder, { recursive: true });
});

/** Whether the connection is encrypted, or the cause why there is none. */
async function come(url: URL): Promise<boolean | string | undefined> {
  const { db, close } = connect(url.href, { max: 1 });
  try {
    const {
      rows: [row],
    } = await db.execute(
      sql`select ssl as encrypted from pg_stat_ssl where pid = pg_backend_pid()`,
    );
    return row?.encrypted === true;
  } catch (error) {
    return connectionCause(error);
  } finally {
    await close();
  }
}
const urlOf = (
  { url }: EmbeddedPostgres,
  host: string,
  parameters: Record<string, string> = {},
): URL => {
  const parsed = new URL(url());
  parsed.hostname = host;
  for (const [name, value] of Object.entries(parameters)) parsed.searchParams.set(name, value);
  return parsed;
};

describe('sslmode means what it means to libpq', () => {
  test.each(['prefer', 'require'])('%s encrypts and verifies nothing', async (sslmode) => {
    expect(await come(urlOf(server, '127.0.0.1', { sslmode }))).toBe(true);
  });

  test('disable does not encrypt, nor does a URL that says nothing', async () => {
    expect(await come(urlOf(server, 'localhost', { sslmode: 'disable' }))).toBe(false);
    expect(await come(urlOf(plain, '127.0.0.1'))).toBe(false);
  });

  test('require refuses a server without TLS, and says so', async () => {
    expect(await come(urlOf(plain, '127.0.0.1', { sslmode: 'require' }))).toMatch(/speaks no TLS/);
  });

  test.each(['require', 'verify-ca'])(
    '%s with sslrootcert verifies who signed, not the name',
    async (sslmode) => {
      const { root, otherRoot } = certificates;
      expect(await come(urlOf(server, '127.0.0.1', { sslmode, sslrootcert: root }))).toBe(true);
      expect(await come(urlOf(server, 'localhost', { sslmode, sslrootcert: otherRoot }))).toMatch(
        /not trusted/,
      );
    },
  );

  test('verify-full verifies the name, too', async () => {
    const parameters = { sslmode: 'verify-full', sslrootcert: certificates.root };
    expect(await come(urlOf(server, 'localhost', parameters))).toBe(true);
    expect(await come(urlOf(server, '127.0.0.1', parameters))).toMatch(/another host/);
  });

  test('verify-full without a root goes by those that Node knows', async () => {
    expect(await come(urlOf(server, 'localhost', { sslmode: 'verify-full' }))).toMatch(
      /not trusted/,
    );
  });

  test('direct negotiation works', async () => {
    const parameters = { sslmode: 'require', sslnegotiation: 'direct' };
    expect(await come(urlOf(server, 'localhost', parameters))).toBe(true);
  });
});

test('an encrypted connection that falls silent is dropped as a plain one is', async () => {
  const way = await startTcpProxy(Number(new URL(server.url()).port));
  const url = urlOf(server, '127.0.0.1', { sslmode: 'require' });
  url.port = String(way.port);
  const { db, close } = connect(url.href, { max: 1, silenceMs: 3_000 });
  const ask = () => db.transaction((tx) => tx.execute(sql`select 1 as one`));
  await ask();
  way.set('mute');
  const fault: unknown = await ask().catch((error: unknown) => error);
  expect(isPassingFault(fault)).toBe(true);
  expect(connectionCause(fault)).toMatch(/does not answer/);
  way.set('open');
  expect((await ask()).rows).toEqual([{ one: 1 }]);
  await close();
  await way.stop();
});

test('a database on a Unix socket is reached, where TLS has no place', async () => {
  const url = urlOf(plain, '127.0.0.1', { host: folder, sslmode: 'require' });
  const { db, close } = connect(url.href, { max: 1 });
  const { rows } = await db.execute(sql`select inet_server_addr() is null as local`);
  expect(rows).toEqual([{ local: true }]);
  await close();
});

test('what a provider adds to its URLs does no harm', async () => {
  const parameters = {
    sslmode: 'require',
    channel_binding: 'require',
    pgbouncer: 'true',
    supa: 'x',
    schema: 'public',
  };
  expect(await come(urlOf(server, 'localhost', parameters))).toBe(true);
});

describe('a fault of the connection names its cause', () => {
  test('a wrong password', async () => {
    const url = urlOf(server, 'localhost');
    url.password = 'wrong';
    expect(await come(url)).toMatch(/password or the user .* wrong/);
  });
  test('an unknown user', async () => {
    const url = urlOf(server, 'localhost');
    url.username = 'nobody-known';
    expect(await come(url)).toMatch(/password or the user .* wrong/);
  });
  test('a database that does not exist', async () => {
    const url = urlOf(server, 'localhost');
    url.pathname = '/missing';
    expect(await come(url)).toMatch(/database .* does not exist/);
  });
  test('an unknown host', async () => {
    expect(await come(urlOf(server, 'no-such-host.invalid'))).toMatch(
      /host name .* does not exist/,
    );
  });
  test('nobody who listens', async () => {
    const url = urlOf(server, '127.0.0.1');
    url.port = String(await freePort());
    expect(await come(url)).toMatch(/refuses connections/);
  });
});

test('a pool of two that failed to connect six times works once the way is free', async () => {
  const way = await startTcpProxy(Number(new URL(server.url()).port));
  way.set('cut');
  const url = urlOf(server, '127.0.0.1');
  url.port = String(way.port);
  const { db, close } = connect(url.href, { max: 2 });
  const ask = async () => (await db.execute(sql`select 1 as one`)).rows;
  for (let i = 0; i < 6; i += 1) await expect(ask()).rejects.toThrow();
  way.set('open');
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([
    [{ one: 1 }],
    [{ one: 1 }],
    [{ one: 1 }],
  ]);
  await close();
  await way.stop();
});
