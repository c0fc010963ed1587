import { type DayParts } from '../../day-parts';
import { type RecurrenceRule } from '../../recurrence';
import { type LocalDate, type WallTime } from '../../time-zone';

/** Whose clocks, and what they show. */
export interface Clock {
  now: Date;
  /** IANA zone of the user: words like «завтра в 9» are read on its clocks. */
  timeZone: string;
  /** What «утром», «днём» and «вечером» mean to the user; the usual hours unless told. */
  dayParts?: DayParts | undefined;
}

/**
 * Words of a line that carry time and say nothing of the moment that was read, or speak against it:
 * `contradiction` («завтра 12 марта»), `another-moment` («в пятницу или субботу»), `which-week` («в пятницу
 * в 19» on a Friday: today's is proposed), `which-day` («завтра» after
 * midnight: the day behind the night is proposed), `flood-interval` («каждые 10 минут, пока не отвечу»:
 * the nearest that there is is proposed), `unclear`. What was read is a proposal then, to be confirmed
 * before it is stored. `phrase` is as the user wrote it.
 */
export interface Doubt {
  kind:
    'contradiction' | 'another-moment' | 'unclear' | 'which-week' | 'which-day' | 'flood-interval';
  phrase: string;
}

/** What every outcome carries. */
interface Reading {
  /** The user's words without those that said when; the first letter capital. */
  text: string;
  /** Null: no word suggests a type; the first of the list is the usual choice. */
  typeId: number | null;
  categoryId: number | null;
  doubt: Doubt | null;
  /** Minutes between re-sends where the line wishes for flood («с флудом», «пока не отвечу»), else null. */
  floodInterval: number | null;
  /** Minutes before the moment at which to tell of it ahead, descending: «за день и за 2 часа». */
  preAlerts: number[];
  /** How many are left of what it is about: «осталось 14». */
  counter?: number;
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
  /** Said as so long from now («через час»), not by the clock: the same instant in every zone. */
  span?: true;
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
  /** «заметка: …»: to be kept without a moment. */
  | (Reading & { outcome: 'note' })
  /** A greeting, or a question to the bot: nothing to be reminded of. */
  | (Reading & { outcome: 'none' })
  /** Says when (null: not even that) but not what. */
  | (Reading & { outcome: 'no-text'; when: QuickAddTime | QuickAddDate | null })
  | (Reading & { outcome: 'past'; date: LocalDate; time: string | null })
  /** No calendar or clock has it: «32 декабря», «25:00». `phrase` is as the user wrote it. */
  | (Reading & { outcome: 'impossible'; phrase: string })
  /** A repetition that no rule expresses: «каждые 2 часа», «3 раза в неделю», «каждые 45 дней». */
  | (Reading & { outcome: 'unsupported'; phrase: string })
  /** The text that remains is longer than a reminder's may be. */
  | (Reading & { outcome: 'too-long'; length: number; max: number });

export type Resolved =
  | { kind: 'when'; when: QuickAddTime | QuickAddDate }
  | { kind: 'past'; date: LocalDate; time: string | null }
  /** A repetition that ends before it starts, or whose days another zone would change. */
  | { kind: 'refused'; because: 'until' | 'zone' };
