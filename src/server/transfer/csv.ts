import 'server-only';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { foldedName } from '@/core/category-rules';
import { parseTimeOfDay } from '@/core/calendar';
import { excerpt } from '@/core/cut';
import { durationOf, planAlarms, timeOfAlarms } from '@/core/ics/alarms';
import { ruleOfRrule } from '@/core/ics/rrule';
import { IMPORT_WORDINGS_MAX } from '@/core/limits';
import { parseQuickAdd, withTime } from '@/core/quick-add';
import {
  isTimeZone,
  isWritable,
  localDateAt,
  localDayAt,
  readingToInstant,
} from '@/core/time-zone';
import { importTexts } from '@/texts/import';
import { countsFromDone, inOurWords } from '@/texts/todoist-dates';
import { AppError } from '../platform/errors';
import { givingWay } from '../platform/give-way';
import {
  addTask,
  addUndated,
  checkEntryCount,
  emptyFile,
  type ForeignTask,
  type ImportFile,
  TOLD_MAX,
} from './entries';
import { instantOf, type ReadingContext } from './ics';

interface Row {
  /** Of the file, where it begins. */
  line: number;
  /** By the name of the column, in lower case; '' where it has none. */
  field: (name: string) => string;
}

interface TableContext extends ReadingContext {
  momentInWords: (said: string, timeZone: string) => ForeignTask['moment'];
}

/** Lines that may stand above the entries: of TickTick's own, and the columns. */
const HEAD_MAX = 50;
/** Characters of an entry. The parser counts no empty cells: a line of nothing but commas it would take whole. */
const ENTRY_MAX = 100_000;
/** Bytes that are parsed between two turns of the event loop. */
const SLICE = 64 * 1024;

/** Reads a table of tasks from TickTick or Todoist, told by its columns; null where it is neither. Throws `invalid` where it has too many rows. */
export async function readCsv(
  content: string,
  context: ReadingContext,
): Promise<ImportFile | null> {
  // The parser takes the first line's end for that of all.
  const text = content.replace(/\r\n?/g, '\n');
  if (text.split('\n').some((line) => line.length > ENTRY_MAX)) return null;
  const file = emptyFile();
  const head = text.slice(0, 2_000).split('\n');
  const header =
    head.find((line) => /\btitle\b.*\bstatus\b|\btype\b.*\bcontent\b/i.test(line)) ?? '';
  // A spreadsheet may say first by what it parts cells.
  const told = /^"?sep=([^"])/i.exec(text)?.[1];
  const delimiter = told ?? /[,;\t]/.exec(header)?.[0] ?? ',';
  const giveWay = givingWay();
  const rows: AsyncIterable<{ record: string[]; info: { lines: number } }> = Readable.from(
    slicesOf(Buffer.from(text), giveWay),
  ).pipe(
    parse({
      ...{ delimiter, relax_column_count: true, relax_quotes: true },
      ...{ skip_empty_lines: true, max_record_size: ENTRY_MAX, info: true },
    }),
  );
  const tableContext = { ...context, momentInWords: readingWords(context) };
  let columns: readonly string[] | null = null;
  let read: ((row: Row, file: ImportFile, context: TableContext) => void) | undefined;
  let begins = 1;
  let above = 0;
  let entries = 0;
  try {
    // Where this ends early, no more of the text is parsed.
    for await (const { record, info } of rows) {
      await giveWay();
      const line = begins;
      begins = info.lines + 1;
      if (columns === null) {
        // TickTick writes some lines of its own above the columns.
        if ((above += 1) > HEAD_MAX) return null;
        const names = record.map((name) => name.trim().toLowerCase());
        read = READERS.find(({ needs }) => needs.every((name) => names.includes(name)))?.read;
        if (read) columns = names;
        continue;
      }
      checkEntryCount((entries += 1));
      const known = columns;
      const field = (name: string) => record[known.indexOf(name)] ?? '';
      read?.({ line, field }, file, tableContext);
    }
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
  return columns && file;
}

/** Bytes, so that no slice parts a letter: the parser puts it together again. */
async function* slicesOf(
  bytes: Buffer,
  giveWay: ReturnType<typeof givingWay>,
): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE) {
    await giveWay();
    yield bytes.subarray(at, at + SLICE);
  }
}

