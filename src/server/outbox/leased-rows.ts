import 'server-only';
import { and, eq, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { type AnyPgColumn, getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { type Db } from '../platform/db/client';
import { readRows } from '../platform/db/read-rows';
import { timestamp } from '../platform/db/time-in-sql';
import { isDataFault, safeFault } from '../platform/db/faults';
import { log } from '../platform/log';
import { type Claim, type ClaimOptions, type Kind, type AnsweredClaim } from './kind';
import { type SendResult } from '../telegram/send';
import { type AttemptToRecord, recordAttempt } from './ledger';
import { bookChat, isFree, LEASE_MARGIN_MS, LEASE_MS } from './pace';
import { afterOurFault, type Patience, type Verdict, verdictOf } from './verdict';

/** So many of a kind a process has under way unless told: what a kill -9 may repeat. */
const HELD_MAX = 8;

export type Lease = Pick<Claim, 'userId' | 'token' | 'leaseUntil'>;
/** A leased row, with how often its message was tried. */
type LeasedRow = Lease & { attempts: number };
type LeasedClaim<P> = Claim & LeasedRow & P;

/** The leased row of such a table, for as long as nobody else has it. */
export const isOurs = (
  { userId, leaseToken }: Record<'userId' | 'leaseToken', AnyPgColumn>,
  lease: Pick<Lease, 'userId' | 'token'>,
): SQL | undefined => and(eq(userId, lease.userId), eq(leaseToken, lease.token));

export interface Prepared {
  /**
   * Of what a row tells now, where one row tells different things: other news are another message. Each try of a message
   * has the same one, so `due_at` is no part of it.
   */
  id: string;
}

/** Rows with a lease, a message each: all that falls due beside reminders. */
interface LeasedRows<P extends Prepared> {
  name: string;
  /** With the columns `user_id`, `due_at`, `attempts`, `lease_token` and `lease_until`. */
  table: PgTable;
  heldMax?: number;
  slotWithinMs?: number;
  /** Of rows that are made only as they are wanted: makes the next ones, and answers how many may be leased now. */
  refill?: (db: Db, options: ClaimOptions) => Promise<Refilled>;
  /** What a leased row is to say now, or when to ask again; null where it has seen to the row. */
  prepare: (db: Db, lease: Lease, now: Date) => Promise<P | Date | null>;
  /** Null where it is not to be sent any more. */
  send: (claim: LeasedClaim<P>, signal: AbortSignal) => Promise<SendResult | null>;
  patience: Patience;
  /** As what it stands in the ledger; null for an edit of what stands there already. */
  ledgerKind: (prepared: P) => AttemptToRecord['kind'] | null;
  /** The message is over: sent, or given up. In the transaction that writes its line. */
  end: (tx: Db, claim: LeasedClaim<P>, end: End) => Promise<void>;
}
export interface Refilled {
  limit: number;
  /** Nothing is to be leased before; a tick waits for that if it falls within its horizon. */
  nextAt?: Date;
}
export interface End {
  over: NonNullable<Verdict['over']>;
  result: SendResult;
  at: Date;
}

export const leasedRows = <P extends Prepared>(rows: LeasedRows<P>): Kind<LeasedClaim<P>> => ({
  name: rows.name,
  heldMax: rows.heldMax ?? HELD_MAX,
  slotWithinMs: rows.slotWithinMs ?? LEASE_MS - LEASE_MARGIN_MS,
  claim: async (db, options) => {
    const { now } = options;
    const { limit, ...look } = (await rows.refill?.(db, options)) ?? { limit: options.limit };
    const leases = await leaseRows(db, rows, { now, limit });
    const claims = await Promise.all(leases.map((lease) => prepareClaim(db, rows, lease, now)));
    return { claims: claims.flatMap((claim) => claim ?? []), found: leases.length, ...look };
  },
  release: (db, claims, notBefore) => defer(db, rows, claims, { dueAt: notBefore }),
  send: rows.send,
  settle: async (db, group) => {
    // One transaction for several people could cross with what those people do together.
    const writes = group.map((answered) => db.transaction((tx) => settleOne(tx, rows, answered)));
    // None is under way any more where the group is tried again.
    await Promise.allSettled(writes);
    await Promise.all(writes);
    return {};
  },
  settleUnwritable: async (db, answered, now) => {
    try {
      await recordInLedger(db, rows, answered);
    } catch (error) {
      if (!isDataFault(error)) throw error;
      // Then it is the line of the ledger that is refused.
    }
    const dueAt = afterOurFault(now, answered.refusals ?? 0).notBefore;
    await defer(db, rows, [answered.claim], { dueAt });
    return { setAside: [answered.claim.key] };
  },
});

/**
 * Prepares what goes out for a leased row, and books its chat; defers the row where it is not to be sent now. Null where
 * it is deferred, has been seen to, or cannot be prepared: then its lease runs out.
 */
async function prepareClaim<P extends Prepared>(
  db: Db,
  rows: LeasedRows<P>,
  lease: LeasedRow,
  now: Date,
): Promise<LeasedClaim<P> | null> {
  try {
    const prepared = await rows.prepare(db, lease, now);
    if (!prepared) return null;
    const isDeferred = prepared instanceof Date;
    const chat = isDeferred ? { silentUntil: prepared } : await bookChat(db, lease.userId, now);
    if (isDeferred || 'silentUntil' in chat) {
      await defer(db, rows, [lease], { dueAt: chat.silentUntil });
      return null;
    }
    const key = `${lease.userId}:${prepared.id}`;
    return { ...prepared, ...lease, key, chatFreeAt: chat.freeAt, messages: 1 };
  } catch (error) {
    log.warn({ kind: rows.name, fault: safeFault(error) }, 'a message could not be prepared');
    return null;
  }
}

const verdictOn = <P extends Prepared>(
  { patience }: LeasedRows<P>,
  { claim, result, at }: AnsweredClaim<LeasedClaim<P>>,
): Verdict => verdictOf(result, at, claim.attempts, patience);

async function settleOne<P extends Prepared>(
  tx: Db,
  rows: LeasedRows<P>,
  answered: AnsweredClaim<LeasedClaim<P>>,
): Promise<void> {
  const { claim, result, at } = answered;
  const verdict = verdictOn(rows, answered);
  // The user's row first, as an erasure takes them.
  await recordInLedger(tx, rows, answered);
  if (verdict.over === null) {
    const { notBefore: dueAt, attempts } = verdict;
    await defer(tx, rows, [claim], { dueAt, attempts });
  } else await rows.end(tx, claim, { over: verdict.over, result, at });
}

/** Writes the line of the ledger; nothing for an edit of what has one. */
async function recordInLedger<P extends Prepared>(
  tx: Db,
  rows: LeasedRows<P>,
  answered: AnsweredClaim<LeasedClaim<P>>,
): Promise<void> {
  const { claim, result, at } = answered;
  const kind = rows.ledgerKind(claim);
  if (kind === null) return;
  const outcome = verdictOn(rows, answered).over ?? 'retry';
  await recordAttempt(tx, { userId: claim.userId, kind, sentAt: at, outcome, result });
}

/** Gives leases back: due again at `dueAt`, or when they were due anyway, after so many `attempts` or as many as before. */
async function defer(
  db: Db,
  { table }: Pick<LeasedRows<Prepared>, 'table'>,
  leases: readonly Lease[],
  { dueAt = null, attempts = null }: { dueAt?: Date | null | undefined; attempts?: number | null },
): Promise<void> {
  const tokens = leases.map(({ token }) => token);
  const ids = leases.map(({ userId }) => userId);
  await db.execute(sql`
    update ${table} set lease_token = null, lease_until = null,
      due_at = coalesce(${dueAt && timestamp(dueAt)}, due_at),
      attempts = coalesce(${attempts}::smallint, attempts)
    where user_id = any(${sql.param(ids)}::bigint[])
      and lease_token = any(${sql.param(tokens)}::uuid[])`);
}

const leased = z.object({
  userId: z.string().transform(Number),
  token: z.string(),
  attempts: z.number(),
  dueAt: z.coerce.date(),
});

/** The key of a table's row, in SQL that knows this row as `row`. */
function keyOf(table: PgTable, row: SQLWrapper): SQL {
  const { columns, primaryKeys } = getTableConfig(table);
  const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
  const ofRow = key.map(({ name }) => sql`${row}.${sql.identifier(name)}`);
  return sql.join(ofRow, sql`, `);
}

/** Leases up to `limit` rows that are due, the oldest first. Skips what another instance holds. */
async function leaseRows(
  db: Db,
  { table }: Pick<LeasedRows<Prepared>, 'table'>,
  { now, limit }: { now: Date; limit: number },
): Promise<LeasedRow[]> {
  const at = timestamp(now);
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  // One token a row, by which alone it is found again. Chosen rows are joined by their keys: where one stands (`ctid`) is
  // another place once it was changed after this statement began.
  const leasing = sql`
    with due as materialized (
      select ${keyOf(table, table)} from ${table}
      where due_at <= ${at} and ${isFree(sql`lease_until`, at)}
      order by due_at limit ${limit} for update skip locked
    )
    update ${table} as leased
    set lease_token = gen_random_uuid(), lease_until = ${timestamp(leaseUntil)}
    from due where (${keyOf(table, sql`leased`)}) = (${keyOf(table, sql`due`)})
    returning leased.user_id as "userId", leased.lease_token as token, leased.attempts, leased.due_at as "dueAt"`;
  return (await readRows(db, leasing, leased))
    .toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
    .map(({ userId, token, attempts }) => ({ userId, token, attempts, leaseUntil }));
}
