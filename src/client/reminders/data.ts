import { useCallback } from 'react';
import useSWR from 'swr';
import { type Acted, type Reminder } from '@/contract/reminder';
import { appTexts } from '@/texts/app';
import { rarelyChanges, useRows } from '../rows';
import { useSession } from '../session';

/** The user's reminders (rows.ts). */
export function useReminders() {
  const { api } = useSession();
  const { leave, put, ...rows } = useRows('reminders', api.reminders, appTexts.reminders);
  /** Does an act, which can be taken back. */
  const act = useCallback(
    (reminder: Reminder, call: () => Promise<Acted>, said: { done: string; failed: string }) =>
      leave(
        reminder.id,
        async () => {
          const { notification, undo } = await call();
          await put(notification);
          return undo === null
            ? null
            : async () => {
                await put((await api.reminders.undo(reminder.id, undo)).notification);
              };
        },
        { ...said, undoFailed: appTexts.fault.undoFailed },
      ),
    [api, leave, put],
  );
  /** «Готово». */
  const finish = useCallback(
    (reminder: Reminder) =>
      act(reminder, () => api.reminders.done(reminder), {
        done: appTexts.reminders.done,
        failed: appTexts.fault.doneFailed,
      }),
    [act, api],
  );
  return { ...rows, act, finish };
}

/** What the reminder's own view does; each act can be taken back. */
export type ReminderActs = Pick<ReturnType<typeof useReminders>, 'act' | 'finish' | 'remove'>;

/** Categories and types of reminders; empty until they are here. */
export function useReference() {
  const { api } = useSession();
  const categories = useSWR('reminders/categories', api.reminders.categories, rarelyChanges);
  const types = useSWR('reminders/types', api.reminders.types, rarelyChanges);
  return { categories: categories.data ?? [], types: types.data ?? [] };
}
