import { fireEvent, screen, waitFor } from '@testing-library/react';
import { aReminder, FakeServer, renderScreen } from '@/testing/mini-app';
import { RemindersScreen } from '../reminders/screen/screen';

beforeEach(() => {
  localStorage.clear();
  const media = window.matchMedia.bind(window);
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) =>
      Object.assign(media(query), { matches: query.includes('hover: hover') }),
    );
});
afterEach(() => jest.restoreAllMocks());

const row = (name: string) => screen.getByRole('article', { name }).closest('li');
/** A key by its place on the keyboard; `key` is what the layout makes of it. */
const press = (code: string, key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { code, key, ...more });

async function open() {
  const server = new FakeServer();
  server.reminders = ['Хлеб', 'Вода'].map((text) => aReminder({ text }));
  renderScreen(<RemindersScreen />, server);
  await screen.findByRole('article', { name: 'Хлеб' });
  await screen.findByRole('button', { name: 'Клавиши' });
}

test('arrows lead through the list, Enter opens, Escape leaves', async () => {
  await open();
  press('ArrowDown', 'ArrowDown');
  expect(row('Хлеб')).toHaveFocus();
  press('ArrowDown', 'ArrowDown');
  expect(row('Вода')).toHaveFocus();
  press('ArrowUp', 'ArrowUp');
  press('Enter', 'Enter');
  expect(await screen.findByRole('dialog', { name: 'Хлеб' })).toBeVisible();
  press('Escape', 'Escape');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('N adds and / searches in a Cyrillic layout, too, and neither does in a field', async () => {
  await open();
  press('Slash', '.');
  const search = screen.getByRole('textbox', { name: 'Поиск' });
  expect(search).toHaveFocus();
  press('KeyN', 'т');
  expect(screen.queryByRole('dialog')).toBeNull();
  search.blur();
  press('KeyN', 'т', { ctrlKey: true });
  expect(screen.queryByRole('dialog')).toBeNull();
  press('KeyN', 'т');
  expect(await screen.findByRole('dialog', { name: 'Добавить уведомление' })).toBeVisible();
});

test('? says which keys there are', async () => {
  await open();
  press('Digit7', '?', { shiftKey: true });
  expect(await screen.findByRole('dialog', { name: 'Клавиши' })).toHaveTextContent('NДобавить');
});
