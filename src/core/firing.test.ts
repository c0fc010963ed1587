import {
  afterSend,
  answeredByOther,
  comesAt,
  dueFiring,
  finish,
  type Firing,
  type FiringState,
  heldNag,
  leftUnanswered,
  openedAhead,
  pause,
  type Plan,
  planFiring,
  postpone,
  putOff,
  replanFiring,
  restoredFiring,
  resume,
  scheduleFiring,
  skip,
  undoneFiring,
  waitingAnew,
} from './firing';
import { FLOOD_RESENDS_MAX } from './limits';
import { type RecurrenceRule } from './recurrence';
import { wallTimeToInstant } from './time-zone';

const MOSCOW = 'Europe/Moscow';
/** An instant by Moscow's clocks. */
const at = (wall: string) => wallTimeToInstant(wall, MOSCOW);
const plan = (dateTime: string, rest: Partial<Plan> = {}): FiringState =>
  planFiring({ dateTime: at(dateTime), rule: null, floodInterval: null, ...rest }, MOSCOW, NOW);
/** Before everything: it counts where a reminder is told of ahead. */
const NOW = new Date('2026-01-01T00:00:00Z');
const daily: RecurrenceRule = { every: 1, unit: 'DAY' };

/** What is due, for a test that knows that something is. */
function due(state: FiringState, now: Date): Firing {
  const firing = dueFiring(state, now);
  if (!firing) throw new Error(`nothing due at ${now.toISOString()}`);
  return firing;
}
const send = (state: FiringState, now: Date) => afterSend(state, due(state, now), now);
/** Sends whatever is due, each at its time, until `end`. */
function run(state: FiringState, end: Date): { state: FiringState; firings: Firing[] } {
  const firings: Firing[] = [];
  while (state.nextFireAt && state.nextFireAt <= end) {
    const firing = due(state, state.nextFireAt);
    firings.push(firing);
    state = afterSend(state, firing, state.nextFireAt);
  }
  return { state, firings };
}

describe('a one-shot', () => {
  test('is sent at its time, then waits, until «Готово» completes it', () => {
    const planned = plan('2026-11-20T09:00');
    expect(dueFiring(planned, at('2026-11-20T08:59:59.999'))).toBeNull();
    expect(due(planned, at('2026-11-20T09:00'))).toEqual({
      kind: 'first',
      occurrenceAt: at('2026-11-20T09:00'),
      scheduledAt: at('2026-11-20T09:00'),
      late: false,
      nagNumber: 0,
      last: false,
    });
    const sent = send(planned, at('2026-11-20T09:00'));
    expect(sent).toMatchObject({
      completed: false,
      nextFireAt: null,
      openOccurrenceAt: at('2026-11-20T09:00'),
      waitingSince: at('2026-11-20T09:00'),
      doneAt: null,
    });
    expect(finish(sent, at('2026-11-20T09:01'))).toMatchObject({
      completed: true,
      openOccurrenceAt: null,
      waitingSince: null,
      doneAt: at('2026-11-20T09:01'),
      dateTime: at('2026-11-20T09:00'),
    });
  });

  test('keeps the exact instant it was made for, seconds included', () => {
    const planned = plan('2026-11-20T09:00:17.250');
    expect(planned.nextFireAt).toEqual(at('2026-11-20T09:00:17.250'));
    expect(planned.firstWallTime).toBe('2026-11-20T09:00:17.250');
  });

  test('missed while the service was down is sent once, marked late', () => {
    const planned = plan('2026-11-20T09:00');
    expect(due(planned, at('2026-11-20T09:01')).late).toBe(false);
    expect(due(planned, at('2026-11-20T09:01:00.001')).late).toBe(true);
    const sent = send(planned, at('2026-11-23T12:00'));
    expect(sent.waitingSince).toEqual(at('2026-11-23T12:00'));
    expect(dueFiring(sent, at('2027-01-01T00:00'))).toBeNull();
  });

  test('with flood is sent again every interval, the last one says so, then it waits in silence', () => {
    const { state, firings } = run(
      plan('2026-11-20T09:00', { floodInterval: 15 }),
      at('2027-01-01T00:00'),
    );
    expect(firings).toHaveLength(1 + FLOOD_RESENDS_MAX);
    expect(firings.map(({ nagNumber }) => nagNumber)).toEqual(
      Array.from({ length: 1 + FLOOD_RESENDS_MAX }, (_, i) => i),
    );
    expect(firings.filter(({ last }) => last).map(({ nagNumber }) => nagNumber)).toEqual([
      FLOOD_RESENDS_MAX,
    ]);
    expect(firings.at(-1)?.scheduledAt).toEqual(
      new Date(at('2026-11-20T09:00').getTime() + FLOOD_RESENDS_MAX * 15 * 60_000),
    );
    expect(state).toMatchObject({
      completed: false,
      nextFireAt: null,
      waitingSince: at('2026-11-20T09:00'),
    });
  });

  test('with flood is not completed, and stays current, until the user reacts', () => {
    const sent = send(plan('2026-11-20T09:00', { floodInterval: 5 }), at('2026-11-20T09:00'));
    expect(sent).toMatchObject({ completed: false, nextFireAt: at('2026-11-20T09:05') });
    expect(finish(sent, at('2026-11-20T09:03'))).toMatchObject({
      completed: true,
      nextFireAt: null,
      openOccurrenceAt: null,
      nagCount: 0,
    });
  });

  test('re-sends that were missed do not pile up', () => {
    const sent = send(plan('2026-11-20T09:00', { floodInterval: 5 }), at('2026-11-20T09:00'));
    const nag = due(sent, at('2026-11-20T11:00'));
    expect(nag).toMatchObject({ kind: 'nag', nagNumber: 1, late: false });
    expect(afterSend(sent, nag, at('2026-11-20T11:00')).nextFireAt).toEqual(at('2026-11-20T11:05'));
  });

  test('that is snoozed moves to the new time, is current again, and nags from the beginning', () => {
    const sent = send(plan('2026-11-20T09:00', { floodInterval: 5 }), at('2026-11-20T09:00'));
    const nagged = run(sent, at('2026-11-20T09:20')).state;
    expect(nagged.nagCount).toBe(4);
    const snoozed = putOff(nagged, at('2026-11-20T10:21:30'), at('2026-11-20T09:21:30'));
    expect(snoozed).toMatchObject({
      dateTime: at('2026-11-20T10:21:30'),
      firstWallTime: '2026-11-20T10:21:30.000',
      completed: false,
      nextFireAt: at('2026-11-20T10:21:30'),
    });
    const { state, firings } = run(snoozed, at('2027-01-01T00:00'));
    expect(firings[0]).toMatchObject({ kind: 'snooze', nagNumber: 0, late: false });
    expect(firings).toHaveLength(1 + FLOOD_RESENDS_MAX);
    expect(state).toMatchObject({ completed: false, waitingSince: at('2026-11-20T10:21:30') });
  });

  test('that is snoozed and then acknowledged early keeps the time to which it was put off', () => {
    const sent = send(plan('2026-11-20T09:00'), at('2026-11-20T09:00'));
    const snoozed = putOff(sent, at('2026-11-21T09:00'), at('2026-11-20T09:05'));
    expect(finish(snoozed, at('2026-11-20T10:00'))).toMatchObject({
      completed: true,
      nextFireAt: null,
      dateTime: at('2026-11-21T09:00'),
      firstWallTime: '2026-11-21T09:00',
      doneAt: at('2026-11-20T10:00'),
    });
  });

  test('can be snoozed from its last re-send too', () => {
    const { state } = run(plan('2026-11-20T09:00', { floodInterval: 5 }), at('2027-01-01T00:00'));
    const snoozed = putOff(state, at('2026-11-20T12:00'), at('2026-11-20T11:30'));
    expect(snoozed).toMatchObject({ completed: false, nextFireAt: at('2026-11-20T12:00') });
  });
});

