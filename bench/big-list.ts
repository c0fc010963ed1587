/**
 * A user with 10,000 reminders scrolls, searches and filters: the longest frame of each, which may
 * not be over 100 ms. Other work on the machine can only lengthen a frame, so the best of the rounds
 * counts.
 */
import { type Page } from '@playwright/test';
import { report } from './figures';
import { phone, startMiniApp } from './mini-app';

const ROWS = 10_000;
const ROUNDS = 5;
const TARGET_MS = 100;

/** The longest pause between two frames while `action` goes on, and until what it began is done. */
async function longestFrame(page: Page, action: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    // A method: tsx would wrap a named function in one of its own, which the page does not have.
    const watch = {
      longest: 0,
      last: performance.now(),
      on: true,
      frame(now: number) {
        watch.longest = Math.max(watch.longest, now - watch.last);
        watch.last = now;
        if (watch.on) requestAnimationFrame((next) => watch.frame(next));
      },
    };
    Object.assign(window, { watch });
    requestAnimationFrame((now) => {
      watch.last = now;
      requestAnimationFrame((next) => watch.frame(next));
    });
  });
  await action();
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        setTimeout(() => {
          const watch: unknown = Reflect.get(window, 'watch');
          if (typeof watch !== 'object' || watch === null) return;
          Reflect.set(watch, 'on', false);
          resolve(Number(Reflect.get(watch, 'longest')));
        }, 400);
      }),
  );
}

const actions: Record<string, (page: Page) => Promise<void>> = {
  async 'scrolling, and the cards that it brings'(page) {
    for (let turns = 0; turns < 8; turns += 1) await page.mouse.wheel(0, 800);
  },
  async 'typing a search'(page) {
    await page.getByRole('textbox', { name: 'Поиск' }).pressSequentially('ёлку 77', { delay: 80 });
  },
  async 'clearing it'(page) {
    await page.getByRole('button', { name: 'Очистить поиск' }).click();
  },
  async 'a filter'(page) {
    await page.getByRole('button', { name: /^Фильтры/ }).click();
    await page.getByLabel('Категория').selectOption('Дом');
    await page.getByRole('button', { name: 'Применить' }).click();
  },
  async 'the other tab, and back'(page) {
    await page.getByRole('tab', { name: 'Архив' }).click();
    await page.getByRole('tab', { name: 'Актуальные' }).click();
  },
};

const bench = await startMiniApp({ reminders: ROWS });
try {
  const best = new Map<string, number>();
  const note = (what: string, ms: number) =>
    best.set(what, Math.min(ms, best.get(what) ?? Infinity));
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await (await phone(bench.browser)).newPage();
    await page.goto(bench.launchUrl());
    // From here on the answer of 10,000 rows is read and drawn.
    await page.getByRole('tab').first().waitFor();
    note(
      'reading the answer',
      await longestFrame(page, () => page.getByRole('article').first().waitFor()),
    );
    await page.waitForLoadState('networkidle');
    for (const [what, action] of Object.entries(actions)) {
      note(what, await longestFrame(page, () => action(page)));
    }
    await page.context().close();
  }
  const worst = Math.max(...best.values());
  const each = [...best].map(([what, ms]) => `${what} ${Math.round(ms)}`).join(', ');
  report('big-list', [
    {
      figure: 'Longest frame with 10,000 reminders',
      target: `≤ ${TARGET_MS} ms`,
      measured: `${Math.round(worst)} ms (${each})`,
      reached: worst <= TARGET_MS,
    },
  ]);
} finally {
  await bench.stop();
}
