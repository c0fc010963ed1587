import 'server-only';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { env } from '../env';
import { type DatabaseAddress, readDatabaseUrl } from './address';
import { ConnectionFault, openSocket, type SocketLimits } from './socket';
import {
  CLOSE_LIMIT_MS,
  CONNECT_LIMIT_MS,
  IDLE_MS,
  SILENCE_LIMIT_MS,
  WAIT_FOR_CONNECTION_MS,
} from './time-limits';

/** The database or a transaction on it: what every server function takes first. */
export type Db = Omit<NodePgDatabase, '$client'>;

export interface Connection {
  db: Db;
  pool: pg.Pool;
  close: () => Promise<void>;
}

export interface PoolOptions {
  /** Connections at most. */
  max?: number;
  /** A connection without an answer for so long is dropped; 0: a statement may take any time. */
  silenceMs?: number;
  /** For the server, as `postgres` takes them on its command line. Most poolers refuse them. */
  serverOptions?: string;
}

/**
 * Opens a pool that works on a direct connection and behind a transaction pooler alike: no statement
 * is prepared under a name, nothing is set for a session. Opens no connection before the first query.
 */
export function connect(
  url: string,
  { max = 10, silenceMs, serverOptions }: PoolOptions = {},
): Connection {
  const address = readDatabaseUrl(url);
  if (serverOptions) {
    const { options } = address.startUp;
    address.startUp.options = options ? `${options} ${serverOptions}` : serverOptions;
  }
  const pool = new pg.Pool({
    Client: clientClass(address, silenceMs ?? SILENCE_LIMIT_MS),
    max,
    connectionTimeoutMillis: WAIT_FOR_CONNECTION_MS,
    idleTimeoutMillis: IDLE_MS,
  });
  // A connection that breaks while nobody uses it concerns nobody: the pool has let go of it.
  pool.on('error', () => undefined);
  const db = drizzle(pool);
  db.transaction = (work, config) => transaction(pool, (own) => own.transaction(work, config));
  let closing: Promise<void> | undefined;
  const close = () =>
    (closing ??= Promise.race([pool.end(), delay(CLOSE_LIMIT_MS, undefined, { ref: false })]));
  return { db, pool, close };
}

/**
 * Runs a transaction on a connection of its own, and gives the connection back however it ends. (The
 * one that Drizzle opens for itself is lost to the pool when BEGIN fails.)
 */
async function transaction<T>(pool: pg.Pool, run: (db: NodePgDatabase) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await run(drizzle(client));
  } finally {
    // One that is still inside a transaction is of no use to anybody else.
    client.release(client.getTransactionStatus() !== 'I');
  }
}

/** The clients of a pool: node-postgres speaks the protocol, ./socket makes the way. */
function clientClass(address: DatabaseAddress, silenceMs: number): new () => pg.Client {
  const { user, password, database, connectTimeout, startUp } = address;
  const connectMs = connectTimeout === undefined ? CONNECT_LIMIT_MS : connectTimeout * 1_000;
  const open = opener(address, { connectMs, silenceMs });
  return class Client extends pg.Client {
    constructor() {
      super({
        ...(user !== undefined && { user }),
        ...(password !== undefined && { password }),
        ...(database !== undefined && { database }),
        // ./socket sees to TLS.
        ssl: false,
        application_name: 'napomnyu',
        ...startUp,
      });
      // Queries reject by themselves; without a listener the event would end the process.
      this.on('error', () => undefined);
    }

    override connect(): Promise<pg.Client>;
    override connect(done: (fault: Error | null) => void): void;
    override connect(done?: (fault: Error | null) => void): Promise<pg.Client> | void {
      const connecting = this.#connect();
      if (!done) return connecting;
      connecting.then(() => done(null), done);
    }

    async #connect(): Promise<pg.Client> {
      // node-postgres made this socket. It is not used, but the pool destroys it where it waited enough.
      const { stream: given } = this.connection;
      const givenUp = once(given, 'close').then(() => {
        throw new ConnectionFault('ETIMEDOUT', 'the database is not reached in time');
      });
      const opening = open();
      opening.then(
        (late) => given.destroyed && late.destroy(),
        () => undefined,
      );
      const socket = await Promise.race([opening, givenUp]);
      // It is connected already, which node-postgres would see to.
      const connect = () => process.nextTick(() => socket.emit('connect'));
      Object.assign(this.connection, { stream: Object.assign(socket, { connect }) });
      return super.connect();
    }
  };
}

/**
 * Opens connections to the first host that answers and, where the URL says which kind of server it
 * wants, is of that kind. The next time it begins with the host that it found, or after the last that
 * failed.
 */
function opener(address: DatabaseAddress, limits: SocketLimits): () => Promise<Socket> {
  const { hosts, targetSession } = address;
  let first = 0;
  const find = async (suits: (at: DatabaseAddress) => Promise<boolean>): Promise<Socket> => {
    let fault: unknown = new ConnectionFault('CONNECTION_TARGET', `no host is ${targetSession}`);
    const began = first;
    for (let i = 0; i < hosts.length; i += 1) {
      const index = (began + i) % hosts.length;
      const at = { ...address, hosts: hosts.slice(index, index + 1), targetSession: undefined };
      try {
        if (await suits(at)) {
          const socket = await openSocket(at, limits);
          first = index;
          return socket;
        }
      } catch (error) {
        fault = error;
      }
      first = (index + 1) % hosts.length;
    }
    throw fault;
  };
  const any = () => Promise.resolve(true);
  if (targetSession === undefined) return () => find(any);
  const suits = async (at: DatabaseAddress) => {
    const client = new (clientClass(at, limits.silenceMs))();
    try {
      await client.connect();
      const { rows } = await client.query<{ standby: boolean; reads: boolean }>(
        `select pg_is_in_recovery() as standby, current_setting('transaction_read_only')::bool as reads`,
      );
      return rows.some(({ standby, reads }) => KINDS[targetSession](standby, reads));
    } finally {
      await client.end();
    }
  };
  return () =>
    targetSession === 'prefer-standby' ? find(suits).catch(() => find(any)) : find(suits);
}

/** What `target_session_attrs` means, as libpq defines it. */
const KINDS: Record<
  NonNullable<DatabaseAddress['targetSession']>,
  (standby: boolean, readOnly: boolean) => boolean
> = {
  'read-write': (_, readOnly) => !readOnly,
  'read-only': (_, readOnly) => readOnly,
  primary: (standby) => !standby,
  standby: (standby) => standby,
  'prefer-standby': (standby) => standby,
};

// Next loads modules more than once in one process (routes, instrumentation): one pool serves all.
const holder: typeof globalThis & { napomnyuConnection?: Connection } = globalThis;

/** The process's pool, opened when first asked. */
export function connection(): Connection {
  holder.napomnyuConnection ??= connect(env().databaseUrl, { max: env().databasePoolMax });
  return holder.napomnyuConnection;
}

export const db = (): Db => connection().db;
