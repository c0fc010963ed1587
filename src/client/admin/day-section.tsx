import Skeleton from '@mui/material/Skeleton';
import { adminTexts } from '@/texts/admin';
import { lazyPart } from '../ui/lazy-part';
import styles from './admin.module.css';
import { type Series } from './day-chart';
import { NumberTable, Section } from './figures';
import { number, shortDay } from './format';

const HEIGHT = 220;
/** Larger than the rest of the dashboard, which does not wait for it. */
const DayChart = lazyPart(
  () => import('./day-chart'),
  <Skeleton variant="rounded" height={HEIGHT} aria-hidden="true" />,
);

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
      {happened(all) && <p className={styles.hint}>{summary}</p>}
      {happened(series) && <DayChart days={days} series={series} height={HEIGHT} />}
      {happened(apart) && (
        <div className={styles.apart}>
          <DayChart days={days} series={apart} height={HEIGHT} />
        </div>
      )}
      {happened(all) ? (
        <details className={styles.details}>
          <summary>{adminTexts.asTable}</summary>
          <div role="region" aria-label={label} tabIndex={0} className={styles.wide}>
            <NumberTable
              label={label}
              columns={[adminTexts.day, ...all.map((each) => each.label)]}
              rows={oldestFirst.toReversed()}
            />
          </div>
        </details>
      ) : (
        <p className={styles.quiet}>{adminTexts.nothingHappened}</p>
      )}
    </Section>
  );
}
