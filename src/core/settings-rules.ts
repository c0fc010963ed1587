import { validationTexts } from '@/texts/validation';
import { parseTimeOfDay } from './calendar';
import { DAY_PART_NAMES, type DayParts } from './day-parts';
import { DAY_PART_RANGES, SNOOZE_CHOICES, SNOOZE_PRESETS } from './limits';
import { type Checked, type Fault, outcomeOf } from './reminder-rules';
import { DAY_MESSAGES, type Settings } from './settings';

/** What is to be changed; what is absent stays. Nothing of it is checked yet. */
export type UncheckedSettings = {
  [Name in keyof Settings]?:
    (Name extends 'snoozes' ? readonly string[] : Settings[Name]) | undefined;
};

/** A field of the settings, as validation errors name it. */
export type SettingsField = keyof DayParts | Exclude<keyof Settings, 'dayParts'>;
type Errors = Fault<SettingsField>[];

const texts = validationTexts.settings;

/** The settings after a change, or all that is wrong with it. `categoryIds` are those there are. */
export function changedSettings(
  present: Settings,
  change: UncheckedSettings,
  categoryIds: readonly number[],
): Checked<Settings, SettingsField> {
  const { dayParts = present.dayParts, categoryId = present.categoryId } = change;
  const { quietHours = present.quietHours } = change;
  const { agenda = present.agenda, review = present.review } = change;
  const errors = faultsOfDayParts(dayParts);
  const chosen = change.snoozes ?? present.snoozes;
  const snoozes = chosen.flatMap((each) => SNOOZE_CHOICES.find((known) => known === each) ?? []);
  if (snoozes.length !== chosen.length) {
    errors.push({ field: 'snoozes', message: texts.snoozeUnknown });
  } else if (
    snoozes.length !== SNOOZE_PRESETS.length ||
    new Set(snoozes).size !== SNOOZE_PRESETS.length
  ) {
    errors.push({ field: 'snoozes', message: texts.snoozes(SNOOZE_PRESETS.length) });
  }
  if (categoryId !== null && !categoryIds.includes(categoryId)) {
    errors.push({ field: 'categoryId', message: texts.category });
  }
  if (quietHours !== null) {
    const { from, to } = quietHours;
    const isClock = [from, to].every((clock) => parseTimeOfDay(clock) !== null);
    if (!isClock) errors.push({ field: 'quietHours', message: texts.quietInvalid });
    else if (from === to) errors.push({ field: 'quietHours', message: texts.quietSame });
  }
  for (const field of DAY_MESSAGES) {
    const clock = { agenda, review }[field];
    if (clock !== null && parseTimeOfDay(clock) === null) {
      errors.push({ field, message: validationTexts.time.invalid });
    }
  }
  return outcomeOf(errors, { dayParts, snoozes, categoryId, quietHours, agenda, review });
}

function faultsOfDayParts(parts: DayParts): Errors {
  const faults: Errors = [];
  for (const part of DAY_PART_NAMES) {
    const [first, last] = DAY_PART_RANGES[part];
    if (parseTimeOfDay(parts[part]) === null) {
      faults.push({ field: part, message: validationTexts.time.invalid });
    } else if (parts[part] < first || parts[part] > last) {
      faults.push({ field: part, message: texts.dayPart[part](first, last) });
    }
  }
  if (faults.length > 0) return faults;
  // The ranges leave morning and day, day and evening some hours in common.
  if (parts.morning >= parts.day) faults.push({ field: 'day', message: texts.dayPartOrder.day });
  if (parts.day >= parts.evening) {
    faults.push({ field: 'evening', message: texts.dayPartOrder.evening });
  }
  return faults;
}
