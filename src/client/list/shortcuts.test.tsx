import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aNote, aReminder } from '@/testing/wire-rows';
import { FakeServer } from '@/testing/fake-server';
import { goTo, renderScreens } from '@/testing/mini-app';

beforeEach(() => {
  localStorage.clear();
  const media = window.matchMedia.bind(window);
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) =>
      Object.assign(media(query), { matches: query.includes('hover: hover') }),
    );
});
afterEach(() => {
  jest.restoreAllMocks();
  window.history.replaceState(null, '', '/');
});

const row = (name: string) => screen.getByRole('article', { name }).closest('li');
/** A key by its place on the keyboard; `key` is what the layout makes of it. */
const press = (code: string, key = code, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { code, key, ...more });
const search = () => screen.getByRole('textbox', { name: 'Поиск' });
/** As the Tab key does. */
const focus = (element: HTMLElement) => act(() => element.focus());
const dialog = (name: string) => screen.findByRole('dialog', { name });
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

async function open(pathname = '/', fields: Parameters<typeof aReminder>[0] = {}) {
  const server = new FakeServer();
  server.reminders = ['Хлеб', 'Вода'].map((text) => aReminder({ text, ...fields }));
  server.notes = ['Список', 'Мысль'].map((title) => aNote({ title }));
  renderScreens(server, pathname);
  if (pathname === '/') await screen.findByRole('article', { name: 'Хлеб' });
  // The keys come behind the screen.
  await waitFor(() => {
    press('Digit7', '?', { shiftKey: true });
    expect(screen.getByRole('dialog', { name: 'Клавиши' })).toBeVisible();
  });
  press('Escape');
  await closed();
  return server;
}

test('arrows lead through the list, Enter opens, Escape leaves', async () => {
  await open();
  press('ArrowDown');
  expect(row('Хлеб')).toHaveFocus();
  press('ArrowDown');
  expect(row('Вода')).toHaveFocus();
  press('ArrowUp');
  press('Enter');
  expect(await dialog('Хлеб')).toBeVisible();
  press('Escape');
  await closed();
  expect(row('Хлеб')).toHaveFocus();
  press('Escape');
  expect(document.body).toHaveFocus();
});

test('keys are heard also where a dialog was left open on a screen that is out of sight', async () => {
  await open();
  goTo('/profile');
  fireEvent.click(await screen.findByRole('button', { name: /^Экспорт/ }));
  await dialog('Экспорт');
  goTo('/');
  press('ArrowDown');
  expect(row('Хлеб')).toHaveFocus();
});

test('arrows lead on from a button of a row, and into the list from any other', async () => {
  await open();
  focus(within(screen.getByRole('article', { name: 'Хлеб' })).getByLabelText('Редактировать'));
  press('ArrowDown');
  expect(row('Вода')).toHaveFocus();
  focus(screen.getByRole('link', { name: 'Заметки' }));
  press('ArrowDown');
  expect(row('Хлеб')).toHaveFocus();
});

test('of the row in use D finishes and brings back, S puts off, E edits, Delete deletes', async () => {
  await open();
  press('ArrowDown');
  press('KeyD', 'в');
  expect(await screen.findByRole('button', { name: 'Вернуть: Хлеб' })).toBeVisible();
  press('KeyD', 'в');
  expect(await screen.findByRole('button', { name: 'Готово: Хлеб' })).toBeVisible();
  press('KeyS', 'ы');
  expect(await dialog('Отложить: Хлеб')).toBeVisible();
  press('Escape');
  await closed();
  expect(row('Хлеб')).toHaveFocus();
  press('KeyE', 'у');
  expect(await dialog('Редактировать уведомление')).toBeVisible();
  press('Escape');
  await closed();
  press('KeyE', 'у', { ctrlKey: true });
  press('Delete');
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Хлеб' })).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(row('Вода')).toHaveFocus());
});

test('a key that is held deletes one row, and leaves the next', async () => {
  const server = await open();
  press('ArrowDown');
  press('Delete');
  await waitFor(() => expect(row('Вода')).toHaveFocus());
  press('Delete', 'Delete', { repeat: true });
  press('Backspace', 'Backspace', { repeat: true });
  expect(screen.getByRole('article', { name: 'Вода' })).toBeVisible();
  expect(server.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('a series is asked about first; Escape leaves it, and the focus where it was', async () => {
  await open('/', { repeat: true, repeatEvery: 1, repeatUnit: 'DAY' });
  press('ArrowDown');
  press('Delete');
  expect(await dialog('Удалить: Хлеб')).toBeVisible();
  press('Escape');
  await closed();
  expect(row('Хлеб')).toHaveFocus();
  const bin = within(screen.getByRole('article', { name: 'Хлеб' })).getByLabelText('Удалить');
  focus(bin);
  fireEvent.click(bin);
  expect(await dialog('Удалить: Хлеб')).toBeVisible();
  press('Escape');
  await closed();
  expect(bin).toHaveFocus();
});

test('N adds and / searches in a Cyrillic layout, too, and neither does in a field', async () => {
  await open();
  press('Slash', '.');
  expect(search()).toHaveFocus();
  for (const code of ['KeyN', 'KeyE', 'Delete', 'ArrowUp']) press(code);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(search()).toHaveFocus();
  search().blur();
  press('KeyN', 'т', { ctrlKey: true });
  expect(screen.queryByRole('dialog')).toBeNull();
  press('KeyN', 'т');
  expect(await dialog('Добавить уведомление')).toBeVisible();
});

test('Escape clears the search, then leaves it; the arrow down leads from it into the list', async () => {
  await open();
  press('Slash', '/');
  fireEvent.change(search(), { target: { value: 'хле' } });
  press('Escape');
  expect(search()).toHaveValue('');
  expect(search()).toHaveFocus();
  press('Escape');
  expect(document.body).toHaveFocus();
  press('Slash', '/');
  press('ArrowDown');
  expect(row('Хлеб')).toHaveFocus();
});

test('on the notes they are about the notes', async () => {
  await open('/');
  goTo('/notes');
  await screen.findByRole('article', { name: 'Список' });
  press('ArrowDown');
  expect(screen.getAllByRole('article')[0]?.closest('li')).toHaveFocus();
  press('KeyN', 'т');
  expect(await dialog('Добавить заметку')).toBeVisible();
});

test('elsewhere N and / lead to the reminders', async () => {
  await open('/profile');
  press('Slash', '/');
  await waitFor(() => expect(search()).toHaveFocus());
  search().blur();
  goTo('/profile');
  press('KeyN', 'т');
  expect(await dialog('Добавить уведомление')).toBeVisible();
});

test('? says which keys there are, and so does its button', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Клавиши' }));
  expect(await dialog('Клавиши')).toHaveTextContent('NДобавить');
});
