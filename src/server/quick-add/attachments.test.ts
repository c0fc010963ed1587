import { eq } from 'drizzle-orm';
import { ACCOUNT_TEXT_MAX_BYTES } from '@/core/limits';
import { drafts, notes, reminders } from '@/server/platform/db/schema';
import { fixedClock } from '@/testing/clock';
import { type ChatMessage, contentIn, testBot, type TestChat } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';

const { db } = testDatabase();
const clock = fixedClock();
const bot = testBot(db, clock);
const at = (iso: string) => new Date(`${iso}+03:00`);
const NOON = at('2026-11-20T12:00');
/** «Через час» after that, and a moment. */
const COMES = at('2026-11-20T13:00');
beforeEach(() => clock.set(NOON));

const remindersOf = ({ id }: TestChat) =>
  db.select().from(reminders).where(eq(reminders.userId, id));
const notesOf = ({ id }: TestChat) => db.select().from(notes).where(eq(notes.userId, id));
const draftsOf = ({ id }: TestChat) => db.select().from(drafts).where(eq(drafts.userId, id));

/** What has come since, oldest first: of what is no text the fields that say so. */
function came(chat: TestChat, after: number) {
  return chat
    .messages()
    .filter(({ messageId }) => messageId > after)
    .map(({ text, content = {} }) =>
      [...Object.keys(content), text.split('\n')[0]].join(' ').trim(),
    );
}
const repliedTo = ({ extra = {} }: ChatMessage): unknown => extra.reply_to_message;
const fileOf = (message: ChatMessage | undefined, kind: string): unknown =>
  contentIn({ ...message?.extra, ...message?.content })[kind];
const sentBy = ({ chat }: TestChat) =>
  [...chat.messages.values()].findLast((each) => !each.fromBot);

/** In an hour, by the button of the last card. */
async function inAnHour(chat: TestChat): Promise<number> {
  await chat.press('Через час');
  expect(chat.text()).toContain('✅');
  return chat.last().messageId;
}

describe('whatever is sent comes back as it was, with the reminder as a reply to it', () => {
  test.each([
    ['photo', 'Фото'],
    ['video', 'Видео, 0:12'],
    ['animation', 'GIF, 0:12'],
    ['document', 'Файл: счёт.pdf'],
    ['audio', 'Аудио: Песня, 3:00'],
    ['voice', 'Голосовое сообщение, 0:04'],
    ['video_note', 'Видеосообщение, 0:06'],
    ['sticker', 'Стикер 👍'],
    ['contact', 'Контакт: Оля'],
    ['location', 'Место на карте'],
    ['venue', 'Место: Почта'],
    ['poll', 'Опрос: Когда встречаемся?'],
    ['story', 'История'],
    ['checklist', 'Покупки'],
    ['dice', 'Сообщение'],
    ['giveaway', 'Сообщение'],
    ['rich_message', 'Сообщение'],
  ])('%s', async (kind, title) => {
    const anna = await bot.member();
    await anna.send(kind);
    expect(anna.text().split('\n')[0]).toBe(title);
    expect(anna.text()).toContain('Когда напомнить?');
    const card = await inAnHour(anna);

    await bot.sendDueAt(COMES);
    const fields = Object.keys(contentIn(sentBy(anna)?.extra));
    expect(came(anna, card)).toEqual([fields.join(' '), title]);
    expect(fileOf(anna.messages().at(-2), kind)).toEqual(fileOf(sentBy(anna), kind));
    expect(repliedTo(anna.last())).toMatchObject({ message_id: anna.last().messageId - 1 });
    expect(anna.labels().flat()).toContain('✅ Готово');
    await anna.press('✅ Готово');
    expect(await remindersOf(anna)).toMatchObject([{ completed: true }]);
  });

  test('a forwarded text with its links and formatting', async () => {
    const anna = await bot.member();
    const entities = [
      { type: 'bold', offset: 0, length: 6 },
      { type: 'text_link', offset: 7, length: 6, url: 'https://example.com/a?b=1&c=<2>' },
    ];
    await anna.write('Читать статью', { entities, forward_origin: { type: 'hidden_user' } });
    const card = await inAnHour(anna);
    await bot.sendDueAt(COMES);
    expect(came(anna, card)).toEqual(['Читать статью', 'Читать статью']);
    expect(anna.messages().at(-2)?.entities).toEqual(entities);
  });

  test('a forwarded text that is too long for a reminder', async () => {
    const anna = await bot.member();
    const text = `Протокол ${'слово '.repeat(400)}`.trim();
    await anna.write(text, { forward_origin: { type: 'hidden_user' } });
    const card = await inAnHour(anna);
    await bot.sendDueAt(COMES);
    expect(anna.messages().find((each) => each.messageId > card)?.text).toBe(text);
    expect((await remindersOf(anna))[0]?.text).toMatch(/^Протокол (?:слово )+сло?в?о?…$/);
  });
});