const READERS: readonly {
  needs: readonly string[];
  read: (row: Row, file: ImportFile, context: TableContext) => void;
}[] = [
  { needs: ['title', 'due date', 'repeat', 'status'], read: readTickTick },
  { needs: ['type', 'content', 'date'], read: readTodoist },
];

/** TickTick: instants in ISO with an offset, repetitions as RRULE; a status of 0 is "to be done". */
function readTickTick({ line, field }: Row, file: ImportFile, context: ReadingContext): void {
  const alarms = field('reminder')
    .split(/[\n,]/)
    .map((alarm) => alarm.trim().replace(/^TRIGGER:/i, ''))
    .filter(Boolean)
    .map(durationOf);
  const known = alarms.filter((alarm) => alarm !== null);
  const unread = alarms.length - known.length;
  const task: Omit<ForeignTask, 'moment'> = {
    line,
    title: field('title'),
    details: field('content'),
    category: field('list name') || null,
    preAlerts: [],
    alarmsLeftOut: alarms.length,
    done: field('status').trim() !== '0',
  };
  const due = (field('start date') || field('due date')).trim();
  if (due === '') {
    addTask(file, { ...task, moment: null }, context.now);
    return;
  }
  const { timeZone, isUnknown } = zoneOf(field, context);
  const instant = instantIn(due, timeZone);
  if (instant === null) {
    addUndated(file, task, { said: due, line }, context.now);
    return;
  }
  if (isUnknown) file.faults.push({ line, message: importTexts.unknownZone });
  const isWholeDay = field('is all day').trim().toLowerCase() === 'true';
  const timeOfDay = timeOfAlarms(known) ?? parseTimeOfDay(context.morning) ?? 0;
  const day = localDayAt(instant, timeZone).getTime();
  const dateTime = isWholeDay
    ? readingToInstant({ clockMs: day + timeOfDay, offsetMs: null }, timeZone)
    : instant;
  const { preAlerts, alarmsLeftOut } = planAlarms(known, isWholeDay ? timeOfDay : 0);
  const repeat = field('repeat')
    .trim()
    .replace(/^RRULE:/i, '');
  const start = { date: localDateAt(dateTime, timeZone), timeZone };
  const rule = repeat === '' ? null : ruleOfRrule(repeat, start);
  if (repeat !== '' && rule === null && !task.done) {
    file.faults.push({ line, message: importTexts.unknownRepeat(excerpt(task.title, TOLD_MAX)) });
    return;
  }
  const planned = { ...task, preAlerts, alarmsLeftOut: alarmsLeftOut + unread };
  addTask(file, { ...planned, moment: { dateTime, timeZone, rule } }, context.now);
}

/** «2026-12-01T08:00:00+0000», where some tables have a blank for the T, and some no offset; null of anything else. */
function instantIn(written: string, timeZone: string): Date | null {
  const { date, clock, offset } =
    /^(?<date>\d{4}-\d\d-\d\d)[T ](?<clock>\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?) ?(?<offset>Z|[+-]\d\d:?\d\d)?$/.exec(
      written,
    )?.groups ?? {};
  if (date === undefined || clock === undefined) return null;
  if (offset === undefined) return instantOf(`${date}T${clock}`, timeZone);
  const instant = new Date(`${date}T${clock}${offset.replace(/(\d\d)(\d\d)$/, '$1:$2')}`);
  return isWritable(instant) ? instant : null;
}

/** On whose clocks a row is read: those that it names, or its user's. */
function zoneOf(
  field: Row['field'],
  { timeZone }: ReadingContext,
): { timeZone: string; isUnknown: boolean } {
  const named = field('timezone').trim();
  if (isTimeZone(named)) return { timeZone: named, isUnknown: false };
  return { timeZone, isUnknown: named !== '' };
}

