import 'server-only';
import { Readable } from 'node:stream';
import { addMonths, subYears } from 'date-fns';
import { CsvError, parse } from 'csv-parse';
import { inUtc } from '@/core/calendar';
import { foldedName } from '@/core/category-rules';
import { beginningOf, durationOf } from '@/core/ics/alarms';
import { ruleOfRrule } from '@/core/ics/rrule';
import { IMPORT_WORDINGS_MAX } from '@/core/limits';
import { parseQuickAdd, withTime } from '@/core/quick-add';
import { type RecurrenceRule } from '@/core/recurrence';
import { localDateAt } from '@/core/time-zone';
import { importTexts } from '@/texts/import';
import { countsFromDone, inOurWords, mayLackYear } from '@/texts/todoist-dates';
import { AppError } from '../platform/errors';
import { givingWay } from '../platform/give-way';
import { type Clocks, momentOf, namedClocks } from './clocks';
import {
  addTask,
  checkEntryCount,
  emptyFile,
  type ForeignMoment,
  type ForeignTask,
  type ImportFile,
} from './entries';
import { type ReadingContext } from './ics';

interface Row {
  /** The line of the file in which the record begins. */
  line: number;
  /** A cell by the name of its column, in lower case; '' where the record has none. */
  field: (name: string) => string;
}

interface InWords {
  moment: ForeignMoment;
  rule: RecurrenceRule | null;
}

interface TableContext extends ReadingContext {
  momentInWords: (said: string, clocks: Clocks) => InWords | null;
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
  const giveWay = givingWay();
  const tableContext = { ...context, momentInWords: readingWords(context) };
  const tasks: ForeignTask[] = [];
  /** The task below which a comment stands; null below what is none. */
  let above: ForeignTask | null = null;
  let table: (Reader & { columns: readonly string[]; headRows: number }) | undefined;
  let line = 1;
  try {
    // A reader that stops early has no more of the text parsed.
    for await (const { record, info } of recordsOf(text, giveWay)) {
      await giveWay();
      if (table) {
        const { columns, headRows, commentIn, read } = table;
        checkEntryCount(info.records - headRows);
        const row = { line, field: (name: string) => record[columns.indexOf(name)] ?? '' };
        const comment = commentIn?.(row) ?? null;
        if (comment !== null && above) {
          above.details = [above.details, comment].filter(Boolean).join('\n');
        } else {
          above = read(row, tableContext);
          if (above) tasks.push(above);
        }
      } else {
        // TickTick writes some lines of its own above the columns.
        if (info.records > HEAD_MAX) return null;
        const columns = record.map((name) => name.trim().toLowerCase());
        const reader = READERS.find(({ needs }) => needs.every((name) => columns.includes(name)));
        table = reader && { ...reader, columns, headRows: info.records };
      }
      line = info.lines + 1;
    }
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
  const file = emptyFile();
  for (const task of tasks) {
    await giveWay();
    addTask(file, task, context.now);
  }
  return table ? file : null;
}

/** Parses a table whose lines end alike; throws CsvError. */
function recordsOf(
  text: string,
  giveWay: ReturnType<typeof givingWay>,
): AsyncIterable<{ record: string[]; info: { lines: number; records: number } }> {
  const header =
    /^.*(?:\btitle\b.*\bstatus\b|\btype\b.*\bcontent\b).*/im.exec(text.slice(0, 2_000))?.[0] ?? '';
  // A spreadsheet may say first by what it parts cells.
  const declaredDelimiter = /^"?sep=([^"])/i.exec(text)?.[1];
  return Readable.from(slicesOf(Buffer.from(text), giveWay)).pipe(
    parse({
      delimiter: declaredDelimiter ?? /[,;\t]/.exec(header)?.[0] ?? ',',
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: ENTRY_MAX,
      info: true,
    }),
  );
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

interface Reader {
  /** The columns that tell whose table it is. */
  needs: readonly string[];
  /** Reads a task; null where the row is none. */
  read: (row: Row, context: TableContext) => ForeignTask | null;
  /** The words of a row that is a comment on the task above it; null where it is none. */
  commentIn?: (row: Row) => string | null;
}

const READERS: readonly Reader[] = [
  { needs: ['title', 'due date', 'repeat', 'status'], read: readTickTick },
  { needs: ['type', 'content', 'date'], read: readTodoist, commentIn: commentOfTodoist },
];

/** TickTick: instants in ISO with an offset, repetitions as RRULE; a status of 0 is "to be done". */
function readTickTick({ line, field }: Row, context: ReadingContext): ForeignTask {
  const clocks = namedClocks(field('timezone').trim(), context.timeZone);
  const isWholeDay = field('is all day').trim().toLowerCase() === 'true';
  const repeat = field('repeat')
    .trim()
    .replace(/^RRULE:/i, '');
  // TickTick rings at the start, too; what lasts from 10 to 11 is due at 11.
  const said = field('start date').trim() || field('due date').trim();
  const written = momentOf(said, clocks, context.morning);
  const day = written && isWholeDay ? localDateAt(written.dateTime, clocks.timeZone) : null;
  const moment = day === null ? written : momentOf(day, clocks, context.morning);
  const durations = field('reminder')
    .split(/[\n,]/)
    .map((alarm) => alarm.trim().replace(/^TRIGGER:/i, ''))
    .filter(Boolean)
    .map(durationOf);
  return {
    line,
    title: field('title'),
    details: field('content'),
    category: field('list name') || null,
    date: said === '' ? null : { said, line },
    moment,
    repeat: moment === null || repeat === '' ? null : { line, rule: ruleOfRrule(repeat, moment) },
    alarms: durations.map((duration) =>
      moment === null || duration === null ? null : beginningOf(moment) + duration,
    ),
    status: field('status').trim() === '0' ? 'open' : 'done',
  };
}