describe('a series', () => {
  test('goes on to its next occurrence after each send and is never completed', () => {
    const { state, firings } = run(
      plan('2026-11-20T09:00', { rule: daily }),
      at('2026-11-24T23:00'),
    );
    expect(firings.map(({ occurrenceAt }) => occurrenceAt)).toEqual([
      at('2026-11-20T09:00'),
      at('2026-11-21T09:00'),
      at('2026-11-22T09:00'),
      at('2026-11-23T09:00'),
      at('2026-11-24T09:00'),
    ]);
    expect(state).toMatchObject({ completed: false, dateTime: at('2026-11-25T09:00') });
  });

  test('sends only the latest of the occurrences it missed', () => {
    const planned = plan('2026-11-20T09:00', { rule: daily });
    const firing = due(planned, at('2026-12-01T08:00'));
    expect(firing).toMatchObject({ occurrenceAt: at('2026-11-30T09:00'), late: true });
    expect(afterSend(planned, firing, at('2026-12-01T08:00'))).toMatchObject({
      dateTime: at('2026-12-01T09:00'),
      nextFireAt: at('2026-12-01T09:00'),
    });
  });

  test('does not lose an occurrence that falls due while another is being sent', () => {
    const planned = plan('2026-11-20T09:00', { rule: daily });
    const firing = due(planned, at('2026-11-21T08:59:59'));
    const sent = afterSend(planned, firing, at('2026-11-21T09:00:05'));
    expect(due(sent, at('2026-11-21T09:00:05'))).toMatchObject({
      occurrenceAt: at('2026-11-21T09:00'),
      late: false,
    });
  });

  test('does not repeat an occurrence when the clock jumps back', () => {
    const sent = send(plan('2026-11-20T09:00', { rule: daily }), at('2026-11-20T09:00'));
    expect(sent.dateTime).toEqual(at('2026-11-21T09:00'));
    expect(dueFiring(sent, at('2026-11-20T08:00'))).toBeNull();
    expect(dueFiring(sent, at('2026-11-20T09:00'))).toBeNull();
  });

  test('nags about the open occurrence until «Готово», and then waits for the next', () => {
    const sent = send(
      plan('2026-11-20T09:00', { rule: daily, floodInterval: 60 }),
      at('2026-11-20T09:00'),
    );
    const { state } = run(sent, at('2026-11-20T12:30'));
    expect(state).toMatchObject({ nagCount: 3, nextFireAt: at('2026-11-20T13:00') });
    expect(finish(state, at('2026-11-20T12:31'))).toMatchObject({
      openOccurrenceAt: null,
      nagCount: 0,
      completed: false,
      nextFireAt: at('2026-11-21T09:00'),
    });
  });

  test('stops nagging when the next occurrence comes', () => {
    const series = plan('2026-11-20T09:00', { rule: daily, floodInterval: 60 });
    const { firings } = run(series, at('2026-11-21T10:30'));
    expect(firings.map(({ kind }) => kind)).toEqual([
      'first',
      ...Array.from({ length: Math.min(23, FLOOD_RESENDS_MAX) }, () => 'nag'),
      'first',
      'nag',
    ]);
    expect(firings.at(-1)).toMatchObject({ occurrenceAt: at('2026-11-21T09:00'), nagNumber: 1 });
  });

  test.each(['done', 'skip'] as const)(
    'the next occurrence is over here too once another has answered it (%s), whatever waits',
    (act) => {
      const planned = plan('2026-11-20T09:00', { rule: daily, floodInterval: 60 });
      const waiting = send(planned, at('2026-11-20T09:00'));
      const occurrenceAt = at('2026-11-21T09:00');
      // Ahead of its time what waits goes on waiting, and nagging.
      const early = answeredByOther(waiting, { act, occurrenceAt }, at('2026-11-20T09:30'));
      expect(early).toMatchObject({
        openOccurrenceAt: at('2026-11-20T09:00'),
        dateTime: at('2026-11-22T09:00'),
        nextFireAt: at('2026-11-20T10:30'),
      });
      // Once it has come it takes the place of what waits.
      const come = answeredByOther(waiting, { act, occurrenceAt }, at('2026-11-21T09:01'));
      expect(come).toMatchObject({
        openOccurrenceAt: null,
        dateTime: at('2026-11-22T09:00'),
        nextFireAt: at('2026-11-22T09:00'),
      });
    },
  );

  test('an endless pause keeps what waits where another answers what comes first behind it', () => {
    const waiting = send(plan('2026-11-20T09:00', { rule: daily }), at('2026-11-20T09:00'));
    const paused = pause(waiting, null, at('2026-11-20T09:10'));
    const answer = { act: 'skip', occurrenceAt: at('2026-11-21T09:00') } as const;
    const answered = answeredByOther(paused, answer, at('2026-11-20T09:30'));
    expect(answered).toMatchObject({
      openOccurrenceAt: at('2026-11-20T09:00'),
      dateTime: at('2026-11-22T09:00'),
      pausedFrom: at('2026-11-22T09:00'),
      nextFireAt: null,
    });
    expect(resume(answered, at('2026-11-20T10:00'))).toMatchObject({
      openOccurrenceAt: at('2026-11-20T09:00'),
      nextFireAt: at('2026-11-22T09:00'),
    });
  });

  test('a pause with an end is not woken by what another has answered, nor ended by the last', () => {
    const waiting = send(plan('2026-11-20T09:00', { rule: daily }), at('2026-11-20T09:00'));
    const paused = pause(waiting, at('2026-11-20T20:00'), at('2026-11-20T09:10'));
    const answer = { act: 'skip', occurrenceAt: at('2026-11-21T09:00') } as const;
    expect(answeredByOther(paused, answer, at('2026-11-20T09:30'))).toMatchObject({
      openOccurrenceAt: at('2026-11-20T09:00'),
      nextFireAt: at('2026-11-22T09:00'),
    });
    const two = plan('2026-11-20T09:00', { rule: { ...daily, count: 2 } });
    const resting = pause(send(two, at('2026-11-20T09:00')), null, at('2026-11-20T09:10'));
    expect(answeredByOther(resting, answer, at('2026-11-20T09:30'))).toMatchObject({
      completed: false,
      openOccurrenceAt: at('2026-11-20T09:00'),
    });
  });

  test('sends a snoozed occurrence again and stays where it is', () => {
    const sent = send(plan('2026-11-20T09:00', { rule: daily }), at('2026-11-20T09:00'));
    const snoozed = putOff(sent, at('2026-11-20T19:00'), at('2026-11-20T09:10'));
    expect(snoozed).toMatchObject({
      firstWallTime: '2026-11-20T09:00',
      dateTime: at('2026-11-21T09:00'),
      nextFireAt: at('2026-11-20T19:00'),
    });
    const firing = due(snoozed, at('2026-11-20T19:02'));
    expect(firing).toMatchObject({
      kind: 'snooze',
      occurrenceAt: at('2026-11-20T09:00'),
      scheduledAt: at('2026-11-20T19:00'),
      late: true,
    });
    expect(afterSend(snoozed, firing, at('2026-11-20T19:02'))).toMatchObject({
      dateTime: at('2026-11-21T09:00'),
      nextFireAt: at('2026-11-21T09:00'),
      openOccurrenceAt: at('2026-11-20T09:00'),
      snoozedUntil: null,
    });
  });

  test('snoozed beyond its next occurrence comes with that one, once', () => {
    const sent = send(plan('2026-11-20T08:00', { rule: daily }), at('2026-11-20T08:00'));
    const snoozed = putOff(sent, at('2026-11-21T09:00'), at('2026-11-20T08:01'));
    expect(snoozed.snoozedUntil).toEqual(at('2026-11-21T08:00'));
    const { firings } = run(snoozed, at('2026-11-21T23:00'));
    expect(firings).toMatchObject([{ kind: 'first', occurrenceAt: at('2026-11-21T08:00') }]);
  });

  test('keeps nagging after a snooze, counting anew', () => {
    const sent = send(
      plan('2026-11-20T09:00', { rule: daily, floodInterval: 5 }),
      at('2026-11-20T09:00'),
    );
    const snoozed = putOff(
      run(sent, at('2026-11-20T09:15')).state,
      at('2026-11-20T10:00'),
      at('2026-11-20T09:16'),
    );
    const { firings } = run(snoozed, at('2026-11-20T10:10'));
    expect(firings).toMatchObject([{ kind: 'snooze' }, { nagNumber: 1 }, { nagNumber: 2 }]);
  });

  test('that has ended waits and is completed like a one-shot, dated by its last occurrence', () => {
    const rule = { ...daily, until: '2026-11-21' };
    const { state, firings } = run(
      plan('2026-11-20T09:00', { rule, floodInterval: 60 }),
      at('2027-01-01T00:00'),
    );
    expect(firings.filter(({ kind }) => kind === 'first')).toHaveLength(2);
    expect(firings.at(-1)).toMatchObject({ nagNumber: FLOOD_RESENDS_MAX, last: true });
    expect(state).toMatchObject({
      completed: false,
      waitingSince: at('2026-11-21T09:00'),
      nextFireAt: null,
      dateTime: at('2026-11-21T09:00'),
      firstWallTime: '2026-11-20T09:00',
    });
    const snoozed = putOff(state, at('2026-11-23T09:00'), at('2026-11-22T12:00'));
    expect(snoozed).toMatchObject({ completed: false, firstWallTime: '2026-11-20T09:00' });
    expect(finish(snoozed, at('2026-11-22T13:00'))).toMatchObject({
      completed: true,
      nextFireAt: null,
      dateTime: at('2026-11-21T09:00'),
    });
  });

  test('begins at the first day that its weekdays allow', () => {
    const rule: RecurrenceRule = { every: 1, unit: 'WEEK', weekdays: [1, 2, 3, 4, 5] };
    expect(plan('2026-11-21T08:30', { rule }).nextFireAt).toEqual(at('2026-11-23T08:30'));
  });

  test('that would end before it begins is completed at once', () => {
    const rule = { ...daily, until: '2026-11-19' };
    expect(plan('2026-11-20T09:00', { rule })).toMatchObject({ completed: true, nextFireAt: null });
  });
});

