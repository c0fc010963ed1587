import weights from '@/core/quick-add/conversation/weights.json';
import { exponential } from '@/core/quick-add/conversation/intents';
import { hashOf, labelledLines } from './examples';

test('the weights are those of the examples: else `npm run train` makes them anew', () => {
  expect(weights.examples).toBe(hashOf(labelledLines()));
});

test('the rows of the weights are sorted by code units, and are integers', () => {
  const features = weights.rows.map((row) => row.split('\t')[0] ?? '');
  expect(features).toEqual(features.toSorted((a, b) => (a < b ? -1 : 1)));
  expect(weights.rows.every((row) => /\t(?:-?\d+ ){15}-?\d+$/.test(row))).toBe(true);
});

test('e to a power is as exact as it has to be', () => {
  for (const power of [0, -0.001, -0.5, -1, -7.25, -39]) {
    expect(exponential(power) / Math.exp(power)).toBeCloseTo(1, 9);
  }
  expect(exponential(-41)).toBe(0);
});