const typeOf = ({ field }: Row): string => field('type').trim().toLowerCase();

function commentOfTodoist(row: Row): string | null {
  return typeOf(row) === 'note' ? row.field('content').trim() : null;
}

/**
 * Todoist: dates are words, as people typed them, and labels stand in the title. A comment that stands below no task is
 * read like a task without a date, and so becomes a note. Null for sections and what else a table may hold.
 */
function readTodoist(row: Row, context: TableContext): ForeignTask | null {
  if (!['task', 'note'].includes(typeOf(row))) return null;
  const { line, field } = row;
  const { title, category } = withoutLabels(field('content').trim(), context.categories);
  const date = field('date').trim();
  const deadline = field('deadline').trim();
  const said = date || deadline;
  const clocks = namedClocks(field('timezone').trim(), context.timeZone);
  const read = said === '' ? null : context.momentInWords(said, clocks);
  const hasBoth = date !== '' && deadline !== '';
  const details = [field('description'), hasBoth ? importTexts.deadline(deadline) : ''];
  return {
    line,
    title,
    category,
    details: details.filter(Boolean).join('\n'),
    date: said === '' ? null : { said, line },
    moment: read && read.moment,
    repeat: read?.rule ? { line, rule: read.rule } : null,
    alarms: [],
    // What is done is not in its tables.
    status: 'open',
  };
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
    if (before === undefined || label === undefined) break;
    if (!categories.has(foldedName(label))) break;
    title = before;
    category = label;
  }
  return { title, category };
}

/** Characters that may say when: nobody's date is longer. */
const SAID_MAX = 200;
const IN_NUMBERS = /^(?:\d{4}-\d\d-\d\d|\d\d\.\d\d\.\d{4})(?:[T ]\d\d:\d\d(?::\d\d)?)?$/;

/** Reads dates as people type them; null where not clear. `invalid` where a file has too many different ones. */
function readingWords(context: ReadingContext): TableContext['momentInWords'] {
  const known = new Map<string, InWords | null>();
  return (said, clocks) => {
    if (said.length > SAID_MAX) return null;
    const plain = momentOf(
      said.replace(/^(\d\d)\.(\d\d)\.(\d{4})/, '$3-$2-$1'),
      clocks,
      context.morning,
    );
    if (plain) return { moment: plain, rule: null };
    // One that does not exist needs no grammar either.
    if (IN_NUMBERS.test(said)) return null;
    const key = `${clocks.timeZone} ${said}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    if (known.size >= IMPORT_WORDINGS_MAX) {
      throw new AppError('invalid', { message: importTexts.tooManyWordings(IMPORT_WORDINGS_MAX) });
    }
    const moment = momentInWords(said, clocks, context);
    known.set(key, moment);
    return moment;
  };
}

/** «каждый день в 9», «завтра»; null where it is not clear. */
function momentInWords(
  said: string,
  { timeZone, zone }: Clocks,
  { now, morning }: ReadingContext,
): InWords | null {
  const readAt = (at: Date) => timedReading(said, { now: at, timeZone, morning });
  const read = readAt(now);
  if (read === null) return null;
  const { rule } = read;
  const isFarAhead = read.dateTime > addMonths(now, 10, inUtc);
  const leftOutYear = rule === null && isFarAhead && mayLackYear(said);
  const ofThisYear = leftOutYear ? readAt(subYears(now, 1, inUtc)) : null;
  // Todoist leaves out the year of what was to come within one: this has passed a short while ago.
  const dateTime = ofThisYear && ofThisYear.dateTime <= now ? ofThisYear.dateTime : read.dateTime;
  const moment = { dateTime, timeZone, zone, isWholeDay: false };
  if (!countsFromDone(said)) return { moment, rule };
  if (rule === null || Object.keys(rule).length > 2) return null;
  return { moment, rule: { ...rule, afterDone: true } };
}

/** What quick-add makes of the words; of a date without a time its user's morning. */
function timedReading(
  said: string,
  { now, timeZone, morning }: Pick<ReadingContext, 'now' | 'timeZone' | 'morning'>,
): { dateTime: Date; rule: RecurrenceRule | null } | null {
  const words = `Дело ${inOurWords(said)}`;
  const reading = parseQuickAdd(words, { now, timeZone, categories: [], types: [] });
  if (reading.doubt !== null || reading.text !== 'Дело') return null;
  const isUntimed = reading.outcome === 'needs-time';
  const timed = isUntimed ? withTime(reading, morning, { now, timeZone }) : reading;
  return timed !== null && 'dateTime' in timed ? timed : null;
}
