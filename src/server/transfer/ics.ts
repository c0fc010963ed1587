import 'server-only';
import { DAY_MS, daysAfter } from '@/core/calendar';
import { excerpt } from '@/core/cut';
import { type AlarmPlan, durationOf, planAlarms, timeOfAlarms } from '@/core/ics/alarms';
import { type FileZone, offsetInFile, readFileZone, sameClocksAs } from '@/core/ics/file-zone';
import {
  type IcsComponent,
  type IcsProperty,
  propertyOf,
  readIcsComponents,
  textOfIcs,
} from '@/core/ics/read';
import { ruleOfRrule } from '@/core/ics/rrule';
import { IMPORT_EVENTS_MAX } from '@/core/limits';
import { type RecurrenceRule } from '@/core/recurrence';
import {
  instantToReading,
  isTimeZone,
  isWritable,
  localDateAt,
  readingOnClocks,
  readingToInstant,
  readWallTime,
} from '@/core/time-zone';
import { importTexts } from '@/texts/import';
import { givingWay } from '../platform/give-way';
import {
  addTask,
  addUndated,
  checkEntryCount,
  emptyFile,
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
  fileZones?: ReadonlyMap<string, FileClocks>;
}

interface FileClocks {
  zone: FileZone;
  /** The IANA zone with the same clocks; null where there is none. */
  sameAs: string | null;
}

