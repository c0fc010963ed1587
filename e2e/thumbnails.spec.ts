import { type Locator } from '@playwright/test';
import { botsMessage, dayAhead, expect, inTwoLooks, test, TOKEN } from './support/test';

/** How wide a picture is that the browser has drawn; 0 where it could not. */
const widthOf = (picture: Locator) =>
  picture.evaluate((element) =>
    element instanceof HTMLImageElement ? element.naturalWidth : undefined,
  );

inTwoLooks(() => {
  test('what was sent is seen as a small picture: on the card, in the opened reminder, on the note', async ({
    person,
    page,
    look,
  }) => {
    await person.register();
    const { simulator } = person.stack.telegram;
    const { words: day } = dayAhead;
    simulator.send(person.id, 'photo', { caption: `${day} в 9 показать билет` });
    simulator.send(person.id, 'document', {
      caption: `${day} в 10 оплатить счёт за электричество, воду, отопление и вывоз мусора на даче`,
    });
    simulator.send(person.id, 'voice', { caption: `${day} в 11 переслушать` });
    await botsMessage(person.stack, person.id, 'Переслушать');
    simulator.send(person.id, 'video', { caption: 'заметка: как менять фильтр' });
    await botsMessage(person.stack, person.id, 'как менять фильтр');

    await person.openApp('/');
    const card = page.getByRole('article', { name: 'Показать билет' });
    const onCard = card.getByRole('img', { name: 'Миниатюра вложения' });
    await expect(onCard).toBeVisible();
    await expect.poll(() => widthOf(onCard)).toBeGreaterThan(0);
    await expect(page.getByAltText('Миниатюра вложения')).toHaveCount(2);
    await look('thumbnails');
    const room = await card.boundingBox();

    await card.getByText('Показать билет', { exact: true }).click();
    const inView = page.getByRole('dialog').getByAltText('Миниатюра вложения');
    await expect(inView).toBeVisible();
    await expect.poll(() => widthOf(inView)).toBeGreaterThan(0);
    await look('thumbnail-opened');

    await person.openApp('/notes');
    const onNote = page.getByRole('article').getByAltText('Миниатюра вложения');
    await expect(onNote).toBeVisible();
    await expect.poll(() => widthOf(onNote)).toBeGreaterThan(0);
    await look('thumbnail-note');

    simulator.world.uploads.clear();
    const asked = page.waitForResponse(/\/api\/notifications\/\d+\/thumbnail$/);
    await person.openApp('/');
    expect((await asked).status()).toBe(404);
    await expect(card).toBeVisible();
    await expect(onCard).toHaveCount(0);
    await expect.poll(() => card.boundingBox()).toEqual(room);
    await look('thumbnails-gone');
    expect(person.stack.app.log()).not.toContain(TOKEN);
  });
});
