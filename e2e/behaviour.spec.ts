import { type FrameLocator, type Page } from '@playwright/test';
import { createReminder } from '../src/testing/builders';
import { expectAccessible } from './support/accessible';
import { overflowOf } from './support/look';
import { storeNotes, storeReminders } from './support/rows';
import {
  dayAhead,
  expect,
  goToScreen,
  onPhone,
  type Person,
  saidAhead,
  test,
} from './support/test';

/** What the mini app does beyond its looks, in a real browser on the production build; once, on a phone. */

/** Telegram tells the app; outside a frame the page is its own parent. */
const fromTelegram = (page: Page, eventType: string, eventData: unknown = null) =>
  page.evaluate((message) => window.postMessage(message), JSON.stringify({ eventType, eventData }));

/** Opens the mini app beside the chat, as Telegram's web client does. */
async function openBesideChat(person: Person): Promise<FrameLocator> {
  await person.register();
  await person.openChat();
  await person.openFromMenu();
  await expect(person.app.getByRole('heading', { name: 'Мои уведомления' })).toBeVisible();
  return person.app;
}

onPhone(() => {
  test('Telegram’s back button closes the form, and closing is confirmed only while text is unsaved', async ({
    person,
    page,
  }) => {
    const app = await openBesideChat(person);
    const back = page.locator('#app-back');
    const closeApp = page.locator('#app-close');
    await expect(back).toBeHidden();
    await app.getByRole('button', { name: 'Добавить уведомление' }).click();
    await expect(back).toBeVisible();
    await app.getByLabel('Текст уведомления').fill('Купить билеты');
    const asked = page.waitForEvent('dialog').then((question) => question.dismiss());
    await closeApp.click();
    await asked;
    await expect(app.getByLabel('Текст уведомления')).toHaveValue('Купить билеты');

    await back.click();
    await expect(app.getByRole('dialog')).toBeHidden();
    await expect(back).toBeHidden();
    await app.getByRole('button', { name: 'Вернуть' }).click();
    await expect(app.getByLabel('Текст уведомления')).toHaveValue('Купить билеты');
    await back.click();
    await closeApp.click();
    await expect(page.locator('#app')).toBeHidden();
  });

  test('a change of Telegram’s theme shows at once, and a reload has the present one, not that of the launch data', async ({
    person,
    page,
  }) => {
    const app = await openBesideChat(person);
    const background = () =>
      app.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
    const before = await background();
    // On a phone the app lies over the chat and its buttons.
    const toggle = page.locator('#toggle-theme');
    await toggle.dispatchEvent('click');
    await expect.poll(background).not.toBe(before);
    await toggle.dispatchEvent('click');
    await expect.poll(background).toBe(before);

    await toggle.dispatchEvent('click');
    await expect.poll(background).not.toBe(before);
    const after = await background();
    // «Reload page»: the same address as at first.
    await page.locator('#app-reload').dispatchEvent('click');
    await expect(app.getByRole('heading', { name: 'Мои уведомления' })).toBeVisible();
    await expect.poll(background).toBe(after);
  });

  test('«Далее» tapped three times a second leads to the tour’s end, and touches nothing of the form', async ({
    person,
    page,
  }) => {
    await person.register({ tutorialStep: 1 });
    await page.clock.install();
    await person.openApp();
    for (let step = 1; step < 7; step += 1) {
      const next = page.getByRole('button', { name: `Далее (Шаг ${step} из 7)` });
      await expect(next).toBeVisible();
      // The pace of a person's taps; each comes down where the button stands by then.
      await page.clock.runFor(333);
      const box = await next.boundingBox();
      await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
    }
    await page.getByRole('button', { name: 'Завершить' }).click();
    await expect(page.locator('.shepherd-element')).toHaveCount(0);
    const form = page.getByRole('dialog', { name: 'Добавить уведомление' });
    await expect(form.getByLabel('Текст уведомления')).toHaveValue('Тестовое напоминание');
  });

  test('before any of its code is there: the spinner, in Telegram’s scheme, and never the landing', async ({
    person,
    page,
  }) => {
    await person.register();
    await page.emulateMedia({ colorScheme: person.scheme === 'dark' ? 'light' : 'dark' });
    await page.route('**/_next/static/**/*.js', (route) => route.abort());
    await person.openApp();
    await expect(page.getByText('Загрузка...')).toBeVisible();
    await expect(page.getByRole('heading', { name: /Напишите/ })).toBeHidden();
    await expect(page.locator('html')).toHaveAttribute('data-color-scheme', person.scheme);
  });

  test('the launch data leave the address; in a plain browser one sees whose account it is, and leaves it', async ({
    person,
    page,
  }) => {
    await person.register();
    await page.goto(person.launchUrl('/notes'));
    const account = page.getByRole('complementary', { name: 'Учётная запись' });
    await expect(account).toContainText(`Вы вошли как Анна (@anna_${person.id})`);
    await expect(page).toHaveURL(`${person.stack.app.url}/notes`);
    await expectAccessible(page);
    // A reload keeps the launch and the screen.
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Мои заметки' })).toBeVisible();
    const ofPerson = () =>
      page.evaluate(
        (id) => Object.keys(localStorage).filter((key) => key.endsWith(`:${id}`)),
        person.id,
      );
    await page.getByRole('link', { name: 'Уведомления' }).click();
    await page.getByRole('textbox', { name: 'Быстрый ввод' }).fill('купить подарок');
    await expect.poll(ofPerson).not.toEqual([]);
    await account.getByRole('button', { name: 'Выйти' }).click();
    const landing = page.getByRole('heading', { level: 1, name: /Напишите/ });
    await expect(landing).toBeVisible();
    expect(await ofPerson()).toEqual([]);
    await page.reload();
    await expect(landing).toBeVisible();
    await expect(account).toHaveCount(0);

    await page.goto('about:blank');
    await person.openApp();
    await expect(page.getByRole('heading', { name: 'Мои уведомления' })).toBeVisible();
    await expect(account).toHaveCount(0);
  });

  test('a reminder can be made by keyboard alone, and the focus returns to where it was', async ({
    person,
    page,
  }) => {
    await person.register();
    await person.openApp();
    const add = page.getByRole('button', { name: 'Добавить уведомление' });
    await expect(add).toBeVisible();
    for (let presses = 0; presses < 6; presses += 1) {
      await page.keyboard.press('Tab');
      if (await add.evaluate((button) => button === document.activeElement)) break;
    }
    await expect(add).toBeFocused();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog');
    await expect(form).toBeVisible();
    // Keys reach the form once the focus has moved into it.
    await expect
      .poll(() => form.evaluate((box) => box.contains(document.activeElement)))
      .toBe(true);
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await expect(add).toBeFocused();

    await page.keyboard.press('Enter');
    const line = form.getByRole('textbox', { name: 'Текст уведомления' });
    await expect(line).toBeVisible();
    while (!(await line.evaluate((input) => input === document.activeElement))) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type(`${dayAhead.words} в 9 позвонить маме`);
    await expect(form.getByText(saidAhead('09:00', 'Напомню'))).toBeVisible();
    const save = form.getByRole('button', { name: 'Сохранить' });
    while (!(await save.evaluate((button) => button === document.activeElement))) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await expect(page.getByRole('article', { name: 'Позвонить маме' })).toBeVisible();
    await expect(add).toBeFocused();
  });

  test('while the keyboard is open the form ends above it: field and «Сохранить» can be seen', async ({
    person,
    page,
  }) => {
    await person.register();
    await person.openApp();
    await page.getByRole('button', { name: 'Добавить уведомление' }).click();
    const form = page.getByRole('dialog', { name: 'Добавить уведомление' });
    const text = form.getByLabel('Текст уведомления');
    await text.focus();
    // What host/keyboard.ts tells on a phone.
    await page.evaluate(() => {
      document.documentElement.style.setProperty('--visible-height', '340px');
      document.documentElement.style.setProperty('--visible-top', '60px');
    });
    await text.scrollIntoViewIfNeeded();
    for (const part of [text, form.getByRole('button', { name: 'Сохранить' })]) {
      const box = await part.boundingBox();
      expect(box?.y ?? 0).toBeGreaterThanOrEqual(60);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(400);
    }
    // No iPhone zooms into fields of that size.
    const sizes = await form
      .locator('input:not([type=checkbox]), select, textarea')
      .evaluateAll((fields) => fields.map((field) => parseFloat(getComputedStyle(field).fontSize)));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);
    // A press on a button leaves the keyboard where it is.
    await form.getByRole('button', { name: 'Сохранить' }).hover();
    await page.mouse.down();
    await expect(text).toBeFocused();
  });

  test('the tour’s test reminder closes the app once it is saved', async ({ person, page }) => {
    await person.register({ tutorialStep: 1 });
    await person.openChat();
    await person.openFromMenu();
    await person.app.getByRole('button', { name: 'Далее (Шаг 1 из 7)' }).click();
    await expect(person.app.getByRole('button', { name: 'Далее (Шаг 2 из 7)' })).toBeVisible();
    await person.app.getByRole('button', { name: 'Пропустить' }).click();
    await person.app.getByRole('button', { name: 'Сохранить' }).click();
    await expect(page.locator('#app')).toBeHidden();
  });

  test('the document itself names the app’s code: each file is asked for once, none by another’s word', async ({
    person,
    page,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await person.register();
    const document = await (await fetch(`${person.stack.app.url}/app`)).text();
    const tags = [...document.matchAll(/<script [^>]*>/gi)].map(([tag]) => tag);
    const named = tags
      .filter((tag) => !/nomodule/i.test(tag))
      .flatMap((tag) => /src="([^"]+)"/.exec(tag)?.[1] ?? []);
    await person.openApp('/app');
    await expect(page.getByRole('heading', { name: 'Мои уведомления' })).toBeVisible();
    expect(named.length).toBeGreaterThan(2);
    for (const file of named) expect(asked.filter((each) => each === file)).toHaveLength(1);
  });

  test('a finger held down selects no buttons; what people typed can be selected', async ({
    person,
    page,
  }) => {
    await person.register();
    await storeReminders(person);
    await person.openApp();
    const card = page.getByRole('article', { name: 'Выпить витамины' });
    await expect(card).toHaveCSS('user-select', 'text');
    await expect(page.getByRole('link', { name: 'Профиль' })).toHaveCSS('user-select', 'none');
    await page.getByRole('button', { name: 'Добавить уведомление' }).click();
    const field = page.getByRole('dialog').getByLabel('Текст уведомления');
    await expect(field).toHaveCSS('user-select', 'text');
  });

  test('the keyboard of an iPhone, which counts as a lower window there, moves no bar', async ({
    person,
    page,
  }) => {
    await person.register();
    await person.openApp();
    const told = async (height: number) => {
      const event = { width: 360, is_expanded: true, is_state_stable: true };
      await fromTelegram(page, 'viewport_changed', { ...event, height });
    };
    const bar = page.getByRole('navigation', { name: 'Разделы' });
    const bottom = async () => {
      const box = await bar.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    await expect(bar).toBeVisible();
    await told(636);
    await expect.poll(bottom).toBe(636);
    await page.getByRole('textbox', { name: 'Поиск' }).focus();
    await told(300);
    // Told later than the one that is not to count.
    await told(640);
    await expect.poll(bottom).toBe(640);
    await told(300);
    await told(640);
    expect(await bottom()).toBe(640);
  });

  test.describe('in another time zone', () => {
    test.use({ timezoneId: 'Asia/Vladivostok' });

    test('the browser’s zone is saved after validation and rules what is shown', async ({
      person,
      page,
      stack,
    }) => {
      await person.register();
      const dateTime = new Date('2050-05-05T06:30:00Z');
      await createReminder(stack.db, person.id, { text: 'Полить цветы', dateTime });
      await person.openApp();
      await expect(page.locator('main time')).toContainText('05.05.2050, 16:30');
      await expect
        .poll(() => stack.sql`select time_zone from users where id = ${person.id}`)
        .toEqual([{ time_zone: 'Asia/Vladivostok' }]);
    });
  });

  test('cards stand in one, two or three columns; header and navigation stay while the window scrolls', async ({
    person,
    page,
  }) => {
    await person.register();
    await storeReminders(person);
    await person.openApp();
    await expect(page.getByRole('article', { name: 'Оплатить интернет' })).toBeVisible();
    // The seven stand under three headings.
    for (const [width, columns] of [
      [1280, 3],
      [960, 3],
      [959, 2],
      [600, 2],
      [599, 1],
      [360, 1],
    ]) {
      await page.setViewportSize({ width: width ?? 0, height: 500 });
      const lefts = await page
        .getByRole('article')
        .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().left));
      expect(new Set(lefts).size, `${width} px`).toBe(columns);
    }
    await page.getByRole('article', { name: 'Полить ёлку' }).scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    await expect(page.getByRole('textbox', { name: 'Поиск' })).toBeInViewport();
    const navigation = await page.getByRole('navigation', { name: 'Разделы' }).boundingBox();
    expect((navigation?.y ?? 0) + (navigation?.height ?? 0)).toBe(500);
    const nested = await page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
        .map(({ outerHTML }) => outerHTML.slice(0, 80)),
    );
    expect(nested).toEqual([]);
    // Telegram half open: the bar is where the visible part ends.
    await fromTelegram(page, 'viewport_changed', {
      height: 400,
      width: 360,
      is_expanded: false,
      is_state_stable: true,
    });
    await expect
      .poll(async () => {
        const bar = await page.getByRole('navigation', { name: 'Разделы' }).boundingBox();
        return (bar?.y ?? 0) + (bar?.height ?? 0);
      })
      .toBe(400);
  });

  test('320 px wide, and a phone at 200%, lose nothing', async ({ person, page }) => {
    const widths = [320, 180];
    await person.register();
    await storeReminders(person);
    await storeNotes(person);
    for (const path of ['/', '/notes', '/profile']) {
      await page.goto('about:blank');
      await person.openApp(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Мо[ий]/);
      await expect(page.locator('[data-skeleton]')).toHaveCount(0);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 568 });
        expect(await overflowOf(page), `${path} at ${width} px`).toBeLessThanOrEqual(0);
      }
      if (path === '/profile') continue;
      await page.getByRole('button', { name: /^Добавить/ }).click();
      const form = page.getByRole('dialog');
      await form.getByRole('button', { name: 'Сохранить' }).click();
      const fault = path === '/' ? 'Заполните текст уведомления' : 'Введите содержимое';
      await expect(form.getByText(fault)).toBeVisible();
      for (const width of widths) {
        await page.setViewportSize({ width, height: 568 });
        const cut = await form.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
        expect(cut, `the form of ${path} at ${width} px`).toBeLessThanOrEqual(0);
      }
    }
  });

  test('nothing breaks the policy of the page or complains while the app is used', async ({
    person,
    page,
  }) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await person.register();
    await storeReminders(person);
    await person.openApp();
    const card = page.getByRole('article', { name: 'Проверить отчёт' });
    await card.getByRole('button', { name: 'Редактировать' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
    await expect(page.getByText('Уведомление успешно обновлено')).toBeVisible();
    await goToScreen(page, 'Заметки');
    await page.getByRole('link', { name: 'Профиль' }).click();
    await expect(page.getByText('Всего заметок')).toBeVisible();
    expect(complaints).toEqual([]);
  });
});
