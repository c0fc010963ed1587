import { responses } from '@/contract/api';
import { ALL, FIRST_ROWS, SEARCH_MAX } from '@/core/limits';
import { listNotes } from '@/core/lists';
import { createCategory } from '@/server/categories/categories';
import { callRoute, testRoutes } from '@/testing/api';
import { categoryId, createNote } from '@/testing/builders';
import { DELETE as remove } from '@/app/api/notes/[id]/route';
import { GET } from '@/app/api/notes/route';

const { db, someone } = testRoutes();
const DAY_MS = 86_400_000;

/** Somebody with thirty notes, some pinned, in two categories, one deleted; and one of somebody else. */
async function withNotes() {
  const anna = await someone();
  const home = await categoryId(db, 'Дом');
  for (let n = 0; n < 30; n += 1) {
    await createNote(db, anna.user.id, {
      title: n % 7 === 0 ? `Ёлка ${n}` : `Заметка ${n}`,
      content: n % 5 === 0 ? 'Чай и вареньи\u0306' : 'Хлеб',
      dateTime: new Date(Date.UTC(2026, 0, 1) + n * DAY_MS),
      pinned: n === 3 || n === 20,
      ...(n % 2 === 0 && { categoryId: home }),
      ...(n === 29 && { deletedAt: new Date() }),
    });
  }
  const foreign = await createNote(db, (await someone()).user.id, { title: 'Ёлка чужая' });
  return { ...anna, foreign };
}
const get = async (initData: string, query: Record<string, string> = {}, headers = {}) => {
  const answer = await callRoute(GET, {
    ...{ initData, headers },
    query: new URLSearchParams(query).toString(),
  });
  return { ...answer, body: () => responses.notes.parse(answer.json) };
};

test('pages are the beginnings of the whole list, whatever is searched and filtered', async () => {
  const { initData } = await withNotes();
  const whole = (await get(initData)).body();
  expect(whole.notes).toHaveLength(29);
  expect(whole).not.toHaveProperty('total');
  for (const search of ['', 'елк', 'ЁЛКА 1', 'чай', 'вареньй', 'нет такого', ' . ']) {
    for (const category of [ALL, 'Дом', 'Личное', 'Никакая']) {
      const matching = listNotes(whole.notes, { search, category });
      for (const limit of [1, FIRST_ROWS, 100]) {
        const { notes, total } = (
          await get(initData, { limit: String(limit), search, category })
        ).body();
        expect([search, category, total]).toEqual([search, category, matching.length]);
        expect(notes).toEqual(matching.slice(0, limit));
      }
    }
  }
});

test('a note that is asked for beside the page comes with it; nobody else’s, and no deleted one', async () => {
  const { initData, foreign } = await withNotes();
  const whole = (await get(initData)).body().notes;
  const last = whole.at(-1);
  const beside = (await get(initData, { limit: '5', with: String(last?.id) })).body();
  expect(beside.notes).toEqual([...whole.slice(0, 5), last]);
  expect(beside.total).toBe(29);
  const none = (await get(initData, { limit: '5', with: String(foreign.id) })).body();
  expect(none.notes).toEqual(whole.slice(0, 5));
  const params = { id: String(last?.id) };
  await callRoute(remove, { initData, body: {}, params });
  const gone = (await get(initData, { limit: '5', with: String(last?.id) })).body();
  expect(gone.notes).toEqual(whole.slice(0, 5));
});

test('a page that has not changed is not sent again; a change anywhere sends it', async () => {
  const { initData, user } = await withNotes();
  const { headers } = await get(initData, { limit: '5' });
  const known = { 'if-none-match': headers.get('etag') ?? '' };
  expect((await get(initData, { limit: '5' }, known)).status).toBe(304);
  await createNote(db, user.id, { title: 'Новая' });
  expect((await get(initData, { limit: '5' }, known)).status).toBe(200);
});

test('an own category filters by its name', async () => {
  const { initData, user } = await withNotes();
  const [own] = await createCategory(db, user.id, { name: 'Дача', color: 'red' }, new Date());
  const { id } = await createNote(db, user.id, { categoryId: own?.id ?? 0 });
  const { notes, total } = (await get(initData, { limit: '5', category: 'Дача' })).body();
  expect(notes).toMatchObject([{ id, category: { name: 'Дача', color: 'red' } }]);
  expect(total).toBe(1);
});

test.each([
  { limit: '0' },
  { limit: '-1' },
  { limit: 'все' },
  { limit: '5', with: 'x' },
  { limit: '5', search: 'я'.repeat(SEARCH_MAX + 1) },
])('%j is refused', async (query) => {
  const { initData } = await someone();
  expect((await get(initData, query)).status).toBe(400);
});
