import { useDeferredValue, useMemo, useState } from 'react';
import { ALL } from '@/core/limits';

/**
 * Search, filters and pages of a list; every change starts at the first page again. `select` answers
 * the rows that a filter leaves; keep it by useCallback, as a new function filters again.
 */
export function useList<R extends { id: number }, F extends { search: string }>(
  { rows, leaving }: { rows: readonly R[] | undefined; leaving: ReadonlySet<number> },
  noFilter: F,
  select: (rows: readonly R[], filter: F) => R[],
) {
  const [filter, setFilter] = useState(noFilter);
  const [page, setPage] = useState(1);
  // Typing stays fluent while a long list is searched behind it.
  const applied = useDeferredValue(filter);
  const listed = useMemo(() => rows && select(rows, applied), [rows, select, applied]);
  const matching = useMemo(
    () => listed?.filter(({ id }) => !leaving.has(id)) ?? null,
    [listed, leaving],
  );
  const change = (next: Partial<F>) => {
    setFilter((last) => ({ ...last, ...next }));
    setPage(1);
  };
  const { search, ...choices } = applied;
  return {
    filter,
    change,
    reset: () => change(noFilter),
    /** What CardList draws of it. */
    cards: {
      /** null while loading. */
      rows: matching,
      filtered: search !== '' || Object.values(choices).some((choice) => choice !== ALL),
      onReset: () => change(noFilter),
      page,
      onMore: () => setPage((last) => last + 1),
    },
    toFirstPage: () => setPage(1),
  };
}
