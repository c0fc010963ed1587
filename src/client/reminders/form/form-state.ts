import { differenceInCalendarDays } from 'date-fns';
import { daysAfter, inUtc } from '@/core/calendar';
import { dateAndTimeAt, wallTimeToInstant } from '@/core/time-zone';
import { formOf, keepsMoment, type Prefill, type FormValues, type SaidField } from './form';

/*
 * Three sources make what the form shows, each stronger than the one before: what it opened with, what is
 * typed in its text, and what is set by hand. `FormValues` hold the first and the last, and the text itself;
 * what the text says is laid over them by `withSaid`, and never stored.
 */

/**
 * The values in the user's present zone, with category and type: those of a new form come from the server
 * after it has opened, and the zone may change while it is open. A date or time that was changed stays in
 * the zone in which it was written, and so does a series, whose times and days are of those clocks, too.
 */
export function broughtUpToDate(values: FormValues, timeZone: string, source: Prefill): FormValues {
  // A card without an hour names no zone yet.
  const isSeries = source.repeat ? source.timeZone !== undefined : values.repeat;
  const staysInZone = isSeries || values.timeZone === timeZone || !keepsMoment(values, source);
  if (staysInZone) return withUsual(values, source);
  const { date, time } = formOf(source, timeZone);
  return withUsual({ ...values, date, time, timeZone }, source);
}

/** The values with the category and type of `source`, where they have none. */
export const withUsual = <V extends Pick<Prefill, 'categoryId' | 'typeId'>>(
  values: V,
  source: Prefill,
): V => ({
  ...values,
  categoryId: values.categoryId ?? source.categoryId,
  typeId: values.typeId ?? source.typeId,
});

/**
 * The values with what the text says, where nothing was set by hand; a date alone leaves a suggested time open, where
 * there is one.
 */
export function withSaid(
  values: FormValues,
  saidInText: Partial<FormValues>,
  suggestedTime = '',
): FormValues {
  const isDateAlone = saidInText.date !== undefined && saidInText.time === undefined;
  const leavesTimeOpen = isDateAlone && values.time === suggestedTime;
  const said = leavesTimeOpen ? { time: '', ...saidInText } : saidInText;
  const isFree = ([name]: [string, unknown]) =>
    !values.byHand.some((field) => field === fieldOf(name));
  return { ...values, ...Object.fromEntries(Object.entries(said).filter(isFree)) };
}

/**
 * The values after `changes` by hand; `shownValues` and `saidInText`: what the fields showed, and what of it came from
 * the text. A field is set as a whole: what else of it the text says is kept with the change.
 */
export function setByHand(
  values: FormValues,
  changes: Partial<FormValues>,
  shownValues: FormValues,
  saidInText: Partial<FormValues>,
): FormValues {
  const fields = fieldsIn(changes);
  const fieldsInText = fieldsIn(saidInText);
  const isOfChangedField = ([name]: [string, unknown]) =>
    fields.some((field) => field === fieldOf(name));
  return {
    ...values,
    ...Object.fromEntries(Object.entries(shownValues).filter(isOfChangedField)),
    ...changes,
    byHand: union(values.byHand, fields),
    // Words that are typed later say nothing of a field that was set first.
    asText: union(
      values.asText,
      fields.filter((field) => !fieldsInText.includes(field)),
    ),
  };
}

/** The values where the words that say these fields are text like any other. */
export const leftInText = (values: FormValues, ...fields: SaidField[]): FormValues => ({
  ...values,
  asText: union(values.asText, fields),
});

const union = (some: readonly SaidField[], others: readonly SaidField[]) => [
  ...new Set([...some, ...others]),
];

const fieldsIn = (values: Partial<FormValues>): SaidField[] =>
  Object.keys(values).flatMap((name) => fieldOf(name) ?? []);

/** The field that a value belongs to; undefined of what is in no field. */
const fieldOf = (name: string): SaidField | undefined =>
  name in FIELD_OF_VALUE ? FIELD_OF_VALUE[name] : 'repeat';
/** All other values are of a repetition, which is one field. */
const FIELD_OF_VALUE: Record<string, SaidField | undefined> = {
  noteId: undefined,
  text: undefined,
  openedText: undefined,
  timeZone: undefined,
  byHand: undefined,
  asText: undefined,
  date: 'date',
  time: 'time',
  preAlerts: 'preAlerts',
  counter: 'counter',
  flood: 'flood',
  floodInterval: 'flood',
  categoryId: 'category',
  typeId: 'type',
};

/**
 * What the fields show, on the clocks of `timeZone`: at the same instant where date and time are known. What of it the
 * text says counts as set by hand from then on. Null where these clocks cannot say the rule: its times would fall on
 * several days there, or its day of the month on another one.
 */
export function onClocksOf(
  timeZone: string,
  shownValues: FormValues,
  saidInText: Partial<FormValues> = {},
): FormValues | null {
  const values = { ...shownValues, byHand: union(shownValues.byHand, fieldsIn(saidInText)) };
  const instant = instantOf(values);
  if (!instant) return { ...values, timeZone };
  const { date, time } = dateAndTimeAt(instant, timeZone);
  // Where the date is another one there, the days of the rule are others too.
  const days = daysBetween(values.date, date);
  const { repeatUnit, inDay, windowFrom, windowTo } = values;
  // What the form holds of a rule that is switched off, or that counts from «Готово», says nothing.
  const hasDays = values.repeat && !values.afterDone;
  if (hasDays && repeatUnit === 'MONTH' && days !== 0) return null;
  const clock = (timeHere: string) => {
    const at = instantOf({ ...values, time: timeHere });
    return at ? dateAndTimeAt(at, timeZone) : { date, time: timeHere };
  };
  const times = hasDays && inDay === 'TIMES' ? values.times.map(clock) : [];
  const ends = hasDays && inDay === 'AGAIN' ? [windowFrom, windowTo].map(clock) : [];
  if ([...times, ...ends].some((each) => daysBetween(values.date, each.date) !== days)) return null;
  const [from, to] = ends;
  return {
    ...values,
    timeZone,
    date,
    time,
    weekdays: values.weekdays.map((weekday) => ((weekday + 6 + days) % 7) + 1).sort(),
    ...(times.length > 0 && { times: times.map((each) => each.time) }),
    ...(from && to && { windowFrom: from.time, windowTo: to.time }),
    until: values.until && daysAfter(values.until, days),
  };
}

const daysBetween = (from: string, to: string): number =>
  differenceInCalendarDays(new Date(to), new Date(from), inUtc);

/** When date and time come, by the clocks of their zone; null while one of them is missing. */
export function instantOf({ date, time, timeZone }: FormValues): Date | null {
  try {
    return wallTimeToInstant(`${date}T${time}`, timeZone);
  } catch {
    return null;
  }
}