describe('presses that are double or stale', () => {
  test('a snooze into the past changes nothing', () => {
    const sent = send(plan('2026-11-20T09:00'), at('2026-11-20T09:00'));
    expect(putOff(sent, at('2026-11-20T09:30'), at('2026-11-20T09:30'))).toBe(sent);
  });

  test('a second snooze replaces the first', () => {
    const sent = send(plan('2026-11-20T09:00'), at('2026-11-20T09:00'));
    const once = putOff(sent, at('2026-11-20T09:10'), at('2026-11-20T09:00'));
    const twice = putOff(once, at('2026-11-20T10:00'), at('2026-11-20T09:00:01'));
    expect(run(twice, at('2027-01-01T00:00')).firings).toMatchObject([
      { kind: 'snooze', scheduledAt: at('2026-11-20T10:00') },
    ]);
  });
});

describe('an edit', () => {
  const monthly: RecurrenceRule = { every: 1, unit: 'MONTH' };
  const series = plan('2027-01-31T09:00', { rule: monthly, floodInterval: 5 });
  const inFebruary = send(series, at('2027-01-31T09:00'));

  test('of the text alone keeps the anchor: the 31st shown as 28 February stays the 31st', () => {
    expect(inFebruary.dateTime).toEqual(at('2027-02-28T09:00'));
    const edited = replanFiring(
      inFebruary,
      { dateTime: at('2027-02-28T09:00'), rule: { ...monthly }, floodInterval: null },
      'Asia/Vladivostok',
      NOW,
    );
    expect(edited).toMatchObject({
      firstWallTime: '2027-01-31T09:00',
      timeZone: MOSCOW,
      nextFireAt: at('2027-02-28T09:00'),
      openOccurrenceAt: null,
      floodInterval: null,
    });
    expect(send(edited, at('2027-02-28T09:00')).dateTime).toEqual(at('2027-03-31T09:00'));
  });

  test('that only sets an end keeps the anchor too', () => {
    const rule = { ...monthly, until: '2027-12-31' };
    const edited = replanFiring(
      inFebruary,
      { dateTime: at('2027-02-28T09:00'), rule, floodInterval: 5 },
      MOSCOW,
      NOW,
    );
    expect(edited).toMatchObject({ firstWallTime: '2027-01-31T09:00', rule });
  });

  test('that cannot show seconds does not lose them', () => {
    const planned = plan('2026-11-20T09:00:42');
    const edited = replanFiring(
      planned,
      { dateTime: at('2026-11-20T09:00'), rule: null, floodInterval: null },
      MOSCOW,
      NOW,
    );
    expect(edited.nextFireAt).toEqual(at('2026-11-20T09:00:42'));
  });

  test.each<[string, Partial<Plan>]>([
    ['time', { dateTime: at('2027-02-28T09:01') }],
    ['interval', { rule: { every: 2, unit: 'MONTH' } }],
    ['mode', { rule: { ...monthly, monthly: 'LAST_DAY' } }],
    ['repetition', { rule: null }],
  ])('of the %s starts anew on the clocks of the zone given', (_, change) => {
    const edit = { dateTime: inFebruary.dateTime, rule: monthly, floodInterval: 5, ...change };
    const edited = replanFiring(inFebruary, edit, 'Asia/Vladivostok', NOW);
    expect(edited).toEqual(planFiring(edit, 'Asia/Vladivostok', NOW));
  });

  test('of a reminder that has just fallen due does not lose that occurrence', () => {
    const planned = plan('2026-11-20T09:00', { rule: daily });
    const edited = replanFiring(
      planned,
      { dateTime: at('2026-11-20T09:00'), rule: daily, floodInterval: null },
      MOSCOW,
      NOW,
    );
    expect(due(edited, at('2026-11-20T09:00:05')).occurrenceAt).toEqual(at('2026-11-20T09:00'));
  });
});

