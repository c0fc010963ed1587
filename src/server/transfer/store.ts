import 'server-only';
import { and, eq, isNotNull, like } from 'drizzle-orm';
import { wireRule } from '@/contract/rule';
import { type FiringState, restoredFiring, sound, unansweredSince } from '@/core/firing';
import { DAY_MS } from '@/core/calendar';
import { checkCategory, foldedName, freeColor, type ValidCategory } from '@/core/category-rules';
import {
  ACCOUNT_TEXT_MAX_BYTES,
  CATEGORY_COLORS,
  FLOOD_RESENDS_MAX,
  HISTORY_DAYS,
  OWN_CATEGORIES_MAX,
  ROWS_PER_KIND_MAX,
} from '@/core/limits';
import { checkNote } from '@/core/note-rules';
import { nextOccurrence, type RecurrenceRule } from '@/core/recurrence';
import { checkReminder } from '@/core/reminder-rules';
import { FIRST_WRITABLE, isTimeZone, readWallTime } from '@/core/time-zone';
import { importTexts } from '@/texts/import';
import { validationTexts } from '@/texts/validation';
import { bytesOf, historyRoom, roomUsed } from '../accounts/quota';
import { type Account } from '../accounts/accounts';
import { sizeOf } from '../platform/attachment';
import { addCategories, presentCategory } from '../categories/categories';
import { creating, printOf } from '../platform/create-once';
import { dayHasChanged } from '../accounts/day-plans';
import { type Db } from '../platform/db/client';
import { loadReference, type Reference } from '../platform/db/reference';
import { dayPlans, notes, occurrences, reminders } from '../platform/db/schema';
import { firingColumns, ruleText } from '../reminders/write/columns';
import { nudgeDelivery } from '../outbox/nudge';
import { orRefusal } from '../platform/errors';
import { saveSettings, settingsOf } from '../accounts/settings';
import { givingWay } from '../platform/give-way';
import {
  type Fault,
  type ImportFile,
  type NoteEntry,
  type PastEntry,
  type ReminderEntry,
} from './entries';

/** Rows written in one statement. */
const PART = 200;
const KEY_PREFIX = 'import:';

export interface ImportOutcome {
  reminders: number;
  notes: number;
  /** Of the reminders, those that are over: they go to the archive. */
  archived: number;
  /** There already, in the account or twice in the file. */
  same: number;
  noRoom: number;
  faults: Fault[];
  categories: string[];
  /** The first of the reminders that would come. */
  firstReminders: { text: string; state: FiringState }[];
  /** How many reminders repeat. */
  repeating: number;
}

type NewReminder = typeof reminders.$inferInsert & { createKey: string };
interface NewEntry {
  row: NewReminder;
  note: number | null;
  past: readonly PastEntry[];
}
type NewNote = typeof notes.$inferInsert & { createKey: string };

/**
 * Takes what a file holds into an account, as far as it is new and there is room; without `apply` only
 * says what would come. Safe to repeat. What is past goes to the archive and never rings.
 */
