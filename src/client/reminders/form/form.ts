import { type Category, type Named } from '@/contract/category';
import { type Reminder, type ReminderInput } from '@/contract/reminder';
import { type WireRule, wireRule } from '@/contract/rule';
import { type DayParts } from '@/core/day-parts';
import {
  FLOOD_INTERVAL_DEFAULT,
  REPEAT_EVERY_MIN,
  TUTORIAL_TEST_AHEAD_S,
  USUAL_TYPE,
} from '@/core/limits';
import { wantedOrFirst } from '@/core/lists';
import { suggestedMoment } from '@/core/presets';
import {
  checkReminder,
  type UncheckedReminder,
  type ReminderField,
  type ValidReminder,
} from '@/core/reminder-rules';
import { dateAndTimeAt, localDateAt, wallTimeToInstant } from '@/core/time-zone';
import { appTexts } from '@/texts/app';
import { type MonthlyMode, type RepeatUnit } from '@/texts/schedule';
import { type KeptForm } from '../../form/edited-row';
import { unsavedPlace } from '../../session/kept-place';
import { type Rows } from './row';

export type SaidField =
  'date' | 'time' | 'repeat' | 'preAlerts' | 'flood' | 'category' | 'type' | 'counter';

/**
 * What the reminder form holds, on the clocks of its own zone: the user's may change while it is open. It is kept on
 * the device as it is (session/kept-place.ts).
 */
export interface FormValues {
  /** Of a new one: the note that it reminds of. */
  noteId?: number | undefined;
  /** The IANA zone in which the values were written. */
  timeZone: string;
  /** As it was typed, with the words that say when. */
  text: string;
  /** What it began with: only what is typed since is read, whatever has become of the row. */
  openedText: string;
  /** What was set by hand: the text has no say in it. */
  byHand: readonly SaidField[];
  /** What the text says of these is text like any other. */
  asText: readonly SaidField[];
  categoryId: number | null;
  typeId: number | null;
  date: string;
  time: string;
  repeat: boolean;
  repeatEvery: number | null;
  repeatUnit: RepeatUnit | null;
  weekdays: readonly number[];
  monthly: MonthlyMode | null;
  /** Days of the month; none means as `monthly` says. */
  monthDays: readonly number[];
  /** How often on its days: once, at several times, or again and again. */
  inDay: 'ONCE' | 'TIMES' | 'AGAIN';
  /** Further times of the day, `HH:mm`, beside `time`; for TIMES. */
  times: readonly string[];
  everyMinutes: number;
  /** `HH:mm`, for AGAIN; both empty for round the clock. */
  windowFrom: string;
  windowTo: string;
  /** The next date counts from «Готово», not from the calendar. */
  afterDone: boolean;
  /** The last day; null for no end, as of `count`, empty where it is still to be said. */
  until: string | null;
  /** How many times at most, in digits. */
  count: string | null;
  /** Of what a yearly day celebrates, in digits; empty where that is not known. */
  birthYear: string;
  preAlerts: readonly number[];
  /** How many pieces are left of what it reminds of, where the text says so («осталось 14 пакетов»). */
  counter: number | null;
  flood: boolean;
  floodInterval: number | null;
}

export const keptReminder = unsavedPlace<KeptForm<FormValues, OpenedFor>>('reminder');

export interface Reference {
  categories: readonly Category[];
  types: readonly Named[];
}

export type FormErrors = Partial<Record<ReminderField, string | undefined>>;

export interface FieldsProps {
  values: FormValues;
  errors: FormErrors;
  /** `settled`: the fields whose errors the change clears. */
  onChange: (next: Partial<FormValues>, ...settled: ReminderField[]) => void;
  rows: Rows;
}

/** What a field has of the form; `field` is the rules' name of it, and its own there. */
export const fieldPropsOf = <Name extends keyof FormValues>(
  { values, errors, onChange }: FieldsProps,
  name: Name,
  field: ReminderField,
) => ({
  name: field,
  value: values[name],
  fault: errors[field],
  onChange: (value: FormValues[Name]) => onChange({ [name]: value }, field),
});

/** What the fields begin with where nothing says otherwise. */
const USUAL = {
  repeatEvery: REPEAT_EVERY_MIN,
  repeatUnit: 'DAY',
  everyMinutes: 60,
  windowFrom: '09:00',
  windowTo: '21:00',
} as const;

