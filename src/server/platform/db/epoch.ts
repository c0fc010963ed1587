import 'server-only';
import { type SQL, sql } from 'drizzle-orm';

/**
 * Instants in the statements of every send go to and fro as epoch milliseconds: node and PostgreSQL
 * take several times as long to write and read a date as a number.
 */
export const epochMs = (instant: SQL): SQL => sql`round(date_part('epoch', ${instant}) * 1000)`;
export const fromEpochMs = (ms: SQL): SQL => sql`to_timestamp(${ms} / 1000)`;
