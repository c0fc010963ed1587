import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { adminTexts } from '@/texts/admin';
import { lazyPart } from '../ui/lazy-part';
import { type Series } from './day-chart';
import { NumberTable, Quiet, Section } from './figures';
import { number, shortDay } from './format';

const HEIGHT = 220;
/** Larger than the rest of the dashboard, which does not wait for it. */
const DayChart = lazyPart(
  () => import('./day-chart'),
  <Skeleton variant="rounded" height={HEIGHT} aria-hidden="true" />,
);

const Details = styled('details')(({ theme }) => ({
  marginTop: 8,
  '& > summary': {
    cursor: 'pointer',
    paddingBlock: 10,
    fontWeight: 600,
    color: theme.vars.palette.primary.main,
  },
}));

const happened = (series: readonly Series[]): boolean =>
  series.some(({ values }) => values.some((n) => n > 0));

export function DaySection({
  title,
  label,
  summary,
  days,
  series,
  apart = [],
}: {
  title: string;
  label: string;
  summary: string;
  days: readonly string[];
  series: readonly Series[];
  /** Too small to be seen beside the others: drawn in a chart of their own. */
  apart?: readonly Series[];
}) {
  const all = [...series, ...apart];
  const oldestFirst = days.map((day, at) => ({
    name: shortDay(day),
    cells: all.map(({ values }) => number(values[at] ?? 0)),
  }));
  return (
    <Section title={title}>
      {happened(all) && (
        <Quiet variant="body2" sx={{ mb: 1 }}>
          {summary}
        </Quiet>
      )}
      {happened(series) && <DayChart days={days} series={series} height={HEIGHT} />}
      {happened(apart) && (
        <Box sx={{ mt: 2 }}>
          <DayChart days={days} series={apart} height={HEIGHT} />
        </Box>
      )}
      {happened(all) ? (
        <Details>
          <summary>{adminTexts.asTable}</summary>
          <Box role="region" aria-label={label} tabIndex={0} sx={{ overflowX: 'auto' }}>
            <NumberTable
              label={label}
              columns={[adminTexts.day, ...all.map((each) => each.label)]}
              rows={oldestFirst.toReversed()}
            />
          </Box>
        </Details>
      ) : (
        <Quiet>{adminTexts.nothingHappened}</Quiet>
      )}
    </Section>
  );
}
