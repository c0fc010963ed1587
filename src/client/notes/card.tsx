import { memo } from 'react';
import { type Note } from '@/contract/note';
import { ALL } from '@/core/limits';
import shared from '../ui/card.module.css';
import { RowActions } from '../ui/row-actions';
import styles from './card.module.css';

interface Props {
  note: Note;
  formatDateTime: (iso: string) => string;
  onEdit: (note: Note) => void;
  onDelete: (note: Note) => void;
}

/** One note of the list. */
export const NoteCard = memo(function NoteCard({ note, formatDateTime, onEdit, onDelete }: Props) {
  return (
    <article className={shared.card} aria-label={note.title}>
      <div>
        <h2 className={styles.title}>{note.title}</h2>
        <time className={shared.time} dateTime={note.dateTime}>
          {formatDateTime(note.dateTime)}
        </time>
      </div>
      <p className={shared.text}>{note.content}</p>
      <div className={shared.foot}>
        {note.category.name !== ALL && <span className={shared.chip}>{note.category.name}</span>}
        <RowActions of={note.title} onEdit={() => onEdit(note)} onDelete={() => onDelete(note)} />
      </div>
    </article>
  );
});
