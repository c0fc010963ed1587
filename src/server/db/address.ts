import 'server-only';

/** How far a connection is protected; the words and their meaning are libpq's. */
export const SSL_MODES = [
  'disable',
  'allow',
  'prefer',
  'require',
  'verify-ca',
  'verify-full',
] as const;
export type SslMode = (typeof SSL_MODES)[number];

const TARGETS = ['read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const;

/** Where a database is and how to get at it, as a postgres:// URL says. */
export interface DatabaseAddress {
  /** Tried in this order. A host that begins with `/` is the folder of a Unix socket. */
  hosts: { host: string; port: number }[];
  user: string | undefined;
  password: string | undefined;
  database: string | undefined;
  sslMode: SslMode;
  /** TLS at once, without asking first (`sslnegotiation=direct`). */
  sslDirect: boolean;
  /** Files; `system` stands for the certificates that the machine trusts. */
  sslRootCert: string | undefined;
  sslCert: string | undefined;
  sslKey: string | undefined;
  /** Seconds. */
  connectTimeout: number | undefined;
  /** The kind of server wanted, where there are several. */
  targetSession: (typeof TARGETS)[number] | undefined;
  /** What the server is told when a connection begins. */
  startUp: Record<string, string>;
  /** Parameters of the URL that mean nothing here and are left out. */
  dropped: string[];
}

/** A database URL that cannot be read. The message never quotes it, for it holds a password. */
export class DatabaseUrlError extends Error {
  override name = 'DatabaseUrlError';
}

const DEFAULT_PORT = 5432;
const URL_PARTS = /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?([^@/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/;
const HOST_AND_PORT = /^(\[[^\]]+\]|[^:]*)(?::(\d{1,5}))?$/;

/**
 * Reads a database URL as libpq does, several hosts included. Parameters that belong to other drivers
 * or to a provider (Neon's `channel_binding`, Supabase's `pgbouncer`, Prisma's `schema`) are left out:
 * a server or a pooler refuses a connection that begins with settings it does not know. Throws
 * DatabaseUrlError.
 */
export function readDatabaseUrl(url: string): DatabaseAddress {
  const parts = URL_PARTS.exec(url);
  if (!parts) throw new DatabaseUrlError(UNREADABLE);
  const [, credentials = '', authority = '', path = '', query = ''] = parts;
  const given = new Map(new URLSearchParams(query));
  const take = (name: string): string | undefined => {
    const value = given.get(name);
    given.delete(name);
    return value === '' ? undefined : value;
  };

  const [user, ...password] = credentials.split(':');
  const sslRootCert = take('sslrootcert');
  const sslMode = sslModeOf(take('sslmode') ?? take('ssl'), sslRootCert);
  given.delete('ssl');
  const sslDirect = take('sslnegotiation') === 'direct';
  if (sslDirect && !needsTls(sslMode)) {
    throw new DatabaseUrlError('sslnegotiation=direct needs sslmode=require or stricter');
  }
  const target = take('target_session_attrs') ?? 'any';
  const targetSession = TARGETS.find((each) => each === target);
  if (target !== 'any' && !targetSession) {
    throw new DatabaseUrlError(`target_session_attrs must be any or one of ${TARGETS.join(', ')}`);
  }
  const startUp: Record<string, string> = {};
  for (const name of ['application_name', 'options']) {
    const value = take(name);
    if (value !== undefined) startUp[name] = value;
  }
  const timeout = Number(take('connect_timeout'));
  return {
    hosts: hostsOf(take('host') ?? decoded(authority), take('port')),
    user: decoded(user ?? '') || undefined,
    password: decoded(password.join(':')) || undefined,
    database: decoded(path) || undefined,
    sslMode,
    sslDirect,
    sslRootCert,
    sslCert: take('sslcert'),
    sslKey: take('sslkey'),
    connectTimeout: timeout > 0 ? timeout : undefined,
    targetSession,
    startUp,
    dropped: namesOf(given.keys()),
  };
}

const UNREADABLE =
  'is no URL of the form postgres://user:password@host:port/database' +
  ' (special characters of the password have to be percent-encoded)';

export const needsTls = (mode: SslMode): boolean =>
  mode === 'require' || mode === 'verify-ca' || mode === 'verify-full';

function sslModeOf(given: string | undefined, rootCert: string | undefined): SslMode {
  if (given === undefined) return rootCert === 'system' ? 'verify-full' : 'prefer';
  // node-postgres, postgres.js and JDBC write `ssl=true`.
  const named = given === 'true' ? 'require' : given === 'false' ? 'disable' : given;
  const mode = SSL_MODES.find((each) => each === named);
  if (!mode) throw new DatabaseUrlError(`sslmode must be one of ${SSL_MODES.join(', ')}`);
  if (rootCert === 'system' && mode !== 'verify-full') {
    throw new DatabaseUrlError('sslrootcert=system goes with sslmode=verify-full only');
  }
  return mode;
}

function hostsOf(authority: string, portParameter: string | undefined): DatabaseAddress['hosts'] {
  const fallback = portParameter === undefined ? DEFAULT_PORT : Number(portParameter);
  return authority.split(',').map((each) => {
    if (each.startsWith('/')) return { host: each, port: fallback };
    const [, host = '', port] = HOST_AND_PORT.exec(each) ?? [];
    const number = port === undefined ? fallback : Number(port);
    if (!HOST_AND_PORT.test(each) || !(number > 0 && number < 65_536)) {
      throw new DatabaseUrlError(UNREADABLE);
    }
    return { host: host.replace(/^\[|\]$/g, '') || 'localhost', port: number };
  });
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new DatabaseUrlError(UNREADABLE);
  }
}

/** A stray `?` in a password would make a part of it look like a parameter: only plain words are named. */
const namesOf = (names: Iterable<string>): string[] =>
  [...names].map((name) => (/^[a-z_]{2,40}$/i.test(name) ? name : '(one that is no word)'));
