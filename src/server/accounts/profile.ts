import 'server-only';
import { count, eq, sql } from 'drizzle-orm';
import { type Responses } from '@/contract/api';
import { countWhere } from '../platform/db/bounded-count';
import { type Db } from '../platform/db/client';
import { livingOf } from '../platform/db/living';
import { PERSONAL_CATEGORY, WORK_CATEGORY } from '../platform/db/reference';
import { categories, notes, reminders } from '../platform/db/schema';
import { env } from '../platform/env';

/**
 * This condition is `tabOf` of core/lists in SQL: a reminder is in the archive once it is completed, unless it is a
 * series without an end.
 */
const archived = sql`${reminders.completed} and (${reminders.rule} is null
  or ${reminders.rule} ->> 'until' is not null or ${reminders.rule} ->> 'count' is not null)`;

/** The numbers of a profile, and whether it is an administrator's: display only, admin calls check for themselves. */
export async function profileStats(db: Db, userId: number): Promise<Responses['stats']> {
  const [[ofReminders], [ofNotes]] = await Promise.all([
    db
      .select({ total: count(), archived: countWhere(archived) })
      .from(reminders)
      .where(livingOf(reminders, userId)),
    db
      .select({
        total: count(),
        personal: countWhere(eq(categories.name, PERSONAL_CATEGORY)),
        work: countWhere(eq(categories.name, WORK_CATEGORY)),
      })
      .from(notes)
      .leftJoin(categories, eq(categories.id, notes.categoryId))
      .where(livingOf(notes, userId)),
  ]);
  const total = ofReminders?.total ?? 0;
  const inArchive = ofReminders?.archived ?? 0;
  return {
    stats: {
      totalNotifications: total,
      archivedNotifications: inArchive,
      activeNotifications: total - inArchive,
      totalNotes: ofNotes?.total ?? 0,
      personalNotes: ofNotes?.personal ?? 0,
      workNotes: ofNotes?.work ?? 0,
    },
    x: env().adminIds.has(userId) ? 1 : 0,
  };
}
