import { keptPlace } from '../form/kept-form';
import { type NoteValues } from './kept-shape';

export const keptNote = keptPlace<NoteValues>('note', () => import('./kept-shape'));
