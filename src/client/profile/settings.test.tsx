import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aReminder, CATEGORIES } from '@/testing/wire-rows';
import { FakeServer } from '@/testing/fake-server';
import { goTo, renderScreen, renderScreens } from '@/testing/mini-app';
import SnoozeSheet from '../reminders/view/snooze-sheet';
import ProfileScreen from './screen';

afterEach(() => jest.restoreAllMocks());

const SAVE = '/api/profile/settings';
const row = (name: RegExp) => screen.findByRole('button', { name });
const saved = (server: FakeServer) =>
  server.callsOf('PUT', SAVE).map(({ body }) => body['settings']);

/** Opens the sheet of a row, whose name begins so. */
async function openSheet(name: string, server = new FakeServer()) {
  const user = userEvent.setup({ delay: null });
  renderScreen(<ProfileScreen />, server);
  await user.click(await row(new RegExp(`^${name}`)));
  const sheet = within(await screen.findByRole('dialog', { name }));
  const close = () => user.click(sheet.getByRole('button', { name: 'Закрыть' }));
  return { user, server, sheet, close };
}
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('each row says what is set; nothing changed is nothing sent', async () => {
  const { server, close } = await openSheet('Утро, день, вечер');
  await close();
  await gone();
  expect(saved(server)).toEqual([]);
  for (const name of [
    /^Часовой пояс Москва, UTC\+3, сейчас \d/,
    /^Тихие часы выключены/,
    /^План на день не присылать/,
    /^Итоги дня не присылать/,
    /^Кнопки «Отложить» 10 мин, 1 час, Вечером, Завтра/,
    /^Утро, день, вечер 09:00, 14:00, 19:00/,
    /^Категория по умолчанию Как в прошлый раз/,
    /^Категории своих пока нет/,
    /^Календарь не подключён/,
  ]) {
    expect(await row(name)).toBeVisible();
  }
});

test('what is stored is not set as usual by who could not be told of it', async () => {
  const server = new FakeServer();
  const away = () => Promise.reject(new TypeError('offline'));
  server.on('POST /api/profile/timezone', away);
  server.on(`GET ${SAVE}`, away);
  const user = userEvent.setup({ delay: null });
  renderScreen(<ProfileScreen />, server);
  await user.click(await row(/^Утро, день, вечер/));
  const sheet = within(await screen.findByRole('dialog', { name: 'Утро, день, вечер' }));
  expect(sheet.queryByLabelText('Вечером')).toBeNull();
  server.on(`GET ${SAVE}`, null);
  await user.click(sheet.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByLabelText('Вечером')).toBeVisible();
});

test('closing saves, only what was changed, and the row shows it; «Отменить» takes it back', async () => {
  const { user, server, sheet, close } = await openSheet('Утро, день, вечер');
  const evening = sheet.getByLabelText('Вечером');
  await user.clear(evening);
  await user.type(evening, '21:15');
  await close();
  expect(await row(/^Утро, день, вечер 09:00, 14:00, 21:15/)).toBeVisible();
  const before = { morning: '09:00', day: '14:00', evening: '19:00' };
  expect(saved(server)).toEqual([{ dayParts: { ...before, evening: '21:15' } }]);
  await user.click(await screen.findByRole('button', { name: 'Отменить' }));
  expect(await row(/^Утро, день, вечер 09:00, 14:00, 19:00/)).toBeVisible();
  expect(saved(server)[1]).toEqual({ dayParts: before });
});

test('buttons of «Отложить» and the usual category are chosen', async () => {
  const { user, server, sheet } = await openSheet('Кнопки «Отложить»');
  await user.selectOptions(sheet.getByLabelText('Кнопка 1'), '5 мин');
  await user.click(sheet.getByRole('button', { name: 'Готово' }));
  await user.click(await row(/^Категория по умолчанию/));
  const category = within(await screen.findByRole('dialog', { name: 'Категория по умолчанию' }));
  await user.selectOptions(category.getByLabelText('Категория по умолчанию'), 'Работа');
  await user.click(category.getByRole('button', { name: 'Готово' }));
  expect(await row(/^Категория по умолчанию Работа/)).toBeVisible();
  expect(saved(server)).toEqual([
    { snoozes: ['5m', '1h', 'evening', 'tomorrow'] },
    { categoryId: CATEGORIES[1]?.id },
  ]);
});

