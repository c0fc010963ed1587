import { useCallback, useEffect, useMemo, useState } from 'react';
import { type Reminder } from '@/contract/reminder';
import { withLaunch } from '../../host/launch';
import { idIn } from '../../host/navigate';
import { contextOf } from '../../ui/context-of';
import { useReminders } from '../list/reminders';
import { type DialogTarget } from './form';

/** The reminder that the address names: «Открыть» of its message in the chat. It stays there until it is closed. */
export const reminderInAddress = (): number | null =>
  idIn(new URLSearchParams(window.location.search), 'reminder');

/** A reload, or a return to this screen, must not open it again. */
export function clearAddress(): void {
  if (window.location.search === '') return;
  window.history.replaceState(null, '', withLaunch(window.location.pathname));
}

/** What lies over the list, one at a time; over an opened reminder, too. */
type Overlay =
  | { kind: 'form'; target: DialogTarget }
  | { kind: 'snooze'; reminders: readonly Reminder[] }
  /** Of a series it is asked first how much of it is to go. */
  | { kind: 'removal'; reminder: Reminder };

/** The opened reminder, what lies over it or over the list, and which rows are chosen. */
export function useNewOverlays() {
  const { remove, forgetFinished } = useReminders();
  const [viewed, setViewed] = useState(reminderInAddress);
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  /** Null while nobody chooses. */
  const [selected, setSelected] = useState<ReadonlySet<number> | null>(null);
  // The history of the profile opens one while this screen is hidden: an effect runs each time that it is shown. The
  // browser's own Back leaves one that is open, and it is not to stand there at the next return.
  useEffect(() => {
    const shown = setTimeout(() => setViewed((last) => reminderInAddress() ?? last));
    return () => {
      clearTimeout(shown);
      setViewed(null);
    };
  }, []);
  const openForm = (target: DialogTarget) => setOverlay({ kind: 'form', target });
  const toggleSelected = useCallback(
    ({ id }: Reminder) =>
      setSelected((chosen) => {
        const next = new Set(chosen);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  const acts = useMemo(
    () => ({
      onOpen: ({ id }: Reminder) => setViewed(id),
      onEdit: (edit: Reminder) => setOverlay({ kind: 'form', target: { edit } }),
      onDelete: (reminder: Reminder) => {
        const hasTimes = reminder.repeat && !reminder.completed && reminder.state !== 'paused';
        if (hasTimes) setOverlay({ kind: 'removal', reminder });
        else remove(reminder);
      },
    }),
    [remove],
  );
  return {
    viewed,
    closeViewed: () => {
      setViewed(null);
      clearAddress();
    },
    overlay,
    close: () => setOverlay(null),
    openForm,
    /** For what had to be asked for first: whoever has opened something meanwhile goes on with that. */
    openFormAtLast: (target: DialogTarget) =>
      setOverlay((shown) => shown ?? { kind: 'form', target }),
    openSnooze: (reminders: readonly Reminder[]) => setOverlay({ kind: 'snooze', reminders }),
    /** What a card's own keys do. */
    acts,
    selected,
    toggleSelected,
    /** What was just finished stands there as it was, and is none to choose. */
    beginSelection: (reminder: Reminder) => {
      forgetFinished();
      toggleSelected(reminder);
    },
    endSelection: () => setSelected(null),
  };
}

interface Overlays extends ReturnType<typeof useNewOverlays> {
  /** Without it there is nothing to choose from. */
  isListShown: boolean;
}

export const [OverlaysContext, useOverlays] = contextOf<Overlays>();
