import 'server-only';
import { type LedgerLine } from './kind';

const NOTHING = {
  sent: 0,
  retried: 0,
  /** Of users who cannot be written to: their reminders are parked. */
  parked: 0,
  failed: 0,
  /** Sent, but edited, deleted or acknowledged meanwhile: the message was retracted. */
  withdrawn: 0,
  /** Telegram refused the bot: an alarm, and nobody's fault. */
  unauthorized: 0,
};
export type TickCounts = typeof NOTHING;

/** How late what a tick sent was after its time, in milliseconds: half of it at most `p50`, all of it at most `max`. */
export interface Lateness {
  p50: number;
  max: number;
}

const COUNTED_AS = {
  sent: 'sent',
  retry: 'retried',
  unreachable: 'parked',
  rejected: 'failed',
  failed: 'failed',
} as const;

export class Tally {
  readonly counts = { ...NOTHING };
  readonly #latenessesMs: number[] = [];

  /** `withdrawn`: how many of those that the lines count as sent were taken out of their chats again. */
  add(lines: readonly LedgerLine[], withdrawn: number): void {
    for (const line of lines) {
      this.counts[COUNTED_AS[line.outcome]] += 1;
      const lateMs = line.sentAt.getTime() - line.scheduledAt.getTime();
      if (line.outcome === 'sent') this.#latenessesMs.push(Math.max(0, lateMs));
    }
    this.counts.sent -= withdrawn;
    this.counts.withdrawn += withdrawn;
  }

  get lateness(): Lateness | null {
    const sorted = this.#latenessesMs.toSorted((a, b) => a - b);
    const [p50, max] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted.at(-1)];
    return p50 === undefined || max === undefined ? null : { p50, max };
  }
}
