import * as z from 'zod/mini';
import { REPEAT_UNITS } from '@/core/limits';
import { MONTHLY_MODES } from '@/core/recurrence';
import { IN_DAY } from './reminders/form';

/* What a kept form has to be, to be given back; lazily loaded, because of zod. */

const reminderForm = z.object({
  /** The reminder that is being edited. */
  editId: z.nullable(z.int()),
  /** Which version of it. */
  version: z.optional(z.int()),
  /** Of a new one: the note that it reminds of. */
  noteId: z.optional(z.int()),
  values: z.object({
    /** Absent in forms that an older version of the app kept. */
    timeZone: z.optional(z.string()),
    /** Absent in forms that an older version of the app kept. */
    line: z._default(z.string(), ''),
    text: z.string(),
    categoryId: z.nullable(z.int()),
    typeId: z.nullable(z.int()),
    date: z.string(),
    time: z.string(),
    repeat: z.boolean(),
    repeatEvery: z.nullable(z.int()),
    repeatUnit: z.nullable(z.enum(REPEAT_UNITS)),
    weekdays: z.readonly(z.array(z.int())),
    monthly: z.nullable(z.enum(MONTHLY_MODES)),
    // The defaults are for forms that an older version of the app kept.
    monthDays: z._default(z.readonly(z.array(z.int())), []),
    inDay: z._default(z.enum(IN_DAY), 'ONCE'),
    times: z._default(z.readonly(z.array(z.string())), []),
    everyMinutes: z._default(z.int(), 60),
    windowFrom: z._default(z.string(), ''),
    windowTo: z._default(z.string(), ''),
    afterDone: z._default(z.boolean(), false),
    until: z.string(),
    count: z._default(z.string(), ''),
    birthYear: z._default(z.string(), ''),
    preAlerts: z._default(z.readonly(z.array(z.int())), []),
    flood: z.boolean(),
    floodInterval: z.nullable(z.int()),
  }),
});
const noteForm = z.object({
  /** The note that is being edited. */
  editId: z.nullable(z.int()),
  version: z.optional(z.int()),
  values: z.object({ title: z.string(), content: z.string(), categoryId: z.nullable(z.int()) }),
});

export interface KeptForms {
  reminder: z.infer<typeof reminderForm>;
  note: z.infer<typeof noteForm>;
}

const reader =
  <T>(shape: z.ZodMiniType<T>) =>
  (form: unknown): T | null => {
    const read = z.safeParse(shape, form);
    return read.success ? read.data : null;
  };

/** Each reads a form, or answers null where another version of the app has kept it. */
export const readKept: { [N in keyof KeptForms]: (form: unknown) => KeptForms[N] | null } = {
  reminder: reader(reminderForm),
  note: reader(noteForm),
};