export async function importInto(
  db: Db,
  account: Account,
  file: ImportFile,
  { now, apply }: { now: Date; apply: boolean },
): Promise<ImportOutcome> {
  const { known, ...outcome } = await creating(db, account.id, async (tx) => {
    const before = await loadReference(tx, account.id);
    const added = missingCategories(file, before);
    if (apply) await addCategories(tx, account.id, added, now);
    const reference = apply ? await loadReference(tx, account.id) : before;
    const byName = reference.categories.map(({ id, name }) => [foldedName(name), id] as const);
    const usual = presentCategory(reference, settingsOf(account.settings).categoryId);
    const known = { reference, now, usual, categoryIds: new Map(byName) };
    const giveWay = givingWay();
    const { prints: present, noteIds } = await printsOf(tx, account.id, giveWay);
    /** By what the file calls a note. */
    const printsOfNotes = new Map<number, string>();
    const room = await roomUsed(tx, account.id);
    const found: ImportOutcome = {
      ...{ reminders: 0, notes: 0, archived: 0, same: 0, noRoom: 0 },
      faults: [...file.faults],
      categories: added.map(({ name }) => name),
      firstReminders: [],
      repeating: 0,
    };
    /** Whether a row is to come: it is new, and there is room for it. */
    const isTaken = (kind: 'reminders' | 'notes', print: string, bytes: number) => {
      const isSame = present.has(print);
      const isFull = room[kind] >= ROWS_PER_KIND_MAX || room.bytes + bytes > ACCOUNT_TEXT_MAX_BYTES;
      present.add(print);
      if (isSame) found.same += 1;
      else if (isFull) found.noRoom += 1;
      else {
        room[kind] += 1;
        room.bytes += bytes;
      }
      return !isSame && !isFull;
    };

    const newReminders: NewEntry[] = [];
    let historyLeft = await historyRoom(tx, account.id);
    let leftOut = 0;
    for (const entry of file.reminders) {
      await giveWay();
      const checked = checkedReminder(entry, known);
      if ('message' in checked) {
        found.faults.push(checked);
        continue;
      }
      const print = reminderPrint({ ...checked, ...checked.state, deletedAt: entry.deletedAt });
      const bytes = bytesOf(checked.text) + sizeOf(entry.attachment);
      if (!isTaken('reminders', print, bytes)) continue;
      const { state, ...content } = checked;
      const history = keptHistory(entry, now);
      const { counterLeft, counterLow, ticked } = entry;
      // The latest ones come, as far as there is room.
      const past = history.slice(Math.max(0, history.length - historyLeft));
      historyLeft -= past.length;
      leftOut += history.length - past.length;
      newReminders.push({
        ...{ note: entry.note, past },
        row: {
          userId: account.id,
          ...content,
          attachment: entry.attachment,
          ...{ counterLeft, counterLow, ticked },
          ...firingColumns(state),
          createKey: KEY_PREFIX + print,
          ...stamps(entry, now),
        },
      });
      found.reminders += 1;
      if (state.completed) {
        found.archived += 1;
        continue;
      }
      if (state.rule !== null) found.repeating += 1;
      if (found.firstReminders.length < 5) {
        found.firstReminders.push({ text: content.text, state });
      }
    }

    if (leftOut > 0) {
      found.faults.push({ line: null, message: importTexts.historyLeftOut(leftOut) });
    }

    const newNotes: NewNote[] = [];
    for (const entry of file.notes) {
      await giveWay();
      const checked = checkedNote(entry, known);
      if ('message' in checked) {
        found.faults.push(checked);
        continue;
      }
      const print = notePrint({ ...checked, deletedAt: entry.deletedAt });
      if (entry.id !== null) printsOfNotes.set(entry.id, print);
      const bytes = bytesOf(checked.title, checked.content) + sizeOf(entry.attachment);
      if (!isTaken('notes', print, bytes)) continue;
      newNotes.push({
        userId: account.id,
        ...checked,
        pinned: entry.pinned,
        attachment: entry.attachment,
        dateTime: entry.dateTime ?? now,
        createKey: KEY_PREFIX + print,
        ...stamps(entry, now),
      });
      found.notes += 1;
    }

    if (apply) {
      await freeKeys(tx, account.id);
      for (let at = 0; at < newNotes.length; at += PART) {
        const rows = await tx
          .insert(notes)
          .values(newNotes.slice(at, at + PART))
          .returning({ id: notes.id, createKey: notes.createKey });
        for (const { id, createKey } of rows) {
          noteIds.set(createKey?.slice(KEY_PREFIX.length) ?? '', id);
        }
      }
      for (const { row, note } of newReminders) {
        row.noteId = noteIds.get(printsOfNotes.get(note ?? 0) ?? '') ?? null;
      }
      await insertReminders(tx, account.id, newReminders);
      await dayHasChanged(tx, account.id, now);
      for (const { kind, state } of file.settledDayMessages) {
        await tx.insert(dayPlans).values({ userId: account.id, kind, state }).onConflictDoNothing();
      }
    }
    return { ...found, known };
  });
  if (apply) {
    if (file.settings) await takeSettings(db, account, file.settings, known);
    nudgeDelivery(db, now);
  }
  return outcome;
}

