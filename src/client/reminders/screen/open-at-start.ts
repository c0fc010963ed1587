import { useEffect, useEffectEvent, useRef } from 'react';
import { LAUNCH_PARAMS } from '@/contract/launch';
import { draftCreateKey } from '@/contract/headers';
import { type Reminder } from '@/contract/reminder';
import { appTexts } from '@/texts/app';
import { useSession } from '../../session/session';
import { withLaunch } from '../../host/launch';
import { useSnackbar } from '../../ui/snackbar';
import { type DialogTarget } from '../form/dialog';
import { keptReminder } from '../form/form';

const texts = appTexts.reminderForm;

/** The reminder that the address names: «Открыть» of its message in the chat. It stays there until it is closed. */
export function reminderInAddress(): number | null {
  const id = Number(new URLSearchParams(window.location.search).get(LAUNCH_PARAMS.reminder) ?? NaN);
  return Number.isInteger(id) ? id : null;
}

/** A reload, or a return to this screen, must not open it again. */
export function clearAddress(): void {
  if (window.location.search === '') return;
  window.history.replaceState(null, '', withLaunch(window.location.pathname));
}

/** For a card of the chat named in the address, or what the last session could not save. */
export function useOpenAtStart(
  reminders: readonly Reminder[] | undefined,
  open: (target: DialogTarget) => void,
): void {
  const { api, user, timeZone } = useSession();
  const showSnackbar = useSnackbar();
  const done = useRef(false);
  const openFirst = useEffectEvent(async (rows: readonly Reminder[]) => {
    const params = new URLSearchParams(window.location.search);
    const draftId = Number(params.get(LAUNCH_PARAMS.draft) ?? NaN);
    if (reminderInAddress() !== null) return;
    clearAddress();

    const byId = (id: number) => rows.find((row) => row.id === id);
    if (Number.isInteger(draftId)) {
      try {
        const { reminderId, ...start } = await api.draft(draftId);
        // A card that was saved already is that reminder: it is edited, not made once more.
        const edit = reminderId === undefined ? undefined : byId(reminderId);
        const { noteId } = start;
        const createKey = draftCreateKey(draftId);
        open(edit ? { edit } : { start, createKey, ...(noteId !== undefined && { noteId }) });
      } catch {
        showSnackbar({ text: texts.draftGone, severity: 'error' });
      }
    } else {
      const kept = await keptReminder.read(user.id);
      if (!kept) return;
      const row = kept.editId === null ? undefined : byId(kept.editId);
      const edit = row && { ...row, version: kept.version ?? row.version };
      const values = { ...kept.values, timeZone: kept.values.timeZone ?? timeZone };
      open({
        values,
        notice: appTexts.form.typedBack,
        ...(edit && { edit }),
        ...(kept.noteId !== undefined && { noteId: kept.noteId }),
      });
    }
  });
  useEffect(() => {
    if (!reminders || done.current) return;
    done.current = true;
    void openFirst(reminders);
  }, [reminders]);
}
