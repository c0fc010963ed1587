import { z } from 'zod';
import { note, noteInput } from './note';
import { named, reminder, reminderInput } from './reminder';

/**
 * The wire, shared by both sides. Init data travels in a header named `initData` on GET and in the
 * body field `initData` on POST, PUT and DELETE.
 */
export const INIT_DATA_HEADER = 'initData';
/** Optional on creates: the same key from the same user creates once and answers the same row. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** Every faulty answer. `errors` names the form's fields. */
export const failure = z.object({
  success: z.literal(false),
  message: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  requiresTerms: z.boolean().optional(),
});
export type Failure = z.infer<typeof failure>;
export type FieldError = NonNullable<Failure['errors']>[number];

const success = z.object({ success: z.literal(true) });

/** Requests' bodies beside `initData`. */
export const requests = {
  validate: z.object({}),
  timeZone: z.object({ timezone: z.string().max(100) }),
  tutorialStep: z.object({ tutorialStep: z.number().int() }),
  saveReminder: z.object({ notification: reminderInput }),
  saveNote: z.object({ note: noteInput }),
  nothing: z.object({}),
};

/** Answers of status 2xx. */
export const responses = {
  validate: success.extend({
    message: z.string().optional(),
    requiresTerms: z.boolean().optional(),
  }),
  timeZone: success.extend({ timezone: z.string(), manual: z.boolean() }),
  tutorialStatus: success.extend({ tutorialStep: z.number().int() }),
  done: success,
  stats: success.extend({
    stats: z.object({
      totalNotifications: z.number().int(),
      archivedNotifications: z.number().int(),
      activeNotifications: z.number().int(),
      totalNotes: z.number().int(),
      personalNotes: z.number().int(),
      workNotes: z.number().int(),
    }),
    /** 1 marks an administrator; display only, the server checks every admin call itself. */
    x: z.union([z.literal(0), z.literal(1)]),
  }),
  categories: success.extend({ categories: z.array(named) }),
  types: success.extend({ types: z.array(named) }),
  reminders: success.extend({ notifications: z.array(reminder) }),
  reminder: success.extend({ notification: reminder }),
  notes: success.extend({ notes: z.array(note) }),
  note: success.extend({ note }),
};
export type Responses = { [K in keyof typeof responses]: z.infer<(typeof responses)[K]> };
