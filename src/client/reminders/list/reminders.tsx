import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from 'react';
import { appTexts } from '@/texts/app';
import { useRowActs, useSaveRow } from '../../list/row-acts';
import { useServerRows } from '../../list/server-rows';
import { useSession } from '../../session/session';
import { useActsOnOne } from './acts-on-one';
import { useActsOnSeveral } from './acts-on-several';
import { useFinished } from './finished';
import { refreshCount, refreshList } from './refresh';

type Reminders = ReturnType<typeof useNewReminders>;
const RemindersContext = createContext<Reminders | null>(null);

/** The user's reminders, and all that can be done to them. */
export function useReminders(): Reminders {
  const reminders = use(RemindersContext);
  if (!reminders) throw new Error('no reminders around this component');
  return reminders;
}

/** Reads the reminders for every screen, as often as the one in sight needs. */
export function RemindersProvider({ children }: { children: ReactNode }) {
  return <RemindersContext value={useNewReminders()}>{children}</RemindersContext>;
}

function useNewReminders() {
  const { api } = useSession();
  const [isListInSight, setListInSight] = useState(false);
  const refresh = isListInSight ? refreshList : refreshCount;
  const { rows, error, reload } = useServerRows('reminders', api.reminders, refresh);
  const rowActs = useRowActs('reminders', api.reminders, appTexts.reminders);
  const { leaving, remove } = rowActs;
  const { finished, changes } = useFinished();
  const { forgetAll } = changes;
  const save = useSaveRow(api.reminders, rowActs);
  const actsOnOne = useActsOnOne(rowActs, changes);
  const actsOnSeveral = useActsOnSeveral(rowActs, changes);
  /** For an effect of the list's screen. */
  const wasLeft = useRef(false);
  const showList = useCallback(() => {
    setListInSight(true);
    // Behind another screen they were read seldom.
    if (wasLeft.current) void reload();
    return () => {
      wasLeft.current = true;
      setListInSight(false);
      forgetAll();
    };
  }, [forgetAll, reload]);
  const listed = useMemo(
    () => rows?.map((row) => finished.get(row.id)?.row ?? row),
    [rows, finished],
  );
  return {
    /** Undefined until they are here. */
    rows,
    /** The same as the list shows them. */
    listed,
    leaving,
    finished,
    forgetFinished: forgetAll,
    error,
    reload,
    showList,
    remove,
    save,
    ...actsOnOne,
    ...actsOnSeveral,
  };
}
