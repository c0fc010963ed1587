import 'server-only';
import { and, count, eq, sql } from 'drizzle-orm';
import { type PgColumn } from 'drizzle-orm/pg-core';
import { type CategoryInput, type OwnCategory } from '@/contract/category';
import { checkCategory, foldedName, type ValidCategory } from '@/core/category-rules';
import { DOUBLE_TAP_MS, OWN_CATEGORIES_MAX } from '@/core/limits';
import { validationTexts } from '@/texts/validation';
import { withPersonLocked } from '../platform/db/locks';
import { type Db } from '../platform/db/client';
import { livingOf } from '../platform/db/living';
import {
  loadReference,
  OTHER_CATEGORY,
  readOwnCategories,
  type Reference,
} from '../platform/db/reference';
import { categories, drafts, inlineDrafts, notes, reminders, users } from '../platform/db/schema';
import { AppError, found, orInvalid } from '../platform/errors';
import { type Account } from '../accounts/accounts';
import { moveOutOfCategory } from '../reminders/write/change';
import { settingsOf } from '../accounts/settings';

/*
 * The categories that users make for themselves. Every change, and every write of a row into a category,
 * runs inside `withPersonLocked`: one after the other for one user. So no row comes into a category that is gone.
 */

const texts = validationTexts.category;

const owned = (userId: number, id: number) =>
  and(eq(categories.id, id), eq(categories.userId, userId));

/** A person's own categories, with how many reminders (finished ones, too) and notes that are not deleted each holds. */
export async function listOwnCategories(db: Db, userId: number): Promise<OwnCategory[]> {
  const own = await readOwnCategories(db, userId);
  const inReminders = await countsIn(db, userId, reminders);
  const inNotes = await countsIn(db, userId, notes);
  return own.map(({ id, name, color }) => ({
    id,
    name,
    color,
    reminders: inReminders.get(id) ?? 0,
    notes: inNotes.get(id) ?? 0,
  }));
}

async function countsIn(
  db: Db,
  userId: number,
  table: typeof reminders | typeof notes,
): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: table.categoryId, count: count() })
    .from(table)
    .where(livingOf(table, userId))
    .groupBy(table.categoryId);
  return new Map(rows.map((row) => [row.id, row.count]));
}

/** Makes a change to somebody's categories and answers them all. */
const changing = (db: Db, userId: number, change: (tx: Db) => Promise<void>) =>
  withPersonLocked(db, userId, async (tx) => {
    await change(tx);
    return listOwnCategories(tx, userId);
  });

/** Adds a category; `invalid`, or `full` at OWN_CATEGORIES_MAX. The same one within seconds is a double tap. */
export const createCategory = (db: Db, userId: number, input: CategoryInput, now: Date) =>
  changing(db, userId, async (tx) => {
    const own = await readOwnCategories(tx, userId);
    const isTwin = ({ name, color, createdAt }: (typeof own)[number]) => {
      const isRecent = now.getTime() - createdAt.getTime() < DOUBLE_TAP_MS;
      return isRecent && foldedName(name) === foldedName(input.name ?? '') && color === input.color;
    };
    if (!own.some(isTwin)) {
      const valid = checked(input, (await loadReference(tx, userId)).categories);
      await addCategories(tx, userId, [valid], now);
    }
  });

/**
 * Adds categories behind those that there are, inside `withPersonLocked`; `full` where they are too many. Callers have
 * checked names and colours under the same lock.
 */
export async function addCategories(
  tx: Db,
  userId: number,
  added: readonly ValidCategory[],
  now: Date,
): Promise<void> {
  if (added.length === 0) return;
  const own = await readOwnCategories(tx, userId);
  if (own.length + added.length > OWN_CATEGORIES_MAX) {
    throw new AppError('full', { message: texts.tooMany(OWN_CATEGORIES_MAX) });
  }
  const last = Math.max(-1, ...own.map(({ position }) => position));
  await tx.insert(categories).values(
    added.map(({ name, color }, at) => ({
      userId,
      name,
      color,
      createdAt: now,
      folded: foldedName(name),
      position: last + 1 + at,
    })),
  );
}

/** Gives a category another name or colour; what is absent stays. */
export const updateCategory = (db: Db, userId: number, id: number, input: CategoryInput) =>
  changing(db, userId, async (tx) => {
    const before = found((await readOwnCategories(tx, userId)).find((row) => row.id === id));
    const reference = await loadReference(tx, userId);
    const others = reference.categories.filter((each) => each.id !== id);
    const { name, color } = checked(
      { name: input.name ?? before.name, color: input.color ?? before.color },
      others,
    );
    await tx
      .update(categories)
      .set({ name, color, folded: foldedName(name) })
      .where(owned(userId, id));
  });

