import { type RecurrenceRule } from '@/core/recurrence';
import { ruleOfFields } from '@/core/rule-fields';
import { type DraftPayload, type ruleKeys } from './draft';

/** The fields in which the wire carries a repetition. */
export type WireRule = Pick<DraftPayload, keyof typeof ruleKeys>;

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
        ...(rule.monthDays && { repeatMonthDays: [...rule.monthDays] }),
        ...(rule.times && { repeatTimes: [...rule.times] }),
        ...(rule.everyMinutes && { repeatEveryMinutes: rule.everyMinutes }),
        ...(rule.window && { repeatWindow: { ...rule.window } }),
        ...(rule.afterDone && { repeatAfterDone: rule.afterDone }),
        ...(rule.until && { repeatUntil: rule.until }),
        ...(rule.count && { repeatCount: rule.count }),
        ...(rule.birthYear && { birthYear: rule.birthYear }),
      }
    : ONCE;

export const ruleOfWire = (wire: WireRule): RecurrenceRule | null =>
  wire.repeat && wire.repeatEvery !== null && wire.repeatUnit !== null
    ? ruleOfFields(wire.repeatEvery, wire.repeatUnit, wire)
    : null;

/** What carries a repetition, with another one; nothing of the former stays. */
export function withRule<Carrier extends WireRule>(
  carrier: Carrier,
  rule: RecurrenceRule | null,
): Omit<Carrier, keyof WireRule> & WireRule {
  const {
    repeat,
    repeatEvery,
    repeatUnit,
    repeatWeekdays,
    repeatMonthly,
    repeatMonthDays,
    repeatTimes,
    repeatEveryMinutes,
    repeatWindow,
    repeatAfterDone,
    repeatUntil,
    repeatCount,
    birthYear,
    ...rest
  } = carrier;
  return { ...rest, ...wireRule(rule) };
}
