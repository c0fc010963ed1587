import { createReminder } from '../src/testing/builders';
import { expect, inTwoLooks, type Person, test } from './support/test';

/** «Поделиться»: from the app into another chat, and from there to somebody else's reminders. */
test.describe.configure({ timeout: 120_000 });

async function storeTomorrow({ stack: { db }, id }: Person): Promise<number> {
  const dateTime = new Date(Date.now() + 86_400_000);
  return (await createReminder(db, id, { text: 'Созвон с Олей', dateTime })).id;
}

inTwoLooks(() => {
  test('the link of a reminder: shown, copied, closed', async ({ person, page, look }) => {
    await person.register();
    const id = await storeTomorrow(person);
    await person.openApp(`/app?reminder=${id}`);
    const view = page.getByRole('dialog', { name: 'Созвон с Олей' });
    await view.getByRole('button', { name: 'Поделиться' }).click();
    const offer = view.getByRole('group', { name: 'Поделиться напоминанием' });
    await expect(offer.getByLabel('Ссылка')).toHaveValue(/start=share_[\w-]{32}$/);
    await look('share');
    await offer.getByRole('button', { name: 'Закрыть ссылку' }).click();
    await expect(page.getByText('Ссылка закрыта')).toBeVisible();
    await expect(offer).toBeHidden();
  });
});

async function offerFrom(person: Person) {
  await person.register();
  await storeTomorrow(person);
  await person.openChat();
  await person.openFromMenu();
  await person.app.getByRole('article', { name: 'Созвон с Олей' }).click();
  const view = person.app.getByRole('dialog', { name: 'Созвон с Олей' });
  await view.getByRole('button', { name: 'Поделиться' }).click();
  return view;
}

test('a share that somebody breaks off is over, however the client tells it, and nobody is asked again', async ({
  person,
  page,
}) => {
  const view = await offerFrom(person);
  const send = view.getByRole('button', { name: 'Отправить в чат' });
  const events = page.locator('#log li');
  await page.getByTitle('Simulator').click();
  for (const [asked, ends] of ['USER_DECLINED', ''].entries()) {
    await page.getByLabel('A share from the mini app').selectOption(ends);
    await send.click();
    await expect(events.filter({ hasText: 'prepared_message_failed' })).toHaveCount(asked + 1);
    await expect(send).not.toHaveAttribute('aria-disabled');
  }
  await page.getByLabel('A share from the mini app').selectOption('silent');
  await send.click();
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  // Without force it would wait until the button is free again.
  await send.click({ force: true });
  await expect(events.filter({ hasText: 'web_app_send_prepared_message' })).toHaveCount(3);
  await expect(events.filter({ hasText: /open_(tg_)?link/ })).toHaveCount(0);
});

test('where the client’s frame has no clipboard the link is selected, and what to do is said', async ({
  person,
}) => {
  const view = await offerFrom(person);
  await view.getByRole('button', { name: 'Скопировать ссылку' }).click();
  await expect(person.app.getByText('Скопируйте выделенную ссылку')).toBeVisible();
  const selected = () =>
    view
      .getByLabel('Ссылка')
      .evaluate(
        (field: HTMLInputElement) => (field.selectionEnd ?? 0) - (field.selectionStart ?? 0),
      );
  await expect.poll(selected).toBeGreaterThan(40);
});

test('a card that is sent from the app gives somebody else a reminder of their own', async ({
  person,
  stack,
}) => {
  const view = await offerFrom(person);
  await view.getByRole('button', { name: 'Отправить в чат' }).click();
  await expect(person.app.getByText('Отправлено')).toBeVisible();

  const { simulator } = stack.telegram;
  const card = [...simulator.world.inlineMessages.values()].find(
    ({ userId }) => userId === person.id,
  );
  const other = person.id + 500_000;
  await person.register({ id: other });
  simulator.pressInline(other, card?.id ?? '', 'Напомнить и мне');
  await simulator.waitForMessage({ userId: other, text: 'Теперь это и ваше напоминание' });
  expect(await stack.sql`select text from reminders where user_id = ${other}`).toEqual([
    { text: 'Созвон с Олей' },
  ]);
});

test('what is typed behind the bot’s name in another chat is stored when it is sent', async ({
  person,
  stack,
}) => {
  await person.register();
  const { simulator } = stack.telegram;
  const questionId = simulator.askInline(person.id, 'завтра в 9 позвонить');
  await simulator.feed.idle();
  const [result] = simulator.world.inlineQuestions.get(questionId)?.answer?.results ?? [];
  simulator.chooseInline(questionId, result?.id ?? '');
  await simulator.waitForMessage({ userId: person.id, text: 'Сохранено из другого чата' });
});

test('a file that is sent to the bot is looked into and imported', async ({ person, stack }) => {
  await person.register();
  const { simulator } = stack.telegram;
  const content = 'TYPE,CONTENT,DESCRIPTION,DATE\ntask,Позвонить,,2031-12-01 10:00\n';
  simulator.sendDocument(person.id, { name: 'todo.csv', content });
  const asked = await simulator.waitForMessage({ userId: person.id, text: 'Появится: 1' });
  simulator.press(person.id, asked.messageId, 'Импортировать');
  await simulator.waitForMessage({ userId: person.id, text: 'Добавлено: 1 напоминание' });
});
