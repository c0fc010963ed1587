import 'server-only';
import { type Db } from '../platform/db/client';
import { type Send } from '../telegram/send';

/** Tells a person that their data will go. */
export interface InactivityWarning {
  chatId: number;
  /** When they will be erased unless they come back. */
  eraseAt: Date;
  timeZone: string;
}

export interface CleanupOptions {
  db: Db;
  warn: Send<InactivityWarning>;
  /** The clock; real time passes between two warnings. */
  now: () => Date;
  /** Nothing new is begun from here on; the next run goes on where this one ended. */
  deadline: Date;
  maxPerSecond: number;
  /** Do nothing when a run began within this time; the ticker of each instance asks often. */
  minGapMs?: number;
  statementLimitMs?: number;
}

export type CleanupCounts = Record<'warned' | 'notWarned' | 'erased' | 'rows', number>;

/** What a step is given: until when it may begin something, and how long one statement may take. */
export interface StepOptions extends Required<Omit<CleanupOptions, 'minGapMs'>> {
  counts: CleanupCounts;
}
export interface Step {
  name: string;
  /** Its part of the time that is left, against those of the steps after it. */
  weight: number;
  run: (options: StepOptions) => Promise<void>;
}
