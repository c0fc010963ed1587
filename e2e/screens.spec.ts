import { type Page, type Route } from '@playwright/test';
import { storeHistory, storeNotes, storeReminders, storeWaiting } from './support/rows';
import { onlyNamedScripts } from './support/scripts';
import {
  dayAhead,
  expect,
  goToScreen,
  inEveryLook,
  inTheOtherTwoLooks,
  inTwoLooks,
  saidAhead,
  test,
} from './support/test';

/**
 * Every screen in every state: list and form in each of the four looks, the other screens in two, so that both
 * pairs of them are used. `npm run screenshots` takes the pictures, of all four.
 */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const REMINDERS = '**/api/notifications';
const NOTES = /\/api\/notes(\?|$)/;
const STATS = '**/api/profile/stats';

/** Keeps answers to `url` back until the returned function is called. */
async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}
const refuse = (status: number) => (route: Route) =>
  route.fulfill({ status, json: { success: false, message: 'Данные устарели' } });
const abort = (route: Route) => route.abort();
/** Leaves reading alone: the list looks again every few seconds, and must not meet the refusal first. */
const ofSaving = (answer: (route: Route) => Promise<void>) => (route: Route) =>
  route.request().method() === 'POST' ? answer(route) : route.continue();

inEveryLook(() => {
  test('reminders: waiting, cards, archive, search, filters, deletion', async ({
    person,
    page,
    look,
  }) => {
    await person.register();
    await storeReminders(person);
    const release = await hold(page, REMINDERS);
    await person.openApp();
    await expect(page.locator('[data-skeleton]')).toHaveCount(5);
    await look('reminders-loading');
    release();
    await expect(page.getByRole('article', { name: 'Оплатить интернет' })).toBeVisible();
    await look('reminders');

    const repeatSign = page.getByRole('img', { name: 'Повторять каждые 2 нед.' });
    await repeatSign.hover();
    await expect(page.getByRole('tooltip')).toBeVisible();
    await look('reminders-tooltip');
    await page.mouse.move(0, 0);

    await page.getByRole('article', { name: 'Полить ёлку' }).scrollIntoViewIfNeeded();
    await look('reminders-all');

    await page.getByRole('tab', { name: 'Архив' }).click();
    await expect(page.getByRole('article', { name: 'Забрать посылку' })).toHaveCSS(
      'opacity',
      '0.6',
    );
    await look('reminders-archive');
    await page.getByRole('tab', { name: 'Актуальные' }).click();

    await page.getByRole('button', { name: 'Фильтры' }).click();
    const filters = page.getByRole('dialog', { name: 'Дополнительные фильтры' });
    await expect(filters).toBeVisible();
    await look('reminders-filters');
    await filters.getByRole('button', { name: 'Применить' }).click();
    await expect(filters).toBeHidden();

    await page.getByRole('textbox', { name: 'Поиск' }).fill('ананас');
    await expect(page.getByText('По запросу «ананас» ничего нет')).toBeVisible();
    await look('reminders-nothing-found');
    await page.getByRole('button', { name: 'Очистить поиск' }).click();

    const quickLine = page.getByRole('textbox', { name: 'Быстрый ввод' });
    await quickLine.fill('каждый вторник в 18:30 тренировка с флудом');
    await expect(page.getByRole('button', { name: 'Каждый вторник' })).toBeVisible();
    await look('quick-line');
    await quickLine.fill(`${dayAhead.words} купить хлеб`);
    await expect(page.getByRole('button', { name: 'Во сколько?' })).toBeVisible();
    await look('quick-line-unclear');
    await quickLine.fill(`${dayAhead.words} в 9:30 проверить, пришла ли посылка`);
    await quickLine.press('Enter');
    // Pointed at it stays, however long the look takes.
    await page.getByText(saidAhead('09:30', '', ' — проверить')).hover();
    await look('quick-line-made');
    await page.getByRole('button', { name: 'Отменить' }).click();
    await expect(page.getByText('Уведомление удалено')).toBeVisible();
    await quickLine.fill('');

    const card = page.getByRole('article', { name: 'Выпить витамины' });
    await card.getByRole('button', { name: 'Удалить' }).click();
    await expect(page.getByText('Уведомление удалено')).toBeVisible();
    await look('reminders-deleted');
  });

  test('reminder form: empty, faults, quick add, its sheet, failed save, stale data', async ({
    person,
    page,
    look,
  }) => {
    await person.register();
    await storeReminders(person);
    await person.openApp();
    await page.getByRole('button', { name: 'Добавить уведомление' }).click();
    const form = page.getByRole('dialog', { name: 'Добавить уведомление' });
    await expect(form).toBeVisible();
    await look('form-new');
    await form.getByRole('button', { name: 'Сохранить' }).click();
    await expect(form.getByText('Заполните текст уведомления')).toBeVisible();
    await look('form-errors');

    const text = form.getByLabel('Текст уведомления');
    await text.fill('каждый вторник и четверг в 18:30 тренировка за час');
    await expect(form.getByText('Сохранится: «Тренировка»')).toBeVisible();
    await look('form-quick-add');

    const value = form.getByLabel(/^Повторять: /);
    const sheet = form.getByRole('dialog', { name: /^Повторять/ });
    await value.click();
    await expect(sheet.getByText('Ближайшие даты')).toBeVisible();
    await look('form-weekdays');
    await sheet.getByLabel('Раз в').selectOption('3');
    await sheet.getByLabel('Период').selectOption({ label: 'месяца' });
    await sheet.getByLabel('В какой день месяца').selectOption('CHOSEN');
    await sheet.getByRole('button', { name: '15', exact: true }).click();
    await sheet.getByLabel('В течение дня').selectOption('TIMES');
    await sheet.getByRole('button', { name: 'Добавить время' }).click();
    await sheet.getByLabel('3-е время').fill('14:00');
    await sheet.getByLabel('В какой день месяца').scrollIntoViewIfNeeded();
    await look('form-days-and-times');
    await sheet.getByLabel('В течение дня').selectOption('AGAIN');
    await sheet.getByLabel('До', { exact: true }).scrollIntoViewIfNeeded();
    await look('form-again-and-again');
    await sheet.getByLabel('В течение дня').selectOption('ONCE');
    await sheet.getByLabel('В какой день месяца').selectOption('LAST_DAY');
    await sheet.getByRole('button', { name: 'Готово' }).click();
    await form.getByRole('switch', { name: 'Флуд' }).check();
    await form.getByRole('group', { name: 'Интервал флуда' }).scrollIntoViewIfNeeded();
    await look('form-month');
    await form.getByRole('switch', { name: 'Повторять' }).uncheck();
    await value.click();
    await expect(sheet.getByRole('button', { name: 'Каждый день' })).toBeVisible();
    await look('form-repeat');
    await sheet.getByRole('button', { name: 'Закрыть' }).click();

    await text.fill('вчера в 9 купить хлеб');
    await expect(form.getByText('Это время уже прошло')).toBeVisible();
    await look('form-past');
    await text.fill('тренировка');

    await page.route(REMINDERS, ofSaving(abort));
    await form.getByRole('button', { name: 'Сохранить' }).click();
    await expect(form.getByText('Нет связи')).toBeVisible();
    await form.getByText('Нет связи').scrollIntoViewIfNeeded();
    // The message says it once more, above what is to be tapped.
    const told = await page.locator('[data-snackbar] > *').boundingBox();
    const keys = await form.getByRole('button', { name: 'Сохранить' }).boundingBox();
    expect((told?.y ?? 0) + (told?.height ?? 0)).toBeLessThanOrEqual(keys?.y ?? 0);
    await look('form-failed');

    await page.unroute(REMINDERS);
    await page.route(REMINDERS, ofSaving(refuse(403)));
    await form.getByRole('button', { name: 'Сохранить' }).click();
    await expect(page.getByRole('heading', { name: 'Данные устарели' })).toBeVisible();
    await look('stale');

    await page.unroute(REMINDERS);
    await page.reload();
    await expect(form.getByText('Здесь текст, который')).toBeVisible();
    await expect(form.getByLabel('Текст уведомления')).toHaveValue('тренировка');
    await form.getByRole('button', { name: 'Отмена' }).click();

    const card = page.getByRole('article', { name: 'Проверить отчёт' });
    await card.getByRole('button', { name: 'Редактировать' }).click();
    await expect(page.getByRole('dialog', { name: 'Редактировать уведомление' })).toBeVisible();
    await look('form-edit');
  });
});

