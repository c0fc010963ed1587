import { scheduleFiring } from './firing';
import { levelOf, READS_UP_TO } from './row-level';

const state = scheduleFiring(
  { firstWallTime: '2026-11-24T09:00', timeZone: 'Europe/Moscow', rule: null },
  { floodInterval: 15 },
  new Date('2026-11-20T09:00:00Z'),
);

test('a state is of the level of the newest meaning that it makes use of, and this release reads all it writes', () => {
  const floods = ({ floodInterval }: typeof state) => floodInterval !== null;
  const repeats = ({ rule }: typeof state) => rule !== null;
  expect(levelOf(state, [])).toBe(1);
  expect(levelOf(state, [repeats])).toBe(1);
  expect(levelOf(state, [floods])).toBe(2);
  expect(levelOf(state, [floods, repeats])).toBe(2);
  expect(levelOf(state, [repeats, floods])).toBe(3);
  expect(levelOf(state)).toBeLessThanOrEqual(READS_UP_TO);
});
