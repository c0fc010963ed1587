import { useCallback } from 'react';
import { useSWRConfig } from 'swr';

/** What shows categories: to choose from, on cards, in numbers. */
const SHOWN_IN = ['reminders/categories', 'notes/categories', 'reminders', 'notes', 'stats'];

/** Reads anew whatever shows the user's categories; for when any of them may have changed. */
export function useReloadShown(): () => Promise<void> {
  const { mutate } = useSWRConfig();
  return useCallback(async () => {
    await Promise.all(SHOWN_IN.map((key) => mutate(key)));
  }, [mutate]);
}
