import { type Note } from '@/contract/note';
import { reminderTextOf } from '@/core/checklist';
import { useReference } from '../categories/reference';
import { useReminders } from '../reminders/list/reminders';
import { type DialogTarget, ReminderDialog } from '../reminders/form/dialog';
import { once } from '../reminders/form/form';

interface Props {
  target: DialogTarget;
  onClose: () => void;
  onReopen: (target: DialogTarget) => void;
}

export function RemindDialog({ target, onClose, onReopen }: Props) {
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

export const remindOf = ({ id, title, content, category }: Note): DialogTarget => ({
  start: { ...once, text: reminderTextOf({ title, content }), categoryId: category.id },
  noteId: id,
  focus: 'date',
});
