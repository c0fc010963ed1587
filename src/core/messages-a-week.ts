import { type FiringState } from './firing';
import { timesOfDay } from './recurrence';

/** In days of the shortest week's worth of each: as many occurrences as a week may hold, on average of the whole rule. */
const DAYS_OF_UNIT = { DAY: 1, WEEK: 7, MONTH: 28, YEAR: 365 } as const;

/**
 * How many messages a week a rule makes, those told ahead with them, rounded up; re-sends of a flood, which end
 * with an answer, are not among them. None for a one-shot, which comes once, nor for what is over.
 */
export function messagesAWeek({
  rule,
  preAlerts,
  completed,
}: Pick<FiringState, 'rule' | 'preAlerts' | 'completed'>): number {
  if (rule === null || completed) return 0;
  const days = rule.weekdays?.length ?? rule.monthDays?.length ?? 1;
  const occurrences =
    timesOfDay(rule, 0).length * days * (7 / (rule.every * DAYS_OF_UNIT[rule.unit]));
  return Math.ceil(occurrences * (1 + preAlerts.length));
}
