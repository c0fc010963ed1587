import { setImmediate as turn } from 'node:timers/promises';
import { Activity, useState } from 'react';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aReminder } from '@/testing/wire-rows';
import { FakeServer } from '@/testing/fake-server';
import { renderScreen } from '@/testing/mini-app';
import { Icon, type IconName } from '../../ui/icons';
import { RemindersScreen } from './screen';

const draw = (...rows: Parameters<typeof aReminder>[0][]) => {
  const server = new FakeServer();
  server.reminders = rows.map((row) => aReminder(row));
  renderScreen(<RemindersScreen />, server);
  return server;
};
/** Also those behind a popover. */
const cards = () =>
  [...document.querySelectorAll('article')].map((card) => card.getAttribute('aria-label'));
const headings = () =>
  screen.queryAllByRole('heading', { level: 2 }).map((each) => each.textContent);
const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

beforeEach(() => {
  localStorage.clear();
  Object.assign(window, { innerWidth: 360, innerHeight: 200 }); // A window of one page.
});

test('five placeholders, then five cards where no more are in sight, and five more at each press', async () => {
  const user = userEvent.setup({ delay: null });
  draw(...Array.from({ length: 12 }, (_, at) => ({ text: `Дело ${at}`, dateTime: soon(at) })));
  expect(document.querySelectorAll('[data-skeleton]')).toHaveLength(5);
  await waitFor(() => expect(cards()).toHaveLength(5));
  await user.click(screen.getByRole('button', { name: 'Загрузить ещё' }));
  expect(cards()).toHaveLength(10);
  await user.click(screen.getByRole('button', { name: 'Загрузить ещё' }));
  expect(cards()).toHaveLength(12);
  expect(screen.queryByRole('button', { name: 'Загрузить ещё' })).toBeNull();
});

test('another tab or filter starts at the first page again', async () => {
  const user = userEvent.setup({ delay: null });
  draw(...Array.from({ length: 12 }, (_, at) => ({ text: `Дело ${at}` })));
  await waitFor(() => expect(cards()).toHaveLength(5));
  await user.click(screen.getByRole('button', { name: 'Загрузить ещё' }));
  await user.click(screen.getByRole('tab', { name: 'Архив' }));
  await user.click(screen.getByRole('tab', { name: 'Актуальные' }));
  expect(cards()).toHaveLength(5);
  await user.click(screen.getByRole('button', { name: 'Загрузить ещё' }));
  await user.type(screen.getByRole('textbox', { name: 'Поиск' }), 'дело');
  await waitFor(() => expect(cards()).toHaveLength(5));
});

test('one that another screen has asked for opens when the list is shown again', async () => {
  const server = new FakeServer();
  server.reminders = [aReminder({ text: 'Врач' })];
  function Shown() {
    const [isShown, setShown] = useState(false);
    return (
      <>
        <button onClick={() => setShown(true)}>Показать</button>
        <Activity mode={isShown ? 'visible' : 'hidden'}>
          <RemindersScreen />
        </Activity>
      </>
    );
  }
  renderScreen(<Shown />, server);
  window.history.pushState(null, '', `/?reminder=${server.reminders[0]?.id ?? 0}`);
  fireEvent.click(screen.getByText('Показать'));
  expect(await screen.findByRole('dialog', { name: 'Врач' })).toBeVisible();
  window.history.replaceState(null, '', '/');
});

test('a reminder whose type is gone says so, and the list goes on', async () => {
  draw({ text: 'Без типа', type: null }, { text: 'Пустой', type: { id: 9, name: '' } });
  await waitFor(() => expect(cards()).toEqual(['Без типа', 'Пустой']));
  expect(screen.getAllByText('Неизвестный тип')).toHaveLength(2);
});

test('a type has its sign: a check, a card, and a warning for any other', async () => {
  const types = ['Проверка', 'Оплата', 'Звонок'];
  draw(
    ...types.map((name, at) => ({ text: name, type: { id: at + 1, name }, dateTime: soon(at) })),
  );
  await waitFor(() => expect(cards()).toEqual(types));
  const signOf = (name: IconName) => {
    const { container, unmount } = render(<Icon name={name} size={14} />);
    const drawn = container.innerHTML;
    unmount();
    return drawn;
  };
  const signs = (['done', 'card', 'warning'] as const).map(signOf);
  expect(new Set(signs).size).toBe(3);
  for (const [at, name] of types.entries()) {
    expect(screen.getByRole('article', { name }).innerHTML).toContain(signs[at]);
  }
});

