import { eq } from 'drizzle-orm';
import { reminders } from '@/server/platform/db/schema';
import { fixedClock } from '@/testing/clock';
import { testBot, type TestChat } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';

const { db } = testDatabase();
const bot = testBot(db, fixedClock());

/** «завтра в 9:30 оплатить интернет» as it comes out of web pages and editors. */
const LINE = '\u200eзав\u00adтра\u200b в 9\u223630 опла\u00adтить\u2060 ин\u200dтернет\ufeff';
const STORED = { text: 'Оплатить интернет', dateTime: new Date('2026-11-21T09:30+03:00') };
const stored = async ({ id }: TestChat) =>
  db.select().from(reminders).where(eq(reminders.userId, id));

test('a line is read as it looks in the chat, in a call, inline and where it is forwarded', async () => {
  const [chatting, calling, inline] = await Promise.all([bot.member(), bot.member(), bot.member()]);
  await chatting.write(LINE);
  expect(await stored(chatting)).toMatchObject([STORED]);
  const chat = { id: -1_001, type: 'supergroup', title: 'Семья' } as const;
  await calling.call({ chat, text: `@napomnyu_bot ${LINE}` });
  expect(await stored(calling)).toMatchObject([STORED]);
  const { results, send } = await inline.ask(LINE);
  await send(results[0]?.id ?? '');
  expect(await stored(inline)).toMatchObject([STORED]);
});

test('so are answers, and what is quoted', async () => {
  const anna = await bot.member();
  await anna.write('оплатить интернет');
  await anna.write('\u2066зав\u00adтра\u2069 в 9\uff1a30\u200b');
  expect(await stored(anna)).toMatchObject([STORED]);
  const boris = await bot.member();
  await boris.replyElsewhere('напомни завтра в 9\ua78930', {
    words: 'Оплатить\u200b ин\u00adтернет',
  });
  expect(await stored(boris)).toMatchObject([STORED]);
});
