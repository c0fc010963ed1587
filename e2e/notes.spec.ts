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
    const ticked = page.waitForResponse(/\/points$/);
    await scarf.press('Space');
    await ticked;
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
