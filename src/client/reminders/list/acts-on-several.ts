import { type Acted } from '@/contract/api';
import { type Reminder } from '@/contract/reminder';
import { excerpt } from '@/core/cut';
import { appTexts } from '@/texts/app';
import { viewTexts } from '@/texts/view';
import { useSession } from '../../session/session';
import { useSnackbar } from '../../ui/snackbar';
import { useCardClock } from '../../ui/use-date-time';
import { NAME_MAX, type ReminderRowActs } from './acts-on-one';
import { type FinishedChanges } from './finished';

const { actions, fault: faults, reminders: texts } = appTexts;

const CALLS_AT_ONCE = 4;
const FAILED_NAMED = 2;

/** What is done to several reminders at once, in the selection and of all that wait. */
export function useActsOnSeveral(rowActs: ReminderRowActs, changes: FinishedChanges) {
  const { api } = useSession();
  const actOnAll = useActOnAll(rowActs, changes);
  const clock = useCardClock();
  const undoable = (call: (row: Reminder) => Promise<Acted>) => async (row: Reminder) => {
    const { notification, undo } = await call(row);
    const takeBack = async () => (await api.reminders.undo(row.id, undo ?? '')).notification;
    return { changed: notification, ...(undo !== null && { takeBack }) };
  };
  return {
    /** «Отметить все»: as of one alone, what was finished stays in its place. */
    finishAll: (rows: readonly Reminder[]) => {
      const call = undoable((row) => api.reminders.act(row, 'done'));
      const finishing = actOnAll(rows, call, {
        done: ({ length }) => texts.doneAll(length),
        failed: faults.doneFailed,
      });
      const bringBack = (id: number) => () => void finishing.then((takeBack) => takeBack(id));
      changes.keep(new Map(rows.map((row) => [row.id, { row, bringBack: bringBack(row.id) }])));
    },
    /** «Отложить» until an instant (ISO) or by a preset. */
    snooze: (rows: readonly Reminder[], until: string) => {
      const call = undoable((row) => api.reminders.act(row, 'snooze', { until }));
      void actOnAll(rows, call, {
        done: (snoozed) => {
          const moments = snoozed.map((row) => clock.moment(row.snoozedUntil ?? row.dateTime).full);
          const [moment = '', ...others] = new Set(moments);
          if (snoozed.length === 1) return texts.snoozedUntil(moment);
          return texts.snoozedAll(snoozed.length, others.length === 0 ? moment : null);
        },
        failed: faults.snoozeFailed,
      });
    },
    moveAll: (rows: readonly Reminder[], categoryId: number) => {
      const call = undoable((row) => api.reminders.rewrite(row, { categoryId }));
      void actOnAll(rows, call, {
        done: ({ length }) => texts.movedAll(length),
        failed: viewTexts.said.failed,
      });
    },
    removeAll: (rows: readonly Reminder[]) => {
      let alsoSaid = '';
      const call = async ({ id }: Reminder) => {
        const { message } = await api.reminders.remove(id);
        if (message) alsoSaid = `. ${message}`;
        return { changed: null, takeBack: () => api.reminders.restore(id) };
      };
      void actOnAll(rows, call, {
        done: ({ length }) => texts.deletedAll(length) + alsoSaid,
        failed: faults.deleteFailed,
      });
    },
  };
}

/** What an act makes of a row, null where that is gone, and what takes it back. */
interface Changed {
  changed: Reminder | null;
  takeBack?: () => Promise<Reminder>;
}

/**
 * Does one act to each reminder, and tells how it went; a single «Отменить» takes all of that back. Answers what
 * takes back the act on one of them.
 */
function useActOnAll({ putAll, drop, tellFault }: ReminderRowActs, { forget }: FinishedChanges) {
  const { host } = useSession();
  const showSnackbar = useSnackbar();
  return async (
    reminders: readonly Reminder[],
    act: (row: Reminder) => Promise<Changed>,
    said: { done: (rows: readonly Reminder[]) => string; failed: string },
  ) => {
    /** Tells what failed of several: by name, and of the first why. */
    const tellFailed = (what: string, failed: readonly Failed[], undo?: () => void) => {
      const named = failed.slice(0, FAILED_NAMED).map(({ row }) => excerpt(row.text, NAME_MAX));
      const text = faults.ofSome(what, named, failed.length - named.length);
      tellFault(text, failed[0]?.fault, undo && { label: actions.undo, run: undo });
    };
    host.haptic('press');
    const { done, failed } = await each(reminders, act);
    forget(failed.map(({ row }) => row.id));
    const changed = done.flatMap(({ answer }) => answer.changed ?? []);
    if (changed.length > 0) await putAll(changed);
    for (const { row, answer } of done) if (!answer.changed) await drop(row.id);
    const takeBacks = new Map(done.map(({ row, answer }) => [row.id, answer.takeBack]));
    const undo = async (some: readonly Reminder[]) => {
      const back = await each(some, async (row) => (await takeBacks.get(row.id)?.()) ?? row);
      await putAll(back.done.map(({ answer }) => answer));
      forget(back.done.map(({ row }) => row.id));
      if (back.failed.length > 0) tellFailed(faults.undoFailed, back.failed);
    };
    const acted = done.map(({ row }) => row);
    const canUndo = done.some(({ answer }) => answer.takeBack);
    const runUndo = canUndo ? () => void undo(acted) : undefined;
    if (failed.length > 0) tellFailed(said.failed, failed, runUndo);
    else {
      showSnackbar({
        text: said.done(done.map(({ row, answer }) => answer.changed ?? row)),
        severity: 'success',
        action: runUndo && { label: actions.undo, run: runUndo },
      });
    }
    return (id: number) => undo(acted.filter((row) => row.id === id));
  };
}

interface Failed {
  row: Reminder;
  fault: unknown;
}

/** Calls for each row, a few at once; answers what was answered and what failed, in the order in which that came. */
async function each<T>(rows: readonly Reminder[], call: (row: Reminder) => Promise<T>) {
  const done: { row: Reminder; answer: T }[] = [];
  const failed: Failed[] = [];
  const left = [...rows];
  const work = async () => {
    for (let row = left.shift(); row !== undefined; row = left.shift()) {
      try {
        done.push({ row, answer: await call(row) });
      } catch (fault) {
        failed.push({ row, fault });
      }
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, work));
  return { done, failed };
}
