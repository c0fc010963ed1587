import { useDeferredValue, useMemo, useState } from 'react';
import { ALL } from '@/core/limits';

/**
 * What of the rows is shown. A list begins with as many pages as fill the window when it is made, and every change of the
 * filter begins there again. Keep `select` by useCallback: a new one filters anew.
 */
export function useList<R extends { id: number }, F extends { search: string }>(
  { rows, leaving }: { rows: readonly R[] | undefined; leaving: ReadonlySet<number> },
  noFilter: F,
  select: (rows: readonly R[], filter: F) => R[],
  pagesInWindow: () => number,
) {
  const [filter, setFilter] = useState(noFilter);
  const [pagesAtFirst, setPagesAtFirst] = useState(pagesInWindow);
  const [page, setPage] = useState(pagesAtFirst);
  // Typing stays fluent while a long list is searched behind it.
  const applied = useDeferredValue(filter);
  const listed = useMemo(() => rows && select(rows, applied), [rows, select, applied]);
  const matching = useMemo(
    () => listed?.filter(({ id }) => !leaving.has(id)) ?? null,
    [listed, leaving],
  );
  const change = (next: Partial<F>) => {
    setFilter((last) => ({ ...last, ...next }));
    setPage(pagesAtFirst);
  };
  const reset = () => change(noFilter);
  const { search, ...choices } = applied;
  return {
    filter,
    change,
    reset,
    cards: {
      rows: matching,
      filtered: search !== '' || Object.values(choices).some((choice) => choice !== ALL),
      search,
      onReset: reset,
      page,
      pagesAtFirst,
      onMore: () => setPage((last) => last + 1),
      onRoom: () => {
        setPagesAtFirst(page + 1);
        setPage(page + 1);
      },
    },
    toFirstPage: () => setPage(pagesAtFirst),
  };
}
