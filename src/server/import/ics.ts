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
import { OWN_PROPERTY } from '@/core/ics/write';
import { IMPORT_EVENTS_MAX } from '@/core/limits';
import { isTimeZone, localDateAt, wallTimeToInstant } from '@/core/time-zone';
import { importTexts } from '@/texts/import';
import {
  checkEntryCount,
  type ImportFile,
  type ReminderEntry,
  takingTurns,
  tooManyEntries,
} from './entries';
import { readOwnEvent } from './own-export';
import { addTask, emptyFile, TOLD_MAX } from './task';

export interface ReadingContext {
  now: Date;
  /** On whose clocks a time is read that names no zone. */
  timeZone: string;
  /** `HH:mm` of what has a date only: «утром», as its user has set it. */
  morning: string;
}

/** Of an event with its alarms, on an average. */
const LINES_PER_EVENT = 20;

/** Reads a calendar, its events and tasks; null where the text is none. Throws `invalid` where it has too many. */
export async function readIcs(text: string, context: ReadingContext): Promise<ImportFile | null> {
  const turn = takingTurns();
  const top = await readIcsComponents(text, IMPORT_EVENTS_MAX * LINES_PER_EVENT, turn);
  if (top === null) throw tooManyEntries(IMPORT_EVENTS_MAX);
  const calendars = top.filter(({ name }) => name === 'VCALENDAR');
  if (calendars.length === 0) return null;
  const events = calendars.flatMap(({ components }) => components);
  checkEntryCount(events.length, IMPORT_EVENTS_MAX);
  const file = emptyFile();
  const own = await ownReminders(events, turn);
  for (const entry of own.entries) file.reminders.push(entry);
  for (const { components } of calendars) {
    for (const component of components) {
      await turn();
      if (own.ids.has(ownId(component))) continue;
      if (component.name === 'VEVENT' || component.name === 'VTODO') {
        addComponent(file, component, context);
      }
    }
  }
  return file;
}

/** Which of our reminders an event is one of several of, on which installation; '' for other programs' events. */
const ownId = (component: IcsComponent): string =>
  /^(\d+)-[^@]+(@.+)$/
    .exec(propertyOf(component, 'UID')?.value ?? '')
    ?.slice(1)
    .join('') ?? '';

/** The reminders that our own calendar tells of, each once, and which events are theirs. */
async function ownReminders(
  events: readonly IcsComponent[],
  turn: ReturnType<typeof takingTurns>,
): Promise<{ ids: Set<string>; entries: ReminderEntry[] }> {
  const ids = new Set<string>();
  const entries: ReminderEntry[] = [];
  for (const component of events) {
    await turn();
    const stored = propertyOf(component, OWN_PROPERTY);
    const id = ownId(component);
    if (component.name !== 'VEVENT' || !stored || id === '' || ids.has(id)) continue;
    const valueOf = (name: string) => propertyOf(component, name)?.value;
    const entry = readOwnEvent(textOfIcs(stored.value), {
      text: textOfIcs(valueOf('DESCRIPTION') ?? valueOf('SUMMARY') ?? ''),
      category: textOfIcs(valueOf('CATEGORIES') ?? '') || null,
      event: [valueOf('DTSTART') ?? null, valueOf('RRULE') ?? null],
    });
    if (entry === null) continue;
    ids.add(id);
    entries.push({ ...entry, line: component.line });
  }
  return { ids, entries };
}

function addComponent(file: ImportFile, component: IcsComponent, context: ReadingContext): void {
  const { line } = component;
  const textOf = (name: string) => textOfIcs(propertyOf(component, name)?.value ?? '');
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
      message: importTexts.unknownRepeat(excerpt(textOf('SUMMARY'), TOLD_MAX)),
    });
    return;
  }
  if (moment?.zoneUnknown) {
    file.faults.push({ line: start?.line ?? line, message: importTexts.unknownZone });
  }
  for (const name of ['EXDATE', 'RDATE']) {
    const exception = propertyOf(component, name);
    if (exception) file.faults.push({ line: exception.line, message: importTexts.exceptions });
  }
  addTask(
    file,
    {
      line,
      title: textOf('SUMMARY'),
      details: textOf('DESCRIPTION'),
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
  const seconds = second === '00' ? '' : `:${second}`;
  try {
    const wall = `${date}T${time}${seconds}`;
    const dateTime =
      zulu === undefined ? wallTimeToInstant(wall, timeZone) : wallTimeToInstant(wall, 'UTC');
    return { dateTime, timeZone, zoneUnknown };
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
