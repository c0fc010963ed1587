import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type HistoryEntry, reminder as reminderShape } from '@/contract/reminder';
import { fixDate } from '@/testing/clock';
import { aNote, aReminder } from '@/testing/wire-rows';
import { FakeServer } from '@/testing/fake-server';
import { renderScreen } from '@/testing/mini-app';
import { jointTexts } from '@/texts/joint';
import { RemindersScreen } from '../screen/screen';

const counterShape = reminderShape.shape.counter;
/** Read once: two moments that a test takes for the same must not lie a millisecond apart. */
const suiteBegan = Date.now();
const soon = (minutes: number) => new Date(suiteBegan + minutes * 60_000).toISOString();

/** The app as «Открыть» in the chat opens it, about a reminder of these fields. */
function openFromChat(
  fields: Parameters<typeof aReminder>[0],
  set: (server: FakeServer) => void = () => undefined,
) {
  const server = new FakeServer();
  const row = aReminder({ text: 'Полить цветы', ...fields });
  server.reminders = [row];
  set(server);
  window.history.replaceState(null, '', `/?reminder=${row.id}`);
  renderScreen(<RemindersScreen />, server);
  return { server, row, user: userEvent.setup({ delay: null }) };
}
const view = () => screen.findByRole('dialog', { name: 'Полить цветы' });
const press = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(within(await view()).getByRole('button', { name }));
/** What stands in the bar's «Ещё». */
const pressMore = async (user: ReturnType<typeof userEvent.setup>, name: string) => {
  await press(user, 'Ещё');
  await press(user, name);
};
const entry = (days: number, outcome: HistoryEntry['outcome']): HistoryEntry => ({
  occurrenceAt: soon(-1_440 * days),
  outcome,
  cameAt: soon(-1_440 * days),
  endedAt: soon(-1_440 * days + 5),
});

beforeEach(() => localStorage.clear());
afterEach(() => window.history.replaceState(null, '', '/'));

test('tells all about a reminder: when, how often, how insistently, where it belongs', async () => {
  openFromChat({
    dateTime: '2031-03-08T06:00:00.000Z',
    repeat: true,
    repeatEvery: 2,
    repeatUnit: 'WEEK',
    repeatWeekdays: [1, 3],
    flood: true,
    floodInterval: 15,
    timeZone: 'Asia/Omsk',
    category: { id: 3, name: 'Дом' },
  });
  const shown = within(await view());
  await waitFor(() =>
    expect(shown.getByRole('heading', { level: 2, name: 'Полить цветы' })).toHaveFocus(),
  );
  expect(shown.getByText('8 марта 2031 в 09:00')).toHaveAttribute('title', '08.03.2031, 09:00');
  expect(shown.getAllByText(/2031/)).toHaveLength(1);
  expect(shown.getByText('12:00 по Омску, у вас 09:00')).toBeVisible();
  expect(shown.getByText('Каждые 2 недели по пн и ср')).toBeVisible();
  expect(shown.getByText(/^Каждые 15 минут/)).toBeVisible();
  expect(shown.getByText('Дом')).toBeVisible();
  expect(shown.getByText('Напоминание')).toBeVisible();
});

test('says what is attached, and sends it into the chat, once for two taps', async () => {
  const attachmentText = 'Файл: <b>счёт</b>.pdf';
  const { server, row, user } = openFromChat({ attachmentText });
  const shown = within(await view());
  expect(shown.getByText(attachmentText)).toBeVisible();
  const path = `/api/notifications/${row.id}/attachment`;
  server.on(`POST ${path}`, () => ({ json: { success: true } }));
  await user.dblClick(shown.getByRole('button', { name: `Прислать в чат: ${attachmentText}` }));
  expect(await screen.findByText('Отправлено в чат с ботом')).toBeVisible();
  expect(server.callsOf('POST', path)).toHaveLength(1);
});

test('why it was not sent is told', async () => {
  const { server, row, user } = openFromChat({ attachmentText: 'Фото' });
  const message = 'Telegram пока не принимает сообщения в этот чат. Попробуйте через минуту';
  server.on(`POST /api/notifications/${row.id}/attachment`, () => ({
    status: 503,
    json: { success: false, message },
  }));
  await press(user, 'Прислать в чат: Фото');
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
});

test('of a birthday says how old', async () => {
  openFromChat({
    dateTime: '2031-03-12T06:00:00.000Z',
    repeat: true,
    repeatEvery: 1,
    repeatUnit: 'YEAR',
    birthYear: 1966,
  });
  expect(within(await view()).getByText('Исполняется 65 лет')).toBeVisible();
  expect(await screen.findAllByText('Исполняется 65 лет')).toHaveLength(2);
});

test.each([
  [{ waitingSince: '2026-11-20T15:32:00.000Z' }, /^Ждёт ответа с 20 ноября/],
  [{ snoozedUntil: '2031-11-20T15:32:00.000Z' }, 'Отложено до 20 ноября 2031, 18:32'],
  [{ state: 'paused' }, 'На паузе, пока вы не возобновите'],
  [{ state: 'paused', pausedUntil: '2031-11-19T21:00:00.000Z' }, 'На паузе до 20 ноября 2031'],
  [{ state: 'failed' }, /^Не доставлено/],
  [{ state: 'unreachable' }, /^Бот не может вам написать/],
  [{ completed: true, doneAt: '2020-11-20T15:32:00.000Z' }, 'Выполнено 20 ноября 2020, 18:32'],
  [{ completed: true }, 'Осталось без ответа'],
] as const)('says how it stands: %j', async (fields, said) => {
  openFromChat(fields);
  expect(within(await view()).getByText(said)).toBeVisible();
});

