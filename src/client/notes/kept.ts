import { type KeptForm } from '../form/edited-row';
import { unsavedPlace } from '../session/kept-place';

export interface NoteValues {
  title: string;
  content: string;
  categoryId: number | null;
}

export const keptNote = unsavedPlace<KeptForm<NoteValues, { createKey: string }>>('note');
