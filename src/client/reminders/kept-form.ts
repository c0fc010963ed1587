import * as z from 'zod/mini';
import { REPEAT_UNITS } from '@/core/limits';
import { MONTHLY_MODES } from '@/core/recurrence';
import { type FormValues } from './form';

/**
 * A form that could not be saved because Telegram's launch data had run out. It waits on this device,
 * by user, for the next start, and is gone once it has been given back.
 */
export interface KeptForm {
  values: FormValues;
  /** The reminder that was being edited. */
  editId: number | null;
}

const kept = z.object({
  editId: z.nullable(z.int()),
  values: z.object({
    text: z.string(),
    categoryId: z.nullable(z.int()),
    typeId: z.nullable(z.int()),
    date: z.string(),
    time: z.string(),
    repeat: z.boolean(),
    repeatEvery: z.nullable(z.int()),
    repeatUnit: z.nullable(z.enum(REPEAT_UNITS)),
    weekdays: z.array(z.int()),
    monthly: z.nullable(z.enum(MONTHLY_MODES)),
    until: z.string(),
    flood: z.boolean(),
    floodInterval: z.nullable(z.int()),
  }),
});
const keyOf = (userId: number | null) => `unsaved-reminder:${userId ?? ''}`;

export function keepForm(userId: number | null, form: KeptForm): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(form));
  } catch {
    // A closed or full storage: nothing more can be done for the text.
  }
}

/** Gives the kept form back, once; null when there is none. */
export function takeKeptForm(userId: number | null): KeptForm | null {
  try {
    const json = localStorage.getItem(keyOf(userId));
    if (json === null) return null;
    localStorage.removeItem(keyOf(userId));
    const form = z.safeParse(kept, JSON.parse(json));
    return form.success ? form.data : null;
  } catch {
    return null;
  }
}
