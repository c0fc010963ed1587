import { type Locator } from '@playwright/test';
import { PAGE_SIZE } from '../src/core/limits';
import { wallTimeToInstant } from '../src/core/time-zone';
import { categoryId, createReminder, typeId } from '../src/testing/builders';
import { dayAhead, saidAhead } from '../src/testing/clock';
import { takePicture } from './support/look';
import { storeReminders, storeWaiting } from './support/rows';
import { expect, inEveryLook, type Person, test } from './support/test';

/**
 * What is seen at a glance: figures of the first screen, which it prints, and the pictures of README and docs
 * (`npm run pictures`).
 */
const DAY_MS = 86_400_000;
const ZONE = 'Europe/Moscow';
type Row = [day: number, clock: string, text: string, type: string, category: string, how?: object];

const series = (unit: 'DAY' | 'WEEK' | 'MONTH', more: object = {}) => ({
  rule: { every: 1, unit, ...more },
});
const ROWS: readonly Row[] = [
  [0, '22:30', 'Вынести мусор', 'Напоминание', 'Дом'],
  [0, '23:00', 'Пить воду', 'Напоминание', 'Личное', series('DAY')],
  [1, '09:00', 'Оплатить интернет', 'Оплата', 'Финансы', series('MONTH')],
  [1, '19:00', 'Забрать посылку, код 4417', 'Напоминание', 'Покупки'],
  [1, '19:30', 'Тренировка', 'Напоминание', 'Личное', series('WEEK', { weekdays: [2, 4] })],
  [2, '08:30', 'Зарядка', 'Напоминание', 'Личное', series('DAY')],
  [2, '12:00', 'Обед с Олей', 'Встреча', 'Личное'],
  [2, '18:00', 'Позвонить маме', 'Звонок', 'Семья', series('WEEK')],
  [3, '10:00', 'Отчёт за неделю', 'Напоминание', 'Работа', series('WEEK')],
];

/** Two that wait, and what is to come; `from`: the first day of it. */
async function storeDays({ stack: { db }, id }: Person, from: number): Promise<void> {
  const since = new Date(Date.now() - 3_600_000);
  const wait = { dateTime: since, openOccurrenceAt: since, waitingSince: since, nextFireAt: null };
  const home = { typeId: await typeId(db, 'Проверка'), categoryId: await categoryId(db, 'Дом') };
  await createReminder(db, id, {
    text: 'Выключить духовку',
    floodInterval: 15,
    ...home,
    ...wait,
  });
  await createReminder(db, id, { text: 'Полить цветы', ...wait });
  for (const [ahead, clock, text, type, category, how] of ROWS) {
    if (ahead < from) continue;
    const day = new Date(Date.now() + ahead * DAY_MS).toLocaleDateString('sv', { timeZone: ZONE });
    await createReminder(db, id, {
      ...{ text, dateTime: wallTimeToInstant(`${day}T${clock}`, ZONE) },
      ...{ typeId: await typeId(db, type), categoryId: await categoryId(db, category), ...how },
    });
  }
}

const boxesOf = (all: Locator) =>
  all.evaluateAll((each) =>
    each.map((one) => {
      const { x, y, width } = one.getBoundingClientRect();
      return { x, y, width };
    }),
  );

const CONTROLS = 'a[href], button, input, select, textarea';

/** How many controls stand in the window; those of rows count once for each kind. */
const kindsOf = (root: Locator): Promise<number> =>
  root.evaluate((element, selector) => {
    const inSight = [...element.querySelectorAll(selector)].filter((control) => {
      const { top, bottom, width } = control.getBoundingClientRect();
      const within = bottom > 0 && top < window.innerHeight && width > 1;
      return within && control.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    });
    const kinds = inSight.map((control, at) => {
      const name = (control.getAttribute('aria-label') ?? '').split(':')[0] ?? '';
      if (!control.closest('article')) return at;
      return control.hasAttribute('data-tap') && control.matches('[data-tap=open]') ? 'open' : name;
    });
    return new Set(kinds).size;
  }, CONTROLS);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, contextOptions: { reducedMotion: 'reduce' } });

  test('the first screen: eight rows in three groups, at most 18 kinds of controls, the thirtieth after one tap', async ({
    person,
    page,
  }) => {
    await person.register();
    await storeDays(person, 1);
    for (let at = 0; at < 24; at += 1) {
      const dateTime = new Date(Date.now() + (30 + at) * DAY_MS);
      await createReminder(person.stack.db, person.id, { text: `Дело ${at}`, dateTime });
    }
    await person.openApp('/app');
    const rows = page.getByRole('main').getByRole('article');
    await expect(rows.first()).toBeVisible();
    const inSight = await rows.evaluateAll(
      (all) =>
        all.filter((row) => {
          const { left, bottom } = row.getBoundingClientRect();
          return row.contains(document.elementFromPoint(left + 60, bottom - 4));
        }).length,
    );
    const kinds = await kindsOf(page.locator('body'));
    await page.getByRole('button', { name: 'Загрузить ещё' }).click();
    for (let turn = 0; turn < 40 && (await rows.count()) < 30; turn += 1) {
      await page.mouse.wheel(0, 700);
      await page.evaluate(() => new Promise((next) => requestAnimationFrame(next)));
    }
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(30);
    console.log(`rows in sight ${inSight}, kinds of controls ${kinds}, taps to the thirtieth 1`);
    expect(inSight).toBeGreaterThanOrEqual(8);
    expect(kinds).toBeLessThanOrEqual(18);
  });

  test('a row says its type and its rule as a whole, and nothing of it lies under the buttons', async ({
    person,
    page,
  }) => {
    await person.register();
    await storeReminders(person);
    await storeWaiting(person);
    await person.openApp('/app');
    // The prelude's cards give way to React's.
    await expect(page.locator('[data-prelude]')).toHaveCount(0);
    for (const [name, type, rule] of [
      [/^Принять/, 'Лекарство', 'Каждый день'],
      [/^Полить ёлку/, 'Напоминание', '3 дн.'],
      [/^Выпить/, 'Лекарство', null],
    ] as const) {
      const row = page.getByRole('article', { name });
      for (const words of rule === null ? [type] : [type, rule]) {
        const shown = row.getByText(words, { exact: true });
        await shown.scrollIntoViewIfNeeded();
        await expect(shown).toBeInViewport({ ratio: 1 });
        expect(await shown.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
      }
      const acts = await row.getByRole('button', { name: 'Редактировать' }).boundingBox();
      for (const { x, y, width } of await boxesOf(row.locator('> p, > p + div > *'))) {
        if (acts && y > acts.y + 4) expect(x + width, String(name)).toBeLessThanOrEqual(acts.x + 4);
      }
    }
  });
});

