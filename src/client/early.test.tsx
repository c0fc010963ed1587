import { screen, waitFor } from '@testing-library/react';
import { aReminder, FakeServer, renderScreen } from '@/testing/mini-app';
import { peekEarly, REMINDERS_PATH, requestEarly, VALIDATE_PATH } from './early';
import { Startup } from './shell/startup';

/** The first requests have been answered before the app's code is here. */
async function answeredEarly(server: FakeServer) {
  globalThis.fetch = server.fetch;
  requestEarly('signed', '/');
  await waitFor(() => {
    for (const path of [VALIDATE_PATH, REMINDERS_PATH]) expect(peekEarly(path)).not.toBeNull();
  });
}

test('what came before the app is drawn at once: no spinner, no skeletons, nothing asked twice', async () => {
  const server = new FakeServer();
  server.reminders = [aReminder({ text: 'Полить ёлку' })];
  await answeredEarly(server);
  renderScreen(<Startup />, server);
  expect(screen.getByRole('article', { name: 'Полить ёлку' })).toBeVisible();
  await waitFor(() => expect(server.callsOf('POST', '/api/profile/timezone')).toHaveLength(1));
  expect(server.callsOf('POST', VALIDATE_PATH)).toHaveLength(1);
  expect(server.callsOf('GET', REMINDERS_PATH)).toHaveLength(1);
});

test('a list that came early shows nothing while the terms are not accepted', async () => {
  const server = new FakeServer();
  server.reminders = [aReminder({ text: 'Полить ёлку' })];
  const message = 'Примите условия в боте';
  server.on(`POST ${VALIDATE_PATH}`, () => ({
    status: 403,
    json: { success: false, message, requiresTerms: true },
  }));
  await answeredEarly(server);
  renderScreen(<Startup />, server);
  expect(screen.queryByRole('article')).not.toBeInTheDocument();
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.queryByRole('article')).not.toBeInTheDocument();
});
