import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aReminder } from '@/testing/wire-rows';
import { FakeServer } from '@/testing/fake-server';
import { goTo, renderScreen, renderScreens, USER } from '@/testing/mini-app';
import { openReminder } from '../../host/navigate';
import { type FormValues, formOf, keptReminder, prefillOf } from '../form/form';
import { RemindersScreen } from './screen';

const MOSCOW = 'Europe/Moscow';
const LATER = '2050-05-05T06:00:00.000Z';

let server = new FakeServer();
beforeEach(() => {
  localStorage.clear();
  server = new FakeServer();
});
afterEach(() => {
  jest.restoreAllMocks();
  window.history.replaceState(null, '', '/');
});

const user = userEvent.setup({ delay: null });
const form = async (name: string) => {
  const dialog = within(await screen.findByRole('dialog', { name }));
  await dialog.findByRole('option', { name: 'Личное' });
  return dialog;
};
const save = async () => {
  await user.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};
const startAgain = () => {
  cleanup();
  window.history.replaceState(null, '', '/');
  renderScreen(<RemindersScreen />, server);
};

test('the form of a card of the chat is that card’s after the end of the app, too, and its words are not read anew', async () => {
  const text = 'Завтра в 10 планёрка';
  const draft = { ...aReminder({ text, dateTime: LATER }), id: 5, date: null };
  server.on('GET /api/drafts/5', () => ({
    json: { success: true, draft: { ...draft, typeId: 1, categoryId: 1, noteId: 4 } },
  }));
  window.history.replaceState(null, '', '/?draft=5');
  renderScreen(<RemindersScreen />, server);
  const opened = await form('Добавить уведомление');
  fireEvent.change(opened.getByLabelText('Категория'), { target: { value: '3' } });
  startAgain();
  const again = await form('Добавить уведомление');
  expect(again.getByLabelText('Время')).toHaveValue('09:00');
  const listed = server.callsOf('GET', '/api/drafts').length;
  await save();
  const [create] = server.callsOf('POST', '/api/notifications');
  expect(create?.headers.get('idempotency-key')).toBe('draft:5');
  expect(create?.body.notification).toMatchObject({
    ...{ text, dateTime: LATER, categoryId: 3, noteId: 4 },
  });
  // It no longer waits there.
  await waitFor(() => expect(server.callsOf('GET', '/api/drafts').length).toBeGreaterThan(listed));
});

test.each([
  ['is gone', 404, 'Черновик из чата уже недоступен', 1],
  ['cannot be read now', 500, 'Не удалось загрузить данные', 0],
])('a card of the chat that %s says so', async (_what, status, said, readings) => {
  server.on('GET /api/drafts/5', () => ({ status, json: { success: false, message: '' } }));
  window.history.replaceState(null, '', '/?draft=5');
  renderScreen(<RemindersScreen />, server);
  expect(await screen.findByText(said)).toBeVisible();
  await waitFor(() => expect(server.callsOf('GET', '/api/drafts')).toHaveLength(1 + readings));
});

/** An edit that the last session could not save, of a row that the list at this start has not. */
function keepEdit(
  answer: Parameters<FakeServer['on']>[1],
  { was = 'Было', changes = {} }: { was?: string; changes?: Partial<FormValues> } = {},
) {
  const row = aReminder({ text: was, dateTime: LATER, version: 4 });
  const values = { ...formOf(prefillOf(row), MOSCOW), text: 'Стало', ...changes };
  keptReminder.keep(USER.id, { editId: row.id, version: row.version, values });
  server.on(`GET /api/notifications/${row.id}`, answer);
  return row;
}

test('an edit of a reminder that is not in the list is an edit at the next start, too', async () => {
  const row: ReturnType<typeof aReminder> = keepEdit(() => ({
    json: { success: true, notification: row, history: [] },
  }));
  startAgain();
  const again = await form('Редактировать уведомление');
  expect(again.getByLabelText('Текст уведомления')).toHaveValue('Стало');
  await save();
  expect(server.callsOf('PUT', `/api/notifications/${row.id}`)).toMatchObject([
    { body: { notification: { text: 'Стало', version: 4 } } },
  ]);
  expect(server.callsOf('POST', '/api/notifications')).toEqual([]);
});

test('of one that is gone by then it makes a new one', async () => {
  keepEdit(() => ({ status: 404, json: { success: false, message: 'Удалена' } }));
  startAgain();
  await form('Добавить уведомление');
  await save();
  expect(server.callsOf('POST', '/api/notifications')).toMatchObject([
    { body: { notification: { text: 'Стало' } } },
  ]);
});

test.each([
  ['is gone', 404, ['POST', '/api/notifications']],
  ['the chat has changed', 200, ['PUT', undefined]],
] as const)(
  'words that stood in the text before are not read anew, where its reminder %s',
  async (_what, status, [method, path]) => {
    const was = 'Купить подарок на 5 декабря';
    const row: ReturnType<typeof aReminder> = keepEdit(
      () => ({
        status,
        json:
          status === 200
            ? { success: true, notification: { ...row, text: 'Из чата', version: 5 }, history: [] }
            : { success: false, message: 'Удалена' },
      }),
      { was, changes: { text: was, categoryId: 3, byHand: ['category'] } },
    );
    startAgain();
    const again = within(await screen.findByRole('dialog'));
    await again.findByRole('option', { name: 'Личное' });
    expect(again.getByLabelText('Текст уведомления')).toHaveValue(was);
    await save();
    expect(server.callsOf(method, path ?? `/api/notifications/${row.id}`)).toMatchObject([
      { body: { notification: { text: was, dateTime: LATER, categoryId: 3 } } },
    ]);
  },
);

test('where it cannot be read it waits for another start', async () => {
  const row = keepEdit(() => Promise.reject(new TypeError('offline')));
  startAgain();
  await waitFor(() =>
    expect(server.callsOf('GET', `/api/notifications/${row.id}`)).toHaveLength(1),
  );
  // Whoever goes on meanwhile finds nothing in the way.
  await user.click(screen.getByRole('button', { name: 'Добавить уведомление' }));
  const fresh = await form('Добавить уведомление');
  expect(fresh.getByLabelText('Текст уведомления')).toHaveValue('');
  expect(keptReminder.has(USER.id)).toBe(true);
});

test('a reminder that another screen has opened is open no more once the browser has gone back there', async () => {
  const [first, second] = [aReminder({ text: 'Врач' }), aReminder({ text: 'Банк' })];
  server.reminders = [first, second];
  renderScreens(server, '/profile');
  await screen.findByRole('heading', { name: 'Мой профиль' });
  const open = async ({ id, text }: typeof first) => {
    act(() => openReminder(id));
    expect(await screen.findByRole('dialog', { name: text })).toBeVisible();
  };
  await open(first);
  goTo('/profile');
  await open(second);
  goTo('/profile');
  goTo('/');
  expect(await screen.findByRole('article', { name: 'Врач' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});
