import 'server-only';
import { asc, sql } from 'drizzle-orm';
import { type Named } from '@/contract/reminder';
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

export interface Reference {
  /** In the order of selects. */
  categories: Named[];
  types: Named[];
  /** The row of an id, undefined for an unknown one. */
  category: (id: number) => Named | undefined;
  type: (id: number) => Named | undefined;
}

// Reference rows change with a migration only, so one read serves a process for a good while.
const CACHE_MS = 60_000;
const cache = new WeakMap<Db, { at: number; reference: Promise<Reference> }>();

/** Categories and types, from memory when read within the last minute. */
export function loadReference(db: Db): Promise<Reference> {
  const cached = cache.get(db);
  if (cached && performance.now() - cached.at < CACHE_MS) return cached.reference;
  const reference = readReference(db);
  cache.set(db, { at: performance.now(), reference });
  reference.catch(() => cache.delete(db));
  return reference;
}

async function readReference(db: Db): Promise<Reference> {
  // One after another: `db` may be a transaction, which is one connection.
  const allCategories = await db
    .select({ id: categories.id, name: categories.name })
    .from(categories)
    .orderBy(asc(categories.position), asc(categories.id));
  const allTypes = await db
    .select({ id: reminderTypes.id, name: reminderTypes.name })
    .from(reminderTypes)
    .orderBy(asc(reminderTypes.position), asc(reminderTypes.id));
  const categoryById = new Map(allCategories.map((row) => [row.id, row]));
  const typeById = new Map(allTypes.map((row) => [row.id, row]));
  return {
    categories: allCategories,
    types: allTypes,
    category: (id) => categoryById.get(id),
    type: (id) => typeById.get(id),
  };
}