describe('what only a copy keeps comes back', () => {
  const person = { id: 7, is_bot: false, first_name: 'Оля' };
  const caption = 'Оля, вечер';
  const entities = [
    { type: 'text_mention', offset: 0, length: 3, user: person },
    { type: 'date_time', offset: 5, length: 5, unix_time: 1_800_000_000, date_time_format: 'wDT' },
  ];
  const looks = {
    has_media_spoiler: true,
    show_caption_above_media: true,
    live_photo: { file_id: 'live' },
  };

  test('a spoiler, a caption above, a live photo, people and moments in the words', async () => {
    const anna = await bot.member();
    const sent = { caption, caption_entities: entities, ...looks };
    await anna.send('photo', { from: 'user', ...sent });
    await inAnHour(anna);
    await bot.sendDueAt(COMES);
    const brought = anna.messages().at(-2);
    expect(brought).toMatchObject({ text: caption, entities, extra: looks });
  });

  test('an album, which stays one', async () => {
    const anna = await bot.member();
    for (let i = 0; i < 2; i += 1) {
      bot.simulator().send(anna.id, 'photo', { ...looks, media_group_id: 'album-7' });
    }
    await bot.deliver();
    const card = await inAnHour(anna);
    await bot.sendDueAt(COMES);
    const parts = anna.messages().filter((each) => each.messageId > card && each.content?.photo);
    expect(parts.map(({ extra }) => extra)).toMatchObject([looks, looks]);
    expect(new Set(parts.map(({ extra = {} }) => extra.media_group_id)).size).toBe(1);
    expect(parts[0]?.extra?.media_group_id).toBeDefined();
  });

  test('a forwarded text with people and moments', async () => {
    const anna = await bot.member();
    await anna.write(caption, { entities, forward_origin: { type: 'hidden_user' } });
    await inAnHour(anna);
    await bot.sendDueAt(COMES);
    expect(anna.messages().at(-2)).toMatchObject({ text: caption, entities });
  });

  test('where the message is gone, the file and the words come all the same', async () => {
    const anna = await bot.member();
    await anna.send('photo', { from: 'user', caption, ...looks });
    const card = await inAnHour(anna);
    anna.chat.messages.delete(1);
    await bot.sendDueAt(COMES);
    expect(came(anna, card)).toEqual([`photo ${caption}`, caption]);
    expect(anna.text()).not.toContain('больше не отдаёт');
  });
});

describe('a caption says when, and comes back with what it stands under', () => {
  test('of a photo', async () => {
    const anna = await bot.member();
    const caption_entities = [{ type: 'bold', offset: 11, length: 8 }];
    await anna.send('photo', { caption: 'через час, оплатить счёт', caption_entities });
    expect(anna.text()).toContain('✅ Сегодня в 13:00 — Оплатить счёт');
    expect(anna.text()).toContain('📎 Фото');
    const card = anna.last().messageId;
    await bot.sendDueAt(COMES);
    expect(came(anna, card)).toEqual(['photo через час, оплатить счёт', 'Оплатить счёт']);
    expect(anna.messages().at(-2)?.entities).toEqual(caption_entities);
  });

  test('one that only says when, under a voice message', async () => {
    const anna = await bot.member();
    await anna.send('voice', { caption: 'через час' });
    expect(anna.text()).toContain('✅ Сегодня в 13:00 — Голосовое сообщение, 0:04');
  });

  test('one that is longer than a bot may send comes as a text behind it', async () => {
    const anna = await bot.member();
    const caption = `Рецепт: ${'соль '.repeat(300)}`.trim();
    await anna.send('photo', { caption, from: 'channel' });
    const card = await inAnHour(anna);
    await bot.sendDueAt(COMES);
    const [photo, words, reminder] = anna.messages().filter(({ messageId }) => messageId > card);
    expect([photo?.text, words?.text]).toEqual(['', caption]);
    expect(reminder && repliedTo(reminder)).toMatchObject({ message_id: photo?.messageId });
  });
});

