import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useRef } from 'react';
import { LIST_SKELETONS } from '@/core/limits';
import { appTexts } from '@/texts/app';

const Grid = styled('ul')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: 16 },
}));

interface Props<R extends { id: number }> {
  /** Null while loading. */
  rows: readonly R[] | null;
  more: boolean;
  onMore: () => void;
  card: (row: R) => ReactNode;
  /** What stands here when there are no rows. */
  empty: ReactNode;
}

/** The cards of a list in one, two or three columns; skeletons while it loads, then page by page. */
export function CardList<R extends { id: number }>({ rows, more, onMore, card, empty }: Props<R>) {
  const grid = useRef<HTMLUListElement>(null);
  if (rows === null) return <Skeletons />;
  if (rows.length === 0) return <Empty>{empty}</Empty>;
  return (
    <>
      <Grid ref={grid}>
        {rows.map((row) => (
          <li key={row.id} tabIndex={-1} style={{ outline: 'none' }}>
            {card(row)}
          </li>
        ))}
      </Grid>
      {more && (
        <Box sx={{ display: 'grid', placeItems: 'center', mt: 2 }}>
          <Button
            variant="outlined"
            size="large"
            onClick={() => {
              const firstNew = rows.length;
              onMore();
              // The button may be gone with the last page; the keyboard goes on with the new cards.
              requestAnimationFrame(() => {
                const card = grid.current?.children[firstNew];
                if (card instanceof HTMLElement) card.focus({ preventScroll: true });
              });
            }}
          >
            {appTexts.actions.more}
          </Button>
        </Box>
      )}
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

function Empty({ children }: { children: ReactNode }) {
  return (
    <Typography
      component="div"
      sx={{ display: 'grid', placeItems: 'center', gap: 2, py: 8, color: 'text.secondary' }}
    >
      {children}
    </Typography>
  );
}
