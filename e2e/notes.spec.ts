import { createNote } from '../src/testing/builders';
import { storeNotes } from './support/rows';
import { expect, expectScreen, goToScreen, journeyInTheOtherTwoLooks, test } from './support/test';

journeyInTheOtherTwoLooks(() => {
  test('a note: its point ticked by keyboard, pinned, reminded of, found from the reminder, made a note again', async ({
    person,
    page,
    look,
  }) => {
    await person.register();
    await storeNotes(person);
    await person.openApp('/notes');
    const note = page.getByRole('article', { name: 'Подарки' });
    const scarf = note.getByRole('checkbox', { name: 'Папе — тёплый шарф' });
    await scarf.press('Space');
    await expect(scarf).toBeChecked();
    const shopping = page.getByRole('article', { name: 'Купить' });
    await shopping.getByRole('button', { name: 'Закрепить' }).click();
    await expect(shopping.getByRole('button', { name: 'Закрепить' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.reload();
    await expect(scarf).toBeChecked();

    await note.getByRole('button', { name: 'Напомнить' }).click();
    const form = page.getByRole('dialog', { name: 'Добавить уведомление' });
    await expect(form.getByLabel('Текст уведомления')).toHaveValue(/^Подарки\n/);
    await look('note-remind');
    await form.getByLabel('Дата').fill('2031-05-04');
    await form.getByLabel('Время').fill('09:00');
    await form.getByRole('button', { name: 'Сохранить' }).click();
    await expect(form).toHaveCount(0);

    await goToScreen(page, 'Уведомления');
    await page
      .getByRole('article', { name: /^Подарки/ })
      .getByText(/^Подарки/)
      .first()
      .click();
    const view = page.getByRole('dialog');
    await view.getByRole('button', { name: 'Ещё' }).click();
    await expect(view.getByRole('button', { name: 'Открыть заметку' })).toBeVisible();
    await look('reminder-of-note');
    await view.getByRole('button', { name: 'Открыть заметку' }).click();
    await expect(page.getByText('Показана одна заметка')).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(1);
    await look('note-alone');
    await page.getByRole('button', { name: 'Все заметки' }).click();
    await expect(shopping).toBeVisible();

    await page.goBack();
    await expectScreen(page, 'Уведомления');
    await page
      .getByRole('article', { name: /^Подарки/ })
      .getByText(/^Подарки/)
      .first()
      .click();
    await view.getByRole('button', { name: 'Ещё' }).click();
    await view.getByRole('button', { name: 'В заметки' }).click();
    await expect(page.getByText('Теперь это заметка')).toBeVisible();
    await expect(page.getByRole('article', { name: /^Подарки/ })).toHaveCount(0);
  });
});

test('of many notes the first come at once, more when they are wanted, and a search finds all', async ({
  person,
  page,
}) => {
  const { db } = person.stack;
  await person.register();
  for (let n = 0; n < 34; n += 1) {
    await createNote(db, person.id, {
      title: `Заметка ${n}`,
      content: n === 0 ? 'Вязаная шапка' : 'Текст',
      dateTime: new Date(Date.UTC(2026, 0, 1 + n)),
      pinned: n === 2,
    });
  }
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/notes') asked.push(search);
  });
  await person.openApp('/notes');
  const cards = page.getByRole('article');
  // As many pages as fill the window, in three columns.
  await expect(cards).toHaveCount(30);
  await expect(cards.first()).toHaveAccessibleName('Заметка 2');
  expect(new Set(asked)).toEqual(new Set(['?limit=20', '?limit=40']));
  await page.getByRole('button', { name: 'Загрузить ещё' }).click();
  // Where there is room for more, more comes by itself.
  await expect(page.getByText(/^Показано \d+ из 34$/)).toBeAttached();
  await expect(async () => {
    await page.mouse.wheel(0, 2_000);
    await expect(cards).toHaveCount(34, { timeout: 500 });
  }).toPass();
  await page.reload();
  await expect(cards).toHaveCount(30);
  await page.getByRole('textbox', { name: 'Поиск' }).fill('шапка');
  await expect(cards).toHaveCount(1);
  await expect(cards).toHaveAccessibleName('Заметка 0');
});
