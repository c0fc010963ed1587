import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FakeServer } from '@/testing/fake-server';
import { renderScreen } from '@/testing/mini-app';
import { CalendarSheet } from './calendar-sheet';
import { type MonthHistory } from '@/contract/reminder';
import { HistorySheet } from './history-sheet';
import { type ReactNode } from 'react';
import { useSession } from '../session/session';
import ProfileScreen from './screen';
import { ImportSheet } from './import-sheet';

describe('the calendar', () => {
  const user = () => userEvent.setup({ delay: null });
  const button = (name: string) => screen.findByRole('button', { name });

  test('a link is made, shown once, copied, and what it gives away is said beforehand', async () => {
    const person = user();
    const server = new FakeServer();
    renderScreen(<CalendarSheet onClose={jest.fn()} />, server);
    expect(screen.getByText(/Кто знает ссылку, видит тексты/)).toBeVisible();
    await person.click(await button('Создать ссылку'));
    const address = await screen.findByRole('textbox', { name: 'Ссылка на календарь' });
    expect(address).toHaveValue(`https://napomnyu.example/api/calendar/${'t'.repeat(32)}.ics`);
    await person.click(await button('Скопировать'));
    expect(await button('Скопировано')).toBeVisible();
    expect(await navigator.clipboard.readText()).toContain('/api/calendar/');
    expect(await button('Открыть в календаре')).toBeVisible();
  });

  test('an old link is not shown again: it can be replaced or revoked', async () => {
    const person = user();
    const server = new FakeServer();
    server.calendarSince = '2026-11-20T09:00:00.000Z';
    renderScreen(<CalendarSheet onClose={jest.fn()} />, server);
    expect(await screen.findByText(/Ссылка создана 20 ноября/)).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
    await person.click(await button('Отозвать ссылку'));
    expect(await screen.findByText(/Ссылка отозвана/)).toBeVisible();
    expect(await button('Создать ссылку')).toBeVisible();
    expect(server.callsOf('DELETE', '/api/profile/calendar')).toHaveLength(1);
  });

  test('calendars ring once somebody with a link switches that on; what it means stands beside it', async () => {
    const person = user();
    const server = new FakeServer();
    server.calendarSince = '2026-11-20T09:00:00.000Z';
    renderScreen(<CalendarSheet onClose={jest.fn()} />, server);
    const bell = await screen.findByRole('switch', { name: 'Напоминать и из календаря' });
    expect(bell).not.toBeChecked();
    expect(bell).toHaveAccessibleDescription(/Apple.*удаление сигналов, а Google/);
    await person.click(bell);
    await waitFor(() => expect(bell).toBeChecked());
    await person.click(bell);
    await waitFor(() => expect(bell).not.toBeChecked());
    const calls = server.callsOf('PUT', '/api/profile/calendar');
    expect(calls.map(({ body }) => body['withAlarms'])).toEqual([true, false]);
  });

  test('a link that cannot be made says so, and the next try makes it', async () => {
    const person = user();
    const server = new FakeServer();
    server.on('POST /api/profile/calendar', () => ({
      status: 503,
      json: { success: false, message: 'Сбой' },
    }));
    renderScreen(<CalendarSheet onClose={jest.fn()} />, server);
    await person.click(await button('Создать ссылку'));
    expect(await screen.findByText('Сбой')).toBeVisible();
    server.on('POST /api/profile/calendar', null);
    await person.click(await button('Создать ссылку'));
    await waitFor(() => expect(screen.getByRole('textbox')).toBeVisible());
  });
});

