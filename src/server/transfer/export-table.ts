import 'server-only';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { instantToWallTime, isTimeZone } from '@/core/time-zone';
import { describeRule } from '@/texts/schedule';
import { tableTexts } from '@/texts/table';
import { type Account } from '../accounts/accounts';
import { type Db } from '../platform/db/client';
import { loadReference } from '../platform/db/reference';
import { notes, reminders } from '../platform/db/schema';

/**
 * A cell of a table: quoted, and without a meaning for spreadsheets, which take what begins with one of
 * these for a formula: https://owasp.org/www-community/attacks/CSV_Injection
 */
export const cell = (text: string): string => {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
};

/** A person's reminders and notes for spreadsheets, as Excel in Russian expects them. */
export async function tableOf(db: Db, account: Account): Promise<Buffer> {
  const reference = await loadReference(db, account.id);
  const category = (id: number) => reference.category(id)?.name ?? '';
  const ofReminders = await db
    .select()
    .from(reminders)
    .where(and(eq(reminders.userId, account.id), isNull(reminders.deletedAt)))
    .orderBy(asc(reminders.dateTime), asc(reminders.id));
  const ofNotes = await db
    .select()
    .from(notes)
    .where(and(eq(notes.userId, account.id), isNull(notes.deletedAt)))
    .orderBy(asc(notes.id));
  const rows = [
    tableTexts.columns,
    ...ofReminders.map((row) => {
      const { text, rule, completed, doneAt } = row;
      // One broken row must not hide the others.
      const timeZone = isTimeZone(row.timeZone) ? row.timeZone : account.timeZone;
      const [date = '', time = ''] = instantToWallTime(row.dateTime, timeZone).split('T');
      return [
        ...[tableTexts.reminder, text, '', date, time.slice(0, 5), timeZone],
        rule ? describeRule(rule, row.firstWallTime) : '',
        ...[category(row.categoryId), reference.type(row.typeId)?.name ?? ''],
        tableTexts.state(completed, doneAt !== null),
      ];
    }),
    ...ofNotes.map(({ title, content, categoryId, dateTime }) => {
      const [date = '', time = ''] = instantToWallTime(dateTime, account.timeZone).split('T');
      return [
        ...[tableTexts.note, title, content, date, time.slice(0, 5), account.timeZone],
        ...['', category(categoryId), '', ''],
      ];
    }),
  ];
  return Buffer.from(`\uFEFF${rows.map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`);
}
