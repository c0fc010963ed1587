import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aReminder, FakeServer, renderScreen } from '@/testing/mini-app';
import { RemindersScreen } from '../screen/screen';

const ANSWER = '/api/profile/timezone/answer';
const opened = async () => {
  const server = new FakeServer();
  server.reminders = [aReminder()];
  server.zoneBefore = 'Asia/Omsk';
  renderScreen(<RemindersScreen />, server);
  await screen.findByRole('dialog', { name: 'Вы в другом часовом поясе' });
  return server;
};
const answers = (server: FakeServer) =>
  server.callsOf('POST', ANSWER).map(({ body }) => body.answer);
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

test('the reminders of the zone before are moved, once, and how many is said', async () => {
  const person = userEvent.setup({ delay: null });
  const server = await opened();
  server.on(`POST ${ANSWER}`, () => ({
    json: { success: true, settings: server.settings, moved: 203, stayed: 2, shared: [] },
  }));
  await person.dblClick(screen.getByRole('button', { name: /Перенести на местное время/ }));
  expect(
    await screen.findByText(/Перенесено на местное время: 203 уведомления. 2 уведомления остались/),
  ).toBeVisible();
  expect(answers(server)).toEqual(['move']);
  await isClosed();
});

test('what stays because others live by it, too, is named', async () => {
  const person = userEvent.setup({ delay: null });
  const server = await opened();
  const shifted = { moved: 1, stayed: 0, shared: ['Планёрка', 'Йога'] };
  server.on(`POST ${ANSWER}`, () => ({
    json: { success: true, settings: server.settings, ...shifted },
  }));
  await person.click(screen.getByRole('button', { name: /Перенести на местное время/ }));
  expect(
    await screen.findByText(
      'Перенесено на местное время: 1 уведомление. Общее осталось на прежнем времени, менять его может владелец: «Планёрка» и «Йога»',
    ),
  ).toBeVisible();
});

test('who stays with the clocks before sees everything on them', async () => {
  const person = userEvent.setup({ delay: null });
  const server = await opened();
  await person.click(screen.getByRole('button', { name: /Остаться на времени «Омск, UTC\+6»/ }));
  expect(await screen.findByText(/Время теперь всегда по поясу «Омск, UTC\+6»/)).toBeVisible();
  expect(answers(server)).toEqual(['stay']);
});

test('who answers a question that another device has settled is told so, and is not asked on', async () => {
  const person = userEvent.setup({ delay: null });
  const server = await opened();
  const message = 'На этот вопрос уже ответили';
  server.on(`POST ${ANSWER}`, () => ({ status: 409, json: { success: false, message } }));
  await person.click(screen.getByRole('button', { name: /Перенести на местное время/ }));
  expect(await screen.findByText(message)).toBeVisible();
  await isClosed();
  expect(server.callsOf('POST', ANSWER).map(({ body }) => body.question)).toEqual([
    { before: 'Asia/Omsk', here: 'Europe/Moscow' },
  ]);
});

test('to close it is to leave all as it is', async () => {
  const person = userEvent.setup({ delay: null });
  const server = await opened();
  await person.keyboard('{Escape}');
  await isClosed();
  expect(answers(server)).toEqual(['keep']);
});

test('without a connection, too, it can be closed', async () => {
  const person = userEvent.setup({ delay: null });
  const server = await opened();
  server.on(`POST ${ANSWER}`, () => Promise.reject(new TypeError('offline')));
  await person.keyboard('{Escape}');
  expect(await screen.findByText(/Нет связи/)).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByRole('tablist').closest('[inert]')).toBeNull();
});

test('an answer that fails can be given again', async () => {
  const person = userEvent.setup({ delay: null });
  const server = await opened();
  server.on(`POST ${ANSWER}`, () => ({ status: 503, json: { success: false, message: 'Сбой' } }));
  await person.click(screen.getByRole('button', { name: /Оставить как есть/ }));
  expect(await screen.findByText('Сбой')).toBeVisible();
  server.on(`POST ${ANSWER}`, null);
  await person.click(screen.getByRole('button', { name: /Оставить как есть/ }));
  await isClosed();
});