/** A moment of a file, and by whose clocks it goes. */
interface Moment {
  dateTime: Date;
  timeZone: string;
  isWholeDay: boolean;
  /** Neither the file nor IANA knows the zone that is named: its user's own stands in. */
  isZoneUnknown: boolean;
  /** The file defines clocks that no IANA zone has, so that only the instant is known. */
  isOnlyInstant: boolean;
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
  const fileZones = new Map<string, FileClocks>();
  for (const definition of events.filter(({ name }) => name === 'VTIMEZONE').slice(0, ZONES_MAX)) {
    await giveWay();
    const zone = readFileZone(definition, context.now);
    const name = propertyOf(definition, 'TZID')?.value ?? '';
    if (!zone || isTimeZone(name)) continue;
    fileZones.set(name, { zone, sameAs: sameClocksAs(zone, context.timeZone, context.now) });
  }
  const fileContext = { ...context, fileZones };
  const tasks = events.filter(({ name }) => /^V(?:EVENT|TODO)$/.test(name));
  const isChange = (component: IcsComponent) =>
    propertyOf(component, 'RECURRENCE-ID') !== undefined;
  /** UIDs of the series that came; what says how one of their occurrences differs may stand before them. */
  const series = new Set<string>();
  for (const component of tasks.toSorted((a, b) => Number(isChange(a)) - Number(isChange(b)))) {
    await giveWay();
    if (!isOfSeries(file, component, series, fileContext))
      addComponent(file, component, series, fileContext);
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
  const valueOf = (name: string) => propertyOf(component, name)?.value ?? '';
  const textOf = (name: string) => textOfIcs(valueOf(name));
  const [title, description] = [textOf('SUMMARY'), textOf('DESCRIPTION')];
  if (valueOf('STATUS').toUpperCase() === 'CANCELLED') return;
  const done = isDone(component);
  // Ours has the whole text there, its first line too.
  const details = description.startsWith(`${title}\n`)
    ? description.slice(title.length + 1)
    : description;
  const category = textOf('CATEGORIES').split(',')[0] || null;
  const task = { line, title, details, category, done, preAlerts: [], alarmsLeftOut: 0 };
  const begin = propertyOf(component, 'DTSTART');
  const due = component.name === 'VTODO' ? propertyOf(component, 'DUE') : undefined;
  const dated = due ?? begin;
  const moment = dated ? momentOf(dated, context) : momentOfAlarms(component, context);
  if (moment === null && (dated || component.name === 'VEVENT')) {
    addUndated(file, task, { said: dated?.value ?? '', line: dated?.line ?? line }, context.now);
    return;
  }
  const rrule = propertyOf(component, 'RRULE');
  const rule = rrule && moment ? ruleOf(rrule, begin, moment, context) : null;
  const named = excerpt(title, TOLD_MAX);
  const tell = (message: string, at: IcsProperty | undefined) =>
    file.faults.push({ line: at?.line ?? line, message });
  if (rrule && rule === null && !done) {
    tell(importTexts.unknownRepeat(named), rrule);
    return;
  }
  if (rule && moment?.isOnlyInstant && !done) {
    tell(importTexts.unlikeAnyZone(named), dated);
    return;
  }
  if (moment?.isZoneUnknown) tell(importTexts.unknownZone, dated);
  const uid = valueOf('UID');
  if (rule && uid && !done) series.add(uid);
  for (const name of ['EXDATE', 'RDATE']) {
    const exception = propertyOf(component, name);
    if (exception) tell(importTexts.exceptions, exception);
  }
  if (moment === null) {
    const alarmsLeftOut = alarmsIn(component).length;
    addTask(file, { ...task, alarmsLeftOut, moment: null }, context.now);
    return;
  }
  const { dateTime, ...alarms } = withAlarms(component, moment, rule, context);
  const { timeZone } = moment;
  addTask(file, { ...task, ...alarms, moment: { dateTime, timeZone, rule } }, context.now);
}

const isDone = (component: IcsComponent): boolean =>
  propertyOf(component, 'STATUS')?.value.toUpperCase() === 'COMPLETED' ||
  propertyOf(component, 'COMPLETED') !== undefined ||
  Number(propertyOf(component, 'PERCENT-COMPLETE')?.value) === 100;

/** The rule of a series, which the file counts from its beginning and we from the moment that is due. */
function ruleOf(
  rrule: IcsProperty,
  begin: IcsProperty | undefined,
  { dateTime, timeZone }: Moment,
  context: ReadingContext,
): RecurrenceRule | null {
  const beginning = begin ? momentOf(begin, context) : null;
  const date = localDateAt(dateTime, timeZone);
  const firstDate = beginning ? localDateAt(beginning.dateTime, timeZone) : date;
  const rule = ruleOfRrule(rrule.value, { date: firstDate, timeZone });
  if (rule === null || firstDate === date) return rule;
  // Of days that are named the due ones are others.
  if (rule.weekdays ?? rule.monthDays ?? rule.monthly) return null;
  const days = Math.round((Date.parse(date) - Date.parse(firstDate)) / DAY_MS);
  return rule.until === undefined ? rule : { ...rule, until: daysAfter(rule.until, days) };
}

/** A DATE or DATE-TIME as an instant, a DATE with its user's morning; null where it is neither. */
function momentOf(
  { value, parameters }: IcsProperty,
  { timeZone: own, morning, fileZones }: ReadingContext,
): Moment | null {
  const [, year, month, day, hour, minute, second = '00', zulu] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z)?)?$/.exec(value.trim()) ?? [];
  if (year === undefined) return null;
  const isWholeDay = hour === undefined;
  const named = isWholeDay || zulu !== undefined ? undefined : parameters.get('TZID');
  const known = named === undefined ? own : ianaZone(named);
  const fileClocks = known === null ? fileZones?.get(named ?? '') : undefined;
  const timeZone = known ?? fileClocks?.sameAs ?? own;
  const date = `${year}-${month ?? ''}-${day ?? ''}`;
  const time = isWholeDay ? morning : `${hour}:${minute ?? ''}`;
  const wall = `${date}T${time}${second === '00' ? '' : `:${second}`}`;
  const isOnlyInstant = fileClocks?.sameAs === null;
  const dateTime = instantOf(
    wall,
    zulu === undefined ? timeZone : 'UTC',
    isOnlyInstant ? fileClocks.zone : undefined,
  );
  const isZoneUnknown = known === null && fileClocks === undefined;
  return dateTime && { dateTime, timeZone, isWholeDay, isZoneUnknown, isOnlyInstant };
}

/** The zone that a TZID names, as `/example.org/Europe/Vienna` may too; null where it names none. */
function ianaZone(named: string): string | null {
  if (isTimeZone(named)) return named;
  const parts = named.split('/');
  const names = [-3, -2].map((last) => parts.slice(last).join('/'));
  return names.find(isTimeZone) ?? null;
}

