import { sql } from 'drizzle-orm';
import { createCategory } from '@/server/categories/categories';
import { findAccount } from '@/server/accounts/accounts';
import { createDraft } from '@/server/drafts/drafts';
import { type Db } from '@/server/platform/db/client';
import { LOCKS } from '@/server/platform/db/locks';
import { findShare, shareReminder } from '@/server/sharing/shares';
import { joinJoint } from '@/server/sharing/joining';
import { createNote, createReminder, createUser, draftPayload } from './builders';

/** An id that no row has. */
export const NOBODYS = 2_000_000_000;

interface Victims {
  people: number[];
  /** Of everything that they have. */
  ids: number[];
}

/** Two people with a reminder together, and with a row of each kind that has an id. */
export async function victims(db: Db, now: Date): Promise<Victims> {
  // The same for each kind, so that one question asks for all kinds; apart from the categories that everybody has.
  for (const kind of ['reminders', 'notes', 'drafts', 'categories']) {
    await db.execute(sql`select setval(${`${kind}_id_seq`}, 1000)`);
  }
  const owner = await createUser(db, { firstName: 'Жертва' });
  const other = await createUser(db, { firstName: 'Участница' });
  const dateTime = new Date('2036-01-01T09:00:00Z');
  const note = await createNote(db, owner.id);
  const { id } = await createReminder(db, owner.id, { dateTime, noteId: note.id });
  const { key } = await shareReminder(db, owner.id, id, now, true);
  const share = await findShare(db, key);
  const account = await findAccount(db, other.id);
  const joined = share && account && (await joinJoint(db, account, share, now));
  const deleted = await createReminder(db, owner.id, { dateTime, deletedAt: now });
  const draft = await createDraft(db, owner.id, { payload: draftPayload(), state: 'asking' }, now);
  const [category] = await createCategory(db, owner.id, { name: 'Дача', color: 'green' }, now);
  if (joined?.result !== 'joined' || !category) throw new Error('not all is there');
  const ids = new Set([id, joined.row.id, deleted.id, note.id, draft.id, category.id]);
  return { people: [owner.id, other.id], ids: [...ids] };
}

/** Tables whose rows are somebody's, by the column that says whose. */
const HELD = {
  ...{ users: 'id', reminders: 'user_id', notes: 'user_id', drafts: 'user_id' },
  ...{ categories: 'user_id', joint_members: 'user_id', shares: 'user_id' },
};

/** Tells whether anybody waits for what a transaction holds. */
export async function isWaitedFor(tx: Db): Promise<boolean> {
  // A transaction keeps the list of connections that it has seen first, without those that came later.
  await tx.execute(sql`select pg_stat_clear_snapshot()`);
  const { rows } = await tx.execute(sql`
    select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`);
  return rows.length > 0;
}

/**
 * Holds all that these people have while work is done; `unblocked` throws where that waits for any of it. Held as by
 * an act (`no key update`) it stays free for rows that only refer to it.
 */
export function whileHeld(
  holder: Db,
  people: readonly number[],
  work: (unblocked: <T>(each: Promise<T>) => Promise<T>) => Promise<void>,
  held: 'update' | 'no key update' = 'update',
): Promise<void> {
  return holder.transaction(async (tx) => {
    for (const id of people) {
      await tx.execute(LOCKS.ofPerson(id));
      for (const [table, column] of Object.entries(HELD)) {
        const [rows, whose] = [sql.identifier(table), sql.identifier(column)];
        await tx.execute(
          sql`select from ${rows} where ${whose} = ${id}::bigint for ${sql.raw(held)}`,
        );
      }
    }
    await tx.execute(sql`select from joints for ${sql.raw(held)}`);
    await work(async (each) => {
      const over = { is: false };
      const done = each.finally(() => (over.is = true));
      while (!over.is) {
        if (await isWaitedFor(tx)) throw new Error('it waits for what is another’s');
        await Promise.race([done.catch(() => undefined), new Promise(setImmediate)]);
      }
      return done;
    });
  });
}
