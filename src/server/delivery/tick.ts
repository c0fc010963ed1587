import 'server-only';
import { type Db } from '../db/client';
import { type Retract, type Send } from './outgoing';

export interface TickOptions {
  db: Db;
  send: Send;
  retract: Retract;
  /** The clock that rules: see ./clock. */
  now: () => Date;
  /** Nothing is claimed from here on; what is under way is finished and settled. */
  deadline: Date;
  /** The tick waits for what falls due within this time, and ends when nothing does. */
  horizonMs: number;
  /** Messages a second over all instances; Infinity turns the pace off. */
  maxPerSecond: number;
  /** Stops claiming early, as the deadline does. */
  stop?: AbortSignal;
}

/** What a tick did, by outcome. */
export interface TickCounts extends Record<string, number> {
  sent: number;
  /** Will be tried again. */
  retried: number;
  /** Of users who cannot be written to: their reminders are parked. */
  parked: number;
  /** Given up; administrators see them. */
  failed: number;
  /** Sent, but edited, deleted or acknowledged meanwhile: the message was taken back. */
  withdrawn: number;
}

/**
 * Delivers what is due and what falls due within the horizon, each at its second. Any number of
 * ticks may run at once, on any number of machines.
 */
export declare function runTick(options: TickOptions): Promise<TickCounts>;
