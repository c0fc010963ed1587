import fc from '@/testing/fast-check';
import { comingWithin, type Span } from './coming';
import { dayLines, spanOf } from './day-messages';
import {
  afterSend,
  comingOf,
  dueFiring,
  finish,
  type FiringState,
  pause,
  planFiring,
  putOff,
  skip,
} from './firing';
import { feedEvents } from './ics/feed';
import { calendarOf } from './month-view';
import { type RecurrenceRule } from './recurrence';
import { instantToWallTime, readersWithin, wallTimeToInstant } from './time-zone';

const MOSCOW = 'Europe/Moscow';
const at = (wall: string) => wallTimeToInstant(wall, MOSCOW);
const NOW = at('2026-11-20T08:00');
const HOUR = 3_600_000;
const later = (hours: number, from = NOW) => new Date(from.getTime() + hours * HOUR);
const DAILY: RecurrenceRule = { every: 1, unit: 'DAY' };

const planned = (wall: string, rule: RecurrenceRule | null): FiringState =>
  planFiring({ dateTime: at(wall), rule, floodInterval: null }, MOSCOW, at('2026-11-01T00:00'));

/** One message sent, which nobody answers. */
function sendNext(state: FiringState): { state: FiringState; sentAt: Date } | null {
  const sentAt = state.nextFireAt;
  const firing = sentAt && dueFiring(state, sentAt);
  return firing ? { state: afterSend(state, firing, sentAt), sentAt } : null;
}

/** When messages come if nobody answers them. */
function sentWithin(state: FiringState, { from, to }: Span): string[] {
  const moments: string[] = [];
  let present = sendNext(state);
  while (present && present.sentAt < to) {
    if (present.sentAt >= from) moments.push(present.sentAt.toISOString());
    present = sendNext(present.state);
  }
  return moments;
}

const coming = (state: FiringState, span: Span): string[] =>
  comingWithin(comingOf(state), span, readersWithin(span)).map((each) => each.toISOString());

/** As the app has it, who knows it from the wire. */
const inCalendar = (state: FiringState, span: Span): string[] => {
  const open = state.openOccurrenceAt?.getTime();
  const paused = state.pausedFrom !== null;
  const row = {
    id: 1,
    rule: state.rule,
    firstWallTime: state.firstWallTime,
    timeZone: state.timeZone,
    dateTime: state.dateTime.toISOString(),
    completed: state.completed,
    doneAt: state.doneAt?.toISOString() ?? null,
    waitingSince: paused ? null : (state.waitingSince?.toISOString() ?? null),
    snoozedUntil: paused ? null : (state.snoozedUntil?.toISOString() ?? null),
    lastComesAt:
      state.rule && open === state.dateTime.getTime()
        ? (state.snoozedUntil?.toISOString() ?? null)
        : undefined,
    pausedWithoutEnd: paused && state.pausedUntil === null,
    finished: false,
  };
  return calendarOf(span)([row])
    .filter(({ kind }) => kind === 'planned')
    .map((entry) => entry.at.toISOString());
};

const inAgenda = (state: FiringState, day: string): string[] =>
  dayLines('agenda', { span: spanOf(day, MOSCOW), shown: [], answers: [] })([
    { ...state, id: 1, text: '' },
  ]).map((line) => `${instantToWallTime(line.at, MOSCOW).slice(11)} ${line.state}`);

const singlesInFeed = (state: FiringState): string[] =>
  [
    ...feedEvents({ host: 'example.org', now: NOW, alarms: 'none' })({
      id: 1,
      text: 'Полить цветы',
      category: null,
      updatedAt: NOW,
      state,
    }),
  ].map((event) => /^DTSTART(?:;TZID=[^:]*)?:(\S+)/m.exec(event)?.[1] ?? '');

describe('a series that was put off to its next occurrence, or beyond it', () => {
  const open = sendNext(planned('2026-11-20T08:00', DAILY))?.state;
  if (!open) throw new Error('nothing was sent');
  const tomorrow = spanOf('2026-11-21', MOSCOW);

  test.each([24, 30, 200])('stands once, as it rings once (%d hours)', (hours) => {
    const state = putOff(open, later(hours), NOW);
    const once = [at('2026-11-21T08:00').toISOString()];
    expect(sentWithin(state, tomorrow)).toEqual(once);
    expect(coming(state, tomorrow)).toEqual(once);
    expect(inCalendar(state, tomorrow)).toEqual(once);
    expect(inAgenda(state, '2026-11-21')).toEqual(['08:00 planned']);
    expect(singlesInFeed(state)).toEqual(['20261121T080000']);
  });

  test('short of it stands twice', () => {
    const state = putOff(open, later(20), NOW);
    expect(inAgenda(state, '2026-11-21')).toEqual(['04:00 moved', '08:00 planned']);
    expect(inCalendar(state, tomorrow)).toHaveLength(2);
  });
});

test('the last occurrence of a series, put off before its time, stands where it was put', () => {
  const last = planned('2026-11-20T18:00', { ...DAILY, count: 1 });
  const state = putOff(last, later(30), NOW);
  const span = { from: NOW, to: later(200) };
  expect(inCalendar(state, span)).toEqual(sentWithin(state, span));
  const resting = pause(last, later(50), NOW);
  expect(inCalendar(resting, span)).toEqual(sentWithin(resting, span));
});

test('a pause that ends in the day leaves all that comes behind it', () => {
  const rule = { ...DAILY, times: ['09:00', '15:00', '21:00'] };
  const state = pause(planned('2026-11-20T09:00', rule), at('2026-11-20T12:00'), NOW);
  expect(inAgenda(state, '2026-11-20')).toEqual(['15:00 planned', '21:00 planned']);
  const often = { ...DAILY, everyMinutes: 30, window: { from: '09:00', to: '18:00' } };
  const paused = pause(planned('2026-11-20T09:00', often), at('2026-11-20T12:00'), NOW);
  expect(inAgenda(paused, '2026-11-20')).toEqual(['12:00 often']);
});

type Act = (state: FiringState, now: Date) => FiringState;
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.integer({ min: 1, max: 100 }).map(
    (hours): Act =>
      (state, now) =>
        putOff(state, later(hours, now), now),
  ),
  fc.integer({ min: 1, max: 100 }).map(
    (hours): Act =>
      (state, now) =>
        pause(state, later(hours, now), now),
  ),
  fc.constantFrom<Act>(
    finish,
    skip,
    (state) => sendNext(state)?.state ?? state,
    (state, now) => pause(state, null, now),
  ),
);
const rule = fc.constantFrom<RecurrenceRule | null>(
  null,
  DAILY,
  { ...DAILY, count: 3 },
  { ...DAILY, times: ['09:00', '21:00'] },
  { every: 3, unit: 'DAY', afterDone: true },
);

test('whatever was done to it, a list and the calendar tell what delivery will send', () => {
  fc.assert(
    fc.property(rule, fc.array(act, { maxLength: 5 }), (given, acts) => {
      const state = acts.reduce(
        (before, each) => {
          const now = new Date(Math.max(NOW.getTime(), (before.waitingSince ?? NOW).getTime()));
          return each(before, now);
        },
        planned('2026-11-20T18:00', given),
      );
      const span = { from: NOW, to: later(24 * 14) };
      const expected = sentWithin(state, span);
      expect(coming(state, span)).toEqual(expected);
      // While it is paused the wire does not tell of what was put off beyond the pause.
      if (state.pausedFrom === null) expect(inCalendar(state, span)).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});
