import { occurrencesBetween, type Schedule } from './recurrence';
import { type ReaderOf } from './time-zone';

export interface Span {
  from: Date;
  to: Date;
}

export const isWithin = (at: Date, { from, to }: Span): boolean => at >= from && at < to;

/** What of a reminder is to come; a pause without an end leaves neither. */
export interface Coming extends Schedule {
  /** To when its open occurrence was put off, else null. */
  putOffUntil: Date | null;
  /** The first occurrence of its schedule that is to come; null where none follows. */
  next: Date | null;
}

/** When what was put off comes again. A next occurrence that comes no later takes its place: they are sent as one. */
export const comesAgainAt = ({ putOffUntil, next }: Omit<Coming, keyof Schedule>): Date | null =>
  putOffUntil !== null && next !== null && next <= putOffUntil ? null : putOffUntil;

/**
 * When a reminder comes from `from` on and before `to`; several times where its rule says so. Lists, the
 * messages of a day and the calendars all ask here. `readerOf` is one `readersWithin` for all reminders of a span.
 */
export function comingWithin(coming: Coming, span: Span, readerOf: ReaderOf): Date[] {
  const { next, rule, timeZone } = coming;
  const again = comesAgainAt(coming);
  const single = [again, rule === null ? next : null].filter(
    (at): at is Date => at !== null && isWithin(at, span),
  );
  if (next === null || rule === null || next >= span.to) return single;
  const ahead = { from: next > span.from ? next : span.from, to: span.to };
  return [...single, ...occurrencesBetween(coming, ahead, readerOf(timeZone))];
}
