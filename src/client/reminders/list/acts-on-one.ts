import { useMemo } from 'react';
import { type Acted } from '@/contract/api';
import { type Reminder } from '@/contract/reminder';
import { excerpt } from '@/core/cut';
import { appTexts } from '@/texts/app';
import { counterTexts } from '@/texts/counter';
import { viewTexts } from '@/texts/view';
import { type useRowActs } from '../../list/row-acts';
import { useSession } from '../../session/session';
import { type FinishedChanges } from './finished';

const { fault: faults, reminders: texts } = appTexts;
const { undoFailed } = faults;
const { failed } = viewTexts.said;

/** Letters of a reminder's text in a message about it. */
export const NAME_MAX = 40;

export type ReminderRowActs = ReturnType<typeof useRowActs<Reminder>>;

/** What can be done to one reminder; each act but `rewrite` tells how it went, and can be taken back. */
export function useActsOnOne(
  { leave, put, drop, tellFault }: ReminderRowActs,
  { keep, forget }: FinishedChanges,
) {
  const { api } = useSession();
  return useMemo(() => {
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
    /** Does an act; the row is out of sight meanwhile. */
    const act = (
      { id }: Reminder,
      call: () => Promise<Acted>,
      said: { done: string; failed: string },
    ) => {
      leave(id, () => does(id, call), { ...said, undoFailed });
    };
    return {
      act,
      /** «Пропустить»: what waits, else what comes next. */
      skip: (row: Reminder) =>
        act(row, () => api.reminders.act(row, 'skip'), { done: viewTexts.said.skipped, failed }),
      /** «Готово»: the row stays where it is, with the way back. */
      finish: (row: Reminder) => {
        const { id } = row;
        const finishing = () =>
          does(id, () => api.reminders.act(row, 'done')).catch((fault: unknown) => {
            forget([id]);
            throw fault;
          });
        const said = { done: saidOfFinished(row), failed: faults.doneFailed, undoFailed };
        const bringBack = leave(id, finishing, said, true);
        keep(new Map([[id, { row, bringBack }]]));
      },
      /** «В заметки»: the reminder goes, its text stays as a note. */
      toNote: (row: Reminder) => {
        const making = async (say: (text?: string) => void) => {
          const { note, created, message } = await api.reminders.toNote(row);
          await drop(row.id);
          say(message);
          return async () => {
            if (created) await api.notes.remove(note.id);
            await put(await api.reminders.restore(row.id));
          };
        };
        leave(row.id, making, { done: texts.madeNote, failed: faults.toNoteFailed, undoFailed });
      },
      /** Changes what an opened reminder says; answers whether it did. */
      rewrite: async (call: () => Promise<Acted>) => {
        try {
          await put((await call()).notification);
          return true;
        } catch (fault) {
          tellFault(failed, fault);
          return false;
        }
      },
    };
  }, [api, drop, forget, keep, leave, put, tellFault]);
}

function saidOfFinished({ text, counter }: Reminder): string {
  const done = texts.done(excerpt(text, NAME_MAX));
  if (!counter) return done;
  const left = { ...counter, left: Math.max(0, counter.left - 1) };
  return `${done}. ${counterTexts.after(left)}`;
}
