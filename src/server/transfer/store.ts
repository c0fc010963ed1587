import 'server-only';
import { isDeepStrictEqual } from 'node:util';
import { type Responses } from '@/contract/api';
import { settingsInput } from '@/contract/settings';
import { type FiringState } from '@/core/firing';
import { readTicked, shownText } from '@/core/checklist';
import { checkCategory, foldedName, freeColor, type ValidCategory } from '@/core/category-rules';
import {
  CATEGORY_COLORS,
  MESSAGES_A_WEEK_MAX,
  OWN_CATEGORIES_MAX,
  ROW_MIN_BYTES,
  ROWS_IN_HAND_MAX,
} from '@/core/limits';
import { messagesAWeek } from '@/core/messages-a-week';
import { USUAL_SETTINGS } from '@/core/settings';
import { importTexts } from '@/texts/import';
import { bytesOf, historyRoom, isFullOfText, type RoomUsed, roomUsed } from '../accounts/quota';
import { type Account } from '../accounts/accounts';
import { sizeOf } from '../platform/attachment';
import { addCategories } from '../categories/categories';
import { withPersonLocked } from '../platform/db/locks';
import { dayHasChanged } from '../accounts/day-plans';
import { messagesAWeekOf } from '../reminders/plan-quota';
import { type Db } from '../platform/db/client';
import { loadReference, type Reference } from '../platform/db/reference';
import { dayPlans, notes } from '../platform/db/schema';
import { firingColumns } from '../reminders/write/columns';
import { insertRows, type NewReminder } from '../reminders/write/create';
import { writeOutcomes } from '../reminders/write/history';
import { nudgeDelivery } from '../platform/nudge';
import { orRefusal } from '../platform/errors';
import { saveSettings, settingsOf } from '../accounts/settings';
import { givingWay } from '../platform/give-way';
import {
  checkedNote,
  checkedReminder,
  columnsOf,
  keptHistory,
  type Known,
  knownTo,
} from './checked';
import { type ImportFile, type PastEntry, type ReminderEntry } from './entries';
import {
  freeKeys,
  isKnownByItsDates,
  notePrint,
  type Present,
  printIn,
  printAsPresent,
  readPrints,
  reminderPrint,
} from './prints';

/** Rows written in one statement. */
const PART = 200;
function* inParts<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += PART) yield rows.slice(at, at + PART);
}

/** The account of an import that the app and the chat give, before it is put into words. */
interface ImportOutcome extends Omit<Responses['imported'], 'moreFaults' | 'examples'> {
  /** The first of the reminders that would come. */
  firstReminders: { text: string; state: FiringState }[];
}

interface NewEntry {
  row: NewReminder & { createKey: string };
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
  const { known, outcome } = await withPersonLocked(db, account.id, async (tx) => {
    const before = await loadReference(tx, account.id);
    const added = missingCategories(file, before);
    if (apply) await addCategories(tx, account.id, added, now);
    const reference = apply ? await loadReference(tx, account.id) : before;
    const known = knownTo(account, reference, now);
    const giveWay = givingWay();
    const present = await readPrints(tx, account.id, giveWay);
    const outcome: ImportOutcome = {
      reminders: 0,
      notes: 0,
      archived: 0,
      same: 0,
      noRoom: 0,
      faults: [...file.faults],
      categories: added.map(({ name }) => name),
      firstReminders: [],
      repeating: 0,
    };
    const taking = {
      account,
      known,
      giveWay,
      outcome,
      present,
      room: await roomUsed(tx, account.id),
      messagesAWeek: await messagesAWeekOf(tx, account.id),
      historyLeft: await historyRoom(tx, account.id),
    };
    const taken = {
      reminders: await takeReminders(taking, file),
      ...(await takeNotes(taking, file)),
    };
    if (apply) {
      await freeKeys(tx, account.id);
      await storeTaken(tx, account.id, taken, present.ids);
      await dayHasChanged(tx, account.id, now);
      for (const { kind, state } of file.settledDayMessages) {
        await tx.insert(dayPlans).values({ userId: account.id, kind, state }).onConflictDoNothing();
      }
    }
    return { outcome, known };
  });
  if (apply) {
    if (file.settings) await takeSettings(db, account, file.settings, known);
    nudgeDelivery(db, now);
  }
  return outcome;
}

/** An import at work: what is there already, and the room that is left, which each row that is taken makes smaller. */
interface Taking {
  account: Account;
  known: Known;
  giveWay: ReturnType<typeof givingWay>;
  outcome: ImportOutcome;
  /** What the account has, and the prints of what is taken, which has no ids so far. */
  present: Present;
  room: RoomUsed;
  messagesAWeek: number;
  historyLeft: number;
}

