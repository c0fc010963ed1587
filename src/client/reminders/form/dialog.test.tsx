import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fixDate } from '@/testing/clock';
import { aReminder } from '@/testing/wire-rows';
import { FakeServer } from '@/testing/fake-server';
import { renderScreen, renderStart } from '@/testing/mini-app';
import { PhaseScreen } from '../../start/phase-screen';
import { RemindersScreen } from '../screen/screen';
import { ReminderDialog } from './dialog';
import { emptyPrefill } from './form';

let server = new FakeServer();
beforeEach(() => {
  localStorage.clear();
  server = new FakeServer();
});

const drawScreen = () => renderScreen(<RemindersScreen />, server);
const drawApp = () => renderStart(<PhaseScreen />, server);

async function openForm(draw = drawScreen) {
  const user = userEvent.setup({ delay: null });
  const { unmount } = draw();
  await waitFor(() => expect(screen.queryByLabelText('Загрузка...')).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Добавить уведомление' }));
  const form = await screen.findByRole('dialog', { name: 'Добавить уведомление' });
  await within(form).findByRole('option', { name: 'Личное' });
  return { user, form: within(form), unmount };
}

async function openFilled(draw = drawScreen) {
  const opened = await openForm(draw);
  const fill = (label: string, value: string) =>
    fireEvent.change(opened.form.getByLabelText(label), { target: { value } });
  fill('Текст уведомления', 'Полить цветы');
  fill('Категория', '3');
  fill('Тип уведомления', '3');
  fill('Дата', '2050-05-05');
  fill('Время', '09:30');
  return opened;
}
type User = ReturnType<typeof userEvent.setup>;
const save = () => screen.getByText('Сохранить');
const closeSheet = () => fireEvent.click(screen.getByRole('button', { name: 'Готово' }));
const sheet = () => screen.queryByRole('dialog', { name: /^Повторять/ });
const creates = () => server.callsOf('POST', '/api/notifications');

test('all faults show together, and each goes with the edit of its field', async () => {
  // Nothing to begin with, and nothing to choose.
  server.on('GET /api/notifications/categories', () => ({
    json: { success: true, categories: [] },
  }));
  server.on('GET /api/notifications/types', () => ({ json: { success: true, types: [] } }));
  const user = userEvent.setup({ delay: null });
  renderScreen(<RemindersScreen />, server);
  await user.click(screen.getByRole('button', { name: 'Добавить уведомление' }));
  const form = within(await screen.findByRole('dialog', { name: 'Добавить уведомление' }));
  for (const label of ['Дата', 'Время']) {
    fireEvent.change(form.getByLabelText(label), { target: { value: '' } });
  }
  await user.click(save());
  const all = [
    'Заполните текст уведомления',
    'Выберите категорию',
    'Выберите тип уведомления',
    'Выберите дату',
    'Выберите время',
  ];
  for (const message of all) expect(form.getByText(message)).toBeVisible();
  await waitFor(() => expect(form.getByLabelText('Текст уведомления')).toHaveFocus());
  await user.type(form.getByLabelText('Текст уведомления'), 'x');
  expect(form.queryByText('Заполните текст уведомления')).toBeNull();
  for (const message of all.slice(1)) expect(form.getByText(message)).toBeVisible();
  expect(creates()).toHaveLength(0);
});

const ahead = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const aMinuteAgo = () => new Date(Date.now() - 60_000).toISOString();

describe('a new form', () => {
  const row = (id: number, category: string) =>
    aReminder({ id, category: { id: id % 10, name: category }, createdAt: aMinuteAgo() });
  const fields = () => [
    field('Категория'),
    field('Тип уведомления'),
    field('Дата'),
    field('Время'),
  ];
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

  test('begins with the category used last, the usual type and a full hour ahead', async () => {
    server.reminders = [row(502, 'Работа'), row(503, 'Дом'), row(501, 'Личное')];
    const { form } = await openForm();
    const [category, type, date, time] = fields();
    expect([category, type]).toEqual(['3', '1']);
    // It is noon.
    expect([date, time]).toEqual(['2026-11-20', '13:00']);
    expect(form.getByLabelText('Текст уведомления')).toHaveValue('');
    expect(form.getByText(/^Напомню /)).toBeVisible();
  });

  test('that is closed as it began has lost nothing: nothing is offered back or kept', async () => {
    const { user, form } = await openForm();
    await user.click(form.getByRole('button', { name: 'Отмена' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText('Изменения не сохранены')).toBeNull();
    expect(Object.keys(localStorage)).toEqual([]);
  });

  test.each([
    ['by day', '2026-11-20T09:00:00Z', 'Завтра утром', 'завтра'],
    ['at night, when the coming morning is today’s', '2026-11-20T22:30:00Z', 'Утром', 'сегодня'],
  ])('offers moments by one press, %s', async (_, now, name, said) => {
    fixDate(now);
    const { user, form } = await openForm();
    await user.click(form.getByRole('button', { name }));
    expect(fields().slice(2)).toEqual(['2026-11-21', '09:00']);
    expect(form.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
    expect(form.getByText(`Напомню ${said} в 09:00`)).toBeVisible();
  });

  test('explains flood before it is switched on: a row’s words open it, and only its switch switches', async () => {
    const { user, form } = await openForm();
    const flood = form.getByRole('switch', { name: 'Флуд' });
    expect(flood).toHaveAccessibleDescription(/пока вы не нажмёте «Готово»/);
    const explained = form.getByText(/^Для самого важного/);
    expect(explained).not.toBeVisible();
    await user.click(form.getByText('Флуд', { selector: 'label' }));
    expect(explained).toBeVisible();
    expect(flood).not.toBeChecked();
  });

  test('has the focus in its text where a mouse points, and brings up no keyboard where a finger does', async () => {
    const media = window.matchMedia.bind(window);
    let fine = true;
    jest
      .spyOn(window, 'matchMedia')
      .mockImplementation((query) =>
        Object.assign(media(query), { matches: fine && query === '(pointer: fine)' }),
      );
    try {
      const { user, form } = await openForm();
      await waitFor(() => expect(form.getByLabelText('Текст уведомления')).toHaveFocus());
      await user.click(form.getByRole('button', { name: 'Отмена' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      fine = false;
      await user.click(screen.getByRole('button', { name: 'Добавить уведомление' }));
      const dialog = await screen.findByRole('dialog');
      await waitFor(() => expect(dialog).toHaveFocus());
    } finally {
      jest.restoreAllMocks();
    }
  });
});

test('the form keeps the keyboard inside, Escape closes it, and the focus goes back', async () => {
  const { user, form } = await openForm();
  expect(screen.getByText('Мои уведомления').closest('[inert]')).not.toBeNull();
  form.getByRole('button', { name: 'Сохранить' }).focus();
  await user.tab();
  await waitFor(() => expect(form.getByLabelText('Текст уведомления')).toHaveFocus());
  await user.tab({ shift: true });
  expect(form.getByRole('button', { name: 'Сохранить' })).toHaveFocus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('Мои уведомления').closest('[inert]')).toBeNull();
  expect(screen.getByRole('button', { name: 'Добавить уведомление' })).toHaveFocus();
});

test('Control+Enter and Meta+Enter save from the text, where Enter alone begins a line', async () => {
  const { user, form } = await openFilled();
  const message = 'Места больше нет';
  server.on('POST /api/notifications', () => ({ status: 400, json: { success: false, message } }));
  await user.click(form.getByLabelText('Текст уведомления'));
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await form.findByText(message)).toBeVisible();
  expect(creates()).toHaveLength(1);
  server.on('POST /api/notifications', null);
  await user.click(form.getByLabelText('Текст уведомления'));
  await user.keyboard('{Meta>}{Enter}{/Meta}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(creates()).toHaveLength(2);
});

test('a form that is being saved stays so, also where what is typed meanwhile is refused', async () => {
  const { user, form } = await openFilled();
  let answer: (reply: { status: number; json: object }) => void = () => undefined;
  server.on('POST /api/notifications', () => new Promise((resolve) => void (answer = resolve)));
  await user.click(form.getByLabelText('Текст уведомления'));
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(creates()).toHaveLength(1));
  await user.clear(form.getByLabelText('Текст уведомления'));
  await user.keyboard('{Control>}{Enter}{/Control}');
  await user.click(form.getByRole('button', { name: 'Отмена' }));
  expect(screen.getByRole('dialog')).toBeVisible();
  expect(screen.queryByText('Вернуть')).toBeNull();
  answer({ status: 400, json: { success: false, message: 'Места больше нет' } });
  expect(await form.findByText('Места больше нет')).toBeVisible();
  expect(creates()).toHaveLength(1);
});

test('saved from within a sheet, the form leaves a page that scrolls, and the focus where it was', async () => {
  const { user, form } = await openFilled();
  await user.click(form.getByRole('button', { name: 'Повторять: не нужно' }));
  expect(sheet()).toBeVisible();
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.body.style.overflow).toBe('');
  expect(screen.getByRole('button', { name: 'Добавить уведомление' })).toHaveFocus();
});

test('date and time are shown in our own words until somebody types into them', async () => {
  const { user, form } = await openFilled();
  const date = form.getByLabelText('Дата');
  expect(date.parentElement).toHaveAttribute('data-text', '05.05.2050');
  expect(form.getByLabelText('Время').parentElement).toHaveAttribute('data-text', '09:30');
  date.focus();
  expect(date).not.toHaveAttribute('data-typing');
  await user.keyboard('{ArrowUp}');
  expect(date).toHaveAttribute('data-typing');
  await user.tab();
  expect(date).not.toHaveAttribute('data-typing');
});

test('the payload is UTC by the user’s clocks, and holds only what is switched on; the save can be taken back', async () => {
  const { user } = await openFilled();
  await user.click(save());
  expect(await screen.findByText('Уведомление успешно создано')).toBeVisible();
  // At once: the message goes by itself.
  await user.click(screen.getByRole('button', { name: 'Отменить' }));
  expect(creates()[0]?.body).toEqual({
    initData: 'signed',
    notification: {
      text: 'Полить цветы',
      categoryId: 3,
      typeId: 3,
      dateTime: '2050-05-05T06:30:00.000Z',
      repeat: false,
      flood: false,
    },
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  expect(server.calls.some(({ method }) => method === 'DELETE')).toBe(true);
});

describe('a repetition with more than an interval', () => {
  async function openRepeating() {
    const { user, form } = await openFilled();
    await user.click(form.getByRole('switch', { name: 'Повторять' }));
    const choose = (label: string, value: string) =>
      user.selectOptions(form.getByLabelText(label), value);
    const set = (label: string, value: string) =>
      fireEvent.change(form.getByLabelText(label), { target: { value } });
    /** «Готово» of the sheet, which refuses what saving would refuse. */
    const tryClosing = () => {
      closeSheet();
      expect(sheet()).not.toBeNull();
    };
    return { user, form, choose, set, tryClosing };
  }
  async function saved(user: ReturnType<typeof userEvent.setup>) {
    closeSheet();
    await user.click(save());
    await waitFor(() => expect(creates()).toHaveLength(1));
    return creates()[0]?.body.notification;
  }

  test('several times a day: a time that is missing is asked for, and none can be named twice', async () => {
    const { user, form, choose, set, tryClosing } = await openRepeating();
    await choose('В течение дня', 'TIMES');
    await user.click(form.getByRole('button', { name: 'Добавить время' }));
    tryClosing();
    expect(form.getByText('Укажите существующее время')).toBeVisible();
    set('3-е время', '21:00');
    tryClosing();
    expect(form.getByText('Одно и то же время указано дважды')).toBeVisible();
    set('3-е время', '14:15');
    await user.click(form.getByRole('button', { name: 'Добавить время' }));
    await user.click(form.getByRole('button', { name: 'Убрать время' }));
    await choose('Закончить', 'COUNT');
    await user.type(form.getByLabelText('Сколько раз'), '1а0');
    expect(
      form.getByText('Ближайшие даты: 5 мая 2050 в 09:30, 5 мая 2050 в 14:15, 5 мая 2050 в 21:00'),
    ).toBeVisible();
    expect(await saved(user)).toMatchObject({
      repeatUnit: 'DAY',
      repeatTimes: ['09:30', '14:15', '21:00'],
      repeatCount: 10,
    });
  });

  test('every so often between two hours of the day', async () => {
    const { user, form, choose, set, tryClosing } = await openRepeating();
    await choose('В течение дня', 'AGAIN');
    await choose('Промежуток', '120');
    set('С', '22:00');
    tryClosing();
    expect(form.getByText('Начало промежутка должно быть раньше его конца')).toBeVisible();
    set('С', '08:00');
    set('До', '20:00');
    expect(await saved(user)).toMatchObject({
      repeatEveryMinutes: 120,
      repeatWindow: { from: '08:00', to: '20:00' },
    });
  });

  test('ends on a day, or after so many times, or never', async () => {
    const { user, form, choose, set } = await openRepeating();
    await choose('Закончить', 'UNTIL');
    set('Последний день', '2050-06-01');
    await choose('Закончить', 'COUNT');
    expect(form.queryByLabelText('Последний день')).toBeNull();
    set('Сколько раз', '3');
    expect(form.getByRole('button', { name: 'Повторять: каждый день, 3 раза' })).toBeVisible();
    await choose('Закончить', 'NEVER');
    expect(form.queryByLabelText('Сколько раз')).toBeNull();
    const sent = await saved(user);
    expect(sent).not.toHaveProperty('repeatUntil');
    expect(sent).not.toHaveProperty('repeatCount');
  });

  test('chosen days of the month, the form’s own date among them at first', async () => {
    const { user, form, choose } = await openRepeating();
    await choose('Период', 'MONTH');
    await choose('В какой день месяца', 'CHOSEN');
    expect(form.getByRole('button', { name: '5' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(form.getByRole('button', { name: '20' }));
    expect(await saved(user)).toMatchObject({ repeatUnit: 'MONTH', repeatMonthDays: [5, 20] });
  });

  test('counted from «Готово»: what a calendar alone can do is not offered, and not sent', async () => {
    const { user, form, choose } = await openRepeating();
    await choose('В течение дня', 'TIMES');
    await user.click(form.getByRole('switch', { name: 'Считать от выполнения' }));
    expect(form.queryByLabelText('В течение дня')).toBeNull();
    const sent = await saved(user);
    expect(sent).toMatchObject({ repeatAfterDone: true, repeatEvery: 1, repeatUnit: 'DAY' });
    expect(sent).not.toHaveProperty('repeatTimes');
  });
});

describe('the usual repetitions', () => {
  test('are one press behind the value, which says what was chosen: «по будням» takes four taps; 16 controls at most are in sight before', async () => {
    const { user, form } = await openFilled(); // 1
    const controls = [
      ...form.getAllByRole('textbox'),
      ...form.getAllByRole('combobox'),
      ...form.getAllByRole('switch'),
      ...form.getAllByRole('button'),
      form.getByLabelText('Дата'),
      form.getByLabelText('Время'),
    ].filter((each) => each.closest('[hidden]') === null);
    expect(new Set(controls).size).toBeLessThanOrEqual(16);
    await user.click(form.getByRole('button', { name: 'Повторять: не нужно' })); // 2
    expect(sheet()).toHaveAccessibleName('Повторять');
    expect(form.queryByRole('button', { name: 'Не повторять' })).toBeNull();
    await user.click(form.getByRole('button', { name: 'По будням' })); // 3
    const value = form.getByRole('button', { name: 'Повторять: по будням' });
    expect(value).toHaveFocus();
    expect(sheet()).toBeNull();
    expect(form.getByRole('switch', { name: 'Повторять' })).toBeChecked();
    expect(form.getByText('Напомню 5 мая 2050 в 09:30, затем по будням')).toBeVisible();
    await user.click(save()); // 4
    await waitFor(() => expect(creates()).toHaveLength(1));
    expect(creates()[0]?.body.notification).toMatchObject({
      repeat: true,
      repeatEvery: 1,
      repeatUnit: 'WEEK',
      repeatWeekdays: [1, 2, 3, 4, 5],
    });
  });

  test('to look behind «Другое…» chooses nothing, «Готово» there does', async () => {
    const { user, form } = await openFilled();
    const none = form.getByRole('button', { name: 'Повторять: не нужно' });
    await user.click(none);
    await user.click(form.getByRole('button', { name: 'Другое…' }));
    closeSheet();
    await user.click(none);
    await user.click(form.getByRole('button', { name: 'Другое…' }));
    await user.click(form.getByRole('button', { name: 'Готово' }));
    expect(form.getByRole('button', { name: 'Повторять: каждый день' })).toBeVisible();
  });

  test('a fault behind «Другое…» is told in its row, and opens the sheet at its field', async () => {
    const { user, form } = await openFilled();
    await user.click(form.getByRole('button', { name: 'Повторять: не нужно' }));
    await user.click(form.getByRole('button', { name: 'Другое…' }));
    await user.selectOptions(form.getByLabelText('Закончить'), 'UNTIL');
    fireEvent.change(form.getByLabelText('Последний день'), { target: { value: '2049-01-01' } });
    closeSheet();
    await user.click(save());
    expect(form.getByLabelText('Последний день')).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(sheet()).toBeNull();
    expect(form.getByText('Повтор не может закончиться раньше, чем начнётся')).toBeVisible();
  });

  test.each([
    ['switch', (user: User) => user.click(screen.getByRole('switch', { name: 'Повторять' }))],
    [
      'choice',
      async (user: User) => {
        await user.click(screen.getByRole('button', { name: /^Повторять: / }));
        await user.click(screen.getByRole('button', { name: 'Не повторять' }));
      },
    ],
  ])('a fault of a repetition goes with it, by its %s', async (_, switchOff) => {
    const { user, form } = await openFilled();
    await user.click(form.getByRole('switch', { name: 'Повторять' }));
    await user.selectOptions(form.getByLabelText('Закончить'), 'COUNT');
    closeSheet();
    await user.click(save());
    await user.keyboard('{Escape}');
    const fault = 'Укажите, сколько раз: от 1 до 1000';
    expect(form.getByText(fault)).toBeVisible();
    await switchOff(user);
    expect(form.getByRole('button', { name: 'Повторять: не нужно' })).toBeValid();
    expect(form.queryByText(fault)).toBeNull();
  });

  test('an end that is chosen and left open is asked for; Enter in its field closes the sheet, and saves nothing', async () => {
    const { user, form } = await openFilled();
    await user.click(form.getByRole('switch', { name: 'Повторять' }));
    await user.selectOptions(form.getByLabelText('Закончить'), 'COUNT');
    closeSheet();
    expect(form.getByRole('button', { name: 'Повторять: каждый день' })).toBeVisible();
    await user.click(save());
    const count = form.getByLabelText('Сколько раз');
    expect(count).toHaveFocus();
    expect(count).toHaveAccessibleDescription('Укажите, сколько раз: от 1 до 1000');
    await user.keyboard('3{Enter}');
    expect(sheet()).toBeNull();
    expect(form.getByRole('button', { name: 'Повторять: каждый день, 3 раза' })).toBeVisible();
    expect(creates()).toHaveLength(0);
    await user.click(save());
    await waitFor(() => expect(creates()).toHaveLength(1));
  });

  test('that begin at another moment show it in the fields, but not while a date’s digits are typed; the typed one comes back', async () => {
    const { user, form } = await openFilled();
    const date = form.getByLabelText<HTMLInputElement>('Дата');
    const shown = () => [date.value, form.getByLabelText<HTMLInputElement>('Время').value];
    await user.click(form.getByRole('switch', { name: 'Повторять' }));
    await user.selectOptions(form.getByLabelText('Период'), 'MONTH');
    await user.selectOptions(form.getByLabelText('В какой день месяца'), 'LAST_DAY');
    expect(shown()).toEqual(['2050-05-31', '09:30']);
    await user.selectOptions(form.getByLabelText('В течение дня'), 'AGAIN');
    expect(shown()).toEqual(['2050-05-31', '09:00']);
    expect(form.getByText(/^Напомню 31 мая 2050 в 09:00, затем/)).toBeVisible();
    closeSheet();
    date.focus();
    await user.keyboard('{ArrowUp}');
    fireEvent.change(date, { target: { value: '2050-06-01' } });
    expect(shown()).toEqual(['2050-06-01', '09:00']);
    await user.tab();
    expect(shown()).toEqual(['2050-06-30', '09:00']);
    await user.click(form.getByRole('button', { name: /^Повторять: / }));
    await user.click(form.getByRole('button', { name: 'Не повторять' }));
    expect(sheet()).toBeNull();
    expect(form.getByRole('button', { name: 'Повторять: не нужно' })).toBeVisible();
    expect(form.getByRole('switch', { name: 'Повторять' })).not.toBeChecked();
    expect(shown()).toEqual(['2050-06-01', '09:30']);
  });
});

test('a year of birth is asked for where it repeats every year, and sent', async () => {
  const { user, form } = await openFilled();
  await user.click(form.getByRole('switch', { name: 'Повторять' }));
  expect(form.queryByLabelText('Год рождения или события')).toBeNull();
  await user.selectOptions(form.getByLabelText('Период'), 'YEAR');
  await user.type(form.getByLabelText('Год рождения или события'), '1066');
  closeSheet();
  await user.click(save());
  expect(await form.findByText(/^Год рождения или события — от 1850 до/)).toBeVisible();
  await user.clear(form.getByLabelText('Год рождения или события'));
  await user.type(form.getByLabelText('Год рождения или события'), '1966');
  closeSheet();
  await user.click(save());
  await waitFor(() => expect(creates()).toHaveLength(1));
  expect(creates()[0]?.body.notification).toMatchObject({ repeatUnit: 'YEAR', birthYear: 1966 });
});

test('told ahead: what has passed by then is said, and what is taken away is sent too', async () => {
  const { user, form } = await openFilled();
  const press = (name: string) => user.click(form.getByRole('button', { name }));
  await press('Заранее: не нужно');
  await press('за 2 часа');
  await press('за день');
  expect(form.getByRole('button', { name: 'Заранее: за день и за 2 часа' })).toBeVisible();
  expect(form.getByText(/Предупрежу за день и за 2 часа$/)).toBeVisible();
  // In three days.
  fireEvent.change(form.getByLabelText('Дата'), { target: { value: '2026-11-23' } });
  await press('за неделю');
  expect(form.getByText(/Предупредить за неделю уже не успею$/)).toBeVisible();
  await press('за неделю');
  await user.click(save());
  await waitFor(() => expect(creates()).toHaveLength(1));
  expect(creates()[0]?.body.notification).toMatchObject({ preAlerts: [1_440, 120] });
});

test('repetition and flood: units agree with their number, weekdays and end are sent', async () => {
  const { user, form } = await openFilled();
  await user.click(form.getByRole('switch', { name: 'Повторять' }));
  const unit = form.getByLabelText('Период');
  const units = () =>
    within(unit)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  expect(units()).toEqual(['день', 'неделю', 'месяц', 'год']);
  const every = form.getByLabelText('Раз в');
  expect(within(every).getAllByRole('option')).toHaveLength(30);
  expect(every).toHaveValue('1');
  expect(unit).toHaveValue('DAY');
  await user.selectOptions(every, '3');
  expect(units()).toEqual(['дня', 'недели', 'месяца', 'года']);
  await user.selectOptions(every, '21');
  expect(units()).toEqual(['день', 'неделю', 'месяц', 'год']);
  await user.selectOptions(every, '5');
  expect(units()).toEqual(['дней', 'недель', 'месяцев', 'лет']);
  await user.selectOptions(every, '2');
  await user.selectOptions(unit, 'WEEK');
  await user.click(form.getByRole('button', { name: 'пятница' }));
  await user.click(form.getByRole('button', { name: 'понедельник' }));
  await user.selectOptions(form.getByLabelText('Закончить'), 'UNTIL');
  fireEvent.change(form.getByLabelText('Последний день'), { target: { value: '2051-01-01' } });
  closeSheet();
  await user.click(form.getByRole('switch', { name: 'Флуд' }));
  const flood = within(form.getByRole('group', { name: 'Интервал флуда' }));
  expect(flood.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '5 минут',
    '15 минут',
    '30 минут',
    '1 час',
  ]);
  await user.click(flood.getByRole('button', { name: '1 час' }));
  expect(form.getByText(/Флуд каждый час$/)).toBeVisible();
  await user.click(save());
  await waitFor(() => expect(creates()).toHaveLength(1));
  expect(creates()[0]?.body.notification).toMatchObject({
    repeat: true,
    repeatEvery: 2,
    repeatUnit: 'WEEK',
    repeatWeekdays: [1, 5],
    repeatUntil: '2051-01-01',
    flood: true,
    floodInterval: 60,
  });
});

test('the date at which a repetition begins stays when a time is set that is past today', async () => {
  const { user, form } = await openForm();
  fireEvent.change(form.getByLabelText('Текст уведомления'), { target: { value: 'Планёрка' } });
  await user.click(form.getByRole('switch', { name: 'Повторять' }));
  await user.selectOptions(form.getByLabelText('Период'), 'WEEK');
  await user.click(form.getByRole('button', { name: 'понедельник' }));
  closeSheet();
  // It is Friday, noon.
  expect(form.getByLabelText('Дата')).toHaveValue('2026-11-23');
  fireEvent.change(form.getByLabelText('Время'), { target: { value: '09:00' } });
  expect(form.getByLabelText('Дата')).toHaveValue('2026-11-23');
  expect(form.getByText(/^Напомню/)).toBeVisible();
  await user.click(save());
  await waitFor(() => expect(creates()).toHaveLength(1));
  expect(creates()[0]?.body.notification).toMatchObject({
    dateTime: '2026-11-23T06:00:00.000Z',
    repeatWeekdays: [1],
  });
});

test('a double tap saves once', async () => {
  await openFilled();
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  server.on('POST /api/notifications', async () => {
    await answered;
    return { json: { success: true, notification: aReminder() } };
  });
  fireEvent.submit(screen.getByRole('dialog').querySelector('form') ?? document.body);
  fireEvent.submit(screen.getByRole('dialog').querySelector('form') ?? document.body);
  await waitFor(() => expect(creates()).toHaveLength(1));
  answer();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(creates()).toHaveLength(1);
});

test('a save whose answer was lost is sent again under the same key', async () => {
  const { user } = await openFilled();
  server.on('POST /api/notifications', () => Promise.reject(new TypeError('offline')));
  await user.click(save());
  expect((await screen.findAllByText(/Нет связи/)).length).toBeGreaterThan(0);
  expect(screen.getByLabelText('Текст уведомления')).toHaveValue('Полить цветы');
  server.on('POST /api/notifications', null);
  await user.click(save());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const keys = creates().map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('so is what was closed behind that and brought back', async () => {
  const { user, form } = await openFilled();
  server.on('POST /api/notifications', () => Promise.reject(new TypeError('offline')));
  await user.click(save());
  expect((await screen.findAllByText(/Нет связи/)).length).toBeGreaterThan(0);
  await user.click(form.getByRole('button', { name: 'Отмена' }));
  server.on('POST /api/notifications', null);
  await user.click(await screen.findByRole('button', { name: 'Вернуть' }));
  await user.click(await screen.findByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(creates()).toHaveLength(2));
  const keys = creates().map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[1]).toBe(keys[0]);
});

test('the server’s faults show at their fields, the first of them above the form', async () => {
  const { user, form } = await openFilled();
  server.on('POST /api/notifications', () => ({
    status: 400,
    json: {
      success: false,
      message: 'Проверьте поля',
      errors: [
        { field: 'dateTime', message: 'Дата не может быть в прошлом' },
        { field: 'text', message: 'Слишком длинно' },
      ],
    },
  }));
  await user.click(save());
  expect(await form.findByText('Слишком длинно')).toBeVisible();
  const alert = form.getAllByRole('alert')[0];
  expect(alert).toHaveTextContent('Дата не может быть в прошлом');
  expect(form.getByLabelText('Дата')).toBeInvalid();
});

test('a row that a fault has opened stays open while that is put right', async () => {
  const { user, form } = await openFilled();
  server.on('POST /api/notifications', () => ({
    status: 400,
    json: { success: false, message: 'Нет', errors: [{ field: 'preAlerts', message: 'Много' }] },
  }));
  await user.click(save());
  expect(await form.findAllByText('Много')).not.toEqual([]);
  await user.click(form.getByRole('button', { name: 'за день' }));
  expect(form.queryByText('Много')).toBeNull();
  expect(form.getByRole('button', { name: 'за 2 часа' })).toBeVisible();
});

test('a refusal has words, whatever the answer says, which go with the next edit', async () => {
  const { form } = await openFilled();
  const nothingSaid = 'Ошибка при сохранении';
  for (const [status, json, said] of [
    [400, { message: '' }, nothingSaid],
    [500, { message: null, errors: null }, nothingSaid],
    [400, { errors: [{ field: 'text' }] }, nothingSaid],
    [400, { message: 'Нет', errors: [{ message: 'Поле' }] }, 'Поле'],
    [400, { message: 'Места больше нет' }, 'Места больше нет'],
  ] as const) {
    server.on('POST /api/notifications', () => ({ status, json: { success: false, ...json } }));
    fireEvent.click(save());
    expect(await form.findByText(said)).toBeVisible();
    const text = form.getByLabelText<HTMLTextAreaElement>('Текст уведомления');
    fireEvent.change(text, { target: { value: `${text.value}!` } });
    expect(form.queryByText(said)).toBeNull();
  }
  expect(creates()).toHaveLength(5);
});

test('a refusal that takes the whole screen brings no message beside it', async () => {
  const { user } = await openFilled(drawApp);
  server.on('POST /api/notifications', () => ({
    status: 403,
    json: { success: false, message: 'Данные устарели' },
  }));
  await user.click(save());
  expect(await screen.findByRole('heading', { name: 'Данные устарели' })).toBeVisible();
  expect(screen.getAllByText('Данные устарели')).toHaveLength(1);
});

test('an edit starts from the reminder on the user’s clocks, is an update, and can be taken back', async () => {
  const user = userEvent.setup({ delay: null });
  const row = aReminder({
    text: 'Отчёт',
    dateTime: '2050-05-05T21:30:00.000Z',
    type: { id: 2, name: 'Проверка' },
    repeat: true,
    repeatEvery: 2,
    repeatUnit: 'MONTH',
  });
  server.reminders = [row];
  renderScreen(<RemindersScreen />, server);
  await user.click(await screen.findByRole('button', { name: 'Редактировать' }));
  const form = within(await screen.findByRole('dialog', { name: 'Редактировать уведомление' }));
  await form.findByRole('option', { name: 'Личное' });
  expect(form.getByLabelText('Дата')).toHaveValue('2050-05-06');
  expect(form.getByLabelText('Время')).toHaveValue('00:30');
  await user.click(form.getByRole('button', { name: 'Повторять: каждые 2 месяца 6-го числа' }));
  expect(form.getByLabelText('Раз в')).toHaveValue('2');
  closeSheet();
  await user.type(form.getByLabelText('Текст уведомления'), '!');
  await user.click(save());
  expect(await screen.findByText('Уведомление успешно обновлено')).toBeVisible();
  // At once: the message goes by itself.
  await user.click(screen.getByRole('button', { name: 'Отменить' }));
  expect(await screen.findByRole('article', { name: 'Отчёт' })).toBeVisible();
  const [update, undoing] = server.callsOf('PUT', `/api/notifications/${row.id}`);
  expect(update?.body).toMatchObject({ notification: { text: 'Отчёт!' } });
  expect(undoing?.body).toMatchObject({
    notification: { text: 'Отчёт', dateTime: row.dateTime, repeatEvery: 2, repeatUnit: 'MONTH' },
  });
});

test('what an edit has added goes with its undo', async () => {
  const user = userEvent.setup({ delay: null });
  const row = aReminder({ text: 'Врач', dateTime: '2050-05-05T06:00:00.000Z' });
  server.reminders = [row];
  renderScreen(<RemindersScreen />, server);
  await user.click(await screen.findByRole('button', { name: 'Редактировать' }));
  const form = within(await screen.findByRole('dialog', { name: 'Редактировать уведомление' }));
  await form.findByRole('option', { name: 'Личное' });
  await user.click(form.getByRole('button', { name: 'Заранее: не нужно' }));
  await user.click(form.getByRole('button', { name: 'за 2 часа' }));
  await user.click(save());
  await screen.findByText('Уведомление успешно обновлено');
  await user.click(screen.getByRole('button', { name: 'Отменить' }));
  await waitFor(() =>
    expect(server.callsOf('PUT', `/api/notifications/${row.id}`)).toHaveLength(2),
  );
  const [update, undoing] = server.callsOf('PUT', `/api/notifications/${row.id}`);
  expect(update?.body).toMatchObject({ notification: { preAlerts: [120] } });
  expect(undoing?.body).toMatchObject({ notification: { preAlerts: [], counter: null } });
});

test('saved, the tour’s test reminder says to look into the chat, and closes the app two seconds later', async () => {
  const posted = jest.fn();
  Object.assign(window, { TelegramWebviewProxy: { postEvent: posted } });
  const start = { ...emptyPrefill, text: 'Проба', categoryId: 1, typeId: 1, dateTime: ahead(5) };
  const target = { start, test: true };
  renderScreen(
    <ReminderDialog target={target} onClose={() => undefined} onReopen={() => undefined} />,
    server,
  );
  const form = within(await screen.findByRole('dialog', { name: 'Добавить уведомление' }));
  await form.findByRole('option', { name: 'Личное' });
  const waits = jest.spyOn(globalThis, 'setTimeout');
  fireEvent.click(save());
  expect(await screen.findByText('Тестовое уведомление создано! Проверьте бот')).toBeVisible();
  expect(posted).not.toHaveBeenCalledWith('web_app_close', undefined);
  for (const [run, ms] of waits.mock.calls) if (ms === 2_000) run();
  expect(posted).toHaveBeenLastCalledWith('web_app_close', undefined);
  waits.mockRestore();
  Reflect.deleteProperty(window, 'TelegramWebviewProxy');
});

test('what stands in a form survives the end of the app, and comes back once', async () => {
  const { unmount } = await openFilled();
  unmount();
  const again = renderScreen(<RemindersScreen />, server);
  const form = within(await screen.findByRole('dialog', { name: 'Добавить уведомление' }));
  expect(form.getByText('Здесь текст, который вы не успели сохранить.')).toBeVisible();
  expect(form.getByLabelText('Текст уведомления')).toHaveValue('Полить цветы');
  expect(form.getByLabelText('Время')).toHaveValue('09:30');
  const user = userEvent.setup({ delay: null });
  await user.click(form.getByRole('button', { name: 'Отмена' }));
  again.unmount();
  renderScreen(<RemindersScreen />, server);
  await waitFor(() => expect(screen.queryByLabelText('Загрузка...')).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
});

describe('the text is read as it is typed', () => {
  const write = (text: string) =>
    fireEvent.change(within(screen.getByRole('dialog')).getByLabelText('Текст уведомления'), {
      target: { value: text },
    });
  const chips = async () =>
    within(await screen.findByRole('group', { name: 'Что получится' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
      .filter(Boolean);
  async function stored() {
    fireEvent.click(save());
    await waitFor(() => expect(creates()).toHaveLength(1));
    return creates()[0]?.body.notification;
  }

  test('into the fields, and its words leave what is stored and counted', async () => {
    const { form } = await openForm();
    write('тренировка каждый вторник в 18:30, напомни за час, с флудом');
    await waitFor(async () =>
      expect(await chips()).toEqual([
        expect.stringMatching(/ в 18:30$/),
        'Каждый вторник',
        'За час',
        expect.stringMatching(/^Флуд: каждые /),
      ]),
    );
    expect(form.getByLabelText('Время')).toHaveValue('18:30');
    expect(form.getByRole('button', { name: 'Повторять: каждый вторник' })).toBeVisible();
    expect(form.getByText('10 из 500')).toBeVisible();
    expect(form.getByText('Сохранится: «Тренировка»')).toBeVisible();
    expect(form.getByLabelText('Текст уведомления')).toHaveValue(
      'тренировка каждый вторник в 18:30, напомни за час, с флудом',
    );
    expect(await stored()).toMatchObject({
      text: 'Тренировка',
      repeatUnit: 'WEEK',
      repeatWeekdays: [2],
      preAlerts: [60],
      flood: true,
    });
  });

  test('and saved at once it is read all the same', async () => {
    await openForm();
    write('завтра в 9 купить хлеб');
    expect(await stored()).toMatchObject({ text: 'Купить хлеб' });
    expect(creates()[0]?.body.notification).toHaveProperty(
      'dateTime',
      expect.stringMatching(/T06:00:00/),
    );
  });

  test('a chip opens its field or its sheet; taken away it leaves its words in the text, and the field as it was', async () => {
    const { user, form } = await openForm();
    const before = form.getByLabelText<HTMLInputElement>('Дата').value;
    write('отчёт завтра в 9 каждый день');
    await user.click(await form.findByRole('button', { name: 'Каждый день' }));
    expect(sheet()).toBeVisible();
    await user.keyboard('{Escape}');
    expect(form.getByRole('button', { name: 'Повторять: каждый день' })).toHaveFocus();
    await user.click(form.getByRole('button', { name: 'Завтра в 09:00' }));
    expect(form.getByLabelText('Дата')).toHaveFocus();
    await user.click(
      await form.findByRole('button', {
        name: 'Убрать «Каждый день»: слова останутся в тексте',
      }),
    );
    expect(await chips()).toEqual(['Завтра в 09:00']);
    expect(form.getByLabelText('Текст уведомления')).toHaveFocus();
    await user.click(form.getByRole('button', { name: /^Убрать / }));
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Что получится' })).toBeNull());
    expect(form.getByLabelText('Дата')).toHaveValue(before);
    expect(await stored()).toMatchObject({ text: 'отчёт завтра в 9 каждый день', repeat: false });
  });

  test('what is switched off by hand has no chip, and the rest stays as it was read', async () => {
    const { user, form } = await openForm();
    write('отчёт каждый вторник в 9, напомни за час, с флудом');
    await waitFor(async () => expect(await chips()).toHaveLength(4));
    const [when] = await chips();
    await user.click(form.getByRole('switch', { name: 'Повторять' }));
    await user.click(form.getByRole('switch', { name: 'Флуд' }));
    await user.click(form.getByRole('button', { name: 'Заранее: за час' }));
    await user.click(form.getByRole('button', { name: 'за час' }));
    expect(await chips()).toEqual([when]);
    expect(await stored()).toMatchObject({ text: 'Отчёт', repeat: false, flood: false });
  });

  test('the chip of what is left leads to the words that say it', async () => {
    const { user, form } = await openForm();
    write('корм коту завтра в 9, осталось 14');
    await waitFor(async () => expect(await chips()).toHaveLength(2));
    await user.click(form.getByRole('button', { name: /^Осталось 14$/ }));
    expect(form.getByLabelText('Текст уведомления')).toHaveFocus();
  });

  test('a field that was set by hand beats it, before and after', async () => {
    const { form } = await openForm();
    fireEvent.change(form.getByLabelText('Дата'), { target: { value: '2050-05-05' } });
    write('завтра в 18:30 купить хлеб');
    await waitFor(() => expect(form.getByLabelText('Время')).toHaveValue('18:30'));
    expect(form.getByLabelText('Дата')).toHaveValue('2050-05-05');
    fireEvent.change(form.getByLabelText('Время'), { target: { value: '20:00' } });
    fireEvent.change(form.getByLabelText('Категория'), { target: { value: '1' } });
    write('завтра в 18:30 купить хлеб в аптеке');
    expect(await stored()).toMatchObject({
      // «завтра» came behind the date that was set: it stays.
      text: 'Завтра купить хлеб в аптеке',
      dateTime: '2050-05-05T17:00:00.000Z',
      categoryId: 1,
    });
  });

  test('category and type are guessed from it; what was used last gives way', async () => {
    server.reminders = [aReminder({ category: { id: 3, name: 'Дом' }, createdAt: aMinuteAgo() })];
    const { form } = await openForm();
    expect(form.getByLabelText('Категория')).toHaveValue('3');
    write('проверить отчёт');
    await waitFor(() => expect(form.getByLabelText('Тип уведомления')).toHaveValue('2'));
    expect(form.getByLabelText('Категория')).not.toHaveValue('3');
    write('прогулка');
    await waitFor(() => expect(form.getByLabelText('Категория')).toHaveValue('3'));
  });

  test('in an edit only the words that are new', async () => {
    const row = aReminder({ text: 'Отчёт за вчера', dateTime: '2050-05-05T06:00:00.000Z' });
    server.reminders = [row];
    const user = userEvent.setup({ delay: null });
    renderScreen(<RemindersScreen />, server);
    await user.click(await screen.findByRole('button', { name: 'Редактировать' }));
    const form = within(await screen.findByRole('dialog'));
    await form.findByRole('option', { name: 'Личное' });
    write('Отчёт за вчера и план каждый день в 10');
    await waitFor(async () => expect(await chips()).toContain('Каждый день'));
    await user.click(save());
    const path = `/api/notifications/${row.id}`;
    await waitFor(() => expect(server.callsOf('PUT', path)).toHaveLength(1));
    expect(server.callsOf('PUT', path)[0]?.body.notification).toMatchObject({
      text: 'Отчёт за вчера и план',
      repeat: true,
      repeatUnit: 'DAY',
    });
  });

  test('a moment that is past stands in the fields and is not saved; a date set by hand settles it', async () => {
    const { form } = await openForm();
    write('вчера в 9 утра купить хлеб');
    expect(await form.findByText('Это время уже прошло. Выберите другое')).toBeVisible();
    expect(form.queryByText(/^Напомню/)).toBeNull();
    expect(form.getByLabelText('Время')).toHaveValue('09:00');
    expect(form.queryByRole('button', { pressed: true })).toBeNull();
    const date = form.getByLabelText('Дата');
    // Its `min` alone would make it invalid, and show nothing.
    expect(date).toHaveAttribute('aria-invalid', 'true');
    expect(form.getByLabelText('Время')).toHaveAttribute('aria-invalid', 'false');
    fireEvent.click(save());
    await waitFor(() => expect(date).toHaveFocus());
    expect(date).toHaveAccessibleDescription('Дата не может быть в прошлом');
    expect(creates()).toHaveLength(0);
    // Another past one takes that message away, and is marked as the first was.
    fireEvent.change(date, { target: { value: '2020-01-01' } });
    expect(date).toHaveAttribute('aria-invalid', 'true');
    fireEvent.change(date, { target: { value: '2050-05-05' } });
    expect(date).toHaveAttribute('aria-invalid', 'false');
    expect(await stored()).toMatchObject({
      text: 'Купить хлеб',
      dateTime: '2050-05-05T06:00:00.000Z',
    });
  });

  test('a date alone asks for its time; closed by mistake the form comes back whole', async () => {
    const { user, form } = await openForm();
    write('завтра купить хлеб');
    await waitFor(async () => expect(await chips()).toEqual(['Завтра', 'Во сколько?']));
    fireEvent.click(save());
    expect(await form.findByText('Выберите время')).toBeVisible();
    expect(creates()).toHaveLength(0);
    await user.click(form.getByRole('button', { name: 'Отмена' }));
    await user.click(await screen.findByRole('button', { name: 'Вернуть' }));
    expect(await screen.findByLabelText('Текст уведомления')).toHaveValue('завтра купить хлеб');
    expect(await chips()).toContain('Во сколько?');
  });
});
