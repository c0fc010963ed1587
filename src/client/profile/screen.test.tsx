import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aReminder } from '@/testing/wire-rows';
import { FakeServer } from '@/testing/fake-server';
import { renderScreen, USER } from '@/testing/mini-app';
import { keptLine } from '../session/kept-place';
import ProfileScreen from './screen';

test('six placeholders, then who it is and six numbers', async () => {
  renderScreen(<ProfileScreen />, new FakeServer());
  expect(document.querySelectorAll('[data-skeleton]')).toHaveLength(6);
  expect(await screen.findByText('Всего уведомлений')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Мой профиль' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Аналитика' })).toBeVisible();
  expect(screen.getByText('@anna')).toBeVisible();
  expect(screen.getByText('АС')).toBeVisible();
  const pairs = [...document.querySelectorAll('dt')].map((term) => [
    term.textContent,
    term.nextElementSibling?.textContent,
  ]);
  expect(pairs).toEqual([
    ['Всего уведомлений', '10'],
    ['Уведомлений в архиве', '3'],
    ['Активных уведомлений', '7'],
    ['Всего заметок', '4'],
    ['Личные заметки', '2'],
    ['Рабочие заметки', '1'],
  ]);
  expect(screen.queryByRole('button', { name: 'Панель администратора' })).toBeNull();
});

test.each([
  ['🦊 Лиса', '🦊Л'],
  ['👨‍👩‍👧‍👦 наша семья', '👨‍👩‍👧‍👦Н'],
  ['  анна ', 'А'],
])('the initials of «%s» are «%s»', async (name, initials) => {
  renderScreen(<ProfileScreen />, new FakeServer(), { name });
  expect(await screen.findByText(initials)).toBeVisible();
});

test('flag x opens the way to the dashboard', async () => {
  const server = new FakeServer();
  server.x = 1;
  renderScreen(<ProfileScreen />, server);
  expect(await screen.findByRole('button', { name: 'Панель администратора' })).toBeVisible();
});

test('a failure says so, and the next try shows the numbers', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  server.on('GET /api/profile/stats', () => ({
    status: 500,
    json: { success: false, message: 'Сбой' },
  }));
  renderScreen(<ProfileScreen />, server);
  expect(
    await screen.findByText('Ошибка загрузки данных профиля. Пожалуйста, попробуйте позже.'),
  ).toBeVisible();
  server.on('GET /api/profile/stats', null);
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(screen.getByText('Всего заметок')).toBeVisible();
});

const series = () =>
  aReminder({ text: 'Таблетки', repeat: true, repeatEvery: 1, repeatUnit: 'DAY' });

test('all series are paused until a day', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  server.reminders = [series(), aReminder({ text: 'Врач' })];
  renderScreen(<ProfileScreen />, server);
  await user.click(await screen.findByRole('button', { name: /^Пауза/ }));
  await user.click(await screen.findByRole('button', { name: 'На неделю' }));
  expect(await screen.findByText('На паузе повторяющихся уведомлений: 1')).toBeVisible();
  expect(await screen.findByRole('button', { name: /^Пауза .* на паузе до \d/ })).toBeVisible();
  const [call] = server.callsOf('POST', '/api/notifications/pause-all');
  expect(call?.body['until']).toMatch(/T21:00:00\.000Z$/);
  expect(call?.headers.get('Idempotency-Key')).not.toBeNull();
});

test('the pause of all can be taken back', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  server.reminders = [series()];
  renderScreen(<ProfileScreen />, server);
  await user.click(await screen.findByRole('button', { name: /^Пауза/ }));
  await user.click(await screen.findByRole('button', { name: 'На неделю' }));
  // Pressed at once: the snackbar goes by itself.
  await user.click(await screen.findByRole('button', { name: 'Отменить' }));
  await waitFor(() =>
    expect(server.callsOf('POST', '/api/notifications/undo-all')).toMatchObject([
      { body: { undo: 'all' } },
    ]),
  );
  expect(await screen.findByRole('button', { name: 'Пауза выключена' })).toBeVisible();
});

