import { nouns, plural } from './plural';

/** A stretch of time as a preset names it: `10m` is ten minutes, `3h` three hours. */
export type Span = `${number}m` | `${number}h`;
/** What a button of «Отложить» can mean; the list of those on offer is core's `SNOOZE_PRESETS`. */
export type SnoozePreset = Span | 'evening' | 'tomorrow';
/** What a button of «Когда напомнить?» can mean; those on offer: `WHEN_PRESETS`. */
export type WhenPreset = Span | 'evening' | 'nextEvening' | 'morning' | 'monday';

/** «10 мин», «3 часа» */
function shortly(span: Span): string {
  const count = Number.parseInt(span, 10);
  return span.endsWith('h') ? plural(count, nouns.hour) : `${count} мин`;
}

/** In the accusative: «10 минут», «3 часа», and «час» for one. */
function inWords(span: Span): string {
  const count = Number.parseInt(span, 10);
  const forms = span.endsWith('h') ? nouns.hour : (['минуту', 'минуты', 'минут'] as const);
  return count === 1 ? forms[0] : plural(count, forms);
}

const fixed = <Name extends string>(preset: string, names: Record<Name, string>): preset is Name =>
  Object.hasOwn(names, preset);

const SNOOZE = { evening: 'Вечером', tomorrow: 'Завтра' };
const MOVE = { evening: 'Вечером', tomorrow: '+1 день' };
const UNTIL = { evening: 'до вечера', tomorrow: 'на завтра' };
const DAY_PARTS = { morning: 'Утром', day: 'Днём', evening: SNOOZE.evening };
const WHEN = {
  evening: 'Сегодня вечером',
  nextEvening: 'Завтра вечером',
  morning: 'Завтра утром',
  monday: 'В понедельник',
};

/** The buttons that name a moment. Spans get their words from the preset itself. */
export const presetTexts = {
  /** From now: «10 мин», «Вечером». */
  snooze: (preset: SnoozePreset): string =>
    fixed(preset, SNOOZE) ? SNOOZE[preset] : shortly(preset),
  /** For what lies ahead and is moved from its own time: «+10 мин». */
  move: (preset: SnoozePreset): string =>
    fixed(preset, MOVE) ? MOVE[preset] : `+${shortly(preset)}`,
  /** In a sentence on what can be put off: «на 10 минут», «до вечера». */
  putOff: (preset: SnoozePreset): string =>
    fixed(preset, UNTIL) ? UNTIL[preset] : `на ${inWords(preset)}`,
  /** `atNight`: the coming morning is today's. */
  when(preset: WhenPreset, atNight: boolean): string {
    if (preset === 'morning' && atNight) return DAY_PARTS.morning;
    return fixed(preset, WHEN) ? WHEN[preset] : `Через ${inWords(preset)}`;
  },
  /** The same where four stand in one line of a phone. */
  moment: (preset: WhenPreset, atNight: boolean): string =>
    preset === 'evening' ? DAY_PARTS.evening : presetTexts.when(preset, atNight),
  /** «Утром, 09:00» */
  dayPart: (part: keyof typeof DAY_PARTS, clock: string): string => `${DAY_PARTS[part]}, ${clock}`,
};