/** The instant of a wall time that a file gives; null where there is no such one, or it cannot be stored. */
export function instantOf(wall: string, timeZone: string, fileZone?: FileZone): Date | null {
  try {
    const reading = readWallTime(wall);
    const instant = fileZone
      ? readingOnClocks(reading, (at) => offsetInFile(fileZone, at))
      : readingToInstant(reading, timeZone);
    return isWritable(instant) ? instant : null;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}

/** Alarms of Apple's that say "none" are no alarms. */
const alarmsIn = ({ components }: IcsComponent): IcsComponent[] =>
  components.filter(
    (each) => each.name === 'VALARM' && propertyOf(each, 'ACTION')?.value.toUpperCase() !== 'NONE',
  );

/** The last alarm of a task that says in no other way when it is; null where none names a moment. */
function momentOfAlarms(component: IcsComponent, context: ReadingContext): Moment | null {
  if (component.name !== 'VTODO') return null;
  const moments = alarmsIn(component).flatMap((alarm) => {
    const trigger = propertyOf(alarm, 'TRIGGER');
    return (trigger && momentOf(trigger, context)) ?? [];
  });
  return moments.toSorted((a, b) => a.dateTime.getTime() - b.dateTime.getTime()).at(-1) ?? null;
}

/** When a reminder comes, and what it tells ahead, as its alarms say. All is compared by the clocks of its zone. */
function withAlarms(
  component: IcsComponent,
  { dateTime, timeZone, isWholeDay }: Moment,
  rule: RecurrenceRule | null,
  context: ReadingContext,
): AlarmPlan & { dateTime: Date } {
  const clockOf = (at: Date) => instantToReading(at, timeZone).clockMs;
  /** A whole day counts from its beginning. */
  const baseOf = (moment: { dateTime: Date; isWholeDay: boolean }) => {
    const clock = clockOf(moment.dateTime);
    return moment.isWholeDay ? Math.floor(clock / DAY_MS) * DAY_MS : clock;
  };
  const base = baseOf({ dateTime, isWholeDay });
  const clockOfProperty = (name: string) => {
    const property = propertyOf(component, name);
    const moment = property && momentOf(property, context);
    return moment ? baseOf(moment) : undefined;
  };
  const begin = clockOfProperty('DTSTART') ?? base;
  const lasts = durationOf(propertyOf(component, 'DURATION')?.value ?? '');
  const usualLength = isWholeDay && component.name === 'VEVENT' ? DAY_MS : 0;
  const end = clockOfProperty('DTEND') ?? clockOfProperty('DUE') ?? begin + (lasts ?? usualLength);

  const alarms: number[] = [];
  let unread = 0;
  for (const alarm of alarmsIn(component)) {
    const trigger = propertyOf(alarm, 'TRIGGER');
    if (!trigger) continue;
    const instant = momentOf(trigger, context)?.dateTime;
    const duration = durationOf(trigger.value);
    if (instant && instant <= context.now) continue;
    if (instant && rule === null) {
      const ahead = dateTime.getTime() - instant.getTime();
      const aheadByClocks = clockOf(dateTime) - clockOf(instant);
      // As the reminder counts them: less than a day goes exactly.
      const counted = Math.abs(ahead) < DAY_MS ? ahead : aheadByClocks;
      alarms.push(clockOf(dateTime) - base - counted);
    } else if (duration === null) unread += 1;
    else {
      const from = trigger.parameters.get('RELATED')?.toUpperCase() === 'END' ? end : begin;
      const again = durationOf(propertyOf(alarm, 'DURATION')?.value ?? '') ?? 0;
      const repeats = Math.min(Number(propertyOf(alarm, 'REPEAT')?.value ?? 0) || 0, REPEATS_MAX);
      for (let time = 0; time <= repeats; time += 1) {
        alarms.push(from - base + duration + time * again);
      }
    }
  }
  const ofDay = isWholeDay ? timeOfAlarms(alarms) : null;
  const time = ofDay ?? clockOf(dateTime) - base;
  const { preAlerts, alarmsLeftOut } = planAlarms(alarms, time);
  return {
    dateTime:
      ofDay === null
        ? dateTime
        : readingToInstant({ clockMs: base + ofDay, offsetMs: null }, timeZone),
    preAlerts,
    alarmsLeftOut: alarmsLeftOut + unread,
  };
}

/** How often an alarm is looked at that rings again. */
const REPEATS_MAX = 10;
