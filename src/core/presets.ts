import { addDays, nextMonday } from 'date-fns';
import { type SnoozePreset, type Span, type WhenPreset } from '@/texts/presets';
import { type Day, DAY_MS, inUtc } from './calendar';
import {
  DAY_PART_HOURS,
  FORM_PRESETS,
  SUGGESTED_AHEAD_MINUTES,
  SUGGESTED_HOURS,
  WHEN_PRESETS,
} from './limits';
import { instantToReading, localDayAt, readingToInstant } from './time-zone';

/** What the buttons mean that name a moment: «Отложить» and, on a new card, «Когда напомнить?». */

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const [MORNING_HOUR] = DAY_PART_HOURS.morning;
const [EVENING_HOUR] = DAY_PART_HOURS.evening;
/** «Вечером» this close to the evening, or later, means the next one. */
const EVENING_MARGIN_MS = 15 * MINUTE_MS;
/** «Сегодня вечером» is offered until this long before the evening, «Завтра вечером» from then on. */
const TONIGHT_OFFERED_MS = 30 * MINUTE_MS;
/** Until this hour it is still last night for the one who is awake: «Завтра» means the coming morning. */
const NIGHT_ENDS_HOUR = 4;

const spanMs = (span: Span): number =>
  Number.parseInt(span, 10) * (span.endsWith('h') ? HOUR_MS : MINUTE_MS);

/** The instant at which clocks of the zone show a full hour of a day. */
const atHour = (day: Day, hour: number, timeZone: string): Date =>
  readingToInstant({ clockMs: day.getTime() + hour * HOUR_MS, offsetMs: null }, timeZone);

/** `HH:00`, the hour that a part of the day stands for on a button. */
export const dayPartClock = (part: keyof typeof DAY_PART_HOURS): string =>
  `${String(DAY_PART_HOURS[part][0]).padStart(2, '0')}:00`;

/**
 * The preset that a button of «Отложить» carries. Spans that are no longer on offer are read too, so
 * that the buttons of messages sent before keep their meaning.
 */
export function readSnoozePreset(text: string): SnoozePreset | undefined {
  const [, count, unit] = /^([1-9]\d{0,2})([mh])$/.exec(text) ?? [];
  if (count !== undefined) return unit === 'h' ? `${Number(count)}h` : `${Number(count)}m`;
  return (['evening', 'tomorrow'] as const).find((each) => each === text);
}

/** The instant a snooze button means, in the user's zone. Always after `now`. */
export function snoozeUntil(preset: SnoozePreset, now: Date, timeZone: string): Date {
  const today = localDayAt(now, timeZone);
  const tomorrow = addDays(today, 1, inUtc);
  switch (preset) {
    case 'evening': {
      const evening = atHour(today, EVENING_HOUR, timeZone);
      const near = evening.getTime() - now.getTime() < EVENING_MARGIN_MS;
      return near ? atHour(tomorrow, EVENING_HOUR, timeZone) : evening;
    }
    case 'tomorrow': {
      const isNight = now < atHour(today, NIGHT_ENDS_HOUR, timeZone);
      return atHour(isNight ? today : tomorrow, MORNING_HOUR, timeZone);
    }
    default:
      return new Date(now.getTime() + spanMs(preset));
  }
}

/** The instant that a snooze button means for what comes at `own` anyway: always after that. */
export function movedOn(preset: SnoozePreset, own: Date, timeZone: string): Date {
  const { clockMs } = instantToReading(own, timeZone);
  const at = (clock: number) => readingToInstant({ clockMs: clock, offsetMs: null }, timeZone);
  switch (preset) {
    case 'evening': {
      const evening = localDayAt(own, timeZone).getTime() + EVENING_HOUR * HOUR_MS;
      return at(evening) > own ? at(evening) : at(evening + DAY_MS);
    }
    case 'tomorrow':
      // The same clock time, a day later.
      return at(clockMs + DAY_MS);
    default:
      return new Date(own.getTime() + spanMs(preset));
  }
}

/**
 * What «Отложить» leads to: what comes at `own` and has not come yet is moved from there, everything
 * else (null) from now. `timeZone` is the user's.
 */
export const postponedTo = (
  preset: SnoozePreset,
  own: Date | null,
  now: Date,
  timeZone: string,
): Date =>
  own !== null && own > now ? movedOn(preset, own, timeZone) : snoozeUntil(preset, now, timeZone);

/** The presets of a card that make sense now: an evening that is over or about to begin is tomorrow's. */
export function whenPresetsAt(now: Date, timeZone: string): WhenPreset[] {
  const evening = atHour(localDayAt(now, timeZone), EVENING_HOUR, timeZone);
  const tonight = evening.getTime() - now.getTime() > TONIGHT_OFFERED_MS;
  return WHEN_PRESETS.filter((each) => each !== (tonight ? 'nextEvening' : 'evening'));
}

/** The instant that a preset of a card means when it is pressed, in the user's zone. Always after `now`. */
export function momentOf(preset: WhenPreset, now: Date, timeZone: string): Date {
  const today = localDayAt(now, timeZone);
  const tomorrow = addDays(today, 1, inUtc);
  switch (preset) {
    case 'evening': {
      const tonight = atHour(today, EVENING_HOUR, timeZone);
      return tonight > now ? tonight : atHour(tomorrow, EVENING_HOUR, timeZone);
    }
    case 'nextEvening':
      return atHour(tomorrow, EVENING_HOUR, timeZone);
    case 'morning':
      return atHour(tomorrow, MORNING_HOUR, timeZone);
    case 'monday':
      return atHour(nextMonday(today, inUtc), MORNING_HOUR, timeZone);
    default:
      return new Date(now.getTime() + spanMs(preset));
  }
}

/**
 * The chips of a new reminder's form and the instants they mean, in the user's zone and to the minute.
 * «Сегодня вечером» is there while the evening lies ahead; of two that mean the same moment the first.
 */
export function formPresetsAt(now: Date, timeZone: string): { preset: WhenPreset; at: Date }[] {
  const offered = whenPresetsAt(now, timeZone);
  const chips = FORM_PRESETS.filter((each) => offered.includes(each)).map((preset) => {
    const ms = momentOf(preset, now, timeZone).getTime();
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
export function suggestedMoment(now: Date, timeZone: string): Date {
  const soonest = new Date(now.getTime() + SUGGESTED_AHEAD_MINUTES * MINUTE_MS);
  const { clockMs, offsetMs } = instantToReading(soonest, timeZone);
  const fullHour = Math.ceil(clockMs / HOUR_MS) * HOUR_MS;
  const hour = (fullHour % DAY_MS) / HOUR_MS;
  if (hour >= SUGGESTED_HOURS.first && hour <= SUGGESTED_HOURS.last) {
    return readingToInstant({ clockMs: fullHour, offsetMs }, timeZone);
  }
  const day = new Date(fullHour - (fullHour % DAY_MS));
  const morning = hour < SUGGESTED_HOURS.first ? day : addDays(day, 1, inUtc);
  return atHour(morning, MORNING_HOUR, timeZone);
}
