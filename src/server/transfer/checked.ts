import 'server-only';
import { wireRule } from '@/contract/rule';
import { daysEarlier } from '@/core/calendar';
import { foldedName } from '@/core/category-rules';
import { type FiringState, isArchivable, restoredFiring, sound } from '@/core/firing';
import { FLOOD_RESENDS_MAX, HISTORY_DAYS } from '@/core/limits';
import { checkNote } from '@/core/note-rules';
import { nextOccurrence } from '@/core/recurrence';
import { checkReminder } from '@/core/reminder-rules';
import { FIRST_WRITABLE, isTimeZone, readWallTime } from '@/core/time-zone';
import { importTexts } from '@/texts/import';
import { validationTexts } from '@/texts/validation';
import { type Account } from '../accounts/accounts';
import { settingsOf } from '../accounts/settings';
import { presentCategory } from '../categories/categories';
import { type Reference } from '../platform/db/reference';
import { type reminders } from '../platform/db/schema';
import { type Fault, type NoteEntry, type PastEntry, type ReminderEntry } from './entries';
import { KEY_PREFIX } from './prints';

/** This file makes entries of a file what the rules of the forms take, going on from now. */

/** No later than now: what has happened does not lie ahead, nor outlive a cleanup. */
const notAhead = <At extends Date | null>(at: At, now: Date): At | Date =>
  at !== null && at > now ? now : at;

/** Leaves of a history what the cleanup would leave. */
export const keptHistory = ({ history }: ReminderEntry, now: Date): PastEntry[] =>
  history
    .filter(({ endedAt }) => endedAt > daysEarlier(now, HISTORY_DAYS))
    .map((each) => ({
      ...each,
      cameAt: notAhead(each.cameAt, now),
      endedAt: notAhead(each.endedAt, now),
    }));

/** Columns that reminders and notes are stored with alike. */
export const columnsOf = (
  { createdAt, updatedAt, deletedAt, attachment }: ReminderEntry | NoteEntry,
  userId: number,
  print: string,
  now: Date,
) => ({
  userId,
  attachment,
  createKey: KEY_PREFIX + print,
  createdAt: notAhead(createdAt ?? now, now),
  updatedAt: notAhead(updatedAt ?? now, now),
  deletedAt: notAhead(deletedAt, now),
});

export interface Known {
  reference: Reference;
  now: Date;
  /** Categories by their folded names. */
  categoryIds: ReadonlyMap<string, number>;
  /** The user's usual category, or the first, for what names none that there is. */
  usual: number | undefined;
}

export function knownTo(account: Account, reference: Reference, now: Date): Known {
  const byName = reference.categories.map(({ id, name }) => [foldedName(name), id] as const);
  const usual = presentCategory(reference, settingsOf(account.settings).categoryId);
  return { reference, now, usual, categoryIds: new Map(byName) };
}

/** The id of a category's name; of one that is unknown here the usual one. */
const categoryOf = (
  name: string | null,
  { categoryIds, usual }: Pick<Known, 'categoryIds' | 'usual'>,
): number | undefined => categoryIds.get(foldedName(name ?? '')) ?? usual;

type CheckedReminder = Pick<typeof reminders.$inferInsert, 'text' | 'categoryId' | 'typeId'> & {
  state: FiringState;
};

/** A reminder that the rules of the form take, as it goes on from now; or what is wrong with it. */
export function checkedReminder(entry: ReminderEntry, known: Known): CheckedReminder | Fault {
  const { line, text, type, state } = entry;
  const { reference, now } = known;
  if (!isTimeZone(state.timeZone)) return { line, message: validationTexts.timeZone };
  const { repeat, repeatEvery, repeatUnit, ...rule } = wireRule(state.rule);
  const checked = checkReminder(
    {
      ...rule,
      text,
      categoryId: categoryOf(entry.category, known),
      typeId: (reference.types.find((each) => each.name === type) ?? reference.types[0])?.id,
      dateTime: state.dateTime,
      repeat,
      repeatEvery: repeatEvery ?? undefined,
      repeatUnit: repeatUnit ?? undefined,
      flood: state.floodInterval !== null,
      floodInterval: state.floodInterval ?? undefined,
      preAlerts: state.preAlerts,
    },
    // A past moment of any year may be taken: the entry goes to the archive, or is a series.
    { now, timeZone: state.timeZone, graceMs: now.getTime() - FIRST_WRITABLE.getTime() },
  );
  if (!checked.ok) return { line, message: checked.errors[0]?.message ?? importTexts.broken };
  const { categoryId, typeId, ...value } = checked.value;
  try {
    readWallTime(state.firstWallTime);
    const given = {
      ...state,
      rule: value.rule,
      preAlerts: value.preAlerts ?? [],
      waitingSince: notAhead(state.waitingSince, now),
      doneAt: notAhead(state.doneAt, now),
    };
    // A malformed series throws here, and not in a tick.
    nextOccurrence(given, now);
    const next = sound(goingOn(given, entry.deletedAt, now));
    return { text: value.text, categoryId, typeId, state: next };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { line, message: importTexts.broken };
  }
}

/** Tells whether it is a one-shot whose moment has passed without its message having come. */
const isPastOneShot = ({ rule, openOccurrenceAt, dateTime }: FiringState, now: Date): boolean =>
  rule === null && openOccurrenceAt === null && dateTime <= now;

/** A state as it goes on from now: nothing of it rings that should have rung before. */
function goingOn(state: FiringState, deletedAt: Date | null, now: Date): FiringState {
  // Delivery looks at no deleted row, and a restore sees to what passed.
  if (deletedAt !== null) return state;
  if (state.completed) return { ...state, nextFireAt: null };
  const missed = state.nextFireAt !== null && state.nextFireAt <= now;
  if (isArchivable(state, now) || (missed && isPastOneShot(state, now))) {
    const openOccurrenceAt = state.openOccurrenceAt ?? state.dateTime;
    return { ...state, openOccurrenceAt, completed: true, nextFireAt: null, snoozedUntil: null };
  }
  if (!missed) return state;
  // A flood that should have gone on meanwhile has ended.
  const nagCount = state.openOccurrenceAt === null ? state.nagCount : FLOOD_RESENDS_MAX;
  // `restoredFiring` counts the last minute as present; nothing in a file is.
  const back = restoredFiring({ ...state, nagCount }, new Date(now.getTime() + 60_000));
  const ended = back.nextFireAt === null && state.openOccurrenceAt === null;
  return ended ? { ...back, completed: true } : back;
}

export function checkedNote(
  { line, title, content, category }: NoteEntry,
  known: Known,
): { title: string; content: string; categoryId: number } | Fault {
  const checked = checkNote({ title, content, categoryId: categoryOf(category, known) });
  if (checked.ok) return checked.value;
  return { line, message: checked.errors[0]?.message ?? importTexts.broken };
}
