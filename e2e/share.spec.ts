import { createReminder } from '../src/testing/builders';
import { botsMessage, expect, journeyInTwoLooks, type Person, test } from './support/test';

/** «Поделиться»: from the app into another chat, and from there to somebody else's reminders. */

async function storeTomorrow({ stack: { db }, id }: Person): Promise<number> {
  const dateTime = new Date(Date.now() + 86_400_000);
  return (await createReminder(db, id, { text: 'Созвон с Олей', dateTime })).id;
}

journeyInTwoLooks(() => {
  test('«Общее»: proposed, taken part in, ended by its owner or left', async ({
    person,
    page,
    look,
    stack,
  }) => {
    await person.register();
    const id = await storeTomorrow(person);
    await person.openApp(`/app?reminder=${id}`);
    const view = page.getByRole('dialog', { name: 'Созвон с Олей' });
    const open = async () => {
      await view.getByRole('button', { name: 'Ещё' }).click();
      await view.getByRole('button', { name: 'Поделиться' }).click();
      // A tap that comes at once where this one was is taken for its second; behind a key it is not.
      await page.keyboard.press('Shift');
      return view.getByRole('group', { name: 'Поделиться уведомлением' });
    };
    // What is tapped does not move when the answer comes.
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/share', async (route) => {
      await answered;
      await route.continue();
    });
    const offer = await open();
    await expect(page.locator('html')).toHaveAttribute('data-font', '');
    await expect(view.getByText('Загрузка...')).toHaveCount(0);
    const together = offer.getByRole('button', { name: 'Общее на всех' });
    const before = await together.boundingBox();
    answer();
    await expect(offer.getByLabel('Ссылка')).toHaveValue(/start=share_/);
    expect(await together.boundingBox()).toEqual(before);
    await page.unrouteAll();
    await together.click();
    await expect(offer.getByText('Одно уведомление на всех')).toBeVisible();
    const link = offer.getByLabel('Ссылка');
    await expect(link).toHaveValue(/start=share_[\w-]{32}$/);
    await look('joint-offer');

    const { simulator } = stack.telegram;
    const [, token = ''] = (await link.inputValue()).split('start=');
    const others = [person.id + 600_000, person.id + 700_000];
    for (const other of others) {
      await person.register({ id: other });
      simulator.start(other, token);
      const asked = await botsMessage(stack, other, 'зовёт вас');
      simulator.press(other, asked.messageId, 'Участвовать');
      await botsMessage(stack, other, 'Вы участвуете');
    }
    await page.reload();
    await expect(view.getByText('Анна, Анна, Анна')).toBeVisible();
    await open();
    await expect(offer.getByText('Участвуют: Анна, Анна, Анна')).toBeVisible();
    await look('joint-owner');

    const [first = 0] = others;
    const [his] = await stack.sql`select id from reminders where user_id = ${first}`;
    await person.openApp(`/app?reminder=${String(his?.id)}`, {}, first);
    await view.getByRole('button', { name: 'Ещё' }).click();
    await expect(view.getByRole('button', { name: 'Поделиться' })).toBeHidden();
    await look('joint-member');
    await view.getByRole('button', { name: 'Выйти' }).click();
    await expect(view).toBeHidden();
    const living = () =>
      stack.sql`select user_id from reminders where text = 'Созвон с Олей' and deleted_at is null
        and user_id in (${person.id}, ${first}, ${others[1]})`;
    await expect.poll(living).toHaveLength(2);
    await page.getByRole('button', { name: 'Отменить' }).click();
    await expect.poll(living).toHaveLength(3);

    await person.openApp(`/app?reminder=${id}`);
    await open();
    await offer.getByRole('button', { name: 'Закончить для всех' }).click();
    await expect.poll(living).toHaveLength(0);
  });
});

async function offerFrom(person: Person) {
  await person.register();
  await storeTomorrow(person);
  await person.openChat();
  await person.openFromMenu();
  await person.app.getByRole('article', { name: 'Созвон с Олей' }).click();
  const view = person.app.getByRole('dialog', { name: 'Созвон с Олей' });
  await view.getByRole('button', { name: 'Ещё' }).click();
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
  await botsMessage(stack, other, 'Теперь это и ваше напоминание');
  expect(await stack.sql`select text from reminders where user_id = ${other}`).toEqual([
    { text: 'Созвон с Олей' },
  ]);
});
