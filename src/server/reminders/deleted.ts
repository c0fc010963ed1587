import 'server-only';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { type DeletedRow } from '@/contract/deleted';
import { DELETED_SHOWN_MAX } from '@/core/limits';
import { type Db } from '../platform/db/client';
import { reminders } from '../platform/db/schema';

/** What of a person's can be restored, the latest first. The daily cleanup takes away what is too old for that. */
export const deletedReminders = (db: Db, userId: number): Promise<DeletedRow[]> =>
  db
    .select({ id: reminders.id, text: reminders.text })
    .from(reminders)
    .where(and(eq(reminders.userId, userId), isNotNull(reminders.deletedAt)))
    .orderBy(desc(reminders.deletedAt), desc(reminders.id))
    .limit(DELETED_SHOWN_MAX);
