import { type Page } from '@playwright/test';
import { overflowOf } from './support/look';
import { storeNotes, storeReminders, storeWaiting } from './support/rows';
import { expect, goToScreen, test } from './support/test';

/** A phone whose user has letters of twice the size: nothing is cut, lies over another, or leaves the screen. */
test.use({ viewport: { width: 360, height: 740 }, contextOptions: { reducedMotion: 'reduce' } });

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '32px';
    });
  });
});

/** The keys and words of a part of the page whose letters have no room, or that others lie over. */
const cutIn = (page: Page, part: string) =>
  page.locator(part).evaluateAll((parts) =>
    parts
      .flatMap((each) => [...each.querySelectorAll('button, a, h1, h2, label')])
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        const isShown = width > 1 && element.checkVisibility({ visibilityProperty: true });
        const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
        return isShown && (isCut || left < -1 || right > window.innerWidth + 1);
      })
      .map((element) => element.textContent || element.getAttribute('aria-label')),
  );

async function expectRoom(page: Page, part: string): Promise<void> {
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  expect(await cutIn(page, part)).toEqual([]);
}

test('every screen of the app has room for letters of twice the size', async ({ person, page }) => {
  await person.register();
  await storeReminders(person);
  await storeWaiting(person);
  await storeNotes(person);
  await person.openApp('/app');
  const rows = page.getByRole('main').getByRole('article');
  await expect(rows.first()).toBeVisible();
  await expectRoom(page, 'main > :is(header, div), nav');

  await page.getByRole('button', { name: 'Добавить уведомление' }).click();
  const form = page.getByRole('dialog', { name: 'Добавить уведомление' });
  const save = form.getByRole('button', { name: 'Сохранить' });
  await expect(save).toBeAttached();
  await expect(save).not.toBeInViewport();
  await expectRoom(page, '[role=dialog]');
  const [category, type] = [form.getByLabel('Категория'), form.getByLabel('Тип уведомления')];
  const boxes = await Promise.all([category, type].map((each) => each.boundingBox()));
  expect(boxes[0]?.x).toBe(boxes[1]?.x);
  await page.keyboard.press('Escape');

  const row = page.getByRole('button', { name: 'Отправить показания счётчиков', exact: true });
  await row.press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Отложить' })).toBeVisible();
  await expectRoom(page, '[role=dialog]');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Календарь' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await expectRoom(page, 'main section');
  await page.getByRole('button', { name: 'Календарь' }).click();

  await goToScreen(page, 'Заметки');
  await expect(rows.first()).toBeVisible();
  await expectRoom(page, 'main');
  await page.getByRole('button', { name: 'Добавить заметку' }).click();
  await expect(page.getByRole('dialog', { name: 'Добавить заметку' })).toBeVisible();
  await expectRoom(page, '[role=dialog]');
  await page.keyboard.press('Escape');

  await goToScreen(page, 'Профиль');
  await expect(page.getByText('Всего уведомлений')).toBeVisible();
  await expectRoom(page, 'main');
});

test('the site has room for them, too', async ({ page, stack }) => {
  for (const path of ['/', '/terms', '/privacy']) {
    await page.goto(`${stack.app.url}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectRoom(page, 'header, main h1');
  }
});
