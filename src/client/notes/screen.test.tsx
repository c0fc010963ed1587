import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aNote } from '@/testing/wire-rows';
import { FakeServer } from '@/testing/fake-server';
import { renderScreen, runPrelude, USER } from '@/testing/mini-app';
import { RemindersScreen } from '../reminders/screen/screen';
import { NOTES_FIRST_PATH, peekAnswer, takeOver } from '../wire/prelude';
import { keptNote } from './kept';
import NotesScreen from './screen';

let address = new URLSearchParams();
jest.mock('next/navigation', () => ({
  ...jest.requireActual<object>('next/navigation'),
  useSearchParams: () => address,
}));

beforeEach(() => {
  localStorage.clear();
  Object.assign(window, { innerHeight: 200 }); // A window of one page.
  address = new URLSearchParams();
});
const cards = () =>
  [...document.querySelectorAll('article')].map((card) => card.getAttribute('aria-label'));

test('the search looks into titles and contents, the category filters, five a page; a small account is asked for once', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  server.notes = [
    aNote({ title: 'Ёлка', content: 'Шары', category: { id: 3, name: 'Дом' } }),
    aNote({ title: 'Праздник', content: 'Поставить ёлку' }),
    ...Array.from({ length: 5 }, () => aNote()),
  ];
  renderScreen(<NotesScreen />, server);
  await waitFor(() => expect(cards()).toHaveLength(5));
  await user.click(screen.getByRole('button', { name: 'Загрузить ещё' }));
  expect(cards()).toHaveLength(7);
  fireEvent.change(screen.getByRole('textbox', { name: 'Поиск' }), { target: { value: 'елк' } });
  await waitFor(() => expect(cards()).toEqual(['Ёлка', 'Праздник']));
  const asked = server.calls.filter(({ path }) => path.startsWith('/api/notes?'));
  expect(new Set(asked.map(({ path }) => path))).toEqual(new Set([NOTES_FIRST_PATH]));
  await user.click(screen.getByRole('button', { name: 'Фильтры' }));
  const filters = within(await screen.findByRole('dialog', { name: 'Дополнительные фильтры' }));
  expect(filters.getByLabelText('Категория')).toHaveValue('Все');
  await user.selectOptions(filters.getByLabelText('Категория'), 'Дом');
  await user.click(filters.getByRole('button', { name: 'Применить' }));
  await waitFor(() => expect(cards()).toEqual(['Ёлка']));
});