test('a series that is taken up again after a pause goes on with its next occurrence', () => {
  const planned = plan('2026-11-20T09:00', { rule: daily });
  const resumed = scheduleFiring(planned, { floodInterval: null }, at('2026-12-01T10:00'));
  expect(resumed).toMatchObject({ completed: false, nextFireAt: at('2026-12-02T09:00') });
});

describe('a reminder that was deleted and comes back', () => {
  const sent = send(plan('2026-11-20T09:00', { floodInterval: 15 }), at('2026-11-20T09:00'));

  test('a one-shot whose time is over does not ring, but waits for an answer', () => {
    for (const floodInterval of [null, 5]) {
      const planned = plan('2026-11-20T09:00', { floodInterval });
      expect(restoredFiring(planned, at('2026-11-20T10:00'))).toMatchObject({
        dateTime: at('2026-11-20T09:00'),
        completed: false,
        nextFireAt: null,
        openOccurrenceAt: at('2026-11-20T09:00'),
        waitingSince: at('2026-11-20T09:00'),
      });
    }
  });

  test('one whose time passed within the last minute still rings', () => {
    const planned = plan('2026-11-20T09:00');
    expect(restoredFiring(planned, at('2026-11-20T09:00:10'))).toBe(planned);
  });

  test('whose days of waiting are over meanwhile waits for as many again', () => {
    const [wait, now] = [at('2026-11-20T09:00'), at('2026-11-29T12:00')];
    const planned = plan('2026-11-20T09:00');
    expect(waitingAnew(restoredFiring(planned, now), now).waitingSince).toEqual(now);
    const waits = send(planned, wait);
    for (const act of [putOff(waits, at('2026-12-01T09:00'), wait), finish(waits, wait)]) {
      expect(undoneFiring(act, waits, now)).toEqual({ ...waits, waitingSince: now });
    }
    const inTime = at('2026-11-27T08:59');
    expect(waitingAnew(waits, inTime)).toBe(waits);
  });

  test('a flood goes on with its next re-send, counted as before', () => {
    const again = send(sent, at('2026-11-20T09:15'));
    expect(restoredFiring(again, at('2026-11-20T12:00'))).toMatchObject({
      openOccurrenceAt: at('2026-11-20T09:00'),
      nagCount: 1,
      nextFireAt: at('2026-11-20T12:15'),
    });
  });

  test('a snooze that ended meanwhile leaves its one-shot waiting and silent', () => {
    const open = send(plan('2026-11-20T09:00'), at('2026-11-20T09:00'));
    const snoozed = putOff(open, at('2026-11-20T11:00'), at('2026-11-20T09:05'));
    expect(restoredFiring(snoozed, at('2026-11-20T10:59'))).toBe(snoozed);
    expect(restoredFiring(snoozed, at('2026-11-20T12:00'))).toMatchObject({
      dateTime: at('2026-11-20T11:00'),
      openOccurrenceAt: at('2026-11-20T11:00'),
      waitingSince: at('2026-11-20T11:00'),
      snoozedUntil: null,
      nextFireAt: null,
      completed: false,
    });
  });

  test('a series goes on with its next occurrence; what was open stays open', () => {
    const series = send(plan('2026-11-20T09:00', { rule: daily }), at('2026-11-20T09:00'));
    expect(restoredFiring(series, at('2026-11-23T12:00'))).toMatchObject({
      dateTime: at('2026-11-24T09:00'),
      openOccurrenceAt: at('2026-11-20T09:00'),
      nextFireAt: at('2026-11-24T09:00'),
      completed: false,
    });
  });

  test('a series that ended meanwhile waits, dated its last occurrence', () => {
    const rule = { ...daily, until: '2026-11-22' };
    expect(
      restoredFiring(plan('2026-11-20T09:00', { rule }), at('2026-11-25T12:00')),
    ).toMatchObject({
      dateTime: at('2026-11-22T09:00'),
      waitingSince: at('2026-11-22T09:00'),
      completed: false,
      nextFireAt: null,
    });
  });
});

