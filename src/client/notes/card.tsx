import { memo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { type Note } from '@/contract/note';
import { foldAt } from '@/core/cut';
import { type Point, shownOnce } from '@/core/note-text';
import { ALL } from '@/core/limits';
import { notesTexts } from '@/texts/notes';
import { attachmentTexts } from '@/texts/attachments';
import { Button, IconButton, useFold } from '../ui/button';
import { type CardClock } from '../ui/card-time';
import { LinkedText } from '../list/linked-text';
import { Icon } from '../ui/icons';
import { opens, RowActions } from '../list/row-actions';
import { SendAttachment } from '../list/send-attachment';
import { ThumbnailPlace } from '../list/thumbnail-place';
import { Tooltip } from '../ui/tooltip';
import styles from './card.module.css';
import { NoteContent } from './content';

const texts = notesTexts;

interface Props {
  note: Note;
  inDigits: CardClock['inDigits'];
  onEdit: (note: Note) => void;
  onDelete: (note: Note) => void;
  onRemind: (note: Note) => void;
  onPin: (note: Note, pinned: boolean) => void;
  onTick: (note: Note, point: Point, done: boolean) => void;
}

export const NoteCard = memo(function NoteCard({
  note,
  inDigits,
  onEdit,
  onDelete,
  onRemind,
  onPin,
  onTick,
}: Props) {
  const pinned = note.pinned ?? false;
  const { titled, body, line } = shownOnce(note);
  return (
    <article
      className={styles.card}
      aria-label={note.title}
      onClick={(event) => {
        if (opens(event)) onEdit(note);
      }}
    >
      <h2 className={titled ? styles.title : 'hidden'}>
        {titled ? <LinkedText>{note.title}</LinkedText> : note.title}
      </h2>
      {body !== '' && (
        <Content
          title={note.title}
          content={body}
          onTick={(point, done) => onTick(note, { ...point, line: point.line + line }, done)}
        />
      )}
      {note.attachmentText !== undefined && (
        <div className={styles.attached}>
          {note.thumbnail && (
            <ThumbnailPlace picture={{ of: 'notes', id: note.id }} className={styles.picture} />
          )}
          <span className={styles.words}>{attachmentTexts.line(note.attachmentText)}</span>
          <SendAttachment of="notes" id={note.id} described={note.attachmentText} />
        </div>
      )}
      <div className={styles.foot}>
        <div className={styles.facts}>
          {note.category.name !== ALL && (
            <span className={styles.chip} data-color={note.category.color}>
              {note.category.name}
            </span>
          )}
          <time dateTime={note.dateTime}>{inDigits(note.dateTime).full}</time>
        </div>
        <RowActions of={note.title} onEdit={() => onEdit(note)} onDelete={() => onDelete(note)}>
          <Tooltip title={texts.remind}>
            <IconButton
              icon="bell"
              size={20}
              aria-label={texts.remind}
              onClick={() => onRemind(note)}
            />
          </Tooltip>
          <Tooltip title={pinned ? texts.unpin : texts.pin}>
            <IconButton
              aria-label={texts.pin}
              aria-pressed={pinned}
              onClick={() => onPin(note, !pinned)}
            >
              <Icon name="pin" solid={pinned} size={20} />
            </IconButton>
          </Tooltip>
        </RowActions>
      </div>
    </article>
  );
});

/** What the note says; a long one is folded, by its length on any screen, until its reader wants all of it. */
function Content({
  title,
  content,
  onTick,
}: {
  title: string;
  content: string;
  onTick: (point: Point, done: boolean) => void;
}) {
  const { id, open, button } = useFold();
  const text = useRef<HTMLDivElement>(null);
  const fold = foldAt(content);
  const toggle = () => {
    // Folded first: what is scrolled to is the note as it then stands.
    flushSync(button.onClick);
    // Its end is gone from under the reader: the note's beginning comes into sight.
    if (open) text.current?.closest('article')?.scrollIntoView({ block: 'nearest' });
  };
  const label = open ? texts.fold : texts.unfold;
  return (
    <div ref={text} className={styles.content}>
      <div id={id}>
        <NoteContent
          content={content}
          upTo={open ? undefined : (fold ?? undefined)}
          onTick={onTick}
        />
      </div>
      {fold !== null && (
        <Button {...button} aria-label={`${label}: ${title}`} onClick={toggle}>
          {label}
        </Button>
      )}
    </div>
  );
}