test('its history is folded to the latest five, and unfolds', async () => {
  const { user } = openFromChat({ repeat: true, repeatEvery: 1, repeatUnit: 'DAY' }, (server) => {
    server.history = [
      entry(1, 'done'),
      entry(2, 'skipped'),
      entry(3, 'unanswered'),
      ...[4, 5, 6, 7].map((days) => entry(days, 'done')),
    ];
  });
  const history = within(await screen.findByRole('region', { name: 'История' }));
  const told = () => history.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(told()).toHaveLength(5);
  expect(told()[0]).toMatch(/Выполнено в \d/);
  expect(told()[1]).toMatch(/Пропущено$/);
  expect(told()[2]).toMatch(/Без ответа$/);
  await user.click(history.getByRole('button', { name: 'Показать всё (7)' }));
  expect(told()).toHaveLength(7);
});

test('closed, it leaves the address, and the list is there', async () => {
  const { user } = openFromChat({});
  await view();
  expect(window.location.search).not.toBe('');
  await press(user, 'Закрыть');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(window.location.search).toBe('');
  expect(await screen.findByRole('article', { name: 'Полить цветы' })).toBeVisible();
});

test('Escape closes it; behind it nothing can be reached but the snackbar', async () => {
  const { user } = openFromChat({});
  const dialog = await view();
  expect(screen.getByRole('tablist').closest('[inert]')).not.toBeNull();
  expect(dialog.closest('[inert]')).toBeNull();
  await press(user, 'Готово');
  const said = await screen.findByText(/^Готово: ./);
  expect(said.closest('[inert]')).toBeNull();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('tablist').closest('[inert]')).toBeNull();
});