describe('the history', () => {
  const reminder = (id: number) => ({
    ...{ id, text: `Дело ${id}` },
    ...{ onTime: 3, late: 0, unanswered: 1, skipped: 0 },
  });
  const history = (month: MonthHistory) => ({ json: { success: true, ...month } });
  const button = (name: string) => screen.findByRole('button', { name });

  test('a month shows its counts and its reminders, and an earlier month can be looked at', async () => {
    const person = userEvent.setup();
    const server = new FakeServer();
    server.on('GET /api/profile/history', ({ path }) => {
      const month = new URL(path, location.href).searchParams.get('month');
      return history({
        ...{ month: month ?? '2026-11', earlier: month === null, moreReminders: 0 },
        total: { onTime: month === null ? 1_234 : 7, late: 2, unanswered: 1, skipped: 0 },
        reminders: [reminder(1)],
      });
    });
    renderScreen(<HistorySheet onClose={jest.fn()} />, server);
    expect(await screen.findByRole('heading', { name: 'Ноябрь 2026' })).toBeVisible();
    const shown = within(screen.getByRole('dialog', { name: 'История' }));
    expect(shown.getByText('1 234')).toBeVisible();
    expect(shown.getByRole('button', { name: 'Дело 1 3 вовремя, 1 без ответа' })).toBeVisible();
    expect(await button('Следующий месяц')).toHaveAttribute('aria-disabled', 'true');

    await person.click(await button('Предыдущий месяц'));
    expect(await screen.findByRole('heading', { name: 'Октябрь 2026' })).toBeVisible();
    expect(await shown.findByText('7')).toBeVisible();
    const back = await button('Предыдущий месяц');
    expect(back).toHaveAttribute('aria-disabled', 'true');
    expect(back).toHaveFocus();

    await person.click(await button('Следующий месяц'));
    expect(await shown.findByText('1 234')).toBeVisible();
  });

  test('five reminders are shown, then all; one that is tapped opens', async () => {
    const person = userEvent.setup();
    const server = new FakeServer();
    server.on('GET /api/profile/history', () =>
      history({
        ...{ month: '2026-11', earlier: false, moreReminders: 4 },
        total: { onTime: 9, late: 0, unanswered: 0, skipped: 0 },
        reminders: [1, 2, 3, 4, 5, 6].map(reminder),
      }),
    );
    const onClose = jest.fn();
    renderScreen(<HistorySheet onClose={onClose} />, server);
    await person.click(await button('Показать всё (10)'));
    expect(screen.getByText('И ещё 4')).toBeVisible();
    await person.click(screen.getByText('Дело 6'));
    expect(window.location.search).toContain('reminder=6');
    // The profile stays as it was left, and would show the sheet again.
    expect(onClose).toHaveBeenCalledTimes(1);
    await person.click(await button('Свернуть'));
    expect(screen.queryByText('Дело 6')).not.toBeInTheDocument();
  });

  test('a month without anything says so, and a failure can be tried again', async () => {
    const person = userEvent.setup();
    const server = new FakeServer();
    const failed = { status: 400, json: { success: false, message: 'Нет' } };
    server.on('GET /api/profile/history', () => failed);
    renderScreen(<HistorySheet onClose={jest.fn()} />, server);
    expect(await screen.findByText('Не удалось загрузить историю')).toBeVisible();
    server.on('GET /api/profile/history', null);
    await person.click(await button('Повторить'));
    expect(await screen.findByText(/^За этот месяц пока пусто/)).toBeVisible();
    await waitFor(() =>
      expect(screen.queryByText('Не удалось загрузить историю')).not.toBeInTheDocument(),
    );
  });
});

