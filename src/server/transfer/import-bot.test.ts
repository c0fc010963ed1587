import { eq } from 'drizzle-orm';
import { IMPORT_ENTRIES_MAX, IMPORT_MAX_BYTES, RATE_LIMITS } from '@/core/limits';
import { notes, reminders } from '@/server/platform/db/schema';
import { log } from '@/server/platform/log';
import { takePersonalPermit } from '@/server/platform/rate-limit';
import { createNote, createReminder } from '@/testing/builders';
import { testBot, type TestChat } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';

// Friday 20 November 2026, 12:00 in Moscow.
const { db } = testDatabase();
const bot = testBot(db);

const ICS = `BEGIN:VCALENDAR
VERSION:2.0
BEGIN:VEVENT
UID:1
SUMMARY:Врач <b>завтра</b>
DTSTART;TZID=Europe/Moscow:20261121T090000
END:VEVENT
BEGIN:VEVENT
UID:2
SUMMARY:Давно прошло
DTSTART:20200101T090000Z
END:VEVENT
BEGIN:VEVENT
UID:3
SUMMARY:Сломано
DTSTART:когда-нибудь
END:VEVENT
END:VCALENDAR
`.replaceAll('\n', '\r\n');
const TODOIST = 'TYPE,CONTENT,DESCRIPTION,DATE\ntask,Молоко,,\ntask,Позвонить,,2026-12-01 10:00\n';

const remindersOf = ({ id }: TestChat) =>
  db.select({ text: reminders.text }).from(reminders).where(eq(reminders.userId, id));
const notesOf = ({ id }: TestChat) => db.$count(notes, eq(notes.userId, id));

test('a calendar is looked into first: what would come, what is past, what is broken by its line', async () => {
  const anna = await bot.member();
  await anna.sendDocument({ name: 'Дела.ics', content: ICS });
  expect(anna.text()).toContain('Появится: 2 напоминания и 1 заметка.');
  expect(anna.text()).toContain('1 напоминание из прошлого попадёт в архив');
  expect(anna.text()).toContain('21.11.2026, 09:00 — Врач <b>завтра</b>');
  expect(anna.text()).toMatch(/Замечаний: 1\n• строка \d+: /);
  expect(anna.labels()).toEqual([['Импортировать', 'Не надо']]);
  expect(await remindersOf(anna)).toEqual([]);

  await anna.press('Импортировать');
  expect(anna.text()).toContain('Добавлено: 2 напоминания');
  expect(anna.labels()).toEqual([]);
  expect(await remindersOf(anna)).toHaveLength(2);
});

test('«Не надо» adds nothing', async () => {
  const anna = await bot.member();
  await anna.sendDocument({ name: 'todo.csv', content: TODOIST });
  expect(anna.text()).toContain('Появится: 1 напоминание и 1 заметка.');
  await anna.press('Не надо');
  expect(anna.text()).toContain('ничего не добавляю');
  expect(await remindersOf(anna)).toEqual([]);
});

test('nothing comes twice: two taps, taps at once, the update doubled, the file sent again', async () => {
  const anna = await bot.member();
  bot.simulator().sendDocument(anna.id, { name: 'todo.csv', content: TODOIST });
  await bot.deliverTwice();
  const { messageId } = anna.last();
  const go = { text: '?', callback_data: 'import:go' };
  bot.simulator().press(anna.id, messageId, go);
  bot.simulator().press(anna.id, messageId, go);
  await bot.deliverAtOnce(false);
  bot.simulator().press(anna.id, messageId, go);
  await bot.deliverTwice();
  expect(await remindersOf(anna)).toHaveLength(1);
  expect(await notesOf(anna)).toBe(1);
  await anna.sendDocument({ name: 'todo (1).csv', content: TODOIST });
  expect(anna.text()).toContain('Нового в файле нет.');
  expect(anna.labels()).toEqual([]);
});

test('an account moves by its own export: what /export has sent brings everything into another account', async () => {
  const anna = await bot.member();
  await createReminder(db, anna.id, { text: 'Полить цветы' });
  await createNote(db, anna.id, { title: 'Рецепт', content: 'Мамин' });
  await anna.write('/export');
  const boris = await bot.member();
  await boris.sendDocument({ name: 'napomnyu.json', content: JSON.stringify(anna.file()) });
  await boris.press('Импортировать');
  expect(await remindersOf(boris)).toEqual([{ text: 'Полить цветы' }]);
  expect(await notesOf(boris)).toBe(1);
});

test.each([
  ['another table', 'расходы.csv', 'дата,сумма\n2026-01-01,100\n'],
  ['another JSON', 'package.json', '{"name":"x","version":"1"}'],
  ['no text at all', 'данные.csv', Buffer.from([0xff, 0xfe, 0x00, 0x80])],
  ['another kind', 'счёт.pdf', '%PDF-1.7'],
])('%s is kept as a document, as ever', async (_, name, content) => {
  const anna = await bot.member();
  await anna.sendDocument({ name, content });
  expect(anna.text()).toContain(name);
  await anna.press('Через час');
  const [row] = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
  expect(row?.attachment).toMatchObject({ items: [{ kind: 'document', name }] });
});

