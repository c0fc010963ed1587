import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FakeServer, renderScreen } from '@/testing/mini-app';
import CalendarSheet from './calendar-sheet';

const user = () => userEvent.setup({ delay: null });
const button = (name: string) => screen.findByRole('button', { name });

test('a link is made, shown once, copied, and what it gives away is said beforehand', async () => {
  const person = user();
  const server = new FakeServer();
  renderScreen(<CalendarSheet onClose={jest.fn()} />, server);
  expect(screen.getByText(/Кто знает ссылку, видит тексты/)).toBeVisible();
  await person.click(await button('Создать ссылку'));
  const address = await screen.findByRole('textbox', { name: 'Ссылка на календарь' });
  expect(address).toHaveValue(`https://napomnyu.example/api/calendar/${'t'.repeat(32)}.ics`);
  await person.click(await button('Скопировать'));
  expect(await button('Скопировано')).toBeVisible();
  expect(await navigator.clipboard.readText()).toContain('/api/calendar/');
  expect(await button('Открыть в календаре')).toBeVisible();
});

test('an old link is not shown again: it can be replaced or revoked', async () => {
  const person = user();
  const server = new FakeServer();
  server.calendarSince = '2026-11-20T09:00:00.000Z';
  renderScreen(<CalendarSheet onClose={jest.fn()} />, server);
  expect(await screen.findByText(/Ссылка создана 20 ноября/)).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  await person.click(await button('Отозвать ссылку'));
  expect(await screen.findByText(/Ссылка отозвана/)).toBeVisible();
  expect(await button('Создать ссылку')).toBeVisible();
  expect(server.callsOf('DELETE', '/api/profile/calendar')).toHaveLength(1);
});

test('calendars ring once somebody with a link switches that on; what it means stands beside it', async () => {
  const person = user();
  const server = new FakeServer();
  server.calendarSince = '2026-11-20T09:00:00.000Z';
  renderScreen(<CalendarSheet onClose={jest.fn()} />, server);
  const bell = await screen.findByRole('switch', { name: 'Напоминать и из календаря' });
  expect(bell).not.toBeChecked();
  expect(bell).toHaveAccessibleDescription(/Apple.*«Удалять напоминания», а Google/);
  await person.click(bell);
  await waitFor(() => expect(bell).toBeChecked());
  await person.click(bell);
  await waitFor(() => expect(bell).not.toBeChecked());
  const calls = server.callsOf('PUT', '/api/profile/calendar');
  expect(calls.map(({ body }) => body['withAlarms'])).toEqual([true, false]);
});

test('a link that cannot be made says so, and the next try makes it', async () => {
  const person = user();
  const server = new FakeServer();
  server.on('POST /api/profile/calendar', () => ({
    status: 503,
    json: { success: false, message: 'Сбой' },
  }));
  renderScreen(<CalendarSheet onClose={jest.fn()} />, server);
  await person.click(await button('Создать ссылку'));
  expect(await screen.findByText('Сбой')).toBeVisible();
  server.on('POST /api/profile/calendar', null);
  await person.click(await button('Создать ссылку'));
  await waitFor(() => expect(screen.getByRole('textbox')).toBeVisible());
});

test('a link by which calendars get nothing says so, and what helps', async () => {
  const server = new FakeServer();
  server.calendarSince = '2026-11-20T09:00:00.000Z';
  server.calendarRefused = '2026-11-21T09:00:00.000Z';
  renderScreen(<CalendarSheet onClose={jest.fn()} />, server);
  expect(await screen.findByText(/Календарь не обновляется/)).toBeVisible();
});