/** Moves a category one place up or down; the first stays first, and the last last. */
export const moveCategory = (db: Db, userId: number, id: number, upwards: boolean) =>
  changing(db, userId, async (tx) => {
    const ids = (await readOwnCategories(tx, userId)).map((row) => row.id);
    const from = ids.indexOf(id);
    if (from < 0) throw new AppError('not-found');
    const other = ids[upwards ? from - 1 : from + 1];
    if (other !== undefined) {
      const ordered = ids.with(from, other).with(ids.indexOf(other), id);
      for (const [position, each] of ordered.entries()) {
        await tx.update(categories).set({ position }).where(owned(userId, each));
      }
    }
  });

/**
 * Takes a category away. Whatever is in it, deleted rows, open cards and the default of the settings
 * included, goes to the category `to`. Without `to` it is `invalid` as long as anything is in it.
 */
export const removeCategory = (db: Db, userId: number, id: number, to: number | undefined) =>
  changing(db, userId, async (tx) => {
    const gone = found((await listOwnCategories(tx, userId)).find((row) => row.id === id));
    const reference = await loadReference(tx, userId);
    const other =
      reference.categories.find(({ name }) => name === OTHER_CATEGORY) ?? reference.categories[0];
    const isEmpty = gone.reminders + gone.notes === 0;
    const target =
      to === undefined && isEmpty
        ? other
        : reference.categories.find((each) => each.id === to && each.id !== id);
    if (!target) {
      throw new AppError('invalid', { errors: [{ field: 'to', message: texts.target }] });
    }
    // The person's row first, as all who change several things of theirs: whoever saves this category as the usual one
    // has it until then, so that nobody keeps as usual what is taken away here.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
    await moveOutOfCategory(tx, userId, { from: id, to: target.id });
    const notesInIt = and(eq(notes.userId, userId), eq(notes.categoryId, id));
    await tx.update(notes).set({ categoryId: target.id }).where(notesInIt);
    const named = (json: PgColumn) => sql`${json} ->> 'categoryId' = ${String(id)}`;
    const renamed = (json: PgColumn) =>
      sql`jsonb_set(${json}, '{categoryId}', to_jsonb(${target.id}::int))`;
    const { settings } = users;
    const isUsual = and(eq(users.id, userId), named(settings));
    await tx
      .update(users)
      .set({ settings: renamed(settings) })
      .where(isUsual);
    for (const table of [drafts, inlineDrafts]) {
      const isInIt = and(eq(table.userId, userId), named(table.payload));
      await tx
        .update(table)
        .set({ payload: renamed(table.payload) })
        .where(isInIt);
    }
    await tx.delete(categories).where(owned(userId, id));
  });

/** Inside `withPersonLocked`: `invalid` where a category of `reference` has been taken away since that was read. */
export async function checkCategoryStays(
  tx: Db,
  userId: number,
  id: number,
  reference: Pick<Reference, 'category'>,
): Promise<void> {
  if (reference.category(id)?.color === undefined) return;
  if ((await tx.$count(categories, owned(userId, id))) > 0) return;
  throw new AppError('invalid', { errors: [{ field: 'category', message: texts.missing }] });
}

/** A category as long as it is there, else the first one. `reference` is read inside `withPersonLocked`. */
export const presentCategory = (
  reference: Pick<Reference, 'category' | 'categories'>,
  id: number | null,
): number | undefined =>
  (id === null ? undefined : reference.category(id)?.id) ?? reference.categories[0]?.id;

/** The category of a row that comes without one. Read inside `withPersonLocked`. */
export const usualCategory = async (tx: Db, { id, settings }: Account): Promise<number> =>
  found(presentCategory(await loadReference(tx, id), settingsOf(settings).categoryId));

/** A create that is repeated may name a category that has gone since: its row was made already. */
export const withGone = (reference: Reference): Reference => ({
  ...reference,
  category: (id) => reference.category(id) ?? { id, name: '' },
});

const checked = (input: CategoryInput, others: readonly { name: string }[]): ValidCategory =>
  orInvalid(
    checkCategory(
      input,
      others.map(({ name }) => name),
    ),
  );
