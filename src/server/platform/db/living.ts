import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import { type notes, type reminders } from './schema';

/** Of reminders or notes those of a person that are not deleted: a deleted one stays for RESTORE_DAYS, and is shown nowhere else. */
export const livingOf = (table: typeof reminders | typeof notes, userId: number) =>
  and(eq(table.userId, userId), isNull(table.deletedAt));
