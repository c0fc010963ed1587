import 'server-only';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { env } from '../env';
import { processState } from '../process-state';
import { readDatabaseUrl } from './address';
import { type Effect, runEffects, withEffects } from './after-commit';
import {
  CLOSE_LIMIT_MS,
  IDLE_MS,
  PATIENT_WAIT_MS,
  SILENCE_LIMIT_MS,
  WAIT_FOR_CONNECTION_MS,
} from './time-limits';

/** The database or a transaction on it: what every server function takes first. */
export type Db = Omit<NodePgDatabase, '$client'> & {
  /** In a transaction, the effects that are to follow its commit (`afterCommit`). */
  effects?: Effect[];
};

export interface Connection {
  db: Db;
  pool: pg.Pool;
  close: () => Promise<void>;
}

interface PoolOptions {
  max?: number;
  /** A query waits for its connection so long. */
  waitMs?: number;
  /** A connection without an answer for so long is dropped; 0: a statement may take any time. */
  silenceMs?: number;
  /** Options of the server, as `postgres` takes them on its command line. Most poolers refuse them. */
  serverOptions?: string;
}

/** Of work that people wait for at a terminal, and of tests: a busy machine may take its time. */
export const PATIENT = { silenceMs: 0, waitMs: PATIENT_WAIT_MS } satisfies PoolOptions;

/** Opens a pool for a direct connection or a transaction pooler: no prepared names, nothing set for a session. */
export function connect(
  url: string,
  { max = 10, waitMs, silenceMs, serverOptions }: PoolOptions = {},
): Connection {
  const { client } = readDatabaseUrl(url);
  const pool = new pg.Pool({
    fallback_application_name: 'napomnyu',
    ...client,
    options: [client.options, serverOptions].filter(Boolean).join(' '),
    max,
    connectionTimeoutMillis: waitMs ?? WAIT_FOR_CONNECTION_MS,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
    stream: () => neverWaitingForEver(silenceMs ?? SILENCE_LIMIT_MS),
  });
  // Queries reject by themselves, and the pool lets go of a connection that breaks; without listeners the
  // events would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = drizzle(pool);
  db.transaction = async (work, config) => {
    const effects: Effect[] = [];
    const collecting = withEffects(work, effects);
    const result = await transaction(pool, (own) => own.transaction(collecting, config));
    runEffects(effects);
    return result;
  };
  let closing: Promise<void> | undefined;
  const close = () =>
    (closing ??= Promise.race([pool.end(), delay(CLOSE_LIMIT_MS, undefined, { ref: false })]));
  return { db, pool, close };
}

/** A transaction on a connection that is given back however it ends; Drizzle's own is lost when BEGIN fails. */
async function transaction<T>(pool: pg.Pool, run: (db: NodePgDatabase) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await run(drizzle(client));
  } finally {
    // One that is still inside a transaction is of no use to anybody else.
    client.release(client.getTransactionStatus() !== 'I');
  }
}

/**
 * A server that is connected and mute, a frozen machine, a network that swallows packets: nothing else would
 * ever end a query there and free its place in the pool. (`query_timeout` would let the ROLLBACK behind a
 * query wait as long again.)
 */
function neverWaitingForEver(silenceMs: number): Socket {
  const socket = new Socket();
  const silence = Object.assign(new Error('the database is silent'), { code: 'ETIMEDOUT' });
  return socket.setTimeout(silenceMs, () => socket.destroy(silence));
}

const connectionState = processState<{ connection?: Connection }>('connection', () => ({}));

/** The process's pool, opened when first asked. */
export const connection = (): Connection =>
  (connectionState.connection ??= connect(env().databaseUrl, { max: env().databasePoolMax }));

export const db = (): Db => connection().db;
