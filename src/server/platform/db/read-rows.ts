import 'server-only';
import { type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { type Db } from './client';

/** Reads all rows of a statement that Drizzle does not build, each by `row`; throws a ZodError where one is different. */
export const readRows = async <T>(db: Db, statement: SQL, row: z.ZodType<T>): Promise<T[]> =>
  z.array(row).parse((await db.execute(statement)).rows);

/** As `readRows`, of a statement that always has a row: the first. */
export const readRow = async <T>(db: Db, statement: SQL, row: z.ZodType<T>): Promise<T> =>
  row.parse((await db.execute(statement)).rows[0]);
