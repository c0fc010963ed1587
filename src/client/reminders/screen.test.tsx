import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aReminder, FakeServer, renderScreen } from '@/testing/mini-app';
import { RemindersScreen } from './screen';

const draw = (...rows: Parameters<typeof aReminder>[0][]) => {
  const server = new FakeServer();
  server.reminders = rows.map((row) => aReminder(row));
  renderScreen(<RemindersScreen />, server);
  return server;
};
/** Also those behind a popover. */
const cards = () =>
  [...document.querySelectorAll('article')].map((card) => card.getAttribute('aria-label'));
const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

beforeEach(() => localStorage.clear());

test('five placeholders, then five cards, and five more at each press', async () => {
  const user = userEvent.setup({ delay: null });
  draw(...Array.from({ length: 12 }, (_, at) => ({ text: `Дело ${at}`, dateTime: soon(at) })));
  expect(document.querySelectorAll('[data-skeleton]')).toHaveLength(5);
  await waitFor(() => expect(cards()).toHaveLength(5));
  await user.click(screen.getByRole('button', { name: 'Загрузить ещё' }));
  expect(cards()).toHaveLength(10);
  await user.click(screen.getByRole('button', { name: 'Загрузить ещё' }));
  expect(cards()).toHaveLength(12);
  expect(screen.queryByRole('button', { name: 'Загрузить ещё' })).toBeNull();
});

test('another tab or filter starts at the first page again', async () => {
  const user = userEvent.setup({ delay: null });
  draw(...Array.from({ length: 12 }, (_, at) => ({ text: `Дело ${at}` })));
  await waitFor(() => expect(cards()).toHaveLength(5));
  await user.click(screen.getByRole('button', { name: 'Загрузить ещё' }));
  await user.click(screen.getByRole('tab', { name: 'Архив' }));
  await user.click(screen.getByRole('tab', { name: 'Актуальные' }));
  expect(cards()).toHaveLength(5);
  await user.click(screen.getByRole('button', { name: 'Загрузить ещё' }));
  await user.type(screen.getByRole('textbox', { name: 'Поиск' }), 'дело');
  await waitFor(() => expect(cards()).toHaveLength(5));
});

test('current: not completed or repeating, by time; archive: the rest', async () => {
  const user = userEvent.setup({ delay: null });
  draw(
    { text: 'Позже', dateTime: soon(60) },
    { text: 'Раньше', dateTime: soon(5) },
    { text: 'Серия', completed: true, repeat: true, repeatEvery: 1, repeatUnit: 'DAY' },
    { text: 'Сделано', completed: true },
  );
  await waitFor(() => expect(cards()).toEqual(['Раньше', 'Позже', 'Серия']));
  await user.click(screen.getByRole('tab', { name: 'Архив' }));
  expect(cards()).toEqual(['Сделано']);
});

test('the search finds ё by е, in texts and names of types; clearing it leaves the filters', async () => {
  const user = userEvent.setup({ delay: null });
  draw(
    { text: 'Купить ёлку', category: { id: 3, name: 'Дом' } },
    { text: 'Счёт', type: { id: 3, name: 'Оплата' }, category: { id: 3, name: 'Дом' } },
    { text: 'Другое' },
  );
  await waitFor(() => expect(cards()).toHaveLength(3));
  await user.click(screen.getByRole('button', { name: 'Фильтры' }));
  const filters = await screen.findByRole('dialog', { name: 'Дополнительные фильтры' });
  await user.selectOptions(within(filters).getByLabelText('Категория'), 'Дом');
  expect(cards()).toHaveLength(3); // Nothing changes before «Применить».
  await user.click(within(filters).getByRole('button', { name: 'Применить' }));
  await waitFor(() => expect(cards()).toHaveLength(2));

  const search = screen.getByRole('textbox', { name: 'Поиск' });
  await user.type(search, 'ЕЛК');
  await waitFor(() => expect(cards()).toEqual(['Купить ёлку']));
  await user.clear(search);
  await user.type(search, 'оплат');
  await waitFor(() => expect(cards()).toEqual(['Счёт']));
  await user.click(screen.getByRole('button', { name: 'Очистить поиск' }));
  await waitFor(() => expect(cards()).toHaveLength(2));

  await user.type(search, 'ананас');
  expect(await screen.findByText('Ничего не нашлось')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Сбросить' }));
  await waitFor(() => expect(cards()).toHaveLength(3));
});

test('the search icon leads into the search box', async () => {
  const user = userEvent.setup({ delay: null });
  draw();
  await user.click(screen.getByRole('button', { name: 'Перейти к поиску' }));
  expect(screen.getByRole('textbox', { name: 'Поиск' })).toHaveFocus();
});

test.each([
  [{ repeatEvery: 3, repeatUnit: 'DAY' } as const, 'Повторять каждые 3 дн.'],
  [{ repeatEvery: 2, repeatUnit: 'WEEK' } as const, 'Повторять каждые 2 нед.'],
  [{ repeatEvery: 1, repeatUnit: 'MONTH' } as const, 'Повторять каждые 1 мес.'],
  [{ repeatEvery: 5, repeatUnit: 'YEAR' } as const, 'Повторять каждые 5 г.'],
])('a card tells how it repeats: %j', async (rule, said) => {
  draw({ repeat: true, ...rule });
  expect(await screen.findByRole('img', { name: said })).toBeVisible();
});

test('a card shows type, time, flood and category, but never «Все»', async () => {
  draw(
    {
      text: 'Видно',
      dateTime: '2026-12-31T21:05:00.000Z',
      type: { id: 9, name: '' },
      flood: true,
      floodInterval: 15,
      category: { id: 3, name: 'Дом' },
    },
    { text: 'Без чипа', category: { id: 0, name: 'Все' } },
  );
  const card = await screen.findByRole('article', { name: 'Видно' });
  expect(within(card).getByText('Неизвестный тип')).toBeVisible();
  expect(within(card).getByText('01.01.2027, 00:05')).toBeVisible();
  expect(within(card).getByRole('img', { name: 'Флуд каждые 15 минут' })).toBeVisible();
  expect(within(card).getByText('Дом')).toBeVisible();
  const other = screen.getByRole('article', { name: 'Без чипа' });
  expect(within(other).queryByText('Все')).toBeNull();
});

test('a deletion shows at once and can be taken back', async () => {
  const user = userEvent.setup({ delay: null });
  const server = draw({ text: 'Полить цветы' }, { text: 'Позвонить' });
  const card = await screen.findByRole('article', { name: 'Полить цветы' });
  await user.click(within(card).getByRole('button', { name: 'Удалить' }));
  expect(cards()).toEqual(['Позвонить']);
  await user.click(await screen.findByRole('button', { name: 'Отменить' }));
  await waitFor(() => expect(cards()).toHaveLength(2));
  expect(server.calls.at(-1)?.path).toMatch(/restore$/);
});

test('a deletion that the server refuses undoes itself and says so', async () => {
  const user = userEvent.setup({ delay: null });
  const server = draw({ text: 'Полить цветы' });
  const card = await screen.findByRole('article');
  server.on(`DELETE /api/notifications/${server.reminders[0]?.id ?? 0}`, () => ({
    status: 500,
    json: { success: false, message: 'Сбой' },
  }));
  await user.click(within(card).getByRole('button', { name: 'Удалить' }));
  expect(await screen.findByText('Не удалось удалить. Запись осталась на месте')).toBeVisible();
  expect(cards()).toEqual(['Полить цветы']);
});

test('a list that could not be loaded says so and loads at the next try', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  server.reminders = [aReminder({ text: 'Полить цветы' })];
  server.on('GET /api/notifications', () => Promise.reject(new TypeError('offline')));
  renderScreen(<RemindersScreen />, server);
  expect(await screen.findByText('Не удалось загрузить данные')).toBeVisible();
  server.on('GET /api/notifications', null);
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('article', { name: 'Полить цветы' })).toBeVisible();
});

