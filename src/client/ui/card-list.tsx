import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useRef } from 'react';
import { LIST_SKELETONS } from '@/core/limits';
import { paged } from '@/core/lists';
import { appTexts } from '@/texts/app';
import { FailedLoad } from './failed-load';
import { VisuallyHidden } from './visually-hidden';

const Grid = styled('ul')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': { outline: 'none' },
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: 16 },
}));

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
        <Typography
          component="div"
          sx={{ display: 'grid', placeItems: 'center', gap: 2, py: 8, color: 'text.secondary' }}
        >
          {filtered ? appTexts.list.nothingFound : appTexts.list.empty}
          {filtered && <Button onClick={onReset}>{appTexts.actions.reset}</Button>}
        </Typography>
      )}
      {shown.length > 0 && (
        <Grid ref={grid}>
          {shown.map((row) => (
            <li key={row.id} tabIndex={-1}>
              {card(row)}
            </li>
          ))}
        </Grid>
      )}
      {more && (
        <Box sx={{ display: 'grid', placeItems: 'center', mt: 2 }}>
          <Button variant="outlined" size="large" onClick={showMore}>
            {appTexts.actions.more}
          </Button>
        </Box>
      )}
      <VisuallyHidden role="status">
        {filtered && rows && appTexts.list.found(rows.length)}
      </VisuallyHidden>
    </>
  );
}

function Skeletons() {
  return (
    <Grid as="div" role="status" aria-label={appTexts.list.loading}>
      {Array.from({ length: LIST_SKELETONS }, (_, at) => (
        <Skeleton key={at} variant="rounded" height={168} aria-hidden="true" data-skeleton />
      ))}
    </Grid>
  );
}
