import { sql } from 'drizzle-orm';
import { type Certificates, makeCertificates } from '@/testing/certificates';
import { type EmbeddedPostgres, startThrowawayPostgres } from '@/testing/postgres-server';
import { startTcpProxy } from '@/testing/tcp-proxy';
import { freePort } from '@/testing/telegram';
import { connect } from './client';
import { connectionCause } from './connection-cause';
import { migrateDatabase } from './migrations';

let certificates: Certificates;
let server: EmbeddedPostgres;
let plain: EmbeddedPostgres;

beforeAll(async () => {
  certificates = makeCertificates();
  const { settings } = certificates;
  [server, plain] = await Promise.all([
    startThrowawayPostgres(process.cwd(), { settings }),
    startThrowawayPostgres(process.cwd()),
  ]);
});
afterAll(async () => {
  await Promise.all([server.stop(), plain.stop()]);
  certificates.remove();
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
  test.each(['allow', 'prefer', 'require'])('%s encrypts and verifies nothing', async (sslmode) => {
    expect(await come(urlOf(server, '127.0.0.1', { sslmode }))).toBe(true);
  });

  test('disable does not encrypt', async () => {
    expect(await come(urlOf(server, 'localhost', { sslmode: 'disable' }))).toBe(false);
  });

  test.each(['allow', 'prefer'])('%s does without where the server has no TLS', async (sslmode) => {
    expect(await come(urlOf(plain, '127.0.0.1', { sslmode }))).toBe(false);
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

  test('sslrootcert=system goes by those that the machine trusts', async () => {
    const url = urlOf(server, 'localhost', { sslrootcert: 'system' });
    expect(await come(url)).toMatch(/not trusted/);
    process.env.SSL_CERT_FILE = certificates.root;
    try {
      expect(await come(url)).toBe(true);
    } finally {
      delete process.env.SSL_CERT_FILE;
    }
  });

  test('direct negotiation works', async () => {
    const parameters = { sslmode: 'require', sslnegotiation: 'direct' };
    expect(await come(urlOf(server, 'localhost', parameters))).toBe(true);
  });
});

test('with several hosts the first that answers serves', async () => {
  const url = new URL(server.url());
  const { hostname, port, href } = url;
  const several = href.replace(
    `@${hostname}:${port}`,
    `@${hostname}:${await freePort()},${hostname}:${port}`,
  );
  const { db, close } = connect(several, { max: 1 });
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  await close();
});

test('with several hosts of which none answers, it fails at once', async () => {
  const url = new URL(server.url());
  const dead = `127.0.0.1:${await freePort()}`;
  const several = url.href.replace(`@${url.host}`, `@${dead},${dead}`);
  const { db, close } = connect(several, { max: 1 });
  const began = performance.now();
  const fault = await db.execute(sql`select 1`).catch((error: unknown) => error);
  expect(connectionCause(fault)).toMatch(/refuses connections/);
  await expect(migrateDatabase(several)).rejects.toThrow();
  expect(performance.now() - began).toBeLessThan(5_000);
  await close();
});

describe('target_session_attrs means what it means to libpq', () => {
  test.each(['primary', 'read-write', 'prefer-standby', 'any'])(
    '%s takes a primary',
    async (kind) => {
      expect(await come(urlOf(server, '127.0.0.1', { target_session_attrs: kind }))).toBe(true);
    },
  );

  test.each(['standby', 'read-only'])('%s does not, and says so', async (kind) => {
    expect(await come(urlOf(server, '127.0.0.1', { target_session_attrs: kind }))).toBe(
      `no host is ${kind}`,
    );
  });
});

test('what a provider adds to its URLs does no harm', async () => {
  const parameters = { channel_binding: 'require', pgbouncer: 'true', supa: 'x', schema: 'public' };
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
      /no-such-host\.invalid.* host name/,
    );
  });
  test('nobody who listens', async () => {
    const url = urlOf(server, '127.0.0.1');
    url.port = String(await freePort());
    expect(await come(url)).toMatch(/refuses connections/);
  });
  test('a root certificate that is not there', async () => {
    const parameters = { sslmode: 'verify-full', sslrootcert: '/no/such/file' };
    expect(await come(urlOf(server, 'localhost', parameters))).toMatch(/cannot be read/);
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
