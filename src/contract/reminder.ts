import { z } from 'zod';
import { MONTHLY_MODES } from '@/core/recurrence';
import { REPEAT_UNITS } from '@/core/limits';

/** `{ id, name }` of a category or of a reminder type. */
export const named = z.object({ id: z.number().int(), name: z.string() });
export type Named = z.infer<typeof named>;

/** A reminder as the wire carries it (there it is called a notification). */
export const reminder = z.object({
  id: z.number().int(),
  type: named,
  category: named,
  text: z.string(),
  /** The next occurrence, ISO UTC. */
  dateTime: z.iso.datetime(),
  repeat: z.boolean(),
  repeatEvery: z.number().int().nullable(),
  repeatUnit: z.enum(REPEAT_UNITS).nullable(),
  repeatWeekdays: z.array(z.number().int()).optional(),
  repeatMonthly: z.enum(MONTHLY_MODES).optional(),
  repeatUntil: z.iso.date().optional(),
  completed: z.boolean(),
  flood: z.boolean(),
  floodInterval: z.number().int().nullable(),
  /** The IANA zone in which the series repeats: fixed at creation or edit. */
  timeZone: z.string(),
});
export type Reminder = z.infer<typeof reminder>;

/**
 * What the form sends. Reading is forgiving on purpose: a missing or mistyped field becomes
 * `undefined`, so that the rules of core/reminder-rules can report all faults together, in Russian.
 */
export const reminderInput = z.object({
  typeId: z.number().int().optional().catch(undefined),
  categoryId: z.number().int().optional().catch(undefined),
  text: z.string().optional().catch(undefined),
  dateTime: z.iso.datetime({ offset: true }).optional().catch(undefined),
  repeat: z.boolean().optional().catch(undefined),
  repeatEvery: z.number().int().optional().catch(undefined),
  repeatUnit: z.enum(REPEAT_UNITS).optional().catch(undefined),
  repeatWeekdays: z.array(z.number()).max(50).optional().catch([]),
  repeatMonthly: z.enum(MONTHLY_MODES).optional().catch(undefined),
  repeatUntil: z.string().max(40).optional().catch(''),
  flood: z.boolean().optional().catch(undefined),
  floodInterval: z.number().int().optional().catch(undefined),
});
export type ReminderInput = z.infer<typeof reminderInput>;
