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

/** Lower case with ё folded to е: what search compares. */
export declare function foldForSearch(text: string): string;
/** Current: not completed, or repeating; archive: the rest. */
export declare function tabOf(reminder: Pick<ListedReminder, 'completed' | 'repeat'>): Tab;
/** One tab, filtered, by dateTime ascending (equal times by the order given). */
export declare function listReminders<R extends ListedReminder>(
  reminders: readonly R[],
  tab: Tab,
  filter: ReminderFilter,
): R[];
/** Filtered, newest first. */
export declare function listNotes<N extends ListedNote & { dateTime: string }>(
  notes: readonly N[],
  filter: NoteFilter,
): N[];
/** The first `page` pages of PAGE_SIZE rows, and whether more follow. */
export declare function paged<R>(rows: readonly R[], page: number): { shown: R[]; more: boolean };
