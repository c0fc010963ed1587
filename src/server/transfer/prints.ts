import 'server-only';
import { eq, like } from 'drizzle-orm';
import { type FiringState } from '@/core/firing';
import {
  nextOccurrence,
  type RecurrenceRule,
  type Schedule,
  upcomingOccurrences,
} from '@/core/recurrence';
import { type Attachment, NO_MESSAGE } from '../platform/attachment';
import { printOf } from '../platform/create-once';
import { type Db } from '../platform/db/client';
import { notes, reminders } from '../platform/db/schema';
import { type givingWay } from '../platform/give-way';
import { ruleText } from '../reminders/write/columns';
import { releaseDeletedKeys } from '../reminders/write/keys';

/** In front of the print in the create key of what was imported. */
export const KEY_PREFIX = 'import:';

/**
 * What is attached, as the chat and Telegram number it: two photos without a word are alike in all else. None where
 * nobody vouches for these numbers (`withoutChat`).
 */
const filesOf = (attachment: Attachment | null) =>
  (attachment?.items ?? []).flatMap(({ messageId, fileId = '' }) =>
    messageId === NO_MESSAGE && fileId === '' ? [] : [[messageId, fileId]],
  );

interface Printed {
  deletedAt: Date | null;
  attachment: Attachment | null;
}

/** The same of reminders with the same content, so that an import knows what is there; what became of them is no part of it. */
export const reminderPrint = (
  row: Printed & {
    text: string;
    firstWallTime: string;
    timeZone: string;
    rule: RecurrenceRule | null;
  },
): string => {
  const { text, firstWallTime, timeZone, rule, deletedAt, attachment } = row;
  const when = [firstWallTime, timeZone, ruleText(rule)];
  return printOf([text, ...when, deletedAt !== null, ...filesOf(attachment)]);
};

export const notePrint = (row: Printed & { title: string; content: string }): string =>
  printOf([row.title, row.content, row.deletedAt !== null, ...filesOf(row.attachment)]);

/** The print under which a row was imported, by its create key. */
export const printIn = (createKey: string | null): string | undefined =>
  createKey?.startsWith(KEY_PREFIX) ? createKey.slice(KEY_PREFIX.length) : undefined;

/** What an account has already. */
export interface Present {
  /** Ids of its rows: by their content, and by what they were imported as. */
  ids: Map<string, number | null>;
  /** Its series that go on, by their texts. */
  series: Map<string, Schedule[]>;
  /** When what is not over waits, comes or comes again, with its text. */
  moments: Set<string>;
}

/** Of the prints that a row may have, that under which the account had it before the import; else the first one, its own. */
export const printAsPresent = ({ ids }: Present, prints: readonly string[]): string =>
  prints.find((print) => typeof ids.get(print) === 'number') ?? prints[0] ?? '';

/** Of so many dates to come a file's copy of a series is compared. */
const DATES_COMPARED = 12;

/**
 * Whether the account has what a calendar or a table tells of. Our own calendar writes a reminder as events that have
 * other prints: what waits, was put off or falls on a change of clocks as single moments, a series from its next date
 * on, once for each time of day, and without what no calendar says. Its dates tell a series.
 */
export function isKnownByItsDates(
  { series, moments }: Present,
  { text, completed, dateTime, ...copy }: Schedule & FiringState & { text: string },
): boolean {
  if (copy.rule === null && moments.has(momentPrint(text, dateTime))) return true;
  const ofSameText = series.get(text);
  if (completed || !ofSameText) return false;
  const before = (at: Date) => new Date(at.getTime() - 1);
  const dates = upcomingOccurrences(copy, before(dateTime), DATES_COMPARED);
  const hasAllDates = (own: Schedule) =>
    dates.every((at) => nextOccurrence(own, before(at))?.getTime() === at.getTime());
  return dates.length > 0 && ofSameText.some(hasAllDates);
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
  const ofReminders = await db.select().from(reminders).where(eq(reminders.userId, userId));
  const ofNotes = await db.select().from(notes).where(eq(notes.userId, userId));
  const ids: Present['ids'] = new Map();
  const series: Present['series'] = new Map();
  const moments: Present['moments'] = new Set();
  const printOfRow = (row: (typeof ofReminders)[number] | (typeof ofNotes)[number]) =>
    'text' in row ? reminderPrint(row) : notePrint(row);
  for (const row of [...ofReminders, ...ofNotes]) {
    await giveWay();
    const importedAs = row.deletedAt === null ? printIn(row.createKey) : undefined;
    if (importedAs !== undefined) ids.set(importedAs, row.id);
    // What a file tells of with no file that is vouched for may be this, whatever is attached here.
    const bare = printOfRow({ ...row, attachment: null });
    if (!ids.has(bare)) ids.set(bare, row.id);
    ids.set(printOfRow(row), row.id);
  }
  for (const row of ofReminders) {
    if (row.completed || row.deletedAt !== null) continue;
    await giveWay();
    if (row.rule !== null) series.set(row.text, [...(series.get(row.text) ?? []), row]);
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
