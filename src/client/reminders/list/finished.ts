import { useMemo, useState } from 'react';
import { type Reminder } from '@/contract/reminder';

/** What was finished on the list and stays in its place until that is left: how it was, what takes it back. */
export type Finished = ReadonlyMap<number, { row: Reminder; bringBack: () => void }>;
const none: Finished = new Map();

export type FinishedChanges = ReturnType<typeof useFinished>['changes'];

export function useFinished() {
  const [finished, setFinished] = useState(none);
  const changes = useMemo(
    () => ({
      keep: (rows: Finished) => setFinished((all) => new Map([...all, ...rows])),
      forget: (ids: readonly number[]) =>
        setFinished((all) => new Map([...all].filter(([id]) => !ids.includes(id)))),
      forgetAll: () => setFinished(none),
    }),
    [],
  );
  return { finished, changes };
}
