import { type Locator } from '@playwright/test';
import { storeReminders } from './support/rows';
import { expect, inTheOtherTwoLooks, test } from './support/test';

/**
 * The lists and the forms have buttons of their own (src/client/ui), filters and the
 * administrators' screens have MUI's. One set of tokens serves both: nobody can tell them apart.
 */
const BUTTON = [
  'color',
  'background-color',
  'border-radius',
  'font-family',
  'font-size',
  'font-weight',
  'height',
  'letter-spacing',
  'line-height',
  'min-width',
  'padding',
  'text-transform',
];
const FIELD = ['color', 'font-family', 'font-size', 'line-height'];

const look = (element: Locator, properties: string[]) =>
  element.evaluate((node, names) => {
    const style = getComputedStyle(node);
    return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)]));
  }, properties);

inTheOtherTwoLooks(() => {
  test('a button looks alike with MUI and without, a field alike on the list and in the form', async ({
    person,
    page,
  }) => {
    await person.register();
    await storeReminders(person);
    await person.openApp();
    const search = page.getByRole('textbox', { name: 'Поиск' });
    await search.fill('ананас');
    const plain = page.getByRole('main').getByRole('button', { name: 'Сбросить' });
    await expect(plain).toBeVisible();
    // The font comes behind the app's code.
    await expect(plain).toHaveCSS('font-family', /Golos Text Variable/);
    await page.mouse.move(0, 0);
    const plainButton = await look(plain, BUTTON);
    const plainField = await look(search, FIELD);

    await page.getByRole('button', { name: 'Фильтры' }).click();
    const filters = page.getByRole('dialog', { name: 'Дополнительные фильтры' });
    const mui = filters.getByRole('button', { name: 'Сбросить' });
    await expect(mui).toBeVisible();
    expect(await look(mui, BUTTON)).toEqual(plainButton);
    await filters.getByRole('button', { name: 'Применить' }).click();

    await page.getByRole('button', { name: 'Добавить уведомление' }).click();
    const line = page.getByRole('dialog').getByRole('textbox', { name: 'Текст уведомления' });
    await expect(line).toBeVisible();
    expect(await look(line, FIELD)).toEqual(plainField);
  });
});
