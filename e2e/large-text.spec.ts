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
        // A row of quick times is pushed aside by a finger.
        const isPushed = element.closest('[role=group]')?.matches('li > article > :nth-child(2)');
        const leaves = !isPushed && (left < -1 || right > window.innerWidth + 1);
        return isShown && (!hasRoom(element) || leaves);
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

/** What of a row lies over something else of it. */
const overlapsIn = (page: Page) =>
  page.locator('main article:visible').evaluateAll((rows) =>
    rows.flatMap((row) => {
      const parts = [...row.querySelectorAll('p, [data-part=category], [role=group] button')];
      return parts.flatMap((one, at) => {
        const a = one.getBoundingClientRect();
        const over = parts.slice(at + 1).filter((other) => {
          const b = other.getBoundingClientRect();
          const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          return width > 2 && height > 2 && !one.contains(other);
        });
        return over.map((other) => `${one.textContent} / ${other.outerHTML.slice(0, 120)}`);
      });
    }),
  );

async function expectRoom(page: Page, part: string): Promise<void> {
  const root = page.locator('html');
  // The app's font comes behind its code, and has other widths; the site has its own at once.
  if ((await page.locator('[data-app]').count()) > 0) {
    await expect(root).toHaveAttribute('data-font', '');
  }
  await settled(root);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  expect(await cutIn(page, part)).toEqual([]);
  expect(await overlapsIn(page)).toEqual([]);
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

for (const width of [360, 320]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 740 } });

    test('what opens over the lists has room for them', async ({ person, page }) => {
      await person.register();
      const { simulator } = person.stack.telegram;
      simulator.say(person.id, `собрать документы для визы: ${'справка с работы, '.repeat(9)}`);
      await expect.poll(() => simulator.messages(person.id).length).toBeGreaterThan(1);
      await storeReminders(person);
      await storeWaiting(person);
      await storeNotes(person);
      await person.openApp('/app');
      await expect(page.getByRole('region', { name: 'Без времени' })).toBeVisible();
      await expectRoom(page, 'main > :is(header, div)');

      await page.getByRole('button', { name: 'Фильтры' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectRoom(page, '[role=dialog]');
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: 'Принять таблетку', exact: true }).press('Enter');
      const view = page.getByRole('dialog');
      await view.getByRole('button', { name: 'Ещё' }).click();
      await expect(view.getByRole('button', { name: 'Удалить' })).toBeInViewport();
      await expectRoom(page, '[role=dialog]');
      for (const [name, title] of [
        ['Пауза', 'На сколько поставить на паузу?'],
        ['Поделиться', 'Поделиться уведомлением'],
      ] as const) {
        const opens = view.getByRole('button', { name });
        if (!(await opens.isVisible())) await view.getByRole('button', { name: 'Ещё' }).click();
        await opens.click();
        await expect(view.getByRole('heading', { name: title })).toBeInViewport();
        await expectRoom(page, '[role=dialog]');
        await page.keyboard.press('Escape');
      }
      await view.getByRole('button', { name: 'Отложить' }).click();
      await expect(page.locator('[data-modal=sheet]')).toBeVisible();
      await expectRoom(page, '[data-modal=sheet]');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');

      const series = page.getByRole('article', { name: 'Принять таблетку' });
      await series.getByRole('button', { name: 'Удалить' }).click();
      await expect(page.getByRole('button', { name: 'Только этот раз' })).toBeVisible();
      await expectRoom(page, '[data-modal=sheet]');
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: 'Принять таблетку', exact: true }).press('Enter');
      await view.getByRole('button', { name: 'Ещё' }).click();
      await view.getByRole('button', { name: 'Выбрать' }).click();
      await expect(page.getByRole('checkbox').first()).toBeVisible();
      await expectRoom(page, 'main > :is(header, div)');
      await page.getByRole('tab', { name: 'Архив' }).click();
      await expect(page.getByRole('article', { name: 'Забрать посылку' })).toBeVisible();
      await expectRoom(page, 'main > :is(header, div)');
      await page.getByRole('button', { name: 'Удалить' }).first().click();
      await page.getByRole('button', { name: /^Недавно удалённые/ }).press('Enter');
      await expectRoom(page, 'main > :is(header, div)');

      await goToScreen(page, 'Заметки');
      await expect(page.getByRole('article').first()).toBeVisible();
      await expectRoom(page, 'main');
    });

    test('so have the profile’s sheets', async ({ person, page }) => {
      await person.register();
      await person.openApp('/app/profile');
      await expect(page.getByText('Всего уведомлений')).toBeVisible();
      await expectRoom(page, 'main');
      for (const name of ['Тихие часы', 'Часовой пояс', 'Категории', 'Календарь', 'Импорт']) {
        await page.getByRole('main').getByRole('button', { name }).first().click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectRoom(page, '[role=dialog]');
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
    });

    test('so have the screens of a start', async ({ person, page }) => {
      await person.openApp('/app');
      await expect(page.getByText('Требуется принятие условий')).toBeVisible();
      await expectRoom(page, 'main');
      await page.goto('about:blank');
      await person.openApp('/', { authDate: new Date(Date.now() - 48 * 3_600_000) });
      await expect(page.getByText('Данные устарели')).toBeVisible();
      await expectRoom(page, '[data-app]');
      await page.goto('about:blank');
      await person.register({ tutorialStep: 1 });
      await person.openApp('/app');
      for (const title of ['Добро пожаловать!', 'Текст']) {
        const box = page.getByRole('dialog', { name: title, exact: true });
        await expect(box).toBeVisible();
        await expectRoom(page, '[role=dialog]');
        await box.getByRole('button', { name: /^Далее/ }).click();
      }
    });
  });
}

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
