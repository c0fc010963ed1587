import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FakeServer, renderScreen } from '@/testing/mini-app';
import { ImportSheet } from './import-sheet';

const PATH = '/api/profile/import';
const OUTLOOK = {
  ...{ success: true, reminders: 0, notes: 1, archived: 0, same: 0, noRoom: 0 },
  categories: [],
  repeating: 0,
  ...{ faults: [], moreFaults: 0, examples: [] },
};
const HEAD = 'TYPE,CONTENT,DATE\ntask,';
/** «Молоко» as windows-1251 and as UTF-16 have it. */
const WINDOWS = [0xcc, 0xee, 0xeb, 0xee, 0xea, 0xee];
const UTF16 = Buffer.from(`\uFEFF${HEAD}Молоко`, 'utf16le');

const choose = async (server: FakeServer, bytes: Uint8Array) => {
  server.on(`POST ${PATH}`, () => ({ json: OUTLOOK }));
  renderScreen(<ImportSheet onClose={jest.fn()} />, server);
  const file = new File([Uint8Array.from(bytes)], 'todo.csv');
  await userEvent.upload(screen.getByLabelText('Выбрать файл'), file);
};

test.each([
  ['windows-1251', Buffer.from([...Buffer.from(HEAD), ...WINDOWS])],
  ['UTF-16', UTF16],
  ['UTF-8', Buffer.from(`${HEAD}Молоко`)],
])('a file is sent as the text that it holds: %s', async (_, bytes) => {
  const server = new FakeServer();
  await choose(server, bytes);
  await waitFor(() => expect(server.callsOf('POST', PATH)).toHaveLength(1));
  expect(server.callsOf('POST', PATH)[0]?.body['content']).toBe(`${HEAD}Молоко`);
});

test('one in no known encoding is refused with a word, and not sent', async () => {
  const server = new FakeServer();
  await choose(server, Buffer.from([...Buffer.from(HEAD), 0xed, 0xcf, 0xcc, 0xcf, 0x98]));
  expect(await screen.findByText(/в какой кодировке файл/)).toBeVisible();
  expect(server.callsOf('POST', PATH)).toEqual([]);
});
