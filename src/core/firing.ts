import { type Schedule } from './recurrence';

/** Everything the life cycle of one reminder depends on. Stored as columns of `reminders`. */
export interface FiringState extends Schedule {
  /** Minutes between re-sends, null without flood. */
  floodInterval: number | null;
  /** The next occurrence (of a one-shot: its only one), as shown to the user. */
  dateTime: Date;
  completed: boolean;
  /** When delivery has to look at this reminder again; null when nothing is to come. */
  nextFireAt: Date | null;
  /** The occurrence that was sent and not yet acknowledged. */
  openOccurrenceAt: Date | null;
  /** Re-sends of the open occurrence so far. */
  nagCount: number;
  /** The open occurrence comes again at this instant. */
  snoozedUntil: Date | null;
}

export const SNOOZE_CHOICES = ['10m', '1h', 'evening', 'tomorrow'] as const;
export type SnoozeChoice = (typeof SNOOZE_CHOICES)[number];

/** One send that is due: what it is, and the state to store once Telegram has taken it. */
export interface Firing {
  kind: 'first' | 'nag' | 'snooze';
  occurrenceAt: Date;
  /** When it should have gone out. */
  scheduledAt: Date;
  /** Marked «с опозданием» in the message. */
  late: boolean;
  /** 0 for a first send; the n-th re-send otherwise. */
  nagNumber: number;
  /** The last re-send says so. */
  last: boolean;
}

/** State of a new or edited reminder: nothing open, fires at its first occurrence at or after `now`. */
export declare function scheduleFiring(
  schedule: Schedule,
  floodInterval: number | null,
  now: Date,
): FiringState;

/** What is due at `now`, or null (a stale claim, nothing to send). */
export declare function dueFiring(state: FiringState, now: Date): Firing | null;

/** The state after `firing` was accepted by Telegram at `sentAt`. */
export declare function afterSend(state: FiringState, firing: Firing, sentAt: Date): FiringState;

/** «Готово»: ends flood and snooze; a one-shot is completed, a series goes on. */
export declare function acknowledge(state: FiringState, now: Date): FiringState;

/** The instant a snooze button means, in the user's zone. */
export declare function snoozeUntil(choice: SnoozeChoice, now: Date, timeZone: string): Date;

/** A one-shot moves to `until` and is current again; of a series only the open occurrence comes again. */
export declare function snooze(state: FiringState, until: Date, now: Date): FiringState;
