import { createReminder } from '../src/testing/builders';
import { expectAccessible } from './support/accessible';
import { botsMessage, dayAhead, expect, JOURNEY, saidAhead, test } from './support/test';

test.use({ viewport: { width: 360, height: 740 } });

test(
  'a reminder is ignored, found on top next day, put off by a reply, done in the app, undone, and its history tells of it',
  JOURNEY,
  async ({ person, page, stack }) => {
    test.setTimeout(300_000);
    await person.register();
    const { id } = await createReminder(stack.db, person.id, {
      text: 'Позвонить врачу',
      dateTime: new Date(Date.now() - 1_000),
      rule: { every: 1, unit: 'DAY' },
    });
    await botsMessage(stack, person.id, 'Позвонить врачу');

    // Nobody answers, and a day goes by.
    await expect
      .poll(() => stack.sql`select 1 from reminders where id = ${id} and waiting_since is not null`)
      .toHaveLength(1);
    await stack.sql`
    update reminders set open_occurrence_at = open_occurrence_at - interval '20 hours',
      waiting_since = waiting_since - interval '20 hours' where id = ${id}`;
    await person.openChat();
    await person.openFromMenu();
    const { app } = person;
    await expect(app.getByRole('heading', { level: 2 }).first()).toHaveText('Ждут ответа');
    await expect(app.getByRole('link', { name: /Уведомления.*1/ })).toBeVisible();
    await expectAccessible(app);

    // A reply in words puts it off, and it comes again.
    await page.locator('#app-close').click();
    const message = person.message('Позвонить врачу').last();
    await message.getByRole('button', { name: 'Ответить' }).click();
    await page.getByLabel('Message', { exact: true }).fill('через минуту');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(person.message('Напомню')).toBeVisible();
    // In a minute, on the full minute: up to two from now.
    const minute = await stack.sql`
    update reminders set snoozed_until = now(), next_fire_at = now()
    where id = ${id} and snoozed_until between now() and now() + interval '2 minutes' returning id`;
    expect(minute).toHaveLength(1);
    await expect
      .poll(
        () =>
          stack.sql`select 1 from reminders where id = ${id} and snoozed_until is null and waiting_since > now() - interval '1 minute'`,
        { timeout: 120_000 },
      )
      .toHaveLength(1);

    // Done in the app, taken back, done again.
    await person.openFromMenu();
    const finish = app.getByRole('button', { name: 'Готово: Позвонить врачу' });
    await finish.click();
    await app.getByRole('button', { name: 'Вернуть: Позвонить врачу' }).click();
    await finish.click();
    await expect(app.getByRole('button', { name: 'Вернуть: Позвонить врачу' })).toBeVisible();

    await app
      .getByRole('article', { name: 'Позвонить врачу' })
      .getByText('Позвонить врачу')
      .click();
    const view = app.getByRole('dialog', { name: 'Позвонить врачу' });
    await expect(view.getByRole('region', { name: 'История' })).toContainText('Выполнено');
    await expectAccessible(app);

    // The message in the chat has come to say so too.
    await page.locator('#app-close').click();
    await expect(person.message('✅ Готово. В следующий раз')).toBeVisible();
    await expect(person.message('✅ Готово. В следующий раз').getByText('Вечером')).toHaveCount(0);
  },
);

test('a success is told in two lines at most, whatever it tells and however it can be answered', async ({
  person,
  page,
  stack,
}) => {
  await person.register();
  const long = 'Забрать у консьержки посылку, проверить, цела ли она, и отнести её соседям';
  await createReminder(stack.db, person.id, {
    text: long,
    dateTime: new Date(Date.now() + 86_400_000),
  });
  await person.openApp();
  const told = page.locator('[data-snackbar] > *');
  const height = async () => (await told.boundingBox())?.height ?? Infinity;
  const twoLines = 64;

  await page.getByRole('button', { name: `Готово: ${long}` }).click();
  await expect(told.getByRole('button', { name: 'Отменить' })).toBeVisible();
  expect(await height()).toBeLessThanOrEqual(twoLines);

  await page
    .getByRole('textbox', { name: 'Быстрый ввод' })
    .fill(`${dayAhead.words} в 9:30 ${long}`);
  await page.getByRole('textbox', { name: 'Быстрый ввод' }).press('Enter');
  await expect(told.getByRole('button', { name: 'Изменить' })).toBeVisible();
  await expect(told).toContainText(saidAhead('09:30'));
  expect(await height()).toBeLessThanOrEqual(twoLines);
});

test('on a phone a message covers nothing that has to be reached', async ({
  person,
  page,
  stack,
}) => {
  await person.register();
  for (const text of ['Полить цветы', 'Позвонить маме']) {
    await createReminder(stack.db, person.id, {
      text,
      dateTime: new Date(Date.now() + 86_400_000),
    });
  }
  await person.openApp();
  const isFree = (name: string) =>
    page.getByRole('button', { name, exact: true }).click({ trial: true });
  await page.getByRole('button', { name: 'Готово: Полить цветы' }).click();
  await expect(page.locator('[data-snackbar]')).toBeVisible();
  // As long as somebody looks elsewhere it stays.
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await page
    .getByRole('textbox', { name: 'Быстрый ввод' })
    .fill(`${dayAhead.words} в 9:30 к врачу`);
  await isFree('Создать по этой строке');
  await page.getByRole('button', { name: 'Позвонить маме', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Ещё' }).click();
  await page.locator('[data-delete]').click({ trial: true });
  await expect(page.locator('[data-snackbar]')).toBeVisible();
});
