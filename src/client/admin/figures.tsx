import Card from '@mui/material/Card';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

export function Section({
  title,
  hint,
  children,
}: {
  title: string;
  hint?: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: 2, minWidth: 0 }}>
      <Typography id={id} component="h2" variant="h2" sx={{ mb: hint ? 0.5 : 1.5 }}>
        {title}
      </Typography>
      {hint && (
        <Quiet variant="body2" sx={{ mb: 1.5 }}>
          {hint}
        </Quiet>
      )}
      {children}
    </Card>
  );
}

export const Quiet = styled(Typography)(({ theme }) => ({
  color: theme.vars.palette.text.secondary,
}));

/** Each div in it is a column of sections. */
export const Sections = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  alignItems: 'start',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 16 },
  '& > div': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 'inherit' },
}));

const Grid = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(132px, 1fr))',
  gap: '16px 12px',
  // The numbers of a row stand in one line, however long their names are.
  '& > div': { display: 'flex', flexDirection: 'column' },
});

interface Figure {
  label: string;
  value: string;
  note?: string | undefined;
  alarming?: boolean;
}

export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <Grid>
      {figures.map(({ label, value, note, alarming }) => (
        <div key={label}>
          <Typography component="dt" variant="body2" sx={{ order: 1, color: 'text.secondary' }}>
            {label}
          </Typography>
          <Typography
            component="dd"
            sx={{
              fontSize: '1.5rem',
              fontWeight: 700,
              lineHeight: 1.3,
              fontVariantNumeric: 'tabular-nums',
              color: alarming ? 'error.main' : 'text.primary',
            }}
          >
            {value}
          </Typography>
          {note && (
            <Typography component="dd" variant="body2" sx={{ order: 2 }}>
              {note}
            </Typography>
          )}
        </div>
      ))}
    </Grid>
  );
}

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: '0.875rem',
  fontVariantNumeric: 'tabular-nums',
  'th, td': { padding: '8px 4px', textAlign: 'right', fontWeight: 400 },
  'th:first-of-type': { textAlign: 'left', paddingLeft: 0 },
  'th:last-child, td:last-child': { paddingRight: 0 },
  'thead th': {
    color: theme.vars.palette.text.secondary,
    verticalAlign: 'bottom',
    fontSize: '0.8125rem',
  },
  'tbody tr': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  'td, tbody th': { whiteSpace: 'nowrap' },
}));

export function NumberTable({
  label,
  columns,
  rows,
}: {
  label: string;
  columns: readonly string[];
  rows: readonly { name: string; cells: readonly string[] }[];
}) {
  return (
    <Table aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, cells }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, at) => (
              <td key={columns[at + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

export const Rows = styled('ul')(({ theme }) => ({
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2px 12px',
    paddingBlock: 8,
    overflowWrap: 'anywhere',
  },
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
}));
