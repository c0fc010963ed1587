import { expectAccessible } from './support/accessible';
import { botsMessage, expect, journeyInTwoLooks, test } from './support/test';

const HOUR_MS = 3_600_000;
const moscow = (instant: Date) => {
  const [date, time] = instant.toLocaleString('sv-SE', { timeZone: 'Europe/Moscow' }).split(' ');
  return { date: date ?? '', time: (time ?? '').slice(0, 5) };
};

journeyInTwoLooks(() => {
  test('from the first /start to the archive: terms, mini app, a reminder in the chat at its time, «Готово»', async ({
    person,
    page,
    stack,
  }) => {
    await person.openChat();
    await page.getByRole('button', { name: 'START' }).click();
    await expect(
      person.message('Нажимая кнопку, вы подтверждаете, что вам есть 18 лет'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Мне есть 18, принимаю' }).click();
    await expect(person.message('Спасибо, всё готово')).toBeVisible();
    await page.getByRole('button', { name: 'Открыть приложение' }).click();

    await person.app.getByRole('button', { name: 'Пропустить' }).click();
    await expect(person.app.getByRole('heading', { name: 'Мои уведомления' })).toBeVisible();
    await expect(person.app.getByText('Вы ничего не добавили...')).toBeVisible();
    await expectAccessible(person.app);

    await person.app.getByRole('button', { name: 'Добавить уведомление' }).first().click();
    const form = person.app.getByRole('dialog');
    await form.getByLabel('Текст уведомления').fill('Полить цветы 🌱');
    await form.getByLabel('Категория').selectOption({ label: 'Дом' });
    await form.getByLabel('Тип уведомления').selectOption({ label: 'Напоминание' });
    const chosen = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS);
    const { date, time } = moscow(chosen);
    await form.getByLabel('Дата').first().fill(date);
    await form.getByLabel('Время').first().fill(time);
    await expectAccessible(person.app);
    await form.getByRole('button', { name: 'Сохранить' }).click();
    await expect(person.app.getByText('Уведомление успешно создано')).toBeVisible();
    await expect(person.app.getByText('Полить цветы 🌱')).toBeVisible();

    // Its time comes sooner than people can choose it.
    const due = new Date(Date.now() + 2_000);
    const brought = await stack.sql`
      update reminders set date_time = ${due}, next_fire_at = ${due}
      where user_id = ${person.id} and date_time = ${chosen} and next_fire_at = ${chosen} returning id`;
    expect(brought).toHaveLength(1);
    const sent = await botsMessage(stack, person.id, 'Полить цветы');
    expect(sent.receivedAt).toBeGreaterThanOrEqual(due.getTime());
    expect(sent.text).not.toContain('С опозданием');

    await page.goto('about:blank');
    await person.openChat();
    await page.getByRole('button', { name: 'Готово' }).click();
    await expect(page.getByRole('button', { name: 'Готово' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Открыть', exact: false }).last().click();
    await person.app.getByRole('tab', { name: 'Архив' }).click();
    await expect(person.app.getByText('Полить цветы 🌱')).toBeVisible();
    await expect(person.app.getByText('Выполнено')).toBeVisible();
    await expectAccessible(person.app);
  });
});
