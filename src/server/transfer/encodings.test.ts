import { eq } from 'drizzle-orm';
import { notes } from '@/server/platform/db/schema';
import { testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';

const { db } = testDatabase();
const bot = testBot(db);
const HEAD = 'TYPE,CONTENT,DATE\r\ntask,';

test.each([
  ['windows-1251', Buffer.from([...Buffer.from(HEAD), 0xcc, 0xee, 0xeb, 0xee, 0xea, 0xee])],
  ['UTF-16', Buffer.from(`\uFEFF${HEAD}Молоко`, 'utf16le')],
])('a table that is sent to the bot is read as what it holds: %s', async (_, content) => {
  const anna = await bot.member();
  await anna.sendDocument({ name: 'todo.csv', content });
  await anna.press('Импортировать');
  const stored = await db
    .select({ title: notes.title })
    .from(notes)
    .where(eq(notes.userId, anna.id));
  expect(stored).toEqual([{ title: 'Молоко' }]);
});

test('one in no known encoding is refused with a word, and kept as a document', async () => {
  const anna = await bot.member();
  const content = Buffer.from([...Buffer.from(HEAD), 0xed, 0xcf, 0xcc, 0xcf, 0x98]);
  await anna.sendDocument({ name: 'todo.csv', content });
  expect(anna.messages().at(-2)?.text).toContain('в какой кодировке файл');
  expect(anna.text()).toContain('todo.csv');
});
