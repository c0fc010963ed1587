import { eq, sql } from 'drizzle-orm';
import { type DraftPayload } from '@/contract/draft';
import { TERMS_VERSION, TUTORIAL_DONE } from '@/core/limits';
import { instantToWallTime } from '@/core/time-zone';
import { type Db } from '@/server/platform/db/client';
import { categories, notes, reminders, reminderTypes, users } from '@/server/platform/db/schema';

const ACCEPTED_AT = new Date('2026-01-01T00:00:00Z');
/** One hour after the start of `fixedClock()`. */
const DUE_AT = new Date('2026-11-20T10:00:00Z');
let lastUserId = 100_000;

function only<T>(rows: T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('the builder wrote or found no row');
  return row;
}

/** An adult who accepted the present terms, lives in Moscow and has seen the tutorial. */
export async function createUser(
  db: Db,
  fields: Partial<typeof users.$inferInsert> = {},
): Promise<typeof users.$inferSelect> {
  lastUserId += 1;
  return only(
    await db
      .insert(users)
      .values({
        id: lastUserId,
        username: `user${lastUserId}`,
        firstName: 'Анна',
        adultConfirmedAt: ACCEPTED_AT,
        termsVersion: TERMS_VERSION,
        termsAcceptedAt: ACCEPTED_AT,
        tutorialStep: TUTORIAL_DONE,
        ...fields,
      })
      .returning(),
  );
}

/** A one-shot that is due at `dateTime`; times that are not given follow from it. */
export async function createReminder(
  db: Db,
  userId: number,
  fields: Partial<typeof reminders.$inferInsert> = {},
): Promise<typeof reminders.$inferSelect> {
  const dateTime = fields.dateTime ?? DUE_AT;
  const timeZone = fields.timeZone ?? 'Europe/Moscow';
  const waits = !fields.completed && !fields.snoozedUntil;
  return only(
    await db
      .insert(reminders)
      .values({
        userId,
        typeId: named(reminderTypes, 'Напоминание'),
        categoryId: named(categories, 'Личное'),
        text: 'Полить цветы',
        dateTime,
        timeZone,
        firstWallTime: instantToWallTime(dateTime, timeZone),
        nextFireAt: fields.completed ? null : dateTime,
        waitingSince: waits ? fields.openOccurrenceAt : null,
        ...fields,
      })
      .returning(),
  );
}

export async function createNote(
  db: Db,
  userId: number,
  fields: Partial<typeof notes.$inferInsert> = {},
): Promise<typeof notes.$inferSelect> {
  return only(
    await db
      .insert(notes)
      .values({
        userId,
        categoryId: named(categories, 'Личное'),
        title: 'Список покупок',
        content: 'Молоко, хлеб, яблоки',
        dateTime: ACCEPTED_AT,
        ...fields,
      })
      .returning(),
  );
}

/** What a card in the chat understood: a one-shot, unless the fields say otherwise. */
export const draftPayload = (fields: Partial<DraftPayload> = {}): DraftPayload => ({
  text: 'Молоко',
  dateTime: DUE_AT.toISOString(),
  date: null,
  typeId: 1,
  categoryId: 1,
  repeat: false,
  repeatEvery: null,
  repeatUnit: null,
  flood: false,
  floodInterval: null,
  ...fields,
});

/** Looked up by the insert itself: tests make thousands of rows. */
const named = (table: typeof categories | typeof reminderTypes, name: string) =>
  sql<number>`(select ${table.id} from ${table} where ${table.name} = ${name})`;

const idByName =
  (table: typeof categories | typeof reminderTypes) =>
  async (db: Db, name: string): Promise<number> =>
    only(await db.select({ id: table.id }).from(table).where(eq(table.name, name))).id;

export const categoryId = idByName(categories);
export const typeId = idByName(reminderTypes);
