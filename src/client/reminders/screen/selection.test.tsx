import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aReminder } from '@/testing/wire-rows';
import { FakeServer } from '@/testing/fake-server';
import { goTo, renderScreen, renderScreens } from '@/testing/mini-app';
import { jointTexts } from '@/texts/joint';
import { RemindersScreen } from './screen';
import { HOLD_MS } from '../list/swipes';

beforeEach(() => localStorage.clear());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  window.history.replaceState(null, '', '/');
});

/** Three rows, the first of which «Выбрать» has chosen. */
async function choosing({
  finished,
  draw = (server) => renderScreen(<RemindersScreen />, server),
}: { finished?: string; draw?: (server: FakeServer) => unknown } = {}) {
  const server = new FakeServer();
  server.reminders = ['Вода', 'Хлеб', 'Соль'].map((text) => aReminder({ text }));
  draw(server);
  const user = userEvent.setup({ delay: null });
  if (finished !== undefined) {
    await user.click(await screen.findByRole('button', { name: `Готово: ${finished}` }));
    await screen.findByRole('button', { name: `Вернуть: ${finished}` });
  }
  await user.click(await screen.findByRole('button', { name: 'Вода' }));
  const view = within(await screen.findByRole('dialog', { name: 'Вода' }));
  const more = view.queryByRole('button', { name: 'Ещё' });
  if (more) await user.click(more);
  await user.click(view.getByRole('button', { name: 'Выбрать' }));
  const bar = within(await screen.findByRole('toolbar', { name: 'Выбранные уведомления' }));
  return { server, user, bar };
}
const box = (name: string) => screen.getByRole('checkbox', { name });
const callsTo = (server: FakeServer, what: string) =>
  server.calls.filter(({ path }) => path.endsWith(`/${what}`));

test('«Выбрать» begins it; rows are ticked by their names, and Escape ends it', async () => {
  const { user, bar } = await choosing();
  expect(box('Вода')).toBeChecked();
  await user.click(box('Хлеб'));
  expect(bar.getByRole('status')).toHaveTextContent('Выбрано: 2');
  await user.click(box('Вода'));
  expect(box('Вода')).not.toBeChecked();
  expect(screen.queryByRole('button', { name: 'Готово: Соль' })).toBeNull();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('toolbar')).toBeNull();
  expect(screen.getByRole('button', { name: 'Готово: Соль' })).toBeVisible();
});