describe('an album is one thing', () => {
  const album = { media_group_id: 'album-1' };
  const send = (chat: TestChat, kinds: readonly string[], caption?: string) =>
    kinds.forEach((kind, i) => {
      bot.simulator().send(chat.id, kind, { ...album, ...(i === 0 && { caption }) });
    });

  test.each([false, true])(
    'however its parts arrive on several processes (reversed: %s)',
    async (reversed) => {
      const anna = await bot.member();
      send(anna, ['photo', 'photo', 'video']);
      await bot.deliverAtOnce(reversed);
      expect(anna.messages()).toHaveLength(1);
      expect(anna.text()).toContain('Альбом\n\nКогда напомнить?');
      const card = await inAnHour(anna);
      await bot.sendDueAt(COMES);
      expect(came(anna, card)).toEqual(['photo', 'photo', 'video', 'Альбом']);
      expect(repliedTo(anna.last())).toMatchObject({ message_id: card + 1 });
    },
  );

  test.each([false, true])('its caption says when (reversed: %s)', async (reversed) => {
    const anna = await bot.member();
    send(anna, ['document', 'document'], 'через час отправить бумаги');
    await bot.deliverAtOnce(reversed);
    const rows = await remindersOf(anna);
    expect(rows).toMatchObject([{ text: 'Отправить бумаги' }]);
    expect(rows[0]?.attachment?.items).toHaveLength(2);
    const card = anna.last().messageId;
    await bot.sendDueAt(COMES);
    expect(came(anna, card)).toEqual([
      'document через час отправить бумаги',
      'document',
      'Отправить бумаги',
    ]);
  });

  test('a part that is heard twice is there once', async () => {
    const anna = await bot.member();
    send(anna, ['photo', 'photo']);
    await bot.deliverTwice();
    expect((await draftsOf(anna)).map((row) => row.attachment?.items.length)).toEqual([2]);
  });

  test('of which Telegram gives nothing any longer as many words come as a message holds', async () => {
    const anna = await bot.member();
    const caption = 'соль '.repeat(600).trim();
    for (let i = 0; i < 2; i += 1) bot.simulator().send(anna.id, 'photo', { ...album, caption });
    await bot.deliver();
    const card = await inAnHour(anna);
    bot.fault('sendMediaGroup', gone);
    anna.chat.messages.delete(1);
    anna.chat.messages.delete(2);
    await bot.sendDueAt(COMES);
    const words = anna.messages().find(({ messageId }) => messageId > card)?.text ?? '';
    expect(words).toMatch(/^соль соль/);
    expect(words.length).toBeGreaterThan(4_000);
    expect(words.length).toBeLessThanOrEqual(4_096);
  });

  test('parts that its account has no room for stay out, which its card says once', async () => {
    const anna = await bot.member();
    send(anna, ['photo'], 'через час отправить');
    await bot.deliver();
    const [before] = await remindersOf(anna);
    const piece = 'x'.repeat(10_000);
    const rows = Math.floor(ACCOUNT_TEXT_MAX_BYTES / piece.length);
    await db.insert(notes).values(
      Array.from({ length: rows }, () => ({
        ...{ userId: anna.id, title: '', content: piece, dateTime: NOON },
        categoryId: before?.categoryId ?? 0,
      })),
    );
    await db.insert(notes).values({
      ...{ userId: anna.id, title: '', dateTime: NOON, categoryId: before?.categoryId ?? 0 },
      content: 'x'.repeat(ACCOUNT_TEXT_MAX_BYTES - rows * piece.length - 300),
    });
    const card = anna.last();
    for (let parts = 0; parts < 3; parts += 1) {
      bot.simulator().send(anna.id, 'photo', { ...album, caption: 'x'.repeat(1_000) });
    }
    await bot.deliver();
    expect(await remindersOf(anna)).toEqual([before]);
    const said = anna.messages().filter(({ messageId }) => messageId > card.messageId);
    expect(said).toHaveLength(1);
    expect(said[0]?.text).toMatch(/отведено 5 МБ текста[^]*✅ Сегодня в 13:00 — Отправить/);
    expect(card.keyboard).toEqual([]);
  });

  test('of which a part is gone comes as a whole by its files, and nothing of it twice', async () => {
    const anna = await bot.member();
    send(anna, ['photo', 'photo', 'photo']);
    await bot.deliver();
    const card = await inAnHour(anna);
    anna.chat.messages.delete(2);
    await bot.sendDueAt(COMES);
    expect(came(anna, card)).toEqual(['photo', 'photo', 'photo', 'Альбом']);
    expect(anna.text()).not.toContain('больше не отдаёт');
  });

  test('comes by its files from a Bot API server that cannot copy albums', async () => {
    const anna = await bot.member();
    send(anna, ['photo', 'photo']);
    await bot.deliver();
    const card = await inAnHour(anna);
    bot.fault('copyMessages', {
      ...{ kind: 'error', code: 404, description: 'Not Found: method not found' },
    });
    await bot.sendDueAt(COMES);
    expect(came(anna, card)).toEqual(['photo', 'photo', 'Альбом']);
  });

  test('of which a part is gone the rest comes, and says so', async () => {
    const anna = await bot.member();
    send(anna, ['photo', 'photo', 'photo']);
    await bot.deliver();
    const card = await inAnHour(anna);
    bot.fault('sendMediaGroup', gone);
    anna.chat.messages.delete(2);
    await bot.sendDueAt(COMES);
    expect(came(anna, card)).toEqual(['photo', 'photo', 'Альбом']);
    expect(anna.text()).toContain('Часть альбома Telegram больше не отдаёт');
  });
});

