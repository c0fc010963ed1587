import { eq } from 'drizzle-orm';
import { responses } from '@/contract/api';
import { notes, reminders } from '@/server/platform/db/schema';
import { callRoute, testRoutes } from '@/testing/api';
import { categoryId, createNote, createReminder, createUser, typeId } from '@/testing/builders';
import { initDataFor } from '@/testing/test-env';
import { DELETE as deleteNote } from '@/app/api/notes/[id]/route';
import { POST as restore } from '@/app/api/notifications/[id]/restore/route';
import { PUT as update } from '@/app/api/notifications/[id]/route';
import { POST as toNote } from '@/app/api/notifications/[id]/to-note/route';
import { POST as create } from '@/app/api/notifications/route';

const { db } = testRoutes();

async function someone() {
  const user = await createUser(db);
  const initData = initDataFor({ id: user.id });
  const params = (id: number) => ({ id: String(id) });
  return {
    user,
    initData,
    remind: async (fields: object) => {
      const notification = {
        typeId: await typeId(db, 'Напоминание'),
        categoryId: await categoryId(db, 'Дом'),
        text: 'Купить',
        dateTime: '2049-03-12T06:00:00.000Z',
        repeat: false,
        flood: false,
        ...fields,
      };
      const answer = await callRoute(create, { initData, body: { notification } });
      return { notification, made: responses.reminder.parse(answer.json).notification };
    },
    toNote: (id: number, version: number) =>
      callRoute(toNote, { initData, params: params(id), body: { version } }),
    restore: (id: number) => callRoute(restore, { initData, params: params(id), body: {} }),
    deleteNote: (id: number) => callRoute(deleteNote, { initData, params: params(id), body: {} }),
    edit: (id: number, notification: object) =>
      callRoute(update, { initData, params: params(id), body: { notification } }),
  };
}
const notesOf = (userId: number) => db.select().from(notes).where(eq(notes.userId, userId));
const stored = async (id: number) =>
  (await db.select().from(reminders).where(eq(reminders.id, id)))[0];

test('a reminder knows its note, also after an edit; a note of somebody else or none is not taken', async () => {
  const anna = await someone();
  const { id: noteId } = await createNote(db, anna.user.id);
  const { made, notification } = await anna.remind({ noteId });
  expect(made).toMatchObject({ noteId });
  const edited = await anna.edit(made.id, { ...notification, text: 'Купить хлеб' });
  expect(edited.json).toMatchObject({ notification: { noteId, text: 'Купить хлеб' } });

  const foreign = await createNote(db, (await someone()).user.id);
  for (const other of [foreign.id, 999_999_999, 'x']) {
    const { made: plain } = await anna.remind({ noteId: other, text: `Другое ${other}` });
    expect(plain).not.toHaveProperty('noteId');
  }
});

test('a reminder becomes a note with its text; asked twice, or twice at once, it is one note', async () => {
  const anna = await someone();
  const text = `${'Очень длинная строка '.repeat(15)}\nи вторая`;
  const { made } = await anna.remind({ text });
  const answers = await Promise.all([1, 2, 3].map(() => anna.toNote(made.id, made.version)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [note, ...others] = await notesOf(anna.user.id);
  expect(others).toEqual([]);
  expect(note).toMatchObject({ content: made.text, categoryId: await categoryId(db, 'Дом') });
  expect(note?.title).toMatch(/^Очень длинная строка .*…$/);
  expect((await stored(made.id))?.deletedAt).not.toBeNull();
});

test('taken back and asked for again, it is a note again, with the text as it is by then', async () => {
  const anna = await someone();
  const { made, notification } = await anna.remind({});
  const first = responses.noteOfReminder.parse((await anna.toNote(made.id, made.version)).json);
  expect(first.created).toBe(true);
  await anna.deleteNote(first.note.id);
  const back = responses.reminder.parse((await anna.restore(made.id)).json).notification;
  const edited = await anna.edit(made.id, {
    ...notification,
    text: 'Иначе',
    version: back.version,
  });
  const { version } = responses.reminder.parse(edited.json).notification;
  const second = responses.noteOfReminder.parse((await anna.toNote(made.id, version)).json);
  expect(second.note).toMatchObject({ title: 'Иначе', content: 'Иначе' });
});

test('a reminder of a note gives way to that note; where it is deleted, to a new one', async () => {
  const anna = await someone();
  const { id: noteId } = await createNote(db, anna.user.id, { title: 'Список' });
  const { made } = await anna.remind({ noteId });
  const { json } = await anna.toNote(made.id, made.version);
  expect(json).toMatchObject({ note: { id: noteId, title: 'Список' }, created: false });
  expect(await notesOf(anna.user.id)).toHaveLength(1);

  const { made: other } = await anna.remind({ noteId, text: 'Другое' });
  await anna.deleteNote(noteId);
  const { json: fresh } = await anna.toNote(other.id, other.version);
  expect(fresh).toMatchObject({ note: { title: 'Другое' }, created: true });
});

test('one that changed meanwhile, is deleted, or is not the caller’s stays as it is', async () => {
  const anna = await someone();
  const { made } = await anna.remind({});
  expect((await anna.toNote(made.id, made.version + 1)).status).toBe(409);
  const boris = await someone();
  expect((await boris.toNote(made.id, made.version)).status).toBe(404);
  const gone = await createReminder(db, anna.user.id, { deletedAt: new Date() });
  expect((await anna.toNote(gone.id, gone.version)).status).toBe(404);
  expect((await stored(made.id))?.deletedAt).toBeNull();
  expect(await notesOf(anna.user.id)).toEqual([]);
});

test('what is attached goes along, both ways', async () => {
  const anna = await someone();
  const attachment = { items: [{ kind: 'photo' as const, messageId: 5, fileId: 'file' }] };
  const { id: noteId } = await createNote(db, anna.user.id, { attachment });
  const { made } = await anna.remind({ noteId });
  expect((await stored(made.id))?.attachment).toEqual(attachment);

  await anna.deleteNote(noteId);
  await anna.toNote(made.id, made.version);
  const [, fresh] = await notesOf(anna.user.id);
  expect(fresh?.attachment).toEqual(attachment);
});