test('quiet hours are off until they are switched on; a fault is said at its field', async () => {
  const { user, server, sheet, close } = await openSheet('Тихие часы');
  expect(sheet.queryByLabelText('С')).toBeNull();
  await user.click(sheet.getByRole('switch', { name: 'Не беспокоить' }));
  expect(sheet.getByLabelText('С')).toHaveValue('23:00');
  await user.clear(sheet.getByLabelText('До'));
  await user.type(sheet.getByLabelText('До'), '23:00');
  await close();
  expect(sheet.getByText('Начало и конец тихих часов не могут совпадать')).toBeVisible();
  await waitFor(() => expect(sheet.getByLabelText('С')).toHaveFocus());
  await user.clear(sheet.getByLabelText('До'));
  await user.type(sheet.getByLabelText('До'), '07:30');
  // What stands in the fields is kept while the switch is off.
  await user.click(sheet.getByRole('switch', { name: 'Не беспокоить' }));
  expect(sheet.queryByLabelText('До')).toBeNull();
  await user.click(sheet.getByRole('switch', { name: 'Не беспокоить' }));
  await close();
  expect(await row(/^Тихие часы с 23:00 до 07:30/)).toBeVisible();
  expect(saved(server)).toEqual([{ quietHours: { from: '23:00', to: '07:30' } }]);
});

test('what is wrong and closed twice is not saved, and can be brought back', async () => {
  const { user, server, sheet, close } = await openSheet('Утро, день, вечер');
  await user.clear(sheet.getByLabelText('Утром'));
  await user.type(sheet.getByLabelText('Утром'), '03:00');
  await close();
  expect(sheet.getByText('«Утром» — это время с 04:00 до 11:59')).toBeVisible();
  await close();
  await gone();
  expect(saved(server)).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Вернуть' }));
  expect(await screen.findByLabelText('Утром')).toHaveValue('03:00');
});

test('without a connection what was set is brought back', async () => {
  const server = new FakeServer();
  server.on(`PUT ${SAVE}`, () => Promise.reject(new TypeError('no connection')));
  const { user, sheet, close } = await openSheet('Утро, день, вечер', server);
  await user.clear(sheet.getByLabelText('Днём'));
  await user.type(sheet.getByLabelText('Днём'), '13:30');
  await close();
  expect(await screen.findByText(/Нет связи/)).toBeVisible();
  server.on(`PUT ${SAVE}`, null);
  await user.click(screen.getByRole('button', { name: 'Вернуть' }));
  const again = within(await screen.findByRole('dialog', { name: 'Утро, день, вечер' }));
  expect(again.getByLabelText('Днём')).toHaveValue('13:30');
  await user.click(again.getByRole('button', { name: 'Готово' }));
  expect(await row(/^Утро, день, вечер 09:00, 13:30, 19:00/)).toBeVisible();
});

