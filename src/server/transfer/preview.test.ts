import { eq } from 'drizzle-orm';
import { findAccount } from '@/server/accounts/accounts';
import { reminders } from '@/server/platform/db/schema';
import { createUser } from '@/testing/builders';
import { testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { importFile } from './import';

const { db } = testDatabase();
const bot = testBot(db);
const NOW = new Date('2026-11-20T09:00:00Z');

const calendar = (...events: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n');
const birthday = (date: string) =>
  calendar([`SUMMARY:День рождения Анны`, `DTSTART;VALUE=DATE:${date}`, 'RRULE:FREQ=YEARLY']);

async function importing(content: string, apply: boolean) {
  const { id } = await createUser(db, { timeZone: 'Europe/Moscow' });
  const account = await findAccount(db, id);
  if (!account) throw new Error('nobody');
  const report = await importFile(db, account, { content }, { now: NOW, apply, botToken: '42:x' });
  return { id, report };
}

test.each(['19850509', '19690509', '19170509', '16040509', '00040509'])(
  'a series may have begun in any year: %s',
  async (date) => {
    const { id, report } = await importing(birthday(date), true);
    expect(report).toMatchObject({ reminders: 1, archived: 0, repeating: 1, faults: [] });
    // Whether it is of a birth, and whose age, no calendar says.
    expect(report.examples).toEqual(['09.05.2027, 09:00, каждый год 9 мая — День рождения Анны']);
    const [row] = await db.select().from(reminders).where(eq(reminders.userId, id));
    expect(row?.nextFireAt?.toISOString()).toBe('2027-05-09T06:00:00.000Z');
    expect(row?.rule).toEqual({ every: 1, unit: 'YEAR' });
  },
);

test('what was once before 1970 goes to the archive', async () => {
  const { report } = await importing(calendar(['SUMMARY:Полёт', 'DTSTART:19610412T060700Z']), true);
  expect(report).toMatchObject({ reminders: 1, archived: 1, faults: [] });
});

test('the preview in the chat says what repeats, as the app’s does', async () => {
  const anna = await bot.member();
  const content = calendar(
    ['SUMMARY:Зарядка', 'DTSTART:20200106T040000Z', 'RRULE:FREQ=WEEKLY;BYDAY=MO,FR'],
    ['SUMMARY:Врач', 'DTSTART:20261201T060000Z'],
  );
  await anna.sendDocument({ name: 'Дела.ics', content });
  expect(anna.text()).toContain('Из них с повтором: 1.');
  expect(anna.text()).toContain('23.11.2026, 07:00, по пн и пт — Зарядка');
  expect(anna.text()).toContain('01.12.2026, 09:00 — Врач');
});
