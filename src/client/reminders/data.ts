import { useCallback } from 'react';
import useSWR from 'swr';
import { type Reminder } from '@/contract/reminder';
import { appTexts } from '@/texts/app';
import { rarelyChanges, useRows } from '../rows';
import { useSession } from '../session';

/** The user's reminders (rows.ts). */
export function useReminders() {
  const { api } = useSession();
  const { leave, put, ...rows } = useRows('reminders', api.reminders, appTexts.reminders);
  /** «Готово», which can be taken back. */
  const finish = useCallback(
    (reminder: Reminder) =>
      leave(
        reminder.id,
        async () => {
          const { notification, undo } = await api.reminders.done(reminder);
          await put(notification);
          return undo === null
            ? null
            : async () => {
                await put((await api.reminders.undo(reminder.id, undo)).notification);
              };
        },
        {
          done: appTexts.reminders.done,
          failed: appTexts.fault.doneFailed,
          undoFailed: appTexts.fault.undoFailed,
        },
      ),
    [api, leave, put],
  );
  return { ...rows, finish };
}

/** Categories and types of reminders; empty until they are here. */
export function useReference() {
  const { api } = useSession();
  const categories = useSWR('reminders/categories', api.reminders.categories, rarelyChanges);
  const types = useSWR('reminders/types', api.reminders.types, rarelyChanges);
  return { categories: categories.data ?? [], types: types.data ?? [] };
}
