import { expect, test } from './support/test';

test('one message is a reminder: stored at once, edited in the chat, taken back, brought back, seen in the app', async ({
  person,
  page,
}) => {
  await person.register();
  await person.openChat();
  const write = async (words: string) => {
    await page.getByLabel('Message', { exact: true }).fill(words);
    await page.getByRole('button', { name: 'Send' }).click();
  };
  await write('завтра в 9 оплатить интернет');
  await expect(person.message('✅ Завтра в 09:00 — Оплатить интернет')).toBeVisible();

  await person
    .message('завтра в 9 оплатить интернет')
    .first()
    .getByRole('button', { name: 'Изменить' })
    .click();
  await write('завтра в 10 оплатить интернет');
  const edited = person.message('Исправил: завтра в 10:00 — Оплатить интернет');
  await expect(edited).toBeVisible();

  const key = (name: string) => page.getByRole('button', { name, exact: true });
  await key('Отменить').click();
  await expect(person.message('Отменено: Оплатить интернет')).toBeVisible();
  await key('Вернуть').click();
  await expect(person.message('✅ Завтра в 10:00 — Оплатить интернет')).toBeVisible();

  await person.openFromMenu();
  const card = person.app.getByRole('article', { name: 'Оплатить интернет' });
  await expect(card).toContainText('Завтра, 10:00');
});