const gone = {
  kind: 'error',
  code: 400,
  description: 'Bad Request: wrong file identifier',
} as const;

describe('where Telegram gives the file no longer', () => {
  test('a copy of the message comes', async () => {
    const anna = await bot.member();
    await anna.send('photo', { caption: 'чек', from: 'user' });
    const card = await inAnHour(anna);
    bot.fault('sendPhoto', gone);
    await bot.sendDueAt(COMES);
    expect(came(anna, card)).toEqual(['photo чек', 'чек']);
    expect(anna.text()).not.toContain('больше не отдаёт');
  });

  test.each([
    ['it was deleted', (chat: TestChat) => chat.chat.messages.delete(1)],
    [
      'its content is protected',
      (chat: TestChat) => {
        const source = chat.chat.messages.get(1);
        if (source) source.extra = { ...source.extra, has_protected_content: true };
      },
    ],
  ])('nor the message (%s), the kept words come, and say so', async (_, lose) => {
    const anna = await bot.member();
    await anna.send('contact');
    const card = await inAnHour(anna);
    lose(anna);
    await bot.sendDueAt(COMES);
    expect(came(anna, card)).toEqual(['Оля, +79990000000', 'Контакт: Оля']);
    expect(anna.text()).toContain('Само сообщение Telegram больше не отдаёт');
    expect(anna.labels().flat()).toContain('✅ Готово');
  });
});

test('a nag comes behind what has been brought, a snooze brings it again', async () => {
  const anna = await bot.member();
  await anna.send('photo', { caption: 'через час оплатить' });
  await db.update(reminders).set({ floodInterval: 5 }).where(eq(reminders.userId, anna.id));
  const before = anna.last().messageId;
  await bot.sendDueAt(COMES);
  const photo = before + 1;
  await bot.sendDueAt(new Date(COMES.getTime() + 5 * 60_000));
  expect(came(anna, photo)).toHaveLength(1);
  expect(repliedTo(anna.last())).toMatchObject({ message_id: photo });
  await anna.press('10 мин');
  await bot.sendDueAt(new Date(COMES.getTime() + 16 * 60_000));
  expect(anna.messages().filter(({ content }) => content?.photo)).toHaveLength(2);
});

test('what was brought is not brought again where only the reminder itself did not go out', async () => {
  const anna = await bot.member();
  await anna.send('photo');
  const card = await inAnHour(anna);
  bot.fault('sendMessage', { kind: 'error', code: 429, retryAfter: 1 });
  await bot.sendDueAt(COMES);
  expect(came(anna, card)).toEqual(['photo']);
  await bot.sendDueAt(new Date(COMES.getTime() + 60_000));
  expect(came(anna, card)).toEqual(['photo', 'Фото']);
});

test('a note keeps it', async () => {
  const anna = await bot.member();
  await anna.send('document', { from: 'user' });
  await anna.press('В заметки');
  expect(anna.text()).toContain('📝 Сохранил в заметки: «Файл: счёт.pdf»');
  expect(await notesOf(anna)).toMatchObject([
    { content: 'Файл: счёт.pdf', attachment: { items: [{ kind: 'document', messageId: 1 }] } },
  ]);
});

