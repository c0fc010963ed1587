import 'server-only';
import { differenceInCalendarDays } from 'date-fns';
import { DAY_MS, daysAfter, inUtc } from '@/core/calendar';
import { excerpt } from '@/core/cut';
import { beginningOf, durationOf } from '@/core/ics/alarms';
import { offsetInFile, readFileZone, sameClocksAs } from '@/core/ics/file-zone';
import {
  firstTextOfIcs,
  type IcsComponent,
  type IcsProperty,
  propertyOf,
  readIcsComponents,
  textOfIcs,
  valueOf,
} from '@/core/ics/read';
import { ruleOfRrule } from '@/core/ics/rrule';
import { IMPORT_EVENTS_MAX } from '@/core/limits';
import { type RecurrenceRule } from '@/core/recurrence';
import { localDateAt, offsetAt } from '@/core/time-zone';
import { importTexts } from '@/texts/import';
import { givingWay } from '../platform/give-way';
import { type Clocks, clocksOf, momentOf, namedClocks } from './clocks';
import {
  addTask,
  checkEntryCount,
  emptyFile,
  type ForeignMoment,
  type ForeignTask,
  type ImportFile,
  TOLD_MAX,
  tooManyEntries,
} from './entries';

/** Definitions of zones that a file may have: each is compared with all zones that there are. */
const ZONES_MAX = 20;

export interface ReadingContext {
  now: Date;
  /** On whose clocks a time is read that names no zone. */
  timeZone: string;
  /** `HH:mm` of what has a date only: «утром», as its user has set it. */
  morning: string;
  /** Names of the account's categories, folded (`foldedName`). */
  categories: ReadonlySet<string>;
  /** Clocks that the file defines itself, by their TZID. */
  fileClocks?: ReadonlyMap<string, Clocks>;
}

/** Lines of an event with its alarms, on an average. */
const LINES_PER_EVENT = 20;

/** Reads a calendar, its events and tasks; null where the text is none. Throws `invalid` where it has too many. */
export async function readIcs(text: string, context: ReadingContext): Promise<ImportFile | null> {
  const giveWay = givingWay();
  const top = await readIcsComponents(text, IMPORT_EVENTS_MAX * LINES_PER_EVENT, giveWay);
  if (top === null) throw tooManyEntries(IMPORT_EVENTS_MAX);
  const calendars = top.filter(({ name }) => name === 'VCALENDAR');
  if (calendars.length === 0) return null;
  const components = calendars.flatMap((calendar) => calendar.components);
  checkEntryCount(components.length, IMPORT_EVENTS_MAX);
  const file = emptyFile();
  const fileClocks = new Map<string, Clocks>();
  const zones = components.filter(({ name }) => name === 'VTIMEZONE').slice(0, ZONES_MAX);
  for (const definition of zones) {
    await giveWay();
    const name = valueOf(definition, 'TZID');
    const isKnown = namedClocks(name, context.timeZone).zone === 'known';
    const zone = isKnown ? null : readFileZone(definition, context.now);
    if (!zone) continue;
    const sameAs = sameClocksAs(zone, context.timeZone, context.now);
    const clocks: Clocks = {
      timeZone: context.timeZone,
      zone: 'unlike',
      offsetOf: (epochMs) => offsetInFile(zone, epochMs),
    };
    fileClocks.set(name, sameAs === null ? clocks : clocksOf(sameAs));
  }
  const fileContext = { ...context, fileClocks };
  const tasks = components.filter(({ name }) => /^V(?:EVENT|TODO)$/.test(name));
  const isChange = (component: IcsComponent) =>
    propertyOf(component, 'RECURRENCE-ID') !== undefined;
  /** UIDs of the series that came; what says how one of their occurrences differs may stand before them. */
  const series = new Set<string>();
  // Changes last: those to come of a series that came are named.
  for (const component of tasks.toSorted((a, b) => Number(isChange(a)) - Number(isChange(b)))) {
    await giveWay();
    addComponent(file, component, series, fileContext);
  }
  return file;
}

function addComponent(
  file: ImportFile,
  component: IcsComponent,
  series: Set<string>,
  context: ReadingContext,
): void {
  const { line } = component;
  const textOf = (name: string) => textOfIcs(valueOf(component, name));
  const title = textOf('SUMMARY');
  const description = textOf('DESCRIPTION');
  const uid = valueOf(component, 'UID');
  const changed = propertyOf(component, 'RECURRENCE-ID');
  const changedAt = changed && momentIn(changed, context)?.dateTime;
  // Of a past one the series rings no more: where it was moved to, it comes alone.
  const isOfThePast = changedAt && changedAt <= context.now && !changed.parameters.has('RANGE');
  if (changed && series.has(uid) && !isOfThePast) {
    // Our rules have no exceptions, and an occurrence to come would ring twice.
    const message = importTexts.changedOccurrence(excerpt(title, TOLD_MAX));
    file.faults.push({ line: changed.line, message });
    return;
  }
  if (valueOf(component, 'STATUS').toUpperCase() === 'CANCELLED') return;
  const isTask = component.name === 'VTODO';
  const begin = propertyOf(component, 'DTSTART');
  const dated = (isTask ? propertyOf(component, 'DUE') : undefined) ?? begin;
  const whenAlarmed = isTask ? momentOfAlarms(component, context) : null;
  const moment = dated ? momentIn(dated, context) : whenAlarmed;
  const rrule = propertyOf(component, 'RRULE');
  const added = addTask(
    file,
    {
      line,
      title,
      // Ours has the whole text there, its first line too.
      details: description.startsWith(`${title}\n`)
        ? description.slice(title.length + 1)
        : description,
      category: firstTextOfIcs(valueOf(component, 'CATEGORIES')) || null,
      status: statusOf(component),
      date: isTask && !dated ? null : { said: dated?.value ?? '', line: dated?.line ?? line },
      moment,
      repeat: rrule
        ? { line: rrule.line, rule: moment && ruleOf(rrule, begin, moment, context) }
        : null,
      alarms: alarmsOf(component, moment, context),
    },
    context.now,
  );
  if (!added) return;
  if (added.state.rule && uid) series.add(uid);
  for (const name of ['EXDATE', 'RDATE']) {
    const exception = propertyOf(component, name);
    if (exception) file.faults.push({ line: exception.line, message: importTexts.exceptions });
  }
}

