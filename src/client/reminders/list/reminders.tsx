import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { type Reminder } from '@/contract/reminder';
import { COUNT_REFRESH_MS, LIST_REFRESH_MS } from '@/core/limits';
import { appTexts } from '@/texts/app';
import { useRowActs } from '../../list/row-acts';
import { type RefreshIn, useServerRows } from '../../list/server-rows';
import { useSession } from '../../session/session';
import { contextOf } from '../../ui/context-of';
import { type Api } from '../../wire/api';
import { useActsOnOne, useActsOnSeveral, useFinished } from './acts';

/** What is due comes mostly within this time, else is looked for again and again for a while. */
const COMES_MS = 1_000;
const LOOK_AGAIN_MS = 2_500;
const LATE_MS = 30_000;

/**
 * The list is asked again when something of it is due, ends its pause or comes again, and a few times more until
 * that shows; otherwise after `atMost` milliseconds.
 */
const refreshWithin =
  (atMost: number): RefreshIn<Reminder> =>
  (rows = [], now) => {
    let pause = atMost;
    for (const { completed, waitingSince, ...row } of rows) {
      if (completed) continue;
      for (const moment of [row.dateTime, row.snoozedUntil, row.pausedUntil]) {
        if (moment === null || (waitingSince !== null && moment <= waitingSince)) continue;
        const ahead = Date.parse(moment) + COMES_MS - now;
        if (ahead > -LATE_MS) pause = Math.min(pause, Math.max(ahead, LOOK_AGAIN_MS));
      }
    }
    return pause;
  };

/** While the list is in sight. */
const refreshList = refreshWithin(LIST_REFRESH_MS);

/** While another screen is, which shows how many wait. */
const refreshCount = refreshWithin(COUNT_REFRESH_MS);

/** Whether more has happened to what was `row` than its «Готово», which raises the version by one. */
function goesOnSince(row: Reminder, { version, waitingSince }: Reminder): boolean {
  const hasRung = waitingSince !== null && waitingSince !== row.waitingSince;
  return hasRung || version > row.version + 1;
}

type Reminders = ReturnType<typeof useNewReminders>;
/** The user's reminders, and all that can be done to them. */
const [RemindersContext, useReminders] = contextOf<Reminders>();
export { useReminders };

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
  const { leaving, remove, saved } = rowActs;
  const { finished, changes } = useFinished();
  const { forgetAll } = changes;
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
  // One that rings again, or that something else was done to, stands there as what it is now, and from now on.
  const wentOn = [...finished].flatMap(([id, { row }]) => {
    const present = rows?.find((each) => each.id === id);
    return present && goesOnSince(row, present) ? [id] : [];
  });
  if (wentOn.length > 0) changes.forget(wentOn);
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
    /** Saves a form over `row`, as its user last saw that, or as a new one, of which there is one for each key. */
    save: (...what: Parameters<Api['reminders']['save']>) => saved(api.reminders.save(...what)),
    ...actsOnOne,
    ...actsOnSeveral,
  };
}