/** The own categories that a file has and the account has not, as far as there is room for them. */
function missingCategories(file: ImportFile, { categories }: Reference): ValidCategory[] {
  const room = OWN_CATEGORIES_MAX - categories.filter(({ color }) => color !== undefined).length;
  const present = new Set(categories.map(({ name }) => foldedName(name)));
  const used = categories.map(({ color }) => color);
  const added: ValidCategory[] = [];
  const colors = new Map(file.categories.map(({ name, color }) => [name, color]));
  const inEntries = [...file.reminders, ...file.notes].map(({ category }) => category ?? '');
  for (const name of new Set([...colors.keys(), ...inEntries])) {
    if (added.length >= room) break;
    const folded = foldedName(name);
    if (present.has(folded)) continue;
    present.add(folded);
    const color = CATEGORY_COLORS.find((each) => each === colors.get(name)) ?? freeColor(used);
    const checked = checkCategory({ name, color }, []);
    if (!checked.ok) continue;
    added.push(checked.value);
    used.push(checked.value.color);
  }
  return added;
}

/** No later than now: what has happened does not lie ahead, nor outlive a cleanup. */
const notAhead = <At extends Date | null>(at: At, now: Date): At | Date =>
  at !== null && at > now ? now : at;

/** Of a history what the cleanup would leave. */
const keptHistory = ({ history }: ReminderEntry, now: Date): PastEntry[] =>
  history
    .filter(({ endedAt }) => endedAt.getTime() > now.getTime() - HISTORY_DAYS * DAY_MS)
    .map((each) => ({
      ...each,
      cameAt: notAhead(each.cameAt, now),
      endedAt: notAhead(each.endedAt, now),
    }));

function stamps(
  { createdAt, updatedAt, deletedAt }: Pick<ReminderEntry, 'createdAt' | 'updatedAt' | 'deletedAt'>,
  now: Date,
) {
  return {
    createdAt: notAhead(createdAt ?? now, now),
    updatedAt: notAhead(updatedAt ?? now, now),
    deletedAt: notAhead(deletedAt, now),
  };
}

