import { useCallback, useMemo, useState } from 'react';
import { type Reminder } from '@/contract/reminder';
import { useReference } from '../../categories/reference';
import { useSession } from '../../session/session';
import { useTutorial } from '../../tutorial/use-tutorial';
import { lazyPart } from '../../ui/lazy-part';
import { ReminderDialog } from '../form/dialog';
import { type DialogTarget, testReminder } from '../form/form';
import { useReminders } from '../list/reminders';
import { clearAddress, reminderInAddress } from './open-at-start';
import { type useSelection } from './use-selection';

export const ReminderView = lazyPart(() => import('../view/view'));
export const SnoozeSheet = lazyPart(() => import('../view/snooze-sheet'));
const SeriesRemoval = lazyPart(() => import('../list/series-removal'));
const Selection = lazyPart(() => import('../list/selection'));
const ZoneQuestion = lazyPart(() => import('../view/zone-question'));
const Tour = lazyPart(() => import('../../tutorial/tour'));

/** What lies over the list, one at a time; over an opened reminder, too. */
type Overlay =
  | { kind: 'form'; target: DialogTarget }
  | { kind: 'snooze'; reminders: readonly Reminder[] }
  /** Of a series it is asked first how much of it is to go. */
  | { kind: 'removal'; reminder: Reminder };

/** The opened reminder, and what lies over it or over the list. */
export function useOverlays() {
  const { remove } = useReminders();
  const [viewed, setViewed] = useState(reminderInAddress);
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const openForm = useCallback((target: DialogTarget) => setOverlay({ kind: 'form', target }), []);
  const acts = useMemo(
    () => ({
      onOpen: ({ id }: Reminder) => setViewed(id),
      onEdit: (edit: Reminder) => openForm({ edit }),
      onDelete: (reminder: Reminder) => {
        const hasTimes = reminder.repeat && !reminder.completed && reminder.state !== 'paused';
        if (hasTimes) setOverlay({ kind: 'removal', reminder });
        else remove(reminder.id);
      },
    }),
    [openForm, remove],
  );
  return {
    viewed,
    overlay,
    openForm,
    acts,
    onSnoozeAll: (reminders: readonly Reminder[]) => setOverlay({ kind: 'snooze', reminders }),
    close: () => setOverlay(null),
    closeViewed: () => {
      setViewed(null);
      clearAddress();
    },
  };
}

interface Props {
  overlays: ReturnType<typeof useOverlays>;
  /** The rows of the list, null until they are here. */
  shown: readonly Reminder[] | null;
  selection: ReturnType<typeof useSelection>;
  /** Begins to choose several in the list; absent where that is not shown. */
  onSelect: ((row: Reminder) => void) | undefined;
}

/** Draws the opened reminder, the buttons of a selection, a dialog, and what is asked or told at a start. */
export function OverList({ overlays, shown, selection, onSelect }: Props) {
  const { zoneBefore } = useSession();
  const { rows } = useReminders();
  const reference = useReference();
  const isTourOn = useTutorial().active;
  const { viewed, overlay, openForm, acts, onSnoozeAll } = overlays;
  const { ids: selected } = selection;
  const isTested = overlay?.kind === 'form' && overlay.target.test === true;
  return (
    <>
      {viewed !== null && (
        <ReminderView
          id={viewed}
          onDelete={acts.onDelete}
          onEdit={acts.onEdit}
          onSnooze={(row) => onSnoozeAll([row])}
          onClose={overlays.closeViewed}
          onSelect={onSelect}
        />
      )}
      {selected && (
        <Selection
          chosen={shown?.filter(({ id }) => selected.has(id)) ?? []}
          onSnooze={onSnoozeAll}
          onEnd={selection.end}
        />
      )}
      {overlay?.kind === 'form' && (
        <ReminderDialog target={overlay.target} onClose={overlays.close} onReopen={openForm} />
      )}
      {overlay?.kind === 'snooze' && (
        <SnoozeSheet reminders={overlay.reminders} onClose={overlays.close} />
      )}
      {overlay?.kind === 'removal' && (
        <SeriesRemoval reminder={overlay.reminder} onClose={overlays.close} />
      )}
      {zoneBefore !== null && !isTourOn && viewed === null && overlay === null && (
        <ZoneQuestion before={zoneBefore} />
      )}
      {isTourOn && rows && viewed === null && (overlay === null || isTested) && (
        <Tour
          first={rows.length === 0}
          formOpen={isTested}
          onOpenForm={() => openForm({ start: testReminder(new Date(), reference), test: true })}
        />
      )}
    </>
  );
}