export interface Prefill extends WireRule {
  noteId?: number | undefined;
  /** On whose clocks a series repeats, or will. */
  timeZone?: string | undefined;
  text: string;
  typeId: number | null;
  categoryId: number | null;
  dateTime: string | null;
  /** Counts where there is no `dateTime`: a card of the chat may know the date alone. */
  date?: string | null;
  preAlerts?: readonly number[] | undefined;
  /** Of a draft; what a reminder counts is changed where it is shown. */
  counter?: { left: number } | undefined;
  flood: boolean;
  floodInterval: number | null;
}

/** What a new reminder is made of, beside what is typed: kept with that while it is unsaved. */
interface OpenedFor {
  start?: Prefill | undefined;
  /** Instead of a key of its own: the card in the chat has one. */
  createKey?: string | undefined;
  /** A day was chosen already: no chips offer others. */
  day?: boolean | undefined;
  /** Typed elsewhere, and read as if it were typed here. */
  text?: string | undefined;
}

/** What the form of a reminder is opened for. Nothing of it: a new one. */
export interface DialogTarget extends OpenedFor {
  edit?: Reminder | undefined;
  values?: FormValues;
  notice?: string;
  /** The `name` of the field that has the focus at first. */
  focus?: string;
  saved?: () => void;
  /** The tutorial's test reminder: the app closes after it, so that its user looks into the chat. */
  test?: boolean;
}

/** A form without words and moment, of what does not repeat. */
export const emptyPrefill: Prefill = {
  text: '',
  typeId: null,
  categoryId: null,
  dateTime: null,
  repeat: false,
  repeatEvery: null,
  repeatUnit: null,
  flood: false,
  floodInterval: null,
};

/** The reminder that the tutorial creates: five minutes ahead, with the first category and type. */
export function testReminder(now: Date, { categories, types }: Reference): Prefill {
  const at = now.getTime() + TUTORIAL_TEST_AHEAD_S * 1000;
  return {
    ...emptyPrefill,
    text: appTexts.reminderForm.testText,
    categoryId: categories[0]?.id ?? null,
    typeId: types[0]?.id ?? null,
    // The form shows no seconds.
    dateTime: new Date(at - (at % 60_000)).toISOString(),
  };
}

/** A reminder on that date of the calendar, in the morning; today at the nearest sensible time. */
export const startOn = (
  date: string,
  { now, timeZone, dayParts }: { now: Date; timeZone: string; dayParts: DayParts },
): Prefill => ({
  ...emptyPrefill,
  dateTime: (date === localDateAt(now, timeZone)
    ? suggestedMoment(now, timeZone, dayParts)
    : wallTimeToInstant(`${date}T${dayParts.morning}`, timeZone)
  ).toISOString(),
});

/** The form as it opens: what `source` holds, on the clocks of `timeZone`. */
export function formOf(source: Prefill, timeZone: string): FormValues {
  const { date, time } = source.dateTime
    ? dateAndTimeAt(new Date(source.dateTime), timeZone)
    : { date: source.date ?? '', time: '' };
  return {
    noteId: source.noteId,
    timeZone,
    byHand: [],
    asText: [],
    text: source.text,
    openedText: source.text,
    typeId: source.typeId,
    categoryId: source.categoryId,
    date,
    time,
    repeat: source.repeat,
    repeatEvery: source.repeatEvery ?? USUAL.repeatEvery,
    repeatUnit: source.repeatUnit ?? USUAL.repeatUnit,
    ...optionsOfRule(source, time),
    preAlerts: source.preAlerts ?? [],
    counter: source.counter?.left ?? null,
    flood: source.flood,
    floodInterval: source.floodInterval ?? FLOOD_INTERVAL_DEFAULT,
  };
}

/** A repetition in its fields. `time` is the form's own, which they need not repeat. */
export function optionsOfRule(rule: WireRule, time: string) {
  const { repeatTimes, repeatEveryMinutes, repeatWindow, repeatCount } = rule;
  const again = repeatEveryMinutes !== undefined;
  return {
    weekdays: rule.repeatWeekdays ?? [],
    monthly: rule.repeatMonthly ?? null,
    monthDays: rule.repeatMonthDays ?? [],
    inDay: again ? 'AGAIN' : repeatTimes ? 'TIMES' : 'ONCE',
    times: repeatTimes?.filter((each) => each !== time) ?? [],
    everyMinutes: repeatEveryMinutes ?? USUAL.everyMinutes,
    windowFrom: again ? (repeatWindow?.from ?? '') : USUAL.windowFrom,
    windowTo: again ? (repeatWindow?.to ?? '') : USUAL.windowTo,
    afterDone: rule.repeatAfterDone ?? false,
    until: rule.repeatUntil ?? null,
    count: repeatCount === undefined ? null : String(repeatCount),
    birthYear: rule.birthYear === undefined ? '' : String(rule.birthYear),
  } satisfies Partial<FormValues>;
}

