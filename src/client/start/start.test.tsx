import { fireEvent, screen, waitFor } from '@testing-library/react';
import { aReminder } from '@/testing/wire-rows';
import { FakeServer } from '@/testing/fake-server';
import { renderScreen, renderStart } from '@/testing/mini-app';
import { useSession } from '../session/session';
import { PhaseScreen } from './phase-screen';
import userEvent from '@testing-library/user-event';
import { RemindersScreen } from '../reminders/screen/screen';
import { outliveTranslation } from './translation';

describe('the screen of a phase', () => {
  const ZONE = '/api/profile/timezone';
  beforeEach(() => localStorage.clear());
  afterEach(() => jest.restoreAllMocks());

  /** The app, and beside it when the evening begins. */
  function Started() {
    return (
      <>
        <PhaseScreen />
        <p>Вечер: {useSession().settings.dayParts.evening}</p>
      </>
    );
  }
  const told = (server: FakeServer) =>
    server.callsOf('POST', ZONE).map(({ body }) => body['timezone']);
  const comeBack = () => {
    fireEvent.blur(window);
    fireEvent.focus(window);
  };

  test.each([
    ['the connection', () => fireEvent(window, new Event('online'))],
    ['the user', comeBack],
  ])('settings whose first answer was lost are here once %s comes back', async (_, back) => {
    const server = new FakeServer();
    const dayParts = { morning: '09:00', day: '14:00', evening: '21:00' };
    server.settings = { ...server.settings, dayParts };
    server.on(`POST ${ZONE}`, () => ({ status: 429, json: { success: false } }));
    renderStart(<Started />, server);
    await waitFor(() => expect(told(server)).toHaveLength(1));
    expect(screen.getByText('Вечер: 19:00')).toBeVisible();
    server.on(`POST ${ZONE}`, null);
    // Once more where the first answer is still on its way: nothing in sight tells that it has come.
    await waitFor(() => {
      back();
      expect(screen.getByText('Вечер: 21:00')).toBeVisible();
    });
  });

  test('an app that was kept open across a flight tells the new zone, and no zone twice', async () => {
    let timeZone = 'Europe/Moscow';
    const { DateTimeFormat } = Intl;
    jest.spyOn(Intl, 'DateTimeFormat').mockImplementation((...asked) => {
      const format = new DateTimeFormat(...asked);
      const options = { ...format.resolvedOptions(), timeZone };
      return Object.assign(format, { resolvedOptions: () => options });
    });
    const server = new FakeServer();
    renderStart(<Started />, server);
    await waitFor(() => expect(told(server)).toEqual(['Europe/Moscow']));
    // Before the app is there, no return is heard.
    await screen.findByRole('heading', { name: 'Мои уведомления' });
    comeBack();
    timeZone = 'Asia/Omsk';
    comeBack();
    await waitFor(() => expect(told(server)).toEqual(['Europe/Moscow', 'Asia/Omsk']));
  });
});

describe('a page that the browser translates', () => {
  /** What a browser's translation makes of a page. */
  function wrapTexts(): void {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Node[] = [];
    while (texts.nextNode()) found.push(texts.currentNode);
    for (const text of found) {
      const font = document.createElementNS('http://www.w3.org/1999/xhtml', 'font');
      text.parentNode?.replaceChild(font, text);
      font.append(text);
    }
  }
  const cards = () =>
    [...document.querySelectorAll('article')].map((card) => card.getAttribute('aria-label'));

  test('on a page that the browser has translated the main ways go on', async () => {
    outliveTranslation();
    const user = userEvent.setup({ delay: null });
    const server = new FakeServer();
    server.reminders = ['Хлеб', 'Вода'].map((text) => aReminder({ text }));
    renderScreen(<RemindersScreen />, server);
    await waitFor(() => expect(cards()).toEqual(['Хлеб', 'Вода']));
    wrapTexts();
    const search = screen.getByRole('textbox', { name: 'Поиск' });
    fireEvent.change(search, { target: { value: 'нигде' } });
    await waitFor(() => expect(cards()).toEqual([]));
    wrapTexts();
    await user.click(screen.getByRole('button', { name: 'Очистить поиск' }));
    await waitFor(() => expect(cards()).toEqual(['Хлеб', 'Вода']));
    wrapTexts();
    await user.click(screen.getByRole('button', { name: 'Готово: Хлеб' }));
    await user.click(await screen.findByRole('button', { name: 'Отменить' }));
    wrapTexts();
    await user.click(screen.getByRole('tab', { name: 'Архив' }));
    expect(await screen.findByText('Вы ничего не добавили...')).toBeVisible();
    wrapTexts();
    await user.click(screen.getByRole('tab', { name: 'Актуальные' }));
    await waitFor(() => expect(cards()).toEqual(['Хлеб', 'Вода']));
    expect(screen.queryByText('Что-то пошло не так')).toBeNull();
  });
});
