import { validationTexts } from '@/texts/validation';
import { NOTE_CONTENT_MAX, NOTE_TITLE_MAX } from './limits';
import { titleOfText } from './note-text';
import { type Checked, cleanText, type Fault, outcomeOf } from './reminder-rules';

export type NoteField = 'title' | 'content' | 'category';

/** A checked note; title and content are trimmed. */
export interface ValidNote {
  title: string;
  content: string;
  categoryId: number;
}
export type UncheckedNote = { [Field in keyof ValidNote]?: ValidNote[Field] | undefined };

/** Checks what is given against the rules of the note form; every fault is reported, in the order of its fields. */
export function checkNote(given: UncheckedNote): Checked<ValidNote, NoteField> {
  const errors: Fault<NoteField>[] = [];
  const texts = validationTexts.note;

  const title = cleanText(given.title);
  if (title === '') errors.push({ field: 'title', message: texts.title });
  else if (title.length > NOTE_TITLE_MAX) {
    errors.push({ field: 'title', message: texts.titleTooLong(NOTE_TITLE_MAX) });
  }
  const content = cleanText(given.content);
  if (content === '') errors.push({ field: 'content', message: texts.content });
  else if (content.length > NOTE_CONTENT_MAX) {
    errors.push({ field: 'content', message: texts.contentTooLong(NOTE_CONTENT_MAX) });
  }
  const { categoryId } = given;
  if (categoryId === undefined) {
    errors.push({ field: 'category', message: validationTexts.category.missing });
  }
  return outcomeOf(errors, categoryId === undefined ? null : { title, content, categoryId });
}

/** Title and content of a note with this text: the first line is its title. */
export const noteOf = (text: string): Pick<ValidNote, 'title' | 'content'> => ({
  title: titleOfText(text),
  content: text,
});
