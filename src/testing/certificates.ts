import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { postgresAccount } from '@/dev/embedded-postgres';

/** A certificate authority of a test's own, and a server's certificate for `localhost`, by openssl. */
export function makeCertificates() {
  const folder = mkdtempSync(path.join(tmpdir(), 'napomnyu-certificates-'));
  const file = (name: string) => path.join(folder, name);
  const openssl = (...args: string[]) => {
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  };
  const key = (name: string) => ['-newkey', 'rsa:2048', '-nodes', '-keyout', file(`${name}.key`)];
  for (const name of ['root', 'other']) {
    openssl('req', '-x509', ...key(name), '-out', file(`${name}.pem`), '-subj', `/CN=${name}`);
  }
  openssl('req', '-new', ...key('server'), '-out', file('server.csr'), '-subj', '/CN=localhost');
  writeFileSync(file('names'), 'subjectAltName=DNS:localhost');
  const signedBy = ['-CA', file('root.pem'), '-CAkey', file('root.key'), '-CAcreateserial'];
  const signed = ['-out', file('server.pem'), '-days', '2', '-extfile', file('names')];
  openssl('x509', '-req', '-in', file('server.csr'), ...signedBy, ...signed);

  const account = postgresAccount();
  if (account) {
    for (const each of [folder, file('server.key'), file('server.pem')]) {
      chownSync(each, account.uid, account.gid);
    }
  }
  return {
    root: file('root.pem'),
    /** A root that has nothing to do with it. */
    otherRoot: file('other.pem'),
    /** What PostgreSQL is set to, to speak TLS as `localhost`. */
    settings: { ssl: 'on', ssl_cert_file: file('server.pem'), ssl_key_file: file('server.key') },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
export type Certificates = ReturnType<typeof makeCertificates>;
