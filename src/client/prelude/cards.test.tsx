import { setImmediate as turn } from 'node:timers/promises';
import { act, render, screen, waitFor } from '@testing-library/react';
import fc from '@/testing/fast-check';
import { type Reminder } from '@/contract/reminder';
import { REPEAT_UNITS } from '@/core/limits';
import { aReminder } from '@/testing/wire-rows';
import { FakeServer } from '@/testing/fake-server';
import { renderStart, runPrelude } from '@/testing/mini-app';
import { SampleCards } from '../shell/prelude-place';
import { Shell } from '../shell/shell';
import { PhaseScreen } from '../start/phase-screen';
import { peekAnswer, REMINDERS_PATH, takeOver, VALIDATE_PATH } from '../wire/prelude';

/** As the server draws the document; its prelude runs, and the answers to it come. */
async function openDocument(server: FakeServer): Promise<void> {
  const samples = render(<SampleCards />);
  const shell = render(<Shell pathname="/" />);
  const html = shell.container.innerHTML;
  const cards = samples.container.innerHTML;
  shell.unmount();
  samples.unmount();
  document.body.innerHTML = html;
  const template = document.querySelector('template');
  if (template) template.innerHTML = cards;
  runPrelude(server);
  const answers = [...(window.prelude?.asked.values() ?? [])].map(({ answer }) => answer);
  await Promise.allSettled(answers);
  await turn(); // What waits for both runs after them.
}

/** That all is paused, the cards that stand there under their headings, each as it is written, and the count of what waits. */
const cards = () =>
  [
    ...document.querySelectorAll(
      'section, [data-blocked], [data-all-paused], [data-badge]:not([hidden])',
    ),
  ].map(({ outerHTML }) => outerHTML);

/** Draws the app from the same answers. What it shows first, and how to put it away. */
async function appOver(server: FakeServer) {
  takeOver();
  for (const path of [VALIDATE_PATH, REMINDERS_PATH]) expect(peekAnswer(path)).not.toBeNull();
  document.body.innerHTML = '';
  const { unmount } = renderStart(<PhaseScreen />, server);
  const first = cards();
  const saved = server.callsOf('POST', '/api/profile/timezone').length;
  await waitFor(() => {
    expect(server.callsOf('POST', '/api/profile/timezone').length).toBeGreaterThan(saved);
  });
  await act(() => Promise.resolve());
  return { first, unmount };
}

beforeEach(() => {
  Object.assign(window, { TelegramWebviewProxy: { postEvent: () => undefined } });
  document.body.innerHTML = '';
  Object.assign(window, { innerWidth: 360, innerHeight: 200 }); // A window of one page.
});

/** An instant of the days around now, or none. */
const nearly = fc.option(
  fc
    .integer({ min: -60, max: 200 })
    .map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString()),
  { freq: 2 },
);

const rows = fc.array(
  fc
    .record({
      text: fc.string({ minLength: 1 }),
      type: fc
        .constantFrom('Напоминание', 'Проверка', 'Оплата', '', '<b>')
        .map((name) => ({ id: 1, name })),
      category: fc.constantFrom<Reminder['category']>(
        ...['Все', 'Личное', '"Работа"'].map((name) => ({ id: 1, name })),
        { id: 12, name: 'Дача 🌻', color: 'green' },
      ),
      dateTime: fc.oneof(
        nearly.map((each) => each ?? '2050-01-01T00:00:00.000Z'),
        fc
          .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
          .map((date) => date.toISOString()),
      ),
      completed: fc.boolean(),
      repeat: fc.boolean(),
      repeatEvery: fc.option(fc.integer({ min: 1, max: 30 })),
      repeatUnit: fc.option(fc.constantFrom(...REPEAT_UNITS)),
      birthYear: fc.constantFrom(undefined, 1966, 2026),
      flood: fc.boolean(),
      floodInterval: fc.option(fc.constantFrom(5, 60)),
      repeatText: fc.constantFrom(undefined, 'каждый день', 'по будням до 31 декабря'),
      state: fc.constantFrom<Reminder['state']>('scheduled', 'paused', 'unreachable', 'failed'),
      overdue: fc.constantFrom(undefined, true as const),
      waitingSince: nearly,
      snoozedUntil: nearly,
      pausedUntil: nearly,
      thumbnail: fc.constantFrom(undefined, true as const),
      people: fc.constantFrom(undefined, 3),
      counter: fc.constantFrom(undefined, { left: 0, low: 3 }, { left: 12, low: 3 }),
      preAlertsText: fc.constantFrom(undefined, 'за 10 минут'),
      attachmentText: fc.constantFrom(undefined, 'фото', '«Договор & акт»'),
      pausedWithAll: fc.constantFrom(undefined, undefined, true),
      doneAt: nearly,
    })
    // The server gives what is completed no other state: it neither waits nor is paused.
    .map((row) =>
      row.completed
        ? { ...row, state: 'completed' as const, waitingSince: null, pausedWithAll: undefined }
        : row,
    ),
  { maxLength: 9 },
);

