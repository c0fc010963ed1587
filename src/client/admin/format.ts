import { adminTexts } from '@/texts/admin';

const { units, none, number } = adminTexts;

const short = (n: number): string => n.toLocaleString('ru-RU', { maximumSignificantDigits: 2 });

/** A duration as people read it, to two digits: «340 мс», «2,5 с», «13 мин». */
export function duration(ms: number | null): string {
  if (ms === null) return none;
  if (ms < 1_000) return units.ms(Number(ms.toPrecision(2)));
  const steps = [
    [60, units.s],
    [60, units.min],
    [24, units.h],
  ] as const;
  let value = ms / 1_000;
  for (const [next, unit] of steps) {
    if (value < next) return unit(short(value));
    value /= next;
  }
  return units.days(short(value));
}

/** «1,3 ГБ». */
export function bytes(n: number): string {
  const at = n < 1 ? 0 : Math.min(units.bytes.length - 1, Math.floor(Math.log2(n) / 10));
  return `${short(n / 1024 ** at)}\u00a0${units.bytes[at] ?? ''}`;
}

export const percent = (part: number, whole: number): string =>
  whole === 0
    ? none
    : (part / whole).toLocaleString('ru-RU', { style: 'percent', maximumFractionDigits: 1 });

/** «21 нояб.» of a local date. */
export const shortDay = (day: string): string =>
  new Date(`${day}T00:00Z`).toLocaleDateString('ru-RU', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
  });

/** «21 нояб.» of an instant. */
export const dayOf = (iso: string, timeZone: string): string =>
  new Date(iso)
    .toLocaleDateString('ru-RU', { timeZone, day: 'numeric', month: 'short' })
    .replace(' ', '\u00a0');

/** «в 12:30» today, «20 нояб. в 12:30» on other days. */
export function moment(iso: string, timeZone: string): string {
  const at = new Date(iso);
  const date = (instant: Date) => instant.toLocaleDateString('ru-RU', { timeZone });
  const time = at.toLocaleTimeString('ru-RU', { timeZone, hour: '2-digit', minute: '2-digit' });
  if (date(at) === date(new Date())) return adminTexts.today(time);
  return adminTexts.otherDay(dayOf(iso, timeZone), time);
}

export const bounded = ({ count, more }: { count: number; more: boolean }): string =>
  adminTexts.bounded(count, more);

export { number };
