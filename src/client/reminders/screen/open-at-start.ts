import { useEffect, useEffectEvent, useRef } from 'react';
import { useSWRConfig } from 'swr';
import { LAUNCH_PARAMS } from '@/contract/launch';
import { draftCreateKey } from '@/contract/headers';
import { type Reminder } from '@/contract/reminder';
import { appTexts } from '@/texts/app';
import { useSession } from '../../session/session';
import { useReminders } from '../list/reminders';
import { showSnackbar } from '../../ui/snackbar';
import { type DialogTarget, keptReminder } from '../form/form';
import { clearAddress, reminderInAddress } from '../form/use-overlays';
import { isFault } from '../../wire/wire';

const texts = appTexts.reminderForm;

type Open = (target: DialogTarget) => void;

export function useOpenDraft(open: Open) {
  const { api } = useSession();
  const { rows } = useReminders();
  const { mutate } = useSWRConfig();
  return async (draftId: number) => {
    try {
      const { reminderId, ...start } = await api.drafts.read(draftId);
      // A card that was saved already is that reminder: it is edited, not made once more.
      const edit = rows?.find((row) => row.id === reminderId);
      const createKey = draftCreateKey(draftId);
      const saved = () => void mutate('drafts');
      open(edit ? { edit } : { start, createKey, saved });
    } catch {
      showSnackbar({ text: texts.draftGone, severity: 'error' });
    }
  };
}

/**
 * Finds the row that a kept form edits. Undefined where that was deleted since, so that the form is a new one's; null where
 * it cannot be read now, so that the form is kept for the next start.
 */
function useKeptRow() {
  const { api } = useSession();
  const { rows } = useReminders();
  return async (id: number): Promise<Reminder | undefined | null> => {
    // Without a connection the list has only the next of them.
    const here = rows?.find((row) => row.id === id);
    if (here) return here;
    try {
      return (await api.reminders.read(id)).notification;
    } catch (fault) {
      return isFault(fault, 'gone') ? undefined : null;
    }
  };
}

/** For a card of the chat named in the address, or what the last session could not save. */
export function useOpenAtStart(open: Open): void {
  const { user } = useSession();
  const { rows } = useReminders();
  const { mutate } = useSWRConfig();
  const rowOf = useKeptRow();
  const openDraft = useOpenDraft(open);
  const done = useRef(false);
  const openFirst = useEffectEvent(async () => {
    const params = new URLSearchParams(window.location.search);
    const draftId = Number(params.get(LAUNCH_PARAMS.draft) ?? NaN);
    if (reminderInAddress() !== null) return;
    clearAddress();

    if (Number.isInteger(draftId)) {
      await openDraft(draftId);
    } else {
      const kept = keptReminder.read(user.id);
      if (!kept) return;
      const row = kept.editId === null ? undefined : await rowOf(kept.editId);
      if (row === null) return;
      const edit = row && { ...row, version: kept.version ?? row.version };
      open({
        ...kept.openedFor,
        values: kept.values,
        notice: appTexts.form.typedBack,
        edit,
        saved: () => void mutate('drafts'),
      });
    }
  });
  useEffect(() => {
    if (!rows || done.current) return;
    done.current = true;
    void openFirst();
  }, [rows]);
}