describe('what the user does about it', () => {
  const now = at('2026-11-20T08:00');
  const series = plan('2026-11-20T09:00', { rule: daily });

  test('done early completes a one-shot, which keeps its own time beside that of «Готово»', () => {
    expect(finish(plan('2026-11-20T09:00'), now)).toMatchObject({
      completed: true,
      nextFireAt: null,
      dateTime: at('2026-11-20T09:00'),
      doneAt: now,
    });
  });

  test('done early moves a series past its next date, and past that only', () => {
    expect(finish(series, now)).toMatchObject({
      completed: false,
      doneAt: null,
      dateTime: at('2026-11-21T09:00'),
      nextFireAt: at('2026-11-21T09:00'),
    });
  });

  test('done while one occurrence waits is about that one: the next stays', () => {
    const done = finish(send(series, at('2026-11-20T09:00')), at('2026-11-20T09:10'));
    expect(done).toMatchObject({ waitingSince: null, nextFireAt: at('2026-11-21T09:00') });
  });

  test('the last occurrence done early completes the series', () => {
    const rule = { ...daily, until: '2026-11-20' };
    expect(finish(plan('2026-11-20T09:00', { rule }), now)).toMatchObject({
      completed: true,
      doneAt: now,
      dateTime: at('2026-11-20T09:00'),
    });
  });

  test('what was archived without an answer can still be done', () => {
    const sent = send(plan('2026-11-20T09:00'), at('2026-11-20T09:00'));
    const archived = { ...sent, completed: true };
    expect(finish(archived, at('2026-12-20T09:00')).doneAt).toEqual(at('2026-12-20T09:00'));
  });

  test('a skipped one-shot is archived and not done', () => {
    expect(skip(plan('2026-11-20T09:00'), at('2026-11-20T08:00'))).toMatchObject({
      completed: true,
      doneAt: null,
      nextFireAt: null,
    });
  });

  test('a skip drops what waits, else the next occurrence', () => {
    expect(skip(series, at('2026-11-20T08:00')).nextFireAt).toEqual(at('2026-11-21T09:00'));
    expect(skip(send(series, at('2026-11-20T09:00')), at('2026-11-20T10:00'))).toMatchObject({
      openOccurrenceAt: null,
      nextFireAt: at('2026-11-21T09:00'),
    });
  });

  test('the next occurrence of a series is moved alone, earlier or later', () => {
    for (const until of [at('2026-11-20T08:30'), at('2026-11-20T15:00')]) {
      const moved = putOff(series, until, now);
      expect(moved).toMatchObject({ nextFireAt: until, dateTime: at('2026-11-21T09:00') });
      expect(send(moved, until)).toMatchObject({
        openOccurrenceAt: at('2026-11-20T09:00'),
        nextFireAt: at('2026-11-21T09:00'),
      });
    }
  });

  test('a series that lies ahead is moved from its own time', () => {
    expect(postpone(series, '1h', now, MOSCOW).snoozedUntil).toEqual(at('2026-11-20T10:00'));
  });
});

