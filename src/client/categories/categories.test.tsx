import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CATEGORY_COLORS, OWN_CATEGORIES_MAX } from '@/core/limits';
import { FakeServer } from '@/testing/fake-server';
import { renderScreen } from '@/testing/mini-app';
import { categoryColors } from '@/theme/tokens';
import ProfileScreen from '../profile/screen';

const PATH = '/api/categories';
const aCategory = (id: number, name: string, fields = {}) => ({
  ...{ id, name, color: 'green', reminders: 0, notes: 0 },
  ...fields,
});

async function openCategories(server = new FakeServer()) {
  const user = userEvent.setup({ delay: null });
  renderScreen(<ProfileScreen />, server);
  const section = await screen.findByRole('button', { name: /^Категории/ });
  await user.click(section);
  await screen.findByRole('dialog', { name: 'Категории' });
  return { user, server, section };
}
const dialog = (name: string | RegExp) => within(screen.getByRole('dialog', { name }));
const names = () =>
  dialog('Категории')
    .queryAllByRole('group')
    .map((group) => group.getAttribute('aria-label'));
const withTwo = () => {
  const server = new FakeServer();
  server.ownCategories = [
    aCategory(101, 'Дача 🌻', { reminders: 2, notes: 1 }),
    aCategory(102, 'Гараж', { color: 'blue' }),
  ];
  return server;
};

