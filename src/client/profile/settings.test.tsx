import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aReminder, CATEGORIES, FakeServer, renderScreen } from '@/testing/mini-app';
import SnoozeSheet from '../reminders/view/snooze-sheet';
import ProfileScreen from './screen';

const SAVE = '/api/profile/settings';

async function openSettings(server = new FakeServer()) {
  const user = userEvent.setup({ delay: null });
  renderScreen(<ProfileScreen />, server);
  const section = await screen.findByRole('region', { name: 'Настройки' });
  await user.click(within(section).getByRole('button', { name: 'Изменить настройки' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Настройки' }));
  return { user, server, section, dialog };
}
const saved = (server: FakeServer) =>
  server.callsOf('PUT', SAVE).map(({ body }) => body['settings']);

test('the profile says what is set, and the form opens with that', async () => {
  const { section, dialog } = await openSettings();
  expect(section).toHaveTextContent('Часовой пояс — Москва, UTC+3, у вас сейчас');
  expect(section).toHaveTextContent('Утром — 09:00, днём — 14:00, вечером — 19:00');
  expect(section).toHaveTextContent('«Отложить»: 10 мин, 1 час, Вечером, Завтра');
  expect(dialog.getByLabelText('Вечером')).toHaveValue('19:00');
  expect(dialog.getByLabelText('Кнопка 4')).toHaveValue('tomorrow');
  expect(dialog.getByLabelText('Категория по умолчанию')).toHaveDisplayValue('Как в прошлый раз');
});

test('only what was changed is sent; what came back is shown', async () => {
  const { user, server, section, dialog } = await openSettings();
  await user.clear(dialog.getByLabelText('Вечером'));
  await user.type(dialog.getByLabelText('Вечером'), '21:15');
  await user.selectOptions(dialog.getByLabelText('Кнопка 1'), '5 мин');
  await waitFor(() => expect(dialog.getByText('Работа')).toBeInTheDocument());
  await user.selectOptions(dialog.getByLabelText('Категория по умолчанию'), 'Работа');
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(saved(server)).toEqual([
    {
      dayParts: { morning: '09:00', day: '14:00', evening: '21:15' },
      snoozes: ['5m', '1h', 'evening', 'tomorrow'],
      categoryId: CATEGORIES[1]?.id,
    },
  ]);
  expect(section).toHaveTextContent('вечером — 21:15');
  expect(section).toHaveTextContent('«Отложить»: 5 мин, 1 час, Вечером, Завтра');
  expect(section).toHaveTextContent('Категория по умолчанию — Работа');
});

test('quiet hours are off until they are switched on, and both of their ends are sent', async () => {
  const { user, server, section, dialog } = await openSettings();
  expect(dialog.queryByLabelText('С')).toBeNull();
  await user.click(dialog.getByRole('switch', { name: 'Не беспокоить' }));
  expect(dialog.getByLabelText('С')).toHaveValue('23:00');
  await user.clear(dialog.getByLabelText('До'));
  await user.type(dialog.getByLabelText('До'), '23:00');
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  expect(await dialog.findByText('Начало и конец тихих часов не могут совпадать')).toBeVisible();
  await user.clear(dialog.getByLabelText('До'));
  await user.type(dialog.getByLabelText('До'), '07:30');
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(saved(server)).toEqual([{ quietHours: { from: '23:00', to: '07:30' } }]);
  expect(section).toHaveTextContent('Тихие часы — с 23:00 до 07:30');
});

test('nothing changed is nothing sent', async () => {
  const { user, server, dialog } = await openSettings();
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(saved(server)).toEqual([]);
});

test('another zone is found by the name of a city and shows the clock there', async () => {
  const { user, server, dialog } = await openSettings();
  expect(dialog.queryByLabelText('Город')).toBeNull();
  await user.click(dialog.getByRole('switch', { name: 'Определять по устройству' }));
  await user.type(dialog.getByLabelText('Город'), 'каз');
  const found = within(dialog.getByRole('list', { name: 'Найденные города' }));
  expect(found.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Казань \d\d:\d\d$/),
    expect.stringMatching(/^Казахстан \d\d:\d\d$/),
  ]);
  await user.clear(dialog.getByLabelText('Город'));
  await user.type(dialog.getByLabelText('Город'), 'омск');
  await user.click(dialog.getByRole('button', { name: /^Омск/ }));
  expect(dialog.getByRole('button', { name: /^Омск/ })).toHaveAttribute('aria-pressed', 'true');
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(saved(server)).toEqual([{ timeZone: 'Asia/Omsk' }]));
  expect(await screen.findByText(/Часовой пояс — Омск, UTC\+6/)).toBeVisible();
});

