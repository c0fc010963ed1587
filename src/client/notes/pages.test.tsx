import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SEARCH_MAX } from '@/core/limits';
import { aNote } from '@/testing/wire-rows';
import { FakeServer } from '@/testing/fake-server';
import { renderScreen, USER } from '@/testing/mini-app';
import { keptNote } from './kept';
import NotesScreen from './screen';

beforeEach(() => {
  localStorage.clear();
  Object.assign(window, { innerHeight: 200 }); // A window of one page.
});

const cards = () =>
  [...document.querySelectorAll('article')].map((card) => card.getAttribute('aria-label'));
const more = () => screen.queryByRole('button', { name: 'Загрузить ещё' });
const PATH = '/api/notes?limit=';
const asked = (server: FakeServer) => [
  ...new Set(server.calls.flatMap(({ path }) => (path.startsWith(PATH) ? [path] : []))),
];

/** A server with so many notes, the newest with the highest number. */
function withNotes(count: number): FakeServer {
  const server = new FakeServer();
  server.notes = Array.from({ length: count }, (_, n) =>
    aNote({ title: `Заметка ${n}`, dateTime: new Date(Date.UTC(2026, 0, 1 + n)).toISOString() }),
  );
  return server;
}
const titles = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, n) => `Заметка ${from - n}`);

test('of a full account the first notes are asked for, more when they are wanted, and all of them come', async () => {
  const user = userEvent.setup({ delay: null });
  const server = withNotes(23);
  renderScreen(<NotesScreen />, server);
  await waitFor(() => expect(cards()).toEqual(titles(22, 18)));
  expect(asked(server)).toEqual([`${PATH}20`]);
  const button = more();
  if (!button) throw new Error('there is no more');
  await user.click(button);
  await waitFor(() => expect(cards()).toEqual(titles(22, 13)));
  expect(await screen.findByText('Показано 10 из 23')).toBeInTheDocument();
  for (const shown of [15, 20, 23]) {
    const next = more();
    if (!next) throw new Error('there is no more');
    await user.click(next);
    await waitFor(() => expect(cards()).toEqual(titles(22, 23 - shown)));
  }
  expect(more()).toBeNull();
  expect(await screen.findByText('Показано 23 из 23')).toBeInTheDocument();
  expect(asked(server)).toEqual([`${PATH}20`, `${PATH}40`]);
});

test('a search finds what is not here yet, and says how much there is; without it the list is as before', async () => {
  const user = userEvent.setup({ delay: null });
  const server = withNotes(40);
  const [oldest] = server.notes;
  server.notes = [aNote({ ...oldest, content: 'Ёлка' }), ...server.notes.slice(1)];
  renderScreen(<NotesScreen />, server);
  await waitFor(() => expect(cards()).toHaveLength(5));
  fireEvent.change(screen.getByRole('textbox', { name: 'Поиск' }), { target: { value: 'елк' } });
  await waitFor(() => expect(cards()).toEqual(['Заметка 0']));
  expect(await screen.findByText('Найдено: 1')).toBeInTheDocument();
  fireEvent.change(screen.getByRole('textbox', { name: 'Поиск' }), {
    target: { value: 'заметка 1' },
  });
  expect(await screen.findByText('Найдено: 11')).toBeInTheDocument();
  fireEvent.change(screen.getByRole('textbox', { name: 'Поиск' }), { target: { value: 'нигде' } });
  expect(await screen.findByText('По запросу «нигде» ничего нет')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Сбросить' }));
  await waitFor(() => expect(cards()).toEqual(titles(39, 35)));
});

test('of a long paste the beginning is searched, here and in the address', async () => {
  const server = withNotes(40);
  const [oldest] = server.notes;
  const text = 'ё'.repeat(SEARCH_MAX);
  server.notes = [aNote({ ...oldest, content: text }), ...server.notes.slice(1)];
  renderScreen(<NotesScreen />, server);
  await waitFor(() => expect(cards()).toHaveLength(5));
  const field = screen.getByRole('textbox', { name: 'Поиск' });
  expect(field).toHaveAttribute('maxlength', String(SEARCH_MAX));
  fireEvent.change(field, { target: { value: text.repeat(40) } });
  await waitFor(() => expect(cards()).toEqual(['Заметка 0']));
  const search = new URLSearchParams({ limit: '20', search: text }).toString();
  expect(asked(server)).toContain(`/api/notes?${search}`);
});

test('while a search is under way nobody is told that there is nothing', async () => {
  const server = withNotes(40);
  renderScreen(<NotesScreen />, server);
  await waitFor(() => expect(cards()).toHaveLength(5));
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const search = new URLSearchParams({ limit: '20', search: 'нигде' }).toString();
  server.on(`GET /api/notes?${search}`, async () => {
    await answered;
    return { json: { success: true, notes: [], total: 0 } };
  });
  fireEvent.change(screen.getByRole('textbox', { name: 'Поиск' }), { target: { value: 'нигде' } });
  await waitFor(() => expect(asked(server)).toContain(`/api/notes?${search}`));
  expect(screen.queryByText('По запросу «нигде» ничего нет')).toBeNull();
  answer();
  expect(await screen.findByText('По запросу «нигде» ничего нет')).toBeVisible();
});

test('a deleted note makes room for the next one, and comes back to its place', async () => {
  const user = userEvent.setup({ delay: null });
  const server = withNotes(23);
  renderScreen(<NotesScreen />, server);
  await waitFor(() => expect(cards()).toHaveLength(5));
  const [first] = screen.getAllByRole('button', { name: 'Удалить' });
  if (first) await user.click(first);
  await waitFor(() => expect(cards()).toEqual(titles(21, 17)));
  await user.click(screen.getByRole('button', { name: 'Отменить' }));
  await waitFor(() => expect(cards()).toEqual(titles(22, 18)));
  expect(more()).toBeVisible();
});

test('the edit of a note far down the list that could not be saved opens again, for that note', async () => {
  const server = withNotes(40);
  const [far] = server.notes;
  if (!far) throw new Error('no note');
  const values = { title: 'Исправлено', content: far.content, categoryId: 1 };
  keptNote.keep(USER.id, { values, editId: far.id, version: far.version });
  renderScreen(<NotesScreen />, server);
  expect(await screen.findByRole('dialog', { name: 'Редактировать заметку' })).toBeVisible();
  expect(screen.getByLabelText('Заголовок')).toHaveValue('Исправлено');
});
