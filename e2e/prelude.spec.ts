import { type Page } from '@playwright/test';
import { storeReminders, storeWaiting } from './support/rows';
import { expect, inTwoLooks, type Person, test } from './support/test';

/** The prelude: the first cards, which the document draws before the app's code is there. */

/** Opens the app, whose scripts come when the returned function is called. */
async function openWithoutCode(person: Person): Promise<() => void> {
  const { page } = person;
  await person.register();
  await storeReminders(person);
  await storeWaiting(person);
  await person.inPhonesClient();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/_next/static/**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  // Its load event waits for the scripts.
  await page.goto(person.launchUrl('/app'), { waitUntil: 'commit' });
  await expect(page.getByRole('article', { name: 'Оплатить интернет' })).toBeVisible();
  return release;
}

/** Where everything stands that can be read or tapped. */
const places = (page: Page) =>
  page
    // Links in texts come later: their words stand where they stood.
    .locator(
      'h2, article, article :not(a), [role=tab], nav a, [data-badge], header button, header input',
    )
    .evaluateAll((all) =>
      all.map((each) => {
        const { x, y, height } = each.getBoundingClientRect();
        return `${each.tagName} ${each.textContent} ${[x, y, height].map(Math.round).join()}`;
      }),
    );

inTwoLooks(() => {
  test('the first cards are there before the app’s code, and nothing moves when it comes', async ({
    person,
    page,
  }) => {
    // This is about the code. The page's own font comes later still, and has letters of other widths.
    await page.route('**/*.woff2', (route) => route.abort());
    const release = await openWithoutCode(person);
    await expect(page.locator('html')).toHaveAttribute('data-color-scheme', person.scheme);
    await expect(page.locator('[data-skeleton]:visible')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Ждут ответа');
    await expect(page.locator('[data-badge]')).toHaveText('2');
    const before = await places(page);
    expect(before.length).toBeGreaterThan(40);
    release();
    await expect(page.locator('main article').first()).toBeVisible();
    expect(await places(page)).toEqual(before);
  });
});

test('a mouse pressed before the app’s code is there and released after it has opened the card', async ({
  person,
  page,
}) => {
  const release = await openWithoutCode(person);
  await page.getByRole('article').getByText('Выпить витамины', { exact: true }).hover();
  await page.mouse.down();
  release();
  await expect(page.locator('main article').first()).toBeVisible();
  await page.mouse.up();
  await expect(page.getByRole('dialog', { name: 'Выпить витамины' })).toBeVisible();
});

declare global {
  interface Window {
    /** What was called, in order. */
    called: string[];
  }
}

/** On a phone each takes as long as a request; what the prelude imports must not make any either. */
test('the first request leaves before a formatter is made and before the storage is opened', async ({
  person,
  page,
}) => {
  await page.addInitScript(() => {
    window.called = [];
    const noted = (name: string) => ({
      apply: (call: () => unknown, self: unknown, args: []) => {
        window.called.push(name);
        return Reflect.apply(call, self, args);
      },
      construct: (made: new () => object, args: []) => {
        window.called.push(name);
        return new made(...args);
      },
    });
    for (const [home, name] of [
      [window, 'fetch'],
      [Intl, 'DateTimeFormat'],
      [Intl, 'Segmenter'],
      [Storage.prototype, 'getItem'],
    ] as const) {
      Reflect.set(home, name, new Proxy(Reflect.get(home, name), noted(name)));
    }
  });
  await openWithoutCode(person);
  const called = await page.evaluate(() => window.called);
  expect(called[0]).toBe('fetch');
  expect(called).toContain('DateTimeFormat');
});
