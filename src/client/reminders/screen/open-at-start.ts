import { useSWRConfig } from 'swr';
import { draftCreateKey } from '@/contract/headers';
import { appTexts } from '@/texts/app';
import { keptTarget, useOnceHere } from '../../form/edited-row';
import { idIn } from '../../host/navigate';
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
    const draftId = idIn(new URLSearchParams(window.location.search), 'draft');
    if (reminderInAddress() !== null) return;
    clearAddress();
    if (draftId !== null) {
      await openDraft(draftId);
      return;
    }
    // Without a connection the list has only the next of them.
    const read = async (id: number) => (await api.reminders.read(id)).notification;
    const kept = await keptTarget(keptReminder, user.id, here, read);
    if (kept) open(kept);
  });
}
