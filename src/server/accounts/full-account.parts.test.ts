import { eq, sql } from 'drizzle-orm';
import { failure, responses } from '@/contract/api';
import { ACCOUNT_TEXT_MAX_BYTES, ROW_MIN_BYTES, ROWS_IN_HAND_MAX } from '@/core/limits';
import { reminders } from '@/server/platform/db/schema';
import { callRoute, testRoutes } from '@/testing/api';
import { categoryId, createNote, createReminder, typeId } from '@/testing/builders';
import { DELETE as removeNote, PUT as updateNote } from '@/app/api/notes/[id]/route';
import { POST as restoreNote } from '@/app/api/notes/[id]/restore/route';
import { GET as listNotes, POST as createNoteRoute } from '@/app/api/notes/route';
import { PUT as updateReminder } from '@/app/api/notifications/[id]/route';
import { GET as listReminders, POST as createReminderRoute } from '@/app/api/notifications/route';

const { db, someone } = testRoutes();

/** `count` more notes like the given one, each of `letters` Cyrillic letters: two bytes each. */
const moreNotes = (id: number, count: number, letters: number) =>
  db.execute(sql`
    insert into notes (user_id, category_id, date_time, deleted_at, title, content)
    select user_id, category_id, date_time, deleted_at, 'Н', repeat('ы', ${letters}::int)
    from notes, generate_series(1, ${count}::int) where id = ${id}`);
const moreReminders = (id: number, count: number, letters: number) =>
  db.execute(sql`
    insert into reminders (user_id, category_id, type_id, date_time, first_wall_time, time_zone,
      next_fire_at, deleted_at, rule, text)
    select user_id, category_id, type_id, date_time, first_wall_time, time_zone, next_fire_at,
      deleted_at, '{"every": 1, "unit": "DAY"}'::jsonb, repeat('ы', ${letters}::int)
    from reminders, generate_series(1, ${count}::int) where id = ${id}`);
const note = async (content = 'Хлеб') => ({
  title: 'Новая',
  content,
  categoryId: await categoryId(db, 'Дом'),
});
const messageOf = (json: unknown) => failure.parse(json).message;

test('an account has 1,000 notes and 1,000 reminders in hand; what is finished or deleted takes none of these places', async () => {
  const { user, initData } = await someone();
  const deleted = await createNote(db, user.id, { deletedAt: new Date() });
  await moreNotes(deleted.id, 500, 10);
  const { id } = await createNote(db, user.id);
  await moreNotes(id, ROWS_IN_HAND_MAX - 2, 10);
  const createOne = async (content: string) =>
    callRoute(createNoteRoute, { initData, body: { note: await note(content) } });
  expect((await createOne('Хлеб')).status).toBe(201);
  const refused = await createOne('Соль');
  expect(refused.status).toBe(400);
  expect(messageOf(refused.json)).toMatch(
    /^Больше 1\s000 заметок не поместится\. Удалите ненужные/,
  );

  const notification = {
    text: 'Хлеб',
    typeId: await typeId(db, 'Оплата'),
    categoryId: await categoryId(db, 'Дом'),
    dateTime: new Date(Date.now() + 3_600_000).toISOString(),
  };
  const create = (text: string) =>
    callRoute(createReminderRoute, { initData, body: { notification: { ...notification, text } } });
  const made = responses.reminder.parse((await create('Хлеб')).json).notification;
  await moreReminders(made.id, ROWS_IN_HAND_MAX - 1, 10);
  expect(messageOf((await create('Соль')).json)).toMatch(
    /^Больше 1\s000 незавершённых не поместится/,
  );
  const finished = { completed: true, nextFireAt: null, doneAt: new Date() };
  await db.update(reminders).set(finished).where(eq(reminders.id, made.id));
  expect((await create('Соль')).status).toBe(201);
  // Full again: an edit does not bring back what was finished.
  const broughtBack = await callRoute(updateReminder, {
    initData,
    params: { id: String(made.id) },
    body: { notification },
  });
  expect(messageOf(broughtBack.json)).toMatch(/^Больше 1\s000 незавершённых не поместится/);
});

test('what is finished counts by its size, and no row for less than half a kilobyte', async () => {
  const { user, initData } = await someone();
  const done = { completed: true, nextFireAt: null, doneAt: new Date() };
  const { id } = await createReminder(db, user.id, done);
  await db.execute(sql`
    insert into reminders (user_id, category_id, type_id, date_time, first_wall_time, time_zone,
      completed, done_at, text)
    select user_id, category_id, type_id, date_time, first_wall_time, time_zone, completed, done_at, text
    from reminders, generate_series(1, ${ACCOUNT_TEXT_MAX_BYTES / ROW_MIN_BYTES - 1}::int) where id = ${id}`);
  const full = await callRoute(createNoteRoute, { initData, body: { note: await note() } });
  expect(messageOf(full.json)).toMatch(/отведено 5 МБ текста/);
});