describe('an import', () => {
  const OUTLOOK = {
    ...{ success: true, reminders: 6, notes: 2, archived: 1, same: 3, noRoom: 0 },
    faults: [{ line: 7, message: 'Дату прочитать не получилось' }],
    moreFaults: 4,
    categories: [],
    repeating: 2,
    examples: ['01.12.2026, 09:00 — Полить цветы'],
  };
  /** As in browsers; jsdom has none. */
  Object.assign(Blob.prototype, {
    arrayBuffer(this: Blob) {
      return new Promise((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result);
        reader.readAsArrayBuffer(this);
      });
    },
  });

  const closed = jest.fn();
  beforeEach(() => closed.mockReset());
  const PATH = '/api/profile/import';

  const choose = async (
    server: FakeServer,
    content: string | Uint8Array<ArrayBuffer> = '{"format":"napomnyu-export-1"}',
    beside: ReactNode = null,
  ) => {
    const person = userEvent.setup({ delay: null });
    const screens = (
      <>
        <ImportSheet onClose={closed} />
        {beside}
      </>
    );
    renderScreen(screens, server);
    await person.upload(
      screen.getByLabelText('Выбрать файл'),
      new File([content], 'napomnyu.json'),
    );
    return person;
  };

  test('a file is looked into first: what would come, what is there already, faults by line', async () => {
    const server = new FakeServer();
    server.on(`POST ${PATH}`, () => ({ json: OUTLOOK }));
    const person = await choose(server);
    expect(await screen.findByText(/Появится: 6 уведомлений и 2 заметки/)).toBeVisible();
    expect(screen.getByText(/Из них с повтором: 2/)).toBeVisible();
    expect(screen.getByText(/1 уведомление из прошлого попадёт в архив/)).toBeVisible();
    expect(screen.getByText(/Уже есть и не повторится: 3/)).toBeVisible();
    expect(screen.getByText('01.12.2026, 09:00 — Полить цветы')).toBeVisible();
    expect(screen.getByText('строка 7: Дату прочитать не получилось')).toBeVisible();
    expect(server.callsOf('POST', PATH).map(({ body }) => body['apply'])).toEqual([false]);

    await person.click(screen.getByRole('button', { name: 'Импортировать' }));
    expect(await screen.findByText('Добавлено: 6 уведомлений и 2 заметки')).toBeVisible();
    expect(server.callsOf('POST', PATH).map(({ body }) => body['apply'])).toEqual([false, true]);
    expect(closed).toHaveBeenCalledTimes(1);
  });

  test('categories that come with a file are offered at once', async () => {
    const server = new FakeServer();
    server.on(`POST ${PATH}`, () => ({ json: { ...OUTLOOK, categories: ['Дача'] } }));
    const person = await choose(server, undefined, <ProfileScreen />);
    const button = await screen.findByRole('button', { name: 'Импортировать' });
    server.ownCategories = [{ id: 101, name: 'Дача', color: 'green', reminders: 0, notes: 0 }];
    await person.click(button);
    expect(await screen.findByText('Дача')).toBeVisible();
  });

  test('settings that come with a file show at once', async () => {
    const server = new FakeServer();
    server.on(`POST ${PATH}`, () => ({ json: OUTLOOK }));
    const person = await choose(server, undefined, <ProfileScreen />);
    const button = await screen.findByRole('button', { name: 'Импортировать' });
    server.settings = { ...server.settings, agenda: '07:15' };
    await person.click(button);
    expect(await screen.findByRole('button', { name: /^План на день .*07:15/ })).toBeVisible();
  });

  test('settings that come with a file count also where nobody looks at the profile', async () => {
    const server = new FakeServer();
    server.on(`POST ${PATH}`, () => ({ json: OUTLOOK }));
    const Evening = () => <p>Вечер: {useSession().settings.dayParts.evening}</p>;
    const person = await choose(server, undefined, <Evening />);
    const button = await screen.findByRole('button', { name: 'Импортировать' });
    const dayParts = { morning: '09:00', day: '14:00', evening: '21:00' };
    server.settings = { ...server.settings, dayParts };
    await person.click(button);
    expect(await screen.findByText('Вечер: 21:00')).toBeVisible();
  });

  test('what was brought in is not said to have failed where what is read behind it fails', async () => {
    const server = new FakeServer();
    server.on(`POST ${PATH}`, () => ({ json: OUTLOOK }));
    const person = await choose(server, undefined, <ProfileScreen />);
    const button = await screen.findByRole('button', { name: 'Импортировать' });
    const readings = () => server.callsOf('GET', '/api/profile/settings').length;
    await waitFor(() => expect(readings()).toBe(1));
    server.on('GET /api/profile/settings', () => Promise.reject(new TypeError('offline')));
    await person.click(button);
    await waitFor(() => expect(readings()).toBe(2));
    // What it does has come to its end.
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
    expect(screen.getByText(/^Добавлено:/)).toBeVisible();
    expect(screen.queryByText(/Нет связи/)).toBeNull();
  });

  test('«Не надо» leaves everything as it is', async () => {
    const server = new FakeServer();
    server.on(`POST ${PATH}`, () => ({ json: OUTLOOK }));
    const person = await choose(server);
    await person.click(await screen.findByRole('button', { name: 'Не надо' }));
    expect(screen.queryByText(/Появится/)).toBeNull();
    expect(server.callsOf('POST', PATH)).toHaveLength(1);
  });

  test('a file of no known kind is refused in the server’s words', async () => {
    const server = new FakeServer();
    const message = 'Такой файл прочитать не получится';
    server.on(`POST ${PATH}`, () => ({ status: 400, json: { success: false, message } }));
    await choose(server, 'x');
    expect(await screen.findByText(new RegExp(message))).toBeVisible();
    expect(server.callsOf('POST', PATH)).toHaveLength(1);
  });

  test('a file that is too large is not sent', async () => {
    const server = new FakeServer();
    server.on(`POST ${PATH}`, () => ({ json: OUTLOOK }));
    await choose(server, 'x'.repeat(7_000_001));
    // It is read first, which takes its time: seconds on a machine that is busy with other suites.
    expect(await screen.findByText(/Файл больше 7 МБ/, {}, { timeout: 100_000 })).toBeVisible();
    expect(server.callsOf('POST', PATH)).toHaveLength(0);
  }, 120_000);

  const HEAD = 'TYPE,CONTENT,DATE\ntask,';
  /** «Молоко» as windows-1251 has it. */
  const WINDOWS = [0xcc, 0xee, 0xeb, 0xee, 0xea, 0xee];
  test.each([
    ['windows-1251', Uint8Array.from([...Buffer.from(HEAD), ...WINDOWS])],
    ['UTF-16', Uint8Array.from(Buffer.from(`\uFEFF${HEAD}Молоко`, 'utf16le'))],
    ['UTF-8', Uint8Array.from(Buffer.from(`${HEAD}Молоко`))],
  ])('a file is sent as the text that it holds: %s', async (_, bytes) => {
    const server = new FakeServer();
    server.on(`POST ${PATH}`, () => ({ json: OUTLOOK }));
    await choose(server, bytes);
    await waitFor(() => expect(server.callsOf('POST', PATH)).toHaveLength(1));
    expect(server.callsOf('POST', PATH)[0]?.body['content']).toBe(`${HEAD}Молоко`);
  });

  test('one in no known encoding is refused with a word, and not sent', async () => {
    const server = new FakeServer();
    await choose(server, Uint8Array.from([...Buffer.from(HEAD), 0xed, 0xcf, 0xcc, 0xcf, 0x98]));
    expect(await screen.findByText(/в какой кодировке файл/)).toBeVisible();
    expect(server.callsOf('POST', PATH)).toEqual([]);
  });
});
