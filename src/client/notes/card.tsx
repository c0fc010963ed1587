import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { memo } from 'react';
import { type Note } from '@/contract/note';
import { ALL } from '@/core/limits';
import { RowActions } from '../ui/row-actions';

interface Props {
  note: Note;
  formatDateTime: (iso: string) => string;
  onEdit: (note: Note) => void;
  onDelete: (note: Note) => void;
}

/** One note of the list. */
export const NoteCard = memo(function NoteCard({ note, formatDateTime, onEdit, onDelete }: Props) {
  return (
    <Card
      component="article"
      aria-label={note.title}
      sx={{ display: 'flex', flexDirection: 'column', gap: 1, height: '100%', p: 2 }}
    >
      <Typography
        component="h2"
        sx={{ fontSize: '1.0625rem', fontWeight: 600, lineHeight: 1.3, overflowWrap: 'anywhere' }}
      >
        {note.title}
      </Typography>
      <Typography
        component="time"
        dateTime={note.dateTime}
        variant="body2"
        sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
      >
        {formatDateTime(note.dateTime)}
      </Typography>
      <Typography sx={{ flex: 1, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
        {note.content}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 36 }}>
        {note.category.name !== ALL && (
          <Chip label={note.category.name} size="small" sx={{ minWidth: 0 }} />
        )}
        <RowActions of={note.title} onEdit={() => onEdit(note)} onDelete={() => onDelete(note)} />
      </Box>
    </Card>
  );
});
