import * as z from 'zod/mini';
import { SNOOZE_CHOICES } from '@/core/limits';

/** `HH:mm` on the user's clocks. */
const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

/** What a user has set, as it is stored and as the wire carries it. */
export const ownSettings = z.object({
  /** What «утром», «днём» and «вечером» mean. */
  dayParts: z.object({ morning: clock, day: clock, evening: clock }),
  /** The buttons of «Отложить»: `10m`, `1h`, `evening`, `tomorrow`. */
  snoozes: z.array(z.enum(SNOOZE_CHOICES)),
  /** The category of what is made without naming one; null: as it was last, or the first one. */
  categoryId: z.nullable(z.int()),
  /** When nobody is disturbed by anything but times of their own choice; null: off. */
  quietHours: z.nullable(z.object({ from: clock, to: clock })),
  /** When the agenda of the day comes, and the review of what was not marked done; null: off. */
  agenda: z.nullable(clock),
  review: z.nullable(clock),
});

/** All of it, with the zone that counts. */
export const settings = z.extend(ownSettings, {
  timeZone: z.string(),
  /** The user chose it by hand: the browser's does not replace it. */
  timeZoneChosen: z.boolean(),
});
export type WireSettings = z.infer<typeof settings>;

const shortText = z.string().check(z.maxLength(40));
/** What is to be changed; what is absent stays. core/settings says what is wrong with it, in Russian. */
export const settingsInput = z.object({
  /** Null: back to the browser's, from the next start of the app on. */
  timeZone: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
  dayParts: z.optional(z.object({ morning: shortText, day: shortText, evening: shortText })),
  snoozes: z.optional(z.array(shortText).check(z.maxLength(20))),
  categoryId: z.optional(z.nullable(z.int())),
  quietHours: z.optional(z.nullable(z.object({ from: shortText, to: shortText }))),
  agenda: z.optional(z.nullable(shortText)),
  review: z.optional(z.nullable(shortText)),
});
export type SettingsInput = z.infer<typeof settingsInput>;

/**
 * What is to become of reminders on the clocks before, where the device's zone has changed: `move` them
 * to the same time of day here, `keep` them as they are, or `stay` with those clocks for new ones too.
 */
export const zoneAnswer = z.object({
  answer: z.enum(['move', 'keep', 'stay']),
  /**
   * Between which zones the question was that is answered. Where it is another one by now, asked on a
   * second device, or none, the answer is a conflict, unless it was answered so already. Without it any
   * question is meant.
   */
  question: z.optional(z.object({ before: shortText, here: shortText })),
});
export type ZoneAnswer = z.infer<typeof zoneAnswer>;
