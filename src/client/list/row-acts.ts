import { useMemo, useState } from 'react';
import { type ScopedMutator, useSWRConfig } from 'swr';
import { type Responses } from '@/contract/api';
import { appTexts } from '@/texts/app';
import { type Session, useSession } from '../session/session';
import { useTellFault } from '../session/use-fault';
import { showSnackbar } from '../ui/snackbar';
import { isFault } from '../wire/wire';

interface RowEndpoints<R> {
  /** `leaves`: one that is several people's goes on for the others. Answers what is to be said of them. */
  remove: (id: number, leaves?: boolean) => Promise<object & Responses['removed']>;
  restore: (id: number) => Promise<R>;
}

/** What an act makes of a row, null where that is gone; what takes it back, and what more is to be said of it. */
export interface Changed<R> {
  changed: R | null;
  takeBack?: () => Promise<R>;
  message?: string | undefined;
}

/** Writes into the rows that useServerRows has under `name`; SWR then reads the list again, but behind `show`. */
function keptRows<R extends { id: number; people?: number | undefined }>(
  name: string,
  mutate: ScopedMutator,
) {
  const withRows = (saved: readonly R[]) => (rows: R[] | undefined) => {
    // No list has been read yet: what the device has kept is shown, and is not to be replaced by these rows alone.
    if (!rows) return rows;
    const before = new Map(rows.map((row) => [row.id, row]));
    // The answer to an act lacks `people`, which only a list tells: that stays as it was.
    const now = saved.map((row) => {
      const people = before.get(row.id)?.people;
      return people === undefined ? row : { ...row, people };
    });
    const isSaved = new Set(now.map(({ id }) => id));
    return [...rows.filter(({ id }) => !isSaved.has(id)), ...now];
  };
  // Of all at once: SWR reads the list again for each change of it.
  return {
    put: (...saved: R[]) => mutate<R[]>(name, withRows(saved)),
    /** Before the server has answered: a list read now would not know of it, and take it out of sight. */
    show: (row: R) => mutate<R[]>(name, withRows([row]), { revalidate: false }),
    drop: (...ids: number[]) =>
      mutate<R[]>(name, (rows) => rows?.filter(({ id }) => !ids.includes(id))),
  };
}

/** What is said of an act. */
interface Said {
  done: string;
  failed: string;
  /** Where it cannot be taken back; without it no way back is offered. */
  undoFailed?: string;
}

interface LeavingTools<R> {
  /** Does what takes a row away; meanwhile that is out of sight. */
  hide: <T>(id: number, act: () => Promise<T>) => Promise<T>;
  put: (saved: R) => Promise<unknown>;
  drop: (id: number) => Promise<unknown>;
  host: Session['host'];
  tellFault: (what: string, fault: unknown) => void;
}

/**
 * Takes a row out of sight at once, does `act`, shows what that has made of it, and offers to take it back. A refusal
 * brings the row back. With `letGo` its screen shows the row as it was meanwhile, until the act fails or is taken back:
 * then that is called. Answers what takes the act back.
 */
const leaveWith =
  <R>({ hide, put, drop, host, tellFault }: LeavingTools<R>) =>
  (
    id: number,
    act: () => Promise<Changed<R>>,
    { done, failed, undoFailed }: Said,
    letGo?: () => void,
  ): (() => void) => {
    let isTakenBack = false;
    const say = (text?: string) => {
      if (text && !isTakenBack) {
        showSnackbar({ text, undo: undoFailed === undefined ? undefined : undo });
      }
    };
    const actAndShow = async () => {
      const { changed, takeBack, message } = await act();
      await (changed ? put(changed) : drop(id));
      say(message);
      return takeBack;
    };
    const acting = letGo ? actAndShow() : hide(id, actAndShow);
    acting.catch((fault: unknown) => {
      letGo?.();
      tellFault(failed, fault);
    });
    const takeBackOnce = calledOnce(async () => {
      const takeBack = await acting.catch(() => undefined);
      if (!takeBack) return;
      await put(await takeBack());
      letGo?.();
    });
    const undo = () => {
      isTakenBack = true;
      void takeBackOnce().catch((fault: unknown) => tellFault(undoFailed ?? failed, fault));
    };
    host.haptic('press');
    say(done);
    return undo;
  };

/**
 * What can be done to the rows that useServerRows has under `name`. A deletion shows at once, can be taken back, and
 * undoes itself when the server refuses.
 */
export function useRowActs<R extends { id: number; people?: number | undefined }>(
  name: string,
  endpoints: RowEndpoints<R>,
  texts: { deleted: string; left?: string },
) {
  const { host } = useSession();
  const { mutate } = useSWRConfig();
  const tell = useTellFault();
  /** Deleted or done here, and not yet confirmed by the server. */
  const [leaving, setLeaving] = useState<ReadonlySet<number>>(new Set());

  const acts = useMemo(() => {
    const rows = keptRows<R>(name, mutate);
    const hide: LeavingTools<R>['hide'] = async (id, act) => {
      setLeaving((ids) => new Set([...ids, id]));
      try {
        return await act();
      } finally {
        setLeaving((ids) => new Set([...ids].filter((each) => each !== id)));
      }
    };
    /** Reads the rows again where the fault says that one of them has changed meanwhile, or is gone. */
    const lookAfter = (fault: unknown) => {
      if (isFault(fault, 'conflict', 'gone')) void mutate(name);
    };
    const tellFault: typeof tell = (what, fault, action) => {
      tell(what, fault, action);
      lookAfter(fault);
    };
    const leave = leaveWith<R>({ ...rows, hide, host, tellFault });
    const removal = async ({ id, people }: R, leaves?: boolean): Promise<Changed<R>> => {
      const answer = await endpoints.remove(id, leaves).catch(ignoreGone);
      // Where it has ended for the others, the server says so; the owner who hands it on is told by `remove`.
      const left = people !== undefined && !leaves ? texts.left : undefined;
      const message = answer?.message ?? left;
      return { changed: null, takeBack: () => endpoints.restore(id), message };
    };

    /** `handedOn`: what is said where the owner leaves it to the others, from where it does not come back. */
    const remove = (row: R, handedOn?: string) => {
      const leaves = handedOn !== undefined;
      const { deleteFailed, restoreFailed } = appTexts.fault;
      leave(row.id, () => removal(row, leaves), {
        done: handedOn ?? texts.deleted,
        failed: deleteFailed,
        ...(!leaves && { undoFailed: restoreFailed }),
      });
    };
    /** Shows what a save answers. Waits for the server, whose word on the form counts; rejects with ApiError. */
    const saved = async (saving: Promise<R>): Promise<R> => {
      try {
        const row = await saving;
        await rows.put(row);
        return row;
      } catch (fault) {
        lookAfter(fault);
        throw fault;
      }
    };
    return { ...rows, removal, remove, leave, hide, tellFault, saved };
  }, [endpoints, host, mutate, name, tell, texts]);
  return { leaving, ...acts };
}

/** Calls at the first press and answers the others with that; anew only once it has failed. */
export function calledOnce<T>(call: () => Promise<T>): () => Promise<T> {
  let called: Promise<T> | null = null;
  const callAgain = () => {
    const calling = call();
    calling.catch(() => (called = null));
    return calling;
  };
  return () => (called ??= callAgain());
}

/** Deleted in the chat already: that is what was asked for. */
export function ignoreGone(fault: unknown): void {
  if (!isFault(fault, 'gone')) throw fault;
}
