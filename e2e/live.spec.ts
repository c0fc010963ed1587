import { type Page } from '@playwright/test';
import { createReminder } from '../src/testing/builders';
import { expect, goToScreen, onPhone, lookAwayAndBack, type Person, test } from './support/test';

/** An open list: what changes elsewhere, and what stays while its user looks at something else. */

const MINUTE = 60_000;
const tomorrow = (minutes: number) => new Date(Date.now() + 86_400_000 + minutes * MINUTE);
const store = async ({ stack: { db }, id }: Person, count: number) => {
  for (let at = 0; at < count; at += 1) {
    await createReminder(db, id, { text: `Дело ${at}`, dateTime: tomorrow(at) });
  }
};
const cards = (page: Page) => page.getByRole('article');

/** From now on the page asks for nothing that only time would make it ask for. */
const stopClock = (page: Page) =>
  // Where more than the second passes before it is asked for, there is no way back to it: then the next one.
  expect(async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)).toPass();

/** What SWR begins at a return it begins a moment later: far less than the list's own interval. */
const lookAgain = async (page: Page) => {
  await page.clock.runFor(100);
  await lookAwayAndBack(page);
  await page.clock.runFor(100);
};

onPhone(() => {
  test('what is done on another device shows when the app is looked at again, and so does what is taken back', async ({
    person,
    page,
    context,
  }) => {
    await person.register();
    await store(person, 2);
    await page.clock.install();
    await person.openApp();
    await expect(cards(page)).toHaveCount(2);
    await stopClock(page);

    const other = await context.newPage();
    await other.goto(person.launchUrl());
    const done = other.waitForResponse(/\/done$/);
    await other.getByRole('button', { name: 'Готово: Дело 0' }).click();
    await done;
    // Under a pointer its snackbar stays.
    await other.getByRole('button', { name: 'Отменить' }).hover();
    await lookAgain(page);
    await expect(cards(page)).toHaveCount(1);
    const undone = other.waitForResponse(/\/undo$/);
    await other.getByRole('button', { name: 'Отменить' }).click();
    await undone;
    await lookAgain(page);
    await expect(cards(page)).toHaveCount(2);
  });

  test('the rest comes by scrolling, once more was asked for; notes and back change neither pages nor place', async ({
    person,
    page,
  }) => {
    await person.register();
    await store(person, 100);
    await person.openApp();
    await expect(cards(page).first()).toBeVisible();
    expect(await cards(page).count()).toBeLessThan(100);
    await page.getByRole('button', { name: 'Загрузить ещё' }).click();
    const end = () => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(async () => {
      await end();
      await expect(cards(page)).toHaveCount(100, { timeout: 100 });
    }).toPass();

    const last = page.getByRole('article', { name: 'Дело 90', exact: true });
    await last.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => window.scrollY);
    expect(place).toBeGreaterThan(500);
    await goToScreen(page, 'Заметки');
    await goToScreen(page, 'Уведомления');
    await expect(last).toBeInViewport();
    await expect(cards(page)).toHaveCount(100);
    expect(await page.evaluate(() => window.scrollY)).toBe(place);

    await goToScreen(page, 'Профиль');
    await page.goBack();
    await expect(last).toBeInViewport();
  });
});
