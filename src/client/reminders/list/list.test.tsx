import { placeOf } from '@/core/lists';
import { aReminder } from '@/testing/wire-rows';
import { FakeServer } from '@/testing/fake-server';
import { renderScreen } from '@/testing/mini-app';
import { appTexts } from '@/texts/app';
import { describeRule } from '@/texts/schedule';
import { appScreen } from '@/texts/site';
import { cardClock } from '../../ui/card-time';
import { faceOf, headingAt } from './card-words';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { RemindersScreen } from '../screen/screen';
import userEvent from '@testing-library/user-event';
import { type WaitingDraft } from '@/contract/draft';
import { draftPayload } from '@/testing/builders';

describe('cards on the landing', () => {
  /** A working day, the 20th of its month. */
  const NOW = Date.parse('2027-01-20T12:00+03:00');
  const clock = cardClock('Europe/Moscow', NOW);

  /** The reminders that the landing draws, by their text. */
  const drawn = [
    aReminder({
      text: 'Показания счётчиков',
      dateTime: '2027-01-20T16:00:00.000Z',
      type: { id: 2, name: 'Проверка' },
      category: { id: 3, name: 'Дом' },
      flood: true,
      floodInterval: 15,
    }),
    aReminder({
      text: 'Полить цветы',
      dateTime: '2027-01-20T17:30:00.000Z',
      category: { id: 3, name: 'Дом' },
    }),
    aReminder({
      text: 'Оплатить интернет',
      dateTime: '2027-01-21T06:00:00.000Z',
      type: { id: 3, name: 'Оплата' },
      category: { id: 7, name: 'Финансы' },
      repeat: true,
      repeatEvery: 1,
      repeatUnit: 'MONTH',
      repeatText: describeRule({ every: 1, unit: 'MONTH' }, '2027-01-21T09:00'),
    }),
    aReminder({
      text: 'Размяться',
      dateTime: '2027-01-21T08:00:00.000Z',
      category: { id: 1, name: 'Личное' },
      repeat: true,
      repeatEvery: 1,
      repeatUnit: 'WEEK',
      repeatWeekdays: [1, 2, 3, 4, 5],
      repeatText: describeRule(
        { every: 1, unit: 'WEEK', weekdays: [1, 2, 3, 4, 5] },
        '2027-01-21T11:00',
      ),
    }),
    aReminder({
      text: 'Позвонить маме',
      dateTime: '2027-01-21T16:30:00.000Z',
      type: { id: 5, name: 'Звонок' },
      category: { id: 6, name: 'Семья' },
    }),
  ];

  test('the cards on the landing say what the cards of the app say, but for the date', () => {
    const faces = drawn.map((row) => {
      const { heading, day } = headingAt(placeOf(row), clock, false);
      const face = faceOf(row, clock, day);
      const { text, hour, type, repeat, flood, category } = face;
      return { heading: heading.split(',')[0], text, when: hour, type, repeat, flood, category };
    });
    const cards = appScreen.groups.flatMap(({ heading, cards }) =>
      cards.map((card) => ({ heading, repeat: null, flood: null, ...card })),
    );
    expect(cards).toEqual(faces);
  });

  test('a card of the list leaves it to the opened reminder that holidays are not counted', () => {
    const rule = { every: 1, unit: 'MONTH', monthly: 'FIRST_WORKDAY' } as const;
    const row = aReminder({
      text: 'Аренда',
      dateTime: '2027-02-01T06:00:00.000Z',
      repeat: true,
      repeatEvery: 1,
      repeatUnit: 'MONTH',
      repeatMonthly: 'FIRST_WORKDAY',
      repeatText: describeRule(rule, '2027-02-01T09:00'),
    });
    expect(faceOf(row, clock, '').repeat).toBe('В первый рабочий день каждого месяца');
  });

  test('what stands around them has the words of the app', () => {
    const { reminders, navigation, quickAdd, list } = appTexts;
    expect(appScreen).toMatchObject({
      search: list.search,
      title: reminders.title,
      line: quickAdd.example,
      tabs: [reminders.tabs.current, reminders.tabs.archive],
      nav: [navigation.reminders, navigation.notes, navigation.profile],
    });
  });
});

describe('swipes', () => {
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
    expect(
      await screen.findByRole('button', { name: 'Вернуть: Вода', hidden: true }),
    ).toBeVisible();
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
});

