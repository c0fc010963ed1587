import { useMemo, useState } from 'react';
import { type ScopedMutator, useSWRConfig } from 'swr';
import { type Responses } from '@/contract/api';
import { appTexts } from '@/texts/app';
import { useSession } from '../session/session';
import { useTellFault } from '../session/use-fault';
import { showSnackbar } from '../ui/snackbar';
import { isFault } from '../wire/wire';

interface RowEndpoints<R> {
  /** `leaves`: one that is several people's goes on for the others. Answers what is to be said of them. */
  remove: (id: number, leaves?: boolean) => Promise<object & Responses['removed']>;
  restore: (id: number) => Promise<R>;
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
  const putAll = (saved: readonly R[]) => mutate<R[]>(name, withRows(saved));
  const dropAll = (ids: readonly number[]) =>
    mutate<R[]>(name, (rows) => rows?.filter(({ id }) => !ids.includes(id)));
  return {
    putAll,
    /** Of all at once: SWR reads the list again for each change of it. */
    dropAll,
    put: (saved: R) => putAll([saved]),
    /** Before the server has answered: a list read now would not know of it, and take it out of sight. */
    show: (row: R) => mutate<R[]>(name, withRows([row]), { revalidate: false }),
    drop: (id: number) => dropAll([id]),
  };
}

/** What is said of an act. */
interface Said {
  done: string;
  failed: string;
  /** Where it cannot be taken back; without it no way back is offered. */
  undoFailed?: string;
}

interface LeavingTools {
  /** Does what takes a row away; meanwhile that is out of sight. */
  hide: <T>(id: number, act: () => Promise<T>) => Promise<T>;
  press: () => void;
  tellFault: (what: string, fault: unknown) => void;
}

/**
 * Takes a row out of sight at once, does `act`, and offers to take that back. `act` answers a
 * function that undoes it; null where there is nothing to undo. A refusal brings the row back.
 * `act` may say more. `stays`: its screen shows it meanwhile. Answers what takes it back.
 */
const leaveWith =
  ({ hide, press, tellFault }: LeavingTools) =>
  (
    id: number,
    act: (say: (text?: string) => void) => Promise<(() => Promise<void>) | null>,
    { done, failed, undoFailed }: Said,
    stays = false,
  ): (() => void) => {
    let isTakenBack = false;
    const say = (text?: string) => {
      if (text && !isTakenBack) {
        showSnackbar({ text, undo: undoFailed === undefined ? undefined : undo });
      }
    };
    const acting = stays ? act(say) : hide(id, () => act(say));
    acting.catch((fault: unknown) => tellFault(failed, fault));
    const takeBack = calledOnce(async () => (await acting.catch(() => null))?.());
    const undo = () => {
      isTakenBack = true;
      void takeBack().catch((fault: unknown) => tellFault(undoFailed ?? failed, fault));
    };
    press();
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
  texts: { deleted: string },
) {
  const { host } = useSession();
  const { mutate } = useSWRConfig();
  const tell = useTellFault();
  /** Deleted or done here, and not yet confirmed by the server. */
  const [leaving, setLeaving] = useState<ReadonlySet<number>>(new Set());

  const acts = useMemo(() => {
    const rows = keptRows<R>(name, mutate);
    const hide: LeavingTools['hide'] = async (id, act) => {
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
    const leave = leaveWith({ hide, press: () => host.haptic('press'), tellFault });

    /** `handedOn`: what is said where the owner leaves it to the others, from where it does not come back. */
    const remove = (id: number, handedOn?: string) => {
      const leaves = handedOn !== undefined;
      const act = async (say: (text?: string) => void) => {
        const answer = await endpoints.remove(id, leaves).catch(ignoreGone);
        await rows.drop(id);
        say(answer?.message);
        return async () => {
          await rows.put(await endpoints.restore(id));
        };
      };
      const { deleteFailed, restoreFailed } = appTexts.fault;
      leave(id, act, {
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
    return { ...rows, remove, leave, hide, tellFault, saved };
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
