import { type RecurrenceRule } from '../../recurrence';
import { type LocalDate } from '../../time-zone';
import { type Clock, type QuickAddTime } from '../choice/result';
import { type WhenSaid } from './answer';

/** What a reply to a message about a reminder asks for, and what is known when it is read. */

/** What is known of the reminder that a reply is about. */
export interface Subject {
  text: string;
  rule: RecurrenceRule | null;
  /** The occurrence that a reply is about: the one that waits or is put off, else the next one. */
  dueAt: Date;
  /** When that one comes; null where it came and waits for an answer. */
  comesAt: Date | null;
  /** It counts how many are left. */
  counts?: boolean | undefined;
  /** It is sent again and again until it is answered. */
  floods?: boolean | undefined;
  /** What the note says that it stands on, whose points are its own where its text has none. */
  noteContent?: string | null | undefined;
}

/** What is said beside a moment: «…, предупреди за час», «…, настойчиво». */
export type SaidBeside = Pick<WhenSaid, 'preAlerts' | 'floodInterval'>;

/** What a reply to a message about a reminder asks for. */
export type Reply =
  | { act: 'done' | 'skip' | 'delete' | 'undo' | 'share' | 'leave' }
  | { act: 'resume' }
  /** Nothing of it comes until then; null: until it is resumed. */
  | { act: 'pause'; until: Date | null }
  /** Of a series only this occurrence. Lies ahead. `forAll`: of several people's, for everybody. */
  | { act: 'move'; to: Date; forAll?: true; beside?: SaidBeside }
  /** The whole reminder repeats like that from now on. */
  | { act: 'repeat'; when: QuickAddTime; beside?: SaidBeside }
  | { act: 'rewrite'; text: string }
  /** So many more are there (`add`), or so many in all. */
  | { act: 'refill'; count: number; add: boolean }
  /** How many are left is asked, or how many more there are is not said. */
  | { act: 'stock' }
  /** Another point, of the note that it stands on. */
  | { act: 'add-point'; point: string }
  /** These of its points, by their keys. */
  | { act: 'tick'; points: readonly string[] }
  /** Told ahead, so many minutes. */
  | { act: 'ahead'; minutes: readonly number[] }
  /** A moment that has passed, and what may have been meant. */
  | { act: 'past'; date: LocalDate; time: string | null; instead: Date[] }
  /** «завтра», said at night of what is to come: today's calendar day, or the one behind it. */
  | { act: 'either'; moments: readonly [Date, Date] }
  | { act: 'impossible'; phrase: string }
  | { act: 'unsupported'; phrase: string }
  /** «позже»: at another time, and it does not say when. */
  | { act: 'later'; forAll?: true }
  /** «не сделал»: later, or a «Готово» too many. */
  | { act: 'not-done' }
  /** «не надо», «отмена»: this once, or for ever. */
  | { act: 'call-off' }
  /** «отстань»: it waits on, and is not sent again. */
  | { act: 'quiet' }
  /** «включи флуд»: the app has a switch for that. */
  | { act: 'flood' }
  | { act: 'thanks' | 'show' }
  /** About something else, or not understood. */
  | { act: 'unclear' };
export const UNCLEAR: Reply = { act: 'unclear' };

/** Of no reminder: what a line says by itself. */
export const NOBODY: Subject = { text: '', rule: null, dueAt: new Date(0), comesAt: null };

export interface ReplyClock extends Clock {
  /** The bot has asked «Когда?»: a bare number is an hour. */
  asked?: boolean | undefined;
}
