import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aNote, aReminder } from '@/testing/wire-rows';
import { FakeServer } from '@/testing/fake-server';
import { renderScreen } from '@/testing/mini-app';
import NotesScreen from '../../notes/screen';
import { RemindersScreen } from '../screen/screen';

let server = new FakeServer();
beforeEach(() => {
  localStorage.clear();
  server = new FakeServer();
});
afterEach(() => window.history.replaceState(null, '', '/'));

const user = userEvent.setup({ delay: null });
const LATER = '2050-05-05T06:00:00.000Z';
const field = (label: string) => screen.getByLabelText(label);
const fill = (label: string, value: string) =>
  fireEvent.change(field(label), { target: { value } });
const press = (name: string) => user.click(screen.getByRole('button', { name }));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const conflictWith = (present: object) => () => ({
  status: 409,
  json: { success: false, message: 'Запись изменили', ...present },
});
const sent = (method: string, path: string) => server.callsOf(method, path).map(({ body }) => body);

/** The form of a reminder whose text its user has changed to «Моё». */
async function editing(row = aReminder({ text: 'Было', dateTime: LATER, version: 4 })) {
  server.reminders = [row];
  renderScreen(<RemindersScreen />, server);
  await user.click(await screen.findByRole('button', { name: 'Редактировать' }));
  await within(await screen.findByRole('dialog')).findByRole('option', { name: 'Личное' });
  fill('Текст уведомления', 'Моё');
  return { row, path: `/api/notifications/${row.id}` };
}

/** The form of a new reminder with the text «Моё». */
async function adding() {
  renderScreen(<RemindersScreen />, server);
  await user.click(await screen.findByRole('button', { name: 'Добавить уведомление' }));
  await within(await screen.findByRole('dialog')).findByRole('option', { name: 'Личное' });
  fill('Текст уведомления', 'Моё');
  return { path: '/api/notifications' };
}

test('an edit carries the version that was edited', async () => {
  const { path } = await editing();
  await press('Сохранить');
  await closed();
  expect(sent('PUT', path)).toMatchObject([{ notification: { text: 'Моё', version: 4 } }]);
});

test('a reminder changed meanwhile: one’s own words can be saved over it, and that taken back', async () => {
  const { row, path } = await editing();
  const theirs = { ...row, text: 'Из чата', version: 7 };
  server.on(`PUT ${path}`, conflictWith({ notification: theirs }));
  await press('Сохранить');
  expect(await screen.findByText(/Сейчас сохранено: Из чата/)).toBeVisible();
  expect(field('Текст уведомления')).toHaveValue('Моё');
  server.on(`PUT ${path}`, null);
  await press('Сохранить моё');
  await closed();
  expect(sent('PUT', path)[1]).toMatchObject({ notification: { text: 'Моё', version: 7 } });
  await press('Отменить');
  await waitFor(() => expect(sent('PUT', path)).toHaveLength(3));
  expect(sent('PUT', path)[2]).toMatchObject({ notification: { text: 'Из чата' } });
});

test('one’s own words that are saved later, over what was changed meanwhile, say no other moment than before', async () => {
  const was = 'Купить подарок на 5 декабря';
  const { row, path } = await editing(aReminder({ text: was, dateTime: LATER, version: 4 }));
  fill('Текст уведомления', was);
  fill('Категория', '3');
  server.on(`PUT ${path}`, conflictWith({ notification: { ...row, text: 'Чай', version: 7 } }));
  await press('Сохранить');
  await screen.findByText(/Сейчас сохранено: Чай/);
  server.on(`PUT ${path}`, () => Promise.reject(new TypeError('offline')));
  await press('Сохранить моё');
  await waitFor(() => expect(sent('PUT', path)).toHaveLength(2));
  await waitFor(() => expect(screen.queryByText(/Сейчас сохранено/)).toBeNull());
  server.on(`PUT ${path}`, null);
  await press('Сохранить');
  await closed();
  expect(sent('PUT', path)[2]).toMatchObject({
    notification: { text: was, dateTime: LATER, categoryId: 3, version: 7 },
  });
});

