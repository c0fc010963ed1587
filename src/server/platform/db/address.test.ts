import { DatabaseUrlError, readDatabaseUrl } from './address';

const HOST = 'db.example';
const at = (query: string) => readDatabaseUrl(`postgres://anna:secret@${HOST}/napomnyu?${query}`);

test('what providers add to their URLs reaches no server and is named', () => {
  const neon = at('sslmode=require&channel_binding=require');
  expect(neon).toMatchObject({
    client: { ssl: { rejectUnauthorized: false } },
    dropped: ['channel_binding'],
  });
  const supabase = at('pgbouncer=true&supa=base-pooler.x&max=1&statement_timeout=1&schema=public');
  expect(Object.values(supabase.client).filter(Boolean)).toEqual([
    HOST,
    'anna',
    'secret',
    'napomnyu',
  ]);
  expect(supabase.dropped).toEqual(['pgbouncer', 'supa', 'max', 'statement_timeout', 'schema']);
});

test('what a driver understands is kept', () => {
  expect(at('application_name=mine&options=endpoint%3Dep-1&sslnegotiation=direct')).toMatchObject({
    client: {
      application_name: 'mine',
      options: 'endpoint=ep-1',
      sslnegotiation: 'direct',
      ssl: true,
    },
    dropped: [],
  });
});

test('user, password, host, port and database are taken as they were encoded', () => {
  const read = (url: string) => readDatabaseUrl(url).client;
  expect(read('postgresql://a%40b:p%3As%3A%2F@h.example:6543/d%20b')).toMatchObject({
    user: 'a@b',
    password: 'p:s:/',
    host: 'h.example',
    port: 6543,
    database: 'd b',
  });
  expect(read('postgres://u:p:q@[::1]:6000/d')).toMatchObject({
    password: 'p:q',
    host: '::1',
    port: 6000,
  });
  expect(read('postgres://u:p@/d?host=/var/run/postgresql&sslmode=require')).toMatchObject({
    host: '/var/run/postgresql',
    database: 'd',
    ssl: false,
  });
});

test('without sslmode there is no TLS; ssl=true verifies all, as node-postgres has it', () => {
  expect(at('').client.ssl).toBeUndefined();
  expect(at('sslmode=disable').client.ssl).toBe(false);
  expect(at('ssl=true').client.ssl).toBe(true);
  expect(at('ssl=false').client.ssl).toBeFalsy();
  expect(at('sslmode=verify-full').client.ssl).toEqual({});
});

test.each([
  ['mysql://anna:hidden@db/x', /form postgres/],
  ['postgres://anna:hid?den@db.example:5432/x', /percent-encoded/],
  ['postgres://anna:hidden@db.example:port/x', /form postgres/],
  ['postgres://anna:hidden@db.example/x?sslmode=hidden', /sslmode must be one of/],
  ['postgres://anna:hidden@db.example/x?sslmode=allow', /sslmode must be one of/],
  ['postgres://anna:hidden@db.example/x?sslmode=verify-ca', /needs sslrootcert/],
  ['postgres://anna:hidden@db.example/x?sslrootcert=/hidden', /cannot be read/],
  ['postgres://anna:hidden@db.example/x?sslrootcert=system', /leave out .*verify-full/],
  ['postgres://anna:hidden@db.example/x?ssl=hidden', /ssl must be true/],
  ['postgres://anna:hidden@db.example/x?sslnegotiation=direct&sslmode=disable', /direct needs/],
  ['postgres://anna:hidden@one,two:6000/x', /several hosts/],
  ['postgres://anna:hidden@one:1,two:2/x', /several hosts/],
])('%s is refused with a reason, and not quoted', (url, reason) => {
  const read = () => readDatabaseUrl(url);
  expect(read).toThrow(DatabaseUrlError);
  expect(read).toThrow(reason);
  expect(read).not.toThrow(/hid/);
});

test('a piece of a password that looks like a parameter is not named', () => {
  const { dropped } = readDatabaseUrl('postgres://anna:12?34@db.example/x=1');
  expect(dropped.join()).not.toContain('34');
});
