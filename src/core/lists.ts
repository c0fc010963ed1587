import { DAY_MS } from './calendar';
import { beginningOf } from './cut';
import { ALL, PAGE_SIZE, SEARCH_MAX } from './limits';
import { localDayAt } from './time-zone';

/**
 * Tabs, filters, search, groups, sorting and paging of the app's two lists. Generic over the row: the
 * screens, the first cards and the numbers of the profile use it. The chat's lists are sorted by
 * PostgreSQL (server/reminders/upcoming.ts).
 */
export interface Named {
  id: number;
  name: string;
}
export interface ListedReminder {
  text: string;
  type: Named | null;
  category: Named;
  dateTime: string;
  completed: boolean;
  repeat: boolean;
  repeatUntil?: string | undefined;
  repeatCount?: number | undefined;
  /** How it stands, as the wire says; only trouble and a pause matter here. */
  state?: string;
  /** Its time has come, but its user cannot be written to. */
  overdue?: boolean | undefined;
  waitingSince: string | null;
  snoozedUntil?: string | null;
}
export interface ListedNote {
  title: string;
  content: string;
  category: Named;
  pinned?: boolean | undefined;
}

export type Tab = 'current' | 'archive';
/** Exact names; «Все» filters nothing. */
export interface NoteFilter {
  search: string;
  category: string;
}
export interface ReminderFilter extends NoteFilter {
  type: string;
}
/** These filter nothing. */
export const ALL_NOTES: NoteFilter = { search: '', category: ALL };
export const ALL_REMINDERS: ReminderFilter = { ...ALL_NOTES, type: ALL };

/** One character of a search as a pattern: ё and е are one letter, and й may be stored as и and a breve. */
export function characterPattern(character: string): string {
  if (/[её]/i.test(character)) return '(?:е\u0308?|ё)';
  const escaped = character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
  const decomposed = character.normalize('NFD');
  return decomposed === character ? escaped : `(?:${escaped}|${decomposed})`;
}

/** Whether nothing but the search narrows the list: what has no category and no type yet stands in it only then. */
export const isSearchAlone = ({ search: _, ...names }: ReminderFilter): boolean =>
  Object.values(names).every((name) => name === ALL);

/** What of a search is looked for: without spaces around it, and of a long one the beginning. */
export const soughtIn = (search: string): string => beginningOf(search.trim(), SEARCH_MAX).trim();

/** «за́мок»: a stress mark, behind its letter. */
const STRESS = '\u0301';

/**
 * Whether any of the texts contains what was searched for, in any case; an empty search finds
 * everything. The search becomes a pattern, so that ten thousand texts need not be folded first:
 * that is twenty times faster.
 */
export function finder(search: string): (...texts: string[]) => boolean {
  const characters = Array.from(soughtIn(search).normalize('NFC').replaceAll(STRESS, ''));
  const pattern = new RegExp(
    characters.map((each) => `${characterPattern(each)}${STRESS}?`).join(''),
    'iu',
  );
  return (...texts) => texts.some((text) => pattern.test(text));
}

const passes = (filter: string, name: string) => filter === ALL || filter === name;

/**
 * Current: not completed, or repeating; archive: the rest. A series is completed only when it has
 * come to the end that its user gave it; then it has nothing to come and belongs to the archive.
 */
export function tabOf(
  row: Pick<ListedReminder, 'completed' | 'repeat' | 'repeatUntil' | 'repeatCount'>,
): Tab {
  const goesOn = row.repeat && row.repeatUntil === undefined && row.repeatCount === undefined;
  return row.completed && !goesOn ? 'archive' : 'current';
}

/** By rank, then by time, equals in the order given. Each date is parsed once, not at every comparison. */
function inOrder<R>(rows: readonly R[], keyOf: (row: R) => { rank: number; time: number }): R[] {
  return rows
    .map((row) => ({ row, ...keyOf(row) }))
    .sort((a, b) => a.rank - b.rank || a.time - b.time)
    .map(({ row }) => row);
}

export type ReminderGroup =
  'waiting' | 'trouble' | 'today' | 'tomorrow' | 'week' | 'later' | 'paused';