test('a file with words of its own is what they say, and no import', async () => {
  const anna = await bot.member();
  await anna.sendDocument({ name: 'todo.csv', content: TODOIST, caption: 'завтра в 9 разобрать' });
  expect(await remindersOf(anna)).toEqual([{ text: 'Разобрать' }]);
});

test('one that is too large is not downloaded, says so, and is kept as a document', async () => {
  const anna = await bot.member();
  const before = bot.simulator().calls.length;
  await anna.sendDocument({ name: 'todo.csv', content: Buffer.alloc(IMPORT_MAX_BYTES + 1, 'a') });
  const methods = bot
    .simulator()
    .calls.slice(before)
    .map(({ method }) => method);
  expect(methods).not.toContain('getFile');
  expect(anna.messages().at(-2)?.text).toContain('Файл больше 7 МБ');
  expect(anna.text()).toContain('todo.csv');
});

test('past the limit of imports a file is kept as a document; only one that is an import is told so', async () => {
  const anna = await bot.member();
  const spend = async () => {
    for (let i = 0; i <= RATE_LIMITS.imports.limit; i += 1) {
      await takePersonalPermit(db, 'imports', anna.id, bot.clock.now());
    }
  };
  await expect(spend()).rejects.toMatchObject({ code: 'too-many' });
  await anna.sendDocument({ name: 'package.json', content: '{"name":"x","version":"1"}' });
  await anna.sendDocument({ name: 'расходы.csv', content: 'дата,сумма\n2026-01-01,100\n' });
  expect(anna.text()).toContain('расходы.csv');
  expect(anna.messages().filter(({ text }) => text.includes('Слишком много'))).toEqual([]);

  await anna.sendDocument({ name: 'todo.csv', content: TODOIST });
  expect(anna.messages().at(-2)?.text).toContain('Слишком много');
  expect(anna.text()).toContain('todo.csv');
});

test('a file is fetched on a permit, whatever it turns out to be; past the limit it is kept unseen', async () => {
  const anna = await bot.member();
  const fetches = () => bot.simulator().calls.filter(({ method }) => method === 'getFile').length;
  const before = fetches();
  const sends = RATE_LIMITS.importFiles.limit + 10;
  for (let i = 0; i < sends; i += 1) {
    await anna.sendDocument({ name: 'package.json', content: '{"name":"x"}' });
  }
  expect(fetches() - before).toBe(RATE_LIMITS.importFiles.limit);
  expect(anna.messages().at(-2)?.text).toContain('Слишком много');
  expect(anna.text()).toContain('package.json');
});

test('a table with too many rows says so, and is kept as a document', async () => {
  const anna = await bot.member();
  const content = TODOIST + 'task,a,,\n'.repeat(IMPORT_ENTRIES_MAX);
  await anna.sendDocument({ name: 'todo.csv', content });
  expect(anna.messages().at(-2)?.text).toContain('В файле больше 10');
  expect(anna.text()).toContain('todo.csv');
});

test('a file that Telegram does not give is kept, and no log names where it was asked for', async () => {
  const said: string[] = [];
  const spies = (['info', 'warn', 'error'] as const).map((level) =>
    jest
      .spyOn(log, level)
      .mockImplementation((...args: unknown[]) => void said.push(JSON.stringify(args))),
  );
  const anna = await bot.member();
  bot.fault('getFile', { kind: 'error', code: 500 });
  await anna.sendDocument({ name: 'todo.csv', content: TODOIST });
  expect(anna.messages().at(-2)?.text).toContain('Telegram сейчас не отдаёт файл');
  expect(anna.text()).toContain('todo.csv');

  await anna.sendDocument({ name: 'todo.csv', content: TODOIST });
  bot.simulator().world.uploads.clear();
  const { messageId } = anna.last();
  await anna.press('Импортировать');
  expect(anna.text()).toContain('Telegram сейчас не отдаёт файл');
  expect(anna.last().messageId).toBe(messageId);
  expect(anna.labels()).toEqual([['Импортировать', 'Не надо']]);
  expect(said.join()).not.toContain('AAtest-token');
  for (const spy of spies) spy.mockRestore();
});

test('pressed once the message with the file is deleted, it asks for the file again', async () => {
  const anna = await bot.member();
  await anna.sendDocument({ name: 'todo.csv', content: TODOIST });
  const answer = anna.last();
  delete answer.extra;
  await anna.press('Импортировать');
  expect(anna.text()).toContain('Пришлите файл ещё раз');
  expect(await remindersOf(anna)).toEqual([]);
});

test('faults of a whole file fit into a message', async () => {
  const anna = await bot.member();
  const rows = Array.from({ length: 60 }, (_, i) => `task,${'Дело '.repeat(40)}${i},,в ночь ${i}`);
  const content = `TYPE,CONTENT,DESCRIPTION,DATE\n${rows.join('\n')}\n`;
  await anna.sendDocument({ name: 'todo.csv', content });
  expect(anna.text()).toContain('Замечаний: 60');
  expect(anna.text()).toContain('и ещё 40');
});
