import { fixedClock } from './clock';

test('a fixed clock moves only when told to', () => {
  const clock = fixedClock('2026-01-01T00:00:00Z');
  expect(clock.now()).toEqual(new Date('2026-01-01T00:00:00Z'));
  clock.advance(1500);
  expect(clock.now().toISOString()).toBe('2026-01-01T00:00:01.500Z');
  clock.set('2027-01-01T00:00:00Z');
  expect(clock.now().getUTCFullYear()).toBe(2027);
});