test('the launch data go in a header with what is read, in the body with what is changed', async () => {
  const user = userEvent.setup({ delay: null });
  const server = draw({ text: 'Полить цветы' });
  const card = await screen.findByRole('article', { name: 'Полить цветы' });
  await user.click(within(card).getByRole('button', { name: 'Удалить' }));
  const told = server.calls.map(({ method, headers, body }) => [
    method === 'GET',
    ...[headers.get('initData'), body['initData']],
  ]);
  for (const [isRead, header, inBody] of told) {
    expect([header, inBody]).toEqual(isRead ? ['signed', undefined] : [null, 'signed']);
  }
  expect(new Set(told.map(([isRead]) => isRead)).size).toBe(2);
});

test('current: not completed or repeating, by time; archive: the rest', async () => {
  const user = userEvent.setup({ delay: null });
  draw(
    { text: 'Позже', dateTime: soon(60) },
    { text: 'Раньше', dateTime: soon(5) },
    { text: 'Серия', completed: true, repeat: true, repeatEvery: 1, repeatUnit: 'DAY' },
    { text: 'Сделано', completed: true },
  );
  await waitFor(() => expect(cards()).toEqual(['Раньше', 'Позже', 'Серия']));
  await user.click(screen.getByRole('tab', { name: 'Архив' }));
  expect(cards()).toEqual(['Сделано']);
});

