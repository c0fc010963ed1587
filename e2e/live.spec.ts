import { type Page } from '@playwright/test';
import { createReminder } from '../src/testing/builders';
import { expect, goToScreen, inTwoLooks, type Person, test } from './support/test';

/** An open list: what changes elsewhere, and what stays while its user looks at something else. */

const tomorrow = (minutes: number) => new Date(Date.now() + 86_400_000 + minutes * 60_000);
const store = async ({ stack: { db }, id }: Person, count: number) => {
  for (let at = 0; at < count; at += 1) {
    await createReminder(db, id, { text: `Дело ${at}`, dateTime: tomorrow(at) });
  }
};
const cards = (page: Page) => page.getByRole('article');

inTwoLooks(() => {
  test('what is done on another device shows in the open app, and so does what is taken back', async ({
    person,
    page,
    context,
  }) => {
    await person.register();
    await store(person, 2);
    await person.openApp();
    await expect(cards(page)).toHaveCount(2);

    const other = await context.newPage();
    await other.goto(person.launchUrl());
    await other.getByRole('button', { name: 'Готово: Дело 0' }).click();
    await expect(cards(page)).toHaveCount(1);
    await other.getByRole('button', { name: 'Отменить' }).click();
    await expect(cards(page)).toHaveCount(2);
  });

  test('after one «Загрузить ещё» the rest comes by scrolling; notes and back change neither pages nor place', async ({
    person,
    page,
  }) => {
    await person.register();
    await store(person, 40);
    await person.openApp();
    await expect(cards(page)).toHaveCount(5);
    await page.getByRole('button', { name: 'Загрузить ещё' }).click();
    const end = () => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(async () => {
      await end();
      await expect(cards(page)).toHaveCount(40, { timeout: 100 });
    }).toPass();

    const last = cards(page).filter({ hasText: 'Дело 30' });
    await last.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => window.scrollY);
    expect(place).toBeGreaterThan(500);
    await goToScreen(page, 'Заметки');
    await goToScreen(page, 'Уведомления');
    await expect(last).toBeInViewport();
    await expect(cards(page)).toHaveCount(40);
    expect(await page.evaluate(() => window.scrollY)).toBe(place);

    await goToScreen(page, 'Профиль');
    await page.goBack();
    await expect(last).toBeInViewport();
  });
});
