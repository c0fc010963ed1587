import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { aReminder } from '@/testing/wire-rows';
import { FakeServer } from '@/testing/fake-server';
import { renderScreen, USER } from '@/testing/mini-app';
import { keptLine } from '../../session/kept-place';
import { Screens } from '../../shell/screens';
import { emptyPrefill, formOf, keptReminder } from '../form/form';
import { RemindersScreen } from '../screen/screen';

let server = new FakeServer();
beforeEach(() => {
  localStorage.clear();
  server = new FakeServer();
});
const user = userEvent.setup({ delay: null });
const line = () => screen.getByRole('textbox', { name: 'Быстрый ввод' });
const chips = async () =>
  within(await screen.findByRole('group', { name: 'Что получится' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
const creates = () => server.callsOf('POST', '/api/notifications');
const enter = () => fireEvent.submit(line());

async function start() {
  renderScreen(<RemindersScreen />, server);
  await waitFor(() => expect(screen.queryByLabelText('Загрузка...')).toBeNull());
  await waitFor(() => expect(server.callsOf('GET', '/api/notifications/types')).not.toEqual([]));
}
async function type(words: string) {
  await start();
  await user.click(line());
  fireEvent.change(line(), { target: { value: words } });
}

test('what is understood shows while it is typed, and what will be as usual beside it', async () => {
  const createdAt = new Date().toISOString();
  server.reminders = [aReminder({ category: { id: 3, name: 'Дом' }, createdAt })];
  await type('каждый вторник в 18:30 тренировка');
  await waitFor(async () =>
    expect(await chips()).toEqual([
      expect.stringMatching(/в 18:30$/),
      'Каждый вторник',
      'Напоминание',
      'Дом',
    ]),
  );
  fireEvent.change(line(), { target: { value: 'завтра хлеб' } });
  await waitFor(async () =>
    expect(await chips()).toEqual(['Завтра', 'Во сколько?', 'Напоминание', 'Дом']),
  );
  fireEvent.change(line(), { target: { value: '32 декабря хлеб' } });
  expect(await screen.findByText(/такой даты или такого времени не бывает/)).toBeVisible();
});

test('Enter makes the reminder at once; the message says when, and leads to the form', async () => {
  await type('завтра в 9 купить хлеб');
  enter();
  expect(await screen.findByText('Завтра в 09:00 — купить хлеб')).toBeVisible();
  expect(creates()[0]?.body.notification).toMatchObject({
    text: 'Купить хлеб',
    typeId: 1,
    categoryId: 1,
    repeat: false,
    flood: false,
  });
  expect(line()).toHaveValue('');
  expect(await screen.findByRole('article', { name: 'Купить хлеб' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Изменить' }));
  const form = await screen.findByRole('dialog', { name: 'Редактировать уведомление' });
  expect(within(form).getByLabelText('Текст уведомления')).toHaveValue('Купить хлеб');
});

test('Enter pressed twice makes one, which can be taken back, and its words are in the line again', async () => {
  await type('завтра в 9 купить хлеб');
  enter();
  enter();
  await screen.findByText('Завтра в 09:00 — купить хлеб');
  enter();
  expect(creates()).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Отменить' }));
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Купить хлеб' })).toBeNull());
  expect(server.calls.some(({ method }) => method === 'DELETE')).toBe(true);
  expect(line()).toHaveValue('завтра в 9 купить хлеб');
});

test('on a slow network the next line can be sent while one is being saved', async () => {
  const waiting: (() => void)[] = [];
  server.on('POST /api/notifications', async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    const notification = aReminder({ text: `Позвонить ${creates().length}` });
    return { status: 201, json: { success: true, notification } };
  });
  await type('завтра в 9 купить хлеб');
  enter();
  await waitFor(() => expect(line().closest('[aria-busy=true]')).not.toBeNull());
  fireEvent.change(line(), { target: { value: 'завтра в 10 позвонить' } });
  expect(line().closest('[aria-busy=true]')).toBeNull();
  enter();
  await waitFor(() => expect(waiting).toHaveLength(2));
  for (const answer of waiting) answer();
  await waitFor(() => expect(line()).toHaveValue(''));
  expect(creates().map(({ body }) => body.notification)).toMatchObject([
    { text: 'Купить хлеб' },
    { text: 'Позвонить' },
  ]);
});

test('a fault keeps the line; sent again after a lost answer it is the same request', async () => {
  await type('через 10 минут позвонить');
  server.on('POST /api/notifications', () => Promise.reject(new TypeError('offline')));
  enter();
  expect(await screen.findByText(/Нет связи/)).toBeVisible();
  expect(line()).toHaveValue('через 10 минут позвонить');
  server.on('POST /api/notifications', null);
  enter();
  await screen.findByText(/— позвонить$/);
  const [first, second] = creates();
  expect(second?.body).toEqual(first?.body);
  expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'));
});

test('a line of which the answer was lost is the same request also behind another line', async () => {
  const lost = () => Promise.reject(new TypeError('offline'));
  for (const words of [
    'завтра в 9 купить хлеб',
    'завтра в 10 позвонить',
    'завтра в 9 купить хлеб',
  ]) {
    server.on('POST /api/notifications', words.includes('хлеб') ? lost : null);
    const before = creates().length;
    if (before === 0) await type(words);
    else fireEvent.change(line(), { target: { value: words } });
    enter();
    await waitFor(() => expect(creates()).toHaveLength(before + 1));
    await waitFor(() => expect(line().closest('[aria-busy=true]')).toBeNull());
  }
  const keys = creates().map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[2]).toBe(keys[0]);
  expect(keys[1]).not.toBe(keys[0]);
});

test('a line that failed and was typed over is offered again', async () => {
  let fail = (): void => undefined;
  server.on('POST /api/notifications', async () => {
    await new Promise<void>((resolve) => (fail = resolve));
    return { status: 500, json: { success: false, message: 'Ошибка' } };
  });
  await type('завтра в 9 купить хлеб');
  enter();
  await waitFor(() => expect(creates()).toHaveLength(1));
  fireEvent.change(line(), { target: { value: 'завтра в 10' } });
  fail();
  await user.click(await screen.findByRole('button', { name: 'Вернуть' }));
  const form = within(await screen.findByRole('dialog', { name: 'Добавить уведомление' }));
  expect(form.getByLabelText('Текст уведомления')).toHaveValue('завтра в 9 купить хлеб');
  expect(line()).toHaveValue('завтра в 10');
});

test('what is not certain opens the form at what is missing, and closed without saving the words stay', async () => {
  await start();
  for (const [words, focused] of [
    ['купить хлеб', 'Дата'],
    ['завтра купить хлеб', 'Время'],
    ['завтра в 9', 'Текст уведомления'],
  ] as const) {
    fireEvent.change(line(), { target: { value: words } });
    enter();
    const form = within(await screen.findByRole('dialog', { name: 'Добавить уведомление' }));
    expect(form.getByLabelText('Текст уведомления')).toHaveValue(words);
    await waitFor(() => expect(form.getByLabelText(focused)).toHaveFocus());
    fireEvent.click(form.getByText('Отмена'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(line()).toHaveValue(words);
  }
  expect(creates()).toHaveLength(0);
});

test('what asks for no moment at all is read again once the line says when', async () => {
  await type('купить хлеб');
  await waitFor(async () => expect((await chips())[0]).toBe('Когда?'));
  fireEvent.change(line(), { target: { value: 'купить хлеб завтра в 9' } });
  await waitFor(async () => expect((await chips())[0]).toBe('Завтра в 09:00'));
});

test('a chip opens the form at its field, with everything filled in', async () => {
  await type('завтра в 9 купить хлеб');
  await user.click(await screen.findByRole('button', { name: 'Личное' }));
  const form = within(await screen.findByRole('dialog', { name: 'Добавить уведомление' }));
  await waitFor(() => expect(form.getByLabelText('Категория')).toHaveFocus());
  expect(form.getByLabelText('Текст уведомления')).toHaveValue('завтра в 9 купить хлеб');
  await waitFor(() => expect(form.getByLabelText('Время')).toHaveValue('09:00'));
  await user.click(form.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(creates()).toHaveLength(1);
  expect(creates()[0]?.body.notification).toMatchObject({ text: 'Купить хлеб' });
  expect(line()).toHaveValue('');
});

test('what is understood stays in sight under a press, which leaves the focus in the line', async () => {
  await type('завтра в 9 полить розы #дача');
  const offer = await screen.findByRole('button', { name: 'Создать категорию «дача»' });
  const chip = screen.getByRole('button', { name: 'Завтра в 09:00' });
  for (const target of [
    chip,
    offer,
    screen.getByRole('button', { name: 'Создать по этой строке' }),
  ]) {
    await user.pointer({ keys: '[MouseLeft>]', target });
    expect(line()).toHaveFocus();
    await user.pointer({ keys: '[/MouseLeft]', target: line() });
  }
});

test('what was typed is there again after the end of the app, until it is sent or taken away', async () => {
  await type('завтра в 9 купить хлеб');
  cleanup();
  await start();
  expect(line()).toHaveValue('завтра в 9 купить хлеб');
  fireEvent.change(line(), { target: { value: '' } });
  cleanup();
  await start();
  expect(line()).toHaveValue('');
});

test('what stands in the line is not lost to a form that is kept of something else', async () => {
  server.on('GET /api/notifications/5', () => Promise.reject(new TypeError('offline')));
  const values = formOf({ ...emptyPrefill, text: 'Врач' }, 'Europe/Moscow');
  keptReminder.keep(USER.id, { editId: 5, version: 1, values });
  keptLine.keep(USER.id, 'завтра в 9 купить хлеб');
  await start();
  expect(line()).toHaveValue('завтра в 9 купить хлеб');
  expect(keptLine.read(USER.id)).toBe('завтра в 9 купить хлеб');
  cleanup();
  keptReminder.keep(USER.id, { editId: null, values });
  await start();
  expect(line()).toHaveValue('завтра в 9 купить хлеб');
});

function TwoScreens() {
  const [notes, setNotes] = useState(false);
  return (
    <>
      <button onClick={() => setNotes(!notes)}>другой экран</button>
      <Screens pathname={notes ? '/notes' : '/'} />
    </>
  );
}

test('a line waits while its user looks at another screen', async () => {
  renderScreen(<TwoScreens />, server);
  fireEvent.change(line(), { target: { value: 'завтра' } });
  const other = screen.getByRole('button', { name: 'другой экран' });
  await user.click(other);
  await screen.findByText('Мои заметки');
  await user.click(other);
  expect(line()).toHaveValue('завтра');
});

test('a category behind # that is not there yet can be made, and is that of the reminder', async () => {
  await type('завтра в 9 полить розы #дача');
  await user.click(await screen.findByRole('button', { name: 'Создать категорию «дача»' }));
  expect(await screen.findByText('Категория «дача» создана')).toBeVisible();
  expect(server.callsOf('POST', '/api/categories')).toHaveLength(1);
  await waitFor(async () => expect(await chips()).toContain('дача'));
  expect(screen.queryByRole('button', { name: /^Создать категорию/ })).not.toBeInTheDocument();
  expect(line()).toHaveValue('завтра в 9 полить розы #дача');
  expect(line()).toHaveFocus();
  enter();
  await waitFor(() => expect(creates()).toHaveLength(1));
  const [made] = server.ownCategories;
  expect(creates()[0]?.body.notification).toMatchObject({
    text: 'Полить розы',
    categoryId: made?.id,
  });
});

test('where the offer is not taken, the words stay; a refusal is said, and nothing typed is lost', async () => {
  server.on('POST /api/categories', () => ({
    status: 400,
    json: { success: false, message: 'Своих категорий может быть не больше 30' },
  }));
  await type('завтра в 9 полить розы #дача');
  await user.click(await screen.findByRole('button', { name: 'Создать категорию «дача»' }));
  expect(await screen.findByText('Своих категорий может быть не больше 30')).toBeVisible();
  expect(line()).toHaveValue('завтра в 9 полить розы #дача');
  enter();
  await waitFor(() => expect(creates()).toHaveLength(1));
  expect(creates()[0]?.body.notification).toMatchObject({ text: 'Полить розы #дача' });
});
