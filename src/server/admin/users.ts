import 'server-only';
import { asc, gt, sql, and, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { type AdminResponses, type AdminStats } from '@/contract/admin';
import { type Db } from '../platform/db/client';
import { users } from '../platform/db/schema';
import { countTo } from '../platform/db/bounded-count';

/** One look at every user costs a second or two where there are millions. */
const KEPT_MS = 30_000;
const PARKED_PAGE = 50;

const numbers = z.tuple([z.record(z.string(), z.coerce.number())]);
interface Kept {
  at: number;
  numbers: Promise<AdminStats['users']>;
}
const kept = new WeakMap<Db, Kept>();

/** How many users there are, and how they fare. Only the first look waits; later ones get the last numbers. */
export function userNumbers(db: Db, now: Date): Promise<AdminStats['users']> {
  const last = kept.get(db);
  const age = now.getTime() - (last?.at ?? 0);
  if (last && age >= 0 && age < KEPT_MS) return last.numbers;
  const next = { at: now.getTime(), numbers: countUsers(db, now) };
  const put = (value: Kept) => kept.set(db, value);
  if (!last) {
    put(next);
    next.numbers.catch(() => kept.delete(db));
    return next.numbers;
  }
  put({ at: next.at, numbers: last.numbers });
  next.numbers.then(
    () => put(next),
    () => kept.delete(db),
  );
  return last.numbers;
}

async function countUsers(db: Db, now: Date): Promise<AdminStats['users']> {
  const within = (column: string, days: number) =>
    sql`count(*) filter (where ${sql.identifier(column)} >
      ${now.toISOString()}::timestamptz - ${days} * interval '1 day')`;
  const { rows } = await db.execute(sql`
    select count(*) as total,
      ${within('created_at', 1)} as "newDay", ${within('created_at', 7)} as "newWeek",
      ${within('created_at', 30)} as "newMonth",
      ${within('last_active_at', 1)} as "activeDay", ${within('last_active_at', 7)} as "activeWeek",
      ${within('last_active_at', 30)} as "activeMonth",
      count(unreachable_since) as unreachable, count(inactivity_warned_at) as warned
    from ${users}`);
  const [row] = numbers.parse(rows);
  const of = (name: string) => row[name] ?? 0;
  return {
    total: of('total'),
    new: { day: of('newDay'), week: of('newWeek'), month: of('newMonth') },
    active: { day: of('activeDay'), week: of('activeWeek'), month: of('activeMonth') },
    unreachable: of('unreachable'),
    warned: of('warned'),
  };
}

/** A page of the users whom the bot cannot write to, by id; their reminders wait for them. */
export async function listParked(
  db: Db,
  after: number,
): Promise<Omit<AdminResponses['adminParked'], 'success'>> {
  const away = isNotNull(users.unreachableSince);
  const [total, rows] = await Promise.all([
    countTo(db, sql`${users} where ${away}`),
    db
      .select({ id: users.id, since: users.unreachableSince })
      .from(users)
      .where(and(away, gt(users.id, after)))
      .orderBy(asc(users.id))
      .limit(PARKED_PAGE + 1),
  ]);
  const page = rows.slice(0, PARKED_PAGE);
  return {
    total,
    users: page.map(({ id, since }) => ({ id, since: (since ?? new Date(0)).toISOString() })),
    next: rows.length > PARKED_PAGE ? (page.at(-1)?.id ?? null) : null,
  };
}
