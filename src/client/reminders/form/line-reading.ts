import {
  parseQuickAdd,
  type QuickAddContext,
  type QuickAddResult,
  type QuickAddTime,
} from '@/core/quick-add';
import { newCategoryIn } from '@/core/quick-add/messages/category-tag';
import { type Named } from '@/contract/category';
import { type ReminderInput } from '@/contract/reminder';
import { wireRule } from '@/contract/rule';
import { suggestedMoment } from '@/core/presets';
import { checkReminder } from '@/core/reminder-rules';
import { instantToWallTime, type WallTime } from '@/core/time-zone';
import { appTexts } from '@/texts/app';
import { describeDate, describeInstant, describePreAlerts, describeRule } from '@/texts/schedule';
import {
  uncheckedOf,
  formOf,
  type FormValues,
  optionsOfRule,
  payloadOf,
  type Prefill,
  type Reference,
} from './form';

/*
 * What lines of plain Russian mean in the fields, and in words. The grammar is some 20 KB: it is loaded when
 * a line is first used.
 */
const texts = appTexts.quickAdd;

export type Reading = QuickAddResult & { flood: boolean };

type LineClock = Pick<QuickAddContext, 'now' | 'timeZone' | 'dayParts'>;

/** Reads a line on the clocks of `timeZone`. Never throws. */
export function readLine(line: string, context: Reference & LineClock): Reading {
  const reading = parseQuickAdd(line, context);
  return { ...reading, flood: reading.floodInterval !== null };
}

/** What is missing of a line, or what its reader should know; '' when there is nothing to say. */
export function remarkOn(reading: Reading): string {
  switch (reading.outcome) {
    case 'ready':
      if (reading.doubt) return texts.doubt(reading.doubt.phrase);
      return reading.movedToTomorrow ? texts.movedToTomorrow : '';
    case 'needs-time':
      return texts.needsTime;
    case 'no-date':
    case 'note':
    case 'none':
      return texts.noDate;
    case 'no-text':
      return texts.noText;
    case 'past':
      return texts.past;
    case 'impossible':
      return texts.impossible(reading.phrase);
    case 'unsupported':
      return texts.unsupported(reading.phrase);
    case 'too-long':
      return texts.tooLong(reading.max);
  }
}

/** What of a remark the chips do not say already. */
export const remarkBesideChips = (reading: Reading): string =>
  ['no-date', 'needs-time', 'no-text'].includes(reading.outcome) ? '' : remarkOn(reading);

/** Whether the line says something that no field can hold: it cannot be taken into the form as a whole. */
export const isRefused = ({ outcome }: Reading): boolean =>
  outcome === 'past' || outcome === 'impossible' || outcome === 'unsupported';

/** Fields have no seconds: what is said as so long from now fills up its last minute. */
const wholeMinute = ({ dateTime, wallTime, timeZone, span }: QuickAddTime): WallTime =>
  span ? instantToWallTime(new Date(Math.ceil(+dateTime / 60_000) * 60_000), timeZone) : wallTime;

/** What a line says, as values of the form's fields; what it does not say is left out. */
export function valuesOf(reading: Reading): Partial<FormValues> {
  const when = whenOf(reading);
  const wall = when && 'wallTime' in when ? wholeMinute(when) : '';
  const date = when && 'date' in when ? when.date : wall.slice(0, 10);
  const rule = when?.rule;
  return {
    ...(reading.text !== '' && { text: reading.text }),
    ...(reading.typeId !== null && { typeId: reading.typeId }),
    ...(reading.categoryId !== null && { categoryId: reading.categoryId }),
    ...(date !== '' && { date, ...(wall !== '' && { time: wall.slice(11, 16) }) }),
    ...(rule && {
      repeat: true,
      repeatEvery: rule.every,
      repeatUnit: rule.unit,
      ...optionsOfRule(wireRule(rule), wall.slice(11, 16)),
    }),
    ...(reading.preAlerts.length > 0 && { preAlerts: reading.preAlerts }),
    ...(reading.flood && { flood: true, floodInterval: reading.floodInterval }),
  };
}

/**
 * As usual where the line says nothing; a date alone leaves the time open. `focus`: the field to look at
 * first.
 */
