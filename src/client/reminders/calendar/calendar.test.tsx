import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fixDate } from '@/testing/clock';
import { aReminder } from '@/testing/wire-rows';
import { FakeServer } from '@/testing/fake-server';
import { renderScreen } from '@/testing/mini-app';
import { RemindersScreen } from '../screen/screen';

/** A Sunday; in Moscow it is half past three in the afternoon. */
const NOW = new Date('2026-11-22T12:30:00.000Z');
beforeEach(() => {
  localStorage.clear();
  fixDate(NOW);
});

async function openCalendar(...rows: Parameters<typeof aReminder>[0][]) {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  server.reminders = rows.map((row) => aReminder(row));
  renderScreen(<RemindersScreen />, server);
  await user.click(await screen.findByRole('button', { name: 'Календарь' }));
  const grid = await screen.findByRole('grid');
  return { user, grid };
}
const day = (name: string | RegExp) => screen.findByRole('button', { name });
const row = (name: string) => screen.findByRole('article', { name });
const focused = () => document.activeElement?.textContent;

test('a month begins on Monday, today is chosen, and the way back is the same button', async () => {
  const { user, grid } = await openCalendar();
  expect(grid).toHaveAccessibleName('Ноябрь 2026');
  const [monday] = within(grid).getAllByRole('columnheader');
  expect(monday).toHaveTextContent('Пн');
  expect(await day(/^Воскресенье, 22 ноября$/)).toHaveAttribute('aria-current', 'date');
  expect(screen.getByRole('heading', { name: 'Воскресенье, 22 ноября сегодня' })).toBeVisible();
  expect(screen.queryByRole('tab', { name: 'Архив' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Календарь', pressed: true }));
  expect(screen.getByRole('tab', { name: 'Архив' })).toBeVisible();
});

test('days tell what happens on them: every occurrence of a series, what waits, what is done', async () => {
  const { user } = await openCalendar(
    {
      text: 'Зарядка',
      dateTime: '2026-11-24T06:00:00.000Z',
      repeat: true,
      repeatEvery: 1,
      repeatUnit: 'WEEK',
      repeatWeekdays: [2, 4],
    },
    {
      text: 'Ждёт',
      dateTime: '2026-11-20T06:00:00.000Z',
      waitingSince: '2026-11-20T06:00:00.000Z',
    },
    {
      text: 'Сделано',
      dateTime: '2026-11-20T07:00:00.000Z',
      completed: true,
      doneAt: NOW.toISOString(),
    },
  );
  await user.click(await day('Вторник, 24 ноября: 1 запланировано; повторяющихся: 1'));
  expect(await day('Четверг, 3 декабря: 1 запланировано; повторяющихся: 1')).toBeVisible();
  expect(await row('Зарядка')).toHaveTextContent('09:00');
  await user.click(await day('Пятница, 20 ноября: 1 ждёт ответа, 1 выполнено'));
  expect(await row('Ждёт')).toHaveTextContent('09:00');
  expect(await row('Ждёт')).toHaveTextContent('ждёт ответа');
  expect(await row('Сделано')).toHaveTextContent('выполнено');
  await user.click(screen.getByRole('button', { name: 'Сделано' }));
  expect(await screen.findByRole('dialog', { name: 'Сделано' })).toBeVisible();
});

const EXERCISE = {
  text: 'Зарядка',
  dateTime: '2026-11-24T06:00:00.000Z',
  repeat: true,
  repeatEvery: 1,
  repeatUnit: 'WEEK',
} as const;

test('a day has the list’s rows; a further date of a series can only be opened', async () => {
  const { user } = await openCalendar(EXERCISE);
  await user.click(await day(/^Вторник, 24 ноября/));
  expect(within(await row('Зарядка')).getByRole('button', { name: /^Готово/ })).toBeVisible();
  expect(within(await row('Зарядка')).getByRole('button', { name: 'Удалить' })).toBeVisible();
  await user.click(await day(/^Вторник, 1 декабря/));
  const further = within(await row('Зарядка')).getAllByRole('button');
  expect(further.map((button) => button.getAttribute('aria-label'))).toEqual(['Зарядка']);
});

test('what keeps a series from coming now is not said of its further dates', async () => {
  const { user } = await openCalendar({ ...EXERCISE, state: 'failed' });
  await user.click(await day(/^Вторник, 24 ноября/));
  expect(await row('Зарядка')).toHaveTextContent('Не доставлено');
  await user.click(await day(/^Вторник, 1 декабря/));
  expect(await row('Зарядка')).toHaveTextContent('09:00');
  expect(await row('Зарядка')).not.toHaveTextContent('Не доставлено');
});

test('one that is done on its day stays there, with the way back', async () => {
  const { user } = await openCalendar({ text: 'Чай', dateTime: '2026-11-22T15:00:00.000Z' });
  await user.click(await screen.findByRole('button', { name: 'Готово: Чай' }));
  await user.click(await screen.findByRole('button', { name: 'Вернуть: Чай' }));
  expect(await screen.findByRole('button', { name: 'Готово: Чай' })).toBeVisible();
});

test('a series that is done as it waits stands on its day once', async () => {
  const server = new FakeServer();
  const daily = { repeat: true, repeatEvery: 1, repeatUnit: 'DAY' } as const;
  // It waits since its sending, a moment after its time.
  const times = {
    waitingSince: '2026-11-22T06:00:00.412Z',
    dateTime: '2026-11-23T06:00:00.000Z',
    repeatFrom: '2026-11-20T09:00',
  };
  const tablet = aReminder({ text: 'Таблетка', ...daily, ...times });
  server.reminders = [tablet];
  const entry = (occurrenceAt: string, outcome: 'done' | 'skipped') => ({
    ...{ occurrenceAt, outcome, cameAt: null },
    endedAt: NOW.toISOString(),
  });
  server.on(`POST /api/notifications/${tablet.id}/done`, () => {
    server.reminders = [{ ...tablet, waitingSince: null, state: 'scheduled', version: 2 }];
    server.history = [
      entry('2026-11-22T06:00:00.000Z', 'done'),
      entry('2026-11-21T06:00:00.000Z', 'skipped'),
    ];
    return { json: { success: true, notification: server.reminders[0], undo: '2' } };
  });
  const user = userEvent.setup({ delay: null });
  renderScreen(<RemindersScreen />, server);
  await user.click(await screen.findByRole('button', { name: 'Календарь' }));
  await user.click(await screen.findByRole('button', { name: 'Готово: Таблетка' }));
  // By then the history has been read again.
  await day(/^Суббота, 21 ноября: 1 пропущено/);
  expect(screen.getByRole('article', { name: 'Таблетка' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Вернуть: Таблетка' })).toBeVisible();
});

test('where there is room, the calendar stands beside the list', async () => {
  const media = window.matchMedia.bind(window);
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) =>
      Object.assign(media(query), { matches: query.includes('min-width') }),
    );
  const { grid } = await openCalendar({ text: 'Чай', dateTime: '2026-11-23T15:00:00.000Z' });
  expect(grid).toBeVisible();
  expect(within(screen.getByRole('tabpanel')).getByRole('article', { name: 'Чай' })).toBeVisible();
  jest.restoreAllMocks();
});

test('a press on an empty day that is chosen, or «Добавить», begins a reminder there; not on a past day', async () => {
  const { user } = await openCalendar();
  const wednesday = await day('Среда, 25 ноября');
  await user.click(wednesday);
  expect(screen.getByText('На этот день ничего нет')).toBeVisible();
  await user.click(wednesday);
  const form = await screen.findByRole('dialog', { name: 'Добавить уведомление' });
  expect(await within(form).findByLabelText('Дата')).toHaveValue('2026-11-25');
  await user.click(within(form).getByRole('button', { name: 'Отмена' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await day('Пятница, 20 ноября'));
  expect(screen.queryByRole('button', { name: 'Добавить' })).toBeNull();
  await user.click(await day('Четверг, 26 ноября'));
  await user.click(screen.getByRole('button', { name: 'Добавить уведомление' }));
  expect(await screen.findByLabelText('Дата')).toHaveValue('2026-11-26');
});

test('the keys lead through days, weeks, months and years', async () => {
  const { user, grid } = await openCalendar();
  within(grid).getByRole('button', { name: 'Воскресенье, 22 ноября' }).focus();
  const steps: [string, RegExp][] = [
    ['{ArrowRight}', /23 ноября/],
    ['{ArrowDown}', /30 ноября/],
    ['{ArrowUp}', /23 ноября/],
    ['{End}', /29 ноября/],
    ['{Home}', /23 ноября/],
    ['{ArrowLeft}', /22 ноября/],
    ['{PageDown}', /22 декабря/],
    ['{PageUp}', /22 ноября/],
    ['{Shift>}{PageDown}{/Shift}', /22 ноября 2027/],
  ];
  for (const [key, there] of steps) {
    await user.keyboard(key);
    expect(focused()).toMatch(there);
  }
  expect(grid).toHaveAccessibleName('Ноябрь 2027');
  await user.click(screen.getByRole('button', { name: 'Сегодня' }));
  expect(grid).toHaveAccessibleName('Ноябрь 2026');
});

test('«Сегодня» keeps the focus when there is nowhere to lead to any more', async () => {
  const { user, grid } = await openCalendar();
  await user.click(screen.getByRole('button', { name: 'Следующий месяц' }));
  const today = screen.getByRole('button', { name: 'Сегодня' });
  await user.click(today);
  expect(grid).toHaveAccessibleName('Ноябрь 2026');
  expect(today).toHaveAttribute('aria-disabled', 'true');
  expect(today).toBeEnabled();
  expect(today).toHaveFocus();
});

test('a key that leads nowhere takes no focus later, and the browser keeps its own keys', async () => {
  const { user, grid } = await openCalendar();
  within(grid).getByRole('button', { name: 'Воскресенье, 22 ноября' }).focus();
  await user.keyboard('{End}');
  const later = screen.getByRole('button', { name: 'Следующий месяц' });
  await user.click(later);
  expect(later).toHaveFocus();
  const chosen = grid.querySelector('[aria-selected="true"]');
  const isLeft = fireEvent.keyDown(grid, { key: 'ArrowLeft', altKey: true });
  expect(isLeft).toBe(true);
  expect(grid.querySelector('[aria-selected="true"]')).toBe(chosen);
});

test('it folds to the week of the chosen day', async () => {
  const { user, grid } = await openCalendar();
  expect(within(grid).getAllByRole('gridcell')).toHaveLength(42);
  await user.click(screen.getByRole('tab', { name: 'Неделя' }));
  expect(within(grid).getAllByRole('gridcell')).toHaveLength(7);
  await user.click(screen.getByRole('button', { name: 'Следующая неделя' }));
  expect(screen.getByRole('heading', { name: 'Воскресенье, 29 ноября' })).toBeVisible();
});

test('the search holds in the calendar too', async () => {
  const rows = ['Хлеб', 'Молоко'].map((text) => ({ text, dateTime: '2026-11-24T06:00:00.000Z' }));
  const { user } = await openCalendar(...rows);
  expect(await day('Вторник, 24 ноября: 2 запланировано')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Поиск' }), 'хлеб');
  expect(await day('Вторник, 24 ноября: 1 запланировано')).toBeVisible();
});

test('days that have passed tell what became of a series', async () => {
  const server = new FakeServer();
  const daily = { repeat: true, repeatEvery: 1, repeatUnit: 'DAY' } as const;
  server.reminders = [aReminder({ text: 'Таблетка', ...daily })];
  server.history = [
    {
      occurrenceAt: '2026-11-18T06:00:00.000Z',
      outcome: 'skipped',
      cameAt: null,
      endedAt: '2026-11-18T06:00:00.000Z',
    },
  ];
  const user = userEvent.setup({ delay: null });
  renderScreen(<RemindersScreen />, server);
  await user.click(await screen.findByRole('button', { name: 'Календарь' }));
  await user.click(await day('Среда, 18 ноября: 1 пропущено; повторяющихся: 1'));
  expect(await row('Таблетка')).toHaveTextContent('09:00');
  expect(await row('Таблетка')).toHaveTextContent('пропущено');
});