test('a new note is saved with one text and one tap, where the list shows it, with the present time', async () => {
  const user = userEvent.setup({ delay: null });
  let server = new FakeServer();
  server.notes = [
    aNote({ category: { id: 3, name: 'Дом' } }),
    aNote({ category: { id: 1, name: 'Личное' } }),
    aNote({ category: { id: 2, name: 'Работа' } }),
  ];
  const { unmount } = renderScreen(<NotesScreen />, server);
  await waitFor(() => expect(cards()).toHaveLength(3));
  const add = async (content: string) => {
    await user.click(screen.getByRole('button', { name: 'Добавить заметку' }));
    const form = within(await screen.findByRole('dialog', { name: 'Добавить заметку' }));
    await form.findByRole('option', { name: 'Личное' });
    await user.keyboard(content);
    await user.click(form.getByText('Сохранить'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    return server.callsOf('POST', '/api/notes').at(-1)?.body.note;
  };
  const before = Date.now();
  const note = await add('Лампочки');
  expect(note).toMatchObject({ title: 'Лампочки', content: 'Лампочки', categoryId: 2 });
  const dateTime: unknown = Reflect.get(Object(note), 'dateTime');
  expect(Date.parse(String(dateTime))).toBeGreaterThanOrEqual(before);

  await user.click(screen.getByRole('button', { name: 'Фильтры' }));
  const filters = within(await screen.findByRole('dialog', { name: 'Дополнительные фильтры' }));
  await user.selectOptions(filters.getByLabelText('Категория'), 'Дом');
  await user.click(filters.getByRole('button', { name: 'Применить' }));
  await waitFor(() => expect(cards()).toHaveLength(1));
  expect(await add('Краска')).toMatchObject({ categoryId: 3 });
  unmount();

  server = new FakeServer();
  renderScreen(<NotesScreen />, server);
  expect(await screen.findByText('Вы ничего не добавили...')).toBeVisible();
  expect(await add('Молоко')).toMatchObject({ categoryId: 1 });
});

test('all faults show together; those of what is put right go', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  server.on('GET /api/notifications/categories', () => ({ status: 500, json: { success: false } }));
  renderScreen(<NotesScreen />, server);
  expect(await screen.findByText('Вы ничего не добавили...')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Добавить заметку' }));
  const form = within(await screen.findByRole('dialog', { name: 'Добавить заметку' }));
  await user.click(form.getByText('Сохранить'));
  for (const message of ['Введите заголовок', 'Введите содержимое', 'Выберите категорию']) {
    expect(form.getByText(message)).toBeVisible();
  }
  const fill = (label: string, value: string) =>
    fireEvent.change(form.getByLabelText(label), { target: { value } });
  fill('Заголовок', '  Купить ');
  expect(form.queryByText('Введите заголовок')).toBeNull();
  expect(form.getByText('Введите содержимое')).toBeVisible();
});

test('a refused title of its own is not settled by what is typed below it', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  const row = aNote({ title: 'Магазин', content: 'Хлеб' });
  server.notes = [row];
  const errors = [{ field: 'title', message: 'Такая уже есть' }];
  server.on(`PUT /api/notes/${row.id}`, () => ({ status: 400, json: { success: false, errors } }));
  renderScreen(<NotesScreen />, server);
  await user.click(await screen.findByRole('button', { name: 'Редактировать' }));
  const form = within(await screen.findByRole('dialog'));
  const title = form.getByLabelText('Заголовок');
  await user.click(form.getByText('Сохранить'));
  await waitFor(() => expect(title).toBeInvalid());
  await user.type(form.getByLabelText('Описание'), ' и чай');
  expect(title).toBeInvalid();
  await user.type(title, '!');
  expect(title).toBeValid();
});

test('a card says what is attached, and sends it into the chat', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  const note = aNote({ attachmentText: 'Альбом: 3 фото' });
  server.notes = [note];
  server.on(`POST /api/notes/${note.id}/attachment`, () => ({ json: { success: true } }));
  renderScreen(<NotesScreen />, server);
  expect(await screen.findByText('📎 Альбом: 3 фото')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Прислать в чат: Альбом: 3 фото' }));
  expect(await screen.findByText('Отправлено в чат с ботом')).toBeVisible();
});

test('a new note begins with its text, whose first line is its title until that is changed', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  renderScreen(<NotesScreen />, server);
  await user.click(await screen.findByRole('button', { name: 'Добавить заметку' }));
  const form = within(await screen.findByRole('dialog', { name: 'Добавить заметку' }));
  await waitFor(() => expect(form.getByLabelText('Описание')).toHaveFocus());
  await user.keyboard('Хлеб{Enter}Сыр');
  const title = form.getByLabelText('Заголовок');
  expect(title).toHaveValue('Хлеб');
  await user.clear(title);
  await user.type(title, 'Магазин');
  await user.type(form.getByLabelText('Описание'), ' и чай');
  expect(title).toHaveValue('Магазин');
  expect(form.getByLabelText('Описание')).toHaveValue('Хлеб\nСыр и чай');
});

test('a tap on a note opens it; what stands in its title is not said again', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  server.notes = [
    aNote({ title: 'Код 1234', content: 'Код 1234' }),
    aNote({ title: 'Купить', content: 'Купить\n- хлеб' }),
  ];
  renderScreen(<NotesScreen />, server);
  await user.click(await screen.findByRole('checkbox', { name: 'хлеб' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  const path = `/api/notes/${server.notes[1]?.id}/points`;
  await waitFor(() => expect(server.callsOf('POST', path)).toMatchObject([{ body: { line: 1 } }]));
  await user.click(screen.getByText('Код 1234'));
  const form = within(await screen.findByRole('dialog', { name: 'Редактировать заметку' }));
  expect(form.getByLabelText('Описание')).toHaveValue('Код 1234');
});

test('a note that could not be saved comes back with the next start', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  const { unmount } = renderScreen(<NotesScreen />, server);
  await user.click(await screen.findByRole('button', { name: 'Добавить заметку' }));
  const form = within(await screen.findByRole('dialog'));
  fireEvent.change(form.getByLabelText('Заголовок'), { target: { value: 'Важное' } });
  unmount();
  renderScreen(<NotesScreen />, server);
  const again = within(await screen.findByRole('dialog', { name: 'Добавить заметку' }));
  expect(again.getByLabelText('Заголовок')).toHaveValue('Важное');
});

test('a kept note whose category is gone asks for another one, and takes the first', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  const values = { title: 'Важное', content: 'Хлеб', categoryId: 99 };
  keptNote.keep(USER.id, { editId: null, values });
  renderScreen(<NotesScreen />, server);
  const form = within(await screen.findByRole('dialog', { name: 'Добавить заметку' }));
  await form.findByRole('option', { name: 'Личное' });
  const category = form.getByLabelText('Категория');
  expect(category).toHaveDisplayValue('Выберите');
  await user.selectOptions(category, 'Личное');
  await user.click(form.getByText('Сохранить'));
  await waitFor(() => expect(server.callsOf('POST', '/api/notes')).toHaveLength(1));
  expect(server.callsOf('POST', '/api/notes')[0]?.body.note).toMatchObject({ categoryId: 1 });
});

