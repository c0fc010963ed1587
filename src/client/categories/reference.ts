import { useSWRConfig } from 'swr';
import { useAnswer } from '../session/use-answer';
import { rarelyChanges, useSession } from '../session/session';

/** What an import, or another category, changes. */
const SHOWN_IN = ['reminders/categories', 'reminders', 'notes', 'stats'];

export function useReloadShown(): () => Promise<void> {
  const { mutate } = useSWRConfig();
  const { api, keepSettings } = useSession();
  return async () => {
    // A category may be the usual one, and settings may come with a file. They count on every screen, and only the
    // profile reads them by itself.
    const settings = api.readSettings().then(keepSettings, () => undefined);
    await Promise.all([settings, ...SHOWN_IN.map((key) => mutate(key))]);
  };
}

/** The categories of reminders and notes; empty until they are here. */
export function useCategories() {
  const { api } = useSession();
  // Not as rarely as types: another device or an import may have added one.
  return useAnswer('reminders/categories', api.reminders.categories).data ?? [];
}

/** Categories and types of reminders; empty until they are here. */
export function useReference() {
  const { api } = useSession();
  const categories = useCategories();
  const types = useAnswer('reminders/types', api.reminders.types, rarelyChanges);
  return { categories, types: types.data ?? [] };
}