export function formOfLine(
  line: string,
  usual: Prefill,
  context: Reference & LineClock,
): { values: FormValues; focus: string; notice: string } {
  const { now, timeZone, dayParts } = context;
  const reading = readLine(line, context);
  const said = valuesOf(reading);
  const onlyDate = said.date !== undefined && said.time === undefined;
  const dateTime = suggestedMoment(now, timeZone, dayParts).toISOString();
  return {
    values: {
      ...formOf({ ...usual, dateTime }, timeZone),
      ...(onlyDate && { time: '' }),
      ...said,
    },
    focus: focusOf(reading),
    notice: remarkOn(reading),
  };
}

function focusOf({ outcome }: Reading): Chip['field'] {
  if (outcome === 'no-text' || outcome === 'too-long') return 'text';
  return outcome === 'needs-time' ? 'time' : 'date';
}

/** At its very instant, seconds included; null where it is not certain, or not sound. */
export function payloadOfLine(
  reading: Reading,
  usual: Prefill,
  { now, timeZone }: { now: Date; timeZone: string },
): ReminderInput | null {
  if (reading.outcome !== 'ready' || reading.doubt) return null;
  const source = { ...usual, dateTime: reading.dateTime.toISOString() };
  const opened = formOf(source, timeZone);
  const { date, time } = opened;
  const given = uncheckedOf({ ...opened, ...valuesOf(reading), date, time }, source);
  const checked = checkReminder(given, { now, timeZone });
  return checked.ok ? payloadOf(checked.value, timeZone) : null;
}

/** A part of a line that was understood, or that is missing; a press on it opens the form at its field. */
export interface Chip {
  field: 'text' | 'date' | 'time' | 'repeat' | 'preAlerts' | 'type' | 'category' | 'flood';
  text: string;
  /** Not said in the line, so it will be as usual; or missing. */
  unsaid: boolean;
}

export function chipsOf(
  reading: Reading,
  { categories, types }: Reference,
  usual: Pick<Prefill, 'typeId' | 'categoryId'>,
  { now, timeZone }: { now: Date; timeZone: string },
): Chip[] {
  const when = whenOf(reading);
  const wallNow = instantToWallTime(now, timeZone);
  const chips: Chip[] = [];
  if (!when) chips.push({ field: 'date', text: texts.chips.when, unsaid: true });
  else if ('wallTime' in when) {
    chips.push({
      field: 'date',
      text: capital(describeInstant(wallNow, when.wallTime)),
      unsaid: false,
    });
  } else {
    chips.push(
      { field: 'date', text: capital(describeDate(wallNow, when.date)), unsaid: false },
      { field: 'time', text: texts.chips.time, unsaid: true },
    );
  }
  if (when?.rule) {
    const first = 'wallTime' in when ? when.wallTime : when.date;
    const text = capital(describeRule(when.rule, first));
    const { birthYear } = when.rule;
    const since = birthYear === undefined ? text : texts.chips.since(text, birthYear);
    chips.push({ field: 'repeat', text: since, unsaid: false });
  }
  if (reading.preAlerts.length > 0) {
    const text = capital(describePreAlerts(reading.preAlerts));
    chips.push({ field: 'preAlerts', text, unsaid: false });
  }
  if (reading.text === '') chips.push({ field: 'text', text: texts.chips.text, unsaid: true });
  const named = (field: 'type' | 'category', rows: readonly Named[]) => {
    const said = reading[`${field}Id`];
    const name = rows.find(({ id }) => id === (said ?? usual[`${field}Id`]))?.name;
    if (name !== undefined) chips.push({ field, text: name, unsaid: said === null });
  };
  named('type', types);
  named('category', categories);
  if (reading.flood)
    chips.push({ field: 'flood', text: appTexts.reminderForm.flood, unsaid: false });
  return chips;
}

/** What the line names behind a «#» that could be a category and is none yet; undefined until all are known. */
export const newCategoryOf = ({ text }: Reading, { categories }: Reference): string | undefined =>
  categories.length === 0 ? undefined : newCategoryIn(text, categories);

/** «Завтра в 09:00 — купить хлеб»: what was made of a line, in the line's own letters. */
export function saidOf(line: string, text: string, at: Date, now: Date, timeZone: string): string {
  const when = describeInstant(instantToWallTime(now, timeZone), instantToWallTime(at, timeZone));
  const low = text.slice(0, 1).toLowerCase() + text.slice(1);
  return texts.saved(capital(when), line.includes(low) ? low : text);
}

const capital = (phrase: string) => phrase.slice(0, 1).toUpperCase() + phrase.slice(1);

function whenOf(reading: Reading) {
  if (reading.outcome === 'ready' || reading.outcome === 'needs-time') return reading;
  return reading.outcome === 'no-text' ? reading.when : null;
}
