import { type Named, type Reminder, type ReminderInput } from '@/contract/reminder';
import { FLOOD_INTERVAL_DEFAULT, REPEAT_EVERY_MIN, TUTORIAL_TEST_AHEAD_S } from '@/core/limits';
import { type MonthlyMode, type RepeatUnit } from '@/core/recurrence';
import { type ReminderDraft, type ReminderField, type ValidReminder } from '@/core/reminder-rules';
import { instantToWallTime } from '@/core/time-zone';
import { appTexts } from '@/texts/app';

/** What the fields of the reminder form hold. Dates and times are local to the user's zone. */
export interface FormValues {
  text: string;
  categoryId: number | null;
  typeId: number | null;
  /** `YYYY-MM-DD`, empty when not chosen. */
  date: string;
  /** `HH:mm`, empty when not chosen. */
  time: string;
  repeat: boolean;
  repeatEvery: number | null;
  repeatUnit: RepeatUnit | null;
  weekdays: readonly number[];
  monthly: MonthlyMode | null;
  /** `YYYY-MM-DD`, empty for no end. */
  until: string;
  flood: boolean;
  floodInterval: number | null;
}

export type FormErrors = Partial<Record<ReminderField, string | undefined>>;

/** What every part of the form is given. */
export interface FieldsProps {
  values: FormValues;
  errors: FormErrors;
  /** `field` is the one whose error the change clears. */
  onChange: (next: Partial<FormValues>, field: ReminderField | null) => void;
}

/** A number as a select holds it. */
export const asOption = (value: number | null): string => (value === null ? '' : String(value));

export const emptyForm: FormValues = {
  text: '',
  categoryId: null,
  typeId: null,
  date: '',
  time: '',
  repeat: false,
  repeatEvery: REPEAT_EVERY_MIN,
  repeatUnit: 'DAY',
  weekdays: [],
  monthly: null,
  until: '',
  flood: false,
  floodInterval: FLOOD_INTERVAL_DEFAULT,
};

/** The reminder that the tutorial creates: five minutes ahead, with the first category and type. */
export function testForm(
  now: Date,
  timeZone: string,
  { categories, types }: { categories: readonly Named[]; types: readonly Named[] },
): FormValues {
  const wall = instantToWallTime(new Date(now.getTime() + TUTORIAL_TEST_AHEAD_S * 1000), timeZone);
  return {
    ...emptyForm,
    text: appTexts.tutorial.testText,
    categoryId: categories[0]?.id ?? null,
    typeId: types[0]?.id ?? null,
    date: wall.slice(0, 10),
    time: wall.slice(11, 16),
  };
}

/** What a stored reminder, or a card in the chat, puts into the form. */
export interface Prefill {
  text: string;
  typeId: number;
  categoryId: number;
  dateTime: string | null;
  /** Counts where there is no `dateTime`. */
  date?: string | null;
  repeat: boolean;
  repeatEvery: number | null;
  repeatUnit: RepeatUnit | null;
  repeatWeekdays?: readonly number[] | undefined;
  repeatMonthly?: MonthlyMode | undefined;
  repeatUntil?: string | undefined;
  flood: boolean;
  floodInterval: number | null;
}

/** The form of `source`, its instant converted to the clocks of `timeZone`. */
export function filledForm(source: Prefill, timeZone: string): FormValues {
  const wall = source.dateTime ? instantToWallTime(new Date(source.dateTime), timeZone) : '';
  return {
    text: source.text,
    typeId: source.typeId,
    categoryId: source.categoryId,
    date: wall.slice(0, 10) || (source.date ?? ''),
    time: wall.slice(11, 16),
    repeat: source.repeat,
    repeatEvery: source.repeatEvery ?? emptyForm.repeatEvery,
    repeatUnit: source.repeatUnit ?? emptyForm.repeatUnit,
    weekdays: source.repeatWeekdays ?? [],
    monthly: source.repeatMonthly ?? null,
    until: source.repeatUntil ?? '',
    flood: source.flood,
    floodInterval: source.floodInterval ?? emptyForm.floodInterval,
  };
}

export const prefillOf = (reminder: Reminder): Prefill => ({
  ...reminder,
  typeId: reminder.type.id,
  categoryId: reminder.category.id,
});

/** What the rules check. Fields that the form hides are not given. */
export function draftOf(values: FormValues): ReminderDraft {
  const { repeat, flood } = values;
  return {
    text: values.text,
    categoryId: values.categoryId ?? undefined,
    typeId: values.typeId ?? undefined,
    date: values.date || undefined,
    time: values.time || undefined,
    repeat,
    flood,
    ...(repeat && {
      repeatEvery: values.repeatEvery ?? undefined,
      repeatUnit: values.repeatUnit ?? undefined,
      repeatUntil: values.until || undefined,
      ...(values.repeatUnit === 'WEEK' &&
        values.weekdays.length > 0 && { repeatWeekdays: values.weekdays }),
      ...(values.repeatUnit === 'MONTH' && { repeatMonthly: values.monthly ?? undefined }),
    }),
    ...(flood && { floodInterval: values.floodInterval ?? undefined }),
  };
}

/** What the wire carries of a checked form. */
export function payloadOf({ rule, floodInterval, ...rest }: ValidReminder): ReminderInput {
  return {
    text: rest.text,
    categoryId: rest.categoryId,
    typeId: rest.typeId,
    dateTime: rest.dateTime.toISOString(),
    repeat: rule !== null,
    ...(rule && {
      repeatEvery: rule.every,
      repeatUnit: rule.unit,
      ...(rule.weekdays && { repeatWeekdays: [...rule.weekdays] }),
      ...(rule.monthly && { repeatMonthly: rule.monthly }),
      ...(rule.until && { repeatUntil: rule.until }),
    }),
    flood: floodInterval !== null,
    ...(floodInterval !== null && { floodInterval }),
  };
}

/** The wire's names of fields, where they differ from the form's. */
const wireNames: Record<string, ReminderField> = {
  typeId: 'type',
  categoryId: 'category',
  dateTime: 'date',
};
const fields: readonly ReminderField[] = [
  'text',
  'category',
  'type',
  'date',
  'time',
  'repeatEvery',
  'repeatUnit',
  'repeatWeekdays',
  'repeatMonthly',
  'repeatUntil',
  'floodInterval',
];

/** The first message of each field; names that the form does not have are left out. */
export function errorsByField(errors: readonly { field: string; message: string }[]): FormErrors {
  const byField: FormErrors = {};
  for (const { field, message } of errors) {
    const name = wireNames[field] ?? fields.find((each) => each === field);
    if (name) byField[name] ??= message;
  }
  return byField;
}