describe('a pause', () => {
  const NOON = at('2026-11-20T12:00');
  const series = () => plan('2026-11-20T18:30', { rule: daily });

  test('of a series: what falls into it does not come, the next one behind it does', () => {
    const paused = pause(series(), at('2026-11-25T00:00'), NOON);
    expect(paused).toMatchObject({ dateTime: at('2026-11-25T18:30'), openOccurrenceAt: null });
    expect(run(paused, at('2026-11-26T12:00')).firings).toMatchObject([
      { kind: 'first', occurrenceAt: at('2026-11-25T18:30'), late: false },
    ]);
  });

  test('of a one-shot: it comes on the first day behind it, at its own time', () => {
    const paused = pause(plan('2026-11-20T18:30'), at('2026-11-25T00:00'), NOON);
    expect(paused).toMatchObject({ dateTime: at('2026-11-25T18:30') });
    const later = pause(plan('2026-11-30T18:30'), at('2026-11-25T00:00'), NOON);
    expect(later.nextFireAt).toEqual(at('2026-11-30T18:30'));
  });

  test('over the last occurrence of a series: it comes again behind it, also after an edit of its text', () => {
    const until = at('2026-11-25T00:00');
    const rule = { ...daily, until: '2026-11-21' };
    const paused = pause(plan('2026-11-21T18:30', { rule }), until, NOON);
    expect(paused.nextFireAt).toEqual(at('2026-11-25T18:30'));
    const { dateTime } = paused;
    const edited = replanFiring(paused, { dateTime, rule, floodInterval: 15 }, 'Asia/Tokyo', NOW);
    expect(edited).toEqual({ ...paused, floodInterval: 15 });
  });

  test('without an end nothing comes until it is resumed; a series then goes on, a one-shot waits', () => {
    const paused = pause(series(), null, NOON);
    expect(paused.nextFireAt).toBeNull();
    expect(resume(paused, at('2026-12-03T20:00'))).toMatchObject({
      nextFireAt: at('2026-12-04T18:30'),
      openOccurrenceAt: null,
    });
    const resumed = resume(pause(plan('2026-11-20T18:30'), null, NOON), at('2026-12-03T20:00'));
    expect(resumed).toMatchObject({
      nextFireAt: null,
      openOccurrenceAt: at('2026-11-20T18:30'),
      waitingSince: at('2026-12-03T20:00'),
    });
  });

  test('resumed before anything was missed, all is as it was', () => {
    for (const state of [series(), plan('2026-11-20T18:30')]) {
      for (const until of [null, at('2026-11-25T00:00')]) {
        expect(resume(pause(state, until, NOON), at('2026-11-20T12:05'))).toEqual(state);
      }
    }
  });

  test('of a moved occurrence: resumed before its moment it comes then, resumed behind it nothing waits', () => {
    const daily = plan('2026-11-20T07:15', { rule: { every: 1, unit: 'DAY' } });
    const moved = putOff(daily, at('2026-11-20T21:45'), at('2026-11-19T19:00'));
    for (const until of [null, at('2026-11-26T00:00')]) {
      const paused = pause(moved, until, at('2026-11-19T19:30'));
      expect(resume(paused, at('2026-11-19T19:32'))).toEqual(moved);
      expect(resume(paused, at('2026-11-20T22:00'))).toMatchObject({
        openOccurrenceAt: null,
        waitingSince: null,
        nextFireAt: at('2026-11-21T07:15'),
      });
    }
  });

  test('what was put off to its very end comes then; what was put off into it does not', () => {
    const until = at('2026-11-20T20:00');
    const comes = (wall: string) => {
      const paused = pause(putOff(series(), at(wall), NOON), until, NOON);
      return run(paused, at('2026-11-21T18:30')).firings;
    };
    const next = { kind: 'first', occurrenceAt: at('2026-11-21T18:30') };
    expect(comes('2026-11-20T19:59')).toMatchObject([next]);
    expect(comes('2026-11-20T20:00')).toMatchObject([
      { kind: 'snooze', occurrenceAt: at('2026-11-20T18:30'), scheduledAt: until },
      next,
    ]);
  });

  test('ends a flood; what waits of a series goes on waiting, and can be done without ending the pause', () => {
    const flooding = send(plan('2026-11-20T11:00', { rule: daily, floodInterval: 5 }), NOON);
    const paused = pause(flooding, null, NOON);
    expect(paused).toMatchObject({ nextFireAt: null, waitingSince: NOON });
    const done = finish(paused, at('2026-11-20T13:00'));
    expect(done).toMatchObject({ openOccurrenceAt: null, nextFireAt: null });
    expect(done.pausedFrom).not.toBeNull();
  });

  test('of a one-shot that waits: it comes again behind it', () => {
    const waiting = send(plan('2026-11-20T11:00', { floodInterval: 5 }), NOON);
    expect(pause(waiting, at('2026-11-25T00:00'), NOON)).toMatchObject({
      snoozedUntil: at('2026-11-25T11:00'),
      nextFireAt: at('2026-11-25T11:00'),
      waitingSince: null,
    });
  });

  test('a series whose last occurrence falls into it comes once more behind it', () => {
    const ending = plan('2026-11-20T18:30', { rule: { ...daily, until: '2026-11-22' } });
    const paused = pause(ending, at('2026-11-25T00:00'), NOON);
    const { firings, state } = run(paused, at('2026-12-25T00:00'));
    expect(firings).toMatchObject([
      { scheduledAt: at('2026-11-25T18:30'), occurrenceAt: at('2026-11-22T18:30'), late: false },
    ]);
    expect(state).toMatchObject({ nextFireAt: null, completed: false });
  });

  test('ends with whatever else is said about when it comes', () => {
    const paused = pause(series(), null, NOON);
    const moved = { dateTime: at('2026-11-21T10:00'), rule: daily, floodInterval: null };
    expect(replanFiring(paused, moved, MOSCOW, NOW)).toMatchObject({
      pausedFrom: null,
      nextFireAt: at('2026-11-21T10:00'),
    });
    expect(putOff(paused, at('2026-11-20T15:00'), NOON)).toMatchObject({
      pausedFrom: null,
      nextFireAt: at('2026-11-20T15:00'),
    });
    expect(skip(paused, NOON)).toMatchObject({
      pausedFrom: null,
      nextFireAt: at('2026-11-21T18:30'),
    });
  });

  test('an edit that leaves time and repetition alone keeps it', () => {
    const paused = pause(series(), at('2026-11-25T00:00'), NOON);
    const same = { dateTime: paused.dateTime, rule: daily, floodInterval: 15 };
    expect(replanFiring(paused, same, MOSCOW, NOW)).toEqual({ ...paused, floodInterval: 15 });
  });
});

