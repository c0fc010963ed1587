import { useSWRConfig } from 'swr';
import { useAnswer } from '../session/use-answer';
import { rarelyChanges, useSession } from '../session/session';

/** What an import, or another category, changes: a category may be the usual one, and settings may come with a file. */
const SHOWN_IN = [
  'reminders/categories',
  'notes/categories',
  'reminders',
  'notes',
  'stats',
  'settings',
];

export function useReloadShown(): () => Promise<void> {
  const { mutate } = useSWRConfig();
  return async () => {
    await Promise.all(SHOWN_IN.map((key) => mutate(key)));
  };
}

/** Categories and types of reminders; empty until they are here. */
export function useReference() {
  const { api } = useSession();
  // Not as rarely as types: another device or an import may have added one.
  const categories = useAnswer('reminders/categories', api.reminders.categories);
  const types = useAnswer('reminders/types', api.reminders.types, rarelyChanges);
  return { categories: categories.data ?? [], types: types.data ?? [] };
}