interface Known {
  reference: Reference;
  now: Date;
  /** By the folded name. */
  categoryIds: ReadonlyMap<string, number>;
  /** The user's usual category, or the first, for what names none that there is. */
  usual: number | undefined;
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
function checkedReminder(entry: ReminderEntry, known: Known): CheckedReminder | Fault {
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
    // What is past may be taken, of any year: it goes to the archive, or is a series.
    { now, timeZone: state.timeZone, graceMs: now.getTime() - FIRST_WRITABLE.getTime() },
  );
  if (!checked.ok) return { line, message: checked.errors[0]?.message ?? importTexts.broken };
  const { categoryId, typeId, ...value } = checked.value;
  try {
    readWallTime(state.firstWallTime);
    const given = {
      ...{ ...state, rule: value.rule, preAlerts: value.preAlerts ?? [] },
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

/** A state as it goes on from now: nothing of it rings that should have rung before. */
function goingOn(state: FiringState, deletedAt: Date | null, now: Date): FiringState {
  // Delivery looks at no deleted row, and a restore sees to what passed.
  if (deletedAt !== null) return state;
  if (state.completed) return { ...state, nextFireAt: null };
  const missed = state.nextFireAt !== null && state.nextFireAt <= now;
  const waitedLong =
    state.nextFireAt === null &&
    state.waitingSince !== null &&
    state.pausedFrom === null &&
    !state.rule?.afterDone &&
    state.waitingSince <= unansweredSince(now);
  const over =
    missed && state.rule === null && state.openOccurrenceAt === null && state.dateTime <= now;
  if (over || waitedLong)
    return { ...state, completed: true, nextFireAt: null, snoozedUntil: null };
  if (!missed) return state;
  // A flood that should have gone on meanwhile has ended.
  const nagCount = state.openOccurrenceAt === null ? state.nagCount : FLOOD_RESENDS_MAX;
  // What passed within the last minute counts as present there; nothing of a file does.
  const back = restoredFiring({ ...state, nagCount }, new Date(now.getTime() + 60_000));
  const ended = back.nextFireAt === null && state.openOccurrenceAt === null;
  return ended ? { ...back, completed: true } : back;
}

function checkedNote(
  { line, title, content, category }: NoteEntry,
  known: Known,
): { title: string; content: string; categoryId: number } | Fault {
  const checked = checkNote({ title, content, categoryId: categoryOf(category, known) });
  if (checked.ok) return checked.value;
  return { line, message: checked.errors[0]?.message ?? importTexts.broken };
}

/** Tells a reminder from every other one of its account, however often it is exported and imported. */
const reminderPrint = (row: {
  text: string;
  firstWallTime: string;
  timeZone: string;
  rule: RecurrenceRule | null;
  deletedAt: Date | null;
}): string =>
  printOf([row.text, row.firstWallTime, row.timeZone, ruleText(row.rule), row.deletedAt !== null]);

const notePrint = (row: { title: string; content: string; deletedAt: Date | null }): string =>
  printOf([row.title, row.content, row.deletedAt !== null]);

/** What the account has: by content, and by what it was imported as; the ids of the notes. */
async function printsOf(
  db: Db,
  userId: number,
  giveWay: ReturnType<typeof givingWay>,
): Promise<{ prints: Set<string>; noteIds: Map<string, number> }> {
  const prints = new Set<string>();
  const noteIds = new Map<string, number>();
  const keep = (
    print: string,
    { createKey, deletedAt }: { createKey: string | null; deletedAt: Date | null },
  ) => {
    prints.add(print);
    if (deletedAt === null && createKey?.startsWith(KEY_PREFIX)) {
      prints.add(createKey.slice(KEY_PREFIX.length));
    }
  };
  const { text, firstWallTime, timeZone, rule, deletedAt, createKey } = reminders;
  const ofReminders = await db
    .select({ text, firstWallTime, timeZone, rule, deletedAt, createKey })
    .from(reminders)
    .where(eq(reminders.userId, userId));
  for (const row of ofReminders) {
    await giveWay();
    keep(reminderPrint(row), row);
  }
  const { id, title, content } = notes;
  const ofNotes = await db
    .select({ id, title, content, deletedAt: notes.deletedAt, createKey: notes.createKey })
    .from(notes)
    .where(eq(notes.userId, userId));
  for (const row of ofNotes) {
    await giveWay();
    const print = notePrint(row);
    keep(print, row);
    noteIds.set(print, row.id);
  }
  return { prints, noteIds };
}

/** What was imported and deleted may be imported again. */
async function freeKeys(db: Db, userId: number): Promise<void> {
  for (const table of [reminders, notes]) {
    await db
      .update(table)
      .set({ createKey: null })
      .where(
        and(
          eq(table.userId, userId),
          isNotNull(table.deletedAt),
          like(table.createKey, `${KEY_PREFIX}%`),
        ),
      );
  }
}

async function insertReminders(
  db: Db,
  userId: number,
  created: readonly NewEntry[],
): Promise<void> {
  for (let at = 0; at < created.length; at += PART) {
    const part = created.slice(at, at + PART);
    const rows = await db
      .insert(reminders)
      .values(part.map(({ row }) => row))
      .returning({ id: reminders.id, createKey: reminders.createKey });
    const idOf = new Map(rows.map(({ id, createKey }) => [createKey, id]));
    const entries = part.flatMap(({ row, past }) => {
      const reminderId = idOf.get(row.createKey);
      return reminderId === undefined ? [] : past.map((each) => ({ ...each, reminderId, userId }));
    });
    for (let of = 0; of < entries.length; of += PART) {
      await db
        .insert(occurrences)
        .values(entries.slice(of, of + PART))
        .onConflictDoNothing();
    }
  }
}

/** The settings of an export, where this installation takes them; what it does not stays as it is. */
async function takeSettings(
  db: Db,
  account: Account,
  { category, ...settings }: NonNullable<ImportFile['settings']>,
  { categoryIds, now }: Pick<Known, 'categoryIds' | 'now'>,
): Promise<void> {
  const categoryId = categoryIds.get(foldedName(category ?? '')) ?? null;
  await orRefusal(saveSettings(db, account.id, { ...settings, categoryId }, now), 'invalid');
}