/** What a new form begins with: the category, else the first one, the usual type, and `dateTime`. */
export function suggestion(
  { categories, types }: Reference,
  categoryId: number | null,
  dateTime: string | null,
): Prefill {
  const usual = types.find(({ name }) => name === USUAL_TYPE) ?? types[0];
  return {
    ...emptyPrefill,
    categoryId: wantedOrFirst(categories, categoryId),
    typeId: usual?.id ?? null,
    dateTime,
  };
}

export const prefillOf = (reminder: Reminder): Prefill => ({
  ...reminder,
  noteId: undefined,
  typeId: reminder.type?.id ?? null,
  categoryId: reminder.category.id,
  counter: undefined,
});

/** Whether date and time are those of `source`, on the clocks of the values' own zone. */
export function keepsMoment(values: FormValues, source: Prefill): boolean {
  const opened = formOf(source, values.timeZone);
  return values.date === opened.date && values.time === opened.time;
}

/**
 * What the rules check, without hidden fields. An unchanged moment is the very instant of `source`: clocks
 * that are set back show two instants alike.
 */
export function uncheckedOf(values: FormValues, source: Prefill): UncheckedReminder {
  const { repeat, flood } = values;
  const instant = keepsMoment(values, source) ? source.dateTime : null;
  return {
    text: values.text,
    categoryId: values.categoryId ?? undefined,
    typeId: values.typeId ?? undefined,
    ...(instant
      ? { dateTime: new Date(instant) }
      : { date: values.date || undefined, time: values.time || undefined }),
    repeat,
    flood,
    ...(repeat && {
      repeatEvery: values.repeatEvery ?? undefined,
      repeatUnit: values.repeatUnit ?? undefined,
      repeatUntil: values.until ?? undefined,
      ...(values.repeatUnit === 'YEAR' &&
        values.birthYear !== '' && { birthYear: Number(values.birthYear) }),
      ...(values.afterDone ? { repeatAfterDone: true } : patternOf(values)),
    }),
    // Those of a stored reminder stay where none are given: none at all have to be said.
    ...((values.preAlerts.length > 0 || source.preAlerts) && { preAlerts: values.preAlerts }),
    ...(flood && { floodInterval: values.floodInterval ?? undefined }),
    ...(values.counter !== null && { counter: { left: values.counter } }),
  };
}

/** What the rules say of the values at `now`: the reminder that they make, or what is wrong with them. */
export const checkForm = (values: FormValues, source: Prefill, now: Date) =>
  checkReminder(uncheckedOf(values, source), { now, timeZone: values.timeZone });

function patternOf(values: FormValues): Partial<UncheckedReminder> {
  const { repeatUnit, weekdays, monthDays, inDay, time, windowFrom, windowTo } = values;
  const wholeDay = windowFrom === '' && windowTo === '';
  return {
    ...(repeatUnit === 'WEEK' && weekdays.length > 0 && { repeatWeekdays: weekdays }),
    ...(repeatUnit === 'MONTH' &&
      (monthDays.length > 0
        ? { repeatMonthDays: monthDays }
        : { repeatMonthly: values.monthly ?? undefined })),
    ...(inDay === 'TIMES' && { repeatTimes: [time, ...values.times] }),
    ...(inDay === 'AGAIN' && {
      repeatEveryMinutes: values.everyMinutes,
      ...(!wholeDay && { repeatWindow: { from: windowFrom, to: windowTo } }),
    }),
    ...(values.count !== null && { repeatCount: Number(values.count) }),
  };
}

export function payloadOf(
  { rule, floodInterval, dateTime, ...asItIs }: ValidReminder,
  timeZone: string,
): ReminderInput {
  return {
    ...asItIs,
    dateTime: dateTime.toISOString(),
    repeat: rule !== null,
    ...(rule && { ...wireRule(rule), repeatEvery: rule.every, repeatUnit: rule.unit, timeZone }),
    flood: floodInterval !== null,
    ...(floodInterval !== null && { floodInterval }),
  };
}

export const WIRE_NAMES: Record<string, ReminderField> = {
  typeId: 'type',
  categoryId: 'category',
  dateTime: 'date',
};
export const REPEAT_FIELDS = [
  'repeatEvery',
  'repeatUnit',
  'repeatWeekdays',
  'repeatMonthly',
  'repeatMonthDays',
  'repeatTimes',
  'repeatEveryMinutes',
  'repeatWindow',
  'repeatAfterDone',
  'repeatUntil',
  'repeatCount',
  'birthYear',
] as const satisfies ReminderField[];
