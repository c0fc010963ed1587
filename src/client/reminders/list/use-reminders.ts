import { useEffect, useMemo, useState } from 'react';
import { type Acted } from '@/contract/api';
import { type Reminder } from '@/contract/reminder';
import { excerpt } from '@/core/cut';
import { COUNT_REFRESH_MS, LIST_REFRESH_MS } from '@/core/limits';
import { appTexts } from '@/texts/app';
import { counterTexts } from '@/texts/counter';
import { viewTexts } from '@/texts/view';
import { useRowActs, useSaveRow } from '../../list/row-acts';
import { useServerRows } from '../../list/server-rows';
import { useSession } from '../../session/session';
import { useSnackbar } from '../../ui/snackbar';

const { actions, fault: faults, reminders: texts } = appTexts;
const { undoFailed } = faults;

const CALLS_AT_ONCE = 4;
const NAMED = 2;
const NAME_MAX = 40;

/** What was finished on the list and stays in its place until that is left: how it was, what takes it back. */
type Finished = ReadonlyMap<number, { row: Reminder; bringBack: () => void }>;
const noneFinished: Finished = new Map();

export function useReminders() {
  const { api, host } = useSession();
  const showSnackbar = useSnackbar();
  const list = useServerRows('reminders', api.reminders, askListIn);
  const rowActs = useRowActs('reminders', api.reminders, texts);
  const { leave, put, putAll, drop, tellFault, remove, leaving } = rowActs;
  const save = useSaveRow(api.reminders, rowActs);

  const [finished, setFinished] = useState(noneFinished);
  const forgetFinished = () => setFinished(noneFinished);
  // Also when another screen is shown.
  useEffect(() => forgetFinished, []);

  const acts = useMemo(() => {
    /** Tells what failed of several: by name, and of one alone why. */
    const tellFailed = (what: string, failed: readonly Failed<Reminder>[], undo?: () => void) => {
      const [first] = failed;
      if (!first) return;
      const named = failed.slice(0, NAMED).map(({ row }) => excerpt(row.text, NAME_MAX));
      const text = faults.ofSome(what, named, failed.length - named.length);
      tellFault(text, first.fault, undo && { label: actions.undo, run: undo });
    };

    const forget = (ids: readonly number[]) => {
      setFinished((all) => new Map([...all].filter(([each]) => !ids.includes(each))));
    };
    /**
     * Does one act to each reminder; a single «Отменить» takes all of that back. Answers what takes back
     * the act on one of them.
     */
    const actOnAll = async (
      reminders: readonly Reminder[],
      act: (row: Reminder) => Promise<Changed>,
      said: { done: (rows: readonly Reminder[]) => string; failed: string },
    ) => {
      host.haptic('press');
      const { done, failed } = await each(reminders, act);
      forget(failed.map(({ row }) => row.id));
      const changed = done.flatMap(({ answer }) => answer.changed ?? []);
      if (changed.length > 0) await putAll(changed);
      for (const { row, answer } of done) if (!answer.changed) await drop(row.id);
      const undo = async (some = done) => {
        const back = await each(
          some,
          async ({ row, answer }) => (await answer.takeBack?.()) ?? row,
        );
        await putAll(back.done.map(({ answer }) => answer));
        forget(back.done.map(({ answer }) => answer.id));
        const lost = back.failed.map(({ row: { row }, fault }) => ({ row, fault }));
        tellFailed(undoFailed, lost);
      };
      const runUndo = done.some(({ answer }) => answer.takeBack) ? () => void undo() : undefined;
      if (failed.length > 0) tellFailed(said.failed, failed, runUndo);
      else {
        showSnackbar({
          text: said.done(done.map(({ row, answer }) => answer.changed ?? row)),
          severity: 'success',
          ...(runUndo && { action: { label: actions.undo, run: runUndo } }),
        });
      }
      return (id: number) => undo(done.filter(({ row }) => row.id === id));
    };

    const undoable = (call: (row: Reminder) => Promise<Acted>) => async (row: Reminder) => {
      const { notification, undo } = await call(row);
      const takeBack = async () => (await api.reminders.undo(row.id, undo ?? '')).notification;
      return { changed: notification, ...(undo !== null && { takeBack }) };
    };

    /** Does an act and answers what takes it back. */
    const does = async (id: number, call: () => Promise<Acted>) => {
      const { notification, undo } = await call();
      await put(notification);
      if (undo === null) return null;
      return async () => {
        await put((await api.reminders.undo(id, undo)).notification);
        forget([id]);
      };
    };
    /** Does an act, which can be taken back; its row is out of sight meanwhile. */
    const act = (
      { id }: Reminder,
      call: () => Promise<Acted>,
      said: { done: string; failed: string },
    ) => {
      leave(id, () => does(id, call), { ...said, undoFailed });
    };
    /** «Пропустить»: what waits, else what comes next. */
    const skip = (reminder: Reminder) =>
      act(reminder, () => api.reminders.skip(reminder), {
        done: viewTexts.said.skipped,
        failed: viewTexts.said.failed,
      });
    const finish = (reminder: Reminder) => {
      const { id } = reminder;
      const finishing = () =>
        does(id, () => api.reminders.done(reminder)).catch((fault: unknown) => {
          forget([id]);
          throw fault;
        });
      const { counter } = reminder;
      const left = counter && { ...counter, left: Math.max(0, counter.left - 1) };
      const name = texts.done(excerpt(reminder.text, NAME_MAX));
      const done = left ? `${name}. ${counterTexts.after(left)}` : name;
      const bringBack = leave(id, finishing, { done, failed: faults.doneFailed, undoFailed }, true);
      setFinished((all) => new Map(all).set(id, { row: reminder, bringBack }));
    };
    /** «В заметки»: the reminder goes, its text stays as a note. */
    const toNote = (reminder: Reminder) => {
      const making = async (say: (text?: string) => void) => {
        const { note, created, message } = await api.reminders.toNote(reminder);
        await drop(reminder.id);
        say(message);
        return async () => {
          if (created) await api.notes.remove(note.id);
          await put(await api.reminders.restore(reminder.id));
        };
      };
      leave(reminder.id, making, { done: texts.madeNote, failed: faults.toNoteFailed, undoFailed });
    };
    /** «Отметить все»: as of one alone, what was finished stays in its place. */
    const finishAll = (reminders: readonly Reminder[]) => {
      const done = ({ length }: readonly Reminder[]) => texts.doneAll(length);
      const finishing = actOnAll(reminders, undoable(api.reminders.done), {
        done,
        failed: faults.doneFailed,
      });
      const stays = reminders.map((row) => {
        const bringBack = () => void finishing.then((takeBack) => takeBack(row.id));
        return [row.id, { row, bringBack }] as const;
      });
      setFinished((all) => new Map([...all, ...stays]));
    };
    /** «Отложить» until an instant (ISO) or by a preset; `sayMoment` says when that is. */
    const snooze = (
      reminders: readonly Reminder[],
      until: string,
      sayMoment: (iso: string) => string,
    ) =>
      actOnAll(
        reminders,
        undoable((row) => api.reminders.snooze(row, until)),
        {
          done: (rows) => {
            const moments = rows.map((row) => sayMoment(row.snoozedUntil ?? row.dateTime));
            const [moment = '', ...others] = new Set(moments);
            if (rows.length === 1) return texts.snoozedUntil(moment);
            return texts.snoozedAll(rows.length, others.length === 0 ? moment : null);
          },
          failed: faults.snoozeFailed,
        },
      );
    const moveAll = (reminders: readonly Reminder[], categoryId: number) =>
      actOnAll(
        reminders,
        undoable((row) => api.reminders.rewrite(row, { categoryId })),
        {
          done: ({ length }) => texts.movedAll(length),
          failed: viewTexts.said.failed,
        },
      );
    const removeAll = (reminders: readonly Reminder[]) => {
      let alsoSaid = '';
      return actOnAll(
        reminders,
        async ({ id }) => {
          const { message } = await api.reminders.remove(id);
          if (message) alsoSaid = `. ${message}`;
          return { changed: null, takeBack: () => api.reminders.restore(id) };
        },
        {
          done: ({ length }) => texts.deletedAll(length) + alsoSaid,
          failed: faults.deleteFailed,
        },
      );
    };
    /** Changes what an opened reminder says; whether it did. */
    const rewrite = async (call: () => Promise<Acted>) => {
      try {
        await put((await call()).notification);
        return true;
      } catch (fault) {
        tellFault(viewTexts.said.failed, fault);
        return false;
      }
    };
    return { act, skip, finish, finishAll, snooze, toNote, moveAll, removeAll, rewrite };
  }, [api, drop, host, leave, put, putAll, showSnackbar, tellFault]);
  const listed = useMemo(
    () =>
      finished.size === 0 ? list.rows : list.rows?.map((row) => finished.get(row.id)?.row ?? row),
    [list.rows, finished],
  );
  return { ...list, ...acts, leaving, remove, save, listed, finished, forgetFinished };
}

