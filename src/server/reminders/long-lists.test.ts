import { eq } from 'drizzle-orm';
import {
  CATEGORY_COLORS,
  CATEGORY_NAME_MAX,
  CHAT_PAGE_SIZE,
  DAY_LINES_MAX,
  FOUND_MAX,
  MESSAGE_TEXT_MAX,
  MESSAGES_A_DAY_MAX,
  REMINDER_TEXT_MAX,
  TASKS_PER_MESSAGE_MAX,
} from '@/core/limits';
import { type RecurrenceRule } from '@/core/recurrence';
import { createCategory } from '@/server/categories/categories';
import { reminders } from '@/server/platform/db/schema';
import { createNote, createReminder } from '@/testing/builders';
import { testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { renderDay } from '../days/bot';

// Friday 20 November 2026, 12:00 in Moscow. The simulator refuses what Telegram finds too long.
const { db } = testDatabase();
const bot = testBot(db);

const two = (n: number) => String(n).padStart(2, '0');
const LONGEST_RULE: RecurrenceRule = {
  every: 7,
  unit: 'MONTH',
  monthDays: Array.from({ length: 30 }, (_, i) => i + 2),
  times: Array.from(
    { length: MESSAGES_A_DAY_MAX },
    (_, i) => `${two(i >> 1)}:${i % 2 ? '30' : '00'}`,
  ),
  until: '2099-12-31',
  count: 1_000,
};
const LONGEST_TEXT = 'день рождения &'.padEnd(REMINDER_TEXT_MAX, '&');
const longest = {
  text: LONGEST_TEXT,
  rule: LONGEST_RULE,
  pausedFrom: new Date('2026-11-20T09:00Z'),
  pausedUntil: new Date('2026-12-16T09:00Z'),
};
/** Somebody with a category of the longest name. */
const someone = async () => {
  const anna = await bot.member();
  const input = { name: '&'.repeat(CATEGORY_NAME_MAX), color: CATEGORY_COLORS[0] };
  const [category] = await createCategory(db, anna.id, input, bot.clock.now());
  return { anna, categoryId: category?.id ?? 0 };
};

test.each([
  ['/list', CHAT_PAGE_SIZE],
  ['/today', CHAT_PAGE_SIZE],
  ['/find день', FOUND_MAX],
])('%s fits one message, however long the texts and the rules are', async (command, shown) => {
  const { anna, categoryId } = await someone();
  for (let i = 0; i < 12; i += 1) {
    await createReminder(db, anna.id, { ...longest, categoryId });
  }
  await anna.write(command);
  expect(anna.text()).toMatch(new RegExp(`\\n${shown}\\. .* — день рождения &&&`));
  expect(anna.text()).toContain('🔁\u00a0каждые 7 месяцев 2, 3, 4, ');
});

test.each(['/notes', '/find день'])(
  '%s fits one message, however long notes are',
  async (command) => {
    const { anna, categoryId } = await someone();
    const name = '&'.repeat(119);
    for (let i = 0; i < 12; i += 1) {
      await createNote(db, anna.id, {
        title: LONGEST_TEXT.slice(0, 200),
        content: `день${'&'.repeat(3_900)}`,
        categoryId,
        attachment: { items: [{ kind: 'document', messageId: 1, fileId: 'x', name }] },
      });
    }
    await anna.write(command);
    expect(anna.text()).toContain(`\n${CHAT_PAGE_SIZE}. 📝 день рождения &&&`);
  },
);

test('the list of several tasks fits one message, whatever became of them in the app', async () => {
  const anna = await bot.member();
  const tasks = Array.from(
    { length: TASKS_PER_MESSAGE_MAX },
    (_, i) => `завтра в 9:${two(i)} дело`,
  );
  await anna.write(tasks.join('\n'));
  await anna.press(`Сохранить все (${TASKS_PER_MESSAGE_MAX})`);
  await anna.press('Отменить');
  const change = { text: LONGEST_TEXT, rule: LONGEST_RULE, floodInterval: 30 };
  await db.update(reminders).set(change).where(eq(reminders.userId, anna.id));
  await anna.press('Вернуть');
  expect(anna.text()).toContain(`\n${TASKS_PER_MESSAGE_MAX}. `);
  expect(anna.text()).toContain('🔁 каждые 7 месяцев 2, 3, 4, ');
});

test('a message about a whole day fits, however long its texts are', () => {
  const at = new Date('2026-12-16T09:00Z');
  const line = { reminderId: 1, occurrenceAt: at, at, text: LONGEST_TEXT, state: 'moved' } as const;
  const shown = { ...line, answerable: true, undo: null };
  const { text: html } = renderDay({
    kind: 'agenda',
    day: '2026-11-20',
    timeZone: 'Europe/Moscow',
    lines: Array.from({ length: DAY_LINES_MAX }, () => shown),
    more: 9_999,
    undated: Array.from({ length: 50 }, () => LONGEST_TEXT),
  });
  expect(html.toPlainText()).toContain(`
${DAY_LINES_MAX}. день рождения`);
  expect(html.toPlainText().length).toBeLessThanOrEqual(MESSAGE_TEXT_MAX);
});
