import { useCallback, useState } from 'react';
import { type Reminder } from '@/contract/reminder';

/** Rows that are chosen one by one; `ids` is null while nobody chooses. */
export function useSelection() {
  const [ids, setIds] = useState<ReadonlySet<number> | null>(null);
  const toggle = useCallback(
    ({ id }: Reminder) =>
      setIds((chosen) => {
        const next = new Set(chosen);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  const end = useCallback(() => setIds(null), []);
  return { ids, toggle, end };
}
