import 'server-only';
import { instantToWallTime, isTimeZone } from '@/core/time-zone';
import { describeRule } from '@/texts/schedule';
import { tableTexts } from '@/texts/table';
import { type Account } from '../accounts/accounts';
import { type Db } from '../platform/db/client';
import { paged } from '../platform/db/paged';
import { loadReference } from '../platform/db/reference';
import {
  reminderPage,
  ROWS_PER_PAGE,
  storedNotes,
  undeletedNotes,
  undeletedReminders,
} from './stored-pages';

type Column = (typeof tableTexts.columns)[number][0];
type Cells = { readonly [Name in Column]?: string | undefined };

/** A line of the table; a column that is not named stays empty. */
const lineOf = (cells: Cells): string =>
  tableTexts.columns.map(([column]) => cell(cells[column] ?? '')).join(';');

const headings = lineOf(Object.fromEntries(tableTexts.columns));

function momentCells(instant: Date, timeZone: string): Cells {
  const wallTime = instantToWallTime(instant, timeZone);
  const [date, clock] = wallTime.slice(0, 'YYYY-MM-DDTHH:mm'.length).split('T');
  return { date, clock, timeZone };
}

/**
 * A person's reminders by date, then their notes, for spreadsheets as Excel in Russian expects them. Made
 * page by page: all rows at once would hold everybody else up.
 */
export async function tableOf(db: Db, account: Account): Promise<Buffer> {
  const reference = await loadReference(db, account.id);
  const categoryName = (id: number) => reference.category(id)?.name ?? '';
  const reminderLines: { dateTime: Date; line: string }[] = [];
  const reminders = paged(ROWS_PER_PAGE, (after) =>
    reminderPage(db, account.id, after, undeletedReminders),
  );
  for await (const reminder of reminders) {
    const { text, rule, completed, doneAt, dateTime } = reminder;
    // A row with a broken time zone must not keep the others out of the table.
    const timeZone = isTimeZone(reminder.timeZone) ? reminder.timeZone : account.timeZone;
    const line = lineOf({
      kind: tableTexts.reminder,
      text,
      ...momentCells(dateTime, timeZone),
      repeat: rule ? describeRule(rule, reminder.firstWallTime) : '',
      category: categoryName(reminder.categoryId),
      type: reference.type(reminder.typeId)?.name,
      state: tableTexts.state(completed, doneAt !== null),
    });
    reminderLines.push({ dateTime, line });
  }
  const lines = reminderLines
    .toSorted((a, b) => a.dateTime.getTime() - b.dateTime.getTime())
    .map(({ line }) => line);
  for await (const note of storedNotes(db, account.id, undeletedNotes)) {
    const line = lineOf({
      kind: tableTexts.note,
      text: note.title,
      description: note.content,
      ...momentCells(note.dateTime, account.timeZone),
      category: categoryName(note.categoryId),
    });
    lines.push(line);
  }
  return Buffer.from(`\uFEFF${[headings, ...lines].join('\r\n')}\r\n`);
}

/** Quoted, and no formula for spreadsheets: https://owasp.org/www-community/attacks/CSV_Injection */
export function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
