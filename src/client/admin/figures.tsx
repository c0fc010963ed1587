import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { type ReactNode, useId } from 'react';
import { adminTexts } from '@/texts/admin';
import { lazyPart } from '../ui/lazy-part';
import styles from './admin.module.css';
import { type Series } from './day-chart';
import { CHART_HEIGHT, number, shortDay } from './format';

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
    <Card component="section" aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
    </Card>
  );
}

/** What a section lists; words where that is nothing. */
export const Rows = ({ empty, children }: { empty: string; children: readonly ReactNode[] }) =>
  children.length === 0 ? (
    <p className={styles.quiet}>{empty}</p>
  ) : (
    <ul className={styles.rows}>{children}</ul>
  );

interface Figure {
  label: string;
  value: string;
  note?: string | undefined;
  alarming?: boolean;
}

export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, value, note, alarming }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={styles.value} data-alarming={alarming}>
            {value}
          </dd>
          {note && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

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
    <table aria-label={label} className={styles.table}>
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
    </table>
  );
}

/** Larger than the rest of the dashboard, which does not wait for it. */
const DayChart = lazyPart(
  () => import('./day-chart'),
  <Skeleton variant="rounded" height={CHART_HEIGHT} aria-hidden="true" />,
);

const happened = (series: readonly Series[]): boolean =>
  series.some(({ values }) => values.some((n) => n > 0));

export function DaySection({
  title,
  label,
  summary,
  days,
  charts,
}: {
  title: string;
  label: string;
  summary: string;
  days: readonly string[];
  /** What is too small to be seen beside the others has a chart of its own. */
  charts: readonly (readonly Series[])[];
}) {
  const all = charts.flat();
  const oldestFirst = days.map((day, at) => ({
    name: shortDay(day),
    cells: all.map(({ values }) => number(values[at] ?? 0)),
  }));
  return (
    <Section title={title}>
      {happened(all) && <p className={styles.hint}>{summary}</p>}
      {charts.filter(happened).map((series, at) => (
        <div key={at} className={styles.chart}>
          <DayChart {...{ days, series }} />
        </div>
      ))}
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
