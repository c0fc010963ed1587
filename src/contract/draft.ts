import * as z from 'zod/mini';
import { REPEAT_UNITS } from '@/core/limits';
import { MONTHLY_MODES } from '@/core/recurrence';

/** The keys of a repetition; those that it need not have as `RecurrenceRule` explains them. */
export const ruleKeys = {
  repeat: z.boolean(),
  repeatEvery: z.nullable(z.int()),
  repeatUnit: z.nullable(z.enum(REPEAT_UNITS)),
  repeatWeekdays: z.optional(z.array(z.int())),
  repeatMonthly: z.optional(z.enum(MONTHLY_MODES)),
  repeatMonthDays: z.optional(z.array(z.int())),
  repeatTimes: z.optional(z.array(z.string())),
  repeatEveryMinutes: z.optional(z.int()),
  repeatWindow: z.optional(z.object({ from: z.string(), to: z.string() })),
  repeatAfterDone: z.optional(z.literal(true)),
  repeatUntil: z.optional(z.iso.date()),
  repeatCount: z.optional(z.int()),
  birthYear: z.optional(z.int()),
};

const DOUBTS = [
  'contradiction',
  'another-moment',
  'unclear',
  'which-week',
  'which-day',
  'flood-interval',
  'forwarded',
] as const;

/**
 * What a card in the chat understood, in the words of the reminder form. It is stored as it travels.
 * `dateTime` is the exact instant when the time is known; `date` stands alone when only the local
 * date is. Neither is checked against the rules of the form: the form and the create do that.
 */
export const draftPayload = z.object({
  text: z.string(),
  dateTime: z.nullable(z.iso.datetime()),
  date: z.nullable(z.iso.date()),
  typeId: z.int(),
  categoryId: z.int(),
  ...ruleKeys,
  flood: z.boolean(),
  floodInterval: z.nullable(z.int()),
  /** On whose clocks the time was said: a repetition stays on them. Absent where none was said. */
  timeZone: z.optional(z.string()),
  /** The time given for today had passed, so it became tomorrow: the card says so. */
  movedToTomorrow: z.optional(z.boolean()),
  /** The moment was said as so long from then («через час»), not by the clock. */
  span: z.optional(z.literal(true)),
  /** A key gave the moment: the reply that its card has opened may still be open. */
  momentPressed: z.optional(z.literal(true)),
  /** The account had no room for a part of its album, and the card has said so. */
  isPartLeftOut: z.optional(z.literal(true)),
  /** A key gave the type, or the category: an edit of the line leaves it. */
  typePressed: z.optional(z.literal(true)),
  categoryPressed: z.optional(z.literal(true)),
  /** The text is another message's, not a line that was written for this. */
  quoted: z.optional(z.literal(true)),
  /** The note that it reminds of, or has become. */
  noteId: z.optional(z.int()),
  /** Minutes before the moment at which to tell of it ahead, descending. */
  preAlerts: z.optional(z.array(z.int())),
  /** How many are left of what it counts. */
  counter: z.optional(z.object({ left: z.int() })),
  /**
   * Why the moment is a proposal that its card asks about: words of the line that speak against it or
   * were not used, as they were written; `which-week`: a weekday that is today's, where next week's may be
   * meant; `which-day`: «завтра» said by night; `flood-interval`: one that there is not; `forwarded`: it is somebody else's text.
   */
  doubt: z.optional(z.object({ kind: z.enum(DOUBTS), phrase: z.string() })),
});
export type DraftPayload = z.infer<typeof draftPayload>;

/**
 * Answer of `GET /api/drafts/{id}`. A form that saves it sends `Idempotency-Key: draft:<id>`, so that
 * «Сохранить» on the card afterwards does not create it twice.
 */
export const draft = z.object({
  ...draftPayload.shape,
  id: z.int(),
  /** What the card has become: the form edits that reminder instead. Absent once it is deleted. */
  reminderId: z.optional(z.int()),
});
export type Draft = z.infer<typeof draft>;

export const waitingDraft = z.object({
  id: z.int(),
  /** Of a long one the beginning. */
  text: z.string(),
  /** «в пятницу, 13 марта», «… · каждый месяц»: its day, where only the time is missing. */
  day: z.nullable(z.string()),
  /** Quick times: the words of a button, and what a press of it says. None where the text is too long for a reminder. */
  times: z.array(z.object({ label: z.string(), press: z.string() })),
});
export type WaitingDraft = z.infer<typeof waitingDraft>;

export { draftCreateKey, draftOfKey } from './headers';
