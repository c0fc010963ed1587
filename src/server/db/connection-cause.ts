import 'server-only';

/** What keeps a connection from being made or used, by its code. Libraries' own words are left out of logs. */
const REFUSALS: Record<string, string> = {
  '28P01': 'the password or the user of the database URL is wrong',
  '28000': 'the database server does not let this user in from here, or not without TLS',
  '3D000': 'the database that the URL names does not exist',
  '42501': 'the user of the database URL lacks a right',
  '53300': 'the database server has no connection left',
  '57P01': 'the database server is being stopped',
  '57P02': 'the database server crashed',
  '57P03': 'the database server is starting up or being stopped',
  '57014': 'the database was not done within the time limit, or had no connection free',
  '25006': 'the database server takes no writes: it is a standby or has no room left',
  '08P01': 'the pooler in front of the database refuses the connection',
  CONNECT_TIMEOUT: 'the database server takes connections and does not answer',
  CONNECTION_CLOSED: 'the connection to the database ended',
  CONNECTION_BUSY: 'no connection to the database was free in time',
  ECONNRESET: 'the connection to the database ended',
  ENOTFOUND: 'the host name of the database URL does not exist',
  EAI_AGAIN: 'the host name of the database URL cannot be looked up at the moment',
  ECONNREFUSED: 'the database server refuses connections: nothing listens at that host and port',
  ENOENT: 'the folder that the database URL names has no socket of PostgreSQL',
  EACCES: 'the socket of the database may not be opened by this user',
  EHOSTUNREACH: 'the database server cannot be reached from here',
  ENETUNREACH: 'the database server cannot be reached from here',
  ETIMEDOUT: 'the database server does not answer',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the database server shows a certificate of another host',
  CERT_HAS_EXPIRED: 'the database server shows a certificate that has expired',
  CONNECTION_PLAIN: 'the database server speaks no TLS, which the database URL asks for',
  CONNECTION_ENDED: 'the pool of connections to the database is closed',
  CONNECTION_UNPROVEN: 'the database server cannot prove that it knows the password',
  CONNECTION_PASSWORD: 'the database server asks for a password, and the database URL has none',
};

/** node-postgres gives its own faults no code. They are told apart by its words, which hold nothing of ours. */
const DRIVER_FAULTS: readonly [RegExp, string][] = [
  [/^timeout exceeded when trying to connect$/, 'CONNECTION_BUSY'],
  [/^Connection terminated due to connection timeout$/, 'CONNECT_TIMEOUT'],
  [/^Connection terminated/, 'CONNECTION_CLOSED'],
  [/^The server does not support SSL/, 'CONNECTION_PLAIN'],
  [/^There was an error establishing an SSL/, 'CONNECTION_CLOSED'],
  [/^Client (was closed|has encountered a connection error)/, 'CONNECTION_CLOSED'],
  [/^Cannot use a pool after calling end/, 'CONNECTION_ENDED'],
  [/^SASL: .*password must be/, 'CONNECTION_PASSWORD'],
  [/^SASL: /, 'CONNECTION_UNPROVEN'],
];

/** What PostgreSQL, Node or node-postgres call a fault; undefined for what none of them reports. */
export function codeOfFault(fault: object): string | undefined {
  if ('code' in fault && typeof fault.code === 'string') return fault.code;
  if (!(fault instanceof Error)) return undefined;
  return DRIVER_FAULTS.find(([words]) => words.test(fault.message))?.[1];
}

const UNTRUSTED =
  'the database server shows a certificate that is not trusted: name its root in sslrootcert';

/** PgBouncer's one code for everything, told apart by words of its own that hold nothing of ours. */
const POOLER_REFUSALS: readonly [RegExp, string][] = [
  [/startup parameter/, 'the pooler refuses a parameter of the database URL'],
  [/no such database/, 'the pooler knows no database of that name'],
  [/no such user|auth failed/, 'the pooler does not know this user or password'],
  [/query_wait_timeout|no more connections/, 'the pooler has no connection free'],
  [/connect|login/, 'the pooler does not get through to the database server'],
];

/**
 * What keeps the database from being used, in one readable line without a secret or a user's text;
 * undefined where the fault lies elsewhere.
 */
export function connectionCause(error: unknown, depth = 0): string | undefined {
  // Causes may go round in a circle.
  if (typeof error !== 'object' || error === null || depth > 8) return undefined;
  const code = codeOfFault(error) ?? '';
  const message = error instanceof Error ? error.message : '';
  const named =
    code === '08P01' ? POOLER_REFUSALS.find(([words]) => words.test(message)) : undefined;
  if (/SELF_SIGNED|UNABLE_TO|CERT_UNTRUSTED/.test(code)) return UNTRUSTED;
  return (
    named?.[1] ??
    REFUSALS[code] ??
    ('cause' in error ? connectionCause(error.cause, depth + 1) : undefined)
  );
}