test('a pause of all is offered once it is known whether there is one', async () => {
  const server = new FakeServer();
  server.reminders = [series()];
  server.on('GET /api/notifications', () => new Promise(() => undefined));
  renderScreen(<ProfileScreen />, server);
  expect(await screen.findByText('Всего уведомлений')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Пауза' })).toBeVisible();
});

test('a pause of all that fails says so, and can be tried again', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  server.reminders = [series()];
  server.on('POST /api/notifications/pause-all', () => ({
    status: 503,
    json: { success: false, message: 'Сбой' },
  }));
  renderScreen(<ProfileScreen />, server);
  const start = await screen.findByRole('button', { name: /^Пауза/ });
  await user.click(start);
  await user.click(await screen.findByRole('button', { name: 'Пока не возобновлю' }));
  expect(await screen.findByText('Не удалось изменить паузу')).toBeVisible();
  server.on('POST /api/notifications/pause-all', null);
  await user.click(screen.getByRole('button', { name: /^Пауза/ }));
  await user.click(await screen.findByRole('button', { name: 'Пока не возобновлю' }));
  expect(
    await screen.findByRole('button', { name: 'Пауза Повторяющиеся уведомления на паузе' }),
  ).toBeVisible();
});

test('the data come into the chat as a file', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  renderScreen(<ProfileScreen />, server);
  await user.click(await screen.findByRole('button', { name: /^Экспорт/ }));
  const send = await screen.findByRole('button', { name: 'Прислать файл' });
  await user.dblClick(send);
  expect(await screen.findByText('Готово, файл в чате с ботом.')).toBeVisible();
  expect(server.callsOf('POST', '/api/profile/data')).toHaveLength(1);
});

test('deleting says what would go and asks; nothing goes before the answer', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  renderScreen(<ProfileScreen />, server);
  await user.click(await screen.findByRole('button', { name: 'Удалить все данные' }));
  expect(await screen.findByText('Удалить все ваши данные?')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Отмена' }));
  expect(server.callsOf('DELETE', '/api/profile/data')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Удалить все данные' }));
  keptLine.keep(USER.id, 'купить хлеб');
  await user.click(await screen.findByRole('button', { name: 'Да, удалить всё' }));
  expect(await screen.findByText('Всё удалено')).toBeVisible();
  expect(keptLine.has(USER.id)).toBe(false);
  expect(screen.queryByRole('button', { name: 'Отмена' })).toBeNull();
});

test('where the answer to a deletion is lost, nothing that this device has kept is left', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  server.on('DELETE /api/profile/data', () => Promise.reject(new TypeError('offline')));
  renderScreen(<ProfileScreen />, server);
  await user.click(await screen.findByRole('button', { name: 'Удалить все данные' }));
  keptLine.keep(USER.id, 'купить хлеб');
  await user.click(await screen.findByRole('button', { name: 'Да, удалить всё' }));
  expect(await screen.findByText(/Нет связи/)).toBeVisible();
  expect(keptLine.has(USER.id)).toBe(false);
});

test.each([429, 500])(
  'where a deletion is refused with %s, what is typed and not saved is still there',
  async (status) => {
    const user = userEvent.setup({ delay: null });
    const server = new FakeServer();
    const message = 'Попробуйте позже';
    server.on('DELETE /api/profile/data', () => ({ status, json: { success: false, message } }));
    renderScreen(<ProfileScreen />, server);
    await user.click(await screen.findByRole('button', { name: 'Удалить все данные' }));
    keptLine.keep(USER.id, 'купить хлеб');
    await user.click(await screen.findByRole('button', { name: 'Да, удалить всё' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(keptLine.has(USER.id)).toBe(true);
  },
);

test('«Добавить значок на экран» stands there while the client can do that and the icon is missing', async () => {
  const user = userEvent.setup({ delay: null });
  const sent: string[] = [];
  const proxy = { postEvent: (event: string) => sent.push(event) };
  Object.assign(window, { TelegramWebviewProxy: proxy });
  const tell = (eventType: string, eventData: unknown) =>
    act(() => {
      const data = JSON.stringify({ eventType, eventData });
      window.dispatchEvent(new MessageEvent('message', { data, source: window }));
    });
  renderScreen(<ProfileScreen />, new FakeServer());
  expect(await screen.findByRole('button', { name: /^Перейти в чат/ })).toBeVisible();
  const name = /^Добавить значок на экран/;
  expect(screen.queryByRole('button', { name })).toBeNull();
  tell('home_screen_checked', { status: 'missed' });
  await user.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(sent).toContain('web_app_add_to_home_screen'));
  tell('home_screen_added', null);
  expect(screen.queryByRole('button', { name })).toBeNull();
  Reflect.deleteProperty(window, 'TelegramWebviewProxy');
});
