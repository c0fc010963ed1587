import 'server-only';
import { DAY_MS } from '@/core/calendar';
import {
  instantToWallTime,
  localDateAt,
  type LocalDate,
  wallTimeToInstant,
} from '@/core/time-zone';

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
  const today = localDateAt(now, timeZone);
  const at = (days: number, time: string) =>
    wallTimeToInstant(`${daysAfter(today, days)}T${time}`, timeZone);
  if (preset === 'evening' || preset === 'nextEvening') {
    const tonight = at(0, EVENING);
    return preset === 'evening' && tonight > now ? tonight : at(1, EVENING);
  }
  return at(preset === 'morning' ? 1 : daysToMonday(today), MORNING);
}

export const daysAfter = (date: LocalDate, days: number): LocalDate =>
  new Date(Date.parse(`${date}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** 1 to 7. */
const daysToMonday = (date: LocalDate): number =>
  7 - ((new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7);
