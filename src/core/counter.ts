import { type RecurrenceRule, timesOfDay } from './recurrence';

/** A plain number beside a reminder: each «Готово» takes one. `low`: from where on it is said to run out. */
export interface Counter {
  left: number;
  low: number;
}

/** The columns that hold it; `counterLow` is null where its user has set none. */
export interface CounterColumns {
  counterLeft: number | null;
  counterLow: number | null;
}

const LOW_LEAST = 3;
const LOW_DAYS = 3;

/** What three days of its rule take, three at least. */
export function usualLow(rule: RecurrenceRule | null): number {
  if (rule?.unit !== 'DAY' && rule?.unit !== 'WEEK') return LOW_LEAST;
  const days = rule.unit === 'DAY' ? 1 : (rule.weekdays?.length ?? 1) / 7;
  const aDay = (timesOfDay(rule, 0).length * days) / rule.every;
  return Math.max(LOW_LEAST, Math.ceil(aDay * LOW_DAYS));
}

export const counterOf = ({
  counterLeft: left,
  counterLow,
  rule,
}: CounterColumns & { rule: RecurrenceRule | null }): Counter | null =>
  left === null ? null : { left, low: counterLow ?? usualLow(rule) };

/** «Готово»: it ends at nothing, and ends nothing. */
export const takenOne = ({ counterLeft: left }: CounterColumns) =>
  left === null ? {} : { counterLeft: Math.max(0, left - 1) };
