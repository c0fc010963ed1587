import { type RecurrenceRule } from './recurrence';
import { type LocalDate, type WallTime } from './time-zone';

interface Named {
  id: number;
  name: string;
}

export interface QuickAddContext {
  now: Date;
  /** IANA zone of the user: words like «завтра в 9» are read on its clocks. */
  timeZone: string;
  categories: readonly Named[];
  types: readonly Named[];
}

/** What every outcome carries. */
interface Reading {
  /** The user's words without those that said when; the first letter capital. */
  text: string;
  /** Null: no word suggests a type; the first of the list is the usual choice. */
  typeId: number | null;
  categoryId: number | null;
}

/** A moment that was understood in full and lies ahead. */
export interface QuickAddTime {
  /** The (first) occurrence on the user's clocks; with a rule it is a match of the rule. */
  wallTime: WallTime;
  dateTime: Date;
  timeZone: string;
  rule: RecurrenceRule | null;
  /** The time given for today had passed, so it became tomorrow: the card says so. */
  movedToTomorrow: boolean;
}

/** A date without a time of day: ask for it, then call `withTime`. */
export interface QuickAddDate {
  date: LocalDate;
  rule: RecurrenceRule | null;
}

export type QuickAddResult =
  | (Reading & QuickAddTime & { outcome: 'ready' })
  | (Reading & QuickAddDate & { outcome: 'needs-time' })
  /** Nothing says when: offer presets or a note. */
  | (Reading & { outcome: 'no-date' })
  /** Says when (null: not even that) but not what. */
  | (Reading & { outcome: 'no-text'; when: QuickAddTime | QuickAddDate | null })
  | (Reading & { outcome: 'past'; date: LocalDate; time: string | null })
  /** No calendar or clock has it: «32 декабря», «25:00». `phrase` is as the user wrote it. */
  | (Reading & { outcome: 'impossible'; phrase: string })
  /** A repetition that no rule expresses: «каждые 2 часа», «3 раза в неделю», «каждые 45 дней». */
  | (Reading & { outcome: 'unsupported'; phrase: string })
  /** The text that remains is longer than a reminder's may be. */
  | (Reading & { outcome: 'too-long'; length: number; max: number });

/** Reads a line of Russian. Never throws, whatever is typed; takes time linear in the length of the input. */
export declare function parseQuickAdd(input: string, context: QuickAddContext): QuickAddResult;

/**
 * The moment of a date once its time of day (`HH:mm`) is known; null when that lies in the past.
 * With a rule the first occurrence ahead.
 */
export declare function withTime(
  when: QuickAddDate,
  time: string,
  context: Pick<QuickAddContext, 'now' | 'timeZone'>,
): QuickAddTime | null;

/** The time of day, `HH:mm`, of an answer to «во сколько?»: «9», «в половине восьмого», «вечером». */
export declare function parseTimeOfDay(answer: string): string | null;