test('who has none is told what they are for, and makes the first one', async () => {
  const { user, server, section } = await openCategories();
  expect(screen.getByText(/купить хлеб #дом/)).toBeVisible();
  expect(await screen.findByText('Своих категорий пока нет.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Добавить категорию' }));
  const form = dialog('Добавить категорию');
  await waitFor(() => expect(form.getByLabelText('Название')).toHaveFocus());
  expect(form.getByRole('radio', { name: 'Красный' })).toBeChecked();
  await user.type(form.getByLabelText('Название'), ' #Дача ');
  await user.click(form.getByRole('radio', { name: 'Бирюзовый' }));
  await user.click(form.getByRole('button', { name: 'Сохранить' }));
  await screen.findByText('Категория добавлена');
  expect(server.callsOf('POST', PATH).map(({ body }) => body['category'])).toEqual([
    { name: 'Дача', color: 'teal' },
  ]);
  expect(names()).toEqual(['Дача']);
  await waitFor(() => expect(section).toHaveTextContent('Дача'));
});

test('a form with faults says them at its fields and keeps what was typed; two taps save once', async () => {
  const { user, server } = await openCategories(withTwo());
  await user.click(await screen.findByRole('button', { name: 'Добавить категорию' }));
  const form = dialog('Добавить категорию');
  const save = form.getByRole('button', { name: 'Сохранить' });
  await user.click(save);
  expect(form.getByText('Введите название')).toBeVisible();
  await user.type(form.getByLabelText('Название'), 'ГАРАЖ');
  await user.click(save);
  expect(form.getByText('Такая категория уже есть')).toBeVisible();
  await user.type(form.getByLabelText('Название'), ' 2');
  server.on(`POST ${PATH}`, () => ({
    status: 503,
    json: { success: false, message: 'Сервис недоступен' },
  }));
  await user.click(save);
  expect(await form.findByRole('alert')).toHaveTextContent('Сервис недоступен');
  expect(form.getByLabelText('Название')).toHaveValue('ГАРАЖ 2');
  server.on(`POST ${PATH}`, null);
  await user.dblClick(save);
  await screen.findByText('Категория добавлена');
  expect(server.callsOf('POST', PATH)).toHaveLength(2);
});

test('a form that is left unsaved comes back with what it held', async () => {
  const { user } = await openCategories(withTwo());
  await user.click(await screen.findByRole('button', { name: 'Изменить: Гараж' }));
  await user.type(dialog('Изменить категорию').getByLabelText('Название'), ' и лодка');
  await user.click(screen.getByRole('button', { name: 'Отмена' }));
  await user.click(await screen.findByRole('button', { name: 'Вернуть' }));
  const form = dialog('Изменить категорию');
  expect(form.getByLabelText('Название')).toHaveValue('Гараж и лодка');
  expect(form.getByRole('radio', { name: 'Синий' })).toBeChecked();
});

test('a form that is left unsaved comes back also where the list was closed behind it', async () => {
  const { user } = await openCategories(withTwo());
  await user.click(await screen.findByRole('button', { name: 'Изменить: Гараж' }));
  await user.type(dialog('Изменить категорию').getByLabelText('Название'), ' и лодка');
  await user.click(screen.getByRole('button', { name: 'Отмена' }));
  await user.click(dialog('Категории').getByRole('button', { name: 'Закрыть' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Вернуть' }));
  const form = within(await screen.findByRole('dialog', { name: 'Изменить категорию' }));
  expect(form.getByLabelText('Название')).toHaveValue('Гараж и лодка');
});

test('a category moves by buttons; the button keeps the focus, and its place is said', async () => {
  const { user } = await openCategories(withTwo());
  await waitFor(() => expect(names()).toEqual(['Дача 🌻', 'Гараж']));
  await user.click(screen.getByRole('button', { name: 'Выше: Гараж' }));
  await waitFor(() => expect(names()).toEqual(['Гараж', 'Дача 🌻']));
  expect(screen.getByRole('button', { name: 'Выше: Гараж' })).toHaveFocus();
  expect(await screen.findByText('Гараж: 1 из 2')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Выше: Гараж' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('a deletion asks where the rows go, and goes no further without an answer', async () => {
  const { user, server } = await openCategories(withTwo());
  await user.click(await screen.findByRole('button', { name: 'Удалить: Дача 🌻' }));
  const form = dialog('Удалить категорию «Дача 🌻»?');
  const hint =
    'В ней 2 уведомления и 1 заметка. Ничего не удалится — выберите, куда всё перенести.';
  expect(form.getByText(hint)).toBeVisible();
  const apply = form.getByRole('button', { name: 'Удалить' });
  await user.click(apply);
  expect(form.getByText('Выберите, куда перенести записи')).toBeVisible();
  expect(server.callsOf('DELETE', `${PATH}/101`)).toEqual([]);
  const to = form.getByLabelText('Перенести в');
  expect(within(to).queryByRole('option', { name: 'Дача 🌻' })).toBeNull();
  await user.selectOptions(to, 'Дом');
  await user.click(apply);
  await screen.findByText('Категория удалена');
  expect(server.callsOf('DELETE', `${PATH}/101`)[0]?.body['to']).toBe(3);
  expect(names()).toEqual(['Гараж']);
});

test('one that new reminders went to is deleted also where the settings cannot be read behind that', async () => {
  const server = withTwo();
  server.settings = { ...server.settings, categoryId: 102 };
  const { user } = await openCategories(server);
  await user.click(await screen.findByRole('button', { name: 'Удалить: Гараж' }));
  server.on('GET /api/profile/settings', () => Promise.reject(new TypeError('offline')));
  const form = dialog('Удалить категорию «Гараж»?');
  await user.click(form.getByRole('button', { name: 'Удалить' }));
  expect(await screen.findByText('Категория удалена')).toBeVisible();
  expect(names()).toEqual(['Дача 🌻']);
});

test('two become one', async () => {
  const { user, server } = await openCategories(withTwo());
  await user.click(await screen.findByRole('button', { name: 'Объединить: Гараж' }));
  const form = dialog('Объединить «Гараж» с другой категорией');
  await user.selectOptions(form.getByLabelText('С какой категорией'), 'Дача 🌻');
  await user.click(form.getByRole('button', { name: 'Объединить' }));
  await screen.findByText('Категории объединены');
  expect(server.callsOf('DELETE', `${PATH}/102`)[0]?.body['to']).toBe(101);
});

test('an empty one goes without that question, also where another device has deleted it meanwhile', async () => {
  const { user, server, section } = await openCategories(withTwo());
  await user.click(await screen.findByRole('button', { name: 'Удалить: Гараж' }));
  expect(section).toHaveTextContent('Дача 🌻, Гараж');
  server.ownCategories = server.ownCategories.slice(0, 1);
  server.on(`DELETE ${PATH}/102`, () => ({
    status: 404,
    json: { success: false, message: 'Запись не найдена' },
  }));
  const form = dialog('Удалить категорию «Гараж»?');
  expect(form.getByText('В ней ничего нет.')).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Удалить' }));
  await screen.findByText('Категория удалена');
  expect(server.callsOf('DELETE', `${PATH}/102`)[0]?.body).not.toHaveProperty('to');
  await waitFor(() => expect(names()).toEqual(['Дача 🌻']));
  await waitFor(() => expect(section).toHaveTextContent(/Дача 🌻$/));
});

test('an edit of one that another device has deleted says so, and nothing offers it any more', async () => {
  const { user, server, section } = await openCategories(withTwo());
  await user.click(await screen.findByRole('button', { name: 'Изменить: Гараж' }));
  server.ownCategories = server.ownCategories.slice(0, 1);
  server.on(`PUT ${PATH}/102`, () => ({
    status: 404,
    json: { success: false, message: 'Запись не найдена' },
  }));
  const form = dialog('Изменить категорию');
  await user.type(form.getByLabelText('Название'), ' 2');
  await user.click(form.getByRole('button', { name: 'Сохранить' }));
  expect(await form.findByRole('alert')).toBeVisible();
  await waitFor(() => expect(section).toHaveTextContent(/Дача 🌻$/));
});

test('every colour that may be chosen has a mark by day and by night', () => {
  for (const colors of Object.values(categoryColors)) {
    expect(Object.keys(colors)).toEqual([...CATEGORY_COLORS]);
  }
});

test('a list that cannot be loaded says so and tries again; a full one takes no more', async () => {
  const server = new FakeServer();
  const failing = { status: 503, json: { success: false, message: 'Сервис недоступен' } };
  server.on(`GET ${PATH}`, () => failing);
  const { user } = await openCategories(server);
  expect(await screen.findByText('Не удалось загрузить категории')).toBeVisible();
  server.on(`GET ${PATH}`, null);
  server.ownCategories = Array.from({ length: OWN_CATEGORIES_MAX }, (_, at) =>
    aCategory(100 + at, `Категория ${at}`),
  );
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('Больше 30 своих категорий завести нельзя.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Добавить категорию' })).toBeNull();
});
