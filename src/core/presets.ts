import { addDays, nextMonday } from 'date-fns';
import { type SnoozePreset, type Span, type WhenPreset } from '@/texts/presets';
import { type Day, DAY_MS, inUtc } from './calendar';
import { type DayParts, minuteOfDay, NIGHT_ENDS, USUAL_DAY_PARTS } from './day-parts';
import { FORM_PRESETS, SUGGESTED_AHEAD_MINUTES, SUGGESTED_HOURS, WHEN_PRESETS } from './limits';
import { atClock, instantToReading, localDayAt, readingToInstant } from './time-zone';

/** What the buttons mean that name a moment: «Отложить» and, on a new card, «Когда напомнить?». */

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** «Вечером» this close to the evening, or later, means the next one. */
const EVENING_MARGIN_MS = 15 * MINUTE_MS;
/** «Сегодня вечером» is offered until this long before the evening, «Завтра вечером» from then on. */
const TONIGHT_OFFERED_MS = 30 * MINUTE_MS;

/** Whether a preset means so long from now, rather than a time on the clock. */
export const isSpan = (preset: WhenPreset): preset is Span => /^\d/.test(preset);

const spanMs = (span: Span): number =>
  Number.parseInt(span, 10) * (span.endsWith('h') ? HOUR_MS : MINUTE_MS);

/**
 * The preset that a button of «Отложить» carries. Spans that are no longer on offer are read too, so
 * that the buttons of messages sent before keep their meaning.
 */
export function readSnoozePreset(text: string): SnoozePreset | undefined {
  const [, count, unit] = /^([1-9]\d{0,2})([mh])$/.exec(text) ?? [];
  if (count !== undefined) return unit === 'h' ? `${Number(count)}h` : `${Number(count)}m`;
  return (['evening', 'tomorrow'] as const).find((each) => each === text);
}

/** The first evening that begins at least so many milliseconds behind an instant. */
function eveningFrom(from: Date, aheadMs: number, timeZone: string, { evening }: DayParts): Date {
  const today = localDayAt(from, timeZone);
  const tonight = atClock(today, evening, timeZone);
  const near = tonight.getTime() - from.getTime() < aheadMs;
  return near ? atClock(addDays(today, 1, inUtc), evening, timeZone) : tonight;
}

/** Whether who is awake calls the present date tomorrow. */
export const isNight = (now: Date, timeZone: string): boolean =>
  now < atClock(localDayAt(now, timeZone), NIGHT_ENDS, timeZone);

/** The day that comes after sleep. */
function tomorrowAt(now: Date, timeZone: string): Day {
  const today = localDayAt(now, timeZone);
  return isNight(now, timeZone) ? today : addDays(today, 1, inUtc);
}

/** The instant a snooze button means. Always after `now`. */
export function snoozeUntil(
  preset: SnoozePreset,
  now: Date,
  timeZone: string,
  parts: DayParts = USUAL_DAY_PARTS,
): Date {
  if (preset === 'evening') return eveningFrom(now, EVENING_MARGIN_MS, timeZone, parts);
  if (preset !== 'tomorrow') return new Date(now.getTime() + spanMs(preset));
  return atClock(tomorrowAt(now, timeZone), parts.morning, timeZone);
}

/** An evening that is its own moment is no later one. */
const STRICTLY_LATER_MS = 1;

/**
 * What «Отложить» leads to: what comes at `own` and has not come yet is moved from there, to a later
 * moment, everything else (null) from now.
 */
export function postponedTo(
  preset: SnoozePreset,
  own: Date | null,
  now: Date,
  timeZone: string,
  parts: DayParts = USUAL_DAY_PARTS,
): Date {
  if (own === null || own <= now) return snoozeUntil(preset, now, timeZone, parts);
  if (preset === 'evening') return eveningFrom(own, STRICTLY_LATER_MS, timeZone, parts);
  if (preset !== 'tomorrow') return new Date(own.getTime() + spanMs(preset));
  // The same clock time, a day later.
  const { clockMs } = instantToReading(own, timeZone);
  return readingToInstant({ clockMs: clockMs + DAY_MS, offsetMs: null }, timeZone);
}

/** The presets of a card that make sense now: an evening that is over or about to begin is tomorrow's. */
export function whenPresetsAt(
  now: Date,
  timeZone: string,
  parts: DayParts = USUAL_DAY_PARTS,
): WhenPreset[] {
  const evening = atClock(localDayAt(now, timeZone), parts.evening, timeZone);
  const tonight = evening.getTime() - now.getTime() > TONIGHT_OFFERED_MS;
  return WHEN_PRESETS.filter((each) => each !== (tonight ? 'nextEvening' : 'evening'));
}

/** The instant that a preset of a card means when it is pressed. Always after `now`. */
export function momentOf(
  preset: WhenPreset,
  now: Date,
  timeZone: string,
  parts: DayParts = USUAL_DAY_PARTS,
): Date {
  const tomorrow = tomorrowAt(now, timeZone);
  switch (preset) {
    case 'evening':
      return eveningFrom(now, STRICTLY_LATER_MS, timeZone, parts);
    case 'nextEvening':
      return atClock(tomorrow, parts.evening, timeZone);
    case 'morning':
      return atClock(tomorrow, parts.morning, timeZone);
    case 'monday': {
      // On Monday at 01:00 who is awake still has Sunday: this Monday is meant.
      const dayOfTheAwake = addDays(tomorrow, -1, inUtc);
      return atClock(nextMonday(dayOfTheAwake, inUtc), parts.morning, timeZone);
    }
    default:
      return new Date(now.getTime() + spanMs(preset));
  }
}

/**
 * The chips of a new reminder's form and the instants they mean, to the minute.
 * «Сегодня вечером» is there while the evening lies ahead; of two that mean the same moment the first.
 */
export function formPresetsAt(
  now: Date,
  timeZone: string,
  parts: DayParts = USUAL_DAY_PARTS,
): { preset: WhenPreset; at: Date }[] {
  const offered = whenPresetsAt(now, timeZone, parts);
  const chips = FORM_PRESETS.filter((each) => offered.includes(each)).map((preset) => {
    const ms = momentOf(preset, now, timeZone, parts).getTime();
    return { preset, at: new Date(ms - (ms % MINUTE_MS)) };
  });
  return chips.filter(
    ({ at }, index) => chips.findIndex((other) => other.at.getTime() === at.getTime()) === index,
  );
}

/**
 * The moment that a new reminder's form begins with: the next full hour of the zone's clocks that is at
 * least half an hour ahead; nobody is to be reminded at night without having asked for it, so then it
 * is the next morning.
 */
export function suggestedMoment(
  now: Date,
  timeZone: string,
  parts: DayParts = USUAL_DAY_PARTS,
): Date {
  const soonest = new Date(now.getTime() + SUGGESTED_AHEAD_MINUTES * MINUTE_MS);
  const { clockMs, offsetMs } = instantToReading(soonest, timeZone);
  const fullHour = Math.ceil(clockMs / HOUR_MS) * HOUR_MS;
  const hour = (fullHour % DAY_MS) / HOUR_MS;
  // An early riser's day begins with their own morning.
  const first = Math.min(SUGGESTED_HOURS.first, Math.ceil(minuteOfDay(parts.morning) / 60));
  if (hour >= first && hour <= SUGGESTED_HOURS.last) {
    return readingToInstant({ clockMs: fullHour, offsetMs }, timeZone);
  }
  const day = new Date(fullHour - (fullHour % DAY_MS));
  const morning = hour < first ? day : addDays(day, 1, inUtc);
  return atClock(morning, parts.morning, timeZone);
}