test('the four buttons of an opened reminder stand in one row of the narrowest phone', async ({
  person,
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 740 });
  await person.register();
  await storeWaiting(person);
  await person.openApp('/app');
  const row = page.getByRole('article', { name: 'Позвонить маме' });
  await row.getByText('Позвонить маме').click();
  const acts = page.getByRole('dialog').getByRole('group', { name: 'Действия' });
  await expect(acts.getByRole('button')).toHaveCount(4);
  const bottoms = await acts
    .getByRole('button')
    .evaluateAll((each) => each.map((one) => one.getBoundingClientRect().bottom));
  expect(Math.max(...bottoms) - Math.min(...bottoms)).toBeLessThan(10);
});

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('cards are read row by row, three in each, with their own dates, and nothing moves as more come', async ({
    person,
    page,
  }) => {
    await person.register();
    for (let at = 0; at < 120; at += 1) {
      // None rings meanwhile, and so takes another place.
      const dateTime = new Date(Date.now() + ((1 + (at % 40)) / 5) * DAY_MS);
      await createReminder(person.stack.db, person.id, { text: `Дело ${at}`, dateTime });
    }
    await person.openApp('/app');
    const rows = page.getByRole('main').getByRole('article');
    await expect(rows.first()).toBeVisible();
    await expect(rows.first().locator('time')).toContainText(/\d\d\.\d\d\.\d{4}, ?\d\d:\d\d/);
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(0);
    const places = () =>
      rows.evaluateAll((all) =>
        all.map((row) => {
          const { x, y } = row.getBoundingClientRect();
          return { x, y: y + window.scrollY };
        }),
      );
    const before = await places();
    const [first, second, third] = before;
    for (const [at, { x, y }] of before.entries()) {
      expect(x).toBe([first, second, third][at % 3]?.x);
      expect(y).toBe(before[at - (at % 3)]?.y);
    }
    await page.getByRole('button', { name: 'Загрузить ещё' }).click();
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(before.length + PAGE_SIZE);
    await expect(async () => {
      await page.mouse.wheel(0, 700);
      expect(await rows.count()).toBe(120);
    }).toPass();
    expect((await places()).slice(0, before.length)).toEqual(before);
  });

  test('a category’s name is whole on a card, however wide the window', async ({
    person,
    page,
  }) => {
    await person.register();
    await storeDays(person, 0);
    await storeReminders(person);
    await person.openApp('/app');
    const names = page.getByRole('main').locator('article [data-part="category"]');
    for (const width of [800, 1280, 1900]) {
      await page.setViewportSize({ width, height: 1000 });
      await expect(names.first()).toBeVisible();
      expect(await names.count()).toBeGreaterThan(8);
      const cut = await names.evaluateAll((each) =>
        each.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      );
      expect(cut, `${width} px`).toEqual([]);
    }
  });
});

inEveryLook(() => {
  test.skip(!process.env.PICTURES, 'takes pictures only');
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('pictures: the list, the form, the calendar, the chat', async ({
    person,
    page,
    look,
    lookName,
  }) => {
    await person.register();
    await storeDays(person, 0);
    await person.openApp('/app');
    await expect(page.getByRole('article', { name: 'Зарядка' })).toBeVisible();
    await look('list');
    const calendar = page.getByRole('button', { name: 'Календарь' });
    await calendar.click();
    const day = page.getByRole('grid').getByRole('button', { name: /запланировано/ });
    await expect(day.first()).toBeVisible();
    if (/phone-light|desktop-dark/.test(lookName)) await look('calendar');
    await calendar.click();

    await page.getByRole('button', { name: 'Добавить уведомление' }).click();
    const form = page.getByRole('dialog', { name: 'Добавить уведомление' });
    await form
      .getByLabel('Текст уведомления')
      .fill(`${dayAhead.words} в 9 каждый месяц оплатить интернет`);
    await expect(form.getByText(saidAhead('09:00', 'Напомню'))).toBeVisible();
    await look('form');

    if (lookName.startsWith('desktop')) return;
    await person.openChat();
    await page
      .getByLabel('Message', { exact: true })
      .fill(`${dayAhead.words} в 9 оплатить интернет`);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(person.message('— Оплатить интернет')).toBeVisible();
    await createReminder(person.stack.db, person.id, { text: 'Выпить воды', dateTime: new Date() });
    await expect(person.message('Выпить воды')).toBeVisible();
    await takePicture(page, `chat.${lookName}`);
  });
});
