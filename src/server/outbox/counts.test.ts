import { Tally } from './counts';

const SCHEDULED = new Date('2026-11-20T09:00:00Z');
const sentLate = (lateMs: number) => ({
  kind: 'first' as const,
  occurrenceAt: SCHEDULED,
  scheduledAt: SCHEDULED,
  sentAt: new Date(SCHEDULED.getTime() + lateMs),
  outcome: 'sent' as const,
});

test.each([
  [[60_000], 60_000],
  [[60_000, 0], 0],
  [[60_000, 0, 2_000], 2_000],
  [[60_000, 2_000, 0, 3_000], 2_000],
])('of messages that were %j ms late half were at most %i ms late', (late, p50) => {
  const tally = new Tally();
  tally.add(late.map(sentLate), 0);
  expect(tally.lateness).toEqual({ p50, max: 60_000 });
});

test('where nothing was sent, nothing was late', () => {
  expect(new Tally().lateness).toBeNull();
});
