import { LATENESS_STEP_MAX, STEPS_PER_DOUBLING } from '@/core/lateness';

/**
 * The step of a lateness in milliseconds, as the SQL of server/outbox/ledger-reading.ts works it out: 1 is "a
 * millisecond or less". Early counts as on time.
 */
export const latenessStep = (ms: number): number =>
  Math.min(
    LATENESS_STEP_MAX,
    Math.max(1, Math.ceil(STEPS_PER_DOUBLING * Math.log2(Math.max(1, ms)))),
  );
