import { BarChart } from '@mui/x-charts/BarChart';
import { adminTexts } from '@/texts/admin';
import { CHART_HEIGHT, shortDay } from './format';

export interface Series {
  label: string;
  color: string;
  values: readonly number[];
}

const compact = new Intl.NumberFormat('ru-RU', { notation: 'compact' });

/** A bar for each day; hidden from screen readers, for whom the numbers stand beside it as text. */
export default function DayChart({
  days,
  series,
}: {
  days: readonly string[];
  series: readonly Series[];
}) {
  return (
    <div aria-hidden="true">
      <BarChart
        height={CHART_HEIGHT}
        disableKeyboardNavigation
        skipAnimation
        margin={{ left: 0, right: 4, top: 8, bottom: 0 }}
        grid={{ horizontal: true }}
        borderRadius={2}
        xAxis={[
          {
            data: days.map(shortDay),
            scaleType: 'band',
            categoryGapRatio: 0.2,
            // One a week, none at the edges, where its name would be cut off.
            tickInterval: (_value, index) => (days.length - 1 - index) % 7 === 3,
          },
        ]}
        yAxis={[
          {
            width: 52,
            min: 0,
            tickMinStep: 1,
            valueFormatter: (n: number) => compact.format(n),
          },
        ]}
        series={series.map(({ label, color, values }) => ({
          label,
          color,
          data: [...values],
          stack: 'all',
          valueFormatter: (n) => adminTexts.number(n ?? 0),
        }))}
        slotProps={{ legend: { sx: { gap: '4px 12px', fontSize: '0.8125rem' } } }}
      />
    </div>
  );
}
