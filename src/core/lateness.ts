/**
 * Lateness in steps of a fifth: fine enough for percentiles that people read, coarse enough that a
 * quarter of an hour is a handful of numbers, whatever was sent in it.
 */
export const STEPS_PER_DOUBLING = 4;
/** Everything above twelve days. */
export const LATENESS_STEP_MAX = 120;

/** Behind every lateness: what was due and never sent. */
export const NEVER_SENT = LATENESS_STEP_MAX + 1;

/** The longest lateness of a step, in milliseconds. */
export const stepLimitMs = (step: number): number => 2 ** (step / STEPS_PER_DOUBLING);

/**
 * The lateness in milliseconds that `share` (0 to 1) of all sends kept to, at most a fifth above the
 * true one; null where nothing was sent.
 */
export function latenessPercentile(
  counts: readonly { step: number; sends: number }[],
  share: number,
): number | null {
  const steps = counts.filter(({ sends }) => sends > 0).toSorted((a, b) => a.step - b.step);
  const rank = Math.ceil(steps.reduce((sum, { sends }) => sum + sends, 0) * share);
  let seen = 0;
  for (const { step, sends } of steps) {
    seen += sends;
    if (seen >= rank) return stepLimitMs(step);
  }
  return null;
}