test('a reminder changed meanwhile: the new one can be taken, and one’s own words come back', async () => {
  const { row, path } = await editing();
  const theirs = { ...row, text: 'Из чата', version: 7 };
  server.on(`PUT ${path}`, conflictWith({ notification: theirs }));
  await press('Сохранить');
  await screen.findByText(/Сейчас сохранено: Из чата/);
  await press('Взять новое');
  expect(field('Текст уведомления')).toHaveValue('Из чата');
  expect(screen.queryByText(/Сейчас сохранено/)).toBeNull();
  await press('Вернуть моё');
  expect(field('Текст уведомления')).toHaveValue('Моё');
  server.on(`PUT ${path}`, null);
  await press('Сохранить');
  await closed();
  expect(sent('PUT', path)[1]).toMatchObject({ notification: { text: 'Моё', version: 7 } });
});

test('a reminder deleted meanwhile can be saved as a new one, and that taken back', async () => {
  const { path } = await editing();
  server.on(`PUT ${path}`, () => ({ status: 404, json: { success: false, message: 'Удалена' } }));
  await press('Сохранить');
  await user.click(await screen.findByRole('button', { name: 'Сохранить как новое' }));
  await closed();
  expect(sent('POST', '/api/notifications')).toMatchObject([{ notification: { text: 'Моё' } }]);
  await press('Отменить');
  await waitFor(() =>
    expect(server.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1),
  );
  expect(sent('PUT', path)).toHaveLength(1);
});

test.each([
  ['no way back is offered from an edit that has ended what was put off of a series', null, 0],
  ['a way back is offered where what was put off stays so', '2050-05-04T20:00:00.000Z', 1],
])('%s', async (_what, stays, ways) => {
  const daily = { repeat: true, repeatEvery: 1, repeatUnit: 'DAY' } as const;
  const snoozedUntil = '2050-05-04T20:00:00.000Z';
  const { row, path } = await editing(
    aReminder({ text: 'Было', dateTime: LATER, snoozedUntil, ...daily }),
  );
  server.on(`PUT ${path}`, () => ({
    json: { success: true, notification: { ...row, snoozedUntil: stays } },
  }));
  await press('Сохранить');
  expect(await screen.findByText('Уведомление успешно обновлено')).toBeVisible();
  expect(screen.queryAllByRole('button', { name: 'Отменить' })).toHaveLength(ways);
});

test('a card of the chat that has become a reminder opens that reminder', async () => {
  const row = aReminder({ text: 'Из карточки', dateTime: LATER });
  server.reminders = [row];
  const draft = { ...row, id: 5, date: null, typeId: 1, categoryId: 1, reminderId: row.id };
  server.on('GET /api/drafts/5', () => ({ json: { success: true, draft } }));
  window.history.replaceState(null, '', '/?draft=5');
  renderScreen(<RemindersScreen />, server);
  await within(await screen.findByRole('dialog', { name: 'Редактировать уведомление' })).findByRole(
    'option',
    { name: 'Личное' },
  );
  fill('Текст уведомления', 'Моё');
  await press('Сохранить');
  await closed();
  expect(sent('PUT', `/api/notifications/${row.id}`)).toMatchObject([
    { notification: { text: 'Моё' } },
  ]);
  expect(sent('POST', '/api/notifications')).toEqual([]);
});

test('a card saved in the chat while its form was open: the form’s words can be saved over it, and that taken back', async () => {
  const row = aReminder({ text: 'Из карточки', dateTime: LATER, version: 2 });
  const draft = { ...row, id: 5, date: null, typeId: 1, categoryId: 1 };
  server.on('GET /api/drafts/5', () => ({ json: { success: true, draft } }));
  server.on('POST /api/notifications', conflictWith({ notification: row }));
  window.history.replaceState(null, '', '/?draft=5');
  renderScreen(<RemindersScreen />, server);
  await within(await screen.findByRole('dialog')).findByRole('option', { name: 'Личное' });
  fill('Текст уведомления', 'Моё');
  await press('Сохранить');
  await user.click(await screen.findByRole('button', { name: 'Сохранить моё' }));
  await closed();
  expect(sent('PUT', `/api/notifications/${row.id}`)).toMatchObject([
    { notification: { text: 'Моё', version: 2 } },
  ]);
  await press('Отменить');
  await waitFor(() => expect(sent('PUT', `/api/notifications/${row.id}`)).toHaveLength(2));
  expect(sent('PUT', `/api/notifications/${row.id}`)[1]).toMatchObject({
    notification: { text: 'Из карточки' },
  });
});

