import { useCallback, useEffect, useMemo, useState } from 'react';
import useSWR from 'swr';
import { type Responses } from '@/contract/api';
import { LIST_REFRESH_MS } from '@/core/limits';
import { appTexts } from '@/texts/app';
import { useSession } from '../session/session';
import { useFault, useSnackbar } from '../ui/snackbar';
import { ApiError } from '../wire/wire';

/** For what changes only when a new version of the server is installed. */
export const rarelyChanges = { revalidateOnFocus: false, revalidateIfStale: false };

/** After failures a list asks again so much later each time, and says so after a few: one lost request is no news. */
const AFTER_FAULT_MS = { step: 2_500, most: 10_000 };
const SILENT_FAILURES = 2;

interface RowEndpoints<R> {
  list: () => Promise<R[]>;
  /** The list that was asked for before the app's code came, where it is here. */
  fromPrelude: () => R[] | undefined;
  /** `leaves`: one that is several people's goes on for the others. Answers what is to be said of them. */
  remove: (id: number, leaves?: boolean) => Promise<Responses['removed']>;
  restore: (id: number) => Promise<R>;
}
interface Endpoints<R, Input> extends RowEndpoints<R> {
  create: (input: Input, key: string) => Promise<R>;
  update: (id: number, input: Input) => Promise<R>;
}

/** The user's rows of one kind as the server last told them; read anew by whoever asks again. */
export function useServerRows<R>(
  name: string,
  { list, fromPrelude }: Pick<RowEndpoints<R>, 'list' | 'fromPrelude'>,
) {
  const [fallbackData] = useState(fromPrelude);
  return useSWR<R[], unknown>(name, list, {
    ...(fallbackData && { fallbackData }),
    // `list` (wire.ts) answers the same array while nothing has changed: no need to compare 10,000 rows.
    compare: Object.is,
    shouldRetryOnError: false,
  });
}

/** In how many milliseconds to ask again after `now`. */
export type Pause<R> = (latest: readonly R[] | undefined, now: number) => number;

/**
 * Asks again while the app is in sight, so long after each answer and each change made here; null: others
 * do. What cannot succeed by itself is not asked again. Answers how many times in a row it has failed.
 */
export function useAskedAgain<R>(
  { data, error, isValidating, mutate }: ReturnType<typeof useServerRows<R>>,
  pauseAfter: Pause<R> | null,
): number {
  const [faults, setFaults] = useState({ last: error, inARow: 0 });
  const { inARow } = faults;
  if (faults.last !== error) {
    setFaults({ last: error, inARow: error === undefined ? 0 : inARow + 1 });
  }
  useEffect(() => {
    if (!pauseAfter || isValidating) return;
    if (error instanceof ApiError && !['offline', 'server'].includes(error.fault)) return;
    const pause =
      error === undefined
        ? pauseAfter(data, Date.now())
        : Math.min(AFTER_FAULT_MS.step * inARow, AFTER_FAULT_MS.most);
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void mutate();
    }, pause);
    return () => clearInterval(timer);
  }, [data, error, inARow, isValidating, mutate, pauseAfter]);
  return inARow;
}
const usualPause = () => LIST_REFRESH_MS;

/** A row to be changed, or the idempotency key of one to be created. */
export type SaveTarget = { id: number } | { key: string };

/** Tells that something failed and why. */
export function useTellFault(): ReturnType<typeof useFault> {
  const tell = useFault();
  return useCallback(
    (what, fault, ...action) => tell(whyFailed(what, fault), fault, ...action),
    [tell],
  );
}

/**
 * The user's rows of one kind and what can be done to them. What happens elsewhere (in the chat, on another
 * device) shows when the app comes into sight again, else after a pause. A deletion shows
 * at once, can be taken back, and undoes itself when the server refuses.
 */
