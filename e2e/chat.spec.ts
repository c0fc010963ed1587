import { dayAhead, expect, JOURNEY, lookAwayAndBack, saidAhead, test } from './support/test';

test(
  'one message is a reminder: stored at once, edited in the chat, taken back, brought back, seen in the app; so is a photo, which the app sends into the chat again',
  JOURNEY,
  async ({ person, page }) => {
    const day = dayAhead;
    await person.register();
    await person.openChat();
    const write = async (words: string) => {
      await page.getByLabel('Message', { exact: true }).fill(words);
      await page.getByRole('button', { name: 'Send' }).click();
    };
    await write(`${day.words} в 9 оплатить интернет`);
    await expect(person.message(saidAhead('09:00', '✅', ' — Оплатить интернет'))).toBeVisible();

    await person
      .message(`${day.words} в 9 оплатить интернет`)
      .first()
      .getByRole('button', { name: 'Изменить' })
      .click();
    await write(`${day.words} в 10 оплатить интернет`);
    const edited = person.message(saidAhead('10:00', 'Исправил:', ' — Оплатить интернет'));
    await expect(edited).toBeVisible();

    const key = (name: string) => page.getByRole('button', { name, exact: true });
    await key('Отменить').click();
    await expect(person.message('Отменено: Оплатить интернет')).toBeVisible();
    await key('Вернуть').click();
    await expect(person.message(saidAhead('10:00', '✅', ' — Оплатить интернет'))).toBeVisible();

    await person.openFromMenu();
    const card = person.app.getByRole('article', { name: 'Оплатить интернет' });
    await expect(card).toContainText(`${day.digits}, 10:00`);

    const { simulator } = person.stack.telegram;
    simulator.send(person.id, 'photo', { caption: `${day.words} в 9 показать билет` });
    await expect(person.message(saidAhead('09:00', '✅', ' — Показать билет'))).toBeVisible();
    await expect(person.message('📎 Фото')).toBeVisible();

    await lookAwayAndBack(person.app);
    const withPhoto = person.app.getByRole('article', { name: 'Показать билет' });
    await expect(withPhoto).toContainText('📎 Фото');
    await withPhoto.getByText('Показать билет', { exact: true }).click();
    const view = person.app.getByRole('dialog', { name: 'Показать билет' });
    await view.getByRole('button', { name: 'Прислать в чат: Фото' }).click();
    await expect(person.app.getByText('Отправлено в чат с ботом')).toBeVisible();
    const photos = () => simulator.messages(person.id).filter(({ content }) => content?.photo);
    expect(photos()).toMatchObject([{ text: `${day.words} в 9 показать билет` }]);
  },
);
