import * as z from 'zod/mini';
import { REPEAT_UNITS } from '@/core/limits';
import { MONTHLY_MODES } from '@/core/recurrence';

/**
 * What stands in an open form and is not saved yet. It waits on this device, by user, in case the app
 * ends before its user does: stale launch data, a fault, a phone that needs the memory.
 */
const reminderForm = z.object({
  /** The reminder that is being edited. */
  editId: z.nullable(z.int()),
  values: z.object({
    /** Unknown for forms that were kept before it was. */
    timeZone: z.optional(z.string()),
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
    until: z.string(),
    flood: z.boolean(),
    floodInterval: z.nullable(z.int()),
  }),
});
const noteForm = z.object({
  /** The note that is being edited. */
  editId: z.nullable(z.int()),
  values: z.object({ title: z.string(), content: z.string(), categoryId: z.nullable(z.int()) }),
});

/** The place of one kind of form. A closed or full storage keeps nothing, and breaks nothing. */
function place<T>(name: string, schema: z.ZodMiniType<T>) {
  const keyOf = (userId: number | null) => `unsaved-${name}:${userId ?? ''}`;
  const attempt = <A>(what: () => A, otherwise: A): A => {
    try {
      return what();
    } catch {
      return otherwise;
    }
  };
  return {
    keep: (userId: number | null, form: T): void =>
      attempt(() => localStorage.setItem(keyOf(userId), JSON.stringify(form)), undefined),
    drop: (userId: number | null): void =>
      attempt(() => localStorage.removeItem(keyOf(userId)), undefined),
    has: (userId: number | null): boolean =>
      attempt(() => localStorage.getItem(keyOf(userId)) !== null, false),
    /** Gives the kept form back, once; null when there is none. */
    take: (userId: number | null): T | null =>
      attempt(() => {
        const json = localStorage.getItem(keyOf(userId));
        if (json === null) return null;
        localStorage.removeItem(keyOf(userId));
        const form = z.safeParse(schema, JSON.parse(json));
        return form.success ? form.data : null;
      }, null),
  };
}

export const keptReminder = place('reminder', reminderForm);
export const keptNote = place('note', noteForm);