test('cards that are drawn before the app are the very cards that the app draws', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (fields) => {
      const server = new FakeServer();
      server.reminders = fields.map((each) => aReminder(each));
      await openDocument(server);
      const before = cards();
      const more = document.body.textContent.includes('Загрузить ещё');
      const app = await appOver(server);
      try {
        expect(app.first).toEqual(before);
        expect(document.body.textContent.includes('Загрузить ещё')).toBe(more);
      } finally {
        app.unmount(); // Else each smaller example that is tried after a failure would fail too.
      }
    }),
    { numRuns: 8 },
  );
});

test('they stand in the zone that the user chose by hand', async () => {
  const server = new FakeServer();
  server.reminders = [aReminder({ dateTime: '2050-01-01T12:00:00.000Z' })];
  const settings = { ...server.settings, timeZone: 'Asia/Tokyo', timeZoneChosen: true };
  const chosen = { json: { success: true, timezone: 'Asia/Tokyo', manual: true, settings } };
  server.on(`POST ${VALIDATE_PATH}`, () => chosen);
  server.on('POST /api/profile/timezone', () => chosen);
  await openDocument(server);
  expect(document.querySelector('time')).toHaveTextContent('01.01.2050, 21:00');
  const before = cards();
  expect((await appOver(server)).first).toEqual(before);
});

test('what was tapped on them is done once the app is there', async () => {
  const server = new FakeServer();
  server.reminders = [aReminder({ text: 'Полить ёлку' }), aReminder({ text: 'Забрать посылку' })];
  await openDocument(server);
  const [, second] = screen.getAllByRole('button', { name: 'Удалить' });
  second?.click();
  expect(server.callsOf('DELETE', `${REMINDERS_PATH}/${server.reminders[1]?.id ?? ''}`)).toEqual(
    [],
  );
  await appOver(server);
  await waitFor(() => {
    expect(screen.queryByRole('article', { name: 'Забрать посылку' })).not.toBeInTheDocument();
  });
  expect(screen.getByRole('article', { name: 'Полить ёлку' })).toBeVisible();
  const deleted = server.calls.filter(({ method }) => method === 'DELETE');
  expect(deleted.map(({ path }) => path)).toEqual([
    `${REMINDERS_PATH}/${server.reminders[1]?.id ?? ''}`,
  ]);
});

test('a link that is tapped leads nowhere before the app is there, and then to its screen', async () => {
  const server = new FakeServer();
  server.reminders = [aReminder()];
  await openDocument(server);
  const tap = new MouseEvent('click', { bubbles: true, cancelable: true });
  screen.getByRole('link', { name: 'Профиль' }).dispatchEvent(tap);
  expect(tap.defaultPrevented).toBe(true);
  await appOver(server);
  await waitFor(() => expect(window.location.pathname).toBe('/profile'));
});

test('another button of the mouse is no tap: it opens a menu of the browser’s', async () => {
  const server = new FakeServer();
  server.reminders = [aReminder()];
  await openDocument(server);
  const press = new MouseEvent('mousedown', { bubbles: true, cancelable: true, button: 2 });
  screen.getByRole('button', { name: 'Удалить' }).dispatchEvent(press);
  expect(press.defaultPrevented).toBe(false);
  expect(window.prelude?.tap).toBeNull();
});

test('the keyboard is where it was', async () => {
  const server = new FakeServer();
  server.reminders = [aReminder()];
  await openDocument(server);
  screen.getByRole('button', { name: 'Удалить' }).focus();
  await appOver(server);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Удалить' })).toHaveFocus());
});

const refused = { status: 403, json: { success: false, message: 'Нет' } };
test.each([
  [
    'the terms are not accepted',
    `POST ${VALIDATE_PATH}`,
    { ...refused, json: { ...refused.json, requiresTerms: true } },
  ],
  ['the launch is refused', `POST ${VALIDATE_PATH}`, refused],
  ['the list is refused', `GET ${REMINDERS_PATH}`, refused],
  ['the server is at fault', `GET ${REMINDERS_PATH}`, { status: 500, json: {} }],
  ['the answer is none of ours', `GET ${REMINDERS_PATH}`, { json: { success: true } }],
])('nothing of a list is drawn where %s', async (_why, endpoint, answer) => {
  const server = new FakeServer();
  server.reminders = [aReminder()];
  server.on(endpoint, () => answer);
  await openDocument(server);
  expect(cards()).toEqual([]);
});

test('outside Telegram’s clients, where it says whose account it is first, nothing is drawn', async () => {
  Reflect.deleteProperty(window, 'TelegramWebviewProxy');
  const server = new FakeServer();
  server.reminders = [aReminder()];
  await openDocument(server);
  expect(cards()).toEqual([]);
});

test('answers that come when the app has taken over are the app’s to draw', async () => {
  const server = new FakeServer();
  server.reminders = [aReminder()];
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  server.on(`GET ${REMINDERS_PATH}`, async () => {
    await answered;
    return { json: { success: true, notifications: server.reminders } };
  });
  const opened = openDocument(server);
  await waitFor(() => expect(window.prelude).toBeDefined());
  takeOver();
  answer();
  await opened;
  expect(cards()).toEqual([]);
});
