import { memo, useId, useRef, useState } from 'react';
import { type Note } from '@/contract/note';
import { foldAt } from '@/core/cut';
import { ALL } from '@/core/limits';
import { appTexts } from '@/texts/app';
import { Button } from '../ui/button';
import shared from '../ui/card.module.css';
import { LinkedText } from '../ui/linked-text';
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
      <Content note={note} />
      <div className={shared.foot}>
        {note.category.name !== ALL && <span className={shared.chip}>{note.category.name}</span>}
        <RowActions of={note.title} onEdit={() => onEdit(note)} onDelete={() => onDelete(note)} />
      </div>
    </article>
  );
});

/** What the note says; a long one is folded, for everybody alike, until its reader wants all of it. */
function Content({ note: { title, content } }: Pick<Props, 'note'>) {
  const id = useId();
  const text = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const fold = foldAt(content);
  if (fold === null) {
    return (
      <p className={shared.text}>
        <LinkedText>{content}</LinkedText>
      </p>
    );
  }
  const toggle = () => {
    setOpen(!open);
    // Its end is gone from under the reader: the note's beginning comes into sight.
    if (open) text.current?.closest('article')?.scrollIntoView({ block: 'nearest' });
  };
  const label = open ? appTexts.notes.fold : appTexts.notes.unfold;
  return (
    <div ref={text} className={styles.folding}>
      <p id={id} className={shared.text}>
        <LinkedText {...(!open && { upTo: fold })}>{content}</LinkedText>
        {!open && '…'}
      </p>
      <Button
        aria-expanded={open}
        aria-controls={id}
        aria-label={`${label}: ${title}`}
        onClick={toggle}
      >
        {label}
      </Button>
    </div>
  );
}