test('what could not be saved is brought back from another screen, without what the chat has set meanwhile', async () => {
  const server = new FakeServer();
  let refuse: () => void = () => undefined;
  server.on(
    `PUT ${SAVE}`,
    () => new Promise((_, reject) => (refuse = () => reject(new TypeError('no connection')))),
  );
  const user = userEvent.setup({ delay: null });
  renderScreens(server, '/profile');
  await user.click(await row(/^Утро, день, вечер/));
  const sheet = within(await screen.findByRole('dialog', { name: 'Утро, день, вечер' }));
  await user.clear(sheet.getByLabelText('Днём'));
  await user.type(sheet.getByLabelText('Днём'), '13:30');
  await user.click(sheet.getByRole('button', { name: 'Готово' }));
  await gone();
  goTo('/');
  server.settings = { ...server.settings, agenda: '07:15' };
  refuse();
  server.on(`PUT ${SAVE}`, null);
  await user.click(await screen.findByRole('button', { name: 'Вернуть' }));
  const again = within(await screen.findByRole('dialog', { name: 'Утро, день, вечер' }));
  expect(again.getByLabelText('Днём')).toHaveValue('13:30');
  await user.click(again.getByRole('button', { name: 'Готово' }));
  expect(await row(/^Утро, день, вечер 09:00, 13:30, 19:00/)).toBeVisible();
  expect(await row(/^План на день .*07:15/)).toBeVisible();
  expect(saved(server).at(-1)).toEqual({
    dayParts: { morning: '09:00', day: '13:30', evening: '19:00' },
  });
});

test('a zone that is brought back is chosen by hand, as it was, though the chat has left it to the device meanwhile', async () => {
  const server = new FakeServer();
  const { settings } = server;
  server.settings = { ...settings, timeZone: 'Asia/Omsk', timeZoneChosen: true };
  server.on(`PUT ${SAVE}`, () => Promise.reject(new TypeError('no connection')));
  const user = userEvent.setup({ delay: null });
  renderScreens(server, '/profile');
  await user.click(await row(/^Часовой пояс Омск/));
  await user.type(await screen.findByLabelText('Город'), 'казань{Enter}');
  expect(await screen.findByText(/Нет связи/)).toBeVisible();
  server.on(`PUT ${SAVE}`, null);
  server.settings = settings;
  // A screen that is shown again reads the settings again.
  goTo('/');
  goTo('/profile');
  expect(await row(/^Часовой пояс Москва/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Вернуть' }));
  const again = within(await screen.findByRole('dialog', { name: 'Часовой пояс' }));
  expect(again.getByRole('switch', { name: 'Определять по устройству' })).not.toBeChecked();
  expect(again.getByLabelText('Город')).toHaveValue('казань');
});

test('another zone is found by the name of a city; a tap on it is all', async () => {
  const { user, server, sheet } = await openSheet('Часовой пояс');
  expect(sheet.queryByLabelText('Город')).toBeNull();
  await user.click(sheet.getByRole('switch', { name: 'Определять по устройству' }));
  await user.type(sheet.getByLabelText('Город'), 'каз');
  const found = within(sheet.getByRole('list', { name: 'Найденные города' }));
  expect(found.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Казань \d\d:\d\d$/),
    expect.stringMatching(/^Казахстан \d\d:\d\d$/),
  ]);
  await user.clear(sheet.getByLabelText('Город'));
  await user.type(sheet.getByLabelText('Город'), 'омск');
  await user.click(sheet.getByRole('button', { name: /^Омск/ }));
  expect(await row(/^Часовой пояс Омск, UTC\+6/)).toBeVisible();
  expect(saved(server)).toEqual([{ timeZone: 'Asia/Omsk' }]);
});

test('a place that nobody knows is said to be unknown; a city that is typed and not pressed counts where it can only be one', async () => {
  const { user, server, sheet, close } = await openSheet('Часовой пояс');
  await user.click(sheet.getByRole('switch', { name: 'Определять по устройству' }));
  const city = sheet.getByLabelText('Город');
  await user.type(city, 'Нарния');
  expect(sheet.getByText(/Такого города нет в списке/)).toBeVisible();
  await close();
  expect(await sheet.findByText('Выберите город из списка')).toBeVisible();
  expect(city).toHaveValue('Нарния');
  expect(saved(server)).toEqual([]);
  await user.clear(city);
  await user.type(city, 'омск{Enter}');
  await waitFor(() => expect(saved(server)).toEqual([{ timeZone: 'Asia/Omsk' }]));
});

