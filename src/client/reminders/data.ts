import { useCallback, useState } from 'react';
import useSWR from 'swr';
import { type Reminder, type ReminderInput } from '@/contract/reminder';
import { useSession } from '../session';
import { ApiError } from '../wire';

/** Categories and types of reminders; empty until they are here. */
export function useReference() {
  const { api } = useSession();
  const categories = useSWR('reminders/categories', api.reminders.categories, rarelyChanges);
  const types = useSWR('reminders/types', api.reminders.types, rarelyChanges);
  return { categories: categories.data ?? [], types: types.data ?? [] };
}
const rarelyChanges = { revalidateOnFocus: false, revalidateIfStale: false };

/**
 * The user's reminders and what can be done to them. A deletion shows at once and is taken back when
 * the server refuses; saving waits for the server, whose word on the form counts.
 */
export function useReminders() {
  const { api, report } = useSession();
  const { data, error, mutate, isLoading } = useSWR<Reminder[], unknown>(
    'reminders',
    api.reminders.list,
    // The reader answers the same array while nothing has changed: no need to compare 10,000 rows.
    { compare: Object.is },
  );
  /** Deleted here, and not yet told so by the server. */
  const [leaving, setLeaving] = useState<ReadonlySet<number>>(new Set());

  const put = useCallback(
    (saved: Reminder) =>
      mutate((rows) => [...(rows ?? []).filter((row) => row.id !== saved.id), saved], {
        revalidate: false,
      }),
    [mutate],
  );
  const drop = useCallback(
    (id: number) => mutate((rows) => rows?.filter((row) => row.id !== id), { revalidate: false }),
    [mutate],
  );

  const save = useCallback(
    async (input: ReminderInput, target: { id: number } | { key: string }) => {
      const saved =
        'id' in target
          ? await api.reminders.update(target.id, input)
          : await api.reminders.create(input, target.key);
      await put(saved);
      return saved;
    },
    [api, put],
  );

  const remove = useCallback(
    async (id: number) => {
      setLeaving((ids) => new Set(ids).add(id));
      try {
        await api.reminders.remove(id).catch((fault: unknown) => {
          // Deleted in the chat already: that is what was asked for.
          if (!(fault instanceof ApiError) || fault.fault !== 'gone') throw fault;
        });
        await drop(id);
      } catch (fault) {
        report(fault);
        throw fault;
      } finally {
        setLeaving((ids) => new Set([...ids].filter((each) => each !== id)));
      }
    },
    [api, drop, report],
  );

  const restore = useCallback(
    async (id: number) => {
      try {
        await put(await api.reminders.restore(id));
      } catch (fault) {
        report(fault);
        throw fault;
      }
    },
    [api, put, report],
  );

  return { reminders: data, leaving, error, isLoading, reload: mutate, save, remove, restore };
}
