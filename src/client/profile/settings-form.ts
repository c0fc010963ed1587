import { type SettingsInput } from '@/contract/settings';
import { type DayParts } from '@/core/day-parts';
import { DAY_MESSAGE_CLOCKS } from '@/core/limits';
import { type SettingsField } from '@/core/settings-rules';
import { settingsTexts as texts } from '@/texts/settings';
import { type Session } from '../session/session';

export interface SettingsValues {
  /** The zone follows the device. */
  zoneAuto: boolean;
  timeZone: string;
  /** What is typed to find another zone. */
  place: string;
  dayParts: DayParts;
  snoozes: readonly string[];
  categoryId: number | null;
  /** What stands in the fields is kept while the switch is off. */
  quiet: { on: boolean; from: string; to: string };
  agenda: { on: boolean; at: string };
  review: { on: boolean; at: string };
}

const USUAL_NIGHT = { from: '23:00', to: '08:00' };

export type FormField = SettingsField | 'timeZone';

export const valuesOf = ({
  settings,
  timeZone,
}: Pick<Session, 'settings' | 'timeZone'>): SettingsValues => ({
  zoneAuto: !settings.timeZoneChosen,
  timeZone,
  place: '',
  dayParts: settings.dayParts,
  snoozes: settings.snoozes,
  categoryId: settings.categoryId,
  quiet: { on: settings.quietHours !== null, ...(settings.quietHours ?? USUAL_NIGHT) },
  agenda: { on: settings.agenda !== null, at: settings.agenda ?? DAY_MESSAGE_CLOCKS.agenda },
  review: { on: settings.review !== null, at: settings.review ?? DAY_MESSAGE_CLOCKS.review },
});

const quietHoursOf = ({ quiet: { on, from, to } }: SettingsValues) => (on ? { from, to } : null);

const clockOf = ({ on, at }: SettingsValues['agenda']) => (on ? at : null);

/** What of the form differs from what was there when it opened: what the chat has changed since stays. */
export function changesOf(values: SettingsValues, opened: SettingsValues): SettingsInput {
  const changed = (field: keyof SettingsValues) =>
    JSON.stringify(values[field]) !== JSON.stringify(opened[field]);
  const quietHours = quietHoursOf(values);
  const quietChanged = JSON.stringify(quietHours) !== JSON.stringify(quietHoursOf(opened));
  const zone = values.zoneAuto ? null : values.timeZone;
  return {
    ...((changed('zoneAuto') || (zone !== null && changed('timeZone'))) && { timeZone: zone }),
    ...(changed('dayParts') && { dayParts: values.dayParts }),
    ...(changed('snoozes') && { snoozes: [...values.snoozes] }),
    ...(changed('categoryId') && { categoryId: values.categoryId }),
    ...(quietChanged && { quietHours }),
    ...(clockOf(values.agenda) !== clockOf(opened.agenda) && { agenda: clockOf(values.agenda) }),
    ...(clockOf(values.review) !== clockOf(opened.review) && { review: clockOf(values.review) }),
  };
}

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
