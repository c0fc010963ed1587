import fc from '@/testing/fast-check';
import { endlessSeries } from '@/testing/recurrence-oracle';
import { MESSAGES_A_DAY_MAX, MESSAGES_A_WEEK_MAX } from './limits';
import { messagesAWeek } from './messages-a-week';
import { occurrencesBetween, type RecurrenceRule, scheduleAt, timesOfDay } from './recurrence';

const WEEK_MS = 7 * 86_400_000;
/** Rules of up to thirty years repeat several times in it. */
const WEEKS = 52 * 240;
const FROM = new Date('2026-01-01T06:00:00Z');

const messages = (rule: RecurrenceRule | null, preAlerts: number[] = [], completed = false) =>
  messagesAWeek({ rule, preAlerts, completed });

test('no rule makes more messages than it is counted for, and none is counted for much more', () => {
  fc.assert(
    fc.property(
      endlessSeries,
      fc.uniqueArray(fc.integer({ min: 1, max: 600 }), { maxLength: 5 }),
      (rule, preAlerts) => {
        const weeks = rule.unit === 'YEAR' ? WEEKS : WEEKS / 40;
        const span = { from: FROM, to: new Date(FROM.getTime() + weeks * WEEK_MS) };
        const came = occurrencesBetween(scheduleAt(FROM, rule, 'UTC'), span).length;
        // The span ends somewhere in the rule's last turn.
        const days = rule.weekdays?.length ?? rule.monthDays?.length ?? 1;
        const inTurn = days * timesOfDay(rule, 0).length;
        const aWeek = (occurrences: number) => (occurrences * (1 + preAlerts.length)) / weeks;
        const counted = messages(rule, preAlerts);
        expect(counted).toBeGreaterThanOrEqual(aWeek(came - inTurn));
        expect(counted).toBeLessThanOrEqual(Math.ceil(1.2 * aWeek(came + inTurn)) + 1);
      },
    ),
    { numRuns: 100 },
  );
});

test('what comes once, or is over, takes no room', () => {
  expect(messages(null, [10, 60])).toBe(0);
  expect(messages({ every: 1, unit: 'DAY' }, [], true)).toBe(0);
});

test('the bound leaves room for ten reminders that come as often as one may', () => {
  const often: RecurrenceRule = { every: 1, unit: 'DAY', everyMinutes: 30 };
  expect(messages(often)).toBe(7 * MESSAGES_A_DAY_MAX);
  expect(10 * messages(often)).toBeLessThanOrEqual(MESSAGES_A_WEEK_MAX);
});