test('a note changed meanwhile is for its user to decide, too', async () => {
  const row = aNote({ title: 'Было', version: 3 });
  server.notes = [row];
  const path = `/api/notes/${row.id}`;
  server.on(`PUT ${path}`, conflictWith({ note: { ...row, title: 'С телефона', version: 5 } }));
  renderScreen(<NotesScreen />, server);
  await user.click(await screen.findByRole('button', { name: 'Редактировать' }));
  await within(await screen.findByRole('dialog')).findByRole('option', { name: 'Личное' });
  fill('Заголовок', 'Моё');
  await press('Сохранить');
  expect(await screen.findByText(/Сейчас сохранено: С телефона/)).toBeVisible();
  server.on(`PUT ${path}`, null);
  await press('Сохранить моё');
  await closed();
  expect(sent('PUT', path)).toMatchObject([{ note: { version: 3 } }, { note: { version: 5 } }]);
});

test('a fault that nobody expected shows the code under which the log has it', async () => {
  const { path } = await editing();
  server.on(`PUT ${path}`, () => ({
    status: 500,
    json: { success: false, message: 'Что-то пошло не так', requestId: 'req-12345678' },
  }));
  await press('Сохранить');
  const form = within(screen.getByRole('dialog'));
  expect(await form.findByText('req-12345678')).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Скопировать код' }));
  expect(await form.findByRole('button', { name: 'Скопировано' })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe('req-12345678');
  expect(field('Текст уведомления')).toHaveValue('Моё');
});

test('a list that does not load shows its code', async () => {
  server.on('GET /api/notifications', () => ({
    status: 503,
    json: { success: false, message: 'Недоступен', requestId: 'req-87654321' },
  }));
  renderScreen(<RemindersScreen />, server);
  expect(await screen.findByText('req-87654321')).toBeVisible();
});

test.each([
  [413, 'Слишком длинный текст. Сократите его и попробуйте ещё раз'],
  [429, 'Слишком много запросов. Подождите немного и повторите'],
  [502, 'Ошибка при сохранении'],
])('a %i of a proxy, which knows no Russian, is told in words', async (status, words) => {
  const { path } = await editing();
  server.on(`PUT ${path}`, () => ({ status, json: ['<html>'] }));
  await press('Сохранить');
  expect(await within(screen.getByRole('dialog')).findByText(words)).toBeVisible();
  expect(field('Текст уведомления')).toHaveValue('Моё');
});

test.each([
  ['its words', { message: 'Сказано с 200' }, 'Сказано с 200'],
  ['its first error', { message: 'Позже', errors: [{ message: 'Сначала' }] }, 'Сначала'],
  ['the usual words where it has none', { message: null }, 'Ошибка при сохранении'],
])('a save that is refused with status 200 says %s', async (_what, told, words) => {
  const { path } = await editing();
  server.on(`PUT ${path}`, () => ({ json: { success: false, ...told } }));
  await press('Сохранить');
  const form = within(screen.getByRole('dialog'));
  expect(await form.findByRole('alert')).toHaveTextContent(words);
  fill('Текст уведомления', 'Моё!');
  expect(form.queryByRole('alert')).toBeNull();
});

test.each([409, 404])(
  'a %i with nothing to decide gives way to the next letter, as any other refusal does',
  async (status) => {
    const { path } = status === 409 ? await editing() : await adding();
    const refuse = () => ({ status, json: { success: false, message: null } });
    server.on(`PUT ${path}`, refuse);
    server.on(`POST ${path}`, refuse);
    await press('Сохранить');
    const form = within(screen.getByRole('dialog'));
    expect(await form.findByRole('alert')).toHaveTextContent('Ошибка при сохранении');
    fill('Текст уведомления', 'Моё!');
    expect(form.queryByRole('alert')).toBeNull();
  },
);

test('a reminder that does not come says why, and what to do', async () => {
  server.reminders = [
    aReminder({ text: 'Отчёт', state: 'failed' }),
    aReminder({ text: 'Звонок', state: 'unreachable', overdue: true }),
    aReminder({ text: 'Завтра', state: 'unreachable' }),
    aReminder({ text: 'Обычное' }),
  ];
  renderScreen(<RemindersScreen />, server);
  const card = async (name: string) => within(await screen.findByRole('article', { name }));
  expect((await card('Отчёт')).getByText(/^Не доставлено\. .* сохраните ещё раз$/)).toBeVisible();
  expect((await card('Звонок')).getByText(/^Бот не может вам написать\. /)).toBeVisible();
  expect((await card('Завтра')).queryByText(/Не доставлено|Бот не может/)).toBeNull();
  expect((await card('Обычное')).queryByText(/Не доставлено|Бот не может/)).toBeNull();
});
