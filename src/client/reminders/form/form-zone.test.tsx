import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aReminder } from '@/testing/wire-rows';
import { FakeServer } from '@/testing/fake-server';
import { renderScreen } from '@/testing/mini-app';
import { formOf, emptyPrefill, type FormValues } from './form';
import { onClocksOf } from './form-state';
import { RemindersScreen } from '../screen/screen';

/** The browser's zone counts until the server names the one that was chosen by hand. */
const BROWSER = 'Europe/Moscow';
const CHOSEN = 'Asia/Omsk';
const SIX_UTC = '2050-05-05T06:00:00.000Z';

let server = new FakeServer();
let tellZone = (): void => undefined;
beforeEach(() => {
  localStorage.clear();
  server = new FakeServer();
  const told = new Promise<void>((resolve) => (tellZone = resolve));
  server.on('POST /api/profile/timezone', async () => {
    await told;
    return {
      json: {
        success: true,
        timezone: CHOSEN,
        manual: true,
        settings: { ...server.settings, timeZone: CHOSEN, timeZoneChosen: true },
      },
    };
  });
  const options = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: BROWSER };
  jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options);
});
afterEach(() => {
  jest.restoreAllMocks();
  window.history.replaceState(null, '', '/');
});

const field = (label: string) => screen.getByLabelText(label);
const moment = () => [field('Дата'), field('Время')];
const fill = (label: string, value: string) =>
  fireEvent.change(field(label), { target: { value } });
const formIsGone = () =>
  waitFor(() => expect(screen.queryByRole('dialog', { name: /уведомление$/ })).toBeNull());
const save = () => userEvent.setup({ delay: null }).click(screen.getByText('Сохранить'));
const zoneArrives = async () => {
  await act(async () => {
    tellZone();
    await Promise.resolve();
  });
};

async function openFromChat(search: string) {
  window.history.replaceState(null, '', `/${search}`);
  renderScreen(<RemindersScreen />, server);
  if (search.startsWith('?reminder')) {
    const view = within(await screen.findByRole('dialog'));
    fireEvent.click(await view.findByRole('button', { name: 'Изменить' }));
  }
  const form = within(await screen.findByRole('dialog', { name: /уведомление$/ }));
  await form.findByRole('option', { name: 'Личное' });
  return form;
}

test('a reminder opened from the chat keeps its instant, whenever the zone arrives', async () => {
  const row = aReminder({ dateTime: SIX_UTC });
  server.reminders = [row];
  await openFromChat(`?reminder=${row.id}`);
  expect(field('Время')).toHaveValue('09:00');
  fill('Текст уведомления', 'Новый текст');
  await zoneArrives();
  await waitFor(() => expect(field('Время')).toHaveValue('12:00'));
  await save();
  await formIsGone();
  const [update] = server.callsOf('PUT', `/api/notifications/${row.id}`);
  expect(update?.body.notification).toMatchObject({ text: 'Новый текст', dateTime: SIX_UTC });
});

test('a draft from the chat keeps its instant, whenever the zone arrives', async () => {
  const draft = {
    ...aReminder({ dateTime: SIX_UTC }),
    id: 5,
    date: null,
    typeId: 1,
    categoryId: 1,
  };
  server.on('GET /api/drafts/5', () => ({ json: { success: true, draft } }));
  await openFromChat('?draft=5');
  fill('Текст уведомления', 'Новый текст');
  await zoneArrives();
  await waitFor(() => expect(field('Время')).toHaveValue('12:00'));
  await save();
  await formIsGone();
  const [create] = server.callsOf('POST', '/api/notifications');
  expect(create?.body.notification).toMatchObject({ dateTime: SIX_UTC });
});

/** At 10:00 and 20:00 in Samara, where its user is no longer. */
const onOtherClocks = {
  ...{
    text: 'Таблетка',
    dateTime: SIX_UTC,
    repeat: true,
    repeatEvery: 1,
    timeZone: 'Europe/Samara',
  },
  ...{ repeatUnit: 'DAY' as const, repeatTimes: ['10:00', '20:00'] },
};
const itsRule = {
  ...{ dateTime: SIX_UTC, timeZone: 'Europe/Samara', repeatTimes: ['10:00', '20:00'] },
};

test('a series that stays on another zone’s clocks is edited and brought back on these, which is said', async () => {
  const row = aReminder(onOtherClocks);
  server.reminders = [row];
  const form = await openFromChat(`?reminder=${row.id}`);
  await zoneArrives();
  expect(await form.findByText(/Самара, UTC\+4/)).toBeVisible();
  expect(field('Время')).toHaveValue('10:00');
  fill('Текст уведомления', 'Витамин');
  await save();
  await formIsGone();
  await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Отменить' }));
  const sent = () =>
    server.callsOf('PUT', `/api/notifications/${row.id}`).map(({ body }) => body.notification);
  await waitFor(() =>
    expect(sent()).toMatchObject([
      { text: 'Витамин', ...itsRule },
      { text: 'Таблетка', ...itsRule },
    ]),
  );
});

test('it goes over to the user’s own clocks at a press, with all of its times', async () => {
  const row = aReminder(onOtherClocks);
  server.reminders = [row];
  const form = await openFromChat(`?reminder=${row.id}`);
  await zoneArrives();
  fireEvent.click(await form.findByRole('button', { name: 'Перевести в мой пояс' }));
  await save();
  await formIsGone();
  const [update] = server.callsOf('PUT', `/api/notifications/${row.id}`);
  expect(update?.body.notification).toMatchObject({
    dateTime: SIX_UTC,
    timeZone: CHOSEN,
    repeatTimes: ['12:00', '22:00'],
  });
});

