import 'server-only';
import { latenessPercentile, latenessStep } from '@/core/lateness';
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

/** How late what a tick sent was after its time, in milliseconds. */
export interface Lateness {
  /** At most a fifth above the true one. */
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
  readonly #sendsByStep = new Map<number, number>();
  #maxMs = 0;

  /** `withdrawn`: how many of those that the lines count as sent were taken out of their chats again. */
  add(lines: readonly LedgerLine[], withdrawn: number): void {
    for (const line of lines) {
      this.counts[COUNTED_AS[line.outcome]] += 1;
      if (line.outcome === 'sent') this.#late(line);
    }
    this.counts.sent -= withdrawn;
    this.counts.withdrawn += withdrawn;
  }

  get lateness(): Lateness | null {
    const steps = [...this.#sendsByStep].map(([step, sends]) => ({ step, sends }));
    const p50 = latenessPercentile(steps, 0.5);
    return p50 === null ? null : { p50: Math.round(p50), max: this.#maxMs };
  }

  #late({ sentAt, scheduledAt }: LedgerLine): void {
    const ms = Math.max(0, sentAt.getTime() - scheduledAt.getTime());
    const step = latenessStep(ms);
    this.#sendsByStep.set(step, (this.#sendsByStep.get(step) ?? 0) + 1);
    this.#maxMs = Math.max(this.#maxMs, ms);
  }
}
