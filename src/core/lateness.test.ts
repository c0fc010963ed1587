import fc from '@/testing/fast-check';
import { latenessStep } from '@/testing/lateness-step';
import { LATENESS_STEP_MAX, latenessPercentile, stepLimitMs } from './lateness';

const lateness = fc.integer({ min: 1, max: 10 * 86_400_000 });

/** The plain definition: the smallest value that at least this share of all is not above. */
function exactPercentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(1, Math.ceil(sorted.length * share)) - 1] ?? NaN;
}

test('a percentile is never below the true one, and at most a fifth above', () => {
  fc.assert(
    fc.property(
      fc.array(lateness, { minLength: 1, maxLength: 200 }),
      fc.constantFrom(0.5, 0.95, 0.99),
      (values, share) => {
        const counts = values.map((ms) => ({ step: latenessStep(ms), sends: 1 }));
        const estimate = latenessPercentile(counts, share) ?? NaN;
        const exact = exactPercentile(values, share);
        expect(estimate).toBeGreaterThanOrEqual(exact * 0.999_999);
        expect(estimate).toBeLessThan(exact * 1.2);
      },
    ),
  );
});

test('how sends are spread over equal steps makes no difference', () => {
  const together = [{ step: 8, sends: 5 }];
  const apart = [
    { step: 8, sends: 2 },
    { step: 8, sends: 3 },
    { step: 40, sends: 0 },
  ];
  expect(latenessPercentile(apart, 0.99)).toBe(latenessPercentile(together, 0.99));
});

test('nothing sent has no percentile', () => {
  expect(latenessPercentile([], 0.5)).toBeNull();
});

test.each([-5_000, 0, 0.3, 1])('%d ms late is on time', (ms) => {
  expect(latenessStep(ms)).toBe(1);
});

test('a second is told apart from more than a second, and years end at the last step', () => {
  expect(stepLimitMs(latenessStep(1_000))).toBeCloseTo(1_024);
  expect(latenessStep(1_100)).toBeGreaterThan(latenessStep(1_000));
  expect(latenessStep(1e12)).toBe(LATENESS_STEP_MAX);
});
