import { type Checked } from './reminder-rules';

export type NoteField = 'title' | 'content' | 'category';

export interface NoteDraft {
  title?: string | undefined;
  content?: string | undefined;
  categoryId?: number | undefined;
}

/** A checked note; title and content are trimmed. */
export interface ValidNote {
  title: string;
  content: string;
  categoryId: number;
}

/** Checks a draft against the rules of the note form; every fault is reported, in the order of its fields. */
export declare function checkNote(draft: NoteDraft): Checked<ValidNote, NoteField>;
