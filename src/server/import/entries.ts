import 'server-only';
import { type SettingsInput } from '@/contract/settings';
import { type FiringState } from '@/core/firing';
import { IMPORT_ENTRIES_MAX } from '@/core/limits';
import { type DayMessageKind } from '@/core/settings';
import { importTexts } from '@/texts/import';
import { type Attachment } from '../attachment';
import { AppError } from '../errors';
import { type OccurrenceKey, type Outcome } from '../history';

/** What became of an occurrence. */
export type PastEntry = Outcome & Pick<OccurrenceKey, 'occurrenceAt'>;

/** A reminder as a file has it. Names stand for categories and types: ids are each installation's own. */
export interface ReminderEntry {
  /** Of the file, from 1; null where the file has no lines of its own. */
  line: number | null;
  text: string;
  category: string | null;
  type: string | null;
  state: FiringState;
  history: readonly PastEntry[];
  /** The note that it reminds of, by the `id` that the file gives it. */
  note: number | null;
  attachment: Attachment | null;
  createdAt: Date | null;
  updatedAt: Date | null;
  deletedAt: Date | null;
}

export interface NoteEntry {
  line: number | null;
  /** What the reminders of the same file call it by; never an id of ours. */
  id: number | null;
  title: string;
  content: string;
  category: string | null;
  dateTime: Date | null;
  pinned: boolean;
  attachment: Attachment | null;
  createdAt: Date | null;
  updatedAt: Date | null;
  deletedAt: Date | null;
}

/** Something in a file that cannot be taken, and why, in Russian. */
export interface Fault {
  line: number | null;
  message: string;
}

/** What a file holds. */
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