export function useLiveRows<R extends { id: number; people?: number | undefined }>(
  name: string,
  endpoints: RowEndpoints<R>,
  texts: { deleted: string },
  pauseAfter: Pause<R> = usualPause,
) {
  const { host } = useSession();
  const showSnackbar = useSnackbar();
  const tell = useTellFault();
  const list = useServerRows(name, endpoints);
  const failures = useAskedAgain(list, pauseAfter);
  const { data, error, mutate } = list;
  const reload = useCallback(() => void mutate(), [mutate]);
  // Also where an answer is on its way: that one may tell of the time before.
  useEffect(() => host.onShown(reload), [host, reload]);
  /** Deleted or done here, and not yet confirmed by the server. */
  const [leaving, setLeaving] = useState<ReadonlySet<number>>(new Set());

  const acts = useMemo(() => {
    const putAll = (saved: readonly R[]) => {
      const byId = new Map(saved.map((row) => [row.id, row]));
      return mutate((rows = []) => {
        const others = rows.filter(({ id }) => !byId.has(id));
        // An act answers all of its row but how many share that.
        for (const { id, people } of rows) {
          const row = byId.get(id);
          if (row && people !== undefined) byId.set(id, { ...row, people });
        }
        return [...others, ...byId.values()];
      });
    };
    const put = (saved: R) => putAll([saved]);

    const hide = async <T>(gone: readonly number[], act: () => Promise<T>) => {
      setLeaving((ids) => new Set([...ids, ...gone]));
      try {
        return await act();
      } finally {
        setLeaving((ids) => new Set([...ids].filter((each) => !gone.includes(each))));
      }
    };

    const lookAfter = (fault: unknown) => {
      if (fault instanceof ApiError && ['conflict', 'gone'].includes(fault.fault)) void mutate();
    };
    /** Tells of a fault; a row that has changed meanwhile is read again. */
    const tellFault: typeof tell = (what, fault, action) => {
      tell(what, fault, action);
      lookAfter(fault);
    };

    /**
     * Takes a row out of sight at once, does `act`, and offers to take that back. `act` answers a
     * function that undoes it; null where there is nothing to undo. A refusal brings the row back. Nothing
     * is offered without `undoFailed`. `act` may say more. `stays`: its screen shows it meanwhile. Answers what
     * takes it back.
     */
    const leave = (
      id: number,
      act: (say: (text?: string) => void) => Promise<(() => Promise<void>) | null>,
      said: { done: string; failed: string; undoFailed?: string },
      stays = false,
    ) => {
      const say = (text?: string) => {
        if (text) showSnackbar({ text, severity: 'success', ...action });
      };
      const failed = (text: string) => (fault: unknown) => tellFault(text, fault);
      const acting = stays ? act(say) : hide([id], () => act(say));
      acting.catch(failed(said.failed));
      const takeBack = async () => (await acting.catch(() => null))?.();
      const { undoFailed } = said;
      const run = () => void takeBack().catch(failed(undoFailed ?? said.failed));
      host.haptic('press');
      const action = undoFailed && { action: { label: appTexts.actions.undo, run } };
      say(said.done);
      return run;
    };

    const drop = (id: number) => mutate((rows) => rows?.filter((row) => row.id !== id));

    /** `handedOn` is said of what its owner leaves to the others: that does not come back. */
    const remove = (id: number, handedOn?: string) => {
      const act = async (say: (text?: string) => void) => {
        const answer = await endpoints.remove(id, handedOn !== undefined).catch(ignoreGone);
        await drop(id);
        say(answer?.message);
        return async () => {
          await put(await endpoints.restore(id));
        };
      };
      const { deleteFailed, restoreFailed } = appTexts.fault;
      leave(id, act, {
        ...{ done: handedOn ?? texts.deleted, failed: deleteFailed },
        ...(handedOn === undefined && { undoFailed: restoreFailed }),
      });
    };
    return { remove, leave, hide, put, putAll, drop, tellFault, lookAfter };
  }, [endpoints, host, mutate, showSnackbar, tell, texts]);

  return {
    rows: data,
    leaving,
    error: data === undefined || failures > SILENT_FAILURES ? error : undefined,
    reload,
    ...acts,
  };
}

/** The same of rows that a form makes and changes: saving waits for the server, whose word on the form counts. */
export function useLiveList<R extends { id: number; people?: number | undefined }, Input>(
  name: string,
  endpoints: Endpoints<R, Input>,
  texts: { deleted: string },
  pauseAfter?: Pause<R>,
) {
  const { lookAfter, ...live } = useLiveRows(name, endpoints, texts, pauseAfter);
  const { put } = live;
  const save = useCallback(
    async (input: Input, target: SaveTarget) => {
      try {
        const saved =
          'id' in target
            ? await endpoints.update(target.id, input)
            : await endpoints.create(input, target.key);
        await put(saved);
        return saved;
      } catch (fault) {
        lookAfter(fault);
        throw fault;
      }
    },
    [endpoints, lookAfter, put],
  );
  return { ...live, save };
}

/** What failed, and where the server has words for it, why. */
const whyFailed = (what: string, fault: unknown): string =>
  fault instanceof ApiError &&
  fault.message !== '' &&
  ['rejected', 'conflict', 'offline'].includes(fault.fault)
    ? `${what}. ${fault.message}`
    : what;

/** Deleted in the chat already: that is what was asked for. */
function ignoreGone(fault: unknown): void {
  if (!(fault instanceof ApiError) || fault.fault !== 'gone') throw fault;
}
