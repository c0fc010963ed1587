import { type SettingsInput } from '@/contract/settings';
import { type DayParts } from '@/core/day-parts';
import { DAY_MESSAGE_CLOCKS } from '@/core/limits';
import { type SettingsField } from '@/core/settings-rules';
import { settingsTexts as texts } from '@/texts/settings';
import { type Session } from '../session/session';

export interface SettingsValues {
  /** `auto`: it follows the device; `place`: what is typed to find another one. */
  zone: { auto: boolean; timeZone: string; place: string };
  dayParts: DayParts;
  snoozes: Session['settings']['snoozes'];
  categoryId: number | null;
  /** What stands in the fields is kept while the switch is off. */
  quiet: { on: boolean; from: string; to: string };
  agenda: { on: boolean; at: string };
  review: { on: boolean; at: string };
}

const USUAL_NIGHT = { from: '23:00', to: '08:00' };

export type FormField = SettingsField | 'timeZone';

export const valuesOf = (settings: Session['settings']): SettingsValues => ({
  zone: { auto: !settings.timeZoneChosen, timeZone: settings.timeZone, place: '' },
  dayParts: settings.dayParts,
  snoozes: settings.snoozes,
  categoryId: settings.categoryId,
  quiet: { on: settings.quietHours !== null, ...(settings.quietHours ?? USUAL_NIGHT) },
  agenda: { on: settings.agenda !== null, at: settings.agenda ?? DAY_MESSAGE_CLOCKS.agenda },
  review: { on: settings.review !== null, at: settings.review ?? DAY_MESSAGE_CLOCKS.review },
});

const clockOf = ({ on, at }: SettingsValues['agenda']) => (on ? at : null);

function settingsOf(values: SettingsValues): Required<SettingsInput> {
  const { on, from, to } = values.quiet;
  return {
    timeZone: values.zone.auto ? null : values.zone.timeZone,
    dayParts: values.dayParts,
    snoozes: [...values.snoozes],
    categoryId: values.categoryId,
    quietHours: on ? { from, to } : null,
    agenda: clockOf(values.agenda),
    review: clockOf(values.review),
  };
}

/** What of `values` is not as it was before. */
const differing = (values: object, before: object) => {
  const was = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(was.get(name)),
    ),
  );
};

/** The fields that were changed in a sheet: all others may have been changed elsewhere since. */
export const changedValues = (
  values: SettingsValues,
  opened: SettingsValues,
): Partial<SettingsValues> => differing(values, opened);

/** What of the form differs from what was there when it opened: what the chat has changed since stays. */
export const changesOf = (values: SettingsValues, opened: SettingsValues): SettingsInput =>
  differing(settingsOf(values), settingsOf(opened));

export const SETTING_TITLES = {
  zone: texts.zone.title,
  quiet: texts.quiet.title,
  agenda: texts.day.agenda,
  review: texts.day.review,
  snoozes: texts.snoozes.title,
  parts: texts.dayParts.title,
  category: texts.category.title,
};
export type SettingKind = keyof typeof SETTING_TITLES;