test('automatic again is told to the server', async () => {
  const server = new FakeServer();
  server.settings = { ...server.settings, timeZone: 'Asia/Omsk', timeZoneChosen: true };
  const user = userEvent.setup({ delay: null });
  renderScreen(<ProfileScreen />, server);
  await user.click(await row(/^Часовой пояс Омск/));
  await user.click(await screen.findByRole('switch', { name: 'Определять по устройству' }));
  await user.click(screen.getByRole('button', { name: 'Готово' }));
  expect(await row(/^Часовой пояс Москва/)).toBeVisible();
  expect(saved(server)).toEqual([{ timeZone: null }]);
});

test('automatic again is saved also where the device’s zone does not come through', async () => {
  const server = new FakeServer();
  server.settings = { ...server.settings, timeZone: 'Asia/Omsk', timeZoneChosen: true };
  const user = userEvent.setup({ delay: null });
  renderScreen(<ProfileScreen />, server);
  await user.click(await row(/^Часовой пояс Омск/));
  await user.click(await screen.findByRole('switch', { name: 'Определять по устройству' }));
  server.on('POST /api/profile/timezone', () => Promise.reject(new TypeError('offline')));
  await user.click(screen.getByRole('button', { name: 'Готово' }));
  expect(await screen.findByText('Сохранено')).toBeVisible();
  expect(screen.queryByText(/Нет связи/)).toBeNull();
});

/** Of somebody who had chosen Omsk, and whose device is in Moscow. */
async function leaveZoneToDevice() {
  const server = new FakeServer();
  server.settings = { ...server.settings, timeZone: 'Asia/Omsk', timeZoneChosen: true };
  const user = userEvent.setup({ delay: null });
  renderScreens(server, '/profile');
  await user.click(await row(/^Часовой пояс Омск/));
  await user.click(await screen.findByRole('switch', { name: 'Определять по устройству' }));
  server.zoneBefore = 'Asia/Omsk';
  await user.click(screen.getByRole('button', { name: 'Готово' }));
  return user;
}

test('a zone that is left to the device asks what it means for the reminders', async () => {
  await leaveZoneToDevice();
  expect(await row(/^Часовой пояс Москва/)).toBeVisible();
  goTo('/');
  expect(await screen.findByRole('dialog', { name: 'Вы в другом часовом поясе' })).toBeVisible();
});

test('a zone that is chosen again leaves nothing to ask', async () => {
  const user = await leaveZoneToDevice();
  await row(/^Часовой пояс Москва/);
  goTo('/');
  await screen.findByRole('dialog', { name: 'Вы в другом часовом поясе' });
  goTo('/profile');
  await user.click(screen.getByRole('button', { name: 'Отменить' }));
  await row(/^Часовой пояс Омск/);
  goTo('/');
  expect(screen.getByRole('heading', { name: 'Мои уведомления' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('what the chat has set stands in the rows; a message of the day is off until it is switched on, and an hour in quiet ones says when it comes', async () => {
  const server = new FakeServer();
  server.settings = { ...server.settings, quietHours: { from: '23:00', to: '08:00' } };
  const user = userEvent.setup({ delay: null });
  renderScreen(<ProfileScreen />, server);
  expect(await row(/^Тихие часы с 23:00/)).toBeVisible();
  await user.click(await row(/^План на день/));
  const sheet = within(await screen.findByRole('dialog', { name: 'План на день' }));
  await user.click(sheet.getByRole('switch', { name: 'Присылать в чат' }));
  const hour = sheet.getByLabelText('Во сколько');
  expect(hour).toHaveValue('08:00');
  await user.clear(hour);
  expect(hour).not.toHaveAccessibleDescription();
  await user.type(hour, '23:30');
  expect(hour).toHaveAccessibleDescription(/— в 08:00$/);
  await user.click(sheet.getByRole('button', { name: 'Готово' }));
  expect(await row(/^План на день в 08:00, после тихих часов/)).toBeVisible();
  expect(saved(server)).toEqual([{ agenda: '23:30' }]);
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
