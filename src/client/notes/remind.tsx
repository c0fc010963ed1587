import { type Note } from '@/contract/note';
import { reminderTextOf } from '@/core/note-text';
import { useReference, useReminders } from '../reminders/use-reminders';
import ReminderDialog, { type DialogTarget } from '../reminders/dialog';
import { type Prefill } from '../reminders/form';

interface Props {
  /** What the form is opened for. */
  target: DialogTarget;
  onClose: () => void;
  /** Opens the form again, with what its user wanted back. */
  onReopen: (target: DialogTarget) => void;
}

/** The form of a reminder over the notes. */
export default function RemindDialog({ target, onClose, onReopen }: Props) {
  const { rows, save } = useReminders();
  const reference = useReference();
  return (
    <ReminderDialog
      {...{ target, reference, save, onClose, onReopen }}
      rows={rows ?? []}
      onSaved={onClose}
    />
  );
}

export const remindOf = (note: Note): DialogTarget => ({
  start: reminderOf(note),
  noteId: note.id,
  focus: 'date',
});

/** A reminder of a note. Its moment is still open. */
function reminderOf({ title, content, category }: Note): Prefill {
  return {
    text: reminderTextOf({ title, content }),
    categoryId: category.id,
    typeId: null,
    dateTime: null,
    repeat: false,
    repeatEvery: null,
    repeatUnit: null,
    flood: false,
    floodInterval: null,
  };
}