/** The room that a row takes of what an account may hold; `weekly` is the messages a week of its rule. */
interface NewRow {
  kind: 'reminders' | 'notes';
  print: string;
  bytes: number;
  inHand: boolean;
  isDeleted: boolean;
  weekly: number;
}

/**
 * Takes the room of a row, where it is new and there is room for it; else counts why it is left out. What comes deleted is
 * not counted: nobody sees it come.
 */
function takeRoom(
  taking: Taking,
  { kind, print, bytes, inHand, isDeleted, weekly }: NewRow,
): boolean {
  const { outcome, present, room } = taking;
  if (present.ids.has(print)) {
    outcome.same += 1;
    return false;
  }
  present.ids.set(print, null);
  const tooMany = inHand && room[kind] >= ROWS_IN_HAND_MAX;
  const tooOften = weekly > 0 && taking.messagesAWeek + weekly > MESSAGES_A_WEEK_MAX;
  if (tooMany || tooOften || isFullOfText(room, bytes)) {
    outcome.noRoom += 1;
    return false;
  }
  if (inHand) room[kind] += 1;
  room.bytes += Math.max(ROW_MIN_BYTES, bytes);
  taking.messagesAWeek += weekly;
  if (!isDeleted) outcome[kind] += 1;
  return true;
}

/** The reminders of a file that are to come, with as much of their histories as there is room for. */
async function takeReminders(taking: Taking, file: ImportFile): Promise<NewEntry[]> {
  const { account, known, outcome } = taking;
  const taken: NewEntry[] = [];
  let leftOut = 0;
  // What is to come first, where there is no room for all.
  const isToCome = ({ state }: ReminderEntry) => Number(state.nextFireAt !== null);
  for (const entry of file.reminders.toSorted((a, b) => isToCome(b) - isToCome(a))) {
    await taking.giveWay();
    const checked = checkedReminder(entry, known);
    if ('message' in checked) {
      outcome.faults.push(checked);
      continue;
    }
    const { state, ...said } = checked;
    const given = { text: said.text, ticked: entry.ticked };
    const { text, ticked } = readTicked(shownText(given), given);
    const content = { ...said, text };
    const { deletedAt, attachment } = entry;
    const inHand = deletedAt === null && !state.completed;
    // Rows of our own export have no lines: each of them is a row, however much like another.
    if (entry.line !== null && isKnownByItsDates(taking.present, { text, ...state })) {
      outcome.same += 1;
      continue;
    }
    const printed = { ...content, ...state, deletedAt, attachment };
    // Since an export of ours it may have been restored, or moved to its person's present zone.
    const moved = entry.line === null ? [{ ...printed, timeZone: account.timeZone }] : [];
    const asItMayBeNow = [printed, { ...printed, deletedAt: null }, ...moved];
    const print = printAsPresent(taking.present, asItMayBeNow.map(reminderPrint));
    const isTaken = takeRoom(taking, {
      kind: 'reminders',
      print,
      bytes: bytesOf(content.text) + sizeOf(attachment),
      inHand,
      isDeleted: deletedAt !== null,
      weekly: inHand ? messagesAWeek(state) : 0,
    });
    if (!isTaken) continue;
    const past = takeHistory(taking, entry);
    leftOut += past.leftOut;
    const { note, counterLeft, counterLow } = entry;
    taken.push({
      note,
      past: past.taken,
      row: {
        ...columnsOf(entry, account.id, print, known.now),
        ...content,
        counterLeft,
        counterLow,
        ticked,
        ...firingColumns(state),
      },
    });
    if (deletedAt === null) tellOf(outcome, content.text, state);
  }
  if (leftOut > 0) {
    outcome.faults.push({ line: null, message: importTexts.historyLeftOut(leftOut) });
  }
  return taken;
}

/** The latest entries of a history, as far as there is room. */
function takeHistory(taking: Taking, entry: ReminderEntry) {
  const history = keptHistory(entry, taking.known.now);
  const taken = history.slice(Math.max(0, history.length - taking.historyLeft));
  taking.historyLeft -= taken.length;
  return { taken, leftOut: history.length - taken.length };
}

/** Tells the preview of a reminder that would come. */
function tellOf(outcome: ImportOutcome, text: string, state: FiringState): void {
  if (state.completed) {
    outcome.archived += 1;
    return;
  }
  if (state.rule !== null) outcome.repeating += 1;
  if (outcome.firstReminders.length < 5) outcome.firstReminders.push({ text, state });
}

