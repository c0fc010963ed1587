import 'server-only';
import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { afterSend, dueFiring, type FiringState } from '@/core/firing';
import { eraseAccount, erasureHash, type ErasureLine } from './erase-account';
import { takeForToldUntil } from '../days/tell';
import { type Db } from '../platform/db/client';
import { paged, pages } from '../platform/db/paged';
import { jointMembers, notices, quietDigests, reminders, users } from '../platform/db/schema';
import { TOLD } from '../reminders/joint';
import { firingColumns, leaseVoided } from '../reminders/write/columns';
import { updateRows } from '../reminders/write/update';

const BATCH = 1_000;
/** Firings of one reminder: more than any makes in a day. */
const FIRINGS_MAX = 2_000;

/** Tells whether another process of the app is connected to this database. */
export async function isInUse(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from pg_stat_activity where datname = current_database()
      and application_name = 'napomnyu' and pid <> pg_backend_pid() limit 1`);
  return rows.length > 0;
}

/**
 * Erases again whom these lines name, and answers how many. Who came back after an erasure and is in the
 * backup as that new account stays.
 */
export async function eraseAgain(
  db: Db,
  erasures: readonly ErasureLine[],
  botToken: string,
): Promise<number> {
  const latest = new Map<string, Date>();
  for (const { erasure, at } of erasures) {
    if (at > (latest.get(erasure) ?? new Date(0))) latest.set(erasure, at);
  }
  let erased = 0;
  const { id: key } = users;
  const people = paged(BATCH, (after) =>
    db.select({ id: key }).from(users).where(gt(key, after)).orderBy(asc(key)).limit(BATCH),
  );
  for await (const { id } of people) {
    const at = latest.get(erasureHash(id, botToken));
    if (at && (await eraseAccount(db, id, lte(users.createdAt, at)))) erased += 1;
  }
  return erased;
}

/**
 * Takes what was due at `until` or before for sent, as the lost database had seen to it: series go on
 * behind that instant, one-shots wait for an answer, agendas and reviews have told of their day, and news of
 * joints are told. What quiet hours held back until then is dropped, and notices that were going out are
 * stopped: nobody knows whom they have reached. Answers the number of reminders, and the ids of those that are
 * left as they were and come again: they cannot be read, have too many firings, or changed meanwhile. What is
 * due later is left to delivery. Repeated, it changes nothing.
 */
export async function takeForSentUntil(db: Db, until: Date) {
  await db.delete(quietDigests).where(lte(quietDigests.dueAt, until));
  await takeForToldUntil(db, until);
  await db.update(jointMembers).set(TOLD).where(lte(jointMembers.dueAt, until));
  await db.update(notices).set({ state: 'stopped' }).where(eq(notices.state, 'running'));
  let takenForSent = 0;
  const left: number[] = [];
  const due = and(
    lte(reminders.nextFireAt, until),
    // What is parked was sent there as little as here: it comes once its person is back.
    eq(reminders.deliveryState, 'scheduled'),
    isNull(reminders.deletedAt),
  );
  const duePages = pages(BATCH, (after) => {
    const behind = and(gt(reminders.id, after), due);
    return db.select().from(reminders).where(behind).orderBy(asc(reminders.id)).limit(BATCH);
  });
  for await (const rows of duePages) {
    const updates = rows.flatMap((row) => {
      const next = sentUntil(row, until);
      return next ? [{ row, columns: { ...firingColumns(next), ...leaseVoided } }] : [];
    });
    const written = await updateRows(db, updates, { unchanged: 'version' });
    const writtenIds = new Set(written.map(({ id }) => id));
    takenForSent += writtenIds.size;
    left.push(...rows.flatMap(({ id }) => (writtenIds.has(id) ? [] : [id])));
  }
  return { takenForSent, left };
}

/** The state once everything was sent at its time; null where nobody can say. */
function sentUntil(row: FiringState, until: Date): FiringState | null {
  try {
    let state = row;
    for (let times = 0; times < FIRINGS_MAX; times += 1) {
      const { nextFireAt } = state;
      if (nextFireAt === null || nextFireAt > until) return state;
      const firing = dueFiring(state, nextFireAt);
      if (firing === null) return null;
      state = afterSend(state, firing, nextFireAt);
    }
    return null;
  } catch {
    return null;
  }
}