test('a heading that is only heard has no links that the keyboard would stop at', async () => {
  const server = new FakeServer();
  const text = '**Срочно** https://bank.ru';
  server.notes = [aNote({ title: text, content: text })];
  renderScreen(<NotesScreen />, server);
  const heading = await screen.findByRole('heading', { level: 2, name: text });
  expect(within(heading).queryByRole('link')).toBeNull();
  expect(screen.getByRole('link', { name: 'https://bank.ru' })).toBeVisible();
});

test('a long note is folded, unfolds and folds again; its links can be tapped', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  const end = 'и записаться на gosuslugi.ru';
  server.notes = [
    aNote({ title: 'Виза', content: `${'Собрать справки. '.repeat(50)}${end}` }),
    aNote({ title: 'Чек', content: 'https://example.org' }),
  ];
  renderScreen(<NotesScreen />, server);
  const card = within(await screen.findByRole('article', { name: 'Виза' }));
  const unfold = card.getByRole('button', { name: 'Показать полностью: Виза' });
  expect(unfold).toHaveAttribute('aria-expanded', 'false');
  expect(card.queryByText(/записаться/)).toBeNull();
  await user.click(unfold);
  expect(card.getByText(/записаться/)).toBeVisible();
  expect(await card.findByRole('link', { name: 'gosuslugi.ru' })).toBeVisible();
  const fold = card.getByRole('button', { name: 'Свернуть: Виза' });
  expect(fold).toHaveFocus();
  await user.click(fold);
  expect(card.queryByText(/записаться/)).toBeNull();
  expect(screen.getByRole('link', { name: 'https://example.org' })).toBeVisible();
});

test('the beginning of a long note comes into sight once its end is folded away', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  server.notes = [aNote({ title: 'Виза', content: `${'Собрать справки. '.repeat(50)}и ждать` })];
  renderScreen(<NotesScreen />, server);
  await user.click(await screen.findByRole('button', { name: 'Показать полностью: Виза' }));
  const article = screen.getByRole('article', { name: 'Виза' });
  const shown: string[] = [];
  jest
    .spyOn(article, 'scrollIntoView')
    .mockImplementation(() => void shown.push(article.textContent));
  await user.click(screen.getByRole('button', { name: 'Свернуть: Виза' }));
  expect(shown).toEqual([expect.not.stringContaining('и ждать')]);
});

test('a point is ticked at once and stays so when the server answers; a refusal takes it back', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  server.notes = [aNote({ title: 'Купить', content: 'В пятницу:\n- **хлеб**\n☑ сыр' })];
  renderScreen(<NotesScreen />, server);
  const card = within(await screen.findByRole('article', { name: 'Купить' }));
  expect(card.getByText('В пятницу:')).toBeVisible();
  expect(card.getByRole('checkbox', { name: 'сыр' })).toBeChecked();
  const bread = card.getByRole('checkbox', { name: 'хлеб' });
  await user.click(bread);
  await waitFor(() => expect(bread).toBeChecked());
  await waitFor(() =>
    expect(server.callsOf('POST', `/api/notes/${server.notes[0]?.id}/points`)).toMatchObject([
      { body: { line: 1, text: '**хлеб**', done: true } },
    ]),
  );

  server.on(`POST /api/notes/${server.notes[0]?.id}/points`, () => ({
    status: 500,
    json: { success: false, message: 'Нет' },
  }));
  await user.click(card.getByRole('checkbox', { name: 'сыр' }));
  expect(await screen.findByText(/Не удалось отметить пункт/)).toBeVisible();
  await waitFor(() => expect(card.getByRole('checkbox', { name: 'сыр' })).toBeChecked());
  expect(card.getByRole('checkbox', { name: 'хлеб' })).toBeChecked();
});

