import { parseTimeOfDay } from './calendar';
import { DAY_PART_HOURS } from './limits';

/** The parts of a day whose hour a user may set. */
export const DAY_PART_NAMES = ['morning', 'day', 'evening'] as const;
/** What «утром», «днём» and «вечером» mean to a user: `HH:mm` each. */
export type DayParts = Record<(typeof DAY_PART_NAMES)[number], string>;

/** Until then it is still last night for the one who is awake: «завтра» is the coming day. */
export const NIGHT_ENDS = '04:00';

const HOUR = 60;
const fullHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** What they mean until the user says otherwise. */
export const USUAL_DAY_PARTS: DayParts = {
  morning: fullHour(DAY_PART_HOURS.morning[0]),
  day: fullHour(DAY_PART_HOURS.day[0]),
  evening: fullHour(DAY_PART_HOURS.evening[0]),
};

/** Minutes since midnight of an `HH:mm`. */
export const minuteOfDay = (clock: string): number => (parseTimeOfDay(clock) ?? 0) / 60_000;

/**
 * The minutes of the day that a part of it may mean, best first: the user's own hour, then the usual
 * ones behind it, for when that has passed.
 */
export function minutesOfPart(
  part: keyof typeof DAY_PART_HOURS,
  own: DayParts = USUAL_DAY_PARTS,
): number[] {
  const usual = DAY_PART_HOURS[part].map((hour) => hour * HOUR);
  if (part === 'night') return usual;
  const first = minuteOfDay(own[part]);
  return [first, ...usual.filter((minute) => minute > first)];
}
