import { useCallback, useRef, useState } from 'react';
import { useAnswer } from '../session/use-answer';
import { LIST_REFRESH_MS } from '@/core/limits';

interface RowSource<R> {
  list: () => Promise<R[]>;
  /** The list that was asked for before the app's code came, where it is here. */
  fromPrelude?: () => R[] | undefined;
}

/** In how many milliseconds after `now` (epoch milliseconds) a list asks again; 0 for never. */
export type RefreshIn<R> = (rows: readonly R[] | undefined, now: number) => number;
const usualRefresh = () => LIST_REFRESH_MS;

/** After each failure a list waits so much longer, and says so after a few: one lost request is no news. */
const RETRY_STEP_MS = 2_500;
const RETRY_MOST_MS = 10_000;
const SILENT_FAILURES = 2;

/**
 * The user's rows of one kind as the server last told them; undefined until they are here. What happens elsewhere
 * (in the chat, on another device) shows when the app comes into sight again, else after `refreshIn`.
 */
export function useServerRows<R>(
  name: string,
  { list, fromPrelude }: RowSource<R>,
  refreshIn: RefreshIn<R> = usualRefresh,
) {
  const [fallbackData] = useState(() => fromPrelude?.());
  const [latest, setLatest] = useState(fallbackData);
  const [failures, setFailures] = useState(0);
  const retry = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { data, error, mutate } = useAnswer(name, list, {
    ...(fallbackData && { fallbackData }),
    // `list` (wire.ts) answers the same array while nothing has changed: no need to compare 10,000 rows.
    compare: Object.is,
    // A new function for new rows: SWR begins to wait anew, as something of them may be due sooner.
    refreshInterval: useCallback(() => refreshIn(latest, Date.now()), [latest, refreshIn]),
    onSuccess: () => setFailures(0),
    onErrorRetry: (_fault, _name, _config, ask, options) => {
      setFailures((known) => Math.max(known, options.retryCount));
      clearTimeout(retry.current);
      const pause = Math.min(RETRY_STEP_MS * options.retryCount, RETRY_MOST_MS);
      retry.current = setTimeout(() => void ask(options), pause);
    },
  });
  if (data !== latest) setLatest(data);
  const isToBeSaid = data === undefined || failures > SILENT_FAILURES;
  return { rows: data, error: isToBeSaid ? error : undefined, reload: mutate };
}
