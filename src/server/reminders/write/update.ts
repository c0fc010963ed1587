import 'server-only';
import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { type Db } from '../../platform/db/client';
import { reminders } from '../../platform/db/schema';

export type ReminderRow = typeof reminders.$inferSelect;

/** Every column of a reminder that changes once it is stored, the version aside. */
export type Columns = Partial<
  Omit<
    ReminderRow,
    | ('id' | 'userId' | 'version' | 'createKey' | 'createPrint' | 'createdAt')
    | ('attachment' | 'noteId' | 'dueAt' | 'nagDue')
  >
>;

interface RowUpdate {
  /** As it was read: where only other rows of the call change a column, it is written as it stands here. */
  row: Pick<ReminderRow, 'id' | 'userId'> & Partial<ReminderRow>;
  columns: Columns;
}

interface HowToUpdate {
  /** Of a change by a user, in the app or in the chat. */
  raisesVersion?: boolean;
  /** Of rows that are not held: those stay as they are that differ from what was read. */
  unchanged?: 'version' | 'leaseToken';
}

/**
 * Writes columns of any number of rows in one statement, and answers those that it has written, in no order. Whoever
 * changes several at once holds them (`lockedById`).
 */
export async function updateRows(
  db: Db,
  updates: readonly RowUpdate[],
  { raisesVersion = false, unchanged }: HowToUpdate = {},
): Promise<ReminderRow[]> {
  if (updates.length === 0) return [];
  const written = Object.entries(getTableColumns(reminders)).filter(([key]) =>
    updates.some(({ columns }) => key in columns),
  );
  const input = updates.map(({ row, columns }) => {
    const known = new Map<string, unknown>(Object.entries({ ...row, ...columns }));
    const values = written.map(([key]): [string, unknown] => [key, known.get(key)]);
    const read = unchanged && row[unchanged];
    return { id: row.id, userId: row.userId, ...Object.fromEntries(values), read };
  });
  const ofInput = (key: string): SQL => sql`input.${sql.identifier(key)}`;
  const types = written.map(
    ([key, column]) => sql`${sql.identifier(key)} ${sql.raw(column.getSQLType())}`,
  );
  const columns = [sql`id bigint`, sql`"userId" bigint`, sql`read text`, ...types];
  const ids = updates.map(({ row }) => row.id);
  return db
    .update(reminders)
    .set({
      ...Object.fromEntries(written.map(([key]) => [key, ofInput(key)])),
      ...(raisesVersion && { version: sql`${reminders.version} + 1` }),
    })
    .from(
      sql`json_to_recordset(${JSON.stringify(input)}::json) as input (${sql.join(columns, sql`, `)})`,
    )
    .where(
      and(
        inArray(reminders.id, ids),
        eq(reminders.id, ofInput('id')),
        eq(reminders.userId, ofInput('userId')),
        unchanged && sql`${reminders[unchanged]}::text = input.read`,
      ),
    )
    .returning(getTableColumns(reminders));
}
