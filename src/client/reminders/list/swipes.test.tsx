import { fireEvent, screen, waitFor } from '@testing-library/react';
import { aReminder, FakeServer, renderScreen } from '@/testing/mini-app';
import { RemindersScreen } from '../screen/screen';

const WIDTH = 320;
beforeEach(() => {
  localStorage.clear();
  jest.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(WIDTH);
});
afterEach(() => jest.restoreAllMocks());

const waits = { text: 'Вода', waitingSince: '2026-11-20T06:00:00.000Z' } as const;
const later = { text: 'Отпуск', dateTime: '2050-01-02T06:00:00.000Z' } as const;

async function draw() {
  const server = new FakeServer();
  server.reminders = [aReminder(waits), aReminder(later)];
  renderScreen(<RemindersScreen />, server);
  await screen.findByRole('article', { name: 'Вода' });
  return server;
}
/** jsdom has no pointers. */
function touch(name: string, type: string, [x, y]: [x: number, y: number], isPrimary = true) {
  const row = screen.getByRole('article', { name });
  const event = new MouseEvent(`pointer${type}`, { bubbles: true, clientX: x, clientY: y });
  fireEvent(row, Object.assign(event, { pointerType: 'touch', isPrimary }));
}
/** A finger from `x` by so much, in two steps; what the row says behind itself before the finger is lifted. */
function swipe(name: string, { x = 160, by = 0, down = 0 }) {
  const row = screen.getByRole('article', { name });
  const finger = (type: string, part: number) =>
    touch(name, type, [x + by * part, 100 + down * part]);
  finger('down', 0);
  finger('move', 0.5);
  finger('move', 1);
  const said = row.parentElement?.getAttribute('data-swipe');
  finger('up', 1);
  return said;
}
const dialog = () => screen.queryByRole('dialog');

/** The code of swipes comes behind the list. */
const listened = () => waitFor(() => expect(swipe('Вода', { by: 20 })).toBe('Готово'));

test('to the left asks until when to put off, to the right finishes what waits', async () => {
  const server = await draw();
  await listened();
  expect(swipe('Отпуск', { by: -130 })).toBe('Отложить');
  expect(await screen.findByRole('dialog', { name: 'Отложить: Отпуск' })).toBeVisible();
  expect(swipe('Вода', { by: 130 })).toBe('Готово');
  expect(await screen.findByRole('button', { name: 'Вернуть: Вода', hidden: true })).toBeVisible();
  await waitFor(() => expect(server.calls.some(({ path }) => path.endsWith('/done'))).toBe(true));
});

test('less than 40 % of the width, a begin at the side, and a scroll do nothing', async () => {
  const server = await draw();
  await listened();
  swipe('Вода', { by: -0.39 * WIDTH });
  expect(swipe('Вода', { x: 20, by: 140 })).toBeNull();
  expect(swipe('Вода', { by: -130, down: 140 })).toBeNull();
  expect(dialog()).toBeNull();
  expect(server.calls.some(({ path }) => path.endsWith('/done'))).toBe(false);
});

test('to the right finishes what comes on a later day, too', async () => {
  await draw();
  await listened();
  expect(swipe('Отпуск', { by: 140 })).toBe('Готово');
  expect(await screen.findByRole('button', { name: 'Вернуть: Отпуск' })).toBeVisible();
});

test('a second finger puts the row back, wherever it comes down, and nothing is done', async () => {
  const server = await draw();
  await listened();
  for (const second of ['Вода', 'Отпуск']) {
    touch('Вода', 'down', [100, 100]);
    touch('Вода', 'move', [240, 100]);
    expect(document.querySelector('[data-swipe]')).not.toBeNull();
    touch(second, 'down', [160, 160], false);
    expect(document.querySelector('[data-swipe], [data-side], [data-fires]')).toBeNull();
    touch(second, 'move', [20, 160], false);
    touch('Вода', 'move', [250, 100]);
    touch(second, 'up', [20, 160], false);
    touch('Вода', 'up', [250, 100]);
    expect(document.querySelector('[data-swipe]')).toBeNull();
  }
  expect(dialog()).toBeNull();
  expect(server.calls.some(({ path }) => path.endsWith('/done'))).toBe(false);
});

test('a swipe that the browser takes away, as for a gesture of its own, does nothing', async () => {
  const server = await draw();
  await listened();
  for (const x of [300, 20]) {
    touch('Вода', 'down', [160, 100]);
    touch('Вода', 'move', [x, 100]);
    expect(document.querySelector('[data-fires]')).not.toBeNull();
    touch('Вода', 'cancel', [x, 100]);
    expect(document.querySelector('[data-swipe], [data-side], [data-fires]')).toBeNull();
  }
  expect(dialog()).toBeNull();
  expect(screen.queryByRole('button', { name: 'Вернуть: Вода', hidden: true })).toBeNull();
  expect(server.calls.some(({ path }) => path.endsWith('/done'))).toBe(false);
});
