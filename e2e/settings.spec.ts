import { eq } from 'drizzle-orm';
import { users } from '../src/server/db/schema';
import { expect, inEveryLook, test } from './support/test';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ timeout: 120_000 });

inEveryLook(() => {
  test('the settings: what is set, the form, a city found, faults, saved', async ({
    person,
    page,
    look,
  }) => {
    await person.register();
    await person.openApp('/app/profile');
    const section = page.getByRole('region', { name: 'Настройки' });
    await expect(section).toContainText('вечером — 19:00');
    await section.getByRole('button', { name: 'Изменить настройки' }).click();
    const form = page.getByRole('dialog', { name: 'Настройки' });
    await form.getByRole('switch', { name: 'Определять по устройству' }).click();
    await form.getByRole('textbox', { name: 'Город' }).fill('омск');
    await form.getByRole('button', { name: /^Омск/ }).click();
    await form.getByRole('switch', { name: 'Не беспокоить' }).click();
    await look('settings');
    await form.getByLabel('Вечером').fill('15:00');
    await form.getByRole('button', { name: 'Сохранить' }).click();
    await expect(form.getByText('Вечер может начинаться с 16:00 до 23:59')).toBeVisible();
    await look('settings-fault');
    await form.getByLabel('Вечером').fill('21:15');
    await form.getByLabel('Кнопка 1').selectOption('5 мин');
    await form.getByRole('button', { name: 'Сохранить' }).click();
    await expect(form).toBeHidden();
    await expect(section).toContainText('вечером — 21:15');
    await expect(section).toContainText('Часовой пояс — Омск');
    await expect(section).toContainText('Тихие часы — с 23:00 до 08:00');
    const [stored] = await person.stack.db.select().from(users).where(eq(users.id, person.id));
    expect(stored?.timeZone).toBe('Asia/Omsk');
    expect(stored?.settings?.snoozes?.[0]).toBe('5m');

    await page.goto('about:blank');
    await person.openApp('/app/profile');
    await expect(section).toContainText('«Отложить»: 5 мин');
  });
});
