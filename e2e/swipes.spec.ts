import { type Page } from '@playwright/test';
import { storeReminders, storeWaiting } from './support/rows';
import { expect, test } from './support/test';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

/** A finger that goes from one point by so much, as Chromium itself tells the page. */
async function drag(page: Page, from: { x: number; y: number }, by: { x?: number; y?: number }) {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd'
          ? []
          : [{ x: from.x + (by.x ?? 0) * part, y: from.y + (by.y ?? 0) * part }],
    });
  await touch('touchStart', 0);
  for (let step = 1; step <= 8; step += 1) await touch('touchMove', step / 8);
  await touch('touchEnd', 1);
  await session.detach();
}

test('a finger puts off to the left and finishes to the right; scrolling and the sides win', async ({
  person,
  page,
}) => {
  await person.register();
  await storeReminders(person);
  await storeWaiting(person);
  const code = page.waitForResponse(async (answer) =>
    answer.url().endsWith('.js') ? (await answer.text()).includes('data-swipe') : false,
  );
  await person.openApp('/app');
  const row = page.getByRole('article', { name: 'Отправить показания счётчиков' });
  await expect(row).toBeVisible();
  await code;
  const middle = async () => {
    const { x, y, width } = (await row.boundingBox()) ?? { x: 0, y: 0, width: 0 };
    return { x: x + width / 2, y: y + 20 };
  };
  const sheet = page.getByRole('dialog', { name: /^Отложить/ });
  const { y } = await middle();

  await drag(page, { x: 348, y }, { x: -300 });
  await drag(page, await middle(), { x: -100 });
  await drag(page, await middle(), { x: -160, y: -240 });
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.locator('[data-swipe]')).toHaveCount(0);
  await expect(sheet).toBeHidden();

  // The fling of the scrolling before may carry the list away once more: then the finger brings the row back.
  await expect(async () => {
    await row.scrollIntoViewIfNeeded();
    await drag(page, await middle(), { x: -160 });
    await expect(sheet).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  const finished = page.getByRole('button', { name: 'Вернуть: Отправить показания счётчиков' });
  await expect(async () => {
    await row.scrollIntoViewIfNeeded();
    await drag(page, await middle(), { x: 160 });
    await expect(finished).toBeVisible({ timeout: 2_000 });
  }).toPass();
});
