import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { type Bounded } from '@/contract/admin';
import { type Db } from './client';

/** Beyond this nobody reads the exact number, and counting would take its time. */
const COUNTED_MAX = 10_000;

/** Counts rows up to a bound; `rows` is what follows `from`. */
export async function countTo(db: Db, rows: SQL): Promise<Bounded> {
  const bounded = sql`(select 1 from ${rows} limit ${COUNTED_MAX + 1}) as bounded`;
  const count = await db.$count(bounded);
  return { count: Math.min(count, COUNTED_MAX), more: count > COUNTED_MAX };
}

/** An expression for a select: how many of its rows fit. */
export const countWhere = (condition: SQL | undefined) =>
  sql<number>`count(*) filter (where ${condition})`.mapWith(Number);
