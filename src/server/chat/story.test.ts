import { eq } from 'drizzle-orm';
import { reminders, users } from '@/server/platform/db/schema';
import { readReminder } from '@/server/reminders/acts';
import { fixedClock } from '@/testing/clock';
import { testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';

const { db } = testDatabase();
const clock = fixedClock();
const bot = testBot(db, clock);
const at = (iso: string) => new Date(`${iso}+03:00`);

const comes = (iso: string) => bot.sendDueAt(at(iso));

test('a reminder comes, is ignored, is found on top next day, is put off by a reply in words, comes again, is done, undone and done, and its history tells all of it', async () => {
  // Friday, 20 November.
  const anna = await bot.member();
  await anna.write('сегодня в 18:30 позвонить врачу');
  await anna.write('каждый день в 9 принять таблетку');
  const [row] = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
  const [account] = await db.select().from(users).where(eq(users.id, anna.id));
  if (!row || !account) throw new Error('nothing was stored');
  const told = () => readReminder(db, account, row.id);

  await comes('2026-11-20T18:30');
  expect(anna.text()).toBe('Позвонить врачу\n📞 Звонок');
  const sentMessage = anna.last().messageId;
  expect((await told()).notification).toMatchObject({ state: 'waiting', completed: false });

  // Ignored; the next day it stands above what comes next.
  await comes('2026-11-21T08:00');
  await anna.write('/list');
  expect(anna.text()).toMatch(
    /1\. 🔔 Вчера в 18:30 — Позвонить врачу\n[^]*2\. .* — Принять таблетку/,
  );

  await anna.reply('ой, давай сегодня в 12', sentMessage);
  expect(anna.text()).toContain('🕘 Напомню сегодня в 12:00.');
  expect((await told()).notification).toMatchObject({
    state: 'scheduled',
    snoozedUntil: at('2026-11-21T12:00').toISOString(),
  });

  await comes('2026-11-21T12:00');
  expect(anna.chat.messages.has(sentMessage)).toBe(false);
  expect((await told()).notification).toMatchObject({ state: 'waiting' });

  clock.set(at('2026-11-21T12:20'));
  const again = anna.messages().findLast((each) => each.text.startsWith('Позвонить врачу'));
  await anna.reply('готово', again?.messageId);
  const done = {
    occurrenceAt: at('2026-11-21T12:00').toISOString(),
    outcome: 'done',
    endedAt: at('2026-11-21T12:20').toISOString(),
  };
  expect(await told()).toMatchObject({
    notification: { state: 'completed', doneAt: done.endedAt },
    history: [done],
  });

  await anna.press('↩️ Вернуть');
  expect(await told()).toMatchObject({ notification: { state: 'waiting' }, history: [] });

  clock.set(at('2026-11-21T12:40'));
  await anna.reply('дозвонился!');
  const { history } = await told();
  expect(history).toEqual([
    { ...done, cameAt: history[0]?.cameAt, endedAt: at('2026-11-21T12:40').toISOString() },
  ]);
  expect(new Date(history[0]?.cameAt ?? 0).getTime()).toBeGreaterThanOrEqual(
    at('2026-11-21T12:00').getTime(),
  );
});
