import { keptPlace } from '../form/kept-form';

export interface NoteValues {
  title: string;
  content: string;
  categoryId: number | null;
}

export const keptNote = keptPlace<NoteValues>('note');
