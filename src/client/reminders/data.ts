import useSWR from 'swr';
import { appTexts } from '@/texts/app';
import { rarelyChanges, useRows } from '../rows';
import { useSession } from '../session';

/** The user's reminders (rows.ts). */
export function useReminders() {
  const { api } = useSession();
  return useRows('reminders', api.reminders, appTexts.reminders);
}

/** Categories and types of reminders; empty until they are here. */
export function useReference() {
  const { api } = useSession();
  const categories = useSWR('reminders/categories', api.reminders.categories, rarelyChanges);
  const types = useSWR('reminders/types', api.reminders.types, rarelyChanges);
  return { categories: categories.data ?? [], types: types.data ?? [] };
}