/** The notes of a file that are to come; and the prints of all of them, by what the file calls a note. */
async function takeNotes(taking: Taking, file: ImportFile) {
  const { account, known, outcome } = taking;
  const taken: NewNote[] = [];
  const printsOfNotes = new Map<number, string>();
  for (const entry of file.notes) {
    await taking.giveWay();
    const checked = checkedNote(entry, known);
    if ('message' in checked) {
      outcome.faults.push(checked);
      continue;
    }
    const { attachment, deletedAt, dateTime, pinned } = entry;
    const printed = { ...checked, deletedAt, attachment };
    const asItMayBeNow = [printed, { ...printed, deletedAt: null }];
    const print = printAsPresent(taking.present, asItMayBeNow.map(notePrint));
    if (entry.id !== null) printsOfNotes.set(entry.id, print);
    const bytes = bytesOf(checked.title, checked.content) + sizeOf(attachment);
    const isDeleted = deletedAt !== null;
    const room = { print, bytes, inHand: !isDeleted, isDeleted, weekly: 0 };
    if (!takeRoom(taking, { kind: 'notes', ...room })) continue;
    taken.push({
      ...columnsOf(entry, account.id, print, known.now),
      ...checked,
      pinned,
      dateTime: dateTime ?? known.now,
    });
  }
  return { notes: taken, printsOfNotes };
}

interface Taken {
  reminders: readonly NewEntry[];
  notes: readonly NewNote[];
  printsOfNotes: ReadonlyMap<number, string>;
}

/** Stores what is to come, the notes first: reminders may stand on them, or on notes that there are. */
async function storeTaken(
  tx: Db,
  userId: number,
  taken: Taken,
  idsOfNotesByPrint: Map<string, number | null>,
): Promise<void> {
  for (const part of inParts(taken.notes)) {
    const rows = await tx
      .insert(notes)
      .values(part)
      .returning({ id: notes.id, createKey: notes.createKey });
    for (const { id, createKey } of rows) idsOfNotesByPrint.set(printIn(createKey) ?? '', id);
  }
  const noteOf = (note: number | null) =>
    idsOfNotesByPrint.get(taken.printsOfNotes.get(note ?? 0) ?? '') ?? null;
  const created = taken.reminders.map(({ row, note, past }) => {
    return { row: { ...row, noteId: noteOf(note) }, past };
  });
  await insertReminders(tx, userId, created);
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

/** Stores reminders of a file, and what had become of their occurrences. */
async function insertReminders(
  db: Db,
  userId: number,
  created: readonly Omit<NewEntry, 'note'>[],
): Promise<void> {
  for (const part of inParts(created)) {
    const rows = await insertRows(
      db,
      part.map(({ row }) => row),
    );
    const idOf = new Map(rows.map(({ id, createKey }) => [createKey, id]));
    const outcomes = part.flatMap(({ row, past }) => {
      const reminderId = idOf.get(row.createKey);
      if (reminderId === undefined) return [];
      return past.map(({ occurrenceAt, ...outcome }) => {
        return { key: { reminderId, userId, occurrenceAt }, outcome };
      });
    });
    for (const some of inParts(outcomes)) await writeOutcomes(db, some);
  }
}

/**
 * Takes those settings of an export that are still as usual here, and its zone (which then counts as chosen by hand) unless
 * one was chosen here: an old file brings back what is lost, and not what its person has changed since. What is off is as
 * it usually is: an agenda that was switched off since is on again. All or none: where one is refused here, none comes,
 * and nobody is told.
 */
async function takeSettings(
  db: Db,
  account: Account,
  { category, timeZone, ...settings }: NonNullable<ImportFile['settings']>,
  { categoryIds, now }: Pick<Known, 'categoryIds' | 'now'>,
): Promise<void> {
  const present = new Map<string, unknown>(Object.entries(settingsOf(account.settings)));
  const usual = new Map<string, unknown>(Object.entries(USUAL_SETTINGS));
  const isUntouched = (name: string) => isDeepStrictEqual(present.get(name), usual.get(name));
  const categoryId = categoryIds.get(foldedName(category ?? '')) ?? null;
  const given = Object.entries({ ...settings, categoryId });
  const taken = settingsInput.parse(
    Object.fromEntries(given.filter(([name]) => isUntouched(name))),
  );
  const zone = account.timeZoneManual ? {} : { timeZone };
  // Refused: the import stands without its settings.
  await orRefusal(saveSettings(db, account.id, { ...taken, ...zone }, now), 'invalid');
}
