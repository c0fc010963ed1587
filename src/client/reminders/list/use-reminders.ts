import { useCallback, useMemo } from 'react';
import { type Acted } from '@/contract/api';
import { type Reminder } from '@/contract/reminder';
import { excerpt } from '@/core/cut';
import { COUNT_REFRESH_MS, LIST_REFRESH_MS } from '@/core/limits';
import { appTexts } from '@/texts/app';
import { useAskedAgain, useLiveList, useServerRows } from '../../list/live-list';
import { useSession } from '../../session/session';
import { useSnackbar } from '../../ui/snackbar';

const { actions, fault: faults, reminders: texts } = appTexts;

const CALLS_AT_ONCE = 4;
const NAMED = 2;
const NAME_MAX = 40;

interface Told {
  done: (rows: readonly Reminder[]) => string;
  failed: string;
}

export function useReminders() {
  const { api, host } = useSession();
  const showSnackbar = useSnackbar();
  const { leave, hide, put, putAll, drop, tellFault, ...rows } = useLiveList(
    'reminders',
    api.reminders,
    texts,
    askListIn,
  );

  /** Tells what failed of several: by name, and of one alone why. */
  const tellFailed = useCallback(
    (what: string, failed: readonly Failed<Reminder>[], undo?: () => void) => {
      const [first] = failed;
      if (!first) return;
      const named = failed.slice(0, NAMED).map(({ row }) => excerpt(row.text, NAME_MAX));
      const text = faults.ofSome(what, named, failed.length - named.length);
      tellFault(text, first.fault, undo && { label: actions.undo, run: undo });
    },
    [tellFault],
  );

  /** Does one act to each reminder; a single «Отменить» takes all of that back. */
  const actOnAll = useCallback(
    async (
      reminders: readonly Reminder[],
      act: (row: Reminder) => Promise<Acted>,
      { done: said, failed: what }: Told,
    ) => {
      host.haptic('press');
      const { done, failed } = await each(reminders, act);
      const changed = done.map(({ answer }) => answer.notification);
      if (changed.length > 0) await putAll(changed);
      const undo = async () => {
        const back = await each(done, ({ answer: { notification, undo: version } }) =>
          api.reminders.undo(notification.id, version ?? ''),
        );
        await putAll(back.done.map(({ answer }) => answer.notification));
        const lost = back.failed.map(({ row: { row }, fault }) => ({ row, fault }));
        tellFailed(faults.undoFailed, lost);
      };
      const runUndo = done.some(({ answer }) => answer.undo !== null)
        ? () => void undo()
        : undefined;
      if (failed.length > 0) tellFailed(what, failed, runUndo);
      else {
        showSnackbar({
          text: said(changed),
          severity: 'success',
          ...(runUndo && { action: { label: actions.undo, run: runUndo } }),
        });
      }
    },
    [api, host, putAll, showSnackbar, tellFailed],
  );

  /** Does an act, which can be taken back; its row is out of sight meanwhile. */
  const act = useCallback(
    (reminder: Reminder, call: () => Promise<Acted>, said: { done: string; failed: string }) =>
      leave(
        reminder.id,
        async () => {
          const { notification, undo } = await call();
          await put(notification);
          return undo === null
            ? null
            : async () => {
                await put((await api.reminders.undo(reminder.id, undo)).notification);
              };
        },
        { ...said, undoFailed: faults.undoFailed },
      ),
    [api, leave, put],
  );
  const finish = useCallback(
    (reminder: Reminder) =>
      act(reminder, () => api.reminders.done(reminder), {
        done: texts.done(excerpt(reminder.text, NAME_MAX)),
        failed: faults.doneFailed,
      }),
    [act, api],
  );
  /** «В заметки»: the reminder goes, its text stays as a note. */
  const toNote = useCallback(
    (reminder: Reminder) =>
      leave(
        reminder.id,
        async () => {
          const { note, created } = await api.reminders.toNote(reminder);
          await drop(reminder.id);
          return async () => {
            if (created) await api.notes.remove(note.id);
            await put(await api.reminders.restore(reminder.id));
          };
        },
        {
          done: texts.madeNote,
          failed: faults.toNoteFailed,
          undoFailed: faults.undoFailed,
        },
      ),
    [api, drop, leave, put],
  );
  /** «Отметить все» */
  const finishAll = useCallback(
    (reminders: readonly Reminder[]) =>
      hide(
        reminders.map(({ id }) => id),
        () =>
          actOnAll(reminders, api.reminders.done, {
            done: ({ length }) => texts.doneAll(length),
            failed: faults.doneFailed,
          }),
      ),
    [actOnAll, api, hide],
  );
  /** «Отложить» until an instant (ISO) or by a preset; `sayMoment` says when that is. */
  const snooze = useCallback(
    (reminders: readonly Reminder[], until: string, sayMoment: (iso: string) => string) =>
      actOnAll(reminders, (row) => api.reminders.snooze(row, until), {
        done: (rows) => {
          const moment = sayMoment(rows[0]?.snoozedUntil ?? rows[0]?.dateTime ?? '');
          return rows.length > 1
            ? texts.snoozedAll(rows.length, moment)
            : texts.snoozedUntil(moment);
        },
        failed: faults.snoozeFailed,
      }),
    [actOnAll, api],
  );
  return { ...rows, act, finish, finishAll, snooze, toNote };
}

export type ReminderActs = Pick<
  ReturnType<typeof useReminders>,
  'act' | 'finish' | 'remove' | 'toNote'
>;

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
  const rows = useRows();
  useAskedAgain(rows, listed ? null : askCountIn);
  return useMemo(
    () => rows.data?.filter(({ waitingSince }) => waitingSince !== null).length ?? 0,
    [rows.data],
  );
}

/** The user's reminders, read anew by others; undefined until they are here. */
export const useRows = () => useServerRows('reminders', useSession().api.reminders);
