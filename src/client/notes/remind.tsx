import { type Note } from '@/contract/note';
import { reminderTextOf } from '@/core/note-text';
import { useReference } from '../categories/reference';
import { useReminders } from '../reminders/list/use-reminders';
import ReminderDialog, { type DialogTarget } from '../reminders/form/dialog';
import { type Prefill } from '../reminders/form/form';

interface Props {
  target: DialogTarget;
  onClose: () => void;
  onReopen: (target: DialogTarget) => void;
}

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