describe('drafts that wait', () => {
  const TIMES = [
    { label: 'Через час', press: 'at:1h' },
    { label: 'Завтра утром', press: 'at:morning' },
  ];
  let lastId = 0;
  const aDraft = (text: string, fields: Partial<WaitingDraft> = {}): WaitingDraft => ({
    ...{ id: (lastId += 1), text, day: null, times: TIMES },
    ...fields,
  });

  beforeEach(() => localStorage.clear());

  function draw(...drafts: WaitingDraft[]) {
    const server = new FakeServer();
    server.reminders = [aReminder({ text: 'Полить цветы' })];
    server.drafts = drafts;
    renderScreen(<RemindersScreen />, server);
    return server;
  }
  const user = userEvent.setup({ delay: null });
  const group = () => screen.findByRole('region', { name: 'Без времени' });
  const gone = () =>
    waitFor(() => expect(screen.queryByRole('region', { name: 'Без времени' })).toBeNull());
  const press = (name: string) => user.click(screen.getByRole('button', { name }));

  test('what has no moment stands behind the reminders, under a heading of its own', async () => {
    draw(
      aDraft('Купить молоко 🥛'),
      aDraft('Сдать книги', { day: 'в среду, 25 ноября', times: [] }),
    );
    const drafts = await group();
    expect(within(drafts).getByRole('heading', { name: 'Без времени' })).toBeVisible();
    expect(within(drafts).getByText('в среду, 25 ноября')).toBeVisible();
    const cards = screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'));
    expect(cards).toEqual(['Полить цветы', 'Купить молоко 🥛', 'Сдать книги']);
    await user.click(screen.getByRole('tab', { name: 'Архив' }));
    await gone();
  });

  test('where there is none, there is no group', async () => {
    const server = draw();
    await waitFor(() => expect(server.callsOf('GET', '/api/drafts')).toHaveLength(1));
    expect(await screen.findByRole('article', { name: 'Полить цветы' })).toBeVisible();
    expect(screen.queryByText('Без времени')).toBeNull();
  });

  test('a quick time makes a reminder of it, once, and says when it comes', async () => {
    const server = draw(aDraft('Купить молоко'));
    await group();
    await user.dblClick(screen.getByRole('button', { name: 'Завтра утром: Купить молоко' }));
    await gone();
    expect(await screen.findByText(/^Напомню: завтра, /)).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Готово: Купить молоко' })).toBeVisible();
    const sent = server.calls.filter(
      ({ method, path }) => method === 'POST' && /drafts/.test(path),
    );
    expect(sent.map(({ body }) => body['press'])).toEqual(['at:morning']);
    await press('Изменить');
    const form = await screen.findByRole('dialog', { name: 'Редактировать уведомление' });
    expect(within(form).getByLabelText('Текст уведомления')).toHaveValue('Купить молоко');
  });

  test('a refusal keeps it, and says why', async () => {
    const draft = aDraft('Купить молоко');
    const server = draw(draft);
    await group();
    const message = 'Места больше нет';
    server.on(`POST /api/drafts/${draft.id}`, () => ({
      status: 400,
      json: { success: false, message },
    }));
    await press('Через час: Купить молоко');
    expect(await screen.findByText(`Не удалось выбрать время. ${message}`)).toBeVisible();
    expect(within(await group()).getByText('Купить молоко')).toBeVisible();
    expect(screen.queryByText(/^Напомню/)).toBeNull();
  });

  test('what was answered in the chat meanwhile goes', async () => {
    const server = draw(aDraft('Купить молоко'));
    await group();
    server.drafts = [];
    await press('Через час: Купить молоко');
    await gone();
    expect(screen.getByText('Не удалось выбрать время')).toBeVisible();
  });

  test('a deletion can be taken back, and undoes itself where the server refuses', async () => {
    const draft = aDraft('Купить молоко');
    const server = draw(draft);
    const remove = async () => {
      const card = within(await group()).getByRole('article', { name: 'Купить молоко' });
      await user.click(within(card).getByRole('button', { name: 'Удалить' }));
    };
    await remove();
    await gone();
    await press('Отменить');
    await group();
    server.on(`DELETE /api/drafts/${draft.id}`, () => Promise.reject(new TypeError('offline')));
    await remove();
    expect(await screen.findByText(/^Не удалось удалить/)).toBeVisible();
    await group();
  });

  test('it opens in the form, whose save takes it off the list', async () => {
    const draft = aDraft('Купить молоко');
    const server = draw(draft);
    const card = within(await group()).getByRole('article', { name: 'Купить молоко' });
    const read = { ...draftPayload({ text: draft.text, dateTime: null }), id: draft.id };
    server.on(`GET /api/drafts/${draft.id}`, () => ({ json: { success: true, draft: read } }));
    await user.click(within(card).getByRole('button', { name: 'Редактировать' }));
    const form = await screen.findByRole('dialog', { name: 'Добавить уведомление' });
    expect(within(form).getByLabelText('Текст уведомления')).toHaveValue('Купить молоко');
    await user.click(within(form).getByRole('button', { name: /утром$/i }));
    server.drafts = [];
    await user.click(within(form).getByRole('button', { name: 'Сохранить' }));
    await gone();
    const [sent] = server.callsOf('POST', '/api/notifications');
    expect(sent?.headers.get('idempotency-key')).toBe(`draft:${draft.id}`);
  });

  test('the search finds it', async () => {
    draw(aDraft('Купить ёлку'), aDraft('Молоко'));
    expect(within(await group()).getAllByRole('article')).toHaveLength(2);
    await user.type(screen.getByRole('textbox', { name: 'Поиск' }), 'елк');
    await waitFor(async () =>
      expect(within(await group()).getAllByRole('article')).toHaveLength(1),
    );
    // No reminder is called like that, yet nobody hears that nothing was found.
    const status = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
    await waitFor(() => expect(status()).toContain('Найдено: 1'));
    expect(screen.queryByText(/ничего нет$/)).toBeNull();
    await user.type(screen.getByRole('textbox', { name: 'Поиск' }), 'ка');
    expect(await screen.findByText('По запросу «елкка» ничего нет')).toBeVisible();
    expect(status()).toContain('Найдено: 0');
  });

  test('where the list does not come, the reminders stand alone', async () => {
    const server = new FakeServer();
    server.reminders = [aReminder({ text: 'Полить цветы' })];
    server.on('GET /api/drafts', () => ({ status: 500, json: { success: false, message: 'x' } }));
    renderScreen(<RemindersScreen />, server);
    await waitFor(() => expect(server.callsOf('GET', '/api/drafts')).toHaveLength(1));
    expect(await screen.findByRole('article', { name: 'Полить цветы' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
