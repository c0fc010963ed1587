import {
  parseQuickAdd,
  type QuickAddContext,
  type QuickAddResult as Reading,
} from '@/core/quick-add';
import { takeCategoryTag } from '@/core/quick-add/messages/category-tag';
import { type Named } from '@/contract/category';
import { type ReminderInput } from '@/contract/reminder';
import { wireRule } from '@/contract/rule';
import { checkReminder } from '@/core/reminder-rules';
import { dateAndTimeOf, instantToWallTime } from '@/core/time-zone';
import { appTexts } from '@/texts/app';
import { quickAddTexts } from '@/texts/quick-add';
import { counterTexts } from '@/texts/counter';
import { capital } from '@/texts/plural';
import { describeDate, describeInstant, describePreAlerts } from '@/texts/schedule';
import {
  uncheckedOf,
  formOf,
  emptyPrefill,
  optionsOfRule,
  payloadOf,
  type Prefill,
  type Reference,
  type FormValues,
  type SaidField,
} from './form';
import { withSaid } from './form-state';
import { type Span } from '../../ui/fields';
import { floodWords, ruleWords } from './form-summary';

/*
 * What lines of plain Russian mean in the fields, and in words. The grammar is some 20 KB: it is loaded when
 * a line is first used.
 */
const texts = quickAddTexts;

/** Reads a line on the clocks of `timeZone`. Never throws. */
export const readLine = parseQuickAdd;

