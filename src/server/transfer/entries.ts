import 'server-only';
import { type z } from 'zod';
import { type SettingsInput } from '@/contract/settings';
import { beginningOf, excerpt } from '@/core/cut';
import { type FiringState, openedAhead, type Plan, planFiring } from '@/core/firing';
import { type Occasion, planAlarms } from '@/core/ics/alarms';
import {
  IMPORT_ENTRIES_MAX,
  NOTE_CONTENT_MAX,
  NOTE_TITLE_MAX,
  REMINDER_TEXT_MAX,
} from '@/core/limits';
import { type RecurrenceRule } from '@/core/recurrence';
import { cleanText } from '@/core/reminder-rules';
import { type DayMessageKind } from '@/core/settings';
import { importTexts } from '@/texts/import';
import { AppError } from '../platform/errors';
import { type OccurrenceKey, type Outcome } from '../reminders/write/history';
import { type noteRow, type reminderRow } from './own-export';

export type PastEntry = Outcome & Pick<OccurrenceKey, 'occurrenceAt'>;

interface InFile {
  /** The line of the file, from 1; null where the file has no lines of its own. */
  line: number | null;
}

/** A row as a file tells of it, whosever file it is: in the form of our own export. */
export type ReminderEntry = InFile & z.output<typeof reminderRow> & { state: FiringState };
export type NoteEntry = InFile & z.output<typeof noteRow>;

/** Something in a file that cannot be taken, and why, in Russian. */
export interface Fault extends InFile {
  message: string;
}

export interface ImportFile {
  reminders: ReminderEntry[];
  notes: NoteEntry[];
  /** Settings of our own export; the category is a name. */
  settings: (Omit<SettingsInput, 'categoryId'> & { category: string | null }) | null;
  faults: Fault[];
  /** Agendas and reviews that were offered, or switched off: they are not offered again. */
  settledDayMessages: { kind: DayMessageKind; state: 'offered' | 'off' }[];
  /** Own categories of an export, in their order. Other files only name them in their entries. */
  categories: readonly { name: string; color: string }[];
}

/** Thrown where a file has more entries than are looked at. */
export const tooManyEntries = (max: number = IMPORT_ENTRIES_MAX) =>
  new AppError('invalid', { message: importTexts.tooMany(max) });

/** Throws `invalid` where a file has more entries than are looked at; best before they are read. */
export function checkEntryCount(count: number, max: number = IMPORT_ENTRIES_MAX): void {
  if (count > max) throw tooManyEntries(max);
}

export const emptyFile = (): ImportFile => ({
  reminders: [],
  notes: [],
  settings: null,
  faults: [],
  settledDayMessages: [],
  categories: [],
});

/** A moment of a file, and by whose clocks it goes. */
export interface ForeignMoment extends Occasion {
  /**
   * `unknown` is one that neither the file nor IANA knows: its user's own stands in. `unlike` is one that the
   * file defines and IANA does not know, so that only the instant is known.
   */
  zone: 'known' | 'unknown' | 'unlike';
}

/** A task of another program's: with a moment it becomes a reminder, without one a note. */
export interface ForeignTask {
  /** The line of the file in which it begins. */
  line: number;
  title: string;
  details: string;
  category: string | null;
  /** The words of the file about when it comes, and where; null where they need not be shown. */
  date: { said: string; line: number } | null;
  /** The moment; null where nothing is said of it, or it is not understood. */
  moment: ForeignMoment | null;
  /** Present where the file says that it repeats; the rule is null where we have none like it. */
  repeat: { line: number; rule: RecurrenceRule | null } | null;
  /** On the clocks of its zone; null is one that is not understood. */
  alarms: readonly (number | null)[];
  /** What the file says of it: no program says of an event whether it was done. */
  status: 'done' | 'open' | 'untold';
}

/** Characters of a file that a fault repeats. */
export const TOLD_MAX = 60;

/** The members that a reminder and a note of a task have alike. */
const rowOfTask = ({ line, category }: ForeignTask) => ({
  line,
  category,
  createdAt: null,
  updatedAt: null,
  deletedAt: null,
  attachment: null,
});

/**
 * How a task goes on here. What is over goes to the archive and never rings; a task that is open and overdue waits for an
 * answer, silently and from now on.
 */
function stateOf(
  plan: Plan,
  { timeZone, status }: { timeZone: string; status: ForeignTask['status'] },
  now: Date,
): FiringState {
  const { dateTime, rule } = plan;
  const state = planFiring(plan, timeZone, now);
  const hasPassed = rule === null && dateTime <= now;
  if (status === 'open' && hasPassed) return openedAhead(state, now);
  if (status !== 'done' && !hasPassed) return state;
  return { ...state, completed: true, nextFireAt: null, doneAt: dateTime < now ? dateTime : now };
}

/**
 * Adds a task to what a file holds; answers with the reminder that it becomes, null where it becomes none. What
 * is longer than it may be is cut, one whose date is not understood becomes a note that says it, and all that
 * cannot be kept truly is named.
 */
export function addTask(file: ImportFile, task: ForeignTask, now: Date): ReminderEntry | null {
  const { date, moment, repeat, status } = task;
  const done = status === 'done';
  const tell = (message: string, at = task.line) => file.faults.push({ line: at, message });
  const unread = moment === null ? date : null;
  if (unread) {
    const said = excerpt(unread.said, TOLD_MAX);
    tell(said === '' ? importTexts.noDate : importTexts.unreadDate(said), unread.line);
  }
  const title = cleanText(task.title);
  const named = excerpt(task.title, TOLD_MAX);
  const details = cleanText([task.details, unread?.said].filter(Boolean).join('\n'));
  if (title === '' && details === '') {
    tell(importTexts.empty);
    return null;
  }
  const cannotRepeat = repeat && (repeat.rule === null || moment?.zone === 'unlike');
  if (cannotRepeat && !done && !unread) {
    tell(importTexts[repeat.rule ? 'unlikeAnyZone' : 'unknownRepeat'](named), repeat.line);
    return null;
  }
  const nameAlarms = (count: number) => count > 0 && tell(importTexts.alarmsLeftOut(count, named));
  const cut = (text: string, max: number) => {
    if (text.length > max) tell(importTexts.cut(max));
    return beginningOf(text, max);
  };
  if (moment === null) {
    // A task that is done and has no moment is of no use to anybody.
    if (done && !unread) return null;
    nameAlarms(task.alarms.length);
    file.notes.push({
      ...rowOfTask(task),
      id: null,
      dateTime: null,
      pinned: false,
      title: beginningOf(title || details, NOTE_TITLE_MAX),
      content: cut(details || title, NOTE_CONTENT_MAX),
    });
    return null;
  }
  if (moment.zone === 'unknown') tell(importTexts.unknownZone, date?.line);
  const rule = done ? null : (repeat?.rule ?? null);
  const { dateTime, preAlerts, leftOut } = planAlarms(task.alarms, moment);
  if (!done && (rule !== null || dateTime > now)) nameAlarms(leftOut);
  const plan = { dateTime, rule, floodInterval: null, preAlerts };
  const reminder = {
    ...rowOfTask(task),
    type: null,
    history: [],
    note: null,
    counterLeft: null,
    counterLow: null,
    ticked: null,
    text: cut([title, details].filter(Boolean).join('\n'), REMINDER_TEXT_MAX),
    state: stateOf(plan, { timeZone: moment.timeZone, status }, now),
  };
  file.reminders.push(reminder);
  return reminder;
}
