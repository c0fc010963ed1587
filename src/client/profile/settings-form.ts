import { type SettingsInput } from '@/contract/settings';
import { type Settings } from '@/core/settings';
import { type SettingsField } from '@/core/settings-rules';
import { settingsTexts as texts } from '@/texts/settings';
import { type Session } from '../session/session';

/** What the sheets' fields hold, as it goes over the wire; each sheet changes one setting of them. */
export interface SettingsValues extends Settings {
  /** Null: it follows the device. */
  timeZone: string | null;
  /** What is typed to find another zone. */
  place: string;
}

export type FormField = SettingsField | 'timeZone';

export const valuesOf = (settings: Session['settings']): SettingsValues => ({
  ...settings,
  timeZone: settings.timeZoneChosen ? settings.timeZone : null,
  place: '',
});

/** The setting as it is to be stored; nothing where it is as it was when its sheet opened. */
export function changeOf(
  kind: SettingKind,
  values: SettingsValues,
  opened: SettingsValues,
): SettingsInput {
  const isSame = JSON.stringify(values[kind]) === JSON.stringify(opened[kind]);
  return isSame ? {} : Object.fromEntries([[kind, values[kind]]]);
}

export const SETTING_TITLES = {
  timeZone: texts.zone.title,
  quietHours: texts.quiet.title,
  agenda: texts.day.agenda,
  review: texts.day.review,
  snoozes: texts.snoozes.title,
  dayParts: texts.dayParts.title,
  categoryId: texts.category.title,
};
export type SettingKind = keyof typeof SETTING_TITLES;