test('Escape closes first what is open over its buttons, and then all of it', async () => {
  const { user } = openFromChat({});
  await press(user, 'Ещё');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: 'Поделиться' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Ещё' })).toHaveFocus();
  await pressMore(user, 'Поделиться');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('group', { name: 'Поделиться уведомлением' })).toBeNull();
  expect(await view()).toBeVisible();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('«Готово» shows when it was done, and is taken back by the snackbar', async () => {
  const { user, server, row } = openFromChat({ waitingSince: soon(-5) });
  server.on(`POST /api/notifications/${row.id}/done`, () => {
    const done = { completed: true, state: 'completed', doneAt: soon(0), version: 2 } as const;
    server.reminders = [{ ...row, ...done }];
    return { json: { success: true, notification: server.reminders[0], undo: '2' } };
  });
  server.on(`POST /api/notifications/${row.id}/undo`, () => {
    server.reminders = [row];
    return { json: { success: true, notification: row, undo: null } };
  });
  await press(user, 'Готово');
  expect(await within(await view()).findByText(/^Выполнено \d/)).toBeVisible();
  expect(within(await view()).getByRole('button', { name: 'Вернуть' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Отменить' }));
  expect(await within(await view()).findByText(/^Ждёт ответа/)).toBeVisible();
});

test('done and brought back in there, or changed, it stands in the list as what it is', async () => {
  const { user, server, row } = openFromChat({ waitingSince: soon(-5) });
  const became = (what: string, changes: Partial<typeof row>, undo: string | null = null) =>
    server.on(`POST /api/notifications/${row.id}/${what}`, () => {
      server.reminders = [{ ...row, ...changes }];
      return { json: { success: true, notification: server.reminders[0], undo } };
    });
  became('done', { completed: true, state: 'completed', doneAt: soon(0), version: 2 }, '2');
  became('undo', { version: 3 });
  await press(user, 'Готово');
  await within(await view()).findByText(/^Выполнено \d/);
  await press(user, 'Вернуть');
  await within(await view()).findByText(/^Ждёт ответа/);
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: 'Готово: Полить цветы' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Вернуть: Полить цветы' })).toBeNull();
});

test('«Вернуть» pressed again after its answer was lost shows what it has done, and asks for no other time', async () => {
  const { user, server, row } = openFromChat({ completed: true, doneAt: soon(-5) });
  const undo = `POST /api/notifications/${row.id}/undo`;
  const back = { ...row, completed: false, state: 'scheduled', doneAt: null, version: 2 } as const;
  server.on(undo, () => {
    server.reminders = [back];
    return Promise.reject(new TypeError('offline'));
  });
  await press(user, 'Вернуть');
  expect(await screen.findByText(/Нет связи/)).toBeVisible();
  const refusal = { success: false, message: 'Изменилось', notification: back };
  server.on(undo, () => ({ status: 409, json: refusal }));
  await press(user, 'Вернуть');
  expect(await within(await view()).findByRole('button', { name: 'Готово' })).toBeVisible();
  expect(screen.queryByRole('dialog', { name: 'Редактировать уведомление' })).toBeNull();
});

test('one that has ended otherwise by now is brought back by another time, as it is now', async () => {
  const { user, server, row } = openFromChat({ completed: true, doneAt: soon(-5) });
  const notification = { ...row, text: 'Полить фикус', version: 3 };
  server.on(`POST /api/notifications/${row.id}/undo`, () => ({
    status: 409,
    json: { success: false, message: 'Изменилось', notification },
  }));
  await press(user, 'Вернуть');
  const form = within(await screen.findByRole('dialog', { name: 'Редактировать уведомление' }));
  expect(form.getByLabelText('Текст уведомления')).toHaveValue('Полить фикус');
});

test('a pause has an end or none, can be taken back and taken off', async () => {
  const { user, server, row } = openFromChat({ repeat: true, repeatEvery: 1, repeatUnit: 'DAY' });
  await pressMore(user, 'Пауза');
  const choice = within(screen.getByRole('group', { name: 'На сколько поставить на паузу?' }));
  await user.click(choice.getByRole('button', { name: 'Поставить' }));
  expect(choice.getByText('Выберите день не раньше завтрашнего')).toBeVisible();
  await user.type(choice.getByLabelText('До даты'), '2031-12-01');
  await user.click(choice.getByRole('button', { name: 'Поставить' }));
  expect(await within(await view()).findByText(/^На паузе до 1 декабря 2031/)).toBeVisible();
  const [call] = server.callsOf('POST', `/api/notifications/${row.id}/pause`);
  expect(call?.body).toMatchObject({ until: '2031-11-30T21:00:00.000Z', version: 1 });
  await pressMore(user, 'Возобновить');
  expect(server.callsOf('POST', `/api/notifications/${row.id}/resume`)).toHaveLength(1);
  await waitFor(async () =>
    expect(within(await view()).queryByRole('button', { name: 'Возобновить' })).toBeNull(),
  );
  expect(within(await view()).getByRole('button', { name: 'Пауза' })).toBeVisible();
});

test.each([
  ['a series', () => ({ repeat: true, repeatEvery: 1, repeatUnit: 'DAY' as const }), true],
  ['what comes on a later day', () => ({ dateTime: soon(3 * 1_440) }), true],
  ['what comes before a pause could end', () => ({ dateTime: soon(1) }), false],
  ['what waits and comes no more', () => ({ dateTime: soon(-5), waitingSince: soon(-5) }), false],
  ['what cannot come', () => ({ dateTime: soon(3 * 1_440), state: 'failed' as const }), false],
])('a pause is offered only where it holds something back: %s', async (_, fields, is) => {
  const { user } = openFromChat(fields());
  await press(user, 'Ещё');
  const shown = within(await view());
  expect(shown.queryAllByRole('button', { name: 'Пауза' })).toHaveLength(is ? 1 : 0);
});

test.each([
  ['by day', '2026-11-20T09:00:00Z', 'Завтра 09:00'],
  ['at night', '2026-11-20T22:30:00Z', 'Утром Сегодня, 09:00'],
])('putting off to the next morning says its day once and rightly, %s', async (_, now, said) => {
  fixDate(now);
  const { user } = openFromChat({ waitingSince: '2026-11-20T08:00:00.000Z' });
  await press(user, 'Отложить');
  expect(await screen.findByRole('button', { name: said })).toBeVisible();
});

test.each([
  [{ repeat: true, repeatEvery: 1, repeatUnit: 'WEEK' }, '15 марта 2031, 22 марта 2031'],
  [
    { repeat: true, repeatEvery: 1, repeatUnit: 'DAY', waitingSince: '2026-11-20T15:32:00.000Z' },
    '8 марта 2031 в 09:00',
  ],
] as const)('says what of a series follows: %j', async (fields, dates) => {
  const dateTime = '2031-03-08T06:00:00.000Z';
  openFromChat({ dateTime, repeatFrom: '2031-03-08T09:00', ...fields });
  expect(within(await view()).getByText(dates)).toBeVisible();
});

test.each([
  ['a series', { repeat: true, repeatEvery: 1, repeatUnit: 'WEEK' }, 1],
  ['a one-shot', {}, 0],
] as const)('says where %s is put off whether the others stay', async (_, fields, times) => {
  const { user } = openFromChat({ dateTime: '2031-03-08T06:00:00.000Z', ...fields });
  await press(user, 'Отложить');
  const sheet = within(await screen.findByRole('dialog', { name: 'Отложить: Полить цветы' }));
  const said = /Сдвинется только этот раз, остальные останутся на своих местах$/;
  expect(sheet.queryAllByText(said)).toHaveLength(times);
});

test('only a series can be skipped', async () => {
  const { user, server, row } = openFromChat({
    repeat: true,
    repeatEvery: 1,
    repeatUnit: 'DAY',
  });
  await pressMore(user, 'Пропустить');
  expect(server.callsOf('POST', `/api/notifications/${row.id}/skip`)).toHaveLength(1);
});

test('deleted from here, it closes, says that others have lost it too, and can be taken back', async () => {
  const { user, server, row } = openFromChat({});
  server.on(`DELETE /api/notifications/${row.id}`, () => ({
    json: { success: true, message: jointTexts.ended },
  }));
  await screen.findByRole('article', { name: 'Полить цветы', hidden: true });
  await pressMore(user, 'Удалить');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByText(jointTexts.ended)).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Отменить' }));
  const lastAct = () => server.calls.findLast(({ method }) => method !== 'GET')?.path;
  await waitFor(() => expect(lastAct()).toMatch(/restore$/));
});

test('one that is not there, or not its reader’s, is told from a fault, with the way to the list', async () => {
  const { user } = openFromChat({}, (server) => (server.reminders = []));
  const gone = await screen.findByRole('dialog', { name: 'Такого уведомления нет' });
  await user.click(within(gone).getByRole('button', { name: 'К списку' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a history that could not be loaded says so and loads at the next try', async () => {
  const { user, server, row } = openFromChat({}, (fake) => {
    fake.history = [entry(1, 'done')];
  });
  server.on(`GET /api/notifications/${row.id}`, () => ({
    status: 400,
    json: { success: false, message: 'Сбой' },
  }));
  const failed = await screen.findByText('Не удалось загрузить историю');
  expect(failed).toBeVisible();
  server.on(`GET /api/notifications/${row.id}`, null);
  await press(user, 'Повторить');
  expect(await screen.findByRole('region', { name: 'История' })).toBeVisible();
});

test('links of its text can be tapped', async () => {
  openFromChat({ text: 'Оплатить на https://bank.ru' });
  const shown = within(await screen.findByRole('dialog'));
  const link = await shown.findByRole('link', { name: 'https://bank.ru' });
  expect(link).toHaveAttribute('href', 'https://bank.ru/');
});

test('«Почему не пришло?» says what became of its messages, and asks again where that failed', async () => {
  const { user, server, row } = openFromChat({ dateTime: soon(-9), waitingSince: soon(-5) });
  const path = `GET /api/notifications/${row.id}/why`;
  server.on(path, () => ({ status: 503, json: { success: false, message: '' } }));
  await press(user, 'Почему не пришло?');
  const retry = await screen.findByRole('button', { name: 'Повторить' });
  const message = 'Сегодня в 10:00 — не пришло: оно на паузе.\nВозобновите его.';
  server.on(path, () => ({ json: { success: true, message } }));
  await user.click(retry);
  expect(await screen.findByText('Сегодня в 10:00 — не пришло: оно на паузе.')).toBeVisible();
  expect(screen.getByText('Возобновите его.')).toBeVisible();
  await press(user, 'Почему не пришло?');
  expect(screen.queryByText('Возобновите его.')).toBeNull();
});

const unanswered = { ...entry(1, 'unanswered'), endedAt: soon(-1_400) };
test.each<[string, Parameters<typeof aReminder>[0], HistoryEntry[], number]>([
  ['what is still ahead', {}, [], 0],
  ['what came in time and waits', { dateTime: soon(-5), waitingSince: soon(-5) }, [], 0],
  ['what was put off past its time', { dateTime: soon(-5), snoozedUntil: soon(60) }, [], 0],
  ['what came in time and was not answered', {}, [unanswered], 0],
  ['what came late', { dateTime: soon(-9), waitingSince: soon(-5) }, [], 1],
  ['what should have come by now', { dateTime: soon(-5) }, [], 1],
  ['an occurrence that did not come', {}, [{ ...unanswered, cameAt: null }], 1],
  ['what could not be sent', { state: 'failed' }, [], 1],
  ['what cannot come because the bot is blocked', { state: 'unreachable' }, [], 0],
  ['what should have come then', { state: 'unreachable', dateTime: soon(-5) }, [], 1],
])('«Почему не пришло?» is asked only of what is late or did not come: %s', async (...of) => {
  const [, fields, history, times] = of;
  openFromChat(fields, (server) => (server.history = history));
  const shown = within(await view());
  await waitFor(() =>
    expect(shown.queryAllByRole('button', { name: 'Почему не пришло?' })).toHaveLength(times),
  );
});

test('of an archived one the bar has the way back, which takes back how it ended', async () => {
  const { user, server, row } = openFromChat({ completed: true, doneAt: soon(-5), version: 4 });
  server.on(`POST /api/notifications/${row.id}/undo`, () => {
    server.reminders = [{ ...row, completed: false, state: 'waiting', waitingSince: soon(-5) }];
    return { json: { success: true, notification: server.reminders[0], undo: null } };
  });
  await press(user, 'Вернуть');
  expect(await within(await view()).findByText(/^Ждёт ответа/)).toBeVisible();
  expect(server.callsOf('POST', `/api/notifications/${row.id}/undo`)).toMatchObject([
    { body: { undo: '4', ofAnswer: true } },
  ]);
});

test('the keyboard stays on the button that has made it done, and can take that back', async () => {
  const { user, server, row } = openFromChat({ waitingSince: soon(-5) });
  server.on(`POST /api/notifications/${row.id}/done`, () => {
    const notification = {
      ...row,
      completed: true,
      state: 'completed',
      waitingSince: null,
    } as const;
    server.reminders = [{ ...notification, version: 2 }];
    return { json: { success: true, notification: server.reminders[0], undo: '2' } };
  });
  await press(user, 'Готово');
  const shown = within(await view());
  expect(await shown.findByRole('button', { name: 'Вернуть' })).toHaveFocus();
});

test.each(['Пауза', 'Поделиться'])(
  'what is left without a choice, %s, gives the keyboard back',
  async (part) => {
    const { user, server, row } = openFromChat({});
    const refused = { status: 400, json: { success: false, message: 'Нет' } };
    server.on(`POST /api/notifications/${row.id}/share`, () => refused);
    await pressMore(user, part);
    const leave = part === 'Пауза' ? 'Отмена' : 'Свернуть';
    await press(user, leave);
    expect(within(await view()).getByRole('button', { name: 'Ещё' })).toHaveFocus();
  },
);

test('where that is its last word no longer, the form asks for another time', async () => {
  const { user, server, row } = openFromChat({ completed: true });
  server.on(`POST /api/notifications/${row.id}/undo`, () => ({
    status: 409,
    json: { success: false, message: 'Запись изменилась' },
  }));
  await press(user, 'Вернуть');
  expect(await screen.findByRole('dialog', { name: 'Редактировать уведомление' })).toBeVisible();
});

test('it goes into the notes, and comes back', async () => {
  const { user, server, row } = openFromChat({});
  await pressMore(user, 'В заметки');
  expect(await screen.findByText('Теперь это заметка')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Полить цветы' })).toBeNull());
  expect(server.callsOf('POST', `/api/notifications/${row.id}/to-note`)).toMatchObject([
    { body: { version: 1 } },
  ]);
  await user.click(screen.getByRole('button', { name: 'Отменить' }));
  expect(await screen.findByRole('article', { name: 'Полить цветы' })).toBeVisible();
  const taken = server.calls.filter(
    ({ method, path }) => method === 'DELETE' || /restore/.test(path),
  );
  expect(taken.map(({ path }) => path)).toEqual([
    `/api/notifications/${row.id}/restore`,
    expect.stringMatching(/^\/api\/notes\/\d+$/),
  ]);
});

test('one of a note becomes no second one, and that note stays when it comes back', async () => {
  const note = aNote({ title: 'Цветы' });
  const { user, server, row } = openFromChat({ noteId: note.id }, (server) => {
    server.notes = [note];
  });
  await pressMore(user, 'В заметки');
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Полить цветы' })).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Отменить' }));
  expect(await screen.findByRole('article', { name: 'Полить цветы' })).toBeVisible();
  expect(server.callsOf('POST', `/api/notifications/${row.id}/restore`)).toHaveLength(1);
  expect(server.calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
});

test('one of a note leads to it, from the menu of what does not fit in the row', async () => {
  const { user } = openFromChat({ noteId: 7 });
  await pressMore(user, 'Открыть заметку');
  expect(window.location.pathname + window.location.search).toBe('/notes?note=7');
  expect(screen.queryByRole('dialog')).toBeNull();
});

describe('«Поделиться»', () => {
  const offer = {
    url: 'https://t.me/bot?start=share_abc',
    sendUrl: 'https://t.me/share/url?url=x',
    text: '🔔 Полить цветы\n🗓 завтра',
    preparedId: null,
  };

  test('shows what others will see and the link, which can be closed', async () => {
    const { user, server, row } = openFromChat({});
    const path = `/api/notifications/${row.id}/share`;
    server.on(`POST ${path}`, () => ({ status: 201, json: { success: true, ...offer } }));
    server.on(`DELETE ${path}`, () => ({ json: { success: true, closed: 1 } }));
    await pressMore(user, 'Поделиться');
    const group = within(await screen.findByRole('group', { name: 'Поделиться уведомлением' }));
    expect(await group.findByLabelText('Ссылка')).toHaveValue(offer.url);
    expect(group.getByText(/🔔 Полить цветы/)).toBeVisible();
    await user.click(group.getByRole('button', { name: 'Скопировать ссылку' }));
    expect(await group.findByRole('button', { name: 'Скопировано' })).toBeVisible();
    await user.click(group.getByRole('button', { name: 'Закрыть ссылку' }));
    expect(await screen.findByText(/^Ссылка закрыта/)).toBeVisible();
    expect(screen.queryByRole('group', { name: 'Поделиться уведомлением' })).toBeNull();
    expect(server.callsOf('POST', path)).toHaveLength(1);
    expect(server.callsOf('DELETE', path)).toHaveLength(1);
  });

  test('«Общее на всех» asks for another link, and says what it means', async () => {
    const { user, server, row } = openFromChat({});
    const path = `/api/notifications/${row.id}/share`;
    server.on(`POST ${path}`, () => ({ status: 201, json: { success: true, ...offer } }));
    await pressMore(user, 'Поделиться');
    await press(user, 'Общее на всех');
    expect(await screen.findByText(/Кто первым нажал «Готово»/)).toBeVisible();
    const asked = server.callsOf('POST', path).map(({ body }) => body);
    expect(asked).toMatchObject([{ together: false }, { together: true }]);
  });

  /** One that Anna and Boris take part in. */
  function openTogether(owned: boolean) {
    const { user, server, row } = openFromChat({ people: 2 });
    const path = `/api/notifications/${row.id}`;
    const joint = { people: ['Анна', 'Борис'], owned };
    server.on(`GET ${path}`, () => ({
      json: { success: true, notification: row, history: [], joint },
    }));
    server.on(`DELETE ${path}`, () => ({ json: { success: true } }));
    server.on(`POST ${path}/share`, () => ({ status: 201, json: { success: true, ...offer } }));
    return { user, server, path };
  }

  test('of several people’s, one for all is offered before the server has told who they are', async () => {
    const { user, server, path } = openTogether(true);
    server.on(`GET ${path}`, () => new Promise(() => undefined));
    await pressMore(user, 'Поделиться');
    const together = await screen.findByRole('button', { name: 'Общее на всех' });
    expect(together).toHaveAttribute('aria-pressed', 'true');
    const asked = server.callsOf('POST', `${path}/share`).map(({ body }) => body);
    expect(asked).toMatchObject([{ together: true }]);
  });

  test('of another’s it says who takes part, and offers to leave, not to share, move or delete it', async () => {
    const { user, server, path } = openTogether(false);
    expect(await screen.findByText('Анна, Борис')).toBeVisible();
    await press(user, 'Ещё');
    const shown = within(await view());
    for (const name of ['Поделиться', 'В заметки', 'Удалить']) {
      expect(shown.queryByRole('button', { name })).toBeNull();
    }
    await press(user, 'Выйти');
    await waitFor(() => expect(server.callsOf('DELETE', path)).toHaveLength(1));
    expect(await screen.findByText(/^Вы вышли из общего уведомления/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Отменить' })).toBeVisible();
  });

  test.each([false, true])('its text and time are for its owner to change: %j', async (owned) => {
    const { user } = openTogether(owned);
    await press(user, 'Изменить');
    const form = within(await screen.findByRole('dialog', { name: 'Редактировать уведомление' }));
    const fields = ['Текст уведомления', 'Тип уведомления', 'Дата', 'Время'].map((label) =>
      form.getByLabelText(label),
    );
    const repeat = form.getByRole('button', { name: /^Повторять/ });
    for (const field of [...fields, repeat]) {
      if (owned) await waitFor(() => expect(field).toBeEnabled());
      else expect(field).toBeDisabled();
    }
    expect(form.getByLabelText('Категория')).toBeEnabled();
    expect(form.getByRole('switch', { name: 'Флуд' })).toBeEnabled();
    const reason = /^Текст и время здесь меняет владелец — Анна\./;
    if (owned) expect(form.queryByText(reason)).toBeNull();
    else expect(await form.findByText(reason)).toBeVisible();
  });

  test('what its owner leaves is said to be handed on, and does not come back', async () => {
    const { user, server, path } = openTogether(true);
    await pressMore(user, 'Поделиться');
    await press(user, 'Выйти');
    expect(await screen.findByText(/Дальше его ведёт тот/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Отменить' })).toBeNull();
    expect(server.callsOf('DELETE', path)).toMatchObject([{ body: { leave: true } }]);
  });

  test('says why it cannot be, without an offer to try in vain', async () => {
    const { user, server, row } = openFromChat({});
    const message = 'Поделиться можно тем, что ещё впереди';
    const path = `/api/notifications/${row.id}/share`;
    server.on(`POST ${path}`, () => ({ status: 400, json: { success: false, message } }));
    await pressMore(user, 'Поделиться');
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull();
  });

  test('where the connection failed, tries again', async () => {
    const { user, server, row } = openFromChat({});
    const path = `/api/notifications/${row.id}/share`;
    server.on(`POST ${path}`, () => ({ status: 503, json: { success: false, message: '' } }));
    await pressMore(user, 'Поделиться');
    expect(await screen.findByRole('button', { name: 'Повторить' })).toBeVisible();
    server.on(`POST ${path}`, () => ({ status: 201, json: { success: true, ...offer } }));
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await screen.findByLabelText('Ссылка')).toHaveValue(offer.url);
  });

  test('is not there where the server knows no name of its bot', async () => {
    const { server, row } = openFromChat({});
    server.on(`GET /api/notifications/${row.id}`, () => ({
      json: { success: true, notification: row, history: [], sharing: false },
    }));
    const shown = within(await view());
    await userEvent.click(shown.getByRole('button', { name: 'Ещё' }));
    await waitFor(() => expect(shown.queryByRole('button', { name: 'Поделиться' })).toBeNull());
    expect(shown.getByRole('button', { name: 'В заметки' })).toBeVisible();
  });

  test('what is done is not shared', async () => {
    const { user } = openFromChat({ completed: true });
    await press(user, 'Ещё');
    const shown = within(await view());
    expect(shown.getByRole('button', { name: 'Удалить' })).toBeVisible();
    expect(shown.queryByRole('button', { name: 'Поделиться' })).toBeNull();
  });
});

test('points are ticked there, and the history tells what was', async () => {
  const text = 'Полить цветы\n☐ фикус\n☑ кактус';
  const points = [
    { key: 'фикус', text: 'фикус', done: false },
    { key: 'кактус', text: 'кактус', done: true },
  ];
  const { server, row, user } = openFromChat({ text }, (server) => {
    server.history = [{ ...entry(1, 'done'), ticked: ['кактус'] }];
  });
  const path = `/api/notifications/${row.id}`;
  const read = { notification: row, history: server.history, points };
  server.on(`GET ${path}`, () => ({ json: { success: true, ...read } }));
  server.on(`POST ${path}/rewrite`, () => ({
    json: { success: true, notification: { ...row, version: 2 }, undo: null },
  }));
  const shown = within(await view());
  expect(await shown.findByRole('checkbox', { name: 'кактус' })).toBeChecked();
  expect(shown.getByText(/отмечено: кактус/)).toBeVisible();
  await user.click(shown.getByRole('checkbox', { name: 'фикус' }));
  expect(shown.getByRole('checkbox', { name: 'фикус' })).toBeChecked();
  const [call] = server.callsOf('POST', `${path}/rewrite`);
  expect(call?.body).toMatchObject({ tick: { point: 'фикус', done: true } });
});

test('its own points stand there before the server has told of the rest, which moves nothing above it', async () => {
  const text = 'Полить цветы\n☐ фикус\n☑ кактус';
  openFromChat({ text, counter: { left: 14, low: 3 } }, (server) => {
    server.on(
      `GET /api/notifications/${server.reminders[0]?.id}`,
      () => new Promise(() => undefined),
    );
  });
  const shown = within(await screen.findByRole('dialog', { name: 'Полить цветы' }));
  expect(shown.getByRole('checkbox', { name: 'кактус' })).toBeChecked();
  expect(shown.getByRole('checkbox', { name: 'фикус' })).not.toBeChecked();
  expect(shown.getByText('Загрузка...')).toBeVisible();
});

test('the points of its note come below what stands there already', async () => {
  const points = [{ key: 'фикус', text: 'фикус', done: false }];
  const { server, row } = openFromChat({ noteId: 3, counter: { left: 14, low: 3 } });
  const read = { notification: row, history: [], points };
  server.on(`GET /api/notifications/${row.id}`, () => ({ json: { success: true, ...read } }));
  const shown = within(await view());
  const point = await shown.findByRole('checkbox', { name: 'фикус' });
  const counter = shown.getByRole('button', { name: 'Осталось 14. Изменить запас' });
  expect(counter.compareDocumentPosition(point)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('a tick that fails takes no other one with it', async () => {
  const points = ['фикус', 'кактус'].map((key) => ({ key, text: key, done: false }));
  const { server, row, user } = openFromChat({ noteId: 3 });
  const path = `/api/notifications/${row.id}`;
  const read = { notification: row, history: [], points };
  server.on(`GET ${path}`, () => ({ json: { success: true, ...read } }));
  server.on(`POST ${path}/rewrite`, () => ({
    json: { success: true, notification: row, undo: null },
  }));
  const shown = within(await view());
  await user.click(await shown.findByRole('checkbox', { name: 'фикус' }));
  server.on(`POST ${path}/rewrite`, () => Promise.reject(new TypeError('offline')));
  await user.click(shown.getByRole('checkbox', { name: 'кактус' }));
  await waitFor(() => expect(shown.getByRole('checkbox', { name: 'кактус' })).not.toBeChecked());
  expect(shown.getByRole('checkbox', { name: 'фикус' })).toBeChecked();
});

test('a point that is ticked and unticked is sent in that order and shows the last word, however long an answer takes', async () => {
  const points = ['фикус', 'кактус'].map((key) => ({ key, text: key, done: false }));
  const { server, row, user } = openFromChat({ noteId: 3 });
  const path = `/api/notifications/${row.id}`;
  const read = { notification: row, history: [], points };
  server.on(`GET ${path}`, () => ({ json: { success: true, ...read } }));
  const answers: (() => void)[] = [];
  server.on(`POST ${path}/rewrite`, async () => {
    await new Promise<void>((resolve) => answers.push(resolve));
    server.reminders = [{ ...row, version: answers.length + 1 }];
    return { json: { success: true, notification: server.reminders[0], undo: null } };
  });
  const sent = () =>
    server
      .callsOf('POST', `${path}/rewrite`)
      .map(({ body: { tick } }) => Reflect.get(Object(tick), 'done'));
  const shown = within(await view());
  const box = await shown.findByRole('checkbox', { name: 'фикус' });
  await user.click(box);
  await user.click(box);
  expect(box).not.toBeChecked();
  await waitFor(() => expect(sent()).toEqual([true]));
  // The other one was ticked elsewhere: by it one sees that the points are read anew.
  read.points = points.map((point) => ({ ...point, done: true }));
  answers[0]?.();
  await waitFor(() => expect(shown.getByRole('checkbox', { name: 'кактус' })).toBeChecked());
  expect(box).not.toBeChecked();
  await waitFor(() => expect(sent()).toEqual([true, false]));
  read.points = points;
  answers[1]?.();
  await waitFor(() => expect(shown.getByRole('checkbox', { name: 'кактус' })).not.toBeChecked());
  expect(box).not.toBeChecked();
});

test('what is left is shown, and both of its numbers are changed there', async () => {
  const { server, row, user } = openFromChat({ counter: { left: 14, low: 3 } });
  const path = `/api/notifications/${row.id}/rewrite`;
  server.on(`POST ${path}`, ({ body }) => {
    const counter = counterShape.parse(body.counter);
    const notification = { ...row, counter, version: 2 };
    server.reminders = [notification];
    return { json: { success: true, notification, undo: null } };
  });
  const shown = within(await view());
  await user.click(shown.getByRole('button', { name: 'Осталось 14. Изменить запас' }));
  const left = shown.getByLabelText('Сколько осталось');
  expect(left).toHaveFocus();
  await user.clear(left);
  await user.type(left, '28{Enter}');
  const line = await shown.findByRole('button', { name: 'Осталось 28. Изменить запас' });
  expect(line).toHaveFocus();
  expect(server.callsOf('POST', path)[0]?.body.counter).toEqual({ left: 28, low: 3 });
});

test('an emptied number of what is left is not taken for nothing, and what was refused is not lost', async () => {
  const { server, row, user } = openFromChat({ counter: { left: 14, low: 3 } });
  const path = `/api/notifications/${row.id}/rewrite`;
  server.on(`POST ${path}`, () => ({ status: 500, json: { success: false, message: 'Нет' } }));
  const shown = within(await view());
  await user.click(shown.getByRole('button', { name: 'Осталось 14. Изменить запас' }));
  await user.clear(shown.getByLabelText('Сколько осталось'));
  await user.keyboard('{Enter}');
  expect(shown.getByRole('button', { name: 'Сохранить' })).toBeDisabled();
  expect(server.callsOf('POST', path)).toEqual([]);
  await user.type(shown.getByLabelText('Сколько осталось'), '28{Enter}');
  await waitFor(() => expect(server.callsOf('POST', path)).toHaveLength(1));
  expect(await shown.findByLabelText('Сколько осталось')).toHaveValue('28');
});

describe('the question about the zone', () => {
  const ANSWER = '/api/profile/timezone/answer';
  const opened = async () => {
    const server = new FakeServer();
    server.reminders = [aReminder()];
    server.zoneBefore = 'Asia/Omsk';
    renderScreen(<RemindersScreen />, server);
    await screen.findByRole('dialog', { name: 'Вы в другом часовом поясе' });
    return server;
  };
  const answers = (server: FakeServer) =>
    server.callsOf('POST', ANSWER).map(({ body }) => body.answer);
  const isClosed = () =>
    waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  test('the reminders of the zone before are moved, once, and how many is said', async () => {
    const person = userEvent.setup({ delay: null });
    const server = await opened();
    server.on(`POST ${ANSWER}`, () => ({
      json: { success: true, settings: server.settings, moved: 203, stayed: 2, shared: [] },
    }));
    await person.dblClick(screen.getByRole('button', { name: /Перенести на местное время/ }));
    expect(
      await screen.findByText(
        /Перенесено на местное время: 203 уведомления. 2 уведомления остались/,
      ),
    ).toBeVisible();
    expect(answers(server)).toEqual(['move']);
    await isClosed();
  });

  test('what stays because others live by it, too, is named', async () => {
    const person = userEvent.setup({ delay: null });
    const server = await opened();
    const shifted = { moved: 1, stayed: 0, shared: ['Планёрка', 'Йога'] };
    server.on(`POST ${ANSWER}`, () => ({
      json: { success: true, settings: server.settings, ...shifted },
    }));
    await person.click(screen.getByRole('button', { name: /Перенести на местное время/ }));
    expect(
      await screen.findByText(
        'Перенесено на местное время: 1 уведомление. Общее осталось на прежнем времени, менять его может владелец: «Планёрка» и «Йога»',
      ),
    ).toBeVisible();
  });

  test('who stays with the clocks before sees everything on them', async () => {
    const person = userEvent.setup({ delay: null });
    const server = await opened();
    await person.click(screen.getByRole('button', { name: /Остаться на времени «Омск, UTC\+6»/ }));
    expect(await screen.findByText(/Время теперь всегда по поясу «Омск, UTC\+6»/)).toBeVisible();
    expect(answers(server)).toEqual(['stay']);
  });

  test('who answers a question that another device has settled is told so, and is not asked on', async () => {
    const person = userEvent.setup({ delay: null });
    const server = await opened();
    const message = 'На этот вопрос уже ответили';
    server.on(`POST ${ANSWER}`, () => ({ status: 409, json: { success: false, message } }));
    await person.click(screen.getByRole('button', { name: /Перенести на местное время/ }));
    expect(await screen.findByText(message)).toBeVisible();
    await isClosed();
    expect(server.callsOf('POST', ANSWER).map(({ body }) => body.question)).toEqual([
      { before: 'Asia/Omsk', here: 'Europe/Moscow' },
    ]);
  });

  test('to close it is to leave all as it is', async () => {
    const person = userEvent.setup({ delay: null });
    const server = await opened();
    await person.keyboard('{Escape}');
    await isClosed();
    expect(answers(server)).toEqual(['keep']);
  });

  test('without a connection, too, it can be closed', async () => {
    const person = userEvent.setup({ delay: null });
    const server = await opened();
    server.on(`POST ${ANSWER}`, () => Promise.reject(new TypeError('offline')));
    await person.keyboard('{Escape}');
    expect(await screen.findByText(/Нет связи/)).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('tablist').closest('[inert]')).toBeNull();
  });

  test('an answer that fails can be given again', async () => {
    const person = userEvent.setup({ delay: null });
    const server = await opened();
    server.on(`POST ${ANSWER}`, () => ({ status: 503, json: { success: false, message: 'Сбой' } }));
    await person.click(screen.getByRole('button', { name: /Оставить как есть/ }));
    expect(await screen.findByText('Сбой')).toBeVisible();
    server.on(`POST ${ANSWER}`, null);
    await person.click(screen.getByRole('button', { name: /Оставить как есть/ }));
    await isClosed();
  });
});
