import 'server-only';
import { findSourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** SQLSTATE: two characters of class, three of detail. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const SQLSTATE = /^[0-9A-Z]{5}$/;
/** Classes 22 (data exception) and 23 (integrity constraint violation). */
const BLAMES_DATA = /^2[23]/;
/**
 * Codes by which Node, OpenSSL and `codeOfFault` tell of a connection: ECONNREFUSED, ERR_TLS_…, CERT_HAS_EXPIRED,
 * CONNECTION_CLOSED…
 */
const CONNECTION =
  /^(E(?!RR_(?!TLS_|SSL_))[A-Z_]+|(CERT|SELF|UNABLE|DEPTH)_[A-Z_]+|CONNECT_TIMEOUT|CONNECTION_[A-Z]+)$/;

/**
 * A fault and what it was caused by, outermost first: drivers and Drizzle wrap one another. Causes that refer to one
 * another in a circle are taken once.
 */
function chainOf(error: unknown): object[] {
  const chain: object[] = [];
  let each = error;
  while (typeof each === 'object' && each !== null && !chain.includes(each)) {
    chain.push(each);
    each = 'cause' in each ? each.cause : undefined;
  }
  return chain;
}

/** The code of the innermost fault that has one. */
export const codeOf = (error: unknown): string | undefined =>
  chainOf(error).map(codeOfFault).findLast(Boolean);

/** Tells whether PostgreSQL refused the values that were to be written: the same row will be refused again. */
export const isDataFault = (error: unknown): boolean => {
  const code = codeOf(error) ?? '';
  return SQLSTATE.test(code) && BLAMES_DATA.test(code);
};

/**
 * Tells whether the database, or the way to it, kept a statement from being carried out: gone, overloaded,
 * full, read-only, deadlocked, in the middle of a migration. The same statement may succeed later, so
 * nothing is to be given up for it. Everything that has a code is such a fault unless it blames the
 * data (isDataFault); a fault without one is a bug of ours.
 */
export const isPassingFault = (error: unknown): boolean => {
  const code = codeOf(error) ?? '';
  return CONNECTION.test(code) || (SQLSTATE.test(code) && !BLAMES_DATA.test(code));
};

/**
 * Names, codes and places of a fault and its causes; no word of a message, which may quote users' texts, though
 * what it means may be told by it. Of what is no Error its type alone.
 */
export function safeFault(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error };
  const chain = chainOf(error).filter((each) => each instanceof Error);
  const frames = chain.flatMap(framesOf);
  return {
    name: identifier(error.name) ?? 'Error',
    /** The innermost: what the database or the network said. */
    code: identifier(codeOf(error)),
    /** The reason why the database cannot be used, in words for an operator. */
    means: connectionCause(error),
    /** The first place of ours on the way up that says what was done, or the first at all. */
    at: frames.find((frame) => !/node_modules|node:|read-rows/.test(frame)) ?? frames[0],
    /** Parts of the schema, as PostgreSQL names them. */
    table: namedBy(chain, 'table'),
    column: namedBy(chain, 'column'),
    constraint: namedBy(chain, 'constraint'),
  };
}

/** Undefined for what people write: it has other letters, or is longer. */
const identifier = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[A-Za-z0-9_.$-]{1,63}$/.test(value) ? value : undefined;

/** The name that PostgreSQL gives beside a message: a field of the driver's error. */
const namedBy = (chain: readonly Error[], field: string): string | undefined =>
  chain
    .flatMap((error) => Object.entries(error))
    .map(([key, value]) => (key === field ? identifier(value) : undefined))
    .find(Boolean);

/** `at place (file:line:column)` as V8 writes it; functions and files have no other characters. */
const FRAME = /^at (?:[\w$.<>[\] #]{1,100} \()?[\w$@./:[\]()~+-]{1,300}:\d{1,7}:\d{1,7}\)?$/;

const PLACE = /^(?<called>at .* \(|at )(?<file>\/.+):(?<line>\d+):(?<column>\d+)(?<end>\)?)$/;

/**
 * The place in the sources of one in the build. Node would map it, but Next puts its own writer of stacks
 * in between.
 */
function inSources(frame: string): string {
  const { called = '', file = '', line, column, end = '' } = PLACE.exec(frame)?.groups ?? {};
  const origin = findSourceMap(file)?.findEntry(Number(line) - 1, Number(column) - 1);
  if (!origin || !('originalSource' in origin) || !origin.originalSource.startsWith('file:')) {
    return frame;
  }
  const place = `${fileURLToPath(origin.originalSource)}:${origin.originalLine + 1}`;
  return `${called}${place}:${origin.originalColumn + 1}${end}`;
}

/**
 * The places in an error's stack. A stack begins with the error's name and message, whose lines may
 * look like places: they are cut off by the message's length, and where the stack does not begin with
 * the message that the error has now, there are no places.
 */
function framesOf({ message, stack = '' }: Error): string[] {
  const name = /^[\w$.]*(?: \[\w+\])?/.exec(stack)?.[0] ?? '';
  const heads = message === '' ? [name, `${name}: `] : [`${name}: ${message}`];
  const head = heads.find((each) => stack.startsWith(`${each}\n    at `));
  if (head === undefined) return [];
  const lines = stack.slice(head.length + 1).split('\n');
  const end = lines.findIndex((line) => !line.startsWith('    at '));
  return lines
    .slice(0, end < 0 ? undefined : end)
    .map((line) => inSources(line.trim()).replace(`${process.cwd()}/`, ''))
    .filter((line) => FRAME.test(line));
}

/** Reasons why a connection cannot be made or used, by their codes. Libraries' own words are left out of logs. */
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

/** The code by which PostgreSQL, Node or node-postgres know a fault; undefined for what none of them reports. */
function codeOfFault(fault: object): string | undefined {
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

/** Node's `fetch` wraps what kept it from a server in one; drivers of the database throw none. */
const isOfFetch = (fault: object): boolean => 'name' in fault && fault.name === 'TypeError';

/**
 * Says why the database cannot be used, in one line without a secret; undefined where the fault lies
 * elsewhere: what a code means of the database it does not mean of Telegram or of a transcriber.
 */
export function connectionCause(error: unknown): string | undefined {
  const chain = chainOf(error);
  return chain.some(isOfFetch) ? undefined : chain.map(refusalOf).find(Boolean);
}

function refusalOf(fault: object): string | undefined {
  const code = codeOfFault(fault) ?? '';
  if (/SELF_SIGNED|UNABLE_TO|CERT_UNTRUSTED/.test(code)) return UNTRUSTED;
  const message = code === '08P01' && fault instanceof Error ? fault.message : '';
  return POOLER_REFUSALS.find(([words]) => words.test(message))?.[1] ?? REFUSALS[code];
}
