import { type MonthlyMode, type RepeatUnit } from '@/texts/schedule';

export type SaidField =
  'date' | 'time' | 'repeat' | 'preAlerts' | 'flood' | 'category' | 'type' | 'counter';

/**
 * What the reminder form holds, on the clocks of its own zone: the user's may change while it is open. It is kept on
 * the device as it is (session/kept-place.ts).
 */
export interface FormValues {
  /** The IANA zone in which the values were written. */
  timeZone: string;
  /** As it was typed, with the words that say when. */
  text: string;
  /** What was set by hand: the text has no say in it. */
  byHand: readonly SaidField[];
  /** What the text says of these is text like any other. */
  asText: readonly SaidField[];
  categoryId: number | null;
  typeId: number | null;
  date: string;
  time: string;
  repeat: boolean;
  repeatEvery: number | null;
  repeatUnit: RepeatUnit | null;
  weekdays: readonly number[];
  monthly: MonthlyMode | null;
  /** Days of the month; none means as `monthly` says. */
  monthDays: readonly number[];
  /** How often on its days: once, at several times, or again and again. */
  inDay: 'ONCE' | 'TIMES' | 'AGAIN';
  /** Further times of the day, `HH:mm`, beside `time`; for TIMES. */
  times: readonly string[];
  everyMinutes: number;
  /** `HH:mm`, for AGAIN; both empty for round the clock. */
  windowFrom: string;
  windowTo: string;
  /** The next date counts from «Готово», not from the calendar. */
  afterDone: boolean;
  /** The last day; null for no end, as of `count`, empty where it is still to be said. */
  until: string | null;
  /** How many times at most, in digits. */
  count: string | null;
  /** Of what a yearly day celebrates, in digits; empty where that is not known. */
  birthYear: string;
  preAlerts: readonly number[];
  /** How many are left, where the text says so. */
  counter: number | null;
  flood: boolean;
  floodInterval: number | null;
}
