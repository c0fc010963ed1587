import { adminTexts } from '@/texts/admin';

export const { none, number } = adminTexts;

/** To two digits: «340 мс», «1,3 ГБ». */
const said = (value: number, unit: string): string =>
  value.toLocaleString('ru-RU', { style: 'unit', unit, maximumSignificantDigits: 2 });

const STEPS = [
  [1_000, 'millisecond'],
  [60, 'second'],
  [60, 'minute'],
  [24, 'hour'],
] as const;

export function duration(ms: number | null): string {
  if (ms === null) return none;
  let value = ms;
  for (const [next, unit] of STEPS) {
    if (value < next) return said(value, unit);
    value /= next;
  }
  return said(value, 'day');
}

const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export function bytes(n: number): string {
  const at = n < 1 ? 0 : Math.min(SIZES.length - 1, Math.floor(Math.log2(n) / 10));
  return said(n / 1024 ** at, SIZES[at] ?? 'byte');
}

export const sum = (values: readonly number[]): number => values.reduce((all, n) => all + n, 0);

export const percent = (part: number, whole: number): string =>
  whole === 0
    ? none
    : (part / whole).toLocaleString('ru-RU', { style: 'percent', maximumFractionDigits: 1 });

/** In pixels, also of the place that waits for a chart. */
export const CHART_HEIGHT = 220;

/** «21 нояб.» of a local date. */
export const shortDay = (day: string): string =>
  new Date(day)
    .toLocaleDateString('ru-RU', { timeZone: 'UTC', day: 'numeric', month: 'short' })
    .replace(' ', '\u00a0');
