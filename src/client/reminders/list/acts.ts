import { useMemo, useState } from 'react';
import { type Acted } from '@/contract/api';
import { type Reminder } from '@/contract/reminder';
import { excerpt } from '@/core/cut';
import { appTexts } from '@/texts/app';
import { counterTexts } from '@/texts/counter';
import { viewTexts } from '@/texts/view';
import { calledOnce, type Changed, ignoreGone, type useRowActs } from '../../list/row-acts';
import { useSession } from '../../session/session';
import { showSnackbar } from '../../ui/snackbar';
import { useCardClock } from '../../session/use-date-time';
import { type Api } from '../../wire/api';

const { actions, fault: faults, reminders: texts } = appTexts;
const { undoFailed } = faults;
const { failed: actFailed } = viewTexts.said;

/** What was finished on the list and stays in its place until that is left: how it was, what takes it back. */
type Finished = ReadonlyMap<number, { row: Reminder; bringBack: () => void }>;
const none: Finished = new Map();

type FinishedChanges = ReturnType<typeof useFinished>['changes'];

/**
 * A row is kept until the list or its tab is left (`forgetAll`), until its «Готово» fails or is taken back, or until it
 * rings again or is changed.
 */
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

/** Letters of a reminder's text in a message about it. */
const NAME_MAX = 40;

type ReminderRowActs = ReturnType<typeof useRowActs<Reminder>>;

/** What a call has made of `row` on the server. */
async function acted(api: Api, row: Reminder, call: Promise<Acted>): Promise<Changed<Reminder>> {
  const { notification, undo } = await call;
  // Where an act has changed nothing, `undo` is of an earlier one.
  const hasChanged = undo !== null && notification.version > row.version;
  const takeBack = async () => (await api.reminders.undo(row.id, undo ?? '')).notification;
  return { changed: notification, ...(hasChanged && { takeBack }) };
}

/** What can be done to one reminder; each act but `rewrite` tells how it went, and can be taken back. */
export function useActsOnOne(
  { leave, put, tellFault }: ReminderRowActs,
  { keep, forget }: FinishedChanges,
) {
  const { api } = useSession();
  return useMemo(
    () => ({
      /** Does an act; the row is out of sight meanwhile. */
      act: (row: Reminder, what: 'skip' | 'pause' | 'resume', until?: string) => {
        const call = () => acted(api, row, api.reminders.act(row, what, until));
        leave(row.id, call, { done: viewTexts.said[what], failed: actFailed, undoFailed });
      },
      /** «Готово»: the row stays where it is, with the way back. */
      finish: (row: Reminder) => {
        const { id } = row;
        const call = () => acted(api, row, api.reminders.act(row, 'done'));
        const said = { done: saidOfFinished(row), failed: faults.doneFailed, undoFailed };
        const bringBack = leave(id, call, said, () => forget([id]));
        keep(new Map([[id, { row, bringBack }]]));
      },
      /** «В заметки»: the reminder goes, its text stays as a note. */
      toNote: (row: Reminder) => {
        const call = async () => {
          const { note, created, message } = await api.reminders.toNote(row);
          const takeBack = async () => {
            const restored = await api.reminders.restore(row.id);
            await put(restored);
            // Last: broken off in between, there are both, and nothing is lost.
            if (created) await api.notes.remove(note.id).catch(ignoreGone);
            return restored;
          };
          return { changed: null, takeBack, message };
        };
        leave(row.id, call, { done: texts.madeNote, failed: faults.toNoteFailed, undoFailed });
      },
      /** Changes what an opened reminder says; answers the fault, which it has told, where it did not. */
      rewrite: async (...change: Parameters<Api['reminders']['rewrite']>) => {
        try {
          await put((await api.reminders.rewrite(...change)).notification);
          return null;
        } catch (fault) {
          tellFault(actFailed, fault);
          return fault;
        }
      },
    }),
    [api, forget, keep, leave, put, tellFault],
  );
}

function saidOfFinished({ text, counter }: Reminder): string {
  const done = texts.done(excerpt(text, NAME_MAX));
  if (!counter) return done;
  const left = { ...counter, left: Math.max(0, counter.left - 1) };
  return `${done}. ${counterTexts.after(left)}`;
}

const CALLS_AT_ONCE = 4;
const FAILED_NAMED = 2;

/** What is done to several reminders at once, in the selection and of all that wait. */
export function useActsOnSeveral(rowActs: ReminderRowActs, changes: FinishedChanges) {
  const { api } = useSession();
  const actOnAll = useActOnAll(rowActs, changes);
  const clock = useCardClock();
  return {
    /** «Отметить все»: as of one alone, what was finished stays in its place. */
    finishAll: (rows: readonly Reminder[]) => {
      const call = (row: Reminder) => acted(api, row, api.reminders.act(row, 'done'));
      const finishing = actOnAll(rows, call, {
        done: ({ length }) => texts.doneAll(length),
        failed: faults.doneFailed,
      });
      const bringBack = (id: number) => () => void finishing.then((takeBack) => takeBack(id));
      changes.keep(new Map(rows.map((row) => [row.id, { row, bringBack: bringBack(row.id) }])));
    },
    /** «Отложить» until an instant (ISO) or by a preset. */
    snooze: (rows: readonly Reminder[], until: string) => {
      const call = (row: Reminder) => acted(api, row, api.reminders.act(row, 'snooze', until));
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
      const call = (row: Reminder) => acted(api, row, api.reminders.rewrite(row, { categoryId }));
      void actOnAll(rows, call, {
        done: ({ length }) => texts.movedAll(length),
        failed: actFailed,
      });
    },
    removeAll: (rows: readonly Reminder[]) => {
      void actOnAll(rows, (row) => rowActs.removal(row), {
        done: ({ length }) => texts.deletedAll(length),
        failed: faults.deleteFailed,
      });
    },
  };
}

/**
 * Does one act to each reminder, and tells how it went; a single «Отменить» takes all of that back. Answers what
 * takes back the act on one of them.
 */
function useActOnAll({ put, drop, tellFault }: ReminderRowActs, { forget }: FinishedChanges) {
  const { host } = useSession();
  return async (
    reminders: readonly Reminder[],
    act: (row: Reminder) => Promise<Changed<Reminder>>,
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
    if (changed.length > 0) await put(...changed);
    const gone = done.filter(({ answer }) => !answer.changed).map(({ row }) => row.id);
    if (gone.length > 0) await drop(...gone);
    const takeBacks = new Map(
      done.map(({ row, answer: { takeBack } }) => [row.id, takeBack && calledOnce(takeBack)]),
    );
    const undo = async (some: readonly Reminder[]) => {
      const back = await each(some, async (row) => (await takeBacks.get(row.id)?.()) ?? row);
      await put(...back.done.map(({ answer }) => answer));
      forget(back.done.map(({ row }) => row.id));
      if (back.failed.length > 0) tellFailed(faults.undoFailed, back.failed);
    };
    const acted = done.map(({ row }) => row);
    const canUndo = done.some(({ answer }) => answer.takeBack);
    const runUndo = canUndo ? () => void undo(acted) : undefined;
    if (failed.length > 0) tellFailed(said.failed, failed, runUndo);
    else {
      const all = said.done(done.map(({ row, answer }) => answer.changed ?? row));
      const also = done.map(({ answer }) => answer.message).findLast(Boolean);
      showSnackbar({ text: also ? `${all}. ${also}` : all, undo: runUndo });
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
