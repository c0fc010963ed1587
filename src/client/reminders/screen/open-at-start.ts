import { useEffect, useEffectEvent, useRef } from 'react';
import { useSWRConfig } from 'swr';
import { LAUNCH_PARAMS } from '@/contract/launch';
import { draftCreateKey } from '@/contract/headers';
import { appTexts } from '@/texts/app';
import { useSession } from '../../session/session';
import { useReminders } from '../list/reminders';
import { showSnackbar } from '../../ui/snackbar';
import { type DialogTarget, keptReminder } from '../form/form';
import { clearAddress, reminderInAddress } from '../form/use-overlays';

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

/** For a card of the chat named in the address, or what the last session could not save. */
export function useOpenAtStart(openForm: Open, openFormAtLast: Open): void {
  const { user } = useSession();
  const { rows } = useReminders();
  const openDraft = useOpenDraft(openFormAtLast);
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
      const row = rows?.find(({ id }) => id === kept.editId);
      const edit = row && { ...row, version: kept.version ?? row.version };
      openForm({
        values: kept.values,
        notice: appTexts.form.typedBack,
        edit,
      });
    }
  });
  useEffect(() => {
    if (!rows || done.current) return;
    done.current = true;
    void openFirst();
  }, [rows]);
}
