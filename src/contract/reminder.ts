import * as z from 'zod/mini';
import { MONTHLY_MODES } from '@/core/recurrence';
import { COUNTER_MAX, REPEAT_UNITS, SPAN_DAYS_MAX } from '@/core/limits';
import { category, named } from './category';
import { ruleKeys } from './draft';
import { forgiving } from './forgiving';

/** A reminder as the wire carries it (there it is called a notification). */
export const reminder = z.object({
  id: z.int(),
  /** Null where the server knows it no longer. */
  type: z.nullable(named),
  category,
  text: z.string(),
  /** The message that comes back with it, in Russian words: «Голосовое сообщение, 0:04». Absent where there is none. */
  attachmentText: z.optional(z.string()),
  /** `GET …/{id}/thumbnail` has a small picture of that message. Absent where there is none. */
  thumbnail: z.optional(z.literal(true)),
  /** The next occurrence, ISO UTC. */
  dateTime: z.iso.datetime(),
  ...ruleKeys,
  /** Of a series: the wall time at which it began, in `timeZone`. Every occurrence follows from it. */
  repeatFrom: z.optional(z.string()),
  /** The repetition in Russian words, in lower case: «по будням до 31 декабря». */
  repeatText: z.optional(z.string()),
  completed: z.boolean(),
  flood: z.boolean(),
  floodInterval: z.nullable(z.int()),
  /** Minutes before an occurrence at which it is told of ahead, descending. Absent where there are none. */
  preAlerts: z.optional(z.array(z.int())),
  /** The same in Russian words: «за день и за 2 часа». */
  preAlertsText: z.optional(z.string()),
  /** How many are left of what it counts: each «Готово» takes one. `low`: from how many on it says so. */
  counter: z.optional(z.object({ left: z.int(), low: z.int() })),
  /** The IANA zone in which the series repeats: fixed at creation or edit. */
  timeZone: z.string(),
  /**
   * `waiting`: its message came and was not answered; of a series the next occurrence stays in
   * `dateTime`. `paused`: nothing of it comes, or waits, before the pause ends. `unreachable`: it
   * cannot come as long as the bot cannot write to its user. `failed`: it was given up, and a save
   * gives it a fresh start.
   */
  state: z.enum(['scheduled', 'waiting', 'paused', 'completed', 'unreachable', 'failed']),
  /** In a list, of what is `unreachable`: its time has come, and it did not. Otherwise absent. */
  overdue: z.optional(z.literal(true)),
  waitingSince: z.nullable(z.iso.datetime()),
  /** When what was put off comes; of a paused one, only if that lies behind the pause. */
  snoozedUntil: z.nullable(z.iso.datetime()),
  /**
   * Of a series whose last occurrence, `dateTime`, waits or is put off: when it comes again, null where
   * it does not. Absent where an occurrence is to come.
   */
  lastComesAt: z.optional(z.nullable(z.iso.datetime())),
  /** Of a paused one: when the pause ends by itself; null where its user ends it. */
  pausedUntil: z.nullable(z.iso.datetime()),
  /** It was paused with all other series («Всё на паузу»), and is resumed with them. Absent where not. */
  pausedWithAll: z.optional(z.boolean()),
  /** When it was done; null in the archive means that nobody answered. */
  doneAt: z.nullable(z.iso.datetime()),
  createdAt: z.optional(z.iso.datetime()),
  /** In a list, of one that several people share: how many they are. Otherwise absent. */
  people: z.optional(z.int()),
  /** The note that it reminds of, which may be deleted by now. Absent where there is none. */
  noteId: z.optional(z.int()),
  /** Rises with every change by the user; an edit that carries an older one is refused. */
  version: z.int(),
});
/** Who takes part in a reminder of several people, the owner first, and whether that is the reader. */
export const jointShown = z.object({ people: z.array(z.string()), owned: z.boolean() });
export type JointShown = z.infer<typeof jointShown>;

export type Reminder = z.infer<typeof reminder>;

export const historyEntry = z.object({
  occurrenceAt: z.iso.datetime(),
  outcome: z.enum(['done', 'skipped', 'unanswered']),
  /** When its message came; null where it was answered before. */
  cameAt: z.nullable(z.iso.datetime()),
  /** When it was answered, or given up. */
  endedAt: z.iso.datetime(),
  /** The points that were ticked by then. Absent where none was. */
  ticked: z.optional(z.array(z.string())),
});
export type HistoryEntry = z.infer<typeof historyEntry>;
/** A point of a reminder, or of the note that it stands on; known by its `key`. */
export const listPoint = z.object({ key: z.string(), text: z.string(), done: z.boolean() });
/** The same among those of all reminders; `id` is the reminder's. */
export const pastOccurrence = z.object({
  id: z.int(),
  occurrenceAt: z.iso.datetime(),
  outcome: historyEntry.shape.outcome,
});
export type PastOccurrence = z.infer<typeof pastOccurrence>;

