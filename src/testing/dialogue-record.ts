import { z } from 'zod';
import { USUAL_DAY_PARTS } from '@/core/day-parts';
import { isOfAnyStock } from '@/core/quick-add/conversation/beside';
import { isOfAllAhead } from '@/core/quick-add/conversation/several';
import { hasPoints, isToAnyList } from '@/core/quick-add/conversation/points';
import { type Heard, type Knowledge } from '@/core/quick-add/conversation/conversation';
import { type Known } from '@/core/quick-add/conversation/named';
import { sharesAWord } from '@/core/quick-add/conversation/names';
import { spelledOut } from '@/core/quick-add/conversation/spoken';
import { jsonLines, plain } from '@/core/quick-add/test-data/blind-score';
import { type RecurrenceRule } from '@/core/recurrence';
import { storedRule } from '@/server/reminders/write/columns';

/*
 * What PostgreSQL knew when a line of a dialogue was read, so that the line can be read again without it: one JSON
 * object a line, in `test-data/recorded`, a file for each set. `dialogues.parts.test.ts` writes and proves them.
 */

/** How many reminders the server names and counts at most: `NAMED_MAX` and `ASKED_MAX` of its knowledge.ts. */
const NAMED_MAX = 50;
const COUNTING_MAX = 8;

const instant = z.coerce.date();

const reminder = z.object({
  /** As the dialogue calls it; not given where it has no name there. */
  key: z.string().optional(),
  text: z.string(),
  rule: storedRule.transform((rule): RecurrenceRule | null => rule).default(null),
  dueAt: instant,
  comesAt: instant.nullable().default(null),
  counts: z.boolean().default(false),
  noteContent: z.string().nullable().default(null),
  floods: z.boolean().default(false),
  state: z.enum(['waits', 'ahead', 'paused', 'over']),
});

/** Reminders are named by their place in `reminders`, from 1 on. */
const place = z.number();

const recordedLine = z.object({
  dialogue: z.string(),
  /** The place of the line among the dialogue's steps, from 0 on. */
  step: z.number(),
  line: z.string(),
  now: instant,
  timeZone: z.string(),
  /** Those that are not over in the order in which they come; behind them others that are talked about. */
  reminders: z.array(reminder).default([]),
  rang: z.array(place).default([]),
  waiting: z.array(place).default([]),
  latest: place.optional(),
  latestAct: z.enum(['made', 'answered']).nullable().default(null),
  together: z.string().optional(),
  /**
   * What the line is to be read as (`writtenReading`); null: as something new. Not given where no reading has
   * been right yet. Earlier lines of a dialogue are played by it, whatever they are read as.
   */
  expected: z.json().optional(),
});
export type RecordedLine = z.infer<typeof recordedLine>;
export type Json = z.infer<ReturnType<typeof z.json>>;

export const readRecord = (text: string): RecordedLine[] =>
  jsonLines(text).map((each) => recordedLine.parse(each));

/** Values that the format adds by itself are left out. */
const isUsual = (value: unknown): boolean =>
  value === null || value === false || (Array.isArray(value) && value.length === 0);

export function writeRecord(lines: readonly RecordedLine[]): string {
  const shortened = (name: string, value: unknown): unknown =>
    isUsual(value) && name !== 'expected' ? undefined : value;
  return lines
    .map(({ expected, ...line }) => {
      const known: unknown = JSON.parse(JSON.stringify(line, shortened));
      // Within a reading null and false may mean something.
      return `${JSON.stringify(Object.assign({}, known, expected !== undefined && { expected }))}\n`;
    })
    .join('');
}

/** The reminders of a record as the reader knows them, by their places. */
export const knownOf = ({ reminders }: Pick<RecordedLine, 'reminders'>): Known[] =>
  reminders.map(({ key: _, ...each }, at) => ({ ...each, id: at + 1 }));

/** All that is known when the line is read; what it may name is found as the server finds it. */
export function knowledgeIn(record: RecordedLine): Knowledge {
  const known = knownOf(record);
  const at = (places: readonly number[]) => places.flatMap((each) => known[each - 1] ?? []);
  const spelled = spelledOut(record.line);
  const isNamed = sharesAWord(spelled);
  const open = known.filter(({ state }) => state !== 'over');
  const ofStock = isOfAnyStock(spelled);
  const ofList = isToAnyList(spelled);
  const stocksAndLists = open.filter(
    (each) => (ofStock && each.counts) || (ofList && hasPoints(each)),
  );
  return {
    clock: { now: record.now, timeZone: record.timeZone, dayParts: USUAL_DAY_PARTS },
    rang: at(record.rang),
    latest: record.latest === undefined ? undefined : known[record.latest - 1],
    latestAct: record.latestAct,
    together: record.together,
    named: open.filter(({ text }) => isNamed(text)).slice(0, NAMED_MAX),
    waiting: at(record.waiting),
    stocksAndLists: stocksAndLists.slice(0, COUNTING_MAX),
    ahead: isOfAllAhead(spelled) ? open.filter(({ state }) => state === 'ahead') : [],
  };
}

const knownReminder = z.object({ id: z.number(), dueAt: z.date(), state: z.string() });

/** A reading as it is written down: reminders by their places, instants in ISO. Null: something new. */
export function writtenReading(
  heard: Heard | undefined,
  placeOf: (id: number) => number = (id) => id,
): Json {
  const written = JSON.stringify(heard ?? null, (_, value: unknown) => {
    const { success, data } = knownReminder.safeParse(value);
    return success ? { known: placeOf(data.id) } : value;
  });
  return z.json().parse(JSON.parse(written));
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const reading = z.custom<Heard>((value) => z.object({ kind: z.string() }).safeParse(value).success);
const reference = z.strictObject({ known: z.number() });

/** The same read back, about the reminders of these places. */
export function readingOf(
  written: Json,
  reminderAt: (place: number) => Known | undefined,
): Heard | undefined {
  if (written === null) return undefined;
  const revived: unknown = JSON.parse(JSON.stringify(written), (_, value: unknown) => {
    if (typeof value === 'string' && INSTANT.test(value)) return new Date(value);
    const { success, data } = reference.safeParse(value);
    return success ? reminderAt(data.known) : value;
  });
  return reading.parse(revived);
}

/** Whether two written readings are the same, in whatever order their fields stand. */
export const sameReading = (one: Json, other: Json): boolean => plain(one) === plain(other);