test('Escape in a dialog over the list closes that, and all that are chosen stay so', async () => {
  const { user } = await choosing();
  await user.click(screen.getByRole('button', { name: 'Фильтры' }));
  await screen.findByRole('dialog', { name: 'Дополнительные фильтры' });
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(box('Вода')).toBeChecked();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('Escape ends it also where a dialog was left open on a screen that is out of sight', async () => {
  const { user } = await choosing({ draw: (server) => renderScreens(server, '/') });
  goTo('/profile');
  await user.click(await screen.findByRole('button', { name: /^Экспорт/ }));
  expect(await screen.findByRole('dialog')).toBeVisible();
  goTo('/');
  expect(box('Вода')).toBeChecked();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('Escape in the search clears it, and all that are chosen stay so', async () => {
  const { user } = await choosing();
  const search = screen.getByRole('textbox', { name: 'Поиск' });
  await user.type(search, 'вод{Escape}');
  expect(search).toHaveValue('');
  await user.keyboard('{Escape}');
  expect(box('Вода')).toBeChecked();
  act(() => search.blur());
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('all that are chosen are done at once, and one «Отменить» takes that back', async () => {
  const { server, user, bar } = await choosing();
  await user.click(box('Соль'));
  await user.click(bar.getByRole('button', { name: 'Готово' }));
  expect(await screen.findByText('Отмечено: 2')).toBeVisible();
  expect(callsTo(server, 'done')).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: /^Вернуть/ })).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Отменить' }));
  await waitFor(() => expect(callsTo(server, 'undo')).toHaveLength(2));
  expect(await screen.findByRole('button', { name: 'Готово: Соль' })).toBeVisible();
});

test('what was just finished is none to choose', async () => {
  await choosing({ finished: 'Соль' });
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Соль' })).toBeNull());
  expect(box('Вода')).toBeChecked();
  expect(box('Хлеб')).not.toBeChecked();
});

test('put off together, they come at one moment', async () => {
  const { server, user, bar } = await choosing();
  await user.click(box('Соль'));
  await user.click(bar.getByRole('button', { name: 'Отложить' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Отложить выбранные: 2' }));
  const [first] = sheet.getAllByRole('listitem');
  await user.click(within(first ?? sheet.getByRole('list')).getByRole('button'));
  await waitFor(() => expect(callsTo(server, 'snooze')).toHaveLength(2));
  expect(new Set(callsTo(server, 'snooze').map(({ body }) => body.until)).size).toBe(1);
});

test('deleted together, they come back together; what that has ended for others is said', async () => {
  const { server, user, bar } = await choosing();
  server.on(`DELETE /api/notifications/${server.reminders[0]?.id ?? 0}`, () => ({
    json: { success: true, message: jointTexts.ended },
  }));
  await user.click(box('Хлеб'));
  await user.click(bar.getByRole('button', { name: 'Удалить' }));
  expect(await screen.findByText(`Удалено: 2. ${jointTexts.ended}`)).toBeVisible();
  expect(screen.queryByRole('article', { name: 'Хлеб' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Отменить' }));
  expect(await screen.findByRole('article', { name: 'Хлеб' })).toBeVisible();
  expect(screen.getByRole('article', { name: 'Вода' })).toBeVisible();
});

test('of those that are deleted together the list is read again once; one that is gone already is no failure', async () => {
  const { server, user, bar } = await choosing();
  const [water] = server.reminders;
  await user.click(box('Хлеб'));
  await user.click(box('Соль'));
  server.on(`DELETE /api/notifications/${water?.id}`, () => {
    server.reminders = server.reminders.filter((row) => row !== water);
    return { status: 404, json: { success: false, message: 'Удалена' } };
  });
  const readings = () => server.callsOf('GET', '/api/notifications').length;
  const before = readings();
  await user.click(bar.getByRole('button', { name: 'Удалить' }));
  expect(await screen.findByText('Удалено: 3')).toBeVisible();
  expect(screen.queryByRole('article')).toBeNull();
  expect(readings()).toBe(before + 1);
});

test('a category is set for all of them, and one «Отменить» takes that back', async () => {
  const { server, user, bar } = await choosing();
  for (const row of server.reminders) {
    server.on(`POST /api/notifications/${row.id}/rewrite`, () => ({
      json: { success: true, notification: { ...row, version: 2 }, undo: '2' },
    }));
  }
  await user.click(box('Хлеб'));
  await user.click(bar.getByRole('button', { name: 'Категория' }));
  await screen.findByRole('dialog', { name: 'Категория' });
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(bar.getByRole('button', { name: 'Категория' }));
  await user.click(await screen.findByRole('button', { name: 'Дом' }));
  expect(await screen.findByText('Категория изменена: 2')).toBeVisible();
  expect(callsTo(server, 'rewrite').map(({ body }) => body.categoryId)).toEqual([3, 3]);
  await user.click(screen.getByRole('button', { name: 'Отменить' }));
  await waitFor(() => expect(callsTo(server, 'undo')).toHaveLength(2));
});

test('«Отменить» takes back nothing of what was in that category already', async () => {
  const { server, user, bar } = await choosing();
  for (const row of server.reminders) {
    const isThere = row.text === 'Вода';
    // Of an earlier act where nothing has changed.
    const answer = {
      notification: { ...row, version: isThere ? 1 : 2 },
      undo: isThere ? '1' : '2',
    };
    server.on(`POST /api/notifications/${row.id}/rewrite`, () => ({
      json: { success: true, ...answer },
    }));
  }
  await user.click(box('Хлеб'));
  await user.click(bar.getByRole('button', { name: 'Категория' }));
  await user.click(await screen.findByRole('button', { name: 'Личное' }));
  await user.click(await screen.findByRole('button', { name: 'Отменить' }));
  const [, bread] = server.reminders;
  await waitFor(() =>
    expect(callsTo(server, 'undo').map(({ path }) => path)).toEqual([
      `/api/notifications/${bread?.id}/undo`,
    ]),
  );
});

/** Until the row is chosen: the code that sees it comes behind the list. */
async function restFingerOn(row: HTMLElement) {
  const touch = (type: string) => {
    const event = new MouseEvent(`pointer${type}`, { bubbles: true, clientX: 160, clientY: 100 });
    fireEvent(row, Object.assign(event, { pointerType: 'touch', isPrimary: true }));
  };
  await waitFor(() => {
    jest.useFakeTimers();
    touch('down');
    act(() => {
      jest.advanceTimersByTime(HOLD_MS);
    });
    jest.useRealTimers();
    touch('up');
    expect(within(row).getByRole('checkbox')).toBeChecked();
  });
}

test('a finger that rests on a row begins it, and its lift opens nothing', async () => {
  const server = new FakeServer();
  server.reminders = [aReminder({ text: 'Вода' })];
  renderScreen(<RemindersScreen />, server);
  const row = await screen.findByRole('article', { name: 'Вода' });
  await restFingerOn(row);
  fireEvent.click(row);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(box('Вода')).toBeChecked();
  expect(await screen.findByRole('toolbar')).toBeVisible();
});

test('where the lift comes as no click, the next press is taken', async () => {
  const { user, bar } = await choosing();
  await user.click(bar.getByRole('button', { name: 'Закончить выбор' }));
  await restFingerOn(screen.getByRole('article', { name: 'Вода' }));
  await user.click(await screen.findByRole('button', { name: 'Закончить выбор' }));
  expect(screen.queryByRole('toolbar')).toBeNull();
});
