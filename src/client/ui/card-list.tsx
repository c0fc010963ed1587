import { type ReactNode, useRef } from 'react';
import { LIST_SKELETONS } from '@/core/limits';
import { paged } from '@/core/lists';
import { appTexts } from '@/texts/app';
import { Button } from './button';
import { FailedLoad } from './failed-load';
import styles from './list.module.css';
import { VisuallyHidden } from './visually-hidden';

interface Props<R extends { id: number }> {
  /** All rows that match; null while loading. */
  rows: readonly R[] | null;
  /** Why the last load failed; undefined when it did not. */
  error: unknown;
  onRetry: () => void;
  /** Whether a search or a filter is on. */
  filtered: boolean;
  onReset: () => void;
  page: number;
  onMore: () => void;
  card: (row: R) => ReactNode;
}

/** The cards of a list in one, two or three columns: skeletons while it loads, then page by page. */
export function CardList<R extends { id: number }>({
  rows,
  error,
  onRetry,
  filtered,
  onReset,
  page,
  onMore,
  card,
}: Props<R>) {
  const grid = useRef<HTMLUListElement>(null);
  const failed = error !== undefined;
  const { shown, more } = paged(rows ?? [], page);
  const showMore = () => {
    onMore();
    // The button may be gone with the last page; the keyboard goes on with the new cards.
    requestAnimationFrame(() => {
      const firstNew = grid.current?.children[shown.length];
      if (firstNew instanceof HTMLElement) firstNew.focus({ preventScroll: true });
    });
  };
  return (
    <>
      {failed && (
        <FailedLoad error={error} onRetry={onRetry}>
          {appTexts.list.failed}
        </FailedLoad>
      )}
      {rows === null && !failed && <Skeletons />}
      {rows?.length === 0 && (
        <div className={styles.empty}>
          {filtered ? appTexts.list.nothingFound : appTexts.list.empty}
          {filtered && <Button onClick={onReset}>{appTexts.actions.reset}</Button>}
        </div>
      )}
      {shown.length > 0 && (
        <ul ref={grid} className={styles.grid}>
          {shown.map((row) => (
            <li key={row.id} tabIndex={-1}>
              {card(row)}
            </li>
          ))}
        </ul>
      )}
      {more && (
        <div className={styles.more}>
          <Button variant="outlined" size="large" onClick={showMore}>
            {appTexts.actions.more}
          </Button>
        </div>
      )}
      <VisuallyHidden role="status">
        {filtered && rows && appTexts.list.found(rows.length)}
      </VisuallyHidden>
    </>
  );
}

function Skeletons() {
  return (
    <div role="status" aria-label={appTexts.list.loading}>
      <CardSkeletons />
    </div>
  );
}

/** Where cards will stand. */
export function CardSkeletons({ count = LIST_SKELETONS }: { count?: number }) {
  return (
    <div className={styles.grid}>
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className={styles.skeleton} aria-hidden="true" data-skeleton />
      ))}
    </div>
  );
}
