import * as z from 'zod/mini';
import { REPEAT_UNITS } from '@/core/limits';
import { MONTHLY_MODES } from '@/core/recurrence';
import { keptShape } from '../../form/kept-shape';

const SAID_FIELDS = [
  'date',
  'time',
  'repeat',
  'preAlerts',
  'flood',
  'category',
  'type',
  'counter',
] as const;
export type SaidField = (typeof SAID_FIELDS)[number];

/*
 * What the reminder form holds, on the clocks of its own zone: the user's may change while it is open. The
 * code is lazily loaded, because of zod.
 */
const values = z.object({
  /** The IANA zone in which the values were written. */
  timeZone: z.string(),
  /** As it was typed, with the words that say when. */
  text: z.string(),
  /** What was set by hand: the text has no say in it. */
  byHand: z.readonly(z.array(z.enum(SAID_FIELDS))),
  /** What the text says of these is text like any other. */
  asText: z.readonly(z.array(z.enum(SAID_FIELDS))),
  categoryId: z.nullable(z.int()),
  typeId: z.nullable(z.int()),
  date: z.string(),
  time: z.string(),
  repeat: z.boolean(),
  repeatEvery: z.nullable(z.int()),
  repeatUnit: z.nullable(z.enum(REPEAT_UNITS)),
  weekdays: z.readonly(z.array(z.int())),
  monthly: z.nullable(z.enum(MONTHLY_MODES)),
  /** Days of the month; none means as `monthly` says. */
  monthDays: z.readonly(z.array(z.int())),
  /** How often on its days: once, at several times, or again and again. */
  inDay: z.enum(['ONCE', 'TIMES', 'AGAIN']),
  /** Further times of the day, `HH:mm`, beside `time`; for TIMES. */
  times: z.readonly(z.array(z.string())),
  everyMinutes: z.int(),
  /** `HH:mm`, for AGAIN; both empty for round the clock. */
  windowFrom: z.string(),
  windowTo: z.string(),
  /** The next date counts from «Готово», not from the calendar. */
  afterDone: z.boolean(),
  /** The last day; null for no end, as of `count`, empty where it is still to be said. */
  until: z.nullable(z.string()),
  /** How many times at most, in digits. */
  count: z.nullable(z.string()),
  /** Of what a yearly day celebrates, in digits; empty where that is not known. */
  birthYear: z.string(),
  preAlerts: z.readonly(z.array(z.int())),
  /** How many are left, where the text says so. */
  counter: z.nullable(z.int()),
  flood: z.boolean(),
  floodInterval: z.nullable(z.int()),
});

export type FormValues = z.infer<typeof values>;
export const readKept = keptShape(values);
