import 'server-only';
import { addDays, nextMonday } from 'date-fns';
import { type Day, formatLocalDate, inUtc } from '@/core/calendar';
import { instantToWallTime, localDayAt, wallTimeToInstant } from '@/core/time-zone';

/** Hours that words like «утром» stand for on the buttons of cards. */
const MORNING = '09:00';
const EVENING = '19:00';
const HOUR_MS = 3_600_000;

export const PRESETS = ['hour', 'hours', 'evening', 'nextEvening', 'morning', 'monday'] as const;
export type Preset = (typeof PRESETS)[number];

/** The presets that make sense now: an evening that is over or about to begin is tomorrow's. */
export function presetsAt(now: Date, timeZone: string): Preset[] {
  const eveningIsNear = instantToWallTime(now, timeZone).slice(11, 16) >= '18:30';
  return ['hour', 'hours', eveningIsNear ? 'nextEvening' : 'evening', 'morning', 'monday'];
}

/** The instant that a preset means when it is pressed, always ahead. */
export function presetMoment(preset: Preset, now: Date, timeZone: string): Date {
  if (preset === 'hour') return new Date(now.getTime() + HOUR_MS);
  if (preset === 'hours') return new Date(now.getTime() + 3 * HOUR_MS);
  const today = localDayAt(now, timeZone);
  const at = (day: Day, time: string) =>
    wallTimeToInstant(`${formatLocalDate(day)}T${time}`, timeZone);
  const tomorrow = addDays(today, 1, inUtc);
  if (preset === 'evening' || preset === 'nextEvening') {
    const tonight = at(today, EVENING);
    return preset === 'evening' && tonight > now ? tonight : at(tomorrow, EVENING);
  }
  return at(preset === 'morning' ? tomorrow : nextMonday(today, inUtc), MORNING);
}