inTwoLooks(() => {
  test('reminders: what waits, putting off, the count seen from elsewhere', async ({
    person,
    page,
    look,
  }) => {
    await person.register();
    await storeReminders(person);
    await storeWaiting(person);
    await person.openApp();
    await expect(page.getByRole('heading', { name: 'Ждут ответа' })).toBeVisible();
    await look('reminders-waiting');

    const later = page.getByRole('article', { name: 'Позвонить маме' });
    // In a row the hour is seen, under the day, in a card both; a screen reader hears both everywhere.
    await expect(later.locator('time > :first-child')).toHaveText(/^[\d.]*\s?\d\d:\d\d$/);
    await expect(later.locator('time > :last-child')).toHaveText(/^\d\d\.\d\d\.\d{4}, \d\d:\d\d$/);

    await later.getByText('Позвонить маме', { exact: true }).click();
    const view = page.getByRole('dialog', { name: 'Позвонить маме', exact: true });
    const putOff = view.getByRole('button', { name: 'Отложить' });
    await putOff.click();
    const sheet = page.getByRole('dialog', { name: 'Отложить: Позвонить маме' });
    await expect(sheet.getByText(/^Отсчёт от \d/)).toBeVisible();
    await look('snooze');
    await sheet.getByRole('button', { name: 'Другое время…' }).click();
    await sheet.getByLabel('Дата').fill('2020-01-01');
    await sheet.getByRole('button', { name: 'Отложить' }).click();
    await expect(sheet.getByText('Дата не может быть в прошлом')).toBeVisible();
    await look('snooze-other');
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(putOff).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(view).toBeHidden();

    const badged = page.getByRole('link', { name: 'Уведомления, ждут ответа: 2' });
    await goToScreen(page, 'Заметки');
    await expect(badged).toBeVisible();
    await look('notes-badge');
    await badged.click();

    await page.getByRole('button', { name: 'Отметить все' }).click();
    // Under a pointer it stays.
    await page.getByText('Отмечено: 2').hover();
    await expect(page.getByRole('button', { name: /^Вернуть: / })).toHaveCount(2);
    await expect(page.getByRole('link', { name: 'Уведомления', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Отменить' }).click();
    await expect(badged).toBeVisible();

    await page.getByRole('button', { name: 'Отложить все' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Утром Сегодня,|Завтра) 09:00$/ })
      .click();
    await expect(page.getByText('Отложено (2)')).toBeVisible();
    await look('reminders-snoozed');
  });

  test.describe('without a service worker, which would have the part', () => {
    test.use({ serviceWorkers: 'block' });
    test('reminders: none, failed, a part that did not load', async ({ person, page, look }) => {
      await person.register();
      // After a 5xx the list would ask again by itself, perhaps before the button is pressed.
      await page.route(REMINDERS, refuse(400));
      await person.openApp();
      await expect(page.getByText('Не удалось загрузить данные')).toBeVisible();
      await look('reminders-failed');
      await page.unroute(REMINDERS);
      await page.getByRole('button', { name: 'Повторить' }).click();
      await expect(page.getByText('Вы ничего не добавили...')).toBeVisible();
      await look('reminders-empty');

      await page.goto('about:blank');
      await onlyNamedScripts(page, person.stack.app.url);
      await person.openApp();
      await expect(page.getByText('Вы ничего не добавили...')).toBeVisible();
      await page.getByRole('link', { name: 'Заметки' }).click();
      await expect(page.getByText('Что-то пошло не так')).toBeVisible();
      await look('crashed');
    });
  });

  test('profile: waiting, numbers, failed', async ({ person, page, look }) => {
    await person.register();
    await storeReminders(person);
    await storeNotes(person);
    const release = await hold(page, STATS);
    await person.openApp('/profile');
    await expect(page.locator('[data-skeleton]')).toHaveCount(6);
    await look('profile-loading');
    release();
    await expect(page.getByText('Всего уведомлений')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Панель администратора' })).toHaveCount(0);
    await look('profile');

    await storeHistory(person);
    await page.reload();
    await page.getByRole('button', { name: /^История/ }).click();
    await page.getByRole('button', { name: 'Показать всё (10)' }).click();
    await expect(page.getByRole('list', { name: 'По уведомлениям' })).toContainText('Полить ёлку');
    await look('profile-history');

    await page.route(STATS, refuse(500));
    await page.reload();
    await expect(page.getByText('Ошибка загрузки данных профиля')).toBeVisible();
    await look('profile-failed');
  });

  test('first-run tour: its seven steps, waiting, and the test reminder', async ({
    person,
    page,
    look,
    stack,
  }) => {
    await person.register({ tutorialStep: 1 });
    await person.openApp();
    const texts = ['Добро пожаловать!', 'Текст', 'Категория', 'Тип уведомления', 'Дата', 'Время'];
    for (const [at, title] of texts.entries()) {
      const box = page.getByRole('dialog', { name: title, exact: true });
      await expect(box).toBeVisible();
      await look(`tour-${at + 1}`);
      await page.keyboard.press('Escape');
      await box.getByRole('button', { name: `Далее (Шаг ${at + 1} из 7)` }).click();
    }
    await expect(page.getByRole('button', { name: 'Завершить' })).toBeVisible();
    await look('tour-7');

    // Telegram's back button closes the form; the tour waits for it.
    await page.evaluate(() => {
      window.postMessage(JSON.stringify({ eventType: 'back_button_pressed', eventData: null }));
    });
    await expect(page.getByText('Продолжим обучение?')).toBeVisible();
    await look('tour-waiting');
    await page.getByRole('button', { name: 'Открыть' }).click();
    await expect(page.getByRole('button', { name: 'Далее (Шаг 2 из 7)' })).toBeVisible();
    await page.getByRole('button', { name: 'Пропустить' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
    await expect(page.getByText('Тестовое уведомление создано! Проверьте бот')).toBeVisible();
    await expect
      .poll(() => stack.sql`select tutorial_step from users where id = ${person.id}`)
      .toEqual([{ tutorial_step: 2 }]);
  });
});

inTheOtherTwoLooks(() => {
  test('startup: waiting, terms, refused, unreachable', async ({ person, page, look }) => {
    const release = await hold(page, '**/api/validate');
    await person.openApp();
    await expect(page.getByRole('heading', { name: 'Загрузка...' })).toBeVisible();
    const waiting = page.locator('main', { hasText: 'Загрузка...' });
    expect((await waiting.boundingBox())?.height).toBeLessThan(200);
    await look('startup-loading');
    release();
    await expect(page.getByText('Требуется принятие условий')).toBeVisible();
    await look('startup-terms');

    await page.goto('about:blank');
    await person.openApp('/', { authDate: new Date(Date.now() - 48 * 3_600_000) });
    await expect(page.getByText('Данные устарели')).toBeVisible();
    // The public page behind that word comes a moment later.
    const publicPage = page.getByRole('heading', { level: 1, name: /Напишите/ });
    await expect(publicPage).toBeVisible();
    await look('startup-refused');

    await page.goto('about:blank');
    await page.route('**/api/validate', abort);
    await person.openApp();
    await expect(page.getByText('Не удалось связаться с сервером')).toBeVisible();
    await expect(publicPage).toBeVisible();
    await look('startup-offline');
  });

  test('reminders: what waits for a moment, alone and below reminders, until it has one', async ({
    person,
    page,
    look,
  }) => {
    await person.register();
    const { simulator } = person.stack.telegram;
    /** Written to the bot, whose answer has come. */
    const write = async (text: string) => {
      const before = simulator.messages(person.id).length;
      simulator.say(person.id, text);
      await expect.poll(() => simulator.messages(person.id).length).toBeGreaterThan(before + 1);
    };
    await write('купить молоко 🥛');
    await person.openApp();
    const undated = page.getByRole('region', { name: 'Без времени' });
    const cards = undated.getByRole('article');
    await expect(cards).toHaveCount(1);
    await expect(page.getByText('Вы ничего не добавили')).toBeHidden();
    await look('undated-alone');

    await write('сдать книги 25 декабря');
    await write(`собрать документы для визы: ${'справка с работы, '.repeat(9)}`);
    await storeReminders(person);
    await page.reload();
    await expect(cards).toHaveCount(3);
    await cards.last().scrollIntoViewIfNeeded();
    await look('undated');
    await cards.first().getByRole('button', { name: 'Через час' }).click();
    await expect(page.getByText('Напомню: ')).toBeVisible();
    await expect(cards).toHaveCount(2);
    await look('undated-set');
  });

  test('notes: waiting, cards, form, failed', async ({ person, page, look }) => {
    await person.register();
    const release = await hold(page, NOTES);
    await person.openApp('/notes');
    await expect(page.locator('[data-skeleton]')).toHaveCount(5);
    await look('notes-loading');
    release();
    await expect(page.getByText('Вы ничего не добавили...')).toBeVisible();
    await look('notes-empty');

    await page.getByRole('button', { name: 'Добавить заметку' }).click();
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await expect(page.getByText('Введите заголовок')).toBeVisible();
    await look('note-form');

    await storeNotes(person);
    await page.reload();
    await expect(page.getByRole('article', { name: 'Подарки' })).toBeVisible();
    await look('notes');

    await page.route(NOTES, abort);
    await page.reload();
    await expect(page.getByText('Не удалось загрузить данные')).toBeVisible();
    await look('notes-failed');
  });
});
