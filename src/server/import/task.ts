import 'server-only';
import { beginningOf } from '@/core/cut';
import { planFiring } from '@/core/firing';
import { NOTE_CONTENT_MAX, NOTE_TITLE_MAX, PRE_ALERTS_MAX, REMINDER_TEXT_MAX } from '@/core/limits';
import { type RecurrenceRule } from '@/core/recurrence';
import { cleanText } from '@/core/reminder-rules';
import { importTexts } from '@/texts/import';
import { type ImportFile } from './entries';

/** A task of another program's: with a moment it becomes a reminder, without one a note. */
export interface ForeignTask {
  /** Of the file, where it begins. */
  line: number;
  title: string;
  details: string;
  category: string | null;
  moment: { dateTime: Date; timeZone: string; rule: RecurrenceRule | null } | null;
  /** Minutes. */
  preAlerts: readonly number[];
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
    file.notes.push({
      ...{ line, id: null, category, dateTime: null, pinned: false, ...dates },
      title: beginningOf(title || details, NOTE_TITLE_MAX),
      content: cut(details || title, NOTE_CONTENT_MAX),
    });
    return;
  }
  const preAlerts = [...new Set(task.preAlerts)].sort((a, b) => b - a).slice(-PRE_ALERTS_MAX);
  const { dateTime, timeZone } = moment;
  const rule = done ? null : moment.rule;
  const state = planFiring({ dateTime, rule, floodInterval: null, preAlerts }, timeZone, now);
  const over = { completed: true, nextFireAt: null, doneAt: dateTime < now ? dateTime : now };
  file.reminders.push({
    ...{ line, category, type: null, history: [], note: null, ...dates },
    text: cut(whole, REMINDER_TEXT_MAX),
    state: done ? { ...state, ...over } : state,
  });
}

export const emptyFile = (): ImportFile => ({
  reminders: [],
  notes: [],
  settings: null,
  faults: [],
  settledDayMessages: [],
  categories: [],
});
