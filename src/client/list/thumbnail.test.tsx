import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aNote, aReminder, FakeServer, renderScreen } from '@/testing/mini-app';
import NotesScreen from '../notes/screen';
import { RemindersScreen } from '../reminders/screen/screen';

/** Addresses that are alive, as of the browser's own memory. */
const alive = new Set<string>();
beforeEach(() => {
  alive.clear();
  let made = 0;
  URL.createObjectURL = () => {
    made += 1;
    alive.add(`blob:${made}`);
    return `blob:${made}`;
  };
  URL.revokeObjectURL = (address) => void alive.delete(address);
});

const PHOTO = { attachmentText: 'Фото', thumbnail: true as const };
const endpointOf = (of: 'notifications' | 'notes', id: number) => `/api/${of}/${id}/thumbnail`;
/** One reminder and one note, and the server has pictures of both. */
function keeping() {
  const server = new FakeServer();
  const [reminder, note] = [aReminder(PHOTO), aNote(PHOTO)];
  server.reminders = [reminder, aReminder({ attachmentText: 'Контакт: Оля' })];
  server.notes = [note];
  for (const path of [endpointOf('notifications', reminder.id), endpointOf('notes', note.id)]) {
    server.on(`GET ${path}`, () => ({ json: {} }));
  }
  return { server, reminder, note };
}

test('a card shows the picture, fetched with the launch data, and lets go of it when it goes', async () => {
  const { server, reminder } = keeping();
  const { unmount } = renderScreen(<RemindersScreen />, server);
  const picture = await screen.findByRole('img', { name: 'Миниатюра вложения' });
  expect(picture).toHaveAttribute('src', 'blob:1');
  const asked = server.calls.filter(({ path }) => path.endsWith('/thumbnail'));
  expect(asked.map(({ path }) => path)).toEqual([endpointOf('notifications', reminder.id)]);
  expect(asked[0]?.headers.get('initData')).toBe('signed');
  unmount();
  expect([...alive]).toEqual([]);
});

test('the opened reminder and the note show it, too', async () => {
  const { server, reminder } = keeping();
  const list = renderScreen(<RemindersScreen />, server);
  await userEvent.click(await screen.findByRole('button', { name: reminder.text }));
  await waitFor(() => expect(screen.getAllByAltText('Миниатюра вложения')).toHaveLength(2));
  list.unmount();
  renderScreen(<NotesScreen />, server);
  expect(await screen.findByAltText('Миниатюра вложения')).toBeVisible();
});

test.each([404, 429, 503])(
  'where it cannot be had (%i), the sign of an attachment stays in its place, and nobody is told',
  async (status) => {
    const { server, reminder } = keeping();
    const path = endpointOf('notifications', reminder.id);
    server.on(`GET ${path}`, () => ({ status, json: { success: false, message: 'Нет' } }));
    renderScreen(<RemindersScreen />, server);
    await waitFor(() => expect(server.callsOf('GET', path)).toHaveLength(1));
    const card = screen.getByRole('article', { name: reminder.text });
    expect(card.querySelector('[data-part=picture]')).toHaveTextContent('📎');
    expect(screen.queryByAltText('Миниатюра вложения')).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  },
);

test('a picture that the browser cannot draw gives way to the sign', async () => {
  const { server } = keeping();
  renderScreen(<RemindersScreen />, server);
  const picture = await screen.findByAltText('Миниатюра вложения');
  fireEvent.error(picture);
  await waitFor(() => expect(picture).not.toBeInTheDocument());
});