describe('several times a day', () => {
  const twice: RecurrenceRule = { every: 1, unit: 'DAY', times: ['09:00', '21:00'] };

  test('each time has its own «Готово», and done early moves to the next time', () => {
    const sent = send(plan('2026-11-20T09:00', { rule: twice }), at('2026-11-20T09:00'));
    expect(sent).toMatchObject({ dateTime: at('2026-11-20T21:00'), nextFireAt: sent.dateTime });
    const done = finish(sent, at('2026-11-20T09:05'));
    expect(done).toMatchObject({ openOccurrenceAt: null, nextFireAt: at('2026-11-20T21:00') });
    const early = finish(done, at('2026-11-20T20:00'));
    expect(early).toMatchObject({ completed: false, nextFireAt: at('2026-11-21T09:00') });
    expect(skip(early, at('2026-11-20T20:01'))).toMatchObject({
      nextFireAt: at('2026-11-21T21:00'),
    });
  });

  test('an edit to other times begins anew', () => {
    const planned = plan('2026-11-20T09:00', { rule: twice });
    const rule: RecurrenceRule = { ...twice, times: ['09:00', '22:00'] };
    const changed = replanFiring(
      planned,
      { dateTime: at('2026-11-20T09:00'), rule, floodInterval: null },
      'Asia/Tokyo',
      NOW,
    );
    expect(changed).toMatchObject({ timeZone: 'Asia/Tokyo', rule });
  });
});

test('a count ends a series: its last occurrence waits like a one-shot', () => {
  const planned = plan('2026-11-20T09:00', { rule: { ...daily, count: 3 } });
  const { state, firings } = run(planned, at('2026-12-20T09:00'));
  expect(firings.map(({ occurrenceAt }) => occurrenceAt)).toEqual([
    at('2026-11-20T09:00'),
    at('2026-11-21T09:00'),
    at('2026-11-22T09:00'),
  ]);
  expect(state).toMatchObject({ completed: false, nextFireAt: null });
  expect(finish(state, at('2026-12-20T09:00'))).toMatchObject({ completed: true });
});

describe('a rule that counts from «Готово»', () => {
  const everyThree: RecurrenceRule = { every: 3, unit: 'DAY', afterDone: true };
  const planned = plan('2026-11-20T09:00', { rule: everyThree });
  const sent = send(planned, at('2026-11-20T09:00'));

  test('comes once and waits; nothing further comes', () => {
    expect(sent).toMatchObject({
      completed: false,
      nextFireAt: null,
      waitingSince: at('2026-11-20T09:00'),
    });
  });

  test('done late, the next date counts from that day, at the same time of day', () => {
    const done = finish(sent, at('2026-12-01T22:40'));
    expect(done).toMatchObject({
      completed: false,
      openOccurrenceAt: null,
      waitingSince: null,
      dateTime: at('2026-12-04T09:00'),
      nextFireAt: at('2026-12-04T09:00'),
    });
    expect(finish(done, at('2026-12-03T08:00'))).toMatchObject({
      nextFireAt: at('2026-12-06T09:00'),
    });
  });

  test('put off, it comes again, and its time of day stays', () => {
    const again = putOff(sent, at('2026-11-20T18:20'), at('2026-11-20T09:01'));
    const came = send(again, at('2026-11-20T18:20'));
    expect(finish(came, at('2026-11-20T18:30'))).toMatchObject({
      nextFireAt: at('2026-11-23T09:00'),
    });
  });

  test('skipped, it counts from now; ahead of time, from the date that is skipped', () => {
    expect(skip(sent, at('2026-11-22T12:00'))).toMatchObject({
      completed: false,
      doneAt: null,
      nextFireAt: at('2026-11-25T09:00'),
    });
    expect(skip(planned, at('2026-11-18T12:00'))).toMatchObject({
      nextFireAt: at('2026-11-23T09:00'),
    });
  });

  test('done while it is paused, it counts from the end of the pause, or stays paused', () => {
    const now = at('2026-11-20T12:00');
    const until = at('2026-11-30T12:00');
    expect(finish(pause(send(planned, now), until, now), now)).toMatchObject({
      pausedFrom: null,
      nextFireAt: at('2026-12-03T09:00'),
    });
    const paused = finish(pause(send(planned, now), null, now), now);
    expect(paused).toMatchObject({ nextFireAt: null, pausedFrom: at('2026-11-23T09:00') });
    expect(resume(paused, at('2026-11-21T09:00'))).toMatchObject({
      nextFireAt: at('2026-11-23T09:00'),
    });
  });

  test('ends where its next date would lie behind its end', () => {
    const ending = plan('2026-11-20T09:00', { rule: { ...everyThree, until: '2026-11-24' } });
    const second = finish(send(ending, at('2026-11-20T09:00')), at('2026-11-20T09:01'));
    expect(second).toMatchObject({ nextFireAt: at('2026-11-23T09:00') });
    expect(finish(send(second, at('2026-11-23T09:00')), at('2026-11-23T10:00'))).toMatchObject({
      completed: true,
      doneAt: at('2026-11-23T10:00'),
    });
  });
});