test('the search finds ё by е, in texts and names of types; clearing it leaves the filters', async () => {
  const user = userEvent.setup({ delay: null });
  draw(
    { text: 'Купить ёлку', category: { id: 3, name: 'Дом' } },
    { text: 'Счёт', type: { id: 3, name: 'Оплата' }, category: { id: 3, name: 'Дом' } },
    { text: 'Другое' },
  );
  await waitFor(() => expect(cards()).toHaveLength(3));
  await user.click(screen.getByRole('button', { name: 'Фильтры' }));
  const filters = await screen.findByRole('dialog', { name: 'Дополнительные фильтры' });
  await user.selectOptions(within(filters).getByLabelText('Категория'), 'Дом');
  expect(cards()).toHaveLength(3); // Nothing changes before «Применить».
  await user.click(within(filters).getByRole('button', { name: 'Применить' }));
  await waitFor(() => expect(cards()).toHaveLength(2));

  const search = screen.getByRole('textbox', { name: 'Поиск' });
  await user.type(search, 'ЕЛК');
  await waitFor(() => expect(cards()).toEqual(['Купить ёлку']));
  await user.clear(search);
  await user.type(search, 'оплат');
  await waitFor(() => expect(cards()).toEqual(['Счёт']));
  await user.click(screen.getByRole('button', { name: 'Очистить поиск' }));
  await waitFor(() => expect(cards()).toHaveLength(2));

  await user.type(search, 'ананас');
  expect(await screen.findByText('По запросу «ананас» ничего нет')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Сбросить' }));
  await waitFor(() => expect(cards()).toHaveLength(3));
});

test('the search icon leads into the search box', async () => {
  const user = userEvent.setup({ delay: null });
  draw();
  await user.click(screen.getByRole('button', { name: 'Перейти к поиску' }));
  expect(screen.getByRole('textbox', { name: 'Поиск' })).toHaveFocus();
});

test.each<[Parameters<typeof aReminder>[0], string, string]>([
  [{ repeatEvery: 3, repeatUnit: 'DAY' }, 'Повторять каждые 3 дн.', '3 дн.'],
  [{ repeatEvery: 2, repeatUnit: 'WEEK' }, 'Повторять каждые 2 нед.', '2 нед.'],
  [{ repeatEvery: 1, repeatUnit: 'MONTH' }, 'Повторять каждые 1 мес.', 'Каждый месяц'],
  [{ repeatEvery: 5, repeatUnit: 'YEAR' }, 'Повторять каждые 5 г.', '5 г.'],
  [
    { repeatEvery: 1, repeatUnit: 'WEEK', repeatWeekdays: [1, 3] },
    'Повторять каждые 1 нед.',
    'пн, ср',
  ],
  [
    {
      repeatEvery: 1,
      repeatUnit: 'WEEK',
      repeatWeekdays: [1, 2, 3, 4, 5],
      repeatText: 'по будням',
    },
    'Повторять каждые 1 нед.',
    'По будням',
  ],
  [
    { repeatEvery: 1, repeatUnit: 'MONTH', repeatMonthDays: [1, 15], repeatText: '1 и 15 числа' },
    '1 и 15 числа',
    '1 и 15 числа',
  ],
] as const)(
  'a card tells how it repeats, briefly where that is all: %j',
  async (rule, name, seen) => {
    draw({ repeat: true, ...rule });
    const sign = await screen.findByRole('img', { name });
    expect(sign.nextElementSibling).toHaveTextContent(seen);
  },
);

test('a card says its repetition in the server’s words, and flood as well', async () => {
  draw({
    repeat: true,
    repeatEvery: 1,
    repeatUnit: 'WEEK',
    repeatWeekdays: [1, 2, 3, 4, 5],
    repeatUntil: '2026-12-31',
    repeatText: 'по будням до 31 декабря',
    flood: true,
    floodInterval: 60,
  });
  expect(await screen.findByText('По будням до 31 декабря')).toBeVisible();
  expect(screen.getByRole('img', { name: 'Флуд каждые 60 минут' })).toBeVisible();
});

test('a card shows type, time, flood and category, but never «Все»', async () => {
  draw(
    {
      text: 'Видно',
      dateTime: '2026-12-31T21:05:00.000Z',
      type: { id: 9, name: '' },
      flood: true,
      floodInterval: 15,
      category: { id: 3, name: 'Дом' },
    },
    { text: 'Без чипа', category: { id: 0, name: 'Все' } },
  );
  const card = await screen.findByRole('article', { name: 'Видно' });
  expect(within(card).getByText('Неизвестный тип')).toBeVisible();
  expect(card.querySelector('time')).toHaveTextContent('01.01.2027, 00:05');
  expect(within(card).getByRole('img', { name: 'Флуд каждые 15 минут' })).toBeVisible();
  expect(within(card).getByText('Дом')).toBeVisible();
  const other = screen.getByRole('article', { name: 'Без чипа' });
  expect(within(other).queryByText('Все')).toBeNull();
});

test('a deletion shows at once and can be taken back', async () => {
  const user = userEvent.setup({ delay: null });
  const server = draw({ text: 'Полить цветы' }, { text: 'Позвонить' });
  const card = await screen.findByRole('article', { name: 'Полить цветы' });
  await user.click(within(card).getByRole('button', { name: 'Удалить' }));
  expect(cards()).toEqual(['Позвонить']);
  await user.click(await screen.findByRole('button', { name: 'Отменить' }));
  await waitFor(() => expect(cards()).toHaveLength(2));
  expect(server.calls.findLast(({ method }) => method !== 'GET')?.path).toMatch(/restore$/);
});

test('a deletion that the server refuses undoes itself and says so', async () => {
  const user = userEvent.setup({ delay: null });
  const server = draw({ text: 'Полить цветы' });
  const card = await screen.findByRole('article');
  server.on(`DELETE /api/notifications/${server.reminders[0]?.id ?? 0}`, () => ({
    status: 500,
    json: { success: false, message: 'Сбой' },
  }));
  await user.click(within(card).getByRole('button', { name: 'Удалить' }));
  expect(await screen.findByText('Не удалось удалить. Запись осталась на месте')).toBeVisible();
  expect(cards()).toEqual(['Полить цветы']);
});

test('a deletion that is taken back before its answer is not announced any more', async () => {
  const user = userEvent.setup({ delay: null });
  const server = draw({ text: 'Полить цветы' });
  let answer: () => void = () => undefined;
  const path = `/api/notifications/${server.reminders[0]?.id ?? 0}`;
  server.on(
    `DELETE ${path}`,
    () =>
      new Promise((resolve) => {
        const json = { success: true, message: 'Удалено у всех' };
        answer = () => resolve({ status: 200, json });
      }),
  );
  await user.click(
    within(await screen.findByRole('article')).getByRole('button', { name: 'Удалить' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Отменить' }));
  answer();
  await waitFor(() => expect(server.callsOf('POST', `${path}/restore`)).toHaveLength(1));
  expect(screen.queryByText('Удалено у всех')).toBeNull();
});

test('a list that could not be loaded says so and loads at the next try', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  server.reminders = [aReminder({ text: 'Полить цветы' })];
  server.on('GET /api/notifications', () => Promise.reject(new TypeError('offline')));
  renderScreen(<RemindersScreen />, server);
  expect(await screen.findByText('Не удалось загрузить данные')).toBeVisible();
  server.on('GET /api/notifications', null);
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('article', { name: 'Полить цветы' })).toBeVisible();
});

describe('what waits for an answer', () => {
  const since = '2026-11-20T06:00:00.000Z';

  test('stands first, under its heading, and says since when', async () => {
    draw(
      { text: 'Когда-нибудь', dateTime: '2050-01-02T06:00:00.000Z' },
      { text: 'Таблетка', waitingSince: since, dateTime: since },
    );
    await waitFor(() => expect(cards()).toEqual(['Таблетка', 'Когда-нибудь']));
    expect(headings()).toEqual(['Ждут ответа', 'Позже']);
    const card = screen.getByRole('article', { name: 'Таблетка' });
    expect(within(card).getByText('20.11.2026, 09:00')).toBeVisible();
  });

  test('of a series says since when', async () => {
    draw({ repeat: true, waitingSince: since, dateTime: '2050-01-02T06:00:00.000Z' });
    const card = await screen.findByRole('article');
    expect(within(card).getByText('20.11.2026, 09:00')).toBeVisible();
  });

  test('is done by one tap, and stays in its place with the way back until the list is left', async () => {
    const user = userEvent.setup({ delay: null });
    const server = draw({ text: 'Таблетка', waitingSince: since }, { text: 'Завтра' });
    await user.click(await screen.findByRole('button', { name: 'Готово: Таблетка' }));
    const back = screen.getByRole('button', { name: 'Вернуть: Таблетка' });
    expect(back).toHaveFocus();
    expect(cards()).toEqual(['Таблетка', 'Завтра']);
    const id = server.reminders[0]?.id ?? 0;
    expect(server.callsOf('POST', `/api/notifications/${id}/done`)[0]?.body).toMatchObject({
      version: 1,
    });
    await user.click(back);
    await user.click(await screen.findByRole('button', { name: 'Готово: Таблетка' }));
    expect(server.callsOf('POST', `/api/notifications/${id}/undo`)[0]?.body).toMatchObject({
      undo: '2',
    });
    await waitFor(() =>
      expect(server.callsOf('POST', `/api/notifications/${id}/done`)).toHaveLength(2),
    );
    await user.click(screen.getByRole('tab', { name: 'Архив' }));
    await user.click(screen.getByRole('tab', { name: 'Актуальные' }));
    expect(cards()).toEqual(['Завтра']);
  });

  test('rings again where it stands as done', async () => {
    const user = userEvent.setup({ delay: null });
    const server = draw({ text: 'Вода', waitingSince: since, repeat: true });
    const row = server.reminders[0];
    if (!row) throw new Error('no reminder');
    server.on(`POST /api/notifications/${row.id}/done`, () => {
      server.reminders = [{ ...row, version: 3, waitingSince: soon(0) }];
      const notification = { ...row, version: 2, waitingSince: null };
      return { json: { success: true, notification, undo: '2' } };
    });
    await user.click(await screen.findByRole('button', { name: 'Готово: Вода' }));
    await waitFor(() =>
      expect(server.callsOf('POST', `/api/notifications/${row.id}/done`)).toHaveLength(1),
    );
    expect(await screen.findByRole('button', { name: 'Готово: Вода' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Вернуть: Вода' })).toBeNull();
  });

  test('is taken back once, however often that is pressed while it is under way', async () => {
    const user = userEvent.setup({ delay: null });
    const server = draw({ text: 'Таблетка', waitingSince: since });
    const id = server.reminders[0]?.id ?? 0;
    await user.click(await screen.findByRole('button', { name: 'Готово: Таблетка' }));
    const back = screen.getByRole('button', { name: 'Вернуть: Таблетка' });
    fireEvent.click(back);
    fireEvent.click(back);
    fireEvent.click(screen.getByRole('button', { name: 'Отменить' }));
    expect(await screen.findByRole('button', { name: 'Готово: Таблетка' })).toBeVisible();
    expect(server.callsOf('POST', `/api/notifications/${id}/undo`)).toHaveLength(1);
  });

  test('is done at once, also what comes on a later day', async () => {
    const user = userEvent.setup({ delay: null });
    const server = draw({ text: 'Врач', dateTime: '2050-01-02T06:00:00.000Z' });
    const id = server.reminders[0]?.id ?? 0;
    await user.click(await screen.findByRole('button', { name: 'Готово: Врач' }));
    expect(await screen.findByRole('button', { name: 'Вернуть: Врач' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Отменить' })).toBeVisible();
    await waitFor(() =>
      expect(server.callsOf('POST', `/api/notifications/${id}/done`)).toHaveLength(1),
    );
  });

  test('comes back when the server refuses, with its reason', async () => {
    const user = userEvent.setup({ delay: null });
    const server = draw({ text: 'Таблетка', waitingSince: since });
    const id = server.reminders[0]?.id ?? 0;
    server.on(`POST /api/notifications/${id}/done`, () => ({
      status: 409,
      json: { success: false, message: 'Запись изменилась' },
    }));
    await user.click(await screen.findByRole('button', { name: 'Готово: Таблетка' }));
    expect(await screen.findByText('Не удалось отметить. Запись изменилась')).toBeVisible();
    expect(cards()).toEqual(['Таблетка']);
    await waitFor(() => expect(server.callsOf('GET', '/api/notifications')).toHaveLength(2));
  });
});

describe('«Удалить» of a series', () => {
  const series = { text: 'Йога', repeat: true, repeatEvery: 1, repeatUnit: 'DAY' } as const;
  const user = userEvent.setup({ delay: null });
  const askAbout = async (row: Parameters<typeof aReminder>[0]) => {
    const server = draw(row);
    await user.click(await screen.findByRole('button', { name: 'Удалить' }));
    return { server, path: `/api/notifications/${server.reminders[0]?.id}` };
  };

  test('asks whether this time alone is meant, which is skipped', async () => {
    const { server, path } = await askAbout(series);
    const question = within(await screen.findByRole('dialog', { name: 'Удалить: Йога' }));
    await user.click(question.getByRole('button', { name: 'Только этот раз' }));
    await waitFor(() => expect(server.callsOf('POST', `${path}/skip`)).toHaveLength(1));
    expect(server.callsOf('DELETE', path)).toHaveLength(0);
  });

  test('says of several people’s for whom all of it ends', async () => {
    await askAbout({ ...series, people: 2 });
    const question = within(await screen.findByRole('dialog', { name: 'Удалить: Йога' }));
    expect(question.getByText(/закончится для всех/)).toBeVisible();
  });

  test('or all of it, which can be taken back', async () => {
    const { server, path } = await askAbout(series);
    await user.click(await screen.findByRole('button', { name: 'Всё' }));
    await waitFor(() => expect(server.callsOf('DELETE', path)).toHaveLength(1));
    expect(screen.getByRole('button', { name: 'Отменить' })).toBeVisible();
  });

  test('asks nothing where no time of it is to come', async () => {
    const { server, path } = await askAbout({ ...series, state: 'paused' });
    await waitFor(() => expect(server.callsOf('DELETE', path)).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

test('what was deleted lately stands at the end of the archive, and comes back', async () => {
  const user = userEvent.setup({ delay: null });
  const server = draw({ text: 'Врач', dateTime: '2050-01-02T06:00:00.000Z' }, { text: 'Хлеб' });
  await screen.findByRole('article', { name: 'Врач' });
  await user.click(
    within(screen.getByRole('article', { name: 'Врач' })).getByRole('button', { name: 'Удалить' }),
  );
  await waitFor(() => expect(cards()).toEqual(['Хлеб']));
  expect(screen.queryByRole('button', { name: /^Недавно удалённые/ })).toBeNull();
  await user.click(screen.getByRole('tab', { name: 'Архив' }));
  await user.click(await screen.findByRole('button', { name: 'Недавно удалённые (1)' }));
  await user.click(screen.getByRole('button', { name: 'Вернуть: Врач' }));
  expect(await screen.findByText('Возвращено: Врач')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Актуальные' }));
  await waitFor(() => expect(cards()).toEqual(['Хлеб', 'Врач']));
  expect(server.calls.some(({ path }) => path.endsWith('/restore'))).toBe(true);
});

test('the archive tells what was done from what nobody answered, and has no «Готово»', async () => {
  const user = userEvent.setup({ delay: null });
  draw(
    { text: 'Сделано', completed: true, doneAt: '2026-11-20T15:32:00.000Z' },
    { text: 'Пропущено', completed: true },
  );
  await user.click(await screen.findByRole('tab', { name: 'Архив' }));
  const done = await screen.findByRole('article', { name: 'Сделано' });
  expect(within(done).getByText('Выполнено')).toBeVisible();
  const missed = screen.getByRole('article', { name: 'Пропущено' });
  expect(within(missed).getByText('Без ответа')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Готово/ })).toBeNull();
});

test('what could not be delivered stands under its heading, with the reason', async () => {
  draw(
    { text: 'Недоступно', state: 'unreachable', overdue: true },
    { text: 'Ещё придёт', state: 'unreachable', dateTime: '2050-01-01T09:00:00.000Z' },
    { text: 'Ошибка', state: 'failed' },
    { text: 'На паузе', state: 'paused', pausedUntil: '2050-01-02T06:00:00.000Z' },
  );
  const card = await screen.findByRole('article', { name: 'Ошибка' });
  expect(headings()).toEqual(['Не доставлено', 'Позже', 'На паузе']);
  expect(within(card).getByText(/сохраните ещё раз/)).toBeVisible();
  const missed = within(screen.getByRole('article', { name: 'Недоступно' }));
  expect(missed.getByText(/Разблокируйте/)).toBeVisible();
  const ahead = within(screen.getByRole('article', { name: 'Ещё придёт' }));
  expect(ahead.queryByText(/Разблокируйте/)).toBeNull();
  expect(screen.getByText(/поэтому уведомления не приходят/)).toBeVisible();
  expect(screen.getByText('На паузе до 2 января 2050, 09:00')).toBeVisible();
});

describe('the headings of the days', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: new Date('2026-11-22T20:59:40Z') });
  });

  test('name the days, and move on at midnight', async () => {
    const day = (date: string) => ({ text: date, dateTime: `2026-${date}T18:00:00.000Z` });
    draw(day('11-22'), day('11-23'), day('11-25'), day('12-25'));
    await screen.findByText('Сегодня, 22.11.2026');
    expect(headings().slice(1)).toEqual(['Завтра, 23.11.2026', 'Среда, 25.11.2026', 'Позже']);
    /** What is seen; a screen reader hears the whole of each. */
    const seen = () =>
      [...document.querySelectorAll('time > :first-child')].map((each) => each.textContent.trim());
    expect(seen()).toEqual(['21:00', '21:00', '21:00', '25.12.2026 21:00']);
    expect(screen.getByText('25.11.2026, 21:00')).toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(40_000));
    expect(headings()).toEqual(['Сегодня, 23.11.2026', 'Среда, 25.11.2026', 'Позже']);
    expect(seen()).toEqual(['22.11.2026 21:00', '21:00', '21:00', '25.12.2026 21:00']);
  });
});

describe('«Отложить»', () => {
  const ahead = '2050-01-02T06:00:00.000Z';
  const open = async (user: ReturnType<typeof userEvent.setup>, text: string) => {
    if (!screen.queryByRole('dialog', { name: text })) {
      await user.click(await screen.findByRole('button', { name: text }));
    }
    await user.click(await screen.findByRole('button', { name: 'Отложить' }));
    return screen.findByRole('dialog', { name: `Отложить: ${text}` });
  };
  const sheetIsGone = () => expect(screen.queryByRole('dialog', { name: /^Отложить/ })).toBeNull();

  test('moves what lies ahead from its own time, says where each button leads, and can be taken back', async () => {
    const user = userEvent.setup({ delay: null });
    const server = draw({ text: 'Вода', dateTime: ahead });
    const sheet = await open(user, 'Вода');
    expect(within(sheet).getByText(/^Отсчёт от \d/)).toBeVisible();
    expect(
      within(sheet).getByRole('button', { name: '+1 час вс, 2 января 2050, 10:00' }),
    ).toBeVisible();
    await user.click(within(sheet).getByRole('button', { name: /^\+1 час/ }));
    const id = server.reminders[0]?.id ?? 0;
    await waitFor(() =>
      expect(server.callsOf('POST', `/api/notifications/${id}/snooze`)[0]?.body).toMatchObject({
        until: '1h',
        version: 1,
      }),
    );
    sheetIsGone();
    expect(await screen.findByText(/^Отложено на (сегодня|завтра), \d\d:\d\d$/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Отменить' }));
    await waitFor(() =>
      expect(server.callsOf('POST', `/api/notifications/${id}/undo`)).toHaveLength(1),
    );
  });

  test('counts what waits from now', async () => {
    const user = userEvent.setup({ delay: null });
    draw({ text: 'Вода', waitingSince: '2026-11-20T06:00:00.000Z' });
    const sheet = await open(user, 'Вода');
    expect(within(sheet).queryByText(/^Отсчёт от/)).toBeNull();
    expect(within(sheet).getByRole('button', { name: /^1 час (Сегодня|Завтра), / })).toBeVisible();
  });

  test('takes any other moment, and refuses a past one without losing what was typed', async () => {
    const user = userEvent.setup({ delay: null });
    const server = draw({ text: 'Вода', dateTime: ahead });
    const sheet = await open(user, 'Вода');
    await user.click(within(sheet).getByRole('button', { name: 'Другое время…' }));
    const date = within(sheet).getByLabelText('Дата');
    const time = within(sheet).getByLabelText('Время');
    expect([date, time]).toEqual([
      expect.objectContaining({ value: '2050-01-02' }),
      expect.objectContaining({ value: '10:00' }),
    ]);
    fireEvent.change(date, { target: { value: '2020-01-02' } });
    await user.click(within(sheet).getByRole('button', { name: 'Отложить' }));
    expect(within(sheet).getByRole('alert')).toHaveTextContent('Дата не может быть в прошлом');
    expect(date).toHaveValue('2020-01-02');
    expect(time).toHaveValue('10:00');
    fireEvent.change(date, { target: { value: '2050-03-04' } });
    expect(within(sheet).getByRole('alert')).toBeEmptyDOMElement();
    await user.click(within(sheet).getByRole('button', { name: 'Отложить' }));
    const id = server.reminders[0]?.id ?? 0;
    await waitFor(() =>
      expect(server.callsOf('POST', `/api/notifications/${id}/snooze`)[0]?.body).toMatchObject({
        until: '2050-03-04T07:00:00.000Z',
      }),
    );
  });

  test('is left by its cross and by Escape, and the focus goes back', async () => {
    const user = userEvent.setup({ delay: null });
    const server = draw({ text: 'Вода' });
    const sheet = await open(user, 'Вода');
    await user.click(within(sheet).getByRole('button', { name: 'Закрыть' }));
    sheetIsGone();
    expect(screen.getByRole('button', { name: 'Отложить' })).toHaveFocus();
    await open(user, 'Вода');
    await user.keyboard('{Escape}');
    sheetIsGone();
    expect(server.calls.filter(({ path }) => path.endsWith('/snooze'))).toEqual([]);
  });

  test('that the server refuses leaves the reminder as it was and says why', async () => {
    const user = userEvent.setup({ delay: null });
    const server = draw({ text: 'Вода', dateTime: ahead });
    server.on(`POST /api/notifications/${server.reminders[0]?.id ?? 0}/snooze`, () => ({
      status: 409,
      json: { success: false, message: 'Запись изменилась' },
    }));
    await user.click(within(await open(user, 'Вода')).getByRole('button', { name: /^Вечером/ }));
    expect(await screen.findByText('Не удалось отложить: «Вода». Запись изменилась')).toBeVisible();
    expect(cards()).toEqual(['Вода']);
  });
});

describe('all that waits', () => {
  const since = '2026-11-20T06:00:00.000Z';
  const some = ['Раз', 'Два', 'Три', 'Четыре', 'Пять', 'Шесть'];
  const drawSome = () =>
    draw(...some.map((text) => ({ text, waitingSince: since })), { text: 'Завтра' });

  test('is done by one press, cards on later pages too, and taken back by another', async () => {
    const user = userEvent.setup({ delay: null });
    const server = drawSome();
    await user.click(await screen.findByRole('button', { name: 'Отметить все' }));
    expect(await screen.findByText('Отмечено: 6')).toBeVisible();
    // In their places until the list is left, each with a way back of its own.
    expect(cards()).toEqual(some.slice(0, 5));
    expect(screen.queryByRole('button', { name: 'Отметить все' })).toBeNull();
    expect(server.calls.filter(({ path }) => path.endsWith('/done'))).toHaveLength(6);
    await user.click(screen.getByRole('button', { name: 'Отменить' }));
    expect(await screen.findByRole('button', { name: 'Отметить все' })).toBeVisible();
    expect(cards()).toEqual(some.slice(0, 5));
    expect(server.calls.filter(({ path }) => path.endsWith('/undo'))).toHaveLength(6);
  });

  test('one of those that were done together can be taken back alone', async () => {
    const user = userEvent.setup({ delay: null });
    const server = drawSome();
    await user.click(await screen.findByRole('button', { name: 'Отметить все' }));
    await user.click(await screen.findByRole('button', { name: 'Вернуть: Два' }));
    expect(await screen.findByRole('button', { name: 'Готово: Два' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Вернуть: Три' })).toBeVisible();
    expect(server.calls.filter(({ path }) => path.endsWith('/undo'))).toHaveLength(1);
  });

  test.each([
    ['', '2050-01-02T06:00:00.000Z', 'Отложено (6) на вс, 2 января 2050, 09:00'],
    [': a moment that not all share is not named', '2050-01-01T06:00:00.000Z', 'Отложено (6)'],
  ])('is put off together, never by more than four calls at once%s', async (_, first, said) => {
    const user = userEvent.setup({ delay: null });
    const server = drawSome();
    let under = 0;
    let most = 0;
    for (const [at, row] of server.reminders.slice(0, 6).entries()) {
      server.on(`POST /api/notifications/${row.id}/snooze`, async () => {
        under += 1;
        most = Math.max(most, under);
        await turn();
        under -= 1;
        const snoozedUntil = at === 0 ? first : '2050-01-02T06:00:00.000Z';
        const later = { waitingSince: null, snoozedUntil };
        const notification = aReminder({ ...row, ...later, state: 'scheduled' });
        server.reminders = server.reminders.map((each) =>
          each.id === row.id ? notification : each,
        );
        return { json: { success: true, notification, undo: '2' } };
      });
    }
    await user.click(await screen.findByRole('button', { name: 'Отложить все' }));
    const sheet = await screen.findByRole('dialog', { name: 'Отложить всё, что ждёт ответа: 6' });
    await user.click(within(sheet).getByRole('button', { name: 'Завтра 09:00' }));
    expect(await screen.findByText(said)).toBeVisible();
    expect(headings()).not.toContain('Ждут ответа');
    expect(most).toBe(4);
  });

  test('names what failed, and what did not fail can be taken back', async () => {
    const user = userEvent.setup({ delay: null });
    const server = drawSome();
    const [first] = server.reminders;
    server.on(`POST /api/notifications/${first?.id ?? 0}/done`, () => ({
      status: 400,
      json: { success: false, message: 'Так нельзя' },
    }));
    await user.click(await screen.findByRole('button', { name: 'Отметить все' }));
    expect(await screen.findByText('Не удалось отметить: «Раз». Так нельзя')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Готово: Раз' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Вернуть: Два' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Отменить' }));
    await waitFor(() =>
      expect(server.calls.filter(({ path }) => path.endsWith('/undo'))).toHaveLength(5),
    );
  });
});

describe('while all series are paused', () => {
  const paused = { repeat: true, state: 'paused', pausedWithAll: true } as const;
  const line = 'Повторяющиеся уведомления на паузе';

  test('a line over the current list says so, and until which day', async () => {
    const user = userEvent.setup({ delay: null });
    draw({ ...paused, pausedUntil: '2031-11-30T21:00:00.000Z' }, { text: 'Врач' });
    expect(await screen.findByText(`${line} до 1 декабря 2031`)).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Архив' }));
    expect(screen.queryByText(line, { exact: false })).toBeNull();
  });

  test('«Возобновить» there ends it', async () => {
    const user = userEvent.setup({ delay: null });
    draw(paused);
    await user.click(await screen.findByRole('button', { name: 'Возобновить' }));
    await waitFor(() => expect(screen.queryByText(line)).toBeNull());
  });

  test('the end of it can be taken back', async () => {
    const user = userEvent.setup({ delay: null });
    const server = draw(paused);
    await user.click(await screen.findByRole('button', { name: 'Возобновить' }));
    expect(await screen.findByText('Возобновлено уведомлений: 1')).toBeVisible();
    // Pressed at once: the snackbar goes by itself.
    await user.click(screen.getByRole('button', { name: 'Отменить' }));
    await waitFor(() =>
      expect(server.callsOf('POST', '/api/notifications/undo-all')).toHaveLength(1),
    );
    expect(await screen.findByText(line)).toBeVisible();
  });

  test('what is paused by itself is no pause of all', async () => {
    draw({ repeat: true, state: 'paused' });
    await waitFor(() => expect(cards()).toHaveLength(1));
    expect(screen.queryByText(line, { exact: false })).toBeNull();
  });
});
