import 'server-only';
import { z } from 'zod';
import { type FiringState } from '@/core/firing';
import { REPEAT_UNITS } from '@/core/limits';
import { MONTHLY_MODES, type RecurrenceRule } from '@/core/recurrence';

/** The column `rule`; null is "once". One that says more than is known here is not read as saying less. */
export const storedRule = z
  .strictObject({
    every: z.number(),
    unit: z.enum(REPEAT_UNITS),
    weekdays: z.array(z.number()).optional(),
    monthly: z.enum(MONTHLY_MODES).optional(),
    monthDays: z.array(z.number()).optional(),
    times: z.array(z.string()).optional(),
    everyMinutes: z.number().optional(),
    window: z.object({ from: z.string(), to: z.string() }).optional(),
    afterDone: z.literal(true).optional(),
    until: z.string().optional(),
    count: z.number().optional(),
    birthYear: z.number().optional(),
  })
  .nullable();

const RULE_KEYS = [...Object.keys(storedRule.unwrap().shape), 'from', 'to'];
/** The same text for the same rule: jsonb does not keep the order of its keys. */
export const ruleText = (rule: RecurrenceRule | null): string => JSON.stringify(rule, RULE_KEYS);

/** A state as a statement of ours or JSON has it, the counterpart of `firingColumns`; `instant` reads its instants. */
export const storedState = <Instant extends z.ZodType<Date | string>>(instant: Instant) =>
  z.object({
    firstWallTime: z.string(),
    timeZone: z.string(),
    rule: storedRule,
    floodInterval: z.number().nullable(),
    // Defaults are for exports of before these columns.
    preAlerts: z.array(z.number()).default([]),
    dateTime: instant,
    completed: z.boolean(),
    nextFireAt: instant.nullable(),
    openOccurrenceAt: instant.nullable(),
    waitingSince: instant.nullable().default(null),
    nagCount: z.number(),
    snoozedUntil: instant.nullable(),
    doneAt: instant.nullable().default(null),
    pausedFrom: instant.nullable().default(null),
    pausedUntil: instant.nullable().default(null),
    pausedWithAll: z.boolean().default(false),
  });

/** The columns of `reminders` that hold a state of the life cycle; a row may stand in for its state. */
export const firingColumns = (state: FiringState) => ({
  firstWallTime: state.firstWallTime,
  timeZone: state.timeZone,
  rule: state.rule,
  floodInterval: state.floodInterval,
  preAlerts: state.preAlerts,
  dateTime: state.dateTime,
  completed: state.completed,
  nextFireAt: state.nextFireAt,
  openOccurrenceAt: state.openOccurrenceAt,
  waitingSince: state.waitingSince,
  nagCount: state.nagCount,
  snoozedUntil: state.snoozedUntil,
  doneAt: state.doneAt,
  pausedFrom: state.pausedFrom,
  pausedUntil: state.pausedUntil,
  pausedWithAll: state.pausedWithAll,
});

/**
 * What every change by the user writes beside the new state: whatever delivery holds of the row is
 * void. A send that is under way then finds its lease gone, leaves the row alone and takes its
 * message back out of the chat. A reminder that had failed or was parked gets a fresh start.
 */
export const leaseVoided = {
  deliveryState: 'scheduled',
  leaseToken: null,
  leaseUntil: null,
  notBefore: null,
  attempts: 0,
  lastError: null,
} as const;