test('a place that nobody knows is said to be unknown', async () => {
  const { user, server, dialog } = await openSettings();
  await user.click(dialog.getByRole('switch', { name: 'Определять по устройству' }));
  await user.type(dialog.getByLabelText('Город'), 'Нарния');
  expect(dialog.getByText(/Такого города нет в списке/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  expect(await dialog.findByText('Выберите город из списка')).toBeVisible();
  expect(dialog.getByLabelText('Город')).toHaveValue('Нарния');
  expect(saved(server)).toEqual([]);
});

test('a city that was typed and not pressed counts where it can only be one', async () => {
  const { user, server, dialog } = await openSettings();
  await user.click(dialog.getByRole('switch', { name: 'Определять по устройству' }));
  await user.type(dialog.getByLabelText('Город'), 'омск{Enter}');
  await waitFor(() => expect(saved(server)).toEqual([{ timeZone: 'Asia/Omsk' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('what the chat has set since the app started stands in the form', async () => {
  const server = new FakeServer();
  const user = userEvent.setup({ delay: null });
  renderScreen(<ProfileScreen />, server);
  await screen.findByText(/Утром — 09:00/);
  const dayParts = { morning: '07:00', day: '13:00', evening: '20:00' };
  server.settings = { ...server.settings, dayParts };
  await user.click(screen.getByRole('button', { name: 'Изменить настройки' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Настройки' }));
  expect(dialog.getByLabelText('Утром')).toHaveValue('07:00');
});

test('automatic again is told to the server', async () => {
  const server = new FakeServer();
  server.settings = { ...server.settings, timeZone: 'Asia/Omsk', timeZoneChosen: true };
  const user = userEvent.setup({ delay: null });
  renderScreen(<ProfileScreen />, server);
  await screen.findByText(/Часовой пояс — Омск/);
  await user.click(screen.getByRole('button', { name: 'Изменить настройки' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Настройки' }));
  await user.click(dialog.getByRole('switch', { name: 'Определять по устройству' }));
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(saved(server)).toEqual([{ timeZone: null }]);
  expect(await screen.findByText(/Часовой пояс — Москва/)).toBeVisible();
});

test('faults are shown at their fields before anything is sent, and nothing typed is lost', async () => {
  const { user, server, dialog } = await openSettings();
  await user.clear(dialog.getByLabelText('Утром'));
  await user.type(dialog.getByLabelText('Утром'), '03:00');
  await user.selectOptions(dialog.getByLabelText('Кнопка 1'), '1 час');
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  expect(await dialog.findByText('«Утром» — это время с 04:00 до 11:59')).toBeVisible();
  expect(dialog.getByText('Выберите 4 разных варианта')).toBeVisible();
  expect(dialog.getByLabelText('Утром')).toHaveFocus();
  expect(dialog.getByLabelText('Утром')).toHaveValue('03:00');
  expect(saved(server)).toEqual([]);
});

test('without a connection the form stays as it is, and is brought back after it was closed', async () => {
  const server = new FakeServer();
  server.on(`PUT ${SAVE}`, () => Promise.reject(new TypeError('no connection')));
  const { user, dialog } = await openSettings(server);
  await user.clear(dialog.getByLabelText('Днём'));
  await user.type(dialog.getByLabelText('Днём'), '13:30');
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Нет связи');
  expect(dialog.getByLabelText('Днём')).toHaveValue('13:30');
  await user.click(dialog.getByRole('button', { name: 'Отмена' }));
  await user.click(await screen.findByRole('button', { name: 'Вернуть' }));
  const again = within(await screen.findByRole('dialog', { name: 'Настройки' }));
  expect(again.getByLabelText('Днём')).toHaveValue('13:30');
});

test('the tour begins again on the reminders’ screen', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  renderScreen(<ProfileScreen />, server);
  await user.click(await screen.findByRole('button', { name: 'Показать обучение ещё раз' }));
  await waitFor(() => expect(window.location.pathname).toBe('/'));
  const [call] = server.callsOf('POST', '/api/profile/tutorial-step');
  expect(call?.body).toMatchObject({ tutorialStep: 1 });
});

test('«Отложить» offers the own four, counted by the own hours', async () => {
  const server = new FakeServer();
  server.settings = {
    ...server.settings,
    snoozes: ['5m', '45m', '12h', 'evening'],
    dayParts: { morning: '07:30', day: '13:00', evening: '23:59' },
  };
  renderScreen(
    <SnoozeSheet
      reminders={[aReminder({ waitingSince: '2026-11-20T09:00:00.000Z' })]}
      onChoose={() => undefined}
      onClose={() => undefined}
    />,
    server,
  );
  await screen.findByRole('button', { name: /^5 мин/ });
  const names = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(names.slice(0, 4)).toEqual([
    expect.stringMatching(/^5 мин/),
    expect.stringMatching(/^45 мин/),
    expect.stringMatching(/^12 часов/),
    expect.stringMatching(/^Вечером.*23:59$/),
  ]);
});

test('agenda and review are off until they are switched on, each with its time', async () => {
  const { user, server, section, dialog } = await openSettings();
  expect(dialog.queryByLabelText('Когда присылать план')).toBeNull();
  await user.click(dialog.getByRole('switch', { name: 'План на день' }));
  await user.click(dialog.getByRole('switch', { name: 'Неотмеченное за день' }));
  expect(dialog.getByLabelText('Когда присылать план')).toHaveValue('08:00');
  await user.clear(dialog.getByLabelText('Когда присылать неотмеченное'));
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  expect(dialog.getByLabelText('Когда присылать неотмеченное')).toBeInvalid();
  expect(saved(server)).toEqual([]);
  await user.type(dialog.getByLabelText('Когда присылать неотмеченное'), '20:30');
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(saved(server)).toEqual([{ agenda: '08:00', review: '20:30' }]);
  expect(section).toHaveTextContent('План на день — в 08:00');
  expect(section).toHaveTextContent('Неотмеченное за день — в 20:30');
});

test('an hour of the agenda in quiet hours is saved, and it is said when it comes', async () => {
  const { user, server, section, dialog } = await openSettings();
  await user.click(dialog.getByRole('switch', { name: 'План на день' }));
  const hour = dialog.getByLabelText('Когда присылать план');
  await user.clear(hour);
  await user.type(hour, '23:30');
  expect(hour).not.toHaveAccessibleDescription();
  await user.click(dialog.getByRole('switch', { name: 'Не беспокоить' }));
  expect(hour).toHaveAccessibleDescription(
    'Это время попадает в тихие часы: сообщение придёт, когда они закончатся, — в 08:00',
  );
  for (const emptied of [hour, dialog.getByLabelText('С'), dialog.getByLabelText('До')]) {
    const clock = emptied.getAttribute('value') ?? '';
    await user.clear(emptied);
    expect(hour).not.toHaveAccessibleDescription();
    await user.type(emptied, clock);
    expect(hour).toHaveAccessibleDescription(/— в 08:00$/);
  }
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(saved(server)).toEqual([{ agenda: '23:30', quietHours: { from: '23:00', to: '08:00' } }]);
  expect(section).toHaveTextContent('План на день — в 08:00, после тихих часов');
});