describe('a re-send that is held back', () => {
  const until = at('2026-11-21T08:00');

  test('is not counted, and the flood goes on its interval behind the end', () => {
    const came = at('2026-11-20T23:00');
    const waiting = send(plan('2026-11-20T23:00', { floodInterval: 30 }), came);
    const held = heldNag(waiting, until);
    expect(held).toEqual({ ...waiting, nextFireAt: at('2026-11-21T08:30') });
    expect(dueFiring(held, at('2026-11-21T08:29'))).toBeNull();
    expect(due(held, at('2026-11-21T08:30'))).toMatchObject({ kind: 'nag', nagNumber: 1 });
  });

  test('leaves the next occurrence, and what is told ahead of it, where they are', () => {
    const series = { floodInterval: 30, rule: daily, preAlerts: [60] };
    const waiting = send(plan('2026-11-20T08:20', series), at('2026-11-20T08:20'));
    for (const end of [until, at('2026-11-21T07:00')]) {
      const held = heldNag(waiting, end);
      expect(held.nextFireAt).toEqual(at('2026-11-21T07:20'));
      expect(due(held, at('2026-11-21T07:20')).kind).toBe('pre-alert');
    }
    expect(heldNag({ ...waiting, preAlerts: [] }, until).nextFireAt).toEqual(
      at('2026-11-21T08:20'),
    );
  });

  const times = { floodInterval: 15, rule: { ...daily, times: ['08:30', '22:50'] } };

  test('what is told ahead in quiet hours rings, and the flood behind it is held again', () => {
    const ahead = { ...times, preAlerts: [60] };
    const waiting = send(plan('2026-11-20T22:50', ahead), at('2026-11-20T22:50'));
    const held = heldNag(waiting, until);
    const rung = send(held, at('2026-11-21T07:30'));
    expect(due(held, at('2026-11-21T07:30')).kind).toBe('pre-alert');
    expect(due(rung, at('2026-11-21T07:45'))).toMatchObject({ kind: 'nag', nagNumber: 1 });
    const again = heldNag(rung, until);
    const kinds = run(again, at('2026-11-21T08:30')).firings.map(({ kind, scheduledAt }) => [
      kind,
      scheduledAt,
    ]);
    expect(kinds).toEqual([
      ['nag', at('2026-11-21T08:15')],
      ['first', at('2026-11-21T08:30')],
    ]);
  });

  test.each([
    ['fell due while delivery was late', 560],
    ['is due at the end itself', 30],
  ])('a message ahead that %s is not lost', (_when, minutes) => {
    const ahead = { ...times, preAlerts: [minutes] };
    const waiting = send(plan('2026-11-20T22:50', ahead), at('2026-11-20T22:50'));
    const held = heldNag(waiting, until);
    // Told of in the one message before the message ahead has gone out.
    const told = heldNag(held, at('2026-11-21T08:01'));
    for (const state of [held, told]) {
      expect(due(state, at('2026-11-21T08:01'))).toMatchObject({ kind: 'pre-alert' });
    }
    const sent = send(told, at('2026-11-21T08:01'));
    expect(comesAt(sent)).toEqual(sent.nextFireAt);
  });
});

describe('what a change leaves unanswered', () => {
  const now = at('2026-11-20T10:00');
  const [today, tomorrow] = [at('2026-11-20T09:00'), at('2026-11-21T09:00')];
  const waits = send(plan('2026-11-20T09:00', { rule: daily }), today);
  const putOffTillNoon = putOff(waits, at('2026-11-20T12:00'), now);
  const last = { ...daily, count: 2 };
  const lastAhead = send(plan('2026-11-20T09:00', { rule: last }), today);
  const once = send(plan('2026-11-20T09:00'), today);
  const edit = (state: FiringState, rule: RecurrenceRule | null = daily) =>
    replanFiring(state, { dateTime: tomorrow, rule, floodInterval: null }, MOSCOW, now);

  test.each<[string, FiringState, FiringState, Date | null]>([
    ['the next one, once it is sent', waits, send(waits, tomorrow), today],
    ['the next one, done under a message that told of it', waits, openedAhead(waits, now), today],
    ['an edit', waits, edit(waits), today],
    ['an edit that has it come once', waits, edit(waits, null), today],
    ['an edit of what is paused', pause(waits, null, now), edit(pause(waits, null, now)), today],
    [
      'a pause behind which the last one comes',
      lastAhead,
      pause(lastAhead, at('2026-11-25T00:00'), now),
      today,
    ],
    ['a re-send, or a snooze', waits, putOffTillNoon, null],
    ['a pause', waits, pause(waits, null, now), null],
    ['a resume', pause(waits, null, now), resume(pause(waits, null, now), now), null],
    ['an edit of what comes once', once, edit(once), null],
    ['an edit of what is archived', skip(lastAhead, now), edit(skip(lastAhead, now)), null],
  ])('%s', (_, before, after, occurrenceAt) => {
    const left = leftUnanswered(before, after, { answered: null, now: tomorrow });
    expect(left?.occurrenceAt ?? null).toEqual(occurrenceAt);
  });

  test('not what the change answers, and not what was put off before it came', () => {
    const done = finish(waits, now);
    expect(leftUnanswered(waits, done, { answered: today, now })).toBeNull();
    const movedAhead = putOff(
      plan('2026-11-20T09:00', { rule: daily }),
      now,
      at('2026-11-20T08:00'),
    );
    const early = { answered: null, now: at('2026-11-20T08:30') };
    expect(leftUnanswered(movedAhead, edit(movedAhead), early)).toBeNull();
  });

  test('says since when it waited; null where it was put off', () => {
    const change = { answered: null, now: tomorrow };
    expect(leftUnanswered(waits, edit(waits), change)?.cameAt).toEqual(today);
    const putOffLeft = leftUnanswered(putOffTillNoon, edit(putOffTillNoon), change);
    expect(putOffLeft).toEqual({ occurrenceAt: today, cameAt: null });
  });
});