test('of two taps without a connection neither stays ticked, nor does a pin', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  server.notes = [aNote({ title: 'Купить', content: '- хлеб\n- сыр' })];
  renderScreen(<NotesScreen />, server);
  const card = within(await screen.findByRole('article', { name: 'Купить' }));
  const unanswered: (() => void)[] = [];
  window.fetch = () =>
    new Promise((_resolve, reject) => unanswered.push(() => reject(new TypeError('offline'))));
  const fail = () => unanswered.splice(0).forEach((refuse) => refuse());
  const boxes = card.getAllByRole('checkbox');
  for (const box of boxes) {
    await user.click(box);
    expect(box).toBeChecked();
  }
  await waitFor(() => {
    fail();
    for (const box of boxes) expect(box).not.toBeChecked();
  });
  const pin = card.getByRole('button', { name: 'Закрепить' });
  await user.click(pin);
  expect(pin).toHaveAttribute('aria-pressed', 'true');
  await waitFor(() => {
    fail();
    expect(pin).toHaveAttribute('aria-pressed', 'false');
  });
});

test('taps on two points one after the other both count while the first is not answered', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  const note = aNote({ title: 'Купить', content: '- хлеб\n- сыр' });
  server.notes = [note];
  const waiting: (() => void)[] = [];
  server.on(`POST /api/notes/${note.id}/points`, async ({ body }) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    const content = body.line === 0 ? '☑ хлеб\n- сыр' : '☑ хлеб\n☑ сыр';
    server.notes = [{ ...note, content }];
    return { json: { success: true, note: { ...note, content } } };
  });
  renderScreen(<NotesScreen />, server);
  const bread = await screen.findByRole('checkbox', { name: 'хлеб' });
  const readings = () =>
    server.calls.filter(({ method, path }) => method === 'GET' && /^\/api\/notes\?/.test(path));
  const before = readings().length;
  await user.click(bread);
  await user.click(screen.getByRole('checkbox', { name: 'сыр' }));
  await waitFor(() => expect(waiting).toHaveLength(1));
  // A list that is read before the answer does not know of the ticks, and would take them out of sight.
  expect(readings()).toHaveLength(before);
  waiting[0]?.();
  await waitFor(() => expect(waiting).toHaveLength(2));
  waiting[1]?.();
  for (const name of ['хлеб', 'сыр']) {
    await waitFor(() => expect(screen.getByRole('checkbox', { name })).toBeChecked());
  }
});

test('«Вернуть» brings back what was closed, and nothing of a form that was opened meanwhile', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  server.notes = [
    aNote({ title: 'Хлеб', content: 'Бородинский' }),
    aNote({ title: 'Сыр', content: 'Российский' }),
  ];
  renderScreen(<NotesScreen />, server);
  const remind = async (title: string) => {
    const card = within(await screen.findByRole('article', { name: title }));
    await user.click(card.getByRole('button', { name: /^Напомнить/ }));
    return screen.findByLabelText('Текст уведомления');
  };
  await user.type(await remind('Хлеб'), ' и булка');
  await user.keyboard('{Escape}');
  await remind('Сыр');
  await user.click(screen.getByRole('button', { name: 'Вернуть' }));
  expect(await screen.findByLabelText('Текст уведомления')).toHaveValue(
    'Хлеб\nБородинский и булка',
  );
  const [bread] = server.notes;
  await waitFor(() => expect(screen.getByLabelText('Тип уведомления')).not.toHaveValue(''));
  fireEvent.change(screen.getByLabelText('Дата'), { target: { value: '2031-05-04' } });
  fireEvent.change(screen.getByLabelText('Время'), { target: { value: '09:00' } });
  await user.click(screen.getByText('Сохранить'));
  await waitFor(() => expect(server.callsOf('POST', '/api/notifications')).toHaveLength(1));
  const [call] = server.callsOf('POST', '/api/notifications');
  expect(call?.body.notification).toMatchObject({ noteId: bread?.id });
});

