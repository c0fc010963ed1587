import { type DialogTarget } from '../form/form';
import { type Reminder } from '@/contract/reminder';
import { lazyPart } from '../../ui/lazy-part';
import { ReminderDialog } from '../form/dialog';

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
  openForm: (target: DialogTarget) => void;
  onClose: () => void;
}

export function Overlays({ overlay, openForm, onClose }: Props) {
  switch (overlay.kind) {
    case 'form':
      return <ReminderDialog target={overlay.target} onClose={onClose} onReopen={openForm} />;
    case 'snooze':
      return <SnoozeSheet reminders={overlay.reminders} onClose={onClose} />;
    case 'removal':
      return <SeriesRemoval reminder={overlay.reminder} onClose={onClose} />;
  }
}
