import 'server-only';
import { type SQL, sql } from 'drizzle-orm';

/** An instant for a statement that Drizzle does not build: the driver would write a date in its own time zone. */
export const timestamp = (instant: Date): SQL => sql`${instant.toISOString()}::timestamptz`;

export const ms = (milliseconds: number): SQL => sql`${milliseconds}::float8 * interval '1 ms'`;

/** Instants that every send reads come as epoch milliseconds: a date takes several times as long to write and read. */
export const epochMs = (instant: SQL): SQL => sql`round(date_part('epoch', ${instant}) * 1000)`;