/**
 * Where a reminder stands in the current tab: by `rank`, then by the time `at`. What waits comes first,
 * then what was not delivered, then what is to come, then what is paused.
 */
export function placeOf(
  row: Pick<ListedReminder, 'dateTime' | 'state' | 'overdue' | 'waitingSince' | 'snoozedUntil'>,
): { rank: 0 | 1 | 2 | 3; at: string } {
  const { dateTime, state, overdue, waitingSince, snoozedUntil } = row;
  if (waitingSince !== null) return { rank: 0, at: waitingSince };
  const at = snoozedUntil ?? dateTime;
  if (state === 'failed' || overdue) return { rank: 1, at };
  return { rank: state === 'paused' ? 3 : 2, at };
}

/**
 * The heading over a place. `daysAhead` counts midnights between now and an instant on the user's
 * clocks; what is overdue belongs to today.
 */
export function groupAt(
  { rank, at }: ReturnType<typeof placeOf>,
  daysAhead: (iso: string) => number,
): ReminderGroup {
  if (rank === 0) return 'waiting';
  if (rank === 1) return 'trouble';
  if (rank === 3) return 'paused';
  const days = daysAhead(at);
  if (days <= 0) return 'today';
  if (days === 1) return 'tomorrow';
  // The seventh day has the same weekday as today, so that its name alone would mislead.
  return days < 7 ? 'week' : 'later';
}

/** The heading that a reminder of the current tab stands under at `now`, on the clocks of `timeZone`. */
export function groupOf(
  reminder: Parameters<typeof placeOf>[0],
  now: Date,
  timeZone: string,
): ReminderGroup {
  const day = (instant: Date) => localDayAt(instant, timeZone).getTime() / DAY_MS;
  return groupAt(placeOf(reminder), (iso) => day(new Date(iso)) - day(now));
}

/**
 * One tab, filtered. The current one in the order of its groups: what waits for an answer, the longest
 * first, what was not delivered, then the others by their time (equal times by the order given). The
 * archive by dateTime ascending.
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
      passes(filter.type, reminder.type?.name ?? '') &&
      found(reminder.text, reminder.type?.name ?? ''),
  );
  return inOrder(rows, (row) => {
    const { rank, at } = tab === 'archive' ? { rank: 0, at: row.dateTime } : placeOf(row);
    return { rank, time: Date.parse(at) };
  });
}

/** Filtered; pinned ones first, then the newest. */
export function listNotes<N extends ListedNote & { dateTime: string }>(
  notes: readonly N[],
  filter: NoteFilter,
): N[] {
  const found = finder(filter.search);
  const rows = notes.filter(
    (note) => passes(filter.category, note.category.name) && found(note.title, note.content),
  );
  return inOrder(rows, ({ pinned, dateTime }) => ({
    rank: pinned ? 0 : 1,
    time: -Date.parse(dateTime),
  }));
}

/** The first `page` pages of PAGE_SIZE rows, and whether more follow. */
export function paged<R>(rows: readonly R[], page: number): { shown: R[]; more: boolean } {
  const end = Math.max(1, page) * PAGE_SIZE;
  return { shown: rows.slice(0, end), more: rows.length > end };
}

/** The category that a new row begins with: the wanted one where it can be chosen, else the first. */
export const wantedOrFirst = (
  categories: readonly { id: number }[],
  wanted: number | null,
): number | null => (categories.find(({ id }) => id === wanted) ?? categories[0])?.id ?? null;

/** Rows that follow each other within this time are mostly about the same. */
const SAME_CATEGORY_MS = 3_600_000;

/** That of the row that was made last, where that was a short while ago. */
export function lastCategoryOf(
  rows: readonly { id: number; category: { id: number }; createdAt?: string | undefined }[],
  now: Date,
): number | null {
  const [last] = inOrder(rows, ({ id }) => ({ rank: -id, time: 0 }));
  const age = now.getTime() - Date.parse(last?.createdAt ?? '');
  return last && age < SAME_CATEGORY_MS ? last.category.id : null;
}