/** Todoist: dates are words, as people typed them; a comment belongs to the task above it. */
function readTodoist({ line, field }: Row, file: ImportFile, context: TableContext): void {
  if (field('type').trim().toLowerCase() !== 'task') return;
  const { title, category } = withoutLabels(field('content').trim(), context.categories);
  const date = field('date').trim();
  const deadline = field('deadline').trim();
  const said = date || deadline;
  const { timeZone, isUnknown } = zoneOf(field, context);
  const moment = said === '' ? null : context.momentInWords(said, timeZone);
  const hasBoth = date !== '' && deadline !== '';
  const task = {
    line,
    title,
    category,
    details: [field('description'), hasBoth ? importTexts.deadline(deadline) : '']
      .filter(Boolean)
      .join('\n'),
    preAlerts: [],
    alarmsLeftOut: 0,
    done: false,
  };
  if (said !== '' && moment === null) {
    addUndated(file, task, { said, line }, context.now);
    return;
  }
  if (moment && isUnknown) file.faults.push({ line, message: importTexts.unknownZone });
  addTask(file, { ...task, moment }, context.now);
}

/** Labels that are looked for behind a title. */
const LABELS_MAX = 10;

/**
 * A title without the labels at its end that name categories of the account: of several, the first one from the left
 * is its category. A label that names none is a part of the title, as is all before it.
 */
function withoutLabels(
  content: string,
  categories: ReadonlySet<string>,
): { title: string; category: string | null } {
  let title = content;
  let category: string | null = null;
  for (let labels = 0; labels < LABELS_MAX; labels += 1) {
    const [, before, label] = /^(.*\S)\s+[@#](\S+)$/s.exec(title) ?? [];
    if (before === undefined || label === undefined || !categories.has(foldedName(label))) break;
    title = before;
    category = label;
  }
  return { title, category };
}

/** Characters that may say when: nobody's date is longer. */
const SAID_MAX = 200;

/** Reads dates as people type them; null where not clear. `invalid` where a file has too many different ones. */
function readingWords(context: ReadingContext): TableContext['momentInWords'] {
  const known = new Map<string, ForeignTask['moment']>();
  return (said, timeZone) => {
    if (said.length > SAID_MAX) return null;
    const plain = plainMoment(said, { ...context, timeZone });
    if (plain !== undefined) return plain;
    const key = `${timeZone} ${said}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    if (known.size >= IMPORT_WORDINGS_MAX) {
      throw new AppError('invalid', { message: importTexts.tooManyWordings(IMPORT_WORDINGS_MAX) });
    }
    const moment = momentInWords(said, { ...context, timeZone });
    known.set(key, moment);
    return moment;
  };
}

/** «2026-11-21 09:00» and «21.11.2026»; null where there is no such date, undefined of anything else. */
function plainMoment(
  said: string,
  { timeZone, morning }: ReadingContext,
): ForeignTask['moment'] | undefined {
  const { iso, day, month, year, time } =
    /^(?:(?<iso>\d{4}-\d\d-\d\d)|(?<day>\d\d)\.(?<month>\d\d)\.(?<year>\d{4}))(?:[T ](?<time>\d\d:\d\d)(?::\d\d)?)?$/.exec(
      said,
    )?.groups ?? {};
  const date = iso ?? (year && `${year}-${month ?? ''}-${day ?? ''}`);
  if (date === undefined) return undefined;
  const dateTime = instantOf(`${date}T${time ?? morning}`, timeZone);
  return dateTime && { dateTime, timeZone, rule: null };
}

/** «каждый день в 9», «завтра»; null where it is not clear. */
function momentInWords(
  said: string,
  { now, timeZone, morning }: ReadingContext,
): ForeignTask['moment'] {
  const words = `Дело ${inOurWords(said)}`;
  const reading = parseQuickAdd(words, { now, timeZone, categories: [], types: [] });
  if (reading.doubt !== null || reading.text !== 'Дело') return null;
  const isUntimed = reading.outcome === 'needs-time';
  const timed = isUntimed ? withTime(reading, morning, { now, timeZone }) : reading;
  if (timed === null || !('dateTime' in timed)) return null;
  const { dateTime, rule } = timed;
  if (!countsFromDone(said)) return { dateTime, timeZone, rule };
  if (rule === null || Object.keys(rule).length > 2) return null;
  return { dateTime, timeZone, rule: { ...rule, afterDone: true } };
}
