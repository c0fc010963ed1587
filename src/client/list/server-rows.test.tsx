import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aNote, aReminder, FakeServer, renderScreen } from '@/testing/mini-app';
import { RemindersScreen } from '../reminders/screen/screen';
import { Screens } from '../shell/screens';

const LIST = '/api/notifications';
const MINUTE = 60_000;

beforeEach(() => {
  localStorage.clear();
  // Nothing but the test moves the clock: on a slow machine seconds would pass between two steps.
  jest.useFakeTimers({ now: Date.now() });
});

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const cards = () =>
  [...document.querySelectorAll('article')].map((card) => card.getAttribute('aria-label'));

async function open(...texts: string[]) {
  const server = new FakeServer();
  server.reminders = texts.map((text) => aReminder({ text }));
  renderScreen(<RemindersScreen />, server);
  await waitFor(() => expect(cards()).toEqual(texts));
  return server;
}
const offline = () => Promise.reject(new TypeError('Failed to fetch'));
const FAILED = 'Не удалось загрузить';

/** The window loses the person’s attention and gets it back. */
const lookAwayAndBack = () =>
  act(() => {
    window.dispatchEvent(new Event('blur'));
    window.dispatchEvent(new Event('focus'));
  });

test('what happens elsewhere shows at once when the app is looked at again, and else within half a minute', async () => {
  const server = await open('Полить цветы');
  server.reminders = [...server.reminders, aReminder({ text: 'Из чата' })];
  lookAwayAndBack();
  await pass(100);
  expect(cards()).toEqual(['Полить цветы', 'Из чата']);

  server.reminders = server.reminders.slice(1);
  await pass(29_000);
  expect(cards()).toEqual(['Полить цветы', 'Из чата']);
  await pass(1_500);
  expect(cards()).toEqual(['Из чата']);
});

test('a list that has not changed is not sent again', async () => {
  const server = await open('Полить цветы');
  const [card] = document.querySelectorAll('article');
  await pass(31_000);
  const [first, again] = server.callsOf('GET', LIST);
  expect(first?.headers.get('if-none-match')).toBeNull();
  expect(again?.headers.get('if-none-match')).toMatch(/^"\w+"$/);
  expect(document.querySelector('article')).toBe(card);
});

test.each([
  ['is due', (at: string) => ({ dateTime: at })],
  ['comes again after it was put off', (at: string) => ({ snoozedUntil: at })],
  ['ends its pause', (at: string) => ({ state: 'paused' as const, pausedUntil: at })],
])(
  'a reminder that %s shows it within three seconds, however late it is',
  async (_what, fields) => {
    const at = Date.now() + 10_000;
    const row = aReminder({ text: 'Скоро', ...fields(new Date(at).toISOString()) });
    const server = new FakeServer();
    server.reminders = [row];
    renderScreen(<RemindersScreen />, server);
    await waitFor(() => expect(cards()).toEqual(['Скоро']));
    await pass(at + 7_000 - Date.now());
    const waitingSince = new Date().toISOString();
    server.reminders = [{ ...row, state: 'waiting', snoozedUntil: null, waitingSince }];
    await pass(3_000);
    expect(screen.getByText('Ждут ответа')).toBeVisible();
    const asked = server.callsOf('GET', LIST).length;
    await pass(20_000);
    expect(server.callsOf('GET', LIST).length - asked).toBeLessThanOrEqual(1);
  },
);

test('an act here is followed by a question: it may have changed more than its own row', async () => {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const server = await open('Полить цветы');
  server.reminders = [...server.reminders, aReminder({ text: 'Из чата' })];
  await user.click(screen.getByRole('button', { name: 'Готово: Полить цветы' }));
  await pass(1_000);
  expect(cards()).toContain('Из чата');
});

test.each([
  ['the reminders', '/', null],
  ['the calendar', '/', 'Календарь'],
  ['the notes', '/notes', null],
  ['the profile', '/profile', null],
  ['the own categories', '/profile', /^Категории/],
] as const)(
  '%s, to which nothing happens, take 50 requests in 20 minutes at most',
  async (_what, pathname, press) => {
    const server = new FakeServer();
    server.reminders = [
      aReminder(),
      aReminder({ repeat: true, repeatEvery: 1, repeatUnit: 'DAY' }),
    ];
    server.notes = [aNote()];
    renderScreen(<Screens pathname={pathname} />, server);
    await pass(5_000);
    if (press !== null) fireEvent.click(screen.getByRole('button', { name: press }));
    const before = server.calls.length;
    await pass(20 * MINUTE);
    expect(server.calls.length - before).toBeLessThanOrEqual(50);
    expect(server.calls.length - before).toBeGreaterThan(4);
  },
);

test('one lost request is no news; a lasting outage is said, and ends by itself', async () => {
  const server = await open('Полить цветы');
  server.on(`GET ${LIST}`, offline);
  await pass(3_000);
  expect(screen.queryByText(FAILED, { exact: false })).toBeNull();
  await pass(MINUTE);
  expect(screen.getByText(FAILED, { exact: false })).toBeVisible();
  expect(cards()).toEqual(['Полить цветы']);

  server.on(`GET ${LIST}`, null);
  server.reminders = [aReminder({ text: 'Снова здесь' })];
  await pass(15_000);
  expect(cards()).toEqual(['Снова здесь']);
  expect(screen.queryByText(FAILED, { exact: false })).toBeNull();
});

test('an app that Telegram holds in the background asks for nothing, and is fresh when it comes back', async () => {
  const server = await open('Полить цветы');
  const tell = (is_visible: boolean) => {
    const data = JSON.stringify({ eventType: 'visibility_changed', eventData: { is_visible } });
    act(() => {
      window.dispatchEvent(new MessageEvent('message', { data, source: window.parent }));
    });
  };
  tell(false);
  const asked = server.callsOf('GET', LIST).length;
  await pass(MINUTE);
  expect(server.callsOf('GET', LIST)).toHaveLength(asked);
  server.reminders = [aReminder({ text: 'Из чата' })];
  tell(true);
  await pass(100);
  expect(cards()).toEqual(['Из чата']);
});