describe('what waits for an answer', () => {
  const since = '2026-11-20T06:00:00.000Z';

  test('stands first, under its heading, and says since when', async () => {
    draw({ text: 'Завтра' }, { text: 'Таблетка', waitingSince: since, dateTime: since });
    await waitFor(() => expect(cards()).toEqual(['Таблетка', 'Завтра']));
    const headings = screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent);
    expect(headings).toEqual(['Ждут ответа', 'Запланированы']);
    const card = screen.getByRole('article', { name: 'Таблетка' });
    expect(
      await within(card).findByText(/^Ждёт ответа: 20 ноября(?: 2026)?, 09:00$/),
    ).toBeVisible();
  });

  test('is done by one tap, which can be taken back', async () => {
    const user = userEvent.setup({ delay: null });
    const server = draw({ text: 'Таблетка', waitingSince: since }, { text: 'Завтра' });
    await user.click(await screen.findByRole('button', { name: 'Готово: Таблетка' }));
    await waitFor(() => expect(cards()).toEqual(['Завтра']));
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
    const id = server.reminders[0]?.id ?? 0;
    expect(server.callsOf('POST', `/api/notifications/${id}/done`)[0]?.body).toMatchObject({
      version: 1,
    });
    await user.click(await screen.findByRole('button', { name: 'Отменить' }));
    await waitFor(() => expect(cards()).toEqual(['Таблетка', 'Завтра']));
    expect(server.callsOf('POST', `/api/notifications/${id}/undo`)[0]?.body).toMatchObject({
      undo: '2',
    });
  });

  test('comes back when the server refuses, with its reason', async () => {
    const user = userEvent.setup({ delay: null });
    const server = draw({ text: 'Таблетка', waitingSince: since });
    const id = server.reminders[0]?.id ?? 0;
    server.on(`POST /api/notifications/${id}/done`, () => ({
      status: 409,
      json: { success: false, message: 'Запись изменилась' },
    }));
    await user.click(await screen.findByRole('button', { name: 'Готово: Таблетка' }));
    expect(await screen.findByText('Не удалось отметить. Запись изменилась')).toBeVisible();
    expect(cards()).toEqual(['Таблетка']);
    await waitFor(() => expect(server.callsOf('GET', '/api/notifications')).toHaveLength(2));
  });
});

test('the archive tells what was done from what nobody answered, and has no «Готово»', async () => {
  const user = userEvent.setup({ delay: null });
  draw(
    { text: 'Сделано', completed: true, doneAt: '2026-11-20T15:32:00.000Z' },
    { text: 'Пропущено', completed: true },
  );
  await user.click(await screen.findByRole('tab', { name: 'Архив' }));
  const done = await screen.findByRole('article', { name: 'Сделано' });
  expect(within(done).getByText(/^Выполнено 20 ноября(?: 2026)?, 18:32$/)).toBeVisible();
  const missed = screen.getByRole('article', { name: 'Пропущено' });
  expect(within(missed).getByText('Без ответа')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Готово/ })).toBeNull();
});
