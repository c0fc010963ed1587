import { type DayParts, USUAL_DAY_PARTS } from './day-parts';
import { type SNOOZE_CHOICES, SNOOZE_PRESETS } from './limits';
import { type QuietHours } from './quiet-hours';

/**
 * The messages about a whole day: the agenda, in the morning, of what lies before its user; the review,
 * in the evening, of what was sent that day and not marked done.
 */
export const DAY_MESSAGES = ['agenda', 'review'] as const;
export type DayMessageKind = (typeof DAY_MESSAGES)[number];

/** What a user has set, the time zone aside, which is an account's own. */
export interface Settings {
  dayParts: DayParts;
  /** What the buttons of «Отложить» mean. */
  snoozes: readonly (typeof SNOOZE_CHOICES)[number][];
  /** The category of what is made without naming one; null: as it was last, or the first one. */
  categoryId: number | null;
  /** Null: off. */
  quietHours: QuietHours | null;
  /** When the agenda comes, `HH:mm` on the user's clocks; null: off. */
  agenda: string | null;
  /** The same of the review. */
  review: string | null;
}

export const USUAL_SETTINGS: Settings = {
  dayParts: USUAL_DAY_PARTS,
  snoozes: SNOOZE_PRESETS,
  categoryId: null,
  quietHours: null,
  agenda: null,
  review: null,
};
