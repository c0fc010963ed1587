import { useCallback } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { rarelyChanges, useSession } from '../session/session';

const SHOWN_IN = ['reminders/categories', 'notes/categories', 'reminders', 'notes', 'stats'];

export function useReloadShown(): () => Promise<void> {
  const { mutate } = useSWRConfig();
  return useCallback(async () => {
    await Promise.all(SHOWN_IN.map((key) => mutate(key)));
  }, [mutate]);
}

/** Categories and types of reminders; empty until they are here. */
export function useReference() {
  const { api } = useSession();
  // Not as rarely as types: another device or an import may have added one.
  const categories = useSWR('reminders/categories', api.reminders.categories);
  const types = useSWR('reminders/types', api.reminders.types, rarelyChanges);
  return { categories: categories.data ?? [], types: types.data ?? [] };
}
