import { type RecurrenceRule } from '@/core/recurrence';
import { type DraftPayload } from './draft';

/** The fields in which the wire carries a repetition. */
export type WireRule = Pick<
  DraftPayload,
  'repeat' | 'repeatEvery' | 'repeatUnit' | 'repeatWeekdays' | 'repeatMonthly' | 'repeatUntil'
>;

const ONCE: WireRule = { repeat: false, repeatEvery: null, repeatUnit: null };

/** A rule as the wire carries it; null is "once". */
export const wireRule = (rule: RecurrenceRule | null): WireRule =>
  rule
    ? {
        repeat: true,
        repeatEvery: rule.every,
        repeatUnit: rule.unit,
        ...(rule.weekdays && { repeatWeekdays: [...rule.weekdays] }),
        ...(rule.monthly && { repeatMonthly: rule.monthly }),
        ...(rule.until && { repeatUntil: rule.until }),
      }
    : ONCE;

/** The reverse of `wireRule`. */
export function ruleOfWire(wire: WireRule): RecurrenceRule | null {
  if (!wire.repeat || wire.repeatEvery === null || wire.repeatUnit === null) return null;
  return {
    every: wire.repeatEvery,
    unit: wire.repeatUnit,
    ...(wire.repeatWeekdays && { weekdays: wire.repeatWeekdays }),
    ...(wire.repeatMonthly && { monthly: wire.repeatMonthly }),
    ...(wire.repeatUntil && { until: wire.repeatUntil }),
  };
}
