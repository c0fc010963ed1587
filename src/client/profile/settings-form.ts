import { type SettingsInput } from '@/contract/settings';
import { type DayParts } from '@/core/day-parts';
import { DAY_MESSAGE_CLOCKS } from '@/core/limits';
import { type SettingsField } from '@/core/settings-rules';
import { settingsTexts as texts } from '@/texts/settings';
import { type Session } from '../session/session';

/** What the sheets' fields hold, by the setting's name on the wire; each sheet changes one of them. */
export interface SettingsValues {
  /** `auto`: it follows the device; `place`: what is typed to find another one. */
  timeZone: { auto: boolean; timeZone: string; place: string };
  dayParts: DayParts;
  snoozes: Session['settings']['snoozes'];
  categoryId: number | null;
  /** What stands in the fields is kept while the switch is off. */
  quietHours: { on: boolean; from: string; to: string };
  agenda: { on: boolean; at: string };
  review: { on: boolean; at: string };
}

const USUAL_NIGHT = { from: '23:00', to: '08:00' };

export type FormField = SettingsField | 'timeZone';

export const valuesOf = (settings: Session['settings']): SettingsValues => ({
  timeZone: { auto: !settings.timeZoneChosen, timeZone: settings.timeZone, place: '' },
  dayParts: settings.dayParts,
  snoozes: settings.snoozes,
  categoryId: settings.categoryId,
  quietHours: { on: settings.quietHours !== null, ...(settings.quietHours ?? USUAL_NIGHT) },
  agenda: { on: settings.agenda !== null, at: settings.agenda ?? DAY_MESSAGE_CLOCKS.agenda },
  review: { on: settings.review !== null, at: settings.review ?? DAY_MESSAGE_CLOCKS.review },
});

const clockOf = ({ on, at }: SettingsValues['agenda']) => (on ? at : null);

function settingsOf(values: SettingsValues): Required<SettingsInput> {
  const { timeZone, snoozes, quietHours, agenda, review } = values;
  const { on, ...hours } = quietHours;
  return {
    ...values,
    timeZone: timeZone.auto ? null : timeZone.timeZone,
    snoozes: [...snoozes],
    quietHours: on ? hours : null,
    agenda: clockOf(agenda),
    review: clockOf(review),
  };
}

/** The setting as it is to be stored; nothing where it is as it was when its sheet opened. */
export function changeOf(
  kind: SettingKind,
  values: SettingsValues,
  opened: SettingsValues,
): SettingsInput {
  const [present, before] = [values, opened].map((each) => settingsOf(each)[kind]);
  const isSame = JSON.stringify(present) === JSON.stringify(before);
  return isSame ? {} : Object.fromEntries([[kind, present]]);
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
