import { createReminder } from '../src/testing/builders';
import { expect, inTheOtherTwoLooks, test } from './support/test';

/** What a reminder counts, its points, and several of them chosen at once. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const DAILY = { every: 1, unit: 'DAY' } as const;

inTheOtherTwoLooks(() => {
  test('points and counter in an opened reminder; several chosen, and taken back together', async ({
    person,
    page,
    look,
  }) => {
    await person.register();
    const { db } = person.stack;
    await createReminder(db, person.id, {
      ...{ text: 'Корм коту', dateTime: inHours(1), rule: DAILY, counterLeft: 14 },
    });
    await createReminder(db, person.id, {
      text: 'Собрать сумку в бассейн\n- шапочка\n- полотенце\n- очки',
      dateTime: inHours(2),
      rule: DAILY,
      ticked: ['шапочка'],
    });
    await createReminder(db, person.id, { text: 'Позвонить маме', dateTime: inHours(3) });
    await person.openApp('/app');
    const food = page.getByRole('article', { name: 'Корм коту' });
    await expect(food.getByText('Осталось 14')).toBeVisible();
    await look('counter-list');

    await food.getByText('Корм коту').click();
    const view = page.getByRole('dialog', { name: 'Корм коту' });
    await view.getByRole('button', { name: 'Осталось 14. Изменить запас' }).click();
    await view.getByLabel('Сколько осталось').fill('28');
    await look('counter-edit');
    await view.getByRole('button', { name: 'Сохранить' }).click();
    await expect(view.getByText('Осталось 28')).toBeVisible();
    await look('counter-view');
    await view.getByRole('button', { name: 'Закрыть' }).click();

    await page.getByText(/^Собрать сумку/).click();
    const bag = page.getByRole('dialog', { name: 'Собрать сумку в бассейн' });
    await expect(bag.getByRole('checkbox', { name: 'шапочка' })).toBeChecked();
    await bag.getByText('полотенце').click();
    await expect(bag.getByRole('checkbox', { name: 'полотенце' })).toBeChecked();
    await look('points-view');
    await bag.getByRole('button', { name: 'Ещё' }).click();
    await bag.getByRole('button', { name: 'Выбрать' }).click();

    const bar = page.getByRole('toolbar', { name: 'Выбранные уведомления' });
    await page.getByRole('article', { name: 'Позвонить маме' }).click();
    await expect(bar.getByRole('status')).toHaveText('Выбрано: 2');
    await look('selection');
    await bar.getByRole('button', { name: 'Категория' }).click();
    await look('selection-category');
    await page.keyboard.press('Escape');
    await bar.getByRole('button', { name: 'Удалить' }).click();
    await expect(page.getByRole('article', { name: 'Позвонить маме' })).toBeHidden();
    await page.getByRole('button', { name: 'Отменить' }).click();
    await expect(page.getByRole('article', { name: 'Позвонить маме' })).toBeVisible();
    await expect(bar).toBeHidden();
  });
});
