import {
  afterSend,
  answeredByOther,
  dueFiring,
  finish,
  type FiringState,
  joinedFiring,
  pause,
  planFiring,
  putOff,
  resume,
  withOwn,
} from './firing';
import { type RecurrenceRule } from './recurrence';
import { wallTimeToInstant } from './time-zone';

const MOSCOW = 'Europe/Moscow';
const at = (wall: string) => wallTimeToInstant(wall, MOSCOW);
/** A Friday. */
const NOW = at('2026-11-20T08:00');
const MONDAY = at('2026-11-23T00:00');
const DAILY: RecurrenceRule = { every: 1, unit: 'DAY' };
const OWN = { floodInterval: null, preAlerts: [] };
const daily = (rest: object = {}) =>
  planFiring({ dateTime: at('2026-11-20T09:00'), rule: DAILY, ...OWN, ...rest }, MOSCOW, NOW);

/** As the first message of what is due at its time leaves it. */
function sent(state: FiringState): FiringState {
  const now = state.dateTime;
  const firing = dueFiring(state, now);
  if (!firing) throw new Error('nothing is due');
  return afterSend(state, firing, now);
}

describe('what a person changes of their own while it is paused', () => {
  const now = at('2026-11-20T10:00');
  const waits = (preAlerts: number[]) => sent({ ...daily(), preAlerts });

  test('without its message ahead it comes behind the pause at its time, and not before', () => {
    const paused = pause(waits([60]), MONDAY, now);
    expect(paused.nextFireAt).toEqual(at('2026-11-23T08:00'));
    const own = withOwn(paused, OWN, now);
    expect(own).toEqual({ ...paused, preAlerts: [], nextFireAt: at('2026-11-23T09:00') });
  });

  test('with a message ahead the first one behind the pause is told of, too', () => {
    const paused = pause(waits([]), MONDAY, now);
    const own = withOwn(paused, { ...OWN, preAlerts: [60] }, now);
    expect(own).toEqual({ ...paused, preAlerts: [60], nextFireAt: at('2026-11-23T08:00') });
  });

  test('what is put off beyond the pause still comes then, and what rests without an end rests on', () => {
    const weekly = daily({ rule: { every: 1, unit: 'WEEK' }, preAlerts: [60] });
    const later = putOff(sent(weekly), at('2026-11-23T10:00'), now);
    const paused = pause(later, MONDAY, now);
    expect(withOwn(paused, OWN, now)).toEqual({ ...paused, preAlerts: [] });
    const endless = pause(later, null, now);
    expect(withOwn(endless, OWN, now)).toEqual({ ...endless, preAlerts: [] });
  });
});

test('resumed, what waited waits on, where others have answered all that lay behind it', () => {
  const waits = sent(daily({ rule: { ...DAILY, count: 2 } }));
  const last = { act: 'done', occurrenceAt: at('2026-11-21T09:00') } as const;
  const answered = answeredByOther(waits, last, at('2026-11-20T10:00'));
  const [pausedAt, now] = [at('2026-11-21T10:00'), at('2026-11-21T11:00')];
  for (const until of [MONDAY, null]) {
    const resumed = resume(pause(answered, until, pausedAt), now);
    expect(resumed).toMatchObject({ openOccurrenceAt: at('2026-11-20T09:00'), waitingSince: now });
  }
});

describe('who comes to a series whose owner hears nothing of it gets the next one all the same', () => {
  const days = at('2026-11-27T12:00');
  const NEXT = { dateTime: at('2026-11-28T09:00'), nextFireAt: at('2026-11-28T09:00') };

  test('where the owner has paused it, with an end and without', () => {
    for (const until of [null, at('2026-12-24T00:00')]) {
      const owners = pause(daily(), until, NOW);
      expect(joinedFiring(owners, OWN, days)).toMatchObject({ ...NEXT, pausedFrom: null });
    }
  });

  test('where the owner cannot be reached', () => {
    expect(joinedFiring(daily(), OWN, days)).toMatchObject({ ...NEXT, openOccurrenceAt: null });
  });

  test('but not one that is done already, nor one behind the end', () => {
    const done = finish(daily(), NOW);
    expect(joinedFiring(done, OWN, NOW)).toMatchObject({ dateTime: at('2026-11-21T09:00') });
    const paused = pause(done, null, NOW);
    expect(joinedFiring(paused, OWN, NOW)).toMatchObject({ dateTime: at('2026-11-21T09:00') });
    const over = daily({ rule: { ...DAILY, count: 3 } });
    expect(joinedFiring(over, OWN, days)).toBeNull();
    expect(resume(paused, days).dateTime).toEqual(NEXT.dateTime);
  });
});
