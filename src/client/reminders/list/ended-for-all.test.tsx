import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { jointTexts } from '@/texts/joint';
import { aReminder, FakeServer, renderScreen } from '@/testing/mini-app';
import { RemindersScreen } from '../screen/screen';

beforeEach(() => localStorage.clear());

/** Two reminders, of which the server says that the first was several people's once it is deleted. */
async function draw() {
  const server = new FakeServer();
  server.reminders = ['Вода', 'Хлеб'].map((text) => aReminder({ text }));
  const [water] = server.reminders;
  server.on(`DELETE /api/notifications/${water?.id ?? 0}`, () => ({
    json: { success: true, message: jointTexts.ended },
  }));
  renderScreen(<RemindersScreen />, server);
  return {
    server,
    user: userEvent.setup({ delay: null }),
    card: await screen.findByRole('article', { name: 'Вода' }),
  };
}

test('a deletion that has ended it for others says so, and can still be taken back', async () => {
  const { server, user, card } = await draw();
  await user.click(within(card).getByRole('button', { name: 'Удалить' }));
  expect(await screen.findByText(jointTexts.ended)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Отменить' }));
  const lastAct = () => server.calls.findLast(({ method }) => method !== 'GET')?.path;
  await waitFor(() => expect(lastAct()).toMatch(/restore$/));
});

test('so does a deletion of several', async () => {
  const { user } = await draw();
  await user.click(screen.getByRole('button', { name: 'Вода' }));
  const view = within(await screen.findByRole('dialog', { name: 'Вода' }));
  const more = view.queryByRole('button', { name: 'Ещё' });
  if (more) await user.click(more);
  await user.click(view.getByRole('button', { name: 'Выбрать' }));
  const bar = within(await screen.findByRole('toolbar', { name: 'Выбранные уведомления' }));
  await user.click(screen.getByRole('checkbox', { name: 'Хлеб' }));
  await user.click(bar.getByRole('button', { name: 'Удалить' }));
  expect(await screen.findByText(`Удалено: 2. ${jointTexts.ended}`)).toBeVisible();
});
