import { eq, getTableColumns, sql } from 'drizzle-orm';
import { draftCreateKey } from '@/contract/draft';
import { ACCOUNT_TEXT_MAX_BYTES } from '@/core/limits';
import { drafts, notes, reminders } from '@/server/platform/db/schema';
import { createNote, createReminder, createUser, draftPayload } from '@/testing/builders';
import { testCleanup } from '@/testing/clean-up';
import { fixedClock } from '@/testing/clock';
import { testDatabase } from '@/testing/database';

const { db } = testDatabase();
const clock = fixedClock();
const { ago, run } = testCleanup(db, clock);

type Fields = Partial<typeof drafts.$inferInsert>;
/** A draft whose time is over, unless the fields say otherwise. */
async function draft(userId: number, text: string, fields: Fields = {}) {
  const payload = draftPayload({ text, dateTime: null, ...fields.payload });
  const row = { userId, state: 'asking' as const, expiresAt: clock.now(), ...fields, payload };
  const [made] = await db.insert(drafts).values(row).returning(getTableColumns(drafts));
  if (!made) throw new Error('no draft');
  return made;
}
const contents = async (userId: number) =>
  (await db.select().from(notes).where(eq(notes.userId, userId))).map((row) => row.content);
const left = async () => (await db.select().from(drafts)).map(({ payload }) => payload.text);

test('what nobody has answered in its time becomes a note, once, and what was answered goes', async () => {
  const { id } = await createUser(db);
  await draft(id, 'Купить молоко 🥛\nи хлеб');
  await draft(id, 'Ещё ждёт', { expiresAt: ago(-1) });
  await draft(id, 'С моментом', {
    state: 'ready',
    payload: draftPayload({ text: 'С моментом', dateTime: '2027-01-01T00:00:00.000Z' }),
  });
  for (const state of ['saved', 'noted', 'cancelled', 'held'] as const) {
    await draft(id, state, { state });
  }
  expect(await run()).toMatchObject({ rows: 6 });
  expect(await contents(id)).toEqual(['Купить молоко 🥛\nи хлеб', 'С моментом']);
  expect(await left()).toEqual(['Ещё ждёт']);
  await run();
  expect(await contents(id)).toHaveLength(2);
});

test('what is attached goes with it', async () => {
  const { id } = await createUser(db);
  const items = [{ kind: 'photo' as const, messageId: 5, fileId: 'f' }];
  await draft(id, 'Фото', { attachment: { items } });
  await run();
  const [note] = await db.select().from(notes).where(eq(notes.userId, id));
  expect(note?.attachment).toEqual({ items });
});

test('what is a reminder or a note already, or fits none, becomes no note', async () => {
  const { id } = await createUser(db);
  const { id: noteId } = await createNote(db, id, { content: 'Заметка' });
  await draft(id, 'Заметка', {
    payload: draftPayload({ text: 'Заметка', dateTime: null, noteId }),
  });
  const saved = await draft(id, 'Из формы');
  await createReminder(db, id, { createKey: draftCreateKey(saved.id), deletedAt: clock.now() });
  await draft(id, '');
  await draft(id, 'я'.repeat(4_050));
  await run();
  expect(await contents(id)).toEqual(['Заметка']);
  expect(await db.$count(reminders)).toBe(1);
  expect(await left()).toEqual([]);
});

test('where the account has no room it waits on, and holds up nobody else', async () => {
  const [full, other] = [await createUser(db), await createUser(db)];
  const big = await createNote(db, full.id, { content: 'a'.repeat(ACCOUNT_TEXT_MAX_BYTES) });
  await draft(full.id, 'Молоко');
  await draft(other.id, 'Хлеб');
  await run();
  expect(await left()).toEqual(['Молоко']);
  expect(await contents(other.id)).toEqual(['Хлеб']);
  await db.delete(notes).where(eq(notes.id, big.id));
  await run();
  expect(await left()).toEqual([]);
  expect(await contents(full.id)).toEqual(['Молоко']);
});

test('one that the database refuses holds up no other, and the run is tried again', async () => {
  const { id } = await createUser(db);
  await draft(id, 'Плохое');
  await draft(id, 'Хорошее');
  await db.execute(sql`
    create function refuse() returns trigger language plpgsql as
    $$ begin if new.content = 'Плохое' then raise exception 'no'; end if; return new; end $$`);
  await db.execute(
    sql`create trigger refuse before insert on notes for each row execute function refuse()`,
  );
  await expect(run()).rejects.toThrow('steps of the cleanup failed');
  expect(await left()).toEqual(['Плохое']);
  await db.execute(sql`drop trigger refuse on notes`);
  await run();
  expect(await contents(id)).toEqual(['Хорошее', 'Плохое']);
});
