import 'server-only';
import type { ClientConfig } from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';

interface DatabaseAddress {
  client: ClientConfig;
  /** Parameters of the URL that mean nothing here and are left out. */
  dropped: string[];
}

/** A database URL that cannot be read. The message never quotes it, for it holds a password. */
export class DatabaseUrlError extends Error {
  override name = 'DatabaseUrlError';
}

const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'];
const USED = new Set(
  'host port user password sslmode ssl sslrootcert sslcert sslkey sslnegotiation application_name options'.split(
    ' ',
  ),
);

/**
 * Reads a database URL, with libpq's meaning of `sslmode`; parameters of other drivers and providers are
 * left out. The files that it names are read at once. Throws DatabaseUrlError.
 */
export function readDatabaseUrl(url: string): DatabaseAddress {
  if (!/^postgres(ql)?:\/\//.test(url)) throw new DatabaseUrlError(UNREADABLE);
  const given = new URLSearchParams(url.split('?')[1]);
  const sslMode = given.get('sslmode');
  if (sslMode !== null && !SSL_MODES.includes(sslMode)) {
    throw new DatabaseUrlError(`sslmode must be one of ${SSL_MODES.join(', ')}`);
  }
  // The parser takes no notice of any other value, and the connection would not be encrypted.
  if (!/^(true|false|[10])$/.test(given.get('ssl') ?? 'false')) {
    throw new DatabaseUrlError('ssl must be true or false: sslmode says more');
  }
  if (sslMode === 'verify-ca' && !given.has('sslrootcert')) {
    throw new DatabaseUrlError('sslmode=verify-ca needs sslrootcert');
  }
  const { host, port, user, password, database, ssl, sslnegotiation, application_name, options } =
    parsed(url);
  return {
    client: {
      host,
      port,
      user,
      password,
      database,
      sslnegotiation,
      application_name,
      options,
      // TLS has no place on a Unix socket.
      ssl: host?.startsWith('/') ? false : ssl,
    },
    // A stray `?` in a password would make a part of it look like a parameter: only plain words are named.
    dropped: [...new Set(given.keys())].filter((name) => !USED.has(name) && /^[a-z_]+$/.test(name)),
  };
}

const UNREADABLE =
  'is no URL of the form postgres://user:password@host:port/database' +
  ' (special characters of the password have to be percent-encoded)';

function parsed(url: string): ClientConfig {
  try {
    return toClientConfig(parse(url, { useLibpqCompat: !url.includes('uselibpqcompat=') }));
  } catch (error) {
    const missing = typeof error === 'object' && error !== null && 'path' in error;
    throw new DatabaseUrlError(missing ? 'names a certificate that cannot be read' : UNREADABLE);
  }
}
