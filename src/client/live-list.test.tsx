import { act, screen, waitFor } from '@testing-library/react';
import { aReminder, FakeServer, renderScreen } from '@/testing/mini-app';
import { RemindersScreen } from './reminders/screen';

const LIST = '/api/notifications';
const MINUTE = 60_000;

beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers({ advanceTimers: true });
});
afterEach(() => jest.useRealTimers());

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

test('what happens elsewhere shows within three seconds, and a list that has not changed is not sent again', async () => {
  const server = await open('Полить цветы');
  const [card] = document.querySelectorAll('article');
  await pass(3_000);
  const [first, again] = server.callsOf('GET', LIST);
  expect(first?.headers.get('if-none-match')).toBeNull();
  expect(again?.headers.get('if-none-match')).toMatch(/^"\w+"$/);
  expect(document.querySelector('article')).toBe(card);

  server.reminders = [...server.reminders, aReminder({ text: 'Из чата' })];
  await pass(3_000);
  expect(cards()).toEqual(['Полить цветы', 'Из чата']);
});

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
    window.dispatchEvent(new MessageEvent('message', { data, source: window.parent }));
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
