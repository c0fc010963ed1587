import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { PAGE_SIZE } from '@/core/limits';
import { CardList } from './card-list';
import fc from '@/testing/fast-check';
import { partsOf } from './links';
import userEvent from '@testing-library/user-event';
import { aNote, aReminder } from '@/testing/wire-rows';
import { FakeServer } from '@/testing/fake-server';
import { renderScreen } from '@/testing/mini-app';
import { RemindersScreen } from '../reminders/screen/screen';
import { Screens } from '../shell/screens';
import NotesScreen from '../notes/screen';

describe('a list of cards', () => {
  const { IntersectionObserver } = window;
  afterEach(() => {
    Object.assign(window, { IntersectionObserver });
    jest.restoreAllMocks();
  });

  /** A list that begins with three pages; `see` brings its end into sight as often as it is watched. */
  function drawList(endPx = 2 * window.innerHeight) {
    const watching = new Set<() => void>();
    Object.assign(window, {
      IntersectionObserver: class {
        #seen: () => void;
        constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
          this.#seen = () => callback([{ isIntersecting: true }]);
        }
        observe = () => watching.add(this.#seen);
        disconnect = () => watching.delete(this.#seen);
      },
    });
    jest
      .spyOn(HTMLElement.prototype, 'getBoundingClientRect')
      .mockImplementation(() => new DOMRect(0, endPx));
    function Listed() {
      const [page, setPage] = useState(3);
      const [pagesAtFirst, setPagesAtFirst] = useState(3);
      return (
        <CardList
          rows={Array.from({ length: 6 * PAGE_SIZE }, (_, id) => ({ id }))}
          error={undefined}
          onRetry={() => undefined}
          filtered={false}
          onReset={() => undefined}
          page={page}
          pagesAtFirst={pagesAtFirst}
          onMore={() => setPage(page + 1)}
          onRoom={() => {
            setPage(page + 1);
            setPagesAtFirst(page + 1);
          }}
          card={({ id }) => (
            <article>
              {id}
              <ul>
                <li>Пункт</li>
              </ul>
            </article>
          )}
        />
      );
    }
    render(<Listed />);
    const see = () => act(() => [...watching].forEach((seen) => seen()));
    return { see, cards: () => screen.getAllByRole('article') };
  }

  test('the keyboard goes on with the first of the new cards, whatever lists stand in the others', async () => {
    const { cards } = drawList();
    act(() => screen.getByRole('button', { name: 'Загрузить ещё' }).click());
    await waitFor(() => expect(cards()[3 * PAGE_SIZE]?.parentElement).toHaveFocus());
  });

  test('a window that has room for more is filled, and what lies below it waits for the button', () => {
    const { see, cards } = drawList(window.innerHeight - 1);
    see();
    expect(cards()).toHaveLength(4 * PAGE_SIZE);
    jest
      .spyOn(HTMLElement.prototype, 'getBoundingClientRect')
      .mockImplementation(() => new DOMRect(0, window.innerHeight));
    see();
    expect(cards()).toHaveLength(4 * PAGE_SIZE);
  });

  test('further pages come by the button first, and then by themselves while the end is in sight', () => {
    const { see, cards } = drawList();
    const more = () => screen.queryByRole('button', { name: 'Загрузить ещё' });
    see();
    expect(cards()).toHaveLength(3 * PAGE_SIZE);
    act(() => more()?.click());
    expect(cards()).toHaveLength(4 * PAGE_SIZE);
    expect(more()).toBeVisible();
    see();
    expect(cards()).toHaveLength(5 * PAGE_SIZE);
    see();
    expect(cards()).toHaveLength(6 * PAGE_SIZE);
    expect(more()).toBeNull();
  });
});

describe('links in a text', () => {
  const linksIn = (text: string) =>
    partsOf(text).flatMap(({ text: said, href }) => (href === null ? [] : [[said, href]]));

  test.each([
    ['Оплатить: https://bank.ru/pay?id=7.', 'https://bank.ru/pay?id=7', 'https://bank.ru/pay?id=7'],
    [
      'Сайт (http://example.org/a_(b)), тут',
      'http://example.org/a_(b)',
      'http://example.org/a_(b)',
    ],
    ['смотри «https://ya.ru»!', 'https://ya.ru', 'https://ya.ru/'],
    ['зайти на gosuslugi.ru, потом', 'gosuslugi.ru', 'http://gosuslugi.ru/'],
    ['https://президент.рф/новости?', 'https://президент.рф/новости', undefined],
    ['t.me/durov 👋', 't.me/durov', 'http://t.me/durov'],
    ['https://example.org/🎉/a🎂', 'https://example.org/🎉/a🎂', undefined],
    ['письмо на anna.k+1@mail.ru.', 'anna.k+1@mail.ru', 'mailto:anna.k+1@mail.ru'],
    ['mailto:a@b.org', 'mailto:a@b.org', 'mailto:a@b.org'],
    ['Позвонить 8 (900) 123-45-67, Оля', '8 (900) 123-45-67', 'tel:+79001234567'],
    ['+7 900 123 45 67', '+7 900 123 45 67', 'tel:+79001234567'],
    ['тел.: 89001234567;', '89001234567', 'tel:+79001234567'],
    ['+49 (30) 901820', '+49 (30) 901820', 'tel:+4930901820'],
    ['+375 29 123-45-67', '+375 29 123-45-67', 'tel:+375291234567'],
  ])('finds what can be tapped in «%s», without the marks around it', (text, said, href) => {
    expect(linksIn(text)).toEqual([[said, href ?? expect.stringMatching(/^https:\/\//)]]);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,<b>',
    'ftp://example.org',
    '//example.org/a',
    'file:///etc/passwd',
    'tg://resolve?domain=x',
    'Купить хлеб. Потом молоко',
    'и т.д. и т.п.',
    'запустить отчёт.py и readme.txt',
    'счёт 40817810099910004312',
    '25.12.2026 в 15:00',
    'в 8 900 рублей',
    'версия 1.2.3',
    '20.11.2026 18:30',
  ])('finds nothing in «%s»', (text) => {
    expect(linksIn(text)).toEqual([]);
  });

  const bits = fc.constantFrom(
    ...[
      'https://',
      'a',
      '.',
      'ру',
      '@',
      '(',
      ')',
      '/',
      '8',
      '+7',
      '-',
      ' ',
      ':',
      '?',
      '👨‍👩‍👧',
      'ё',
      '.ru',
      '\n',
      'javascript:',
    ],
  );

  test('the pieces are the text, and no link leads anywhere but to the web, mail or a phone', () => {
    fc.assert(
      fc.property(fc.array(bits, { maxLength: 40 }), (words) => {
        const text = words.join('');
        const parts = partsOf(text);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        for (const { href } of parts) expect(href ?? 'tel:').toMatch(/^(https?|mailto|tel):/);
      }),
    );
  });

  test('the time that it takes grows with the length of the text, whatever is repeated in it', () => {
    fc.assert(
      fc.property(fc.array(bits, { minLength: 1, maxLength: 4 }), (words) => {
        const text = words.join('').repeat(20_000);
        const began = process.cpuUsage();
        partsOf(text.slice(0, 40_000));
        // Ten times the longest note. Quadratic time would be minutes.
        expect(process.cpuUsage(began).user / 1_000).toBeLessThan(3_000);
      }),
      { numRuns: 25 },
    );
  });
});

describe('rows of the server', () => {
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
});

describe('a small picture', () => {
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
});
