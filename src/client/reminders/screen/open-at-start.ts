import { useSWRConfig } from 'swr';
import { LAUNCH_PARAMS } from '@/contract/launch';
import { draftCreateKey } from '@/contract/headers';
import { appTexts } from '@/texts/app';
import { keptRow, useOnceHere } from '../../form/edited-row';
import { useSession } from '../../session/session';
import { useTellFault } from '../../session/use-fault';
import { useReminders } from '../list/reminders';
import { showSnackbar } from '../../ui/snackbar';
import { isFault } from '../../wire/wire';
import { type DialogTarget, keptReminder } from '../form/form';
import { clearAddress, reminderInAddress } from '../form/use-overlays';

type Open = (target: DialogTarget) => void;

export function useOpenDraft(open: Open) {
  const { api } = useSession();
  const { rows } = useReminders();
  const { mutate } = useSWRConfig();
  const tellFault = useTellFault();
  return async (draftId: number) => {
    try {
      const { reminderId, ...start } = await api.drafts.read(draftId);
      // A card that was saved already is that reminder: it is edited, not made once more.
      const edit = rows?.find((row) => row.id === reminderId);
      open(edit ? { edit } : { start, createKey: draftCreateKey(draftId) });
    } catch (fault) {
      if (!isFault(fault, 'gone')) {
        tellFault(appTexts.list.failed, fault);
        return;
      }
      showSnackbar({ text: appTexts.reminderForm.draftGone, severity: 'error' });
      void mutate('drafts');
    }
  };
}

/** For a card of the chat named in the address, or what the last session could not save. */
export function useOpenAtStart(open: Open): void {
  const { api, user } = useSession();
  const { rows } = useReminders();
  const openDraft = useOpenDraft(open);
  useOnceHere(rows, async (here) => {
    const params = new URLSearchParams(window.location.search);
    const draftId = Number(params.get(LAUNCH_PARAMS.draft) ?? NaN);
    if (reminderInAddress() !== null) return;
    clearAddress();

    if (Number.isInteger(draftId)) {
      await openDraft(draftId);
    } else {
      const kept = keptReminder.read(user.id);
      if (!kept) return;
      // Without a connection the list has only the next of them.
      const read = async (id: number) => (await api.reminders.read(id)).notification;
      const edit = await keptRow(kept, here, read);
      if (edit === null) return;
      open({
        ...kept.openedFor,
        values: kept.values,
        notice: appTexts.form.typedBack,
        edit,
      });
    }
  });
}