test('an account holds 5 MB of text of both kinds; what is full can be shortened, not lengthened', async () => {
  const { user, initData } = await someone();
  const reminder = await createReminder(db, user.id);
  await moreReminders(reminder.id, 2_000, 500);
  const { id } = await createNote(db, user.id, { content: 'я'.repeat(3_000) });
  const left = ACCOUNT_TEXT_MAX_BYTES - 2_000 * 1_000 - 6_100;
  await moreNotes(id, Math.floor(left / 8_002), 4_000);

  const full = await callRoute(createNoteRoute, {
    initData,
    body: { note: await note('ю'.repeat(4_000)) },
  });
  expect(full.status).toBe(400);
  expect(messageOf(full.json)).toMatch(/отведено 5 МБ текста\. Сократите или удалите ненужное/);
  const put = async (letters: number) =>
    callRoute(updateNote, {
      initData,
      params: { id: String(id) },
      body: { note: await note('ю'.repeat(letters)) },
    });
  expect((await put(2_900)).status).toBe(200);
  await moreNotes(id, 1, 4_000);
  expect(messageOf((await put(4_000)).json)).toMatch(/^Место закончилось/);
  expect((await put(100)).status).toBe(200);
});

test('what was deleted comes back, also where others have taken its place', async () => {
  const { user, initData } = await someone();
  const { id } = await createNote(db, user.id);
  await moreNotes(id, ROWS_IN_HAND_MAX - 1, 10);
  const call = { initData, body: {}, params: { id: String(id) } };
  await callRoute(removeNote, call);
  const createOne = async (content: string) =>
    callRoute(createNoteRoute, { initData, body: { note: await note(content) } });
  expect((await createOne('Хлеб')).status).toBe(201);
  expect((await callRoute(restoreNote, call)).status).toBe(200);
  expect((await createOne('Соль')).status).toBe(400);
});

test('what is attached counts in the 5 MB', async () => {
  const { user, initData } = await someone();
  const attachment = { items: [{ kind: 'photo' as const, messageId: 1, text: 'ы'.repeat(4_000) }] };
  const { id } = await createNote(db, user.id, { attachment });
  await db.execute(sql`
    insert into notes (user_id, category_id, date_time, title, content, attachment)
    select user_id, category_id, date_time, title, content, attachment
    from notes, generate_series(1, 660) where id = ${id}`);
  const full = await callRoute(createNoteRoute, { initData, body: { note: await note() } });
  expect(full.status).toBe(400);
  expect(messageOf(full.json)).toMatch(/отведено 5 МБ текста/);
});

/** `count` more reminders like the given one that are done, each of `letters` Cyrillic letters. */
const moreFinished = (id: number, count: number, letters: number) =>
  db.execute(sql`
    insert into reminders (user_id, category_id, type_id, date_time, first_wall_time, time_zone,
      completed, done_at, text)
    select user_id, category_id, type_id, date_time, first_wall_time, time_zone,
      true, now(), repeat('ы', ${letters}::int)
    from reminders, generate_series(1, ${count}::int) where id = ${id}`);
/** As many finished reminders as have room in an account, beside a row or two. */
const FINISHED_MAX = ACCOUNT_TEXT_MAX_BYTES / ROW_MIN_BYTES - 2;

/** That nobody waits for them is what e2e/one-account.spec.ts shows. */
test('the lists of a full account are whole and in order', async () => {
  const { user, initData } = await someone();
  await moreNotes((await createNote(db, user.id)).id, ROWS_IN_HAND_MAX - 1, 2_500);
  await moreFinished((await createReminder(db, user.id)).id, FINISHED_MAX, 250);
  const notes = (await callRoute(listNotes, { initData })).json;
  const reminders = (await callRoute(listReminders, { initData })).json;
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
  const listedNotes = ids(responses.notes.parse(notes).notes);
  const listedReminders = ids(responses.reminders.parse(reminders).notifications);
  expect(listedNotes).toEqual(listedNotes.toSorted((a, b) => b - a));
  expect(listedReminders).toEqual(listedReminders.toSorted((a, b) => a - b));
  expect(new Set(listedNotes).size).toBe(ROWS_IN_HAND_MAX);
  expect(new Set(listedReminders).size).toBe(FINISHED_MAX + 1);
});
