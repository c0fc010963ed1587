import 'server-only';
import { asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { type Category, type Named } from '@/contract/category';
import { foldedName } from '@/core/category-rules';
import { printOf } from '../create-once';
import { processState } from '../process-state';
import { sharedReading, type SharedReadings } from '../shared-reading';
import { type Db } from './client';
import { categories, healthWrites, pace, reminderTypes } from './schema';

/** The profile counts notes by these two names. */
export const PERSONAL_CATEGORY = 'Личное';
export const WORK_CATEGORY = 'Работа';
/** The category to which the rows of a deleted one go, unless their user names another. */
export const OTHER_CATEGORY = 'Другое';

export const CATEGORY_NAMES = [
  PERSONAL_CATEGORY,
  WORK_CATEGORY,
  'Дом',
  'Семья',
  'Здоровье',
  'Учёба',
  'Финансы',
  'Покупки',
  OTHER_CATEGORY,
];
const REMINDER_TYPE_NAMES = ['Напоминание', 'Проверка', 'Оплата', 'Встреча', 'Звонок', 'Лекарство'];

/** Writes the reference rows; safe to repeat and to run from many machines at once. */
export async function upsertReferenceRows(db: Db): Promise<void> {
  const set = { position: sql`excluded.position` };
  await db
    .insert(categories)
    .values(CATEGORY_NAMES.map((name, position) => ({ name, folded: foldedName(name), position })))
    .onConflictDoUpdate({ target: categories.folded, targetWhere: isNull(categories.userId), set });
  await db
    .insert(reminderTypes)
    .values(REMINDER_TYPE_NAMES.map((name, position) => ({ name, position })))
    .onConflictDoUpdate({ target: reminderTypes.name, set });
  for (const table of [pace, healthWrites]) {
    await db.insert(table).values({ id: 1 }).onConflictDoNothing();
  }
}

interface Shared {
  /** In the order of selects. */
  categories: Named[];
  types: Named[];
}

export interface Reference {
  /** In the order of selects: the predefined ones, then the user's own. */
  categories: Category[];
  types: Named[];
  /** Changes with whatever a row shows of the user's own categories; '' where there are none. */
  ownTag: string;
  /** The row of an id, undefined for an unknown one, and for another user's. */
  category: (id: number) => Category | undefined;
  type: (id: number) => Named | undefined;
}

// These rows change with a migration only, so one read serves a process for a good while.
const CACHE_MS = 60_000;
const readings = processState('reference', (): SharedReadings<Shared> => new WeakMap());

/** Predefined categories and types, from memory when read within the last minute. */
export const loadShared = (db: Db): Promise<Shared> =>
  sharedReading(readings, db, CACHE_MS, () => readShared(db));

async function readShared(db: Db): Promise<Shared> {
  const ordered = (table: typeof categories | typeof reminderTypes, which?: SQL) =>
    db
      .select({ id: table.id, name: table.name })
      .from(table)
      .where(which)
      .orderBy(asc(table.position), asc(table.id));
  // One after another: `db` may be a transaction, which is one connection.
  return {
    categories: await ordered(categories, isNull(categories.userId)),
    types: await ordered(reminderTypes),
  };
}

/** Categories and types that a user may choose, and names of. */
export async function loadReference(db: Db, userId: number): Promise<Reference> {
  const { categories: predefined, types } = await loadShared(db);
  const own = await readOwnCategories(db, userId);
  const all: Category[] = [...predefined, ...own];
  const categoryById = new Map(all.map((row) => [row.id, row]));
  const typeById = new Map(types.map((row) => [row.id, row]));
  return {
    categories: all,
    types,
    ownTag: own.length === 0 ? '' : printOf(own).slice(0, 16),
    category: (id) => categoryById.get(id),
    type: (id) => typeById.get(id),
  };
}

/** A user's own categories, in their order. */
export async function readOwnCategories(db: Db, userId: number) {
  const { id, name, createdAt, position, userId: owner } = categories;
  // The table has a colour of each that is somebody's own.
  const color = sql<string>`${categories.color}`;
  return db
    .select({ id, name, color, createdAt, position })
    .from(categories)
    .where(eq(owner, userId))
    .orderBy(asc(position), asc(id));
}
