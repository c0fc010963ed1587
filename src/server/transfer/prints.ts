import 'server-only';
import { eq, like } from 'drizzle-orm';
import { type FiringState } from '@/core/firing';
import { nextOccurrence, type RecurrenceRule, type Schedule } from '@/core/recurrence';
import { printOf } from '../platform/create-once';
import { type Db } from '../platform/db/client';
import { notes, reminders } from '../platform/db/schema';
import { type givingWay } from '../platform/give-way';
import { ruleText } from '../reminders/write/columns';
import { releaseDeletedKeys } from '../reminders/write/keys';

/** In front of the print in the create key of what was imported. */
export const KEY_PREFIX = 'import:';

/** Tells a reminder from every other one of its account, however often it is exported and imported. */
export const reminderPrint = (row: {
  text: string;
  firstWallTime: string;
  timeZone: string;
  rule: RecurrenceRule | null;
  deletedAt: Date | null;
}): string =>
  printOf([row.text, row.firstWallTime, row.timeZone, ruleText(row.rule), row.deletedAt !== null]);

export const notePrint = (row: {
  title: string;
  content: string;
  deletedAt: Date | null;
}): string => printOf([row.title, row.content, row.deletedAt !== null]);

/** The print under which a row was imported, by its create key. */
export const printIn = (createKey: string | null): string | undefined =>
  createKey?.startsWith(KEY_PREFIX) ? createKey.slice(KEY_PREFIX.length) : undefined;

type Series = Schedule & { text: string };

const seriesPrint = ({ text, timeZone, rule }: Series): string =>
  printOf([text, timeZone, ruleText(rule)]);

/** What an account has already. */
export interface Present {
  /** Ids of its rows: by their content, and by what they were imported as. */
  ids: Map<string, number | null>;
  /** Its series that go on, by text, zone and rule. */
  series: Map<string, Schedule[]>;
  /** When these wait, come or come again, with their texts. */
  moments: Set<string>;
}

/**
 * Whether a file's copy is of a series that the account has. A calendar's copy of a whole series begins at the date that
 * came next when the file was written, and so has another print: the account's has to have that date. Of what waits or
 * was put off a calendar of ours has an event of its own.
 */
export function isOfSeries(
  { series, moments }: Present,
  { completed, dateTime, ...copy }: Series & Pick<FiringState, 'completed' | 'dateTime'>,
): boolean {
  if (copy.rule === null) return moments.has(momentPrint(copy.text, dateTime));
  const alike = completed ? [] : (series.get(seriesPrint(copy)) ?? []);
  const before = new Date(dateTime.getTime() - 1);
  return alike.some((own) => nextOccurrence(own, before)?.getTime() === dateTime.getTime());
}

/** Calendars write whole seconds. */
const momentPrint = (text: string, at: Date): string =>
  printOf([text, Math.floor(at.getTime() / 1_000)]);

/**
 * A print says whether its row is deleted: what was deleted here is new to a file that has it alive. A deleted row does
 * not count by its key: `freeKeys` frees that.
 */
export async function readPrints(
  db: Db,
  userId: number,
  giveWay: ReturnType<typeof givingWay>,
): Promise<Present> {
  const { id, text, firstWallTime, timeZone, rule, completed, deletedAt, createKey } = reminders;
  const { dateTime, openOccurrenceAt, snoozedUntil } = reminders;
  const ofReminders = await db
    .select({
      ...{ id, text, firstWallTime, timeZone, rule, completed, deletedAt, createKey },
      ...{ dateTime, openOccurrenceAt, snoozedUntil },
    })
    .from(reminders)
    .where(eq(reminders.userId, userId));
  const { id: noteId, title, content } = notes;
  const ofNotes = await db
    .select({ id: noteId, title, content, deletedAt: notes.deletedAt, createKey: notes.createKey })
    .from(notes)
    .where(eq(notes.userId, userId));
  const ids: Present['ids'] = new Map();
  const series: Present['series'] = new Map();
  const moments: Present['moments'] = new Set();
  for (const row of [...ofReminders, ...ofNotes]) {
    await giveWay();
    const importedAs = row.deletedAt === null ? printIn(row.createKey) : undefined;
    if (importedAs !== undefined) ids.set(importedAs, row.id);
    ids.set('text' in row ? reminderPrint(row) : notePrint(row), row.id);
  }
  for (const row of ofReminders) {
    if (row.rule === null || row.completed || row.deletedAt !== null) continue;
    await giveWay();
    const print = seriesPrint(row);
    series.set(print, [...(series.get(print) ?? []), row]);
    for (const at of [row.dateTime, row.openOccurrenceAt, row.snoozedUntil]) {
      if (at !== null) moments.add(momentPrint(row.text, at));
    }
  }
  return { ids, series, moments };
}

/** A row that was imported and deleted may be imported again. */
export async function freeKeys(db: Db, userId: number): Promise<void> {
  for (const table of [reminders, notes]) {
    await releaseDeletedKeys(db, table, userId, like(table.createKey, `${KEY_PREFIX}%`));
  }
}
