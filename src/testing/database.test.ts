import { sql } from 'drizzle-orm';
import { CATEGORY_NAMES } from '@/server/platform/db/reference';
import { categories, reminders } from '@/server/platform/db/schema';
import { createNote, createReminder, createUser } from './builders';
import { testDatabase } from './database';

const { db } = testDatabase();

test('a test file gets the schema and the reference rows, and no user data', async () => {
  const names = (await db.select().from(categories)).map((category) => category.name);
  expect(names.toSorted()).toEqual([...CATEGORY_NAMES].toSorted());
  expect(await db.select().from(reminders)).toEqual([]);
});

test('builders write rows that hold together', async () => {
  const user = await createUser(db);
  const reminder = await createReminder(db, user.id, {
    dateTime: new Date('2026-12-31T21:30:00Z'),
    timeZone: 'Asia/Kathmandu',
  });
  expect(reminder).toMatchObject({
    userId: user.id,
    firstWallTime: '2027-01-01T03:15',
    nextFireAt: new Date('2026-12-31T21:30:00Z'),
    completed: false,
  });
  expect((await createNote(db, user.id)).userId).toBe(user.id);
});

test('the database folds the case of Cyrillic letters', async () => {
  const {
    rows: [row],
  } = await db.execute(sql`select lower('ЁЖИК') as folded`);
  expect(row).toEqual({ folded: 'ёжик' });
});