export type ReminderActs = Pick<
  ReturnType<typeof useReminders>,
  'act' | 'skip' | 'finish' | 'remove' | 'toNote' | 'rewrite'
>;

/** What an act makes of a row, null where that is gone, and what takes it back. */
interface Changed {
  changed: Reminder | null;
  takeBack?: () => Promise<Reminder>;
}

interface Failed<R> {
  row: R;
  fault: unknown;
}

/** Calls for each row, a few at once; what was answered and what failed, in the rows' order. */
async function each<R, T>(
  rows: readonly R[],
  call: (row: R) => Promise<T>,
): Promise<{ done: { row: R; answer: T }[]; failed: Failed<R>[] }> {
  const done: { row: R; answer: T }[] = [];
  const failed: Failed<R>[] = [];
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

/** What is due comes mostly within this time, else is looked for again and again for a while. */
const COMES_MS = 1_000;
const LOOK_AGAIN_MS = 2_500;
const LATE_MS = 30_000;

/**
 * In how many milliseconds the list has to be asked again: when something of it is due, ends its pause
 * or comes again, and a few times more until that shows; otherwise after `atMost`.
 */
export function askAgainIn(rows: readonly Reminder[], now: number, atMost: number): number {
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
}
const askListIn = (rows: readonly Reminder[] = [], now: number) =>
  askAgainIn(rows, now, LIST_REFRESH_MS);
const askCountIn = (rows: readonly Reminder[] = [], now: number) =>
  askAgainIn(rows, now, COUNT_REFRESH_MS);

/** 0 until the list is here. `listed`: the screen shows it, and reads it anew all the while. */
export function useWaitingCount(listed: boolean): number {
  const { api } = useSession();
  const { rows } = useServerRows('reminders', api.reminders, listed ? readByOthers : askCountIn);
  return useMemo(
    () => rows?.filter(({ waitingSince }) => waitingSince !== null).length ?? 0,
    [rows],
  );
}

const readByOthers = () => 0;
/** The user's reminders, read anew by others; undefined until they are here. */
export const useRows = () =>
  useServerRows('reminders', useSession().api.reminders, readByOthers).rows;