test('/export lists it, /delete erases it', async () => {
  const anna = await bot.member();
  await anna.send('voice');
  await inAnHour(anna);
  await anna.send('photo', { from: 'user' });
  await anna.press('В заметки');
  await anna.send('document');
  await anna.write('/export');
  const attached = (kind: string) => ({ attachment: { items: [{ kind }] } });
  expect(anna.file()).toMatchObject({
    reminders: [attached('voice')],
    notes: [attached('photo')],
    drafts: [attached('voice'), attached('photo'), attached('document')],
  });
  await anna.write('/delete');
  await anna.press('Да, удалить всё');
  for (const rows of [remindersOf, notesOf, draftsOf]) expect(await rows(anna)).toEqual([]);
});

test('what is sent before the terms are accepted is kept until they are', async () => {
  const ivan = bot.stranger();
  await ivan.send('voice');
  await ivan.press('Мне есть 18, принимаю');
  expect(ivan.text()).toContain('Голосовое сообщение, 0:04');
  await inAnHour(ivan);
  expect(await remindersOf(ivan)).toMatchObject([{ attachment: { items: [{ kind: 'voice' }] } }]);
});

test('an edited caption comes back as it is now', async () => {
  const anna = await bot.member();
  await anna.send('photo', { caption: 'через час оплатить' });
  const source = sentBy(anna);
  if (source?.extra) source.extra.caption = 'через час оплатить воду';
  bot.simulator().feed.push('edited_message', anna.id, {
    ...source?.extra,
    message_id: source?.messageId,
    from: { id: anna.id, is_bot: false, first_name: 'Анна' },
    chat: { id: anna.id, type: 'private' },
    date: 0,
  });
  await bot.deliver();
  expect(await remindersOf(anna)).toMatchObject([{ text: 'Оплатить воду' }]);
  const card = anna.last().messageId;
  await bot.sendDueAt(COMES);
  expect(came(anna, card)).toEqual(['photo через час оплатить воду', 'Оплатить воду']);
});

describe('hostile names', () => {
  test.each([
    ['markup', '<b>&amp;</b><script>.pdf', 'Файл: <b>&amp;</b><script>.pdf'],
    ['marks that turn the direction', 'invoice\u202efdp.exe\u2066', 'Файл: invoicefdp.exe'],
    ['line breaks', 'a\n\n\tb\u2028.txt', 'Файл: a b .txt'],
    ['nothing to see', '\u200f\u202e\n', 'Файл'],
    ['no well-formed text', 'a\ud800b.txt', 'Файл: a\ufffdb.txt'],
  ])('%s', async (_, file_name, title) => {
    const anna = await bot.member();
    await anna.write('', { document: { file_id: 'document-hostile', file_name } });
    expect(anna.text().split('\n')[0]).toBe(title);
  });

  test('one that never ends', async () => {
    const anna = await bot.member();
    const file_name = 'я'.repeat(3_000);
    await anna.write('', { document: { file_id: 'document-long', file_name } });
    await inAnHour(anna);
    const [row] = await remindersOf(anna);
    expect(row?.attachment?.items[0]?.name).toHaveLength(120);
  });
});

describe('«напомни …» as a reply keeps the message that it replies to', () => {
  test('their own text from before', async () => {
    const anna = await bot.member();
    const { messageId } = bot.simulator().say(anna.id, '/unknown');
    await bot.deliver();
    const source = anna.chat.messages.get(messageId);
    if (source) source.text = 'Адрес: улица Ленина, 5';
    await anna.reply('напомни через час', messageId);
    expect(anna.text()).toContain('✅ Сегодня в 13:00 — Адрес: улица Ленина, 5');
    const card = anna.last().messageId;
    await bot.sendDueAt(COMES);
    expect(came(anna, card).at(-1)).toBe('Адрес: улица Ленина, 5');
  });

  test('a photo, with words of its own', async () => {
    const anna = await bot.member();
    const photo = bot.simulator().send(anna.id, 'photo');
    await bot.deliver();
    await anna.press('Отмена');
    await anna.reply('напомни через час показать врачу', photo.messageId);
    expect(anna.text()).toContain('✅ Сегодня в 13:00 — Показать врачу');
    const card = anna.last().messageId;
    await bot.sendDueAt(COMES);
    expect(came(anna, card)).toEqual(['photo', 'Показать врачу']);
  });

  test('what the bot has brought back: it is the reminder that moves', async () => {
    const anna = await bot.member();
    await anna.send('photo');
    const card = await inAnHour(anna);
    await bot.sendDueAt(COMES);
    await anna.reply('напомни завтра в 10', card + 1);
    expect(await remindersOf(anna)).toHaveLength(1);
    expect(anna.text()).toContain('завтра в 10:00');
  });

  test('their own message that has become a reminder moves that reminder', async () => {
    const anna = await bot.member();
    await anna.write('через час позвонить маме');
    const own = sentBy(anna)?.messageId ?? 0;
    await anna.reply('напомни завтра в 10', own);
    const rows = await remindersOf(anna);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.nextFireAt).toEqual(at('2026-11-21T10:00'));
  });

  test('«напомни» alone asks when', async () => {
    const anna = await bot.member();
    await anna.write('/help');
    const help = anna.last().messageId;
    await anna.reply('напомни', help);
    expect(anna.text()).toContain('Когда напомнить?');
    expect((await draftsOf(anna))[0]?.attachment?.items).toMatchObject([{ messageId: help }]);
  });
});

