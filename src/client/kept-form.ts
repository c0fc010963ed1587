import * as z from 'zod/mini';
import { KEPT_FORM_DAYS, REPEAT_UNITS } from '@/core/limits';
import { MONTHLY_MODES } from '@/core/recurrence';

/*
 * What stands in an open form and is not saved yet. It waits on this device, by user, in case the app
 * ends before its user does: stale launch data, a fault, a phone that needs the memory. The device may
 * be shared, so it waits KEPT_FORM_DAYS at most; the privacy policy says so.
 */
const reminderForm = z.object({
  /** The reminder that is being edited. */
  editId: z.nullable(z.int()),
  /** Which version of it. */
  version: z.optional(z.int()),
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
  version: z.optional(z.int()),
  values: z.object({ title: z.string(), content: z.string(), categoryId: z.nullable(z.int()) }),
});

const PREFIX = 'unsaved-';
const KEPT_MS = KEPT_FORM_DAYS * 86_400_000;

/** A storage that is closed or full keeps nothing, and breaks nothing. */
function attempt<A>(what: () => A, otherwise: A): A {
  try {
    return what();
  } catch {
    return otherwise;
  }
}

/** What waits under a key, and is not too old for that. */
function waiting(key: string): unknown {
  const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
  if (typeof kept !== 'object' || kept === null) return undefined;
  const at: unknown = Reflect.get(kept, 'keptAt');
  const age = typeof at === 'number' ? Date.now() - at : Infinity;
  return age < KEPT_MS ? Reflect.get(kept, 'form') : undefined;
}

/** The place of one kind of form. */
function place<T>(name: string, schema: z.ZodMiniType<T>) {
  const keyOf = (userId: number | null) => `${PREFIX}${name}:${userId ?? ''}`;
  const drop = (userId: number | null): void =>
    attempt(() => localStorage.removeItem(keyOf(userId)), undefined);
  return {
    keep: (userId: number | null, form: T): void => {
      const kept = JSON.stringify({ keptAt: Date.now(), form });
      attempt(() => localStorage.setItem(keyOf(userId), kept), undefined);
    },
    drop,
    has: (userId: number | null): boolean =>
      attempt(() => waiting(keyOf(userId)) !== undefined, false),
    /** Gives the kept form back, once; null when there is none. */
    take: (userId: number | null): T | null => {
      const form = z.safeParse(
        schema,
        attempt(() => waiting(keyOf(userId)), undefined),
      );
      drop(userId);
      return form.success ? form.data : null;
    },
  };
}

export const keptReminder = place('reminder', reminderForm);
export const keptNote = place('note', noteForm);

/** Takes away what waits too long, whoever it belongs to. */
export function dropOldForms(): void {
  attempt(() => {
    for (const key of Object.keys(localStorage)) {
      const old = key.startsWith(PREFIX) && attempt(() => waiting(key), undefined) === undefined;
      if (old) localStorage.removeItem(key);
    }
  }, undefined);
}