function statusOf(component: IcsComponent): ForeignTask['status'] {
  const isDone =
    valueOf(component, 'STATUS').toUpperCase() === 'COMPLETED' ||
    propertyOf(component, 'COMPLETED') !== undefined ||
    Number(valueOf(component, 'PERCENT-COMPLETE')) === 100;
  if (isDone) return 'done';
  return component.name === 'VTODO' ? 'open' : 'untold';
}

/** The rule of a series, which the file counts from its beginning and we from the moment that is due. */
function ruleOf(
  rrule: IcsProperty,
  begin: IcsProperty | undefined,
  due: ForeignMoment,
  context: ReadingContext,
): RecurrenceRule | null {
  const { timeZone } = due;
  const first = (begin && momentIn(begin, context)) ?? due;
  const date = localDateAt(due.dateTime, timeZone);
  const firstDate = localDateAt(first.dateTime, timeZone);
  const rule = ruleOfRrule(rrule.value, { ...first, timeZone });
  if (rule === null || firstDate === date) return rule;
  // A rule that names days has other days due.
  if (rule.weekdays ?? rule.monthDays ?? rule.monthly) return null;
  const days = differenceInCalendarDays(date, firstDate, inUtc);
  return rule.until === undefined ? rule : { ...rule, until: daysAfter(rule.until, days) };
}

/** A DATE or DATE-TIME; null where it is neither. Only a time that is no instant goes by the zone that is named. */
function momentIn(
  { value, parameters }: IcsProperty,
  { timeZone, morning, fileClocks }: ReadingContext,
): ForeignMoment | null {
  const named = /T\d+$/.test(value.trim()) ? (parameters.get('TZID') ?? '') : '';
  const clocks = namedClocks(named, timeZone);
  const ofFile = clocks.zone === 'unknown' ? fileClocks?.get(named) : undefined;
  return momentOf(value, ofFile ?? clocks, morning);
}

/** Alarms that say when, with it. Apple's that say "none" are no alarms. */
const alarmsIn = ({ components }: IcsComponent): { alarm: IcsComponent; trigger: IcsProperty }[] =>
  components.flatMap((alarm) => {
    const trigger = propertyOf(alarm, 'TRIGGER');
    const isAlarm = alarm.name === 'VALARM' && valueOf(alarm, 'ACTION').toUpperCase() !== 'NONE';
    return isAlarm && trigger ? [{ alarm, trigger }] : [];
  });

/** The last alarm of a task that says in no other way when it is; null where none names a moment. */
const momentOfAlarms = (component: IcsComponent, context: ReadingContext): ForeignMoment | null =>
  alarmsIn(component)
    .flatMap(({ trigger }) => momentIn(trigger, context) ?? [])
    .toSorted((a, b) => a.dateTime.getTime() - b.dateTime.getTime())
    .at(-1) ?? null;

/** When the alarms of a component ring, on the clocks of its zone; null where it is not understood. */
function alarmsOf(
  component: IcsComponent,
  moment: ForeignMoment | null,
  context: ReadingContext,
): (number | null)[] {
  const alarms = alarmsIn(component);
  if (moment === null) return alarms.map(() => null);
  const { dateTime, timeZone, isWholeDay } = moment;
  const beginningIn = (name: string) => {
    const property = propertyOf(component, name);
    const given = property && momentIn(property, context);
    return given ? beginningOf({ ...given, timeZone }) : undefined;
  };
  const begin = beginningIn('DTSTART') ?? beginningOf(moment);
  const usualLength = isWholeDay && component.name === 'VEVENT' ? DAY_MS : 0;
  const length = durationOf(valueOf(component, 'DURATION')) ?? usualLength;
  const end = beginningIn('DTEND') ?? beginningIn('DUE') ?? begin + length;

  return alarms.flatMap(({ alarm, trigger }) => {
    const instant = momentIn(trigger, context)?.dateTime;
    const duration = durationOf(trigger.value);
    if (instant && instant <= context.now) return [];
    if (instant && !propertyOf(component, 'RRULE')) {
      // An alarm counts days as a reminder does: less than a day goes exactly.
      const isNear = Math.abs(dateTime.getTime() - instant.getTime()) < DAY_MS;
      return instant.getTime() + offsetAt((isNear ? dateTime : instant).getTime(), timeZone);
    }
    if (duration === null) return null;
    const from = trigger.parameters.get('RELATED')?.toUpperCase() === 'END' ? end : begin;
    const pause = durationOf(valueOf(alarm, 'DURATION')) ?? 0;
    const repeats = Math.max(0, Math.min(Number(valueOf(alarm, 'REPEAT')) || 0, REPEATS_MAX));
    return Array.from({ length: repeats + 1 }, (_, time) => from + duration + time * pause);
  });
}

/** How often an alarm is looked at that rings again. */
const REPEATS_MAX = 10;
