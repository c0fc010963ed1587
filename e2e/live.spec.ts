import { type Page } from '@playwright/test';
import { createReminder } from '../src/testing/builders';
import { expect, goToScreen, inTwoLooks, lookAwayAndBack, type Person, test } from './support/test';

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
const stopClock = async (page: Page) =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);

/** What SWR begins at a return it begins a moment later: far less than the list's own interval. */
const lookAgain = async (page: Page) => {
  await page.clock.runFor(100);
  await lookAwayAndBack(page);
  await page.clock.runFor(100);
};

inTwoLooks(() => {
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

/** Lets the page's own clock run in steps, so that answers come in between. */
async function pass(page: Page, ms: number, stepMs = 5_000): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    await page.clock.runFor(stepMs);
    await page.evaluate(() => fetch('/robots.txt'));
  }
}

test('a list that lies open asks twice a minute, and sees by that what was done elsewhere', async ({
  person,
  page,
}) => {
  await person.register();
  await store(person, 1);
  await page.clock.install();
  await person.openApp();
  await expect(cards(page)).toHaveCount(1);
  await pass(page, MINUTE);

  let asked = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) asked += 1;
  });
  await pass(page, 10 * MINUTE);
  expect(asked).toBeLessThanOrEqual(25);
  expect(asked).toBeGreaterThanOrEqual(15);

  await createReminder(person.stack.db, person.id, { text: 'Из чата', dateTime: tomorrow(9) });
  await pass(page, 0.6 * MINUTE);
  await expect(cards(page)).toHaveCount(2);
});

test('a reminder that comes while the list is open waits there within three seconds', async ({
  person,
  page,
}) => {
  await person.register();
  const due = new Date(Date.now() + 3_600_000);
  const { id } = await createReminder(person.stack.db, person.id, {
    text: 'Выключить плиту',
    dateTime: due,
  });
  await page.clock.install();
  await person.openApp();
  await expect(cards(page)).toHaveCount(1);
  // After such a jump the page asks at once, and then not again before the reminder’s time has come.
  const listed = page.waitForResponse((answer) => answer.url().endsWith('/api/notifications'));
  await page.clock.pauseAt(due.getTime() - 1_000);
  await listed;
  // The server’s hour is over at once.
  await person.stack.sql`
    update reminders set date_time = now(), next_fire_at = now() where id = ${id}`;
  const { simulator } = person.stack.telegram;
  await simulator.waitForMessage({ userId: person.id, text: 'Выключить плиту' }, 30_000);
  await expect
    .poll(
      () => person.stack.sql`select from reminders where id = ${id} and waiting_since is not null`,
    )
    .toHaveLength(1);
  await expect(page.getByRole('heading', { name: 'Ждут ответа' })).toBeHidden();
  await pass(page, 1_000 + 3_000, 250);
  await expect(page.getByRole('heading', { name: 'Ждут ответа' })).toBeVisible();
});
