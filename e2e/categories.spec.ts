import { dayAhead, expect, goToScreen, inTwoLooks, test } from './support/test';

/** As long as a name may be. */
const LONG = 'Очень длинное название для дач';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

inTwoLooks(() => {
  test('own categories: made, used in the line and a note, filtered by, moved, merged, deleted with the question', async ({
    person,
    page,
    look,
  }) => {
    await person.register();
    await person.openApp('/app/profile');
    const row = page.getByRole('button', { name: /^Категории/ });
    await row.click();
    const list = page.getByRole('dialog', { name: 'Категории' });
    await expect(list.getByText('Своих категорий пока нет.')).toBeVisible();
    await look('categories-empty');
    const form = page.getByRole('dialog', { name: 'Добавить категорию' });
    for (const [name, colour] of [
      ['Дача 🌻', 'Зелёный'],
      [LONG, 'Розовый'],
      ['Гараж', 'Синий'],
    ] as const) {
      await list.getByRole('button', { name: 'Добавить категорию' }).click();
      await form.getByRole('button', { name: 'Сохранить' }).click();
      await expect(form.getByText('Введите название')).toBeVisible();
      await form.getByLabel('Название').fill(name);
      await form.getByRole('radio', { name: colour }).check();
      if (name === 'Гараж') await look('category-form');
      await form.getByRole('button', { name: 'Сохранить' }).click();
      await expect(list.getByRole('group', { name })).toBeVisible();
    }
    await list.getByRole('button', { name: 'Выше: Гараж' }).press('Enter');
    await list.getByRole('button', { name: 'Выше: Гараж' }).press('Enter');
    await expect(list.getByRole('group').first()).toHaveAccessibleName('Гараж');
    await look('categories');
    // Two clicks at one place so soon are a double tap, whose second does nothing; keys have no place.
    await list.getByRole('button', { name: 'Закрыть' }).press('Enter');
    await expect(row).toContainText('Гараж, Дача 🌻');

    await goToScreen(page, 'Уведомления');
    const { words: day } = dayAhead;
    const line = page.getByRole('textbox', { name: 'Быстрый ввод' });
    await line.fill(`${day} в 9 полить розы #дача`);
    await expect(page.getByRole('button', { name: 'Дача 🌻' })).toBeVisible();
    await line.press('Enter');
    const card = page.getByRole('article', { name: /^Полить розы/ });
    await expect(card).toContainText('Дача 🌻');

    await line.fill(`${day} в 10 вскопать грядки #огород`);
    const offer = page.getByRole('button', { name: 'Создать категорию «огород»' });
    await expect(offer).toBeVisible();
    await look('new-category');
    await offer.click();
    await expect(page.getByText('Категория «огород» создана')).toBeVisible();
    await expect(offer).toHaveCount(0);
    await expect(line).toBeFocused();
    await line.press('Enter');
    await expect(page.getByRole('article', { name: 'Вскопать грядки' })).toContainText('огород');
    await line.fill(`${day} в 11 разобрать вещи #${LONG.replaceAll(' ', '_')}`);
    await line.press('Enter');
    // A long name ends with an ellipsis before the buttons.
    const cut = page.getByRole('article', { name: 'Разобрать вещи' });
    await expect(cut.getByText(LONG)).toHaveCSS('text-overflow', 'ellipsis');
    const chip = await cut.getByText(LONG).boundingBox();
    const edit = await cut.getByRole('button', { name: 'Редактировать' }).boundingBox();
    expect((chip?.x ?? NaN) + (chip?.width ?? NaN)).toBeLessThanOrEqual(edit?.x ?? NaN);
    await look('long-category');

    await goToScreen(page, 'Заметки');
    await page.getByRole('button', { name: 'Добавить заметку' }).click();
    const note = page.getByRole('dialog', { name: 'Добавить заметку' });
    await note.getByLabel('Заголовок').fill('Резина');
    await note.getByLabel('Описание').fill('Размер 205/55');
    await note.getByLabel('Категория').selectOption(LONG);
    await note.getByRole('button', { name: 'Сохранить' }).click();
    const noteCard = page.getByRole('article', { name: 'Резина' });
    await expect(noteCard).toContainText('Очень длинное');
    await look('note-in-own-category');
    await page.getByRole('button', { name: 'Фильтры' }).click();
    const filters = page.getByRole('dialog', { name: 'Дополнительные фильтры' });
    await filters.getByLabel('Категория').selectOption('Гараж');
    await filters.getByRole('button', { name: 'Применить' }).click();
    await expect(noteCard).toHaveCount(0);

    await goToScreen(page, 'Профиль');
    await row.click();
    await list.getByRole('button', { name: 'Объединить: Очень' }).click();
    const merge = page.getByRole('dialog', { name: /^Объединить/ });
    await merge.getByLabel('С какой категорией').selectOption('Гараж');
    await merge.getByRole('button', { name: 'Объединить', exact: true }).click();
    await expect(list.getByText('1 заметка')).toBeVisible();
    await list.getByRole('button', { name: 'Удалить: Дача' }).click();
    const removal = page.getByRole('dialog', { name: 'Удалить категорию' });
    await expect(removal.getByText('В ней 1 уведомление.')).toBeVisible();
    await look('category-removal');
    await removal.getByLabel('Перенести в').selectOption('Дом');
    await removal.getByRole('button', { name: 'Удалить' }).click();
    await expect(list.getByRole('group')).toHaveCount(2);
    await list.getByRole('button', { name: 'Закрыть' }).press('Enter');
    await goToScreen(page, 'Уведомления');
    await expect(card).toContainText('Дом');
  });
});