describe('what is quoted', () => {
  const { db } = testDatabase();
  const clock = fixedClock();
  const bot = testBot(db, clock);
  const at = (iso: string) => new Date(`${iso}+03:00`);
  beforeEach(() => clock.set(at('2026-11-20T12:00')));

  async function only({ id }: TestChat) {
    const [row, ...others] = await db.select().from(reminders).where(eq(reminders.userId, id));
    expect(others).toEqual([]);
    if (!row) throw new Error('nothing was stored');
    return row;
  }
  /** What the bot's latest messages say, oldest first; of what is no text the field that makes it one. */
  const latest = (chat: TestChat, count: number) =>
    chat
      .messages()
      .slice(-count)
      .map(({ text, content }) => [...Object.keys(contentIn(content)), text].join(' ').trim());

  const WORDS = 'Родители, в пятницу экскурсия.\nСдайте 350 рублей Ирине.\nИ сменку!';
  const PART = 'Сдайте 350 рублей Ирине.';

  test('of a message of the chat the quoted part is kept, and comes back', async () => {
    const anna = await bot.member();
    await anna.write(WORDS, { forward_origin: { type: 'hidden_user', sender_user_name: 'Школа' } });
    const own = anna.last().messageId - 1;
    await anna.reply('напомни завтра в 10', own, PART);
    const [, made] = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
    expect(made).toBeUndefined();
    expect(await only(anna)).toMatchObject({ text: PART, dateTime: at('2026-11-21T10:00') });
    await bot.sendDueAt(at('2026-11-21T10:00'));
    expect(latest(anna, 1)[0]).toContain(PART);
    expect(latest(anna, 2).join('\n')).not.toContain('экскурсия');
  });

  test('of a message of another chat as well, quoted by hand or by Telegram', async () => {
    for (const quote of [PART, undefined]) {
      const anna = await bot.member();
      await anna.replyElsewhere('напомни завтра в 10', { words: WORDS, quote });
      const row = await only(anna);
      expect(row).toMatchObject({ text: quote ?? WORDS, dateTime: at('2026-11-21T10:00') });
      expect(row.attachment?.items).toEqual([{ kind: 'text', messageId: 0, text: quote ?? WORDS }]);
    }
  });

  test('what another chat’s message holds besides words comes back by its file', async () => {
    const anna = await bot.member();
    await anna.replyElsewhere('напомни завтра в 10 оплатить', {
      words: 'Счёт за май',
      kind: 'photo',
    });
    expect(await only(anna)).toMatchObject({ text: 'Оплатить' });
    await bot.sendDueAt(at('2026-11-21T10:00'));
    expect(latest(anna, 2)).toEqual(['photo Счёт за май', expect.stringContaining('Оплатить')]);
  });

  test('a moment in the quoted part is proposed where the reply says none', async () => {
    const anna = await bot.member();
    const words = 'Собрание завтра в 18:30 в школе';
    await anna.replyElsewhere('напомни', { words });
    expect(anna.text()).toContain('Завтра в 18:30');
    await anna.press('Сохранить');
    expect(await only(anna)).toMatchObject({ text: words, dateTime: at('2026-11-21T18:30') });
  });

  test('of another chat’s message of which Telegram tells nothing the bot asks what to remind of', async () => {
    const anna = await bot.member();
    await anna.replyElsewhere('напомни завтра в 10', { from: 'user' });
    expect(anna.text()).toContain('О чём');
  });

  test('a reply to a message of ours acts on its reminder, whatever is quoted of it', async () => {
    const anna = await bot.member();
    await anna.write('в 13:00 сдать 350 рублей Ирине');
    await bot.sendDueAt(at('2026-11-20T13:00'));
    await anna.reply('готово', anna.last().messageId, '350 рублей');
    expect(await only(anna)).toMatchObject({ completed: true });
  });
});
