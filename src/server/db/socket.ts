import 'server-only';
import { readFile } from 'node:fs/promises';
import { connect, isIP, type Socket } from 'node:net';
import tls from 'node:tls';
import { type DatabaseAddress, needsTls } from './address';

/** What kept a connection from being made, in words for an operator: no secret, nothing of a user's. */
export class ConnectionFault extends Error {
  override name = 'ConnectionFault';
  constructor(
    /** Node's, or CONNECTION_TLS. */
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export interface SocketLimits {
  /** For a connection to one host, with TLS. */
  connectMs: number;
  /** A connection on which nothing comes and goes for so long is dropped. */
  silenceMs: number;
}

/**
 * Opens a connection to the first host of an address, with TLS as libpq means it, that never waits for
 * ever. A server that is connected and mute, a frozen machine, a network that swallows packets: nothing
 * else would ever end a query there and free its place in the pool. Throws ConnectionFault.
 */
export async function openSocket(address: DatabaseAddress, limits: SocketLimits): Promise<Socket> {
  const [at] = address.hosts;
  if (!at) throw new Error('an address without a host');
  const socket = await open(at, address, limits);
  const drop = (code: string, what: string) =>
    socket.destroy(new ConnectionFault(code, `${nameOf(at)} ${what}`));
  socket.setTimeout(limits.silenceMs, () => drop('ETIMEDOUT', 'does not answer'));
  // What was under way learns why.
  socket.once('end', () => drop('ECONNRESET', 'ended the connection'));
  return socket;
}

type Host = DatabaseAddress['hosts'][number];

const nameOf = ({ host, port }: Host): string =>
  host.startsWith('/') ? host : `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;

async function open(at: Host, address: DatabaseAddress, limits: SocketLimits): Promise<Socket> {
  const plain = at.host.startsWith('/')
    ? connect(`${at.host}/.s.PGSQL.${at.port}`)
    : connect(at.port, at.host);
  plain.setKeepAlive(true, 60_000);
  plain.setNoDelay(true);
  let opened: Socket = plain;
  const late = setTimeout(() => {
    const fault = new ConnectionFault('ETIMEDOUT', `${nameOf(at)} does not answer`);
    opened.destroy(fault);
    plain.destroy(fault);
  }, limits.connectMs);
  try {
    await happens(plain, 'connect', (fault) => connectFault(at, fault));
    // TLS has no place on a Unix socket.
    if (at.host.startsWith('/') || !(await agreesOnTls(plain, at, address))) return plain;
    const secure = tls.connect({ socket: plain, ...(await tlsOptions(at, address)) });
    opened = secure;
    await happens(secure, 'secureConnect', (fault) => tlsFault(at, fault));
    return secure;
  } catch (error) {
    plain.destroy();
    throw error;
  } finally {
    clearTimeout(late);
  }
}

/** Waits for an event; an error or the end of the socket before is the fault that `explain` makes of it. */
const happens = (
  socket: Socket,
  event: 'connect' | 'secureConnect' | 'readable',
  explain: (fault: Error | undefined) => Error,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      socket.off(event, happened).off('error', failed).off('close', closed);
      act();
    };
    const happened = () => settle(resolve);
    const failed = (fault: Error) =>
      settle(() => reject(fault instanceof ConnectionFault ? fault : explain(fault)));
    const closed = () => settle(() => reject(explain(undefined)));
    socket.once(event, happened).once('error', failed).once('close', closed);
  });

/** Length 8 and the code of PostgreSQL's SSLRequest. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

async function agreesOnTls(socket: Socket, at: Host, address: DatabaseAddress): Promise<boolean> {
  if (address.sslMode === 'disable') return false;
  if (address.sslDirect) return true;
  socket.write(SSL_REQUEST);
  await happens(socket, 'readable', (fault) => connectFault(at, fault));
  const answer: unknown = socket.read(1);
  if (Buffer.isBuffer(answer) && answer.toString() === 'S') return true;
  if (!needsTls(address.sslMode)) return false;
  throw new ConnectionFault(
    'CONNECTION_TLS',
    `${nameOf(at)} speaks no TLS, which sslmode=${address.sslMode} asks for`,
  );
}

async function tlsOptions(at: Host, address: DatabaseAddress): Promise<tls.ConnectionOptions> {
  const { sslMode, sslRootCert, sslCert, sslKey, sslDirect } = address;
  const [ca, cert, key] = await Promise.all([
    sslRootCert === 'system' ? systemCertificates() : certificate('sslrootcert', sslRootCert),
    certificate('sslcert', sslCert),
    certificate('sslkey', sslKey),
  ]);
  return {
    host: at.host,
    ...(isIP(at.host) === 0 && { servername: at.host }),
    ...(sslDirect && { ALPNProtocols: ['postgresql'] }),
    ...(ca && { ca }),
    ...(cert && { cert }),
    ...(key && { key }),
    // As in libpq, a root certificate that is named is also used where it is not asked for.
    rejectUnauthorized: sslMode.startsWith('verify') || (sslMode === 'require' && Boolean(ca)),
    ...(sslMode !== 'verify-full' && { checkServerIdentity: () => undefined }),
  };
}

async function certificate(parameter: string, file: string | undefined) {
  if (file === undefined) return undefined;
  try {
    return await readFile(file);
  } catch {
    throw new ConnectionFault('CONNECTION_TLS', `${parameter} names a file that cannot be read`);
  }
}

/** Where operating systems keep the certificates that they trust; SSL_CERT_FILE comes first, as in OpenSSL. */
const SYSTEM_CERTIFICATES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/cert.pem',
];

/** Undefined where the machine keeps none: then Node's own count. */
async function systemCertificates(): Promise<Buffer | undefined> {
  for (const file of [process.env.SSL_CERT_FILE ?? '', ...SYSTEM_CERTIFICATES]) {
    const found = await readFile(file).catch(() => undefined);
    if (found) return found;
  }
  return undefined;
}

const codeOf = (fault: Error | undefined): string =>
  fault && 'code' in fault && typeof fault.code === 'string' ? fault.code : 'ECONNRESET';

const CONNECT_FAULTS: Record<string, string> = {
  ENOTFOUND: 'is a host name that does not exist',
  EAI_AGAIN: 'is a host name that cannot be looked up at the moment',
  ECONNREFUSED: 'refuses connections: no server listens there',
  ENOENT: 'is a folder without a socket of PostgreSQL',
  EACCES: 'may not be opened by this user',
  EHOSTUNREACH: 'cannot be reached from here',
  ENETUNREACH: 'cannot be reached from here',
  ETIMEDOUT: 'does not answer',
};

function connectFault(at: Host, fault: Error | undefined): ConnectionFault {
  const code = codeOf(fault);
  const what = CONNECT_FAULTS[code] ?? `ends the connection while it is made (${code})`;
  return new ConnectionFault(code, `${nameOf(at)} ${what}`);
}

function tlsFault(at: Host, fault: Error | undefined): ConnectionFault {
  const code = codeOf(fault);
  const what =
    code === 'ERR_TLS_CERT_ALTNAME_INVALID'
      ? 'shows a certificate of another host'
      : code === 'CERT_HAS_EXPIRED'
        ? 'shows a certificate that has expired'
        : /SELF_SIGNED|UNABLE_TO|CERT_UNTRUSTED/.test(code)
          ? 'shows a certificate that is not trusted: name its root in sslrootcert'
          : 'cannot agree on TLS';
  return new ConnectionFault('CONNECTION_TLS', `${nameOf(at)} ${what} (${code})`);
}
