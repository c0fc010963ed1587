import { type Reminder } from '@/contract/reminder';
import { useReference } from '../../categories/reference';
import { useSession } from '../../session/session';
import { useTutorial } from '../../tutorial/use-tutorial';
import { lazyPart, optionalPart } from '../../ui/lazy-part';
import { ReminderDialog } from '../form/dialog';
import { testReminder } from '../form/form';
import { useReminders } from '../list/reminders';
import { useOverlays } from '../form/use-overlays';

export const ReminderView = lazyPart(() => import('../view/view'));
export const SnoozeSheet = lazyPart(() => import('../view/snooze-sheet'));
const SeriesRemoval = lazyPart(() => import('../list/series-removal'));
const Selection = lazyPart(() => import('./selection'));
// These two come unasked: without their code the list stays.
const ZoneQuestion = optionalPart(() => import('../view/zone-question'));
const Tour = optionalPart(() => import('../../tutorial/tour'));

/** Draws the opened reminder, the buttons of a selection, a dialog, and what is asked or told at a start. */
export function OverList({ shown }: { shown: readonly Reminder[] | null }) {
  const { zoneBefore } = useSession();
  const { rows } = useReminders();
  const reference = useReference();
  const isTourOn = useTutorial().active;
  const { viewed, overlay, openForm, selected, close } = useOverlays();
  const isTested = overlay?.kind === 'form' && overlay.target.test === true;
  return (
    <>
      {viewed !== null && <ReminderView key={`view ${viewed}`} id={viewed} />}
      {selected && <Selection chosen={shown?.filter(({ id }) => selected.has(id)) ?? []} />}
      {overlay?.kind === 'form' && (
        <ReminderDialog target={overlay.target} onClose={close} onReopen={openForm} />
      )}
      {overlay?.kind === 'snooze' && <SnoozeSheet reminders={overlay.reminders} onClose={close} />}
      {overlay?.kind === 'removal' && <SeriesRemoval reminder={overlay.reminder} onClose={close} />}
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