/** What is missing of a line, or what its reader should know; '' when there is nothing to say. */
function remarkOn(reading: Reading): string {
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

/** Whether the line says something that no field can hold. */
const isRefused = ({ outcome }: Reading): boolean =>
  outcome === 'impossible' || outcome === 'unsupported';

/** What a line says, as values of the form's fields, which have no seconds; what it does not say is left out. */
export function valuesOf(reading: Reading): Partial<FormValues> {
  const when = whenOf(reading);
  const moment = when && 'wallTime' in when ? when.wallTime : '';
  const wall = reading.outcome === 'past' ? `${reading.date}T${reading.time ?? ''}` : moment;
  const { date: ownDate, time } = dateAndTimeOf(wall);
  const date = when && 'date' in when ? when.date : ownDate;
  const rule = when?.rule;
  return {
    ...(reading.text !== '' && { text: reading.text }),
    ...(reading.typeId !== null && { typeId: reading.typeId }),
    ...(reading.categoryId !== null && { categoryId: reading.categoryId }),
    ...(date !== '' && { date, ...(wall !== '' && { time }) }),
    ...(rule && {
      repeat: true,
      repeatEvery: rule.every,
      repeatUnit: rule.unit,
      ...optionsOfRule(wireRule(rule), time),
    }),
    ...(reading.preAlerts.length > 0 && { preAlerts: reading.preAlerts }),
    ...(reading.counter !== undefined && { counter: reading.counter }),
    ...(reading.floodInterval !== null && { flood: true, floodInterval: reading.floodInterval }),
  };
}

/** What was typed into a form's text since it was opened. */
export interface TextReading {
  said: Partial<FormValues>;
  /** The text without the words that were understood: what is stored. */
  stored: string;
  isShorter: boolean;
  /** Where those words stand whose meaning nothing set by hand has replaced. */
  used: Span[];
  tagged: boolean;
  remark: string;
  /** Why what it says can be in no field. */
  fault: string | undefined;
}

/** Reads what stands in `text` and did not stand in `openedText`. Never throws. */
export function readText(
  values: Pick<FormValues, 'text' | 'openedText' | 'asText' | 'byHand' | 'timeZone'>,
  context: Reference & Pick<QuickAddContext, 'now' | 'dayParts'>,
): TextReading {
  const { text, openedText, asText, byHand, timeZone } = values;
  const { categories, types, ...clock } = context;
  const [before, typed, after] = typedSince(openedText, text);
  const known = asText.includes('category') ? [] : categories;
  const reading = readLine(typed, {
    ...clock,
    timeZone,
    categories: known,
    types: asText.includes('type') ? [] : types,
    asText: asText.filter((field) => field !== 'category' && field !== 'type'),
  });
  const refused = isRefused(reading);
  const { text: left = '', typeId, categoryId, ...when } = valuesOf(reading);
  const tagged = takeCategoryTag(typed, known) !== undefined;
  const said = {
    ...(typeId !== undefined && { typeId }),
    ...(categoryId !== undefined && { categoryId }),
    ...(!refused && when),
  };
  // «за час» has a chip of its own.
  const told = reading.preAlerts.length > 0 && /^за\s/iu.test(reading.doubt?.phrase ?? '');
  const takesWords = tagged || (!refused && Object.keys(when).length > 0);
  const stored = takesWords ? joined(before, left, typed, after) : text;
  const inForce = byHand.every((field) => asText.includes(field))
    ? stored
    : readText({ ...values, asText: [...asText, ...byHand], byHand: [] }, context).stored;
  return {
    said,
    stored,
    isShorter: stored !== text,
    used: leftOut(text, inForce),
    tagged,
    remark: reading.outcome === 'ready' && !told ? remarkOn(reading) : '',
    fault: refused ? remarkOn(reading) : undefined,
  };
}

const WORD = /#?[\p{L}\p{M}\p{N}]+/gu;

/** Where the words of `text` stand that `stored` has not: all of them where it was typed with the Latin layout. */
function leftOut(text: string, stored: string): Span[] {
  const kept = (stored.match(WORD) ?? []).map((word) => word.toLowerCase());
  const spans: Span[] = [];
  let goesOn = false;
  // From the end: of «в 9 в школу» it is the last «в» that stays.
  for (const { 0: word, index } of [...text.matchAll(WORD)].toReversed()) {
    const stays = kept.at(-1) === word.toLowerCase();
    if (stays) kept.pop();
    else {
      const [, end] = (goesOn && spans.shift()) || [index, index + word.length];
      spans.unshift([index, end]);
    }
    goesOn = !stays;
  }
  return kept.length === 0 ? spans : [[0, text.length]];
}

/** The words that differ, and what stands before and behind them. */
function typedSince(opened: string, text: string): [before: string, typed: string, after: string] {
  const was = opened.split(/(\s+)/);
  const is = text.split(/(\s+)/);
  const most = Math.min(was.length, is.length);
  let head = 0;
  while (head < most && was[head] === is[head]) head++;
  let tail = 0;
  while (tail < most - head && was.at(-1 - tail) === is.at(-1 - tail)) tail++;
  const parts = [is.slice(0, head), is.slice(head, is.length - tail), is.slice(is.length - tail)];
  const [before = '', typed = '', after = ''] = parts.map((words) => words.join(''));
  return [before, typed, after];
}

/** Within a text no capital is put on what is left of its words. */
function joined(before: string, left: string, typed: string, after: string): string {
  if (before.trim() === '' && after.trim() === '') return left;
  const low = left.slice(0, 1).toLowerCase() + left.slice(1);
  const at = typed.indexOf(low);
  // «… и план завтра в 10»: «и» is left out at the beginning of a text alone.
  const and = before.trim() === '' ? null : AND.exec(typed.slice(0, Math.max(at, 0)));
  const words = before.trim() !== '' && at >= 0 ? (and?.[1] ?? '') + low : left;
  return [before.trimEnd(), words, after.trimStart()].filter(Boolean).join(' ');
}

const AND = /^\s*((?:и|а)\s+)$/;

export function focusOf({ outcome }: Reading): Chip['field'] {
  if (outcome === 'no-text' || outcome === 'too-long') return 'text';
  return outcome === 'needs-time' ? 'time' : 'date';
}

/** What of a text was understood, as its form now has it. */
export function chipsOfText(
  { said, tagged }: Pick<TextReading, 'said' | 'tagged'>,
  values: FormValues,
  { categories }: Reference,
  now: Date,
): Chip[] {
  const { date, time, timeZone, preAlerts, byHand, birthYear } = values;
  const wallNow = instantToWallTime(now, timeZone);
  const chips: Chip[] = [];
  const add = (field: Chip['field'], words: string, unsaid = false) =>
    chips.push({ field, text: capital(words), unsaid });
  const form = appTexts.reminderForm;
  if (said.date !== undefined && date !== '') {
    const timed = time !== '';
    add('date', timed ? describeInstant(wallNow, `${date}T${time}`) : describeDate(wallNow, date));
    if (!timed && !byHand.includes('time')) add('time', texts.chips.time, true);
  }
  if (said.repeat && values.repeat) {
    const rule = ruleWords(values);
    add('repeat', birthYear === '' ? rule : texts.chips.since(rule, Number(birthYear)));
  }
  if (said.preAlerts && preAlerts.length > 0) add('preAlerts', describePreAlerts(preAlerts));
  if (said.flood && values.flood)
    add('flood', form.rowValue(form.flood, floodWords(values.floodInterval ?? 0)));
  if (said.counter !== undefined && values.counter !== null) {
    add('counter', counterTexts.left(values.counter));
  }
  const category = categories.find(({ id }) => id === values.categoryId)?.name;
  if (tagged && category !== undefined) add('category', category);
  return chips;
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
  field: 'text' | SaidField;
  text: string;
  /** Not said in the line, so it will be as usual; or missing. */
  unsaid: boolean;
}

/** What of a line was understood, with what is missing of it, and its type and category, `usual` where it names none. */
export function chipsOf(
  reading: Reading,
  reference: Reference,
  usual: Pick<Prefill, 'typeId' | 'categoryId'>,
  { now, timeZone }: { now: Date; timeZone: string },
): Chip[] {
  const said = valuesOf(reading);
  const values = withSaid(formOf(emptyPrefill, timeZone), said);
  const chips = chipsOfText({ said, tagged: false }, values, reference, now);
  if (!said.date) chips.unshift({ field: 'date', text: texts.chips.when, unsaid: true });
  if (reading.text === '') chips.push({ field: 'text', text: texts.chips.text, unsaid: true });
  const named = (field: 'type' | 'category', rows: readonly Named[]) => {
    const saidId = reading[`${field}Id`];
    const name = rows.find(({ id }) => id === (saidId ?? usual[`${field}Id`]))?.name;
    if (name !== undefined) chips.push({ field, text: name, unsaid: saidId === null });
  };
  named('type', reference.types);
  named('category', reference.categories);
  return chips;
}

/** «Завтра в 09:00 — купить хлеб»: what was made of a line, in the line's own letters. */
export function saidOf(line: string, text: string, at: Date, now: Date, timeZone: string): string {
  const when = describeInstant(instantToWallTime(now, timeZone), instantToWallTime(at, timeZone));
  const low = text.slice(0, 1).toLowerCase() + text.slice(1);
  return texts.saved(capital(when), line.includes(low) ? low : text);
}

function whenOf(reading: Reading) {
  if (reading.outcome === 'ready' || reading.outcome === 'needs-time') return reading;
  return reading.outcome === 'no-text' ? reading.when : null;
}