/** From an instant on, before another. */
export const spans = z.object({ from: z.iso.datetime(), to: z.iso.datetime() }).check(
  z.refine(({ from, to }) => {
    const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
    // PostgreSQL knows no year 0.
    return !from.startsWith('0000') && days > 0 && days <= SPAN_DAYS_MAX;
  }),
);

/** `YYYY-MM`; without it the present one. */
export const monthAsked = z.object({
  month: z.optional(z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))),
});
const occurrenceCounts = {
  /** Done within an hour of its time. */
  onTime: z.int(),
  late: z.int(),
  unanswered: z.int(),
  skipped: z.int(),
};
/** What became of the occurrences of a month on the user's clocks. */
export const monthHistory = z.object({
  month: z.string(),
  earlier: z.boolean(),
  total: z.object(occurrenceCounts),
  /** Those with the most occurrences first; no more than a screen can show. */
  reminders: z.array(z.object({ id: z.int(), text: z.string(), ...occurrenceCounts })),
  moreReminders: z.int(),
});
export type MonthHistory = z.infer<typeof monthHistory>;
export type OccurrenceCounts = MonthHistory['total'];

/** The `Idempotency-Key` and the `undo` of an act on all: short enough for a button's data in the chat. */
export const ACT_ON_ALL_KEY = /^[\w-]{1,50}$/;

export const actedOnAll = z.object({
  /** Of a pause: how many series are paused together now. Of the others: how many have changed. */
  count: z.int(),
  /** When their pause ends by itself; null where it has no end, or none is paused like that. */
  pausedUntil: z.nullable(z.iso.datetime()),
  /** How many reminders are paused by themselves: these acts leave them alone. */
  pausedAlone: z.int(),
  /** For `POST …/undo-all`: takes the act back; null where there is nothing to take back. */
  undo: z.nullable(z.string()),
});
export type ActedOnAll = z.infer<typeof actedOnAll>;

const shortText = z.string().check(z.maxLength(40));
const count = z.int().check(z.minimum(0), z.maximum(COUNTER_MAX));
const NO_WINDOW = { from: '', to: '' };

/**
 * What the form sends. Reading is forgiving on purpose: a missing or mistyped field becomes
 * `undefined`, so that the rules of core/reminder-rules can report all faults together, in Russian.
 * Only the switches are strict: a mistyped one must not pass for "off". An optional key that is
 * mistyped becomes a value that no rule takes: dropped in silence, it would store another repetition.
 */
export const reminderInput = z.object({
  typeId: forgiving(z.int()),
  categoryId: forgiving(z.int()),
  text: forgiving(z.string()),
  dateTime: forgiving(z.iso.datetime({ offset: true })),
  repeat: z.optional(z.boolean()),
  repeatEvery: forgiving(z.int()),
  repeatUnit: forgiving(z.enum(REPEAT_UNITS)),
  repeatWeekdays: forgiving(z.array(z.number()).check(z.maxLength(50)), []),
  repeatMonthly: forgiving(z.enum(MONTHLY_MODES)),
  repeatMonthDays: forgiving(z.array(z.number()).check(z.maxLength(50)), []),
  repeatTimes: forgiving(z.array(shortText).check(z.maxLength(100)), []),
  repeatEveryMinutes: forgiving(z.number(), NaN),
  repeatWindow: forgiving(z.object({ from: shortText, to: shortText }), NO_WINDOW),
  repeatAfterDone: z.optional(z.boolean()),
  repeatUntil: forgiving(shortText, ''),
  repeatCount: forgiving(z.number(), NaN),
  birthYear: forgiving(z.number(), NaN),
  /** The IANA zone in which a repeating form was written; without it the user's own counts. */
  timeZone: forgiving(z.string().check(z.maxLength(100))),
  flood: z.optional(z.boolean()),
  floodInterval: forgiving(z.int()),
  preAlerts: forgiving(z.array(z.number()).check(z.maxLength(50)), [NaN]),
  /** Null counts nothing any more; an edit without it leaves it as it is. */
  counter: z.optional(z.nullable(z.object({ left: count, low: z.optional(count) }))),
  /** Of a new one: the note that it reminds of. An edit leaves that as it is. */
  noteId: forgiving(z.int()),
  /** Of an edit: the version that was edited. Without it the edit wins over whatever is there. */
  version: forgiving(z.int()),
});
export type ReminderInput = z.infer<typeof reminderInput>;

/** What a reminder or a draft carries, as an input: what it has not is undefined there, not null. */
export const inputFrom = <
  Carrier extends Pick<Reminder, 'repeatEvery' | 'repeatUnit' | 'floodInterval'> & {
    dateTime: string | null;
  },
>(
  carrier: Carrier,
) => ({
  ...carrier,
  dateTime: carrier.dateTime ?? undefined,
  repeatEvery: carrier.repeatEvery ?? undefined,
  repeatUnit: carrier.repeatUnit ?? undefined,
  floodInterval: carrier.floodInterval ?? undefined,
});
