import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type WaitingDraft } from '@/contract/draft';
import { draftPayload } from '@/testing/builders';
import { aReminder, FakeServer, renderScreen } from '@/testing/mini-app';
import { RemindersScreen } from '../screen/screen';

const TIMES = [
  { label: 'Через час', press: 'at:1h' },
  { label: 'Завтра утром', press: 'at:morning' },
];
let lastId = 0;
const aDraft = (text: string, fields: Partial<WaitingDraft> = {}): WaitingDraft => ({
  ...{ id: (lastId += 1), text, day: null, times: TIMES },
  ...fields,
});

beforeEach(() => localStorage.clear());

function draw(...drafts: WaitingDraft[]) {
  const server = new FakeServer();
  server.reminders = [aReminder({ text: 'Полить цветы' })];
  server.drafts = drafts;
  renderScreen(<RemindersScreen />, server);
  return server;
}
const user = userEvent.setup({ delay: null });
const group = () => screen.findByRole('region', { name: 'Без времени' });
const gone = () =>
  waitFor(() => expect(screen.queryByRole('region', { name: 'Без времени' })).toBeNull());
const press = (name: string) => user.click(screen.getByRole('button', { name }));

test('what has no moment stands behind the reminders, under a heading of its own', async () => {
  draw(aDraft('Купить молоко 🥛'), aDraft('Сдать книги', { day: 'в среду, 25 ноября', times: [] }));
  const drafts = await group();
  expect(within(drafts).getByRole('heading', { name: 'Без времени' })).toBeVisible();
  expect(within(drafts).getByText('в среду, 25 ноября')).toBeVisible();
  const cards = screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'));
  expect(cards).toEqual(['Полить цветы', 'Купить молоко 🥛', 'Сдать книги']);
  await user.click(screen.getByRole('tab', { name: 'Архив' }));
  await gone();
});

test('where there is none, there is no group', async () => {
  const server = draw();
  await waitFor(() => expect(server.callsOf('GET', '/api/drafts')).toHaveLength(1));
  expect(await screen.findByRole('article', { name: 'Полить цветы' })).toBeVisible();
  expect(screen.queryByText('Без времени')).toBeNull();
});

test('a quick time makes a reminder of it, once, and says when it comes', async () => {
  const server = draw(aDraft('Купить молоко'));
  await group();
  await user.dblClick(screen.getByRole('button', { name: 'Завтра утром: Купить молоко' }));
  await gone();
  expect(await screen.findByText(/^Напомню: завтра, /)).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Готово: Купить молоко' })).toBeVisible();
  const sent = server.calls.filter(({ method, path }) => method === 'POST' && /drafts/.test(path));
  expect(sent.map(({ body }) => body['press'])).toEqual(['at:morning']);
  await press('Изменить');
  const form = await screen.findByRole('dialog', { name: 'Редактировать уведомление' });
  expect(within(form).getByLabelText('Текст уведомления')).toHaveValue('Купить молоко');
});

test('a refusal keeps it, and says why', async () => {
  const draft = aDraft('Купить молоко');
  const server = draw(draft);
  await group();
  const message = 'Места больше нет';
  server.on(`POST /api/drafts/${draft.id}`, () => ({
    status: 400,
    json: { success: false, message },
  }));
  await press('Через час: Купить молоко');
  expect(await screen.findByText(`Не удалось выбрать время. ${message}`)).toBeVisible();
  expect(within(await group()).getByText('Купить молоко')).toBeVisible();
  expect(screen.queryByText(/^Напомню/)).toBeNull();
});

test('what was answered in the chat meanwhile goes', async () => {
  const server = draw(aDraft('Купить молоко'));
  await group();
  server.drafts = [];
  await press('Через час: Купить молоко');
  await gone();
  expect(screen.getByText('Не удалось выбрать время')).toBeVisible();
});

test('a deletion can be taken back, and undoes itself where the server refuses', async () => {
  const draft = aDraft('Купить молоко');
  const server = draw(draft);
  const remove = async () => {
    const card = within(await group()).getByRole('article', { name: 'Купить молоко' });
    await user.click(within(card).getByRole('button', { name: 'Удалить' }));
  };
  await remove();
  await gone();
  await press('Отменить');
  await group();
  server.on(`DELETE /api/drafts/${draft.id}`, () => Promise.reject(new TypeError('offline')));
  await remove();
  expect(await screen.findByText(/^Не удалось удалить/)).toBeVisible();
  await group();
});

test('it opens in the form, whose save takes it off the list', async () => {
  const draft = aDraft('Купить молоко');
  const server = draw(draft);
  const card = within(await group()).getByRole('article', { name: 'Купить молоко' });
  const read = { ...draftPayload({ text: draft.text, dateTime: null }), id: draft.id };
  server.on(`GET /api/drafts/${draft.id}`, () => ({ json: { success: true, draft: read } }));
  await user.click(within(card).getByRole('button', { name: 'Редактировать' }));
  const form = await screen.findByRole('dialog', { name: 'Добавить уведомление' });
  expect(within(form).getByLabelText('Текст уведомления')).toHaveValue('Купить молоко');
  await user.click(within(form).getByRole('button', { name: /утром$/i }));
  server.drafts = [];
  await user.click(within(form).getByRole('button', { name: 'Сохранить' }));
  await gone();
  const [sent] = server.callsOf('POST', '/api/notifications');
  expect(sent?.headers.get('idempotency-key')).toBe(`draft:${draft.id}`);
});

test('the search finds it', async () => {
  draw(aDraft('Купить ёлку'), aDraft('Молоко'));
  expect(within(await group()).getAllByRole('article')).toHaveLength(2);
  await user.type(screen.getByRole('textbox', { name: 'Поиск' }), 'елк');
  await waitFor(async () => expect(within(await group()).getAllByRole('article')).toHaveLength(1));
  // No reminder is called like that, yet nobody hears that nothing was found.
  const status = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  await waitFor(() => expect(status()).toContain('Найдено: 1'));
  expect(screen.queryByText(/ничего нет$/)).toBeNull();
  await user.type(screen.getByRole('textbox', { name: 'Поиск' }), 'ка');
  expect(await screen.findByText('По запросу «елкка» ничего нет')).toBeVisible();
  expect(status()).toContain('Найдено: 0');
});

test('where the list does not come, the reminders stand alone', async () => {
  const server = new FakeServer();
  server.reminders = [aReminder({ text: 'Полить цветы' })];
  server.on('GET /api/drafts', () => ({ status: 500, json: { success: false, message: 'x' } }));
  renderScreen(<RemindersScreen />, server);
  await waitFor(() => expect(server.callsOf('GET', '/api/drafts')).toHaveLength(1));
  expect(await screen.findByRole('article', { name: 'Полить цветы' })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});