test('the form of a note that was just ticked opens with the tick, saves without a conflict, and keeps the time of the note', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  const dateTime = '2026-11-10T09:00:00.000Z';
  const note = aNote({ title: 'Купить', content: '- хлеб', dateTime });
  server.notes = [note];
  const ticked = { ...note, content: '☑ хлеб', version: 2 };
  let answer = () => {};
  server.on(`POST /api/notes/${note.id}/points`, async () => {
    await new Promise<void>((resolve) => (answer = resolve));
    return { json: { success: true, note: ticked } };
  });
  renderScreen(<NotesScreen />, server);
  await user.click(await screen.findByRole('checkbox', { name: 'хлеб' }));
  await user.click(screen.getByRole('button', { name: 'Редактировать' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  answer();
  const form = within(await screen.findByRole('dialog', { name: 'Редактировать заметку' }));
  const content = form.getByLabelText('Описание');
  expect(content).toHaveValue('☑ хлеб');
  fireEvent.change(content, { target: { value: '☑ хлеб\n- сыр' } });
  await user.click(form.getByText('Сохранить'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [update] = server.calls.filter(({ method }) => method === 'PUT');
  expect(update?.body.note).toMatchObject({ content: '☑ хлеб\n- сыр', version: 2, dateTime });
});

test('a pinned note goes to the top, and back to its place', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  server.notes = [
    aNote({ title: 'Новая', dateTime: '2026-11-20T09:00:00.000Z' }),
    aNote({ title: 'Старая', dateTime: '2026-11-10T09:00:00.000Z' }),
  ];
  renderScreen(<NotesScreen />, server);
  const pin = async () =>
    within(await screen.findByRole('article', { name: 'Старая' })).getByRole('button', {
      name: 'Закрепить',
    });
  expect(await pin()).toHaveAttribute('aria-pressed', 'false');
  await user.click(await pin());
  await waitFor(() => expect(cards()).toEqual(['Старая', 'Новая']));
  expect(await pin()).toHaveAttribute('aria-pressed', 'true');
  await user.click(await pin());
  await waitFor(() => expect(cards()).toEqual(['Новая', 'Старая']));
});

test('named links open, other schemes stay text', async () => {
  const server = new FakeServer();
  const content =
    '[Госуслуги](https://gosuslugi.ru) и [кнопка](javascript:alert(1))\n1. раз\n2. два';
  server.notes = [aNote({ title: 'Ссылки', content })];
  renderScreen(<NotesScreen />, server);
  const link = await screen.findByRole('link', { name: 'Госуслуги' });
  expect(link).toHaveAttribute('href', 'https://gosuslugi.ru');
  expect(screen.getAllByRole('link')).toHaveLength(1);
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(
    expect.arrayContaining(['1.раз', '2.два']),
  );
});

test('«Напомнить» opens the form of a reminder with what the note says; it is stored with its note', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  const note = aNote({ title: 'Виза', content: 'Собрать справки' });
  server.notes = [note];
  renderScreen(<NotesScreen />, server);
  await user.click(await screen.findByRole('button', { name: 'Напомнить' }));
  const form = within(await screen.findByRole('dialog', { name: 'Добавить уведомление' }));
  expect(form.getByLabelText('Текст уведомления')).toHaveValue('Виза\nСобрать справки');
  await waitFor(() => expect(form.getByLabelText('Тип уведомления')).not.toHaveValue(''));
  fireEvent.change(form.getByLabelText('Дата'), { target: { value: '2031-05-04' } });
  fireEvent.change(form.getByLabelText('Время'), { target: { value: '09:00' } });
  await user.click(form.getByText('Сохранить'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.callsOf('POST', '/api/notifications')).toMatchObject([
    { body: { notification: { text: 'Виза\nСобрать справки', noteId: note.id } } },
  ]);
  expect(cards()).toEqual(['Виза']);
});

test('an unsaved reminder of a note that comes back still leads to its note', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  const note = aNote({ title: 'Виза', content: 'Собрать справки' });
  server.notes = [note];
  const { unmount } = renderScreen(<NotesScreen />, server);
  await user.click(await screen.findByRole('button', { name: 'Напомнить' }));
  await screen.findByRole('option', { name: 'Личное' });
  fireEvent.change(screen.getByLabelText('Дата'), { target: { value: '2031-05-04' } });
  fireEvent.change(screen.getByLabelText('Время'), { target: { value: '09:00' } });
  unmount();
  renderScreen(<RemindersScreen />, server);
  const form = within(await screen.findByRole('dialog', { name: 'Добавить уведомление' }));
  expect(form.getByLabelText('Дата')).toHaveValue('2031-05-04');
  await waitFor(() => expect(form.getByLabelText('Тип уведомления')).not.toHaveValue(''));
  await user.click(form.getByText('Сохранить'));
  await waitFor(() =>
    expect(server.callsOf('POST', '/api/notifications')).toMatchObject([
      { body: { notification: { noteId: note.id } } },
    ]),
  );
});

test('a note that the address names is shown alone, with the way to all; one that is gone says so', async () => {
  const server = new FakeServer();
  const [first, second] = [aNote({ title: 'Первая' }), aNote({ title: 'Вторая' })];
  server.notes = [first, second];
  address = new URLSearchParams({ note: String(second.id) });
  const { unmount } = renderScreen(<NotesScreen />, server);
  expect(await screen.findByText('Показана одна заметка')).toBeVisible();
  expect(cards()).toEqual(['Вторая']);
  expect(screen.getByRole('button', { name: 'Все заметки' })).toBeVisible();
  fireEvent.change(screen.getByRole('textbox', { name: 'Поиск' }), { target: { value: 'перв' } });
  await waitFor(() => expect(cards()).toEqual(['Первая']));
  unmount();
  address = new URLSearchParams({ note: '999999' });
  renderScreen(<NotesScreen />, server);
  expect(await screen.findByText('Этой заметки больше нет')).toBeVisible();
  expect(cards()).toEqual(expect.arrayContaining(['Первая', 'Вторая']));
});

test('beside one that is shown alone another category shows its notes', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  const shopping = { id: 3, name: 'Дом' };
  server.notes = [aNote({ title: 'Первая' }), aNote({ title: 'Вторая', category: shopping })];
  address = new URLSearchParams({ note: String(server.notes[0]?.id) });
  renderScreen(<NotesScreen />, server);
  await waitFor(() => expect(cards()).toEqual(['Первая']));
  await user.click(screen.getByRole('button', { name: 'Фильтры' }));
  const filters = within(await screen.findByRole('dialog', { name: 'Дополнительные фильтры' }));
  await user.selectOptions(filters.getByLabelText('Категория'), 'Дом');
  await user.click(filters.getByRole('button', { name: 'Применить' }));
  await waitFor(() => expect(cards()).toEqual(['Вторая']));
});

test('of an older note nothing is said, and no other is shown, before the answer about it is here', async () => {
  const server = new FakeServer();
  server.notes = Array.from({ length: 30 }, (_, n) =>
    aNote({ title: `Заметка ${n}`, dateTime: new Date(Date.UTC(2026, 0, 1 + n)).toISOString() }),
  );
  const [oldest] = server.notes;
  address = new URLSearchParams({ note: String(oldest?.id) });
  runPrelude(server, '/app/notes');
  takeOver();
  await waitFor(() => expect(peekAnswer(NOTES_FIRST_PATH)).not.toBeNull());
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  server.on(`GET ${NOTES_FIRST_PATH}&with=${oldest?.id}`, async () => {
    await answered;
    return { json: { success: true, notes: [...server.notes.slice(20), oldest], total: 30 } };
  });
  renderScreen(<NotesScreen />, server);
  await waitFor(() =>
    expect(server.calls.map(({ path }) => path)).toContain(
      `${NOTES_FIRST_PATH}&with=${oldest?.id}`,
    ),
  );
  expect(screen.queryByText('Этой заметки больше нет')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Загрузить ещё' })).toBeNull();
  expect(cards()).toEqual([]);
  answer();
  expect(await screen.findByText('Показана одна заметка')).toBeVisible();
  expect(cards()).toEqual(['Заметка 0']);
});

test.each(['0', '1.5', '1'.repeat(16)])(
  'an address that names no note (%s) shows all of them',
  async (note) => {
    const server = new FakeServer();
    server.notes = [aNote({ title: 'Первая' })];
    address = new URLSearchParams({ note });
    renderScreen(<NotesScreen />, server);
    await waitFor(() => expect(cards()).toEqual(['Первая']));
    expect(screen.queryByRole('button', { name: 'Все заметки' })).toBeNull();
    expect(server.calls.filter(({ path }) => path.includes('with='))).toEqual([]);
  },
);

test('notes that were deleted lately stand at the end of the list, and come back', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  server.notes = [aNote({ title: 'Ёлка' })];
  renderScreen(<NotesScreen />, server);
  await user.click(await screen.findByRole('button', { name: 'Удалить' }));
  await user.click(await screen.findByRole('button', { name: 'Недавно удалённые (1)' }));
  await user.click(screen.getByRole('button', { name: 'Вернуть: Ёлка' }));
  await waitFor(() => expect(cards()).toEqual(['Ёлка']));
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: /^Недавно удалённые/ })).toBeNull(),
  );
});
