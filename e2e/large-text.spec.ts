import { type Page } from '@playwright/test';
import { settled } from './support/accessible';
import { overflowOf } from './support/look';
import { storeHistory, storeNotes, storeReminders, storeWaiting } from './support/rows';
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

const WORDS = 'button, a, label, h1, h2, h3, p, q, b, dt, dd, summary, select';

/** What of a part of the page has no room for its letters, or leaves the screen. */
const cutIn = (page: Page, part: string) =>
  page.locator(part).evaluateAll((parts, words) => {
    const pen = document.createElement('canvas').getContext('2d');
    /** A list shows the chosen row alone, and does not tell whether it cuts that. */
    const hasRoom = (element: Element) => {
      if (!(element instanceof HTMLSelectElement) || !pen) {
        return element.scrollWidth <= element.clientWidth + 1 || element.clientWidth === 0;
      }
      const { font, paddingLeft, paddingRight } = getComputedStyle(element);
      pen.font = font;
      const { width } = pen.measureText(element.selectedOptions[0]?.text ?? '');
      return width <= element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    };
    return parts
      .flatMap((each) => [...each.querySelectorAll(words)])
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        const isShown = width > 1 && element.checkVisibility({ visibilityProperty: true });
        return isShown && (!hasRoom(element) || left < -1 || right > window.innerWidth + 1);
      })
      .map((element) => element.textContent || element.getAttribute('aria-label'));
  }, WORDS);

/** The words of up to twelve signs that go on in the next line. */
const brokenIn = (page: Page, part: string) =>
  page.locator(part).evaluateAll((parts) => {
    const range = document.createRange();
    return parts.flatMap((each) => {
      const walker = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
      const broken: string[] = [];
      while (walker.nextNode()) {
        for (const word of walker.currentNode.textContent?.matchAll(/\S+/g) ?? []) {
          range.setStart(walker.currentNode, word.index);
          range.setEnd(walker.currentNode, word.index + word[0].length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => top));
          if (word[0].length <= 12 && lines.size > 1) broken.push(word[0]);
        }
      }
      return broken;
    });
  });

async function expectRoom(page: Page, part: string): Promise<void> {
  const root = page.locator('html');
  // The app's font comes behind its code, and has other widths; the site has its own at once.
  if ((await page.locator('[data-app]').count()) > 0) {
    await expect(root).toHaveAttribute('data-font', '');
  }
  await settled(root);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  expect(await cutIn(page, part)).toEqual([]);
}

test('every screen of the app has room for letters of twice the size', async ({ person, page }) => {
  await person.register();
  await storeReminders(person);
  await storeWaiting(person);
  await storeHistory(person);
  await storeNotes(person);
  await person.openApp('/app');
  const rows = page.getByRole('main').getByRole('article');
  await expect(rows.first()).toBeVisible();
  await expectRoom(page, 'main > :is(header, div), nav');
  expect(await brokenIn(page, 'article [data-text=words]')).toEqual([]);
  const search = await page.getByRole('textbox', { name: 'Поиск' }).boundingBox();
  expect(search?.width).toBeGreaterThan(180);

  await page.getByRole('button', { name: 'Добавить уведомление' }).click();
  const form = page.getByRole('dialog', { name: 'Добавить уведомление' });
  const save = form.getByRole('button', { name: 'Сохранить' });
  await expect(save).toBeAttached();
  await expect(save).not.toBeInViewport();
  await expectRoom(page, '[role=dialog]');
  const [category, type] = [form.getByLabel('Категория'), form.getByLabel('Тип уведомления')];
  const boxes = await Promise.all([category, type].map((each) => each.boundingBox()));
  expect(boxes[0]?.x).toBe(boxes[1]?.x);

  await form.getByLabel('Текст уведомления').fill('сдать анализы каждые 3 месяца в 8:15');
  await form.getByRole('button', { name: 'Повторять: каждые 3 месяца' }).click();
  await expect(page.getByText('Ближайшие даты')).toBeVisible();
  await expectRoom(page, '[data-modal=sheet]');
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Отмена' }).click();

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
  for (const name of ['История', 'Кнопки «Отложить»', 'Категория по умолчанию']) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog', { name }).locator('dl, select').first()).toBeVisible();
    await expectRoom(page, '[data-modal=sheet]');
    await page.keyboard.press('Escape');
  }
});

test('the site has room for them, too', async ({ page, stack }) => {
  for (const path of ['/', '/terms', '/privacy']) {
    await page.goto(`${stack.app.url}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectRoom(page, 'header, main, footer');
    const sizes = await page
      .locator('h1, main p')
      .evaluateAll((each) => each.map((words) => parseFloat(getComputedStyle(words).fontSize)));
    // The longest word of a legal title has to fit a phone in one piece.
    if (path === '/') expect(sizes[0]).toBe(Math.max(...sizes));
  }
});
