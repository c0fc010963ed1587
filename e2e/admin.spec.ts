import { type Page } from '@playwright/test';
import { seedMonth } from '../src/dev/seed-month';
import { createReminder } from '../src/testing/builders';
import { expectAccessible } from './support/accessible';
import { initData } from './support/members';
import { ADMIN_ID, botsMessage, expect, journeyInTwoLooks, onPhone, test } from './support/test';
import { TERMS_VERSION } from '../src/core/limits';

/** Ids of people whom the simulated Telegram does not know; far from everybody else's. */
const CROWD_FROM = 8_000_000;

const open = async (page: Page, tab: string) => {
  await page.getByRole('tab', { name: tab }).click();
  await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
};

test.beforeEach(async ({ person, stack }) => {
  await stack.sql`delete from notices`;
  await stack.sql`delete from users where id >= ${CROWD_FROM} and id < ${ADMIN_ID}`;
  await person.register({ id: ADMIN_ID });
});

journeyInTwoLooks(() => {
  test('an administrator’s day: how things stand, a failed reminder tried again, a notice for everybody, another one stopped midway', async ({
    person,
    page,
    stack,
    look,
  }) => {
    const { simulator } = stack.telegram;
    await seedMonth(stack.db, { now: new Date(), adminId: ADMIN_ID, personId: ADMIN_ID });
    const failed = await createReminder(stack.db, ADMIN_ID, {
      text: `Забрать посылку ${person.id}`,
      dateTime: new Date(Date.now() - 3_600_000),
      deliveryState: 'failed',
      lastError: 'timeout',
    });
    await page.goto(person.launchUrl('/admin', {}, ADMIN_ID));
    await expect(page.getByRole('heading', { name: 'Панель администратора' })).toBeVisible();
    await expect(page.getByText('Доставка работает')).toBeVisible();
    await expect(page.getByText('Настроен на этот сервер')).toBeVisible();
    await expect(page.locator('svg rect, svg path').first()).toBeAttached();
    await look('admin-overview');
    await page.getByText('Числами').click();
    await expect(page.getByRole('table', { name: /Сколько уведомлений и заметок/ })).toBeVisible();
    await expectAccessible(page);

    await open(page, 'Доставка');
    await expect(page.getByRole('table', { name: 'Опоздание отправки' })).toBeVisible();
    await expect(page.locator('svg rect, svg path').first()).toBeAttached();
    await page.evaluate(() => window.scrollTo(0, 0));
    await look('admin-delivery');
    await expect(page.getByText(/Забрать посылку|Придуманн/)).toHaveCount(0);
    await page.getByRole('button', { name: `Повторить уведомление ${failed.id}` }).click();
    await botsMessage(stack, ADMIN_ID, failed.text);

    await open(page, 'Обзор');
    const { lastMessageId } = simulator.world.chat(ADMIN_ID);
    await page.getByRole('button', { name: 'Отправить тестовое сообщение' }).click();
    await expect(page.getByText('Отправлено. Проверьте чат с ботом')).toBeVisible();
    await botsMessage(stack, ADMIN_ID, 'Тестовое сообщение', lastMessageId);

    await person.register();
    const text = `Ночью бот отдохнёт час <${person.id}>`;
    const progressOf = (notice: string) =>
      page.getByRole('listitem').filter({ has: page.getByText(notice, { exact: true }) });
    await open(page, 'Рассылка');
    await page.getByLabel('Текст сообщения').fill(text);
    await expect(page.getByRole('button', { name: 'Разослать' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Посмотреть в чате' }).click();
    await expect(page.getByText(/Сообщение пришло вам в чат/)).toBeVisible();
    await look('admin-notice');
    await page.getByRole('button', { name: 'Разослать' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Отправленное вернуть нельзя');
    await look('admin-confirm');
    await dialog.getByRole('button', { name: 'Разослать' }).click();
    await botsMessage(stack, person.id, text);
    await expect(progressOf(text).getByText('Закончена', { exact: true })).toBeVisible();

    await stack.sql`
    insert into users (id, first_name, terms_version, created_at)
    select ${CROWD_FROM} + n, 'Анна', ${TERMS_VERSION}, now() - interval '1 day' from generate_series(1, 9000) n`;
    const unwanted = 'Это сообщение остановят';
    await page.getByLabel('Текст сообщения').fill(unwanted);
    await page.getByRole('button', { name: 'Посмотреть в чате' }).click();
    await page.getByRole('button', { name: 'Разослать' }).click();
    await dialog.getByRole('button', { name: 'Разослать' }).click();
    await progressOf(unwanted).getByRole('button', { name: 'Остановить рассылку' }).click();
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Остановить' }).click();
    await expect(progressOf(unwanted).getByText('Остановлена', { exact: true })).toBeVisible();
    const [stopped] = await stack.sql`
    select recipients, sent + unreachable + failed as done from notices
    where state = 'stopped' and text = ${unwanted}`;
    expect(Number(stopped?.done)).toBeLessThan(Number(stopped?.recipients));
  });
});

onPhone(() => {
  test('an ordinary user finds no such page, loads nothing of it, and is refused by the server', async ({
    person,
    page,
    stack,
  }) => {
    await person.register();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(person.launchUrl('/admin'));
    await expect(page.getByRole('heading', { name: 'Такой страницы нет' })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('администратор');
    await expectAccessible(page);
    expect(asked.filter((path) => path.startsWith('/api/admin'))).toEqual([]);

    const answer = await fetch(`${stack.app.url}/api/admin/stats`, {
      headers: { initData: initData(person.id) },
    });
    expect(answer.status).toBe(403);
    await page.getByRole('button', { name: 'На главную' }).click();
    await expect(page.getByRole('heading', { name: 'Мои уведомления' })).toBeVisible();
  });
});
