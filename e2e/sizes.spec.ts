import { gzipSync } from 'node:zlib';
import { type Page, type Response } from '@playwright/test';
import { COMPILE_HINT } from '../src/compile-hints';
import { storeReminders } from './support/rows';
import { onlyNamedScripts } from './support/scripts';
import { ADMIN_ID, dayAhead, expect, saidAhead, test } from './support/test';

/** What the start costs on the wire; bench/ has the figures in seconds. Kilobytes of 1000 bytes, gzip. */
const LIST_AND_FORM_KB = 207;
const SITE_KB = 145;
const DOCUMENT_KB = 15;

/** Counts the scripts that a page loads from here on, until it is asked for their sum. */
function scriptsOf(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  const count = (response: Response) => {
    if (response.request().resourceType() !== 'script') return;
    sizes.push(response.body().then((body) => gzipSync(body).length));
  };
  page.on('response', count);
  return async () => {
    // What comes later may have no body any more, as its test is over.
    page.off('response', count);
    return (await Promise.all(sizes)).reduce((sum, each) => sum + each, 0) / 1000;
  };
}

test(`the list and its form need at most ${LIST_AND_FORM_KB} KB of scripts, and the list itself comes compressed`, async ({
  person,
  page,
}) => {
  await person.register();
  await storeReminders(person);
  // What comes behind both has no <script> in the document.
  await onlyNamedScripts(page, person.stack.app.url);
  const loaded = scriptsOf(page);
  const answered = page.waitForResponse('**/api/notifications');
  await person.openApp('/app');
  const headers = await (await answered).allHeaders();
  expect(headers['content-encoding']).toBe('gzip');
  expect(headers['content-type']).toBe('application/json');
  await expect(page.getByRole('article', { name: 'Оплатить интернет' })).toBeVisible();
  await page.getByRole('button', { name: 'Добавить уведомление' }).click();
  await expect(page.getByRole('dialog', { name: 'Добавить уведомление' })).toBeVisible();
  expect(await loaded()).toBeLessThanOrEqual(LIST_AND_FORM_KB);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test(`the app’s document weighs at most ${DOCUMENT_KB} KB`, async ({ stack }) => {
  const document = await (await fetch(`${stack.app.url}/app`)).text();
  expect(gzipSync(document).length / 1000).toBeLessThanOrEqual(DOCUMENT_KB);
  expect(document).not.toMatch(/rel="manifest"|property="og:|name="twitter:/);
});

test.describe('where MUI does not come', () => {
  test.use({ serviceWorkers: 'block' });
  test('the form opens and saves, and the filters open: MUI is the administrators’', async ({
    person,
    page,
  }) => {
    await person.register();
    const refused: string[] = [];
    await page.route('**/_next/static/**/*.js', async (route) => {
      // The server ends a connection five seconds after its last answer, and what is sent in that moment
      // meets ECONNRESET: a browser sends it once more by itself, and Playwright where it is told to.
      const response = await route.fetch({ maxRetries: 3 });
      const code = await response.text();
      if (!/MuiButtonBase|data-emotion/.test(code)) return route.fulfill({ response });
      refused.push(route.request().url());
      return route.abort();
    });
    await person.openApp('/app');
    await page.getByRole('button', { name: 'Добавить уведомление' }).click();
    const form = page.getByRole('dialog', { name: 'Добавить уведомление' });
    await form.getByLabel('Текст уведомления').fill(`${dayAhead.words} в 9 позвонить маме`);
    await expect(form.getByText(saidAhead('09:00', 'Напомню'))).toBeVisible();
    await form.getByRole('button', { name: 'Сохранить' }).click();
    await expect(page.getByRole('article', { name: 'Позвонить маме' })).toBeVisible();
    await page.getByRole('button', { name: 'Фильтры' }).click();
    await expect(page.getByRole('dialog', { name: 'Дополнительные фильтры' })).toBeVisible();
    expect(refused).toEqual([]);
    // There MUI is, and is refused.
    await person.register({ id: ADMIN_ID });
    await person.openApp('/admin', {}, ADMIN_ID);
    await expect.poll(() => refused.length).toBeGreaterThan(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

test(`a public page loads at most ${SITE_KB} KB of scripts`, async ({ stack, page }) => {
  for (const path of ['/', '/terms', '/privacy', '/status']) {
    await page.goto('about:blank');
    const loaded = scriptsOf(page);
    await page.goto(stack.app.url + path, { waitUntil: 'networkidle' });
    expect(await loaded(), path).toBeLessThanOrEqual(SITE_KB);
    page.removeAllListeners('response');
  }
});

test('every built script asks Chromium to compile it off the main thread', async ({ stack }) => {
  const document = await (await fetch(`${stack.app.url}/app`)).text();
  const files = [...document.matchAll(/src="(\/_next\/static\/[^"]+\.js)"/g)].map(([, src]) => src);
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) {
    const code = await (await fetch(`${stack.app.url}${file ?? ''}`)).text();
    expect(code.slice(0, COMPILE_HINT.length), file).toBe(COMPILE_HINT);
  }
});