test('a series of a card of the chat is saved on the clocks on which it was said', async () => {
  const draft = { ...aReminder(onOtherClocks), id: 5, date: null, typeId: 1, categoryId: 1 };
  server.on('GET /api/drafts/5', () => ({ json: { success: true, draft } }));
  await openFromChat('?draft=5');
  await zoneArrives();
  await save();
  await formIsGone();
  const [create] = server.callsOf('POST', '/api/notifications');
  expect(create?.body.notification).toMatchObject(itsRule);
});

test('a time written before the zone arrives keeps the zone it was written in, and says which', async () => {
  const row = aReminder({ dateTime: SIX_UTC, repeat: true, repeatEvery: 1, repeatUnit: 'DAY' });
  server.reminders = [row];
  const form = await openFromChat(`?reminder=${row.id}`);
  fill('Время', '10:00');
  await zoneArrives();
  expect(await form.findByText(/Москва, UTC\+3/)).toBeVisible();
  expect(form.getByText(/Омск, UTC\+6/)).toBeVisible();
  expect(field('Время')).toHaveValue('10:00');
  await save();
  await formIsGone();
  const [update] = server.callsOf('PUT', `/api/notifications/${row.id}`);
  expect(update?.body.notification).toMatchObject({
    dateTime: '2050-05-05T07:00:00.000Z',
    timeZone: BROWSER,
  });
});

test('such a time goes over to the user’s own zone at a press, at the same instant', async () => {
  const row = aReminder({ dateTime: SIX_UTC });
  server.reminders = [row];
  const form = await openFromChat(`?reminder=${row.id}`);
  fill('Время', '23:30');
  await zoneArrives();
  fireEvent.click(await form.findByRole('button', { name: 'Перевести в мой пояс' }));
  for (const [at, value] of ['2050-05-06', '02:30'].entries())
    expect(moment()[at]).toHaveValue(value);
  await save();
  await formIsGone();
  const [update] = server.callsOf('PUT', `/api/notifications/${row.id}`);
  expect(update?.body.notification).toMatchObject({ dateTime: '2050-05-05T20:30:00.000Z' });
});

test('a kept form comes back in the zone it was written in', async () => {
  const user = userEvent.setup({ delay: null });
  const { unmount } = renderScreen(<RemindersScreen />, server);
  await user.click(await screen.findByRole('button', { name: 'Добавить уведомление' }));
  const form = within(await screen.findByRole('dialog'));
  await form.findByRole('option', { name: 'Личное' });
  fill('Текст уведомления', 'Полить цветы');
  fill('Категория', '3');
  fill('Тип уведомления', '3');
  fill('Дата', '2050-05-05');
  fill('Время', '09:00');
  unmount();
  tellZone();
  renderScreen(<RemindersScreen />, server);
  await screen.findByText(/Москва, UTC\+3/);
  expect(field('Время')).toHaveValue('09:00');
  await save();
  await formIsGone();
  const [create] = server.callsOf('POST', '/api/notifications');
  expect(create?.body.notification).toMatchObject({ dateTime: SIX_UTC });
});

test('an empty form is written in the zone that has arrived meanwhile', async () => {
  const user = userEvent.setup({ delay: null });
  renderScreen(<RemindersScreen />, server);
  await user.click(await screen.findByRole('button', { name: 'Добавить уведомление' }));
  const form = within(await screen.findByRole('dialog'));
  await form.findByRole('option', { name: 'Личное' });
  fill('Текст уведомления', 'Полить цветы');
  await zoneArrives();
  fill('Категория', '3');
  fill('Тип уведомления', '3');
  fill('Дата', '2050-05-05');
  fill('Время', '12:00');
  expect(form.queryByText(/Москва/)).toBeNull();
  await save();
  await formIsGone();
  const [create] = server.callsOf('POST', '/api/notifications');
  expect(create?.body.notification).toMatchObject({ dateTime: SIX_UTC });
});

test('values that move to another zone keep the days of their rule: the date may be another one there', () => {
  const kept: FormValues = {
    ...formOf(emptyPrefill, 'Asia/Omsk'),
    date: '2026-11-23',
    time: '00:30',
    repeat: true,
    repeatUnit: 'WEEK',
    weekdays: [1, 3],
    until: '2026-12-28',
  };
  expect(onClocksOf('Europe/Moscow', kept)).toMatchObject({
    date: '2026-11-22',
    time: '21:30',
    weekdays: [2, 7],
    until: '2026-12-27',
  });
  expect(onClocksOf('Asia/Omsk', onClocksOf('Europe/Moscow', kept) ?? kept)).toEqual(kept);
});

test.each<[string, Partial<FormValues>]>([
  ['its day of the month is another one', { time: '23:00', repeatUnit: 'MONTH', monthDays: [23] }],
  ['its hours go over midnight', { inDay: 'AGAIN', windowFrom: '09:00', windowTo: '21:00' }],
  ['its times fall on two days', { repeatUnit: 'WEEK', inDay: 'TIMES', times: ['23:00'] }],
])('a rule that another zone’s clocks cannot say stays where it is written: %s', (_why, rule) => {
  const opened = formOf(emptyPrefill, 'Europe/Moscow');
  const daily = { ...opened, date: '2026-11-23', time: '09:00', repeat: true } as const;
  expect(onClocksOf('Asia/Omsk', { ...daily, ...rule })).toBeNull();
  expect(onClocksOf('Asia/Omsk', { ...daily, inDay: 'TIMES', times: ['20:00'] })).toMatchObject({
    time: '12:00',
    times: ['23:00'],
  });
});
