import 'server-only';
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
import { loadReference } from '../platform/db/reference';
import { AppError } from '../platform/errors';
import { rewriteByReply } from '../reminders/chat-acts';
import { putIntoCategory } from '../reminders/reminders';
import { type CardContext, type ChatReminder, type Within } from '../reminders/upcoming';
import { dataOf } from '../telegram/callback-data';
import { button, type Keyboard } from '../telegram/turn';

/*
 * «Создать категорию „дача“»: what a line names behind a «#» and its writer has no category for. The words
 * stay in the text until the key is pressed.
 */

/** What the key asks of its card. */
export const NEW_CATEGORY = 'newcat';
const TRIES = 3;

/** Tells the names of one text apart, in the few bytes of a key. */
const markOf = (name: string): string => printOf([foldedName(name)]).slice(0, 8);

/** The key under what was stored; of another person's words none, whatever signs they use. */
export function newCategoryRow(
  row: Pick<DraftRow, 'id' | 'payload'>,
  text: string,
  { reference }: Pick<CardContext, 'reference'>,
): Keyboard {
  const name = row.payload.quoted ? undefined : newCategoryIn(text, reference.categories);
  if (name === undefined) return [];
  return [[button(newCategoryLabel(name), dataOf('card', row.id, NEW_CATEGORY, markOf(name)))]];
}

/**
 * The category that a key is about, made where it is not there yet, and its name; undefined where the
 * text names it no more. Throws as `createCategory`.
 */
async function categoryOfKey({ db, now, account }: Within, text: string, mark: string) {
  const name = categoryNamesIn(text).find((each) => markOf(each) === mark);
  if (name === undefined) return undefined;
  const named = (all: readonly { id: number; name: string }[]) =>
    all.find((each) => foldedName(each.name) === foldedName(name));
  const { categories } = await loadReference(db, account.id);
  const color = freeColor(categories.map((each) => each.color));
  const made =
    named(categories) ?? named(await createCategory(db, account.id, { name, color }, now));
  return made && { id: made.id, name };
}

/**
 * Puts what was made into the category of the key; the text names it no longer. What the app changes of a
 * note meanwhile stays: it is read again then.
 */
export async function putIntoNewCategory(
  within: Within,
  press: { row: DraftRow; argument: string },
  made: { reminder: ChatReminder } | { note: Pick<Note, 'id' | 'title' | 'content' | 'version'> },
  tries = TRIES,
): Promise<DraftRow> {
  const { db, now, account } = within;
  const { row, argument: mark } = press;
  const text = 'note' in made ? made.note.content : made.reminder.text;
  const category = await categoryOfKey(within, text, mark);
  if (!category) return row;
  const { id: categoryId, name } = category;
  const rest = withoutCategory(text, name);
  if ('note' in made) {
    const { id, title, version } = made.note;
    // A title that somebody has given it stays.
    const own = title === noteOf(text).title ? noteOf(rest).title : title;
    try {
      const input = { title: own, content: rest, categoryId };
      await updateNote(db, account.id, id, input, { now, version });
    } catch (error) {
      const note = error instanceof AppError ? error.present?.note : undefined;
      if (!note || tries === 1) throw error;
      return putIntoNewCategory(within, press, { note }, tries - 1);
    }
  } else {
    const { id: reminderId } = made.reminder;
    const shown = text.startsWith('#') ? rest.charAt(0).toUpperCase() + rest.slice(1) : rest;
    await putIntoCategory(db, account.id, reminderId, categoryId, now);
    await rewriteByReply(db, { userId: account.id, reminderId, now }, shown);
  }
  // As the message would be read now: an edit that changes nothing else is told by that.
  const payload = { ...row.payload, text: withoutCategory(row.payload.text, name), categoryId };
  return changeDraft(db, row, { payload });
}
