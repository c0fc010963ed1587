import 'server-only';
import { type SettingsInput } from '@/contract/settings';
import { beginningOf, excerpt } from '@/core/cut';
import { type FiringState, planFiring } from '@/core/firing';
import {
  IMPORT_ENTRIES_MAX,
  NOTE_CONTENT_MAX,
  NOTE_TITLE_MAX,
  PRE_ALERTS_MAX,
  REMINDER_TEXT_MAX,
} from '@/core/limits';
import { type RecurrenceRule } from '@/core/recurrence';
import { cleanText } from '@/core/reminder-rules';
import { ascending } from '@/core/rule-fields';
import { type DayMessageKind } from '@/core/settings';
import { importTexts } from '@/texts/import';
import { type Attachment } from '../platform/attachment';
import { AppError } from '../platform/errors';
import { type OccurrenceKey, type Outcome } from '../reminders/write/history';

export type PastEntry = Outcome & Pick<OccurrenceKey, 'occurrenceAt'>;

/** What a file says of a row. Names stand for categories and types: ids are each installation's own. */
interface Entry {
  /** Of the file, from 1; null where the file has no lines of its own. */
  line: number | null;
  category: string | null;
  attachment: Attachment | null;
  createdAt: Date | null;
  updatedAt: Date | null;
  deletedAt: Date | null;
}

export interface ReminderEntry extends Entry {
  text: string;
  type: string | null;
  state: FiringState;
  history: readonly PastEntry[];
  counterLeft: number | null;
  counterLow: number | null;
  ticked: readonly string[] | null;
  /** The note that it reminds of, by the `id` that the file gives it. */
  note: number | null;
}

export interface NoteEntry extends Entry {
  /** What the reminders of the same file call it by; never an id of ours. */
  id: number | null;
  title: string;
  content: string;
  dateTime: Date | null;
  pinned: boolean;
}

/** Something in a file that cannot be taken, and why, in Russian. */
export interface Fault {
  line: number | null;
  message: string;
}

export interface ImportFile {
  reminders: ReminderEntry[];
  notes: NoteEntry[];
  /** Of our own export; the category is a name. */
  settings: (Omit<SettingsInput, 'categoryId'> & { category: string | null }) | null;
  faults: Fault[];
  /** Agendas and reviews that were offered, or switched off: they are not offered again. */
  settledDayMessages: { kind: DayMessageKind; state: 'offered' | 'off' }[];
  /** Own categories of an export, in their order. Other files only name them in their entries. */
  categories: readonly { name: string; color: string }[];
}

/** What is thrown where a file has more entries than are looked at. */
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

/** A task of another program's: with a moment it becomes a reminder, without one a note. */
export interface ForeignTask {
  /** Of the file, where it begins. */
  line: number;
  title: string;
  details: string;
  category: string | null;
  moment: { dateTime: Date; timeZone: string; rule: RecurrenceRule | null } | null;
  preAlerts: readonly number[];
  /** How many of its alarms are none of them. */
  alarmsLeftOut: number;
  /** It was done, where it is said when. */
  done: boolean;
}

/** Characters of a file that a fault repeats. */
export const TOLD_MAX = 60;

/** Adds a task to what a file holds. What is longer than it may be is cut, and said to be. */
export function addTask(file: ImportFile, task: ForeignTask, now: Date): void {
  const { line, category, moment, done } = task;
  const title = cleanText(task.title);
  const details = cleanText(task.details);
  if (title === '' && details === '') {
    file.faults.push({ line, message: importTexts.empty });
    return;
  }
  const cut = (text: string, max: number) => {
    if (text.length > max) file.faults.push({ line, message: importTexts.cut(max) });
    return beginningOf(text, max);
  };
  const whole = [title, details].filter(Boolean).join('\n');
  const dates = { createdAt: null, updatedAt: null, deletedAt: null, attachment: null };
  if (moment === null) {
    // What is done and has no moment is of no use to anybody.
    if (done) return;
    nameAlarms(file, task, 0);
    file.notes.push({
      ...{ line, id: null, category, dateTime: null, pinned: false, ...dates },
      title: beginningOf(title || details, NOTE_TITLE_MAX),
      content: cut(details || title, NOTE_CONTENT_MAX),
    });
    return;
  }
  const { dateTime, timeZone } = moment;
  const rule = done ? null : moment.rule;
  const allPreAlerts = ascending(task.preAlerts).reverse();
  const preAlerts = allPreAlerts.slice(-PRE_ALERTS_MAX);
  const isToCome = !done && (rule !== null || dateTime > now);
  if (isToCome) nameAlarms(file, task, allPreAlerts.length - preAlerts.length);
  const state = planFiring({ dateTime, rule, floodInterval: null, preAlerts }, timeZone, now);
  const over = { completed: true, nextFireAt: null, doneAt: dateTime < now ? dateTime : now };
  file.reminders.push({
    ...{ line, category, type: null, history: [], note: null, ...dates },
    ...{ counterLeft: null, counterLow: null, ticked: null },
    text: cut(whole, REMINDER_TEXT_MAX),
    state: done ? { ...state, ...over } : state,
  });
}

function nameAlarms(
  { faults }: ImportFile,
  { line, title, alarmsLeftOut }: ForeignTask,
  tooMany: number,
): void {
  const count = alarmsLeftOut + tooMany;
  if (count === 0) return;
  faults.push({ line, message: importTexts.alarmsLeftOut(count, excerpt(title, TOLD_MAX)) });
}

/** Adds a task whose date is not understood as a note that says it. Nothing of it is lost, and it is named. */
export function addUndated(
  file: ImportFile,
  task: Omit<ForeignTask, 'moment'>,
  date: { said: string; line: number },
  now: Date,
): void {
  const said = excerpt(date.said, TOLD_MAX);
  const message = said === '' ? importTexts.noDate : importTexts.unreadDate(said);
  file.faults.push({ line: date.line, message });
  const details = [task.details, date.said].filter(Boolean).join('\n');
  addTask(file, { ...task, details, done: false, moment: null }, now);
}
