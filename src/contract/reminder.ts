import * as z from 'zod/mini';
import { MONTHLY_MODES } from '@/core/recurrence';
import { REPEAT_UNITS } from '@/core/limits';

/** `{ id, name }` of a category or of a reminder type. */
export const named = z.object({ id: z.int(), name: z.string() });
export type Named = z.infer<typeof named>;

/** A reminder as the wire carries it (there it is called a notification). */
export const reminder = z.object({
  id: z.int(),
  type: named,
  category: named,
  text: z.string(),
  /** The next occurrence, ISO UTC. */
  dateTime: z.iso.datetime(),
  repeat: z.boolean(),
  repeatEvery: z.nullable(z.int()),
  repeatUnit: z.nullable(z.enum(REPEAT_UNITS)),
  repeatWeekdays: z.optional(z.array(z.int())),
  repeatMonthly: z.optional(z.enum(MONTHLY_MODES)),
  repeatUntil: z.optional(z.iso.date()),
  completed: z.boolean(),
  flood: z.boolean(),
  floodInterval: z.nullable(z.int()),
  /** The IANA zone in which the series repeats: fixed at creation or edit. */
  timeZone: z.string(),
  /**
   * `unreachable`: it waits, because the bot cannot write to its user. `failed`: it was given up, and
   * a save gives it a fresh start.
   */
  state: z.enum(['scheduled', 'completed', 'unreachable', 'failed']),
  /** Rises with every change by the user; an edit that carries an older one is refused. */
  version: z.int(),
});
export type Reminder = z.infer<typeof reminder>;

/**
 * What the form sends. Reading is forgiving on purpose: a missing or mistyped field becomes
 * `undefined`, so that the rules of core/reminder-rules can report all faults together, in Russian.
 * Only the two switches are strict: a mistyped one must not pass for "off".
 */
export const reminderInput = z.object({
  typeId: z.catch(z.optional(z.int()), undefined),
  categoryId: z.catch(z.optional(z.int()), undefined),
  text: z.catch(z.optional(z.string()), undefined),
  dateTime: z.catch(z.optional(z.iso.datetime({ offset: true })), undefined),
  repeat: z.optional(z.boolean()),
  repeatEvery: z.catch(z.optional(z.int()), undefined),
  repeatUnit: z.catch(z.optional(z.enum(REPEAT_UNITS)), undefined),
  repeatWeekdays: z.catch(z.optional(z.array(z.number()).check(z.maxLength(50))), []),
  repeatMonthly: z.catch(z.optional(z.enum(MONTHLY_MODES)), undefined),
  repeatUntil: z.catch(z.optional(z.string().check(z.maxLength(40))), ''),
  /** The IANA zone in which a repeating form was written; without it the user's own counts. */
  timeZone: z.catch(z.optional(z.string().check(z.maxLength(100))), undefined),
  flood: z.optional(z.boolean()),
  floodInterval: z.catch(z.optional(z.int()), undefined),
  /** Of an edit: the version that was edited. Without it the edit wins over whatever is there. */
  version: z.catch(z.optional(z.int()), undefined),
});
export type ReminderInput = z.infer<typeof reminderInput>;
