import { DatabaseUrlError, readDatabaseUrl } from './address';

const HOST = 'db.example';
const at = (query: string) => readDatabaseUrl(`postgres://anna:secret@${HOST}/napomnyu?${query}`);

test('what providers add to their URLs reaches no server and is named', () => {
  const neon = at('sslmode=require&channel_binding=require');
  expect(neon).toMatchObject({ sslMode: 'require', startUp: {}, dropped: ['channel_binding'] });
  const supabase = at(
    'pgbouncer=true&supa=base-pooler.x&pool_timeout=10&connection_limit=1&schema=public',
  );
  expect(supabase.startUp).toEqual({});
  expect(supabase.dropped).toEqual([
    'pgbouncer',
    'supa',
    'pool_timeout',
    'connection_limit',
    'schema',
  ]);
});

test('what a driver understands is kept', () => {
  expect(
    at(
      'application_name=mine&options=endpoint%3Dep-1&connect_timeout=3&target_session_attrs=primary',
    ),
  ).toMatchObject({
    startUp: { application_name: 'mine', options: 'endpoint=ep-1' },
    connectTimeout: 3,
    targetSession: 'primary',
    dropped: [],
  });
});

test('user, password, host, port and database are taken as they were encoded', () => {
  expect(readDatabaseUrl('postgresql://a%40b:p%3As%3A%2F@h.example:6543/d%20b')).toMatchObject({
    user: 'a@b',
    password: 'p:s:/',
    hosts: [{ host: 'h.example', port: 6543 }],
    database: 'd b',
  });
  expect(readDatabaseUrl('postgres://u:p:q@[::1]:6000/d')).toMatchObject({
    password: 'p:q',
    hosts: [{ host: '::1', port: 6000 }],
  });
  expect(readDatabaseUrl('postgres://u@one,two:6000/d').hosts).toEqual([
    { host: 'one', port: 5432 },
    { host: 'two', port: 6000 },
  ]);
  expect(readDatabaseUrl('postgres://u:p@/d?host=/var/run/postgresql').hosts).toEqual([
    { host: '/var/run/postgresql', port: 5432 },
  ]);
});

test.each([
  ['', 'prefer'],
  ['sslmode=disable', 'disable'],
  ['sslmode=verify-ca&sslrootcert=/ca.pem', 'verify-ca'],
  ['sslrootcert=system', 'verify-full'],
  ['ssl=true', 'require'],
])('%p means sslmode %s', (query, mode) => {
  expect(at(query).sslMode).toBe(mode);
});

test.each([
  'mysql://anna:hidden@db/x',
  'postgres://anna:hid?den@db.example:5432/x',
  'postgres://anna:hidden@db.example:0/x',
  'postgres://anna:hid%den@db.example/x',
  'postgres://anna:hidden@db.example/x?sslmode=hidden',
  'postgres://anna:hidden@db.example/x?sslmode=require&sslrootcert=system',
  'postgres://anna:hidden@db.example/x?target_session_attrs=hidden',
  'postgres://anna:hidden@db.example/x?sslnegotiation=direct',
])('%s is refused without being quoted', (url) => {
  const read = () => readDatabaseUrl(url);
  expect(read).toThrow(DatabaseUrlError);
  expect(read).not.toThrow(/hid/);
});

test('a piece of a password that looks like a parameter is not named', () => {
  const { dropped } = readDatabaseUrl('postgres://anna:12?34@db.example/x=1');
  expect(dropped.join()).not.toContain('34');
});
