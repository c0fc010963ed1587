import { eq } from 'drizzle-orm';
import { notes, reminders } from '@/server/platform/db/schema';
import { createNote, createReminder } from '@/testing/builders';
import { APP_URL, testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';

// Friday 20 November 2026, 12:00 in Moscow.
const { db } = testDatabase();
const bot = testBot(db);
const at = (iso: string) => new Date(`${iso}+03:00`);
const stored = async (id: number) => {
  const [row] = await db.select().from(notes).where(eq(notes.id, id));
  return row;
};

describe('/notes', () => {
  test('shows pinned notes, then the latest, by pages; each can be opened', async () => {
    const anna = await bot.member();
    await anna.write('/notes');
    expect(anna.text()).toContain('Заметок пока нет');
    for (let i = 1; i <= 6; i += 1) {
      const dateTime = at(`2026-11-${10 + i}T09:00`);
      const fields = { title: `Заметка ${i}`, content: '<b>Текст</b>', pinned: i === 2 };
      await createNote(db, anna.id, { ...fields, dateTime });
    }
    await anna.write('/notes');
    expect(anna.text()).toContain('Заметки — 6 заметок');
    expect(anna.text()).toContain('1. 📌 Заметка 2 · 12 ноября\n<b>Текст</b>');
    expect(anna.text()).toContain('2. 📝 Заметка 6 · 16 ноября\n<b>Текст</b>');
    expect(anna.text()).not.toContain('Заметка 1 ');
    expect(anna.appLink()).toBe(`${APP_URL}/app/notes`);
    await anna.press('Старее ›');
    expect(anna.text()).toContain('6. 📝 Заметка 1 · 11 ноября');
    await anna.press('6');
    expect(anna.text()).toContain('📝 Заметка 1 · 11 ноября\n\n<b>Текст</b>');
    await anna.press('‹ К заметкам');
    expect(anna.text()).toContain('6. 📝 Заметка 1');
    expect(anna.messages()).toHaveLength(2);
  });

  test('a page that emptied meanwhile shows the last one that has something', async () => {
    const anna = await bot.member();
    await createNote(db, anna.id, { title: 'Одна' });
    await anna.write('/notes');
    await anna.pressData('n:9');
    expect(anna.text()).toContain('1. 📝 Одна');
  });
});

describe('one note', () => {
  test('its points are ticked and unticked by their numbers; a second press of the same key changes nothing', async () => {
    const anna = await bot.member();
    const content =
      'В **пятницу**:\n- хлеб <белый>\n☑ сыр\n[ ] чай\n* не забыть [адрес](https://ya.ru)';
    const { id } = await createNote(db, anna.id, { title: 'Купить', content });
    await anna.write('/notes');
    await anna.press('1');
    expect(anna.text()).toContain(
      'В пятницу:\n1. ☐ хлеб <белый>\n2. ☑ сыр\n3. ☐ чай\n• не забыть адрес',
    );
    expect(anna.labels()[0]).toEqual(['☐ 1', '☑ 2', '☐ 3']);
    await anna.press('☐ 1');
    expect(anna.text()).toContain('1. ☑ хлеб');
    expect(anna.labels()[0]).toEqual(['☑ 1', '☑ 2', '☐ 3']);
    await anna.press('☑ 2');
    expect(await stored(id)).toMatchObject({
      content: 'В **пятницу**:\n☑ хлеб <белый>\n☐ сыр\n[ ] чай\n* не забыть [адрес](https://ya.ru)',
      version: 3,
    });
    const key =
      anna
        .last()
        .keyboard.flat()
        .find((each) => each.text === '☐ 3')?.callback_data ?? '';
    await anna.pressData(key);
    await anna.pressData(key);
    expect(await stored(id)).toMatchObject({ version: 4 });
    expect(anna.text()).toContain('3. ☑ чай');
  });

  test('a press on a point that another edit took away says so and shows the note as it is', async () => {
    const anna = await bot.member();
    const { id } = await createNote(db, anna.id, { title: 'Купить', content: '- хлеб\n- сыр' });
    await anna.write('/notes');
    await anna.press('1');
    await db.update(notes).set({ content: 'Ничего\n- сыр' }).where(eq(notes.id, id));
    await anna.press('☐ 1');
    expect(anna.text()).toContain('заметка изменилась');
    expect(anna.text()).toContain('1. ☐ сыр');
    expect(await stored(id)).toMatchObject({ content: 'Ничего\n- сыр' });
  });

  test('is pinned and unpinned, deleted and brought back', async () => {
    const anna = await bot.member();
    const { id } = await createNote(db, anna.id, { title: 'Купить' });
    await anna.write('/notes');
    await anna.press('1');
    await anna.press('📌 Закрепить');
    expect(anna.text()).toContain('📌 Купить');
    expect(await stored(id)).toMatchObject({ pinned: true });
    await anna.press('Открепить');
    expect(await stored(id)).toMatchObject({ pinned: false });
    await anna.press('Удалить');
    expect(anna.text()).toContain('Заметка «Купить» удалена');
    await anna.press('Вернуть');
    expect(anna.text()).toContain('📝 Купить');
    expect(await stored(id)).toMatchObject({ deletedAt: null });
  });

  test('the longest one with the most points fits one message and its keyboard', async () => {
    const anna = await bot.member();
    const content = '- <&\n'.repeat(800).trim();
    await createNote(db, anna.id, { title: '&'.repeat(200), content });
    await anna.write('/notes');
    await anna.press('1');
    expect(anna.text()).toContain('Остальное — в приложении');
    expect(
      anna
        .labels()
        .flat()
        .filter((label) => label.startsWith('☐')),
    ).toHaveLength(40);
    await anna.press('☐ 40');
    expect(anna.text()).toContain('40. ☑ <&');
  });

  test("somebody else's is not there", async () => {
    const anna = await bot.member();
    const { id } = await createNote(db, anna.id, { content: '- хлеб' });
    const boris = await bot.member();
    await boris.write('/notes');
    for (const action of ['show', 'remove', 'pin', 'restore', 'tick']) {
      await boris.pressData(`note:${id}:${action}:0:0:x:1`);
      expect(boris.text()).toContain('Этой заметки больше нет');
    }
    expect(await stored(id)).toMatchObject({ version: 1 });
  });
});

describe('a reminder of a note', () => {
  const opened = async (fields: Parameters<typeof createNote>[2] = {}) => {
    const anna = await bot.member();
    const { id } = await createNote(db, anna.id, {
      title: 'Рецепт',
      content: 'Для **мамы**',
      ...fields,
    });
    await anna.write('/notes');
    await anna.press('1');
    return { anna, id };
  };
  const made = (userId: number) => db.select().from(reminders).where(eq(reminders.userId, userId));

  test('is made by «Напомнить» and a choice of time, leads to its note and has its attachment', async () => {
    const attachment = { items: [{ kind: 'photo' as const, messageId: 1, fileId: 'x' }] };
    const { anna, id } = await opened({ attachment });
    await anna.press('⏰ Напомнить');
    expect(anna.text()).toContain('Рецепт');
    // It is a note already.
    expect(anna.labels().flat()).not.toContain('В заметки');
    await anna.press('Через час');
    expect(await made(anna.id)).toMatchObject([
      { text: 'Рецепт\nДля мамы', noteId: id, attachment, dateTime: at('2026-11-20T13:00') },
    ]);
    await anna.press('Отменить');
    expect(await made(anna.id)).toMatchObject([{ deletedAt: bot.clock.now() }]);
  });

  test('takes its time in words, and two taps on a time make one', async () => {
    const { anna, id } = await opened();
    await anna.press('⏰ Напомнить');
    await anna.write('завтра в 10');
    expect(await made(anna.id)).toMatchObject([{ noteId: id, dateTime: at('2026-11-21T10:00') }]);
  });

  test('is not made of a note that is gone, or somebody else’s', async () => {
    const { anna, id } = await opened();
    const boris = await bot.member();
    await boris.write('/help');
    await boris.pressData(`note:${id}:remind:0`);
    expect(boris.text()).toContain('Этой заметки больше нет');
    await anna.press('Удалить');
    await anna.pressData(`note:${id}:remind:0`);
    expect(anna.text()).toContain('Этой заметки больше нет');
  });
});

test('the list of notes says what is attached', async () => {
  const anna = await bot.member();
  const attachment = { items: [{ kind: 'photo' as const, messageId: 1, fileId: 'x' }] };
  await createNote(db, anna.id, { title: 'Рецепт', content: 'Мамин', attachment });
  await anna.write('/notes');
  expect(anna.text()).toContain('\nМамин\n📎 Фото\n');
});

describe('/find', () => {
  test('finds reminders and notes by the beginnings of their words; each opens', async () => {
    const anna = await bot.member();
    const boris = await bot.member();
    await createReminder(db, boris.id, { text: 'Ёлка Бориса' });
    await createReminder(db, anna.id, {
      text: 'Старая ёлка',
      completed: true,
      doneAt: at('2026-01-01T09:00'),
    });
    await createReminder(db, anna.id, { text: 'Купить елку', dateTime: at('2026-12-20T10:00') });
    await createReminder(db, anna.id, { text: 'Посмотреть новости' });
    await createNote(db, anna.id, { title: 'Дача', content: 'Там стоит Ёлка' });
    await createNote(db, anna.id, { title: 'Ёлка', deletedAt: bot.clock.now() });
    await anna.write('/find елк');
    expect(anna.text()).toContain('Нашлось по запросу «елк» — 3');
    expect(anna.text()).toMatch(
      /1\. .* — Купить елку[\s\S]*2\. .* — Старая ёлка[\s\S]*3\. 📝 Дача/,
    );
    expect(anna.text()).not.toContain('Бориса');
    await anna.press('3');
    expect(anna.text()).toContain('Там стоит Ёлка');
    await anna.write('/find елк');
    await anna.press('1');
    expect(anna.text()).toContain('Купить елку');
    expect(anna.labels().flat()).toContain('✅ Готово');
  });

  test('says what to write, that there is nothing, that there is more', async () => {
    const anna = await bot.member();
    await anna.write('/find');
    expect(anna.text()).toContain('Напишите после команды, что найти');
    await anna.write('/find <хлеб>');
    expect(anna.text()).toContain('По запросу «<хлеб>» ничего не нашлось');
    for (let i = 0; i < 12; i += 1) await createReminder(db, anna.id, { text: `Хлеб ${i}` });
    await createNote(db, anna.id, { title: 'Хлеб' });
    await anna.write('/find хлеб');
    expect(anna.text()).toContain('— 13');
    expect(anna.text()).toContain('8. 📝 Хлеб');
    expect(anna.text()).toContain('И ещё 5.');
    expect(anna.labels().slice(0, 2)).toEqual([
      ['1', '2', '3', '4', '5'],
      ['6', '7', '8'],
    ]);
  });

  test('too many searches in a minute are refused in words', async () => {
    const anna = await bot.member();
    for (let i = 0; i < 20; i += 1) await anna.write('/find хлеб');
    expect(anna.text()).toContain('ничего не нашлось');
    await anna.write('/find хлеб');
    expect(anna.text()).toContain('Слишком много поисков');
  });
});
