import 'server-only';
import { excerpt } from '@/core/cut';
import {
  type IcsComponent,
  type IcsProperty,
  propertyOf,
  readIcsComponents,
  textOfIcs,
} from '@/core/ics/read';
import { ruleOfRrule } from '@/core/ics/rrule';
import { IMPORT_EVENTS_MAX } from '@/core/limits';
import { isTimeZone, isWritable, localDateAt, wallTimeToInstant } from '@/core/time-zone';
import { importTexts } from '@/texts/import';
import { givingWay } from '../platform/give-way';
import {
  addTask,
  checkEntryCount,
  emptyFile,
  type ImportFile,
  TOLD_MAX,
  tooManyEntries,
} from './entries';

export interface ReadingContext {
  now: Date;
  /** On whose clocks a time is read that names no zone. */
  timeZone: string;
  /** `HH:mm` of what has a date only: «утром», as its user has set it. */
  morning: string;
  /** Names of the account's categories, folded (`foldedName`). */
  categories: ReadonlySet<string>;
}

/** Of an event with its alarms, on an average. */
const LINES_PER_EVENT = 20;

/** Reads a calendar, its events and tasks; null where the text is none. Throws `invalid` where it has too many. */
export async function readIcs(text: string, context: ReadingContext): Promise<ImportFile | null> {
  const giveWay = givingWay();
  const top = await readIcsComponents(text, IMPORT_EVENTS_MAX * LINES_PER_EVENT, giveWay);
  if (top === null) throw tooManyEntries(IMPORT_EVENTS_MAX);
  const calendars = top.filter(({ name }) => name === 'VCALENDAR');
  if (calendars.length === 0) return null;
  const events = calendars.flatMap(({ components }) => components);
  checkEntryCount(events.length, IMPORT_EVENTS_MAX);
  const file = emptyFile();
  const tasks = events.filter(({ name }) => /^V(?:EVENT|TODO)$/.test(name));
  const isChange = (component: IcsComponent) =>
    propertyOf(component, 'RECURRENCE-ID') !== undefined;
  /** UIDs of the series that came; what says how one of their occurrences differs may stand before them. */
  const series = new Set<string>();
  for (const component of tasks.toSorted((a, b) => Number(isChange(a)) - Number(isChange(b)))) {
    await giveWay();
    if (!isOfSeries(file, component, series, context))
      addComponent(file, component, series, context);
  }
  return file;
}

/**
 * Whether a component says how an occurrence to come of a known series differs: our rules have no
 * exceptions, and it would ring twice, so it is named.
 */
function isOfSeries(
  { faults }: ImportFile,
  component: IcsComponent,
  series: ReadonlySet<string>,
  context: ReadingContext,
): boolean {
  const changed = propertyOf(component, 'RECURRENCE-ID');
  if (!changed || !series.has(propertyOf(component, 'UID')?.value ?? '')) return false;
  const moment = momentOf(changed, context);
  if (moment && moment.dateTime <= context.now && !changed.parameters.has('RANGE')) return false;
  const title = textOfIcs(propertyOf(component, 'SUMMARY')?.value ?? '');
  faults.push({
    line: changed.line,
    message: importTexts.changedOccurrence(excerpt(title, TOLD_MAX)),
  });
  return true;
}

function addComponent(
  file: ImportFile,
  component: IcsComponent,
  series: Set<string>,
  context: ReadingContext,
): void {
  const { line } = component;
  const textOf = (name: string) => textOfIcs(propertyOf(component, name)?.value ?? '');
  const [title, description] = [textOf('SUMMARY'), textOf('DESCRIPTION')];
  const status = propertyOf(component, 'STATUS')?.value.toUpperCase();
  if (status === 'CANCELLED') return;
  const start = propertyOf(component, 'DTSTART') ?? propertyOf(component, 'DUE');
  const moment = start && momentOf(start, context);
  if ((start && !moment) || (!start && component.name === 'VEVENT')) {
    file.faults.push({ line: start?.line ?? line, message: importTexts.badDate });
    return;
  }
  const rrule = propertyOf(component, 'RRULE');
  const rule =
    rrule && moment
      ? ruleOfRrule(rrule.value, {
          date: localDateAt(moment.dateTime, moment.timeZone),
          timeZone: moment.timeZone,
        })
      : null;
  if (rrule && rule === null) {
    file.faults.push({
      line: rrule.line,
      message: importTexts.unknownRepeat(excerpt(title, TOLD_MAX)),
    });
    return;
  }
  if (moment?.zoneUnknown) {
    file.faults.push({ line: start?.line ?? line, message: importTexts.unknownZone });
  }
  const uid = propertyOf(component, 'UID')?.value;
  if (rule && uid && status !== 'COMPLETED') series.add(uid);
  for (const name of ['EXDATE', 'RDATE']) {
    const exception = propertyOf(component, name);
    if (exception) file.faults.push({ line: exception.line, message: importTexts.exceptions });
  }
  addTask(
    file,
    {
      line,
      title,
      // Ours has the whole text there, its first line too.
      details: description.startsWith(`${title}\n`)
        ? description.slice(title.length + 1)
        : description,
      category: textOf('CATEGORIES').split(',')[0] || null,
      moment: moment ? { ...moment, rule } : null,
      preAlerts: preAlertsOf(component),
      done: status === 'COMPLETED',
    },
    context.now,
  );
}

/** A DATE or DATE-TIME as an instant; null where it is neither. */
function momentOf(
  { value, parameters }: IcsProperty,
  { timeZone: own, morning }: ReadingContext,
): { dateTime: Date; timeZone: string; zoneUnknown: boolean } | null {
  const [, year, month, day, hour, minute, second = '00', zulu] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z)?)?$/.exec(value.trim()) ?? [];
  if (year === undefined) return null;
  const named = parameters.get('TZID');
  const known = named !== undefined && isTimeZone(named);
  const timeZone = known ? named : own;
  const zoneUnknown = named !== undefined && !known && zulu === undefined;
  const date = `${year}-${month ?? ''}-${day ?? ''}`;
  const time = hour === undefined ? morning : `${hour}:${minute ?? ''}`;
  const wall = `${date}T${time}${second === '00' ? '' : `:${second}`}`;
  const dateTime = instantOf(wall, zulu === undefined ? timeZone : 'UTC');
  return dateTime && { dateTime, timeZone, zoneUnknown };
}

/** The instant of a wall time that a file gives; null where there is no such one, or it cannot be stored. */
export function instantOf(wall: string, timeZone: string): Date | null {
  try {
    const instant = wallTimeToInstant(wall, timeZone);
    return isWritable(instant) ? instant : null;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}

/** Alarms before the start, in minutes. One at the start is the reminder itself. */
const preAlertsOf = ({ components }: IcsComponent): number[] =>
  components
    .filter(({ name }) => name === 'VALARM')
    .map((alarm) => minutesBefore(propertyOf(alarm, 'TRIGGER')?.value ?? ''))
    .filter((minutes) => minutes > 0);

/** `-P1DT2H`, `-PT15M`, `-P1W` as minutes; 0 for anything else. */
export function minutesBefore(duration: string): number {
  const match =
    /^-P(?:(\d{1,3})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:\d+S)?)?$/.exec(
      duration.trim(),
    );
  const [weeks = 0, days = 0, hours = 0, minutes = 0] = (match?.slice(1) ?? []).map(
    (part: string | undefined) => Number(part ?? 0),
  );
  return ((weeks * 7 + days) * 24 + hours) * 60 + minutes;
}
