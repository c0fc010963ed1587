import { type Reminder } from '@/contract/reminder';
import { useReminders } from '../list/reminders';
import { lazyPart } from '../../ui/lazy-part';
import { useCardClock } from '../../ui/use-date-time';
import { type DialogTarget, ReminderDialog } from '../form/dialog';
import { type Reference } from '../form/form';

export const SnoozeSheet = lazyPart(() => import('../view/snooze-sheet'));
const SeriesRemoval = lazyPart(() => import('../list/series-removal'));

/** What lies over the list, one at a time; over an opened reminder, too. */
export type Overlay =
  | { kind: 'form'; target: DialogTarget }
  | { kind: 'snooze'; reminders: readonly Reminder[] }
  /** Of a series it is asked first how much of it is to go. */
  | { kind: 'removal'; reminder: Reminder };

interface Props {
  overlay: Overlay;
  reference: Reference;
  onOpen: (overlay: Overlay) => void;
  onClose: () => void;
  /** The tutorial's test reminder has been saved. */
  onTested: () => void;
}

export function Overlays({ overlay, reference, onOpen, onClose, onTested }: Props) {
  const { rows = [], save, skip, remove, snooze } = useReminders();
  const clock = useCardClock();
  switch (overlay.kind) {
    case 'form':
      return (
        <ReminderDialog
          target={overlay.target}
          reference={reference}
          rows={rows}
          save={save}
          onClose={onClose}
          onSaved={() => {
            onClose();
            if (overlay.target.test) onTested();
          }}
          onReopen={(target) => onOpen({ kind: 'form', target })}
        />
      );
    case 'snooze':
      return (
        <SnoozeSheet
          reminders={overlay.reminders}
          onClose={onClose}
          onChoose={(until) => {
            onClose();
            snooze(overlay.reminders, until, (iso) => clock.moment(iso).full);
          }}
        />
      );
    case 'removal':
      return (
        <SeriesRemoval
          text={overlay.reminder.text}
          onSkip={() => skip(overlay.reminder)}
          onRemove={() => remove(overlay.reminder.id)}
          onClose={onClose}
        />
      );
  }
}
