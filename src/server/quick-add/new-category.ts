import 'server-only';
import { type DraftPayload } from '@/contract/draft';
import { type Note } from '@/contract/note';
import { foldedName, freeColor } from '@/core/category-rules';
import { noteOf } from '@/core/note-rules';
import {
  categoryNamesIn,
  newCategoryIn,
  withoutCategory,
} from '@/core/quick-add/messages/category-tag';
import { createCategory } from '../categories/categories';
import { newCategoryLabel } from '../categories/category-keys';
import { changeDraft, type DraftRow } from '../drafts/drafts';
import { updateNote } from '../notes/notes';
import { printOf } from '../platform/create-once';
import { loadReference, type Reference } from '../platform/db/reference';
import { AppError } from '../platform/errors';
import { rewriteByReply } from '../reminders/chat-acts';
import { type Within } from '../reminders/facts';
import { putIntoCategory } from '../reminders/reminders';
import { type ChatReminder } from '../reminders/upcoming';
import { button, type Keyboard } from '../telegram/turn';

/*
 * «Создать категорию „дача“»: what a line names behind a «#» and its writer has no category for. The words
 * stay in the text until the key is pressed.
 */

/** The action of its key, before the mark of the name. */
export const NEW_CATEGORY = 'newcat';

/** A note as it was when it was read. */
type NoteSeen = Pick<Note, 'id' | 'title' | 'content' | 'version'>;
/** How often a note is read anew that the app changes at the same moment. */
const TRIES = 3;

/** Tells the names of one text apart, in the few bytes of a key. */
const markOf = (name: string): string => printOf([foldedName(name)]).slice(0, 8);

/** A text that is not a line which its user wrote for this. Older drafts have the doubt alone. */
const isQuoted = ({ quoted, doubt }: DraftPayload): boolean =>
  quoted === true || doubt?.kind === 'forwarded';

/** The key under what was stored; of another person's words none, whatever signs they use. */
export function newCategoryRow(
  { payload }: Pick<DraftRow, 'payload'>,
  text: string,
  { reference, data }: { reference: Reference; data: (action: string) => string },
): Keyboard {
  const name = isQuoted(payload) ? undefined : newCategoryIn(text, reference.categories);
  return name === undefined
    ? []
    : [[button(newCategoryLabel(name), data(`${NEW_CATEGORY}:${markOf(name)}`))]];
}

/**
 * The category that a key is about, made where it is not there yet, and its name; undefined where the
 * text names it no more. Throws as `createCategory`.
 */
async function categoryOfKey(
  { db, now, account: { id: userId } }: Within,
  { text, mark }: { text: string; mark: string },
): Promise<{ id: number; name: string } | undefined> {
  const name = categoryNamesIn(text).find((each) => markOf(each) === mark);
  if (name === undefined) return undefined;
  const named = (categories: readonly { id: number; name: string }[]) =>
    categories.find((each) => foldedName(each.name) === foldedName(name));
  const { categories } = await loadReference(db, userId);
  const colors = categories.map(({ color }) => color);
  const made =
    named(categories) ??
    named(await createCategory(db, userId, { name, color: freeColor(colors) }, now));
  return made && { id: made.id, name };
}

/** Puts a reminder into the category of the key; the text names it no longer. */
export async function putIntoNewCategory(
  within: Within,
  { row, reminder, mark }: { row: DraftRow; reminder: ChatReminder; mark: string },
): Promise<DraftRow> {
  const { db, now, account } = within;
  const { id: reminderId, text } = reminder;
  const category = await categoryOfKey(within, { text, mark });
  if (!category) return row;
  const rest = withoutCategory(text, category.name);
  const shown = text.startsWith('#') ? rest.charAt(0).toUpperCase() + rest.slice(1) : rest;
  await putIntoCategory(db, account.id, reminderId, category.id, now);
  await rewriteByReply(db, { userId: account.id, reminderId, now }, shown);
  return changeDraft(db, row, { payload: changed(row.payload, category) });
}

/** The same of a note. What the app changes of it meanwhile stays: it is read again then. */
export async function putNoteIntoNewCategory(
  within: Within,
  { row, note, mark }: { row: DraftRow; note: NoteSeen; mark: string },
  tries = TRIES,
): Promise<DraftRow> {
  const { db, now, account } = within;
  const { content: text, version } = note;
  const category = await categoryOfKey(within, { text, mark });
  if (!category) return row;
  const content = withoutCategory(text, category.name);
  // A title that somebody has given it stays.
  const title = note.title === noteOf(text).title ? noteOf(content).title : note.title;
  const next = { title, content, categoryId: category.id };
  try {
    await updateNote(db, account.id, note.id, next, { now, version });
  } catch (error) {
    const present = error instanceof AppError ? error.present?.note : undefined;
    if (!present || tries === 1) throw error;
    return putNoteIntoNewCategory(within, { row, note: present, mark }, tries - 1);
  }
  return changeDraft(db, row, { payload: changed(row.payload, category) });
}

/** As the message would be read now: an edit that changes nothing else is told by that. */
const changed = (
  payload: DraftPayload,
  { id: categoryId, name }: { id: number; name: string },
): DraftPayload => ({ ...payload, text: withoutCategory(payload.text, name), categoryId });
