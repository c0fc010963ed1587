import 'server-only';
import { sql } from 'drizzle-orm';
import { type Db } from './client';
import { categories, pace, reminderTypes } from './schema';

/** The profile counts notes by these two names. */
export const PERSONAL_CATEGORY = 'Личное';
export const WORK_CATEGORY = 'Работа';

/** In the order in which selects show them. */
export const CATEGORY_NAMES = [
  PERSONAL_CATEGORY,
  WORK_CATEGORY,
  'Дом',
  'Семья',
  'Здоровье',
  'Учёба',
  'Финансы',
  'Покупки',
  'Другое',
];
export const REMINDER_TYPE_NAMES = [
  'Напоминание',
  'Проверка',
  'Оплата',
  'Встреча',
  'Звонок',
  'Лекарство',
];

/** Writes the reference rows; safe to repeat and to run from many machines at once. */
export async function upsertReferenceRows(db: Db): Promise<void> {
  for (const [table, names] of [
    [categories, CATEGORY_NAMES],
    [reminderTypes, REMINDER_TYPE_NAMES],
  ] as const) {
    await db
      .insert(table)
      .values(names.map((name, position) => ({ name, position })))
      .onConflictDoUpdate({ target: table.name, set: { position: sql`excluded.position` } });
  }
  await db.insert(pace).values({ id: 1 }).onConflictDoNothing();
}
