import { expect, JOURNEY, lookAwayAndBack, saidTomorrow, test } from './support/test';

test(
  'one message is a reminder: stored at once, edited in the chat, taken back, brought back, seen in the app; so is a photo, which the app sends into the chat again',
  JOURNEY,
  async ({ person, page }) => {
    await person.register();
    await person.openChat();
    const write = async (words: string) => {
      await page.getByLabel('Message', { exact: true }).fill(words);
      await page.getByRole('button', { name: 'Send' }).click();
    };
    await write('завтра в 9 оплатить интернет');
    await expect(person.message(`✅ ${saidTomorrow()} в 09:00 — Оплатить интернет`)).toBeVisible();

    await person
      .message('завтра в 9 оплатить интернет')
      .first()
      .getByRole('button', { name: 'Изменить' })
      .click();
    await write('завтра в 10 оплатить интернет');
    const edited = person.message(`Исправил: ${saidTomorrow()} в 10:00 — Оплатить интернет`);
    await expect(edited).toBeVisible();

    const key = (name: string) => page.getByRole('button', { name, exact: true });
    await key('Отменить').click();
    await expect(person.message('Отменено: Оплатить интернет')).toBeVisible();
    await key('Вернуть').click();
    await expect(person.message(`✅ ${saidTomorrow()} в 10:00 — Оплатить интернет`)).toBeVisible();

    await person.openFromMenu();
    const card = person.app.getByRole('article', { name: 'Оплатить интернет' });
    const ahead = saidTomorrow() === 'Завтра' ? 24 * 3_600_000 : 0;
    const day = new Date(Date.now() + ahead).toLocaleDateString('ru-RU', {
      timeZone: 'Europe/Moscow',
    });
    await expect(card).toContainText(`${day}, 10:00`);

    const { simulator } = person.stack.telegram;
    simulator.send(person.id, 'photo', { caption: 'завтра в 9 показать билет' });
    await expect(person.message(`✅ ${saidTomorrow()} в 09:00 — Показать билет`)).toBeVisible();
    await expect(person.message('📎 Фото')).toBeVisible();

    await lookAwayAndBack(person.app);
    const withPhoto = person.app.getByRole('article', { name: 'Показать билет' });
    await expect(withPhoto).toContainText('📎 Фото');
    await withPhoto.getByText('Показать билет', { exact: true }).click();
    const view = person.app.getByRole('dialog', { name: 'Показать билет' });
    await view.getByRole('button', { name: 'Прислать в чат: Фото' }).click();
    await expect(person.app.getByText('Отправлено в чат с ботом')).toBeVisible();
    const photos = () => simulator.messages(person.id).filter(({ content }) => content?.photo);
    expect(photos()).toMatchObject([{ text: 'завтра в 9 показать билет' }]);
  },
);
